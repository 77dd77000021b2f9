"""Transfer puzzles: cells hold labels, a hole sits at an anchor, a move carries tiles from some cells to others.

Tile boards with a rigid hole and graphs with one mover are both written as one list of `Transfer`s. A transfer is
allowed at one anchor and carries its tiles, all by the same distance, into cells of the hole; the cells they leave are
the hole's new ones. The key has 4 bits a cell, cell 0 highest, the hole 0: in hex digits it *is* the board.

    1 2 3          key of 12345678_ = 0x123456780
    4 5 6          hole at cell 8
    7 8 _          move D: the 6 (cell 5) goes to cell 8, key ^ (6 << 12) | (6 << 0)
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys
from slidefront.errors import BoardError
from slidefront.puzzles.core import Move, Puzzle, Size
from slidefront.puzzles.lettering import Lettering
from slidefront.puzzles.ranking import Ranking
from slidefront.puzzles.read.board_text import Labels, read_board
from slidefront.puzzles.transfer import kernels
from slidefront.puzzles.transfer.frame import Frame, Transfer
from slidefront.puzzles.transfer.group import Loops, makes_all_even, parity_of, signs


class TransferPuzzle(Puzzle):
    """A puzzle whose moves all carry tiles into the hole."""

    metric = "step"

    def __init__(self, name: str, text: str, frame: Frame, labels: Labels, home: Sequence[int]) -> None:
        self.name = name
        self.text = text
        self.kind = frame.kind
        self.frame = frame
        self.labels = labels
        self.mark = "mover at home" if frame.kind == "graph" else "hole at home"
        self.key_bits = 4 * frame.cells
        self._home_cells = tuple(home)
        self.home = self._key(home)
        self.goal: int | None = self.home
        self.most_successors = max((len(frame.moves_at(anchor)) for anchor in range(len(frame.holes))), default=0)
        self.title = name
        self.about = ""
        self._build_tables()

    def _build_tables(self) -> None:
        cells, moves = self.frame.cells, self.frame.moves
        spare = 4 * -(-self.most_successors // 4)
        fold = 4 * cells + spare > 64
        if 4 * (cells - fold) + spare > 64:
            spare, fold = 0, False
        self.used_bits = spare
        shift = spare - 4 * fold
        shifts = [shift + 4 * (cells - 1 - cell) for cell in range(cells)]
        low = (1 << spare) - 1
        filled = sum(15 << place for place in shifts)
        total = 0
        for label in self._home_cells:
            total ^= label
        self._layout = np.array([low, ~filled & (1 << 64) - 1, total, fold, shift], np.uint64)
        self._anchor_at = np.zeros(64, np.uint8)
        for anchor, hole in enumerate(self.frame.holes):
            bit = 8 << shifts[hole[-1]]
            self._anchor_at[(bit * int(kernels.DEBRUIJN) & (1 << 64) - 1) >> 58] = anchor
        starts = [move.start for move in moves]
        self._first = np.searchsorted(starts, np.arange(len(self.frame.holes) + 1)).astype(np.uint64)
        self._moves = np.zeros((len(moves), 5), np.uint64)
        for index, move in enumerate(moves):
            source = sum(15 << shifts[cell] for cell, _ in move.carries)
            (by,) = {shifts[to] - shifts[cell] for cell, to in move.carries}
            own, back = self._used_bits(move) if spare else (0, 0)
            self._moves[index] = own, back, source, max(by, 0), max(-by, 0)
        self._home_mask = np.uint64(sum(15 << 4 * (cells - 1 - cell) for cell in self._hole_at_home))

    @property
    def _hole_at_home(self) -> tuple[int, ...]:
        return tuple(cell for cell, label in enumerate(self._home_cells) if label == 0)

    def _used_bits(self, move: Transfer) -> tuple[int, int]:
        """Return the bit of a move among those of its anchor, and the bit that its inverse has at the other."""
        own = [other.end for other in self.frame.moves_at(move.start)].index(move.end)
        back = [other.end for other in self.frame.moves_at(move.end)].index(move.start)
        return 1 << own, 1 << back

    def _key(self, board: Sequence[int]) -> int:
        key = 0
        for label in board:
            key = key << 4 | label
        return key

    def identity(self) -> Mapping[str, Any]:
        """Give the shape, the moves and the tiles: what the layers depend on."""
        return {
            "kind": self.kind,
            "rows": self.frame.rows,
            "columns": self.frame.columns,
            "holes": [list(hole) for hole in self.frame.holes],
            "moves": [[move.start, move.end, [list(pair) for pair in move.carries]] for move in self.frame.moves],
            "labels": list(self.labels.names),
            "tiles": "".join(f"{label:x}" for label in sorted(self._home_cells)),
        }

    def facts(self) -> dict[str, str]:
        """Say what the puzzle is."""
        cells, shape = self.frame.cells, f"tiles, {self.frame.rows} x {self.frame.columns} cells"
        ways = "the vertex that the mover goes to" if self.kind == "graph" else "the way the tiles go: U D L R"
        goal = "none" if self.goal is None else self.format(self.goal)
        if self.goal is not None and not self.reaches(self.goal):
            impossible = self.reaches(self.goal) is False
            goal += ", which cannot be reached from home" if impossible else ", which may or may not be reachable"
        return {
            "kind": f"graph of {cells} vertices" if self.kind == "graph" else shape,
            "home": self.format(self.home),
            "goal": goal,
            "key": f"{self.key_bits} bits: 4 a cell, cell 0 highest; home is 0x{self.home:0{cells}x}",
            "labels": " ".join(f"{name}={label}" for label, name in enumerate(self.labels.names)),
            "moves": f"at most {self.most_successors} from a board, named by {ways}",
        }

    def expand(self, work: Keys, out: Keys) -> int:
        """Make every move that is not used."""
        return kernels.expand(work, out, self._anchor_at, self._first, self._moves, self._layout)

    def pack(self, keys: Keys) -> Keys:
        """Make room for the used-move bits."""
        out = np.empty_like(keys)
        kernels.pack(keys, out, self._layout)
        return out

    def unpack(self, work: Keys) -> Keys:
        """Drop the used-move bits."""
        out = np.empty_like(work)
        kernels.unpack(work, out, self._layout)
        return out

    def anchors(self, keys: Keys) -> Cells:
        """Find the anchor of each board's hole."""
        out = np.empty(keys.size, np.uint8)
        kernels.anchors(keys, out, self._anchor_at, self._layout)
        return out

    def _anchor(self, board: Sequence[int]) -> int:
        return self.frame.holes.index(tuple(cell for cell, label in enumerate(board) if label == 0))

    def hole_cell(self, key: int) -> int:
        """Find the first cell of a board's hole, or the mover's vertex."""
        return f"{key:0{self.frame.cells}x}".index("0")

    @property
    def bipartite(self) -> bool:
        """Whether every move changes sides."""
        return self.frame.sides is not None

    def parity(self, keys: Keys) -> npt.NDArray[np.int8] | None:
        """Give each board the colour of its hole's anchor."""
        return None if self.frame.sides is None else self.frame.sides[self.anchors(keys)]

    def count_marked(self, keys: Keys) -> int:
        """Count the boards with the hole, or the mover, in its home cells."""
        return kernels.count_clear(keys, self._home_mask)

    def marked(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Tell of each board whether its hole, or mover, is at home."""
        return np.asarray((keys & self._home_mask) == 0)

    def parse(self, text: str) -> int:
        """Read one board and check that it is one of this puzzle."""
        tokens = read_board(text, self.frame.rows, self.frame.columns)
        board: list[int] = []
        for token in tokens:
            label = self.labels.read(token)
            if label is None:
                known = " ".join(self.labels.names)
                raise BoardError(f"{token!r} is no label of {self.name}: its labels are {known}")
            board.append(label)
        self._check(board)
        return self._key(board)

    def _check(self, board: Sequence[int]) -> None:
        names = self.labels.names
        for label, name in enumerate(names):
            found, wanted = board.count(label), self._home_cells.count(label)
            if found != wanted:
                what = "the mover" if self.kind == "graph" else "the hole"
                what = f"{what} {name!r}" if label == 0 else f"{name!r}"
                raise BoardError(
                    f"the board {self._text(board)} has {what} {_times(found)}; {self.name} has it {_times(wanted)}"
                )
        hole = tuple(cell for cell, label in enumerate(board) if label == 0)
        if hole not in self.frame.holes:
            raise BoardError(f"the hole of the board {self._text(board)} has not the shape that {self.name} gives it")

    def _text(self, board: Sequence[int]) -> str:
        return ("" if self.labels.short else " ").join(self.labels.names[label] for label in board)

    def format(self, key: int) -> str:
        """Write a board flat, such as 123456789abcde__."""
        return self._text(self._board(key))

    def _board(self, key: int) -> list[int]:
        return [key >> 4 * (self.frame.cells - 1 - cell) & 15 for cell in range(self.frame.cells)]

    def cells(self, keys: Keys) -> Cells:
        """Decode keys, one row of labels each: their nibbles, the highest first."""
        octets = keys.astype(">u8").view(np.uint8).reshape(-1, 8)
        nibbles = np.empty((keys.size, 16), np.uint8)
        nibbles[:, 0::2] = octets >> 4
        nibbles[:, 1::2] = octets & 15
        return np.ascontiguousarray(nibbles[:, 16 - self.frame.cells :])

    def encode(self, cells: Cells) -> Keys:
        """Encode rows of labels."""
        out = np.empty(len(cells), np.uint64)
        kernels.encode(np.ascontiguousarray(cells, np.uint8), out)
        return out

    def places(self, keys: Keys) -> Cells:
        """Find where each label stands, the first cell if it stands on several: a row a label, a column a board."""
        out = np.zeros((keys.size, 16), np.uint8)
        kernels.places(keys, out, self.frame.cells)
        return out.T

    @cached_property
    def _lettering(self) -> Lettering:
        after = ["" if self.labels.short else " "] * (self.frame.cells - 1)
        return Lettering(dict(enumerate(self.labels.names)), [*after, ""], np.array(self._home_cells, np.uint8))

    def utf8(self, keys: Keys) -> Cells:
        """Write keys as `format` does, in rows of bytes."""
        return self._lettering.rows(self.cells(keys))

    def strings(self, keys: Keys) -> npt.NDArray[np.str_]:
        """Write keys as `format` does, in one array of strings."""
        return self._lettering.strings(self.cells(keys))

    @cached_property
    def _loops(self) -> Loops:
        return Loops(self.frame, self._home_cells)

    def size(self) -> Size | None:
        """Count the boards reachable from home by the group of its loops."""
        return self._loops.size()

    def reaches(self, key: int) -> bool | None:
        """Tell from the group whether a board can be reached from home."""
        return self._loops.reaches(self._board(key))

    def reaches_all(self, keys: Keys) -> npt.NDArray[np.int8]:
        """Tell it of many boards, a million in some seconds."""
        return self._loops.reaches_all(self.cells(keys))

    def apart(self, one: int, other: int) -> str:
        """Ask the group; of most boards that cannot be solved the parity tells it in plainer words."""
        if self._odd(one, other):
            return "the goal is an odd permutation of the start, and moves make only even ones"
        if self.connects(one, other) is False:
            return "the goal is not among the boards that the group of the hole's loops makes of the start"
        return ""

    def _odd(self, one: int, other: int) -> bool:
        """Tell whether parity holds two boards apart."""
        boards = [self._board(key) for key in (one, other)]
        of_anchors = signs(self.frame)
        orders = [[label for label in board if label] for board in boards]
        if of_anchors is None or len(set(orders[0])) < len(orders[0]):
            return False
        before, after = (
            parity_of(order) ^ of_anchors[self._anchor(board)] for order, board in zip(orders, boards, strict=True)
        )
        return before != after

    def connects(self, one: int, other: int) -> bool | None:
        """Tell whether moves lead from one board to another: by a theorem, or else by the group of the loops at one."""
        if makes_all_even(self.frame):
            return not self._odd(one, other)
        return Loops(self.frame, self._board(one)).reaches(self._board(other))

    @property
    def home_cells(self) -> tuple[int, ...]:
        """The label of each cell at home."""
        return self._home_cells

    def ranking(self) -> Ranking | None:
        """Rank the boards by the hole's place and the group of its loops; None where tiles are equal."""
        from slidefront.puzzles.transfer.ranks import make_ranking

        return make_ranking(self)

    def successors(self, key: int) -> list[Move]:
        """List the moves of a board: the tiles and their way on tile boards, the mover and its vertex on graphs."""
        board = self._board(key)
        found = []
        for move in self.frame.moves_at(self._anchor(board)):
            after = list(board)
            for cell, _ in move.carries:
                after[cell] = 0
            for cell, to in move.carries:
                after[to] = board[cell]
            moved = [0] if self.kind == "graph" else [board[cell] for cell, _ in move.carries]
            found.append(Move(" ".join(self.labels.names[label] for label in moved), move.name, self._key(after)))
        return found


def _times(count: int) -> str:
    return {0: "nowhere", 1: "once", 2: "twice"}.get(count, f"{count} times")
