"""Spaces: an explored space answers the same questions, whether it is a run, a table or in memory.

board_count, layers  the number of boards, in total and per depth
keys(depth)          the boards at a depth
depths_of(boards)    the depth of each board
route(board)         a shortest route from the start to a board, or to the start if that is the goal
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from functools import cached_property
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

import slidefront  # for data frames, which are in a package above this one
from slidefront import units
from slidefront.arrays import KEY_BITS, Cells, Keys, Numbers, joined, key_array, take_rows
from slidefront.errors import Advice, BoardError, LayerError, SlidefrontError
from slidefront.executors.budget import HERE, Resources
from slidefront.keys.algebra import digest_of
from slidefront.notation.boards import StartKind
from slidefront.notation.route import Route
from slidefront.puzzles.core import Board, Boards, Position, Puzzle, identity_hash, plain, require_contract
from slidefront.store.manifest import Layer, Manifest, load_manifest_puzzle, summary_of
from slidefront.units import Depths

if TYPE_CHECKING:
    import duckdb
    import pandas
    import polars


_LAYER = ("depth", "board_count", "selected_count", "bytes", "seconds", "written", "read", "digest")


class Sample(NamedTuple):
    """Boards that were drawn, by ascending depth and key."""

    keys: Keys
    depths: Numbers
    """The depth of each board."""


@dataclass(frozen=True, repr=False, eq=False)
class SpaceLayer(Layer):
    """A layer of a space: its record, and its boards, which are read when a method asks for them.

    pyarrow, polars, pandas and DuckDB take a layer as a table with the columns `state` and `depth`, without a copy.

    >>> import slidefront, pyarrow
    >>> layer = slidefront.open_space("8-puzzle").layers[2]
    >>> pyarrow.table(layer).to_pydict() == {"state": layer.keys().tolist(), "depth": [2] * layer.board_count}
    True
    """

    space: "Space" = field(kw_only=True)
    """The space that the layer belongs to."""

    def __eq__(self, other: object) -> bool:
        """Whether another layer has the same record, in any space or without a space."""
        names = [field.name for field in fields(Layer)]
        return isinstance(other, Layer) and all(getattr(self, name) == getattr(other, name) for name in names)

    __hash__ = Layer.__hash__

    def keys(self) -> Keys:
        """Read the boards as one ascending array."""
        return self.space.keys(self.depth)

    def cells(self) -> Cells:
        """Read the boards as an array with a row for each board, as `Puzzle.cells` describes it."""
        return self.space.puzzle.decode(self.keys())

    def to_pandas(self, columns: Any = ("state", "depth")) -> "pandas.DataFrame":
        """Read the layer as a pandas DataFrame; see docs/dataframes.md for the columns."""
        return slidefront.to_pandas(self.space, self.depth, columns)

    def to_polars(self, columns: Any = ("state", "depth")) -> "polars.LazyFrame":
        """Open the layer as a polars LazyFrame, which decodes only the columns that a query needs."""
        return slidefront.to_polars(self.space, self.depth, columns)

    def to_duckdb(self, columns: Any = ("state", "depth"), connection: Any = None) -> "duckdb.DuckDBPyRelation":
        """Read the layer as a DuckDB relation, with the default connection or another one."""
        return slidefront.to_duckdb(self.space, self.depth, columns, connection)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Stream the keys and the depth through the Arrow PyCapsule interface, one block of keys at a time."""
        import pyarrow as pa

        from slidefront.store.parts import SCHEMA, as_table

        tables = (as_table(keys, self.depth) for keys in self.space.blocks(self.depth))
        batches = (batch for table in tables for batch in table.to_batches())
        return pa.RecordBatchReader.from_batches(SCHEMA, batches).__arrow_c_stream__(requested_schema)


class Space(ABC):
    """An explored space: a run, a table, or a small space in memory."""

    _kind: ClassVar[str]
    _error: ClassVar[type[SlidefrontError]]
    path: Path | None
    """The folder of the run, or the file of the table; None for a space in memory."""
    manifest: Manifest
    """The puzzle, the start and the layers."""

    @cached_property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        if not self.manifest.text:
            raise self._error(
                f"the puzzle of {self.place} is written in Python: open the {self._kind} there, with "
                f"slidefront.open_{self._kind}(path, puzzle=...)"
            )
        return self._same(load_manifest_puzzle(self.manifest))

    @property
    def place(self) -> str:
        """The path, or a description of a space in memory, for messages."""
        return str(self.path or f"the space of {self.manifest.puzzle}")

    def _same(self, puzzle: Puzzle) -> Puzzle:
        require_contract(puzzle)
        if identity_hash(puzzle) != self.manifest.identity:
            raise self._error(f"{self.place} is a {self._kind} of {self.manifest.puzzle}, not of this {puzzle.name}")
        return puzzle

    @property
    def last_depth(self) -> int:
        """The depth of the deepest layer so far."""
        return self.manifest.depth

    @property
    def board_count(self) -> int:
        """The number of boards in all layers."""
        return self.manifest.board_count

    @property
    @abstractmethod
    def bytes(self) -> int:
        """The size in bytes, on disk or in memory."""

    @property
    def layers(self) -> list[SpaceLayer]:
        """The layers, by depth. Only the methods of a layer read boards."""
        return [*map(self._bound, self.manifest.layers)]

    def _bound(self, layer: Layer) -> SpaceLayer:
        return SpaceLayer(**vars(layer), space=self)

    @property
    def continuing(self) -> tuple[Advice, ...]:
        """The command that continues a run; empty if there is no such command.

        There is none for other spaces, for puzzles written in Python, and for starts from a list or a file of boards.
        """
        return ()

    def layer(self, depth: int) -> SpaceLayer:
        """Return one layer."""
        try:
            depth = index(depth)
        except TypeError:
            raise LayerError(f"{self.place} has no layer {depth!r}: a depth is a whole number") from None
        if not 0 <= depth <= self.last_depth:
            whole = self.manifest.whole
            has = f"layers 0 to {self.last_depth}, but no layer {depth}" if self.board_count else "no layers yet"
            end = "the space ends there" if whole else "continue it"
            raise LayerError(f"{self.place} has {has}: {end}", advice=() if whole else self.continuing)
        return self._bound(self.manifest.layers[depth])

    def select_depths(self, depths: Depths) -> list[int]:
        """List depths in ascending order, without duplicates, and check that each has a layer."""
        if depths is None and not self.layers:
            return []
        return [self.layer(depth).depth for depth in units.read_depths(depths, self.last_depth)]

    @property
    def leads_from_home(self) -> bool:
        """Whether depths are distances from home."""
        return self.starts_at(self.puzzle.home)

    @property
    def leads_to_goal(self) -> bool:
        """Whether depths are distances to the goal."""
        goal = self.puzzle.goal.key
        return self.manifest.start_kind is StartKind.GOALS if goal is None else self.starts_at(goal)

    def starts_at(self, key: int) -> bool:
        """Whether depths are distances from a board."""
        return self.manifest.start_digest == digest_of([key_array([key], KEY_BITS)])

    @abstractmethod
    def layer_blocks(self, depths: Iterable[int], resources: Resources = HERE) -> Iterator[tuple[int, Iterator[Keys]]]:
        """Read the boards of ascending depths, each in ascending blocks. Only a table needs `resources`."""

    def blocks(self, depth: int) -> Iterator[Keys]:
        """Read the boards at a depth in blocks, in ascending order."""
        for _, blocks in self.layer_blocks([depth]):
            yield from blocks

    def keys(self, depth: int) -> Keys:
        """Read the boards at a depth as one ascending array."""
        return joined([*self.blocks(depth)])

    def sample(self, count: int, depths: Depths = None, seed: int = 0) -> Sample:
        """Draw boards uniformly from some depths, or from all, without replacement; all boards if there are no more.

        Runs, tables and spaces in memory of the same boards give the same sample for the same seed. Only layers with
        a board of the sample are read; a table explores all layers up to the deepest of them.

        >>> import slidefront
        >>> space = slidefront.open_space("8-puzzle")
        >>> keys, depths = space.sample(5, depths="20:31", seed=1)
        >>> depths.tolist(), space.puzzle.cells(keys).shape
        ([20, 23, 23, 25, 27], (5, 9))
        """
        count, seed = units.whole(count, "count"), units.whole(seed, "seed")
        layers = [self.layer(depth) for depth in self.select_depths(depths)]
        first_rows = np.cumsum([0, *(layer.board_count for layer in layers)])
        rows = draw_rows(int(first_rows[-1]), count, seed)
        places = np.searchsorted(rows, first_rows)
        rows_of = {
            layer.depth: rows[places[i] : places[i + 1]] - first_rows[i]
            for i, layer in enumerate(layers)
            if places[i] < places[i + 1]
        }
        keys: list[Keys] = []
        for depth, blocks in self.layer_blocks(rows_of):
            keys.append(take_rows(blocks, rows_of[depth]))
            if keys[-1].size < rows_of[depth].size:
                raise self._damaged(f"layer {depth} has fewer boards than its record")
        return Sample(joined(keys), np.repeat([*rows_of], [*map(len, rows_of.values())]).astype(np.int64))

    def find(self, depth: int, boards: Boards) -> npt.NDArray[np.bool_]:
        """Return for each board whether it is at a depth."""
        return np.equal(self.depths_of(boards), self.layer(depth).depth)

    @abstractmethod
    def depths_of(self, boards: Boards) -> Numbers:
        """Return the depth of each board; -1 for a board in no layer."""

    def depth_of(self, board: Board) -> int | None:
        """Return the depth of a board; None if it is in no layer."""
        (depth,) = self.depths_of([self.puzzle.key(board)]).tolist()
        return None if depth < 0 else depth

    def route_keys(self, boards: Boards, depths: Numbers | None = None) -> list[list[int]]:
        """List the keys from each board down to the start; empty for a board in no layer. Known depths save time."""
        return self.canonical_route_keys(boards, depths)

    def canonical_route_keys(self, boards: Boards, depths: Numbers | None = None) -> list[list[int]]:
        """List the keys of routes as `route_keys`, with the same routes for every kind of space.

        A board at depth d has a successor at depth d - 1, which has a successor at depth d - 2, and so on.
        """
        keys = self.puzzle.array(boards)
        depths = self.depths_of(keys) if depths is None else depths
        routes = [[key] if depth >= 0 else [] for key, depth in zip(keys.tolist(), depths.tolist(), strict=True)]
        for depth in range(int(depths.max(initial=0)), 0, -1):
            ending_here = [route for route, first in zip(routes, depths.tolist(), strict=True) if first >= depth]
            rows, after = self.puzzle.successor_pairs(np.array([route[-1] for route in ending_here], np.uint64))
            is_lower = self.find(depth - 1, after)
            lower = dict(zip(rows[is_lower].tolist(), after[is_lower].tolist(), strict=True))
            if len(lower) < len(ending_here):
                raise self._damaged(f"a board of layer {depth} has no neighbour in layer {depth - 1}")
            for row, key in lower.items():
                ending_here[row].append(key)
        return routes

    def _damaged(self, why: str) -> SlidefrontError:
        return self._error(f"{self.place} is damaged: {why}")

    def route(self, board: Board) -> Route:
        """Return a shortest route: to the goal if depths are distances to it, else from the start to the board."""
        (route,) = self.routes([board])
        if isinstance(route, BoardError):
            raise route
        return route

    def routes(self, boards: Iterable[Board]) -> list[Route | BoardError]:
        """Return a shortest route for each board, or an error if it is in no layer."""
        positions = [self.puzzle.position(plain(board)) for board in boards]
        route_keys, to_goal = self.route_keys([position.key for position in positions]), self.leads_to_goal

        def route_of(position: Position, keys: list[int]) -> Route | BoardError:
            if not keys:
                return BoardError(f"{position.text} is {self.absence}")
            return (
                Route.unchecked(position, keys)
                if to_goal
                else Route.unchecked(self.puzzle.position(keys[-1]), keys[::-1])
            )

        return [*map(route_of, positions, route_keys)]

    def to_pandas(self, depths: Depths = None, columns: Any = ("state", "depth")) -> "pandas.DataFrame":
        """Read one depth, several, or all as a pandas DataFrame; see docs/dataframes.md for the columns."""
        return slidefront.to_pandas(self, depths, columns)

    def to_polars(self, depths: Depths = None, columns: Any = ("state", "depth")) -> "polars.LazyFrame":
        """Open depths as a polars LazyFrame, which decodes only the columns that a query needs."""
        return slidefront.to_polars(self, depths, columns)

    def to_duckdb(
        self, depths: Depths = None, columns: Any = ("state", "depth"), connection: Any = None
    ) -> "duckdb.DuckDBPyRelation":
        """Read depths as a DuckDB relation, with the default connection or another one."""
        return slidefront.to_duckdb(self, depths, columns, connection)

    @property
    def absence(self) -> str:
        """The reason why a board is in no layer."""
        depth = self.last_depth
        if self.manifest.whole:
            return f"out of reach: not among all {self.board_count:,} boards, the deepest at depth {depth}"
        return f"not in {self.place}, which goes to depth {depth}: deeper, or out of reach"

    def to_dict(self) -> dict[str, Any]:
        """Return the facts about the space and its layers as plain data, which `expand --json` prints."""
        layers = [{name: getattr(layer, name) for name in _LAYER} for layer in self.layers]
        return {
            **summary_of(self.manifest),
            "total": self.manifest.total,
            "selection": self.manifest.selection.word,
            "path": None if self.path is None else str(self.path),
            "bytes": self.bytes,
            "layers": layers,
        }

    def __repr__(self) -> str:
        name = f"{self._kind.capitalize()} {self.manifest.puzzle}"
        return f"<{name} in {self.place}: {self.board_count:,} boards to depth {self.last_depth}>"


def draw_rows(total: int, count: int, seed: int) -> Numbers:
    """Draw `count` different numbers below `total` uniformly, or all if there are fewer; return them ascending."""
    if 2 * count > total:
        return np.delete(np.arange(total), draw_rows(total, max(total - count, 0), seed))
    random, rows = np.random.default_rng(seed), np.empty(0, np.int64)
    while rows.size < count:  # the first `count` different numbers of an endless sequence
        rows = np.unique(np.concatenate([rows, random.integers(total, size=count - rows.size)]))
    return rows
