"""Transfer puzzles: tile boards with a rigid hole, and graphs with one mover.

Both are written as one list of moves, which all carry tiles into the hole (`encoding`).
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from slidefront.puzzles.board_strings import BoardsInBulk
from slidefront.puzzles.capabilities import WorkingKeys
from slidefront.puzzles.core import Position, Puzzle
from slidefront.puzzles.drawing import Drawing
from slidefront.puzzles.labels import Labels
from slidefront.puzzles.ranking import Ranking
from slidefront.puzzles.transfer.capabilities import TileRows, TransferColumns, TransferKeys, TransferNotation
from slidefront.puzzles.transfer.description import describe
from slidefront.puzzles.transfer.drawing import drawing_of
from slidefront.puzzles.transfer.encoding import TransferEncoding
from slidefront.puzzles.transfer.frame import Frame
from slidefront.puzzles.transfer.group import HomeLoops
from slidefront.puzzles.transfer.position import start_position
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
        """Start a route at a board; tiles are written as they were typed."""
        return start_position(self, self, board)

    def drawing(self, key: int) -> Drawing:
        """Describe how a board looks."""
        return drawing_of(self.frame, self.labels, self.labels_of(key))

    def description(self) -> dict[str, Any]:
        """Describe the puzzle as plain data, for pages."""
        return describe(self)

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
    def _loops(self) -> HomeLoops:
        return HomeLoops(self.frame, self.home_cells)

    @property
    def theory(self) -> TransferTheory:
        """What parity and the group of the loops tell."""
        return TransferTheory(self, self._loops)

    @property
    def notation(self) -> TransferNotation:
        """Moves of tiles, or of the mover."""
        return TransferNotation(self)

    @property
    def bulk(self) -> BoardsInBulk | None:
        """Many boards at once."""
        return None if self.frame.is_wide else BoardsInBulk(self)

    @property
    def rows(self) -> TileRows | None:
        """Boards as rows of tiles; None for a graph."""
        return TileRows(self) if self.frame.is_grid else None

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
