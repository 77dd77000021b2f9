"""Transfer puzzles: cells hold labels, a hole sits at an anchor, a move carries tiles from some cells to others.

Tile boards with a rigid hole and graphs with one mover are both written as one list of `Transfer`s. A transfer is
allowed at one anchor and carries its tiles, all by the same distance, into cells of the hole; the cells they leave are
the hole's new ones. The key has 4 bits a cell, cell 0 highest, the hole 0: in hex digits it *is* the board. Keys of
more than 16 cells are wide (`frame`): no kernel takes them.

    1 2 3          key of 12345678_ = 0x123456780
    4 5 6          hole at cell 8
    7 8 _          move D: the 6 (cell 5) goes to cell 8, key ^ (6 << 12) | (6 << 0)
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import groupby
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys
from slidefront.errors import BoardError
from slidefront.puzzles.board_strings import BoardStrings
from slidefront.puzzles.core import Goal, Marks, Move, Puzzle, Size
from slidefront.puzzles.drawing import Drawing
from slidefront.puzzles.labels import Labels
from slidefront.puzzles.listed import Pasted, as_text, plain
from slidefront.puzzles.position import Position
from slidefront.puzzles.ranking import Ranking
from slidefront.puzzles.transfer import kernels, naming
from slidefront.puzzles.transfer.description import describe
from slidefront.puzzles.transfer.drawing import drawing_of
from slidefront.puzzles.transfer.frame import Frame
from slidefront.puzzles.transfer.group import Loops, makes_all_even, parity_of, signs
from slidefront.puzzles.transfer.tables import Tables, build_tables
from slidefront.puzzles.transfer.written_boards import read_written_board, start_position


class TransferPuzzle(Puzzle):
    """A puzzle whose moves all carry tiles into the hole."""

    frame: Frame
    decimal = False
    """Whether home was pasted with tiles in decimals, so that routes are written so."""

    def __init__(self, name: str, text: str, frame: Frame, labels: Labels, home: Sequence[int]) -> None:
        self.name = name
        self.text = text
        self.kind = frame.kind
        self.frame = frame
        self.metric = frame.metric
        self.labels = labels
        self.names = labels.names
        self.key_bits = frame.cells * frame.cell_bits
        self.home_cells = tuple(home)
        """The label of each cell at home."""
        self.home = frame.key_of(home)
        self.goal = Goal(self.home)
        self.most_successors = max((len(frame.moves_at(anchor)) for anchor in range(len(frame.holes))), default=0)
        self.title = name
        self.used_bits = 0 if frame.is_wide else self._tables.used_bits

    @cached_property
    def _tables(self) -> Tables:
        self.check_key_bits()
        return build_tables(self.frame, self.home_cells)

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
        if self.goal.key is not None and not self.reaches(self.goal.key):
            impossible = self.reaches(self.goal.key) is False
            goal += ", which cannot be reached from home" if impossible else ", which may or may not be reachable"
        return {
            "kind": shape if self.frame.is_grid else f"graph of {self.frame.cells} vertices",
            "home": self.format(self.home),
            "goal": goal,
            "key": f"{self.key_bits} bits: {cell} a cell, cell 0 highest; home is 0x{self.home:0{digits}x}",
            "labels": " ".join(f"{name}={label}" for label, name in enumerate(self.labels.names)),
            "moves": f"at most {self.most_successors} from a board, named by {ways}",
        }

    def expand(self, work: Keys, out: Keys) -> int:
        """Make every move that is not used."""
        tables = self._tables
        return kernels.expand(work, out, tables.anchor_at, tables.first, tables.moves, tables.layout)

    def pack(self, keys: Keys) -> Keys:
        """Make room for the used-move bits."""
        out = np.empty_like(keys)
        kernels.pack(keys, out, self._tables.layout)
        return out

    def unpack(self, work: Keys) -> Keys:
        """Drop the used-move bits."""
        out = np.empty_like(work)
        kernels.unpack(work, out, self._tables.layout)
        return out

    def anchors(self, keys: Keys) -> Cells:
        """Find the anchor of each board's hole."""
        if self.frame.is_wide:
            return np.array([self.frame.anchor(key) for key in keys.tolist()], np.uint8)
        out = np.empty(keys.size, np.uint8)
        kernels.anchors(keys, out, self._tables.anchor_at, self._tables.layout)
        return out

    def hole_cell(self, key: int) -> int | None:
        """Find the first cell of a board's hole, or the mover's vertex."""
        return self._labels_of(key).index(0)

    @property
    def bipartite(self) -> bool:
        """Whether every move changes sides."""
        return self.frame.sides is not None

    def parity(self, keys: Keys) -> npt.NDArray[np.int8] | None:
        """Return the colour of the anchor of each board's hole."""
        return None if self.frame.sides is None else self.frame.sides[self.anchors(keys)]

    @property
    def marks(self) -> Marks:
        """The boards with the hole, or the mover, in its home cells."""
        return Marks.HOLE_HOME if self.frame.is_grid else Marks.MOVER_HOME

    def count_marked(self, keys: Keys) -> int:
        """Count the boards with the hole, or the mover, in its home cells."""
        self.check_key_bits()
        return kernels.count_clear(keys, np.uint64(self._home_mask))

    def marked(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Test whether the hole, or the mover, of each board is at home."""
        return np.asarray((keys & self._home_mask) == 0)

    @cached_property
    def _home_mask(self) -> int:
        full = (1 << self.frame.cell_bits) - 1
        return self.frame.key_of(full if label == 0 else 0 for label in self.home_cells)

    def parse(self, text: str | Pasted) -> int:
        """Parse one board in any pasted form, and check that it belongs to this puzzle."""
        return self.frame.key_of(read_written_board(self, as_text(text)).labels)

    def how_read(self, text: str | Pasted) -> str:
        """Say how a board is understood; empty for the plain forms."""
        return read_written_board(self, as_text(text)).how

    def check(self, board: Sequence[int]) -> None:
        """Refuse labels that are not those of this puzzle, or a hole of another shape."""
        names = self.labels.names
        for label, name in enumerate(names):
            found, wanted = board.count(label), self.home_cells.count(label)
            if found != wanted:
                what = "the hole" if self.frame.is_grid else "the mover"
                what = f"{what} {name!r}" if label == 0 else f"{name!r}"
                raise BoardError(
                    f"the board {self.written(board)} has {what} {_times(found)}; {self.name} has it {_times(wanted)}"
                )
        hole = tuple(cell for cell, label in enumerate(board) if label == 0)
        if hole not in self.frame.holes:
            raise BoardError(
                f"the hole of the board {self.written(board)} does not have the shape that {self.name} gives it"
            )

    def written(self, board: Sequence[int]) -> str:
        """Write the label of each cell."""
        return ("" if self.labels.short else " ").join(self.labels.names[label] for label in board)

    def format(self, key: int) -> str:
        """Write a board flat, such as 123456789abcde__."""
        return self.written(self._labels_of(key))

    def _labels_of(self, key: int) -> list[int]:
        """Decode a key; refuse one that does not have the tiles and the hole of this puzzle."""
        labels = self.frame.labels_of(key)
        if sorted(labels) != self._tiles or key >> self.key_bits:
            raise BoardError(f"{key:#x} is not the key of a board of {self.name}")
        if len(self.frame.holes[0]) > 1:
            self.frame.anchor_of(labels)
        return labels

    @cached_property
    def _tiles(self) -> list[int]:
        return sorted(self.home_cells)

    def cells(self, keys: Keys) -> Cells:
        """Decode keys, one row of labels each."""
        return self.frame.labels(keys)

    def encode(self, cells: Cells) -> Keys:
        """Encode rows of labels."""
        if self.frame.is_wide:
            return self.frame.array(self.frame.key_of(row) for row in cells.tolist())
        out = np.empty(len(cells), np.uint64)
        kernels.encode(np.ascontiguousarray(cells, np.uint8), out)
        return out

    def places(self, keys: Keys) -> Cells:
        """Return the first cell of each label: a row for each label, a column for each board."""
        self.check_key_bits()
        out = np.zeros((keys.size, 16), np.uint8)
        kernels.places(keys, out, self.frame.cells)
        return out.T

    @cached_property
    def _board_strings(self) -> BoardStrings:
        after = ["" if self.labels.short else " "] * (self.frame.cells - 1)
        return BoardStrings(dict(enumerate(self.labels.names)), [*after, ""], np.array(self.home_cells, np.uint8))

    def utf8(self, keys: Keys) -> Cells:
        """Write keys as `format` does, in rows of bytes."""
        return self._board_strings.rows(self.cells(keys))

    def strings(self, keys: Keys) -> npt.NDArray[np.str_]:
        """Write keys as `format` does, in one array of strings."""
        return self._board_strings.strings(self.cells(keys))

    @cached_property
    def _loops(self) -> Loops:
        return Loops(self.frame, self.home_cells)

    def ranking(self) -> Ranking | None:
        """Rank the boards by the place of the hole and the group of its loops; None if tiles are equal."""
        from slidefront.puzzles.transfer.ranks import make_ranking

        return make_ranking(self)

    def size(self) -> Size | None:
        """Count the boards that can be reached from home, with the group of the loops."""
        return self._loops.size()

    def reaches(self, key: int) -> bool | None:
        """Test with the group whether a board can be reached from home."""
        return self._loops.reaches(self._labels_of(key))

    def reaches_all(self, keys: Keys) -> npt.NDArray[np.int8]:
        """Do the same for many boards, a million in some seconds."""
        cells = self.cells(keys)
        wrong = (np.sort(cells, axis=1) != self._tiles).any(axis=1)
        if wrong.any():
            self._labels_of(int(keys[wrong.argmax()]))
        return self._loops.reaches_all(cells)

    def are_boards(self, keys: Keys) -> npt.NDArray[np.bool_] | None:
        """Test whether each key has the tiles of this puzzle, and cells for the hole."""
        if self.frame.is_wide:
            return None
        cells, bits = self.cells(keys), 1 << np.arange(self.frame.cells)
        holes = [int(bits[list(hole)].sum()) for hole in self.frame.holes]
        good = (np.sort(cells, axis=1) == self._tiles).all(axis=1) & np.isin((cells == 0) @ bits, holes)
        return np.asarray(good & (keys >> np.uint64(self.key_bits - 4) < 16))

    def why_unreachable(self, one: int, other: int) -> str:
        """Explain it by the parity if that is enough, else by the group."""
        if self._odd(one, other):
            return "the goal is an odd permutation of the start, and moves make only even ones"
        if self.connects(one, other) is False:
            return "the goal is not among the boards that the group of the hole's loops makes of the start"
        return ""

    def _odd(self, one: int, other: int) -> bool:
        """Tell whether parity shows that no moves lead from one board to the other."""
        boards = [self._labels_of(key) for key in (one, other)]
        of_anchors = signs(self.frame)
        orders = [[label for label in board if label] for board in boards]
        if of_anchors is None or len(set(orders[0])) < len(orders[0]):
            return False
        anchors = [self.frame.anchor_of(board) for board in boards]
        before, after = (parity_of(order) ^ of_anchors[anchor] for order, anchor in zip(orders, anchors, strict=True))
        return before != after

    def connects(self, one: int, other: int) -> bool | None:
        """Test whether moves lead from one board to another, by a theorem or by the group of the loops."""
        if makes_all_even(self.frame):
            return not self._odd(one, other)
        return Loops(self.frame, self._labels_of(one)).reaches(self._labels_of(other))

    description = describe
    read_move = naming.read_move
    place_column = naming.place_column

    def successors(self, key: int) -> list[Move]:
        """List the moves of a board: the tiles and their way on tile boards, the mover and its vertex on graphs."""
        board = self._labels_of(key)
        found = []
        for move in self.frame.moves_at(self.frame.anchor_of(board)):
            moved = [board[cell] for cell, _ in move.carries] if self.frame.is_grid else [0]
            names = " ".join(self.labels.names[label] for label in moved)
            found.append(Move(names, move.name, self.frame.key_of(move.apply(board))))
        return found

    def position(self, board: str | int | Pasted) -> Position:
        """Start a route at a board; tiles are written as they were typed."""
        return start_position(self, plain(board))

    def ordered_board(self, hole: str) -> int | None:
        """Return the board whose tiles are in order, with the hole in the `first` or in the `last` corner."""
        if not self.frame.is_grid:
            return None
        corner = self.frame.holes[0 if hole == "first" else -1]
        tiles = iter(sorted(label for label in self.home_cells if label))
        return self.frame.key_of([0 if cell in corner else next(tiles) for cell in range(self.frame.cells)])

    def join(self, moves: Sequence[Move]) -> list[Move]:
        """Join on tile boards the moves in one direction: `5 6 7 L`."""
        if not self.frame.is_grid:
            return list(moves)
        runs = [[*run] for _, run in groupby(moves, lambda move: move.way)]
        return [Move(" ".join(move.what for move in run), run[0].way, run[-1].key) for run in runs]

    def random_boards(self, random: Random, count: int, *, at_home: bool = False) -> Keys | None:
        """Put the hole anywhere, or at home, and the tiles in any order around it."""
        return self.encode(np.array([self._arrangement(random, at_home=at_home) for _ in range(count)], np.uint8))

    def _arrangement(self, random: Random, *, at_home: bool) -> list[int]:
        hole = random.choice(self.frame.holes)
        if at_home:
            hole = self.frame.holes[self.frame.anchor(self.home)]
        tiles = [label for label in self.home_cells if label]
        random.shuffle(tiles)
        return [0 if cell in hole else tiles.pop() for cell in range(self.frame.cells)]

    def drawing(self, board: str | int | Pasted) -> Drawing:
        """Describe how a board looks."""
        return drawing_of(self.frame, self.labels, self._labels_of(self.key(board)))


def _times(count: int) -> str:
    return {0: "nowhere", 1: "once", 2: "twice"}.get(count, f"{count} times")
