"""Transfer puzzles: tile boards with a rigid hole, and graphs with one mover.

Both are written as one list of moves, which all carry tiles into the hole (`encoding`).

A drawing shows tiles on a grid, or labels on a graph, whose vertices get positions here: a puzzle file says which
vertices are joined, not where they lie. The layout tries to make the distance of two vertices on the paper the number
of edges between them: from a projection (multidimensional scaling), it moves one vertex after another to where its
distances fit best (stress majorization).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from itertools import groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys
from slidefront.errors import PuzzleError
from slidefront.keys.algebra import FEW
from slidefront.puzzles.board_text import rows_text
from slidefront.puzzles.capabilities import (
    BoardRows,
    Columns,
    Distance,
    Distances,
    Drawing,
    DrawnGraph,
    DrawnPiece,
    Marks,
    Move,
    Notation,
    PlaceColumn,
    WorkingKeys,
    WrongWordError,
)
from slidefront.puzzles.core import Position, Puzzle
from slidefront.puzzles.ranking import Ranking
from slidefront.puzzles.transfer import successors
from slidefront.puzzles.transfer.encoding import TransferEncoding
from slidefront.puzzles.transfer.frame import DIGITS, Frame, Labels
from slidefront.puzzles.transfer.theory import TransferTheory

WAYS = ("U", "D", "L", "R")
_VERTEX = re.compile(r"0|[1-9][0-9]{0,8}")


class TransferKeys(WorkingKeys):
    """Working keys in which a cell that follows from the others is left out."""

    def __init__(self, encoding: TransferEncoding) -> None:
        self._layout = encoding.tables.layout
        self.bits = encoding.tables.used_bits

    def pack(self, keys: Keys) -> Keys:
        """Make room for the used-move bits."""
        out = np.empty_like(keys)
        successors.pack(keys, out, self._layout)
        return out

    def unpack(self, work: Keys) -> Keys:
        """Drop the used-move bits."""
        out = np.empty_like(work)
        successors.unpack(work, out, self._layout)
        return out


class TransferNotation(Notation):
    """Tiles and their way, `5 6 7 L`; on a graph the mover and its vertex."""

    def __init__(self, encoding: TransferEncoding) -> None:
        self._of = encoding

    def read_move(self, words: Sequence[str]) -> tuple[str, str]:
        """Read tiles and their way, `5 6 7 L`; on a graph the mover and its vertex, `J 5`."""
        *names, way = words
        labels = self._of.labels
        is_grid = self._of.frame.is_grid
        for number, name in enumerate(names if is_grid else names[:1]):
            if not labels.label(name) if is_grid else labels.label(name) != 0:
                raise WrongWordError(
                    number, f"{name!r} is not {'a tile' if is_grid else 'the mover'} of {self._of.name}"
                )
        if is_grid and (not names or way not in WAYS):
            raise WrongWordError(len(words) - 1, "a tile and its way (U, D, L or R) are expected")
        if not is_grid and (len(words) != 2 or not _VERTEX.fullmatch(way)):
            raise WrongWordError(min(len(words) - 1, 1), "the mover and the number of its vertex are expected")
        return " ".join(self._of.names[labels.label(name) or 0] for name in names), way

    def join(self, moves: Sequence[Move]) -> list[Move]:
        """Join on tile boards the moves in one direction: `5 6 7 L`."""
        if not self._of.frame.is_grid:
            return list(moves)
        runs = [[*run] for _, run in groupby(moves, lambda move: move.way)]
        return [Move(" ".join(move.what for move in run), run[0].way, run[-1].key) for run in runs]

    def hole_cell(self, key: int) -> int | None:
        """Find the first cell of a board's hole, or the mover's vertex."""
        frame = self._of.frame
        if frame.cell_bits == 4:  # the hexadecimal digits are the board
            return f"{key:0{frame.cells}x}".index("0")
        return frame.labels_of(key).index(0)


class TransferColumns(Columns):
    """Columns with the cell, row or column of the hole or a tile; on a graph the vertex of a label."""

    def __init__(self, encoding: TransferEncoding) -> None:
        self._of = encoding

    def places(self, keys: Keys) -> Cells:
        """Return the first cell of each label."""
        return self._of.places(keys)

    def column(self, name: str) -> PlaceColumn:
        """Find a column: the cell, row or column of the hole or a tile; on a graph the vertex of a label."""
        cells = np.arange(self._of.frame.cells, dtype=np.int16)
        kind, _, tile = ("at", "", "hole") if name == "hole" else name.partition("_")
        numbers = {"at": cells, "row": cells // self._of.frame.columns, "column": cells % self._of.frame.columns}.get(
            kind
        )
        if numbers is None or not tile:
            raise PuzzleError(f"{self._of.name} has no column {name!r}: {self._column_names}")
        of_hole = tile == "hole" and tile not in self._of.names
        label = 0 if of_hole else self._of.labels.label(tile)
        if label is None or (label == 0 and self._of.frame.is_grid and not of_hole):
            raise PuzzleError(f"{self._of.name} has no tile {tile!r}: {self._column_names}")
        if kind != "at" and not self._of.frame.is_grid:
            raise PuzzleError(f"{self._of.name} is a graph, without rows and columns: use at_{tile}, the vertex")
        if not of_hole and self._of.home_cells.count(label) > 1:
            board = self._of.format(self._of.home)
            raise PuzzleError(f"several tiles of {self._of.name} are named {tile!r}, so none has a column: {board}")
        return PlaceColumn(label, numbers.astype(np.int16))

    @property
    def _column_names(self) -> str:
        ways, thing = ("at_, row_ or column_", "tile") if self._of.frame.is_grid else ("at_", "label")
        more = "manhattan, bound" if self._of.frame.is_grid else "bound"
        example = f"such as at_{self._of.names[-1]}"
        return f"it has state, depth, board, marked, hole, {more}, and {ways} with the name of a {thing}, {example}"

    def manhattan(self, goal: int) -> Distance | None:
        """Add up the distances of tiles, in rows and columns; of equal tiles, each counts to the nearest cell."""
        frame = self._of.frame
        if not frame.is_grid:
            return None
        rows, columns = np.divmod(np.arange(frame.cells), frame.columns)
        apart = abs(rows[:, None] - rows) + abs(columns[:, None] - columns)
        wanted = frame.labels(np.array([goal], np.uint64))[0]
        table = np.zeros((frame.cells, 16), np.int16)
        for label in {*wanted.tolist()} - {0}:
            table[:, label] = apart[:, wanted == label].min(axis=1)

        def distances(keys: Keys) -> Distances:
            labels = frame.labels(keys)
            found = np.zeros(keys.size, np.int16)
            for cell in range(frame.cells):
                found += table[cell].take(labels[:, cell])
            return found

        return distances


def tile_rows(of: TransferEncoding) -> BoardRows:
    """Give boards of tiles as rows of names: numbered tiles in decimals, with 0 for the hole."""
    numbers = {"_": "0"} | {name: str(number) for number, name in enumerate(DIGITS)}
    in_decimals = all(name in numbers for name in of.names)
    names = [numbers[name] if in_decimals else name for name in of.names]

    def rows(key: int) -> tuple[tuple[str, ...], ...]:
        cells, columns = [names[label] for label in of.frame.labels_of(key)], of.frame.columns
        return tuple(tuple(cells[start : start + columns]) for start in range(0, len(cells), columns))

    return BoardRows(rows, apart=True)


class TransferPuzzle(TransferEncoding, Puzzle):
    """A puzzle whose moves all carry tiles into the hole."""

    frame: Frame

    def __init__(self, name: str, text: str, frame: Frame, labels: Labels, home: Sequence[int]) -> None:
        super().__init__(name, frame, labels, home)
        self.kind = frame.kind
        self.text = text
        self.title = name
        self.notation = TransferNotation(self)
        self.columns = TransferColumns(self)
        if frame.is_grid:
            self.rows = tile_rows(self)
            self.ordered = {"first": self._in_order(0), "last": self._in_order(-1)}

    def identity(self) -> Mapping[str, Any]:
        """Return the shape, the moves, the tiles, home and goal: everything that layers and marks depend on."""
        return {
            "kind": self.kind,
            "rows": self.frame.rows,
            "columns": self.frame.columns,
            "holes": [list(hole) for hole in self.frame.holes],
            "moves": [[move.start, move.end, [list(pair) for pair in move.carries]] for move in self.frame.moves],
            "labels": list(self.labels.names),
            "home": f"{self.home:x}",
            "goal": None if self.goal.key is None else f"{self.goal.key:x}",
        }

    def facts(self) -> dict[str, str]:
        """Describe the puzzle for people."""
        frame, is_grid = self.frame, self.frame.is_grid
        ways = "the way the tiles go: U D L R" if is_grid else "the vertex that the mover goes to"
        goal = "none" if self.goal.key is None else self.format(self.goal.key)
        if self.goal.key is not None and not self.theory.reaches(self.goal.key):
            impossible = self.theory.reaches(self.goal.key) is False
            goal += ", which cannot be reached from home" if impossible else ", which may or may not be reachable"
        return {
            "kind": f"tiles, {frame.rows} x {frame.columns} cells" if is_grid else f"graph of {frame.cells} vertices",
            "home": self.format(self.home),
            "goal": goal,
            "key": f"{self.key_bits} bits: {frame.cell_bits} a cell, cell 0 highest; home is "
            f"0x{self.home:0{-(-self.key_bits // 4)}x}",
            "labels": " ".join(f"{name}={label}" for label, name in enumerate(self.labels.names)),
            "moves": f"at most {self.most_successors} from a board, named by {ways}",
        }

    @property
    def marks(self) -> Marks:
        """The boards with the hole, or the mover, in its home cells."""
        return Marks.HOLE_HOME if self.frame.is_grid else Marks.MOVER_HOME

    def parse(self, text: str) -> int:
        """Parse one board, in rows or as a list."""
        return self.frame.key_of(self.read(text)[0])

    def read_many(self, texts: Sequence[str]) -> list[int | None]:
        """Read many boards; the tiles of those that are written plainly are checked in bulk."""
        if self.frame.is_wide:
            return super().read_many(texts)
        found = [*map(self.read_plain, texts)]
        good = self.are_boards(np.array([key or 0 for key in found], np.uint64)).tolist()
        for place, key in enumerate(found):
            if key is None or not good[place]:
                (found[place],) = super().read_many(texts[place : place + 1])
        return found

    def successors(self, key: int) -> list[Move]:
        """List the moves of a board: the tiles and their way on tile boards, the mover and its vertex on graphs."""
        board = self.labels_of(key)
        found = []
        for move in self.frame.moves_at(self.frame.anchor_of(board)):
            moved = [board[cell] for cell, _ in move.carries] if self.frame.is_grid else [0]
            names = " ".join(self.labels.names[label] for label in moved)
            found.append(Move(names, move.name, self.frame.key_of(move.apply(board))))
        return found

    def position(self, board: str | int) -> Position:
        """Start a route at a board; tiles are decimal if the board, or the puzzle, was typed with decimals."""
        key, decimal = board, self.decimal
        if isinstance(board, str):
            labels, decimal = self.read(board)
            key = self.frame.key_of(labels)
        return (DecimalPosition if decimal else Position)(self, self.key(key))

    def neighbours(self, keys: Keys) -> Keys:
        """Make all moves of some boards: of few, with numpy alone, because loading kernels takes longer."""
        return self.edges(keys)[1] if keys.size * self.most_successors <= FEW else super().neighbours(keys)

    def drawing(self, key: int) -> Drawing:
        """Describe how a board looks."""
        return drawing_of(self.frame, self.labels, self.labels_of(key))

    def description(self) -> dict[str, Any]:
        """Describe the puzzle as plain data: where the hole can be, and what each move carries."""
        frame = self.frame
        return {
            "family": "transfer",
            "kind": frame.kind,
            "metric": self.metric,
            "rows": frame.rows,
            "columns": frame.columns,
            "names": list(self.labels.names),
            "numbered": self.labels.numbered,
            "short": self.labels.short,
            "cellBits": frame.cell_bits,
            "holes": [list(hole) for hole in frame.holes],
            "moves": [[one.start, one.end, one.name, [list(pair) for pair in one.carries]] for one in frame.moves],
            "home": frame.labels_of(self.home),
            "goal": None if self.goal.key is None else frame.labels_of(self.goal.key),
            "positions": None if frame.is_grid else self._vertices(),
        }

    def _vertices(self) -> list[list[float]]:
        """Give the vertices of a graph the places that they have in pictures, scaled to 0..1."""
        points = layout(self.frame.cells, edges_of(self.frame))
        largest = max(max(point) for point in points) or 1.0
        return [[round(x / largest, 3), round(y / largest, 3)] for x, y in points]

    def ranking(self) -> Ranking | None:
        """Rank the boards by the place of the hole and the group of its loops; list them if tiles are equal."""
        from slidefront.puzzles.listed_ranks import ListedRanking
        from slidefront.puzzles.transfer.ranks import make_ranking

        return make_ranking(self) or ListedRanking(self)

    @cached_property
    def working(self) -> WorkingKeys:
        """Keys with bits for the moves that are not made."""
        return WorkingKeys() if self.frame.is_wide else TransferKeys(self)

    @cached_property
    def theory(self) -> TransferTheory:
        """What the group of the loops tells."""
        return TransferTheory(self)

    def _in_order(self, anchor: int) -> int:
        tiles = iter(sorted(label for label in self.home_cells if label))
        corner = self.frame.holes[anchor]
        return self.frame.key_of([0 if cell in corner else next(tiles) for cell in range(self.frame.cells)])


class DecimalPosition(Position):
    """A board on a route, its tiles in decimals."""

    puzzle: TransferPuzzle

    @property
    def text(self) -> str:
        """The board in rows, its tiles in decimals."""
        cells, columns = [self._decimal(name) for name in self.puzzle.format(self.key)], self.puzzle.frame.columns
        return rows_text([cells[start : start + columns] for start in range(0, len(cells), columns)], apart=True)

    def drawing(self) -> Drawing:
        """Describe how the board looks."""
        found = self.puzzle.drawing(self.key)
        return replace(found, pieces=tuple(replace(one, name=self._decimal(one.name)) for one in found.pieces))

    def _following(self, key: int | None = None) -> Iterator[Position]:  # noqa: ARG002
        for move in self.puzzle.successors(self.key):
            what = " ".join(self._decimal(name) for name in move.what.split())
            yield DecimalPosition(self.puzzle, move.key, Move(what, move.way, move.key))

    def play(self, what: str, way: str) -> Iterator[Position]:
        """Make a move as it is written, its tiles in decimals or as the puzzle names them."""
        return super().play(" ".join(self._decimal(name) for name in what.split()), way)

    def _decimal(self, name: str) -> str:
        label = self.puzzle.labels.label(name)
        return name if not label else str(label)


_Points = npt.NDArray[np.float64]
_Edges = tuple[tuple[int, int], ...]
_ROUNDS = 80
_NEAREST = 0.95


def drawing_of(frame: Frame, labels: Labels, board: Sequence[int]) -> Drawing:
    """Describe a board, given as the label in each cell."""
    pieces = tuple(
        DrawnPiece(
            labels.names[label],
            str(label) if labels.numbered and label else labels.names[label],
            frozenset({divmod(cell, frame.columns)}),
        )
        for cell, label in enumerate(board)
        if label or not frame.is_grid
    )
    if frame.is_grid:
        return Drawing(frame.rows, frame.columns, pieces)
    edges = edges_of(frame)
    return Drawing(1, frame.cells, pieces, graph=DrawnGraph(layout(frame.cells, edges), edges, labels.names[0]))


def edges_of(frame: Frame) -> _Edges:
    """List the edges of a graph, each once."""
    return tuple(sorted({(min(move.start, move.end), max(move.start, move.end)) for move in frame.moves}))


@cache
def layout(vertices: int, edges: _Edges) -> tuple[tuple[float, float], ...]:
    """Place the vertices of a graph; the same graph always gets the same layout."""
    if vertices == 1:
        return ((0.0, 0.0),)
    apart = _distances(vertices, edges)
    points = _turned(_relax(_projected(apart), apart))
    return tuple((round(float(x), 3), round(float(y), 3)) for x, y in points)


def _distances(vertices: int, edges: _Edges) -> _Points:
    """Count the edges between all vertices; parts that are not joined lie a little farther apart."""
    apart = np.full((vertices, vertices), np.inf)
    np.fill_diagonal(apart, 0)
    for one, other in edges:
        apart[one, other] = apart[other, one] = 1
    for via in range(vertices):
        apart = np.minimum(apart, apart[:, via, None] + apart[None, via, :])
    longest = apart[np.isfinite(apart)].max()
    return np.where(np.isfinite(apart), apart, longest + 1)


def _projected(apart: _Points) -> _Points:
    """Place vertices where their distances fit best in a space of more dimensions, seen from its longest sides.

    A little noise separates vertices that would fall on one point.
    """
    centre = np.eye(len(apart)) - 1 / len(apart)
    lengths, sides = np.linalg.eigh(-centre @ apart**2 @ centre / 2)
    seen = sides[:, -2:] * np.sqrt(np.maximum(lengths[-2:], 0))
    return np.asarray(seen + np.random.default_rng(0).normal(0, 0.01, seen.shape))


def _relax(points: _Points, apart: _Points) -> _Points:
    """Move each vertex, in turn, to where its distances to the others fit best."""
    weight = 1 / np.where(apart > 0, apart, 1) ** 2
    np.fill_diagonal(weight, 0)
    for _ in range(_ROUNDS):
        for vertex in range(len(points)):
            away = points[vertex] - points
            length = np.maximum(np.hypot(*away.T), 1e-6)
            wished = points + away * (apart[vertex] / length)[:, None]
            points[vertex] = (weight[vertex, :, None] * wished).sum(axis=0) / weight[vertex].sum()
    return points


def _turned(points: _Points) -> _Points:
    """Turn a layout so that its long side lies flat and vertex 0 is at the left, above; put its corner at (0, 0)."""
    points = points - points.mean(axis=0)
    if len(points) > 2:
        _, axes = np.linalg.eigh(points.T @ points)
        points = points @ axes[:, ::-1]
    points = points * np.where(points[0] > 0, -1, 1)
    length = _lengths(points)
    np.fill_diagonal(length, np.inf)
    return np.asarray((points - points.min(axis=0)) * max(1.0, _NEAREST / length.min()))


def _lengths(points: _Points) -> _Points:
    """Find how far all vertices are from each other on the paper."""
    return np.asarray(np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1)))
