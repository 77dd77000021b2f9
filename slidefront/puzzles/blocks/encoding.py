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
from slidefront.puzzles.blocks import successors
from slidefront.puzzles.blocks.board import BlockBoard
from slidefront.puzzles.blocks.goal import find_wanted, place_text
from slidefront.puzzles.blocks.grid import BLANK, GATE, WALL, Grid, corner, shape_of
from slidefront.puzzles.blocks.layout import Layout, PieceGoal, Rules
from slidefront.puzzles.blocks.successors import METRICS, build_tables
from slidefront.puzzles.board_strings import BoardStrings
from slidefront.puzzles.capabilities import Sides
from slidefront.puzzles.cells import BoardText
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
        count = successors.expand(work, out, self.tables, METRICS[self.metric])
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

    def places(self, keys: Keys) -> successors.Places:
        """Find the placement of each piece: a row a piece of `slots`, a column a board, numbers of `placements`."""
        places = np.empty((len(self.slots), keys.size), np.uint16)
        if self.classes and not successors.all_places(keys, places, self.tables):
            ones = (keys[at : at + 1] for at in range(keys.size))
            wrong = next(one for one in ones if not successors.all_places(one, places, self.tables))
            raise BoardError(f"0x{int(wrong[0]):x} is not a board of {self.name}")
        return places

    def are_boards(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Test whether each key is a board: ranks are such, no two pieces cover the same cell, no bit is left over."""
        good = keys <= self.tables.last
        if self.layout.form == "fields":
            for (shift, mask), one in zip(self.tables.parts, self.classes, strict=True):
                good &= (keys >> shift) & mask < np.uint64(one.sets)
        places = np.empty((len(self.slots), keys.size), np.uint16)
        if self.classes:
            successors.all_places(keys, places, self.tables)
        occupied = np.zeros((keys.size, 2), np.uint64)
        for of_piece in places:
            covered = self.tables.mask[of_piece].reshape(keys.size, -1)
            good &= (occupied[:, : covered.shape[1]] & covered == 0).all(axis=1)
            occupied[:, : covered.shape[1]] |= covered
        return np.asarray(good)

    def meets(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Test whether each board meets the goal."""
        if not self.goal:
            return np.zeros(keys.size, np.bool_)
        return np.asarray(self.wanted[self.places(keys)[self._wanted_slots]].sum(axis=0) == self.wanted_total)

    def read(self, text: str) -> BlockBoard:
        """Read a board, on which equal pieces have names of their own."""
        board = BoardText(text, BoardError, self.format(self.home))
        names = (*self.labels, BLANK, WALL, GATE)
        rows, (height, width) = (
            board.rows(names.__contains__, f"a piece of {self.name}"),
            (len(self.grid.rows), self.grid.width),
        )
        if (len(rows), len(rows[0])) != (height, width):
            has = f"the board has {len(rows)} x {len(rows[0])} cells, and {self.name} has {height} x {width}"
            raise board.refused(rows[-1][-1].at, has)
        cells: dict[str, set[tuple[int, int]]] = {name: set() for name in names}
        places = {(r, c): cell.at for r, row in enumerate(rows) for c, cell in enumerate(row)}
        for r, row in enumerate(rows):
            for c, cell in enumerate(row):
                cells[cell.name].add((r, c))
        if odd := cells[WALL] ^ self.grid.cells(WALL):
            raise board.refused(places[min(odd)], f"the walls are not those of {self.name}")
        if odd := (cells[GATE] - self.grid.cells(GATE)) | (cells[BLANK] & self.grid.cells(GATE)):
            raise board.refused(places[min(odd)], f"the gates are not those of {self.name}")
        found: dict[str, Place] = {}
        known = [(piece, one.places) for one in self.classes for piece in one.pieces]
        for piece, allowed in [*known, *((piece, [piece.start]) for piece in self.layout.fixed)]:
            where = cells[piece.name]
            if not where:
                raise board.refused(rows[-1][-1].at, f"piece {piece.name} is not on the board")
            if shape_of(where) != piece.shape:
                said = f"piece {piece.name} has another shape than in {self.name}"
                raise board.refused(places[min(where)], said)
            if corner(where) not in allowed:
                said = f"piece {piece.name} can never reach {place_text(corner(where))} in {self.name}"
                raise board.refused(places[min(where)], said)
            found[piece.name] = corner(where)
        return BlockBoard(self.layout, found)

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
        successors.paint(self.places(keys), out, self._covered, labels)
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
