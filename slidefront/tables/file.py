"""A table on disk: an array file (`slidefront.store.array_files`) whose header describes a space and its layers.

The layers are recorded as those of a run are, without files. A table that is not `whole` is work in progress; the same
command continues it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slidefront.errors import TableError
from slidefront.puzzles.core import Marks
from slidefront.puzzles.starts import StartKind
from slidefront.store.array_files import Array, ArrayFile, Format, read_arrays, write_arrays
from slidefront.store.manifest import Layer, Manifest

FORMAT = Format(b"\x93slidtab", 2, "a table", "slidefront table", TableError)
_TEXTS = ("puzzle", "text", "identity", "metric", "start", "start_digest")


@dataclass(frozen=True)
class TableHeader:
    """The header of a table file."""

    manifest: Manifest
    """The puzzle, the start and the layers, as those of a run."""
    starts: tuple[int, ...]
    """The boards at depth 0; empty if they are too many to list."""
    kind: str
    """`bits`: 2 bits a board by rank; `list`: the boards of a run and their depths."""
    shape: tuple[int, ...]
    deepest: tuple[int, ...] = ()
    """The deepest boards, those of the greatest depth first; only some of them if there are very many."""
    partial: Layer | None = None
    """The boards found so far at the depth after the layers."""
    recent: tuple[tuple[int, ...], ...] = ()
    """In an unfinished table: ranks of some boards of the last depths, those of the greatest depth last."""

    @property
    def reached(self) -> int:
        """The boards found so far."""
        return self.manifest.boards + (self.partial.boards if self.partial else 0)


@dataclass(frozen=True)
class TableFile:
    """An open table file."""

    header: TableHeader
    file: ArrayFile


def bare_layer(depth: int, boards: int, marked: int, seconds: float = 0.0) -> Layer:
    """Record a layer that has no files."""
    return Layer(depth, boards, marked, "", seconds, ())


def is_table(path: Path) -> bool:
    """Tell whether a file begins like a table."""
    try:
        with path.open("rb") as file:
            return file.read(len(FORMAT.magic)) == FORMAT.magic
    except (OSError, ValueError):  # not a file name, such as a long grid
        return False


def write_table(path: Path, header: TableHeader, arrays: Mapping[str, Array]) -> None:
    """Write a table file; an older one stays until the new one is complete."""
    manifest = header.manifest
    data = {name: getattr(manifest, name) for name in _TEXTS} | {
        "start_kind": manifest.start_kind.value,
        "marks": manifest.marks.value,
        "total": manifest.total,
        "new_goal": manifest.new_goal,
        "whole": manifest.whole,
        "layers": [_numbers(layer) for layer in manifest.layers],
        "starts": header.starts,
        "kind": header.kind,
        "shape": header.shape,
        "deepest": header.deepest,
        "partial": header.partial and _numbers(header.partial),
        "recent": header.recent,
    }
    write_arrays(path, FORMAT, data, arrays)


def _numbers(layer: Layer) -> list[float]:
    return [layer.boards, layer.marked, layer.seconds]


def read_table(path: Path) -> TableFile:
    """Open a table file: check its header and its size."""
    file = read_arrays(path, FORMAT)
    try:
        return TableFile(_header_of(file.header), file)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise FORMAT.fault(path, "its header cannot be parsed") from None


def _header_of(data: dict[str, Any]) -> TableHeader:
    manifest = Manifest(
        **{name: data[name] for name in _TEXTS},
        start_kind=StartKind(data["start_kind"]),
        marks=Marks(data["marks"]),
        total=data["total"],
        new_goal=data["new_goal"],
        whole=data["whole"],
        layers=[bare_layer(depth, *numbers) for depth, numbers in enumerate(data["layers"])],
    )
    partial = data["partial"] and bare_layer(len(manifest.layers), *data["partial"])
    return TableHeader(
        manifest,
        starts=tuple(data["starts"]),
        kind=data["kind"],
        shape=tuple(data["shape"]),
        deepest=tuple(data["deepest"]),
        partial=partial,
        recent=tuple(tuple(ranks) for ranks in data["recent"]),
    )
