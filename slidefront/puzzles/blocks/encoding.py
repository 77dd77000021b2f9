"""The boards of a block puzzle as keys: encode and decode them, make their moves, and test them against the goal.

    A X X B        A key has a part for each class, the rank of the placements of its pieces.
    A X X B        Equal shapes count as one class: swapping A and B gives the same board, and the same key.
    C D D E

The classes are fixed when the puzzle is loaded; a start or goal that is given later changes no key.

A key does not distinguish equal pieces, but people do. Drawings, moves and routes use a `BlockBoard`, on which every
piece has its name:

    A X X B      places: A (0, 0), X (0, 1), B (0, 3), C (1, 1)
    A . . B      A can go D; C is in the way of X going D
    . C . .
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain
from operator import index

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys
from slidefront.errors import BoardError
from slidefront.puzzles.blocks import successors
from slidefront.puzzles.blocks.layout import (
    BLANK,
    GATE,
    WALL,
    WAYS,
    Grid,
    Layout,
    Piece,
    PieceGoal,
    Rules,
    corner,
    find_wanted,
    place_text,
    shape_of,
)
from slidefront.puzzles.blocks.successors import METRICS, build_tables
from slidefront.puzzles.board_text import BoardText, BoardWriter
from slidefront.puzzles.capabilities import Drawing, DrawnPiece, Goal, Place, Sides

_SIDES = {"U": "upper", "D": "lower", "L": "left", "R": "right"}


@dataclass(frozen=True)
class BlockBoard:
    """One position of the pieces of a layout."""

    layout: Layout
    places: Mapping[str, Place]
    """The place of each piece, also of frozen ones."""

    @cached_property
    def rows(self) -> list[list[str]]:
        """The board as rows of names."""
        rows = [[name if name in (WALL, GATE) else BLANK for name in row] for row in self.layout.grid.rows]
        for name, place in self.places.items():
            for r, c in self.layout.pieces[name].cells_at(place):
                rows[r][c] = name
        return rows

    @property
    def text(self) -> str:
        """The board on one line, rows with / between."""
        apart = "" if all(len(name) == 1 for name in self.places) else " "
        return "/".join(apart.join(row) for row in self.rows)

    def moves(self, metric: str, names: Iterable[str] | None = None) -> Iterator[tuple[str, str, "BlockBoard"]]:
        """Make every move of a metric, or those of some pieces: the piece, its steps, and the board after."""
        for name in self.places if names is None else names:
            for place, path in self._paths(self.layout.pieces[name], metric):
                yield name, path, self.moved(name, place)

    def moved(self, name: str, place: Place) -> "BlockBoard":
        """Put one piece elsewhere."""
        return BlockBoard(self.layout, {**self.places, name: place})

    def _paths(self, piece: Piece, metric: str) -> list[tuple[Place, str]]:
        """Find the places that one piece can reach in one move, and the steps to them."""
        found = {self.places[piece.name]: ""}
        waiting = [*found]
        for place in waiting:
            for way in piece.ways:
                path = found[place]
                if path and (metric == "step" or (metric == "slide" and way != path[-1])):
                    continue
                to = _next(place, way)
                if to not in found and not self._blockers(piece, to):
                    found[to] = path + way
                    waiting.append(to)
        return [*found.items()][1:]

    def step(self, name: str, way: str) -> "BlockBoard":
        """Move one piece by one cell; `hindrance` tells whether it can."""
        return self.moved(name, _next(self.places[name], way))

    def hindrance(self, name: str, way: str) -> str:
        """Explain why a piece cannot move one step; empty if it can."""
        piece = self.layout.pieces[name]
        if not piece.ways:
            return f"{name} is frozen"
        if way not in piece.ways:
            return f"{name} goes only {' and '.join(piece.ways)}"
        blockers = self._blockers(piece, _next(self.places[name], way))
        kinds = {WALL: "a wall", GATE: "a gate that is shut to it", "": f"the {_SIDES[way]} edge of the board"}
        named = [kinds.get(blocker, blocker) for blocker in blockers]
        return f"{' and '.join(named)} {'is' if len(named) == 1 else 'are'} in the way" if named else ""

    def _blockers(self, piece: Piece, place: Place) -> list[str]:
        """Return the names of what a piece would overlap; beyond the edge the name is empty."""
        rows, (down, right) = self.rows, place
        height, width = len(rows), len(rows[0])
        there = {
            rows[r][c] if 0 <= r < height and 0 <= c < width else ""
            for r, c in ((r + down, c + right) for r, c in piece.shape)
        }
        passed = {BLANK, piece.name, GATE} if piece.passes_gates else {BLANK, piece.name}
        return sorted(there - passed)

    def drawing(self, goal: PieceGoal) -> Drawing:
        """Describe how the board looks; a goal that names a part of the pieces is shown as targets."""
        layout = self.layout
        movable = [(name, place) for name, place in goal if layout.pieces[name].ways]
        partial = movable if len(movable) < len(layout.pieces) - len(layout.fixed) else []
        wanted = {name for name, _ in partial}
        pieces = [self._drawn(name, wanted=name in wanted) for name in layout.grid.pieces]
        return Drawing(
            len(layout.grid.rows),
            layout.grid.width,
            tuple(pieces),
            walls=frozenset(layout.grid.cells(WALL)),
            gates=frozenset(layout.grid.cells(GATE)),
            targets=tuple(DrawnPiece(name, name, layout.pieces[name].cells_at(place)) for name, place in partial),
        )

    def _drawn(self, name: str, *, wanted: bool) -> DrawnPiece:
        piece = self.layout.pieces[name]
        return DrawnPiece(name, name, piece.cells_at(self.places[name]), not piece.ways, wanted)


def _next(place: Place, way: str) -> Place:
    down, right = WAYS[way]
    return place[0] + down, place[1] + right


GATE_LABEL, WALL_LABEL = 254, 255


class BlockEncoding:
    """The keys of one block puzzle."""

    def __init__(self, name: str, grid: Grid, goal: PieceGoal, rules: Rules) -> None:
        self.name = name
        self.grid = grid
        self.names: Sequence[str] = grid.pieces
        self.rules = rules
        self.metric = rules.metric
        self.sides: Sides | None = self._sides if self.metric == "step" else None
        self.layout = Layout(grid, goal, rules)
        self.classes = self.layout.classes
        self.slots = [piece.name for one in self.classes for piece in one.pieces]
        """The pieces that may move, class after class; those of a class in the order of their places on the board."""
        self.placements = [place for one in self.classes for place in one.places]
        """The placements of all classes, class after class."""
        firsts = accumulate((len(one.places) for one in self.classes), initial=0)
        self.firsts = np.array([first for one, first in zip(self.classes, firsts, strict=False) for _ in one.pieces])
        """For each piece of `slots` the first of its placements."""
        self.key_bits = (self.layout.keys - 1).bit_length()
        self.tables, self._covered = build_tables(self.layout)
        self.labels = {name: label for label, name in enumerate(grid.pieces, 1)}
        fixed = {piece.name: self.labels[piece.name] for piece in self.layout.fixed}
        shown = {WALL: WALL_LABEL, GATE: GATE_LABEL, **fixed}
        self._background = np.array([shown.get(name, 0) for row in grid.rows for name in row], np.uint8)
        self.home = self.layout.key_of([[piece.start for piece in one.pieces] for one in self.classes])
        marks = {0: BLANK, GATE_LABEL: GATE, WALL_LABEL: WALL}
        names = marks | {label: name for name, label in self.labels.items()}
        self.writer: BoardWriter | None = BoardWriter(self.cells, names, self.format(self.home))
        self.set_goal(goal)
        self.most_successors = self._most_successors()

    def set_goal(self, goal: PieceGoal, *, exact: bool = False) -> None:
        """Store which placements the goal wants; if they fix every piece, the goal has a key."""
        wanted, self.wanted_total, is_one = find_wanted(goal, self.layout, exact=exact)
        self.wanted = np.zeros(len(self.tables.mask), np.uint8)
        self._wanted_slots: list[int] = []
        """The rows of `places` of pieces of which the goal wants some placement."""
        for (count, first, _, slot), one, places in zip(
            self.tables.classes[:, :4].tolist(), self.classes, wanted, strict=True
        ):
            self._wanted_slots += range(slot, slot + count) if places else ()
            self.wanted[[first + one.places.index(place) for place in places]] = 1
        key = self.layout.key_of(wanted) if is_one else None
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

    def _sides(self, keys: Keys) -> npt.NDArray[np.int8]:
        """Add up all rows and columns: every step changes one by one."""
        side = np.array([sum(place) & 1 for place in self.placements], np.int8)
        return np.asarray(side[self.places(keys)].sum(axis=0) & 1, np.int8)

    def placed(self, keys: Keys) -> tuple[successors.Places, bool]:
        """Find the placements as `places` does, and whether all ranks are such; one that is too great is cut off."""
        places = np.empty((len(self.slots), keys.size), np.uint16)
        return places, not self.classes or successors.all_places(keys, places, self.tables)

    def places(self, keys: Keys) -> successors.Places:
        """Find the placement of each piece: a row a piece of `slots`, a column a board, numbers of `placements`."""
        places, good = self.placed(keys)
        if not good:
            wrong = next(key for key in keys.tolist() if not self.placed(np.array([key], np.uint64))[1])
            raise BoardError(f"{wrong:#x} is not a board of {self.name}")
        return places

    def encode(self, places: successors.Places) -> Keys:
        """Encode boards that are given as such placements, those of a class in any order."""
        keys, slot = np.zeros(places.shape[1], np.uint64), 0
        for one, radix in zip(self.classes, self.layout.radices, strict=True):
            of_class = places[slot : slot + len(one.pieces)] - np.uint16(self.firsts[slot])
            slot += len(one.pieces)
            keys *= np.uint64(radix)
            for i, numbers in enumerate(np.sort(of_class, axis=0), 1):
                keys += successors.BINOMIALS[i].view(np.uint64)[numbers]
        return keys

    def are_boards(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Test whether each key is a board: ranks are such, no two pieces cover the same cell, no bit is left over."""
        good = keys <= self.tables.last
        if self.layout.form == "fields":
            for (shift, mask), one in zip(self.tables.parts, self.classes, strict=True):
                good &= (keys >> shift) & mask < np.uint64(one.sets)
        places, _ = self.placed(keys)
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
            cells = [*chain.from_iterable(self.layout.pieces[name].cells_at(place) for name, place in places.items())]
            if len(set(cells)) == len(cells) and key < self.layout.keys:
                return BlockBoard(self.layout, places)
        except LookupError:  # a number of no placement
            pass
        raise BoardError(f"{key:#x} is not the key of a board of {self.name}")

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
