"""Transfer puzzles: tile boards with a rigid hole, and graphs with one mover.

Both are written as one list of moves, which all carry tiles into the hole (`encoding`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from slidefront.puzzles.capabilities import BoardRows, WorkingKeys
from slidefront.puzzles.core import Position, Puzzle
from slidefront.puzzles.drawing import Drawing
from slidefront.puzzles.labels import Labels
from slidefront.puzzles.ranking import Ranking
from slidefront.puzzles.transfer.capabilities import TransferColumns, TransferKeys, TransferNotation, tile_rows
from slidefront.puzzles.transfer.drawing import drawing_of, edges_of, layout
from slidefront.puzzles.transfer.encoding import TransferEncoding
from slidefront.puzzles.transfer.frame import Frame
from slidefront.puzzles.transfer.theory import TransferTheory
from slidefront.puzzles.transfer.written_boards import read_written_board
from slidefront.puzzles.values import Marks, Move


class TransferPuzzle(TransferEncoding, Puzzle):
    """A puzzle whose moves all carry tiles into the hole."""

    frame: Frame

    def __init__(self, name: str, text: str, frame: Frame, labels: Labels, home: Sequence[int]) -> None:
        super().__init__(name, frame, labels, home)
        self.kind = frame.kind
        self.text = text
        self.title = name

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
        cell, shape, digits = (
            self.frame.cell_bits,
            f"tiles, {self.frame.rows} x {self.frame.columns} cells",
            -(-self.key_bits // 4),
        )
        ways = "the way the tiles go: U D L R" if self.frame.is_grid else "the vertex that the mover goes to"
        goal = "none" if self.goal.key is None else self.format(self.goal.key)
        if self.goal.key is not None and not self.theory.reaches(self.goal.key):
            impossible = self.theory.reaches(self.goal.key) is False
            goal += ", which cannot be reached from home" if impossible else ", which may or may not be reachable"
        return {
            "kind": shape if self.frame.is_grid else f"graph of {self.frame.cells} vertices",
            "home": self.format(self.home),
            "goal": goal,
            "key": f"{self.key_bits} bits: {cell} a cell, cell 0 highest; home is 0x{self.home:0{digits}x}",
            "labels": " ".join(f"{name}={label}" for label, name in enumerate(self.labels.names)),
            "moves": f"at most {self.most_successors} from a board, named by {ways}",
        }

    @property
    def marks(self) -> Marks:
        """The boards with the hole, or the mover, in its home cells."""
        return Marks.HOLE_HOME if self.frame.is_grid else Marks.MOVER_HOME

    def parse(self, text: str) -> int:
        """Parse one board in any pasted form, and check that it belongs to this puzzle."""
        return self.frame.key_of(read_written_board(self, text).labels)

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
        key, decimal, how = board, self.decimal, ""
        if isinstance(board, str):
            written = read_written_board(self, board)
            key, decimal, how = self.frame.key_of(written.labels), written.decimal, written.how
        position = DecimalPosition if decimal and self.labels.numbered else Position
        found = position(self, self.key(key))
        found.how = how
        return found

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

        return make_ranking(self) or ListedRanking(self, self.count_moves)

    @cached_property
    def working(self) -> WorkingKeys:
        """Keys with bits for the moves that are not made."""
        return WorkingKeys() if self.frame.is_wide else TransferKeys(self)

    @cached_property
    def theory(self) -> TransferTheory:
        """What the group of the loops tells."""
        return TransferTheory(self)

    @property
    def notation(self) -> TransferNotation:
        """Moves of tiles, or of the mover."""
        return TransferNotation(self)

    @property
    def rows(self) -> BoardRows | None:
        """Boards as rows of tiles; None for a graph."""
        return tile_rows(self) if self.frame.is_grid else None

    @property
    def columns(self) -> TransferColumns:
        """Columns with the place of a tile."""
        return TransferColumns(self)

    @property
    def ordered(self) -> Mapping[str, int]:
        """The boards whose tiles are in order, with the hole in the first or in the last corner."""
        return {"first": self._in_order(0), "last": self._in_order(-1)} if self.frame.is_grid else {}

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
        return "/".join(" ".join(cells[start : start + columns]) for start in range(0, len(cells), columns))

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
