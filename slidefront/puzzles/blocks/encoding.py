"""The boards of a block puzzle as keys: encode and decode them, make their moves, and test them against the goal.

    A X X B        A key has a part for each class, the rank of the placements of its pieces.
    A X X B        Equal shapes count as one class: swapping A and B gives the same board, and the same key.
    C D D E

The classes are fixed when the puzzle is loaded; a start or goal that is given later changes no key.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from operator import index

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys
from slidefront.errors import BoardError
from slidefront.puzzles.blocks import heads, kernels
from slidefront.puzzles.blocks.board import BlockBoard
from slidefront.puzzles.blocks.classes import Piece
from slidefront.puzzles.blocks.goal import find_wanted, place_text
from slidefront.puzzles.blocks.grid import BLANK, GATE, WALL, Grid, corner, read_like, shape_of
from slidefront.puzzles.blocks.kernels import METRICS
from slidefront.puzzles.blocks.layout import Layout, PieceGoal, Rules
from slidefront.puzzles.blocks.tables import build_tables
from slidefront.puzzles.board_strings import BoardStrings
from slidefront.puzzles.capabilities import Sides
from slidefront.puzzles.values import Goal, Place

GATE_LABEL, WALL_LABEL = 254, 255


class BlockEncoding:
    """The keys of one block puzzle."""

    def __init__(self, name: str, grid: Grid, goal: PieceGoal, rules: Rules) -> None:
        self.name = name
        self.grid = grid
        self.names: Sequence[str] = grid.pieces
        self.rules = rules
        self.metric = rules.metric
        self.layout = Layout(grid, goal, rules)
        self.classes = self.layout.classes
        self.slots = [piece.name for one in self.classes for piece in one.pieces]
        """The pieces that may move, class after class; those of a class in the order of their places on the board."""
        self.placements = [place for one in self.classes for place in one.places]
        """The placements of all classes, class after class."""
        self.key_bits = (self.layout.keys - 1).bit_length()
        self.tables, self._covered = build_tables(self.layout)
        self._heads = heads.build_head_tables(self.layout.heads) if self.layout.form == "heads" else None
        self.labels = {name: label for label, name in enumerate(grid.pieces, 1)}
        fixed = {piece.name: self.labels[piece.name] for piece in self.layout.fixed}
        shown = {WALL: WALL_LABEL, GATE: GATE_LABEL, **fixed}
        self._background = np.array([shown.get(name, 0) for row in grid.rows for name in row], np.uint8)
        self.home = self.layout.key_of([[piece.start for piece in one.pieces] for one in self.classes])
        self.set_goal(goal)
        self.most_successors = self._most_successors()

    def set_goal(self, goal: PieceGoal, *, exact: bool = False) -> None:
        """Store which placements the goal wants; if they fix every piece, the goal has a key."""
        wanted = find_wanted(goal, self.layout, exact=exact)
        self.wanted = np.zeros(len(self.tables.mask), np.uint8)
        self.wanted_total = wanted.total
        self._wanted_slots: list[int] = []
        """The rows of `places` of pieces of which the goal wants some placement."""
        for (count, first, _, slot), one, places in zip(
            self.tables.classes[:, :4].tolist(), self.classes, wanted.places, strict=True
        ):
            self._wanted_slots += range(slot, slot + count) if places else ()
            self.wanted[[first + one.places.index(place) for place in places]] = 1
        key = self.layout.key_of(wanted.places) if wanted.full else None
        self.goal = Goal(key, partial=bool(goal) and key is None, pieces=tuple(goal))

    def _most_successors(self) -> int:
        """Return an upper bound of the successors: four ways into each blank, or all placements for paths."""
        names = list(chain.from_iterable(self.grid.rows))
        blanks = names.count(BLANK) + names.count(GATE)
        paths = sum(len(one.pieces) * (len(one.places) - 1) for one in self.classes)
        return paths if self.metric == "move" else min(paths, 4 * blanks)

    def expand(self, work: Keys, out: Keys) -> int:
        """Make every move of the metric."""
        if not self.classes:
            return 0
        metric = METRICS[self.metric]
        if self._heads is None:
            count = kernels.expand(work, out, self.tables, metric)
        else:
            count = heads.expand(work, out, self.tables, self._heads, metric)
        if count < 0:
            raise BoardError(f"a key is not a board of {self.name}: it is of another puzzle, or damaged")
        return count

    @property
    def sides(self) -> Sides | None:
        """Every step changes one row or column by one."""
        return self._sides if self.metric == "step" else None

    def _sides(self, keys: Keys) -> npt.NDArray[np.int8]:
        """Add up all rows and columns."""
        side = np.array([sum(place) & 1 for place in self.placements], np.int8)
        return np.asarray(side[self.places(keys)].sum(axis=0) & 1, np.int8)

    def places(self, keys: Keys) -> kernels.Places:
        """Find the placement of each piece: a row a piece of `slots`, a column a board, numbers of `placements`."""
        places = np.empty((len(self.slots), keys.size), np.uint16)
        if (good := self._read(keys, places)) < keys.size:
            raise BoardError(f"0x{int(keys[good]):x} is not a board of {self.name}")
        return places

    def _read(self, keys: Keys, places: kernels.Places) -> int:
        """Write the places of pieces; return how many keys come before one that is not a board."""
        if self._heads is not None:
            return heads.read(keys, places, self.tables, self._heads)
        if not self.classes or kernels.all_places(keys, places, self.tables):
            return keys.size
        ones = (keys[at : at + 1] for at in range(keys.size))
        return next(at for at, one in enumerate(ones) if not kernels.all_places(one, places, self.tables))

    def are_boards(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Test whether each key is a board: no two pieces cover the same cell, and the key is not too great."""
        if self._heads is not None:
            places = np.empty((len(self.slots), 1), np.uint16)
            return np.array([self._read(keys[at : at + 1], places) for at in range(keys.size)], np.bool_)
        occupied = np.zeros((keys.size, *self.tables.mask.shape[1:]), np.uint64)
        shared = np.zeros_like(occupied)
        for of_piece in self.places(keys):
            covered = self.tables.mask[of_piece]
            shared |= occupied & covered
            occupied |= covered
        return np.asarray((keys <= self.tables.last) & (np.bitwise_or.reduce(np.atleast_2d(shared.T)) == 0))

    def meets(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Test whether each board meets the goal."""
        if not self.goal:
            return np.zeros(keys.size, np.bool_)
        return np.asarray(self.wanted[self.places(keys)[self._wanted_slots]].sum(axis=0) == self.wanted_total)

    def read(self, text: str) -> tuple[BlockBoard, str]:
        """Parse a board in any pasted form, and say how it was understood; equal pieces keep their names."""
        return read_like(text, self.grid, self._board_in)

    def _board_in(self, grid: Grid) -> BlockBoard:
        if sorted(grid.pieces) != sorted(self.grid.pieces):
            odd = sorted(set(grid.pieces) ^ set(self.grid.pieces))
            where = "is not on the board" if odd[0] in self.grid.pieces else f"is not a piece of {self.name}"
            raise BoardError(f"piece {odd[0]} {where}")
        if grid.cells(WALL) != self.grid.cells(WALL):
            raise BoardError(f"the walls are not those of {self.name}")
        places = {piece.name: self._place(grid, piece, one.places) for one in self.classes for piece in one.pieces}
        fixed = {piece.name: self._place(grid, piece, (piece.start,)) for piece in self.layout.fixed}
        return BlockBoard(self.layout, places | fixed)

    def _place(self, grid: Grid, piece: Piece, places: Sequence[Place]) -> Place:
        cells = grid.cells(piece.name)
        place = corner(cells)
        if shape_of(cells) != piece.shape:
            raise BoardError(f"piece {piece.name} has another shape on this board than in {self.name}")
        if place not in places:
            raise BoardError(f"piece {piece.name} can never reach {place_text(place)} in {self.name}")
        return place

    def board(self, key: int) -> BlockBoard:
        """Decode a key; of equal pieces, the first one in the file has the first place."""
        key, places = index(key), {piece.name: piece.start for piece in self.layout.fixed}
        try:
            for one, of_class in zip(self.classes, self.layout.places_of(key), strict=True):
                places |= {piece.name: place for piece, place in zip(one.pieces, of_class, strict=True)}
            board = BlockBoard(self.layout, places)
            if board.free == self._free and key < self.layout.keys:
                return board
        except LookupError:  # a number of no placement
            pass
        raise BoardError(f"{key:#x} is not the key of a board of {self.name}")

    @cached_property
    def _free(self) -> int:
        return BlockBoard(self.layout, {piece.name: piece.start for piece in self.layout.pieces.values()}).free

    def key_of(self, board: BlockBoard) -> int:
        """Encode a board; equal pieces are not distinguished."""
        return self.layout.key_of([[board.places[piece.name] for piece in one.pieces] for one in self.classes])

    def differing(self, key: int, other: int) -> list[str]:
        """Name the pieces of the classes that lie otherwise on two boards."""
        places = zip(self.classes, self.layout.places_of(key), self.layout.places_of(other), strict=True)
        return [piece.name for one, here, there in places if here != there for piece in one.pieces]

    def format(self, key: int) -> str:
        """Write a board on one line, rows with / between."""
        return self.board(key).text

    def cells(self, keys: Keys) -> Cells:
        """Decode boards: pieces count from 1 in file order, 0 is blank, 254 a gate, 255 a wall."""
        out = np.tile(self._background, (keys.size, 1))
        labels = np.array([self.labels[name] for name in self.slots], np.uint8)
        kernels.paint(self.places(keys), out, self._covered, labels)
        return out

    def strings(self, keys: Keys) -> npt.NDArray[np.str_]:
        """Write boards in one array of strings."""
        return self._board_strings.strings(self.cells(keys))

    def utf8(self, keys: Keys) -> Cells:
        """Write boards in rows of bytes."""
        return self._board_strings.rows(self.cells(keys))

    @cached_property
    def _board_strings(self) -> BoardStrings:
        marks = {0: BLANK, GATE_LABEL: GATE, WALL_LABEL: WALL}
        names = marks | {label: name for name, label in self.labels.items()}
        short = all(len(name) == 1 for name in self.grid.pieces)
        row = ["" if short else " "] * (self.grid.width - 1) + ["/"]
        after = row * len(self.grid.rows)
        return BoardStrings(names, [*after[:-1], ""], self.cells(np.array([self.home], np.uint64))[0])
