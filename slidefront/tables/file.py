"""A table on disk: an array file (`slidefront.store.array_files`) whose header describes a space and its layers.

A table that is not `whole` is work in progress; the same command continues it.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from slidefront.errors import TableError
from slidefront.store.array_files import Array, ArrayFile, Format, read_arrays, write_arrays

FORMAT = Format(b"\x93slidtab", 1, "a table", "slidefront table", TableError)


@dataclass(frozen=True)
class TableLayer:
    """How many boards are at one depth."""

    depth: int
    boards: int
    marked: int
    seconds: float = 0.0


@dataclass(frozen=True)
class TableHeader:
    """What a table file says of itself."""

    puzzle: str
    text: str
    metric: str
    identity: str
    """The hash of the puzzle's identity: a table is only for boards of that identity."""
    start: str
    start_kind: str
    starts: tuple[int, ...]
    """The boards at depth 0; empty where they are too many to list."""
    mark: str
    kind: str
    """`bits`: 2 bits a board by rank; `list`: the boards of a run and their depths."""
    shape: tuple[int, ...]
    boards: int
    """The boards of the whole space."""
    layers: tuple[TableLayer, ...]
    whole: bool
    deepest: tuple[int, ...] = ()
    """The deepest boards, those of the greatest depth first; not all where they are very many."""
    partial: TableLayer | None = None
    """What is found so far at the depth after `layers`."""
    recent: tuple[tuple[int, ...], ...] = ()
    """While a table is not whole: ranks of boards of the last depths, those of the greatest depth last."""

    @property
    def depth(self) -> int:
        """The greatest depth of the layers."""
        return len(self.layers) - 1

    @property
    def reached(self) -> int:
        """The boards found so far."""
        return sum(layer.boards for layer in (*self.layers, self.partial) if layer)

    @property
    def seconds(self) -> float:
        """The time that the layers took."""
        return round(sum(layer.seconds for layer in self.layers), 3)


@dataclass(frozen=True)
class TableFile:
    """An open table file."""

    header: TableHeader
    file: ArrayFile


def write_table(path: Path, header: TableHeader, arrays: Mapping[str, Array]) -> None:
    """Write a table file; what was there stays until the new one is complete."""
    layers = [[one.boards, one.marked, one.seconds] for one in header.layers]
    write_arrays(path, FORMAT, asdict(header) | {"layers": layers}, arrays)


def read_table(path: Path) -> TableFile:
    """Open a table file: check its header and its size."""
    file = read_arrays(path, FORMAT)
    try:
        return TableFile(_header_of(file.header), file)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise FORMAT.fault(path, "its header cannot be parsed") from None


def _header_of(data: dict[str, Any]) -> TableHeader:
    layers = tuple(TableLayer(depth, *numbers) for depth, numbers in enumerate(data.pop("layers")))
    recent = tuple(tuple(ranks) for ranks in data.pop("recent"))
    partial = TableLayer(**data.pop("partial")) if data["partial"] else data.pop("partial")
    lists = {name: tuple(value) for name, value in data.items() if isinstance(value, list)}
    return TableHeader(**{**data, **lists}, layers=layers, recent=recent, partial=partial)
