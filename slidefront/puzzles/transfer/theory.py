"""The size of a transfer puzzle, and which boards can be reached, without exploring.

Carry the hole home along a tree of its anchors. Then a board is an order of its tiles on the places that hold tiles at
home. A move along the tree does not change the order; every other move closes a loop, which permutes the places. So all
that moves can do to the tiles is the group G of these loops, whose order comes from Schreier-Sims:

    boards = anchors that the hole can reach  x  arrangements of the home board under G

With distinct tiles, the arrangements are the elements of G. With equal tiles, their number is exact if G is the direct
product of symmetric and alternating groups on its orbits; otherwise it is an upper bound.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from math import factorial, prod
from random import Random

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys, key_array
from slidefront.puzzles.capabilities import Size, Theory
from slidefront.puzzles.frame import MOST_CELLS, Frame, Transfer
from slidefront.puzzles.groups import Group, Permutation, PermutationRows, Permutations, even, orbits_of
from slidefront.puzzles.transfer.codec import TransferCodec


def carry_home(frame: Frame, home: int) -> dict[int, list[int]]:
    """Carry the hole home from every anchor; return the place of the tile of each cell afterwards.

    If the hole can take all cells of a tile board, it goes along a path that turns at the end of each row or column,
    because loops next to such a path permute few tiles. Otherwise it takes few moves. Places are numbered along the
    path. The result omits anchors from which the hole cannot come home.
    """
    path: list[int] = []
    if frame.is_grid and len(frame.holes) == frame.cells:
        cells = np.arange(frame.cells).reshape(frame.rows, frame.columns)
        for number, line in enumerate((cells if frame.rows >= frame.columns else cells.T).tolist()):
            path += line[::-1] if number % 2 else line
    tiles = [cell for cell in path or range(frame.cells) if cell not in frame.holes[home]]
    carried = {home: [tiles.index(cell) if cell in tiles else -1 for cell in range(frame.cells)]}
    steps = {frozenset(step) for step in pairwise(path)}
    for off_path in (False, True):
        waiting = [*carried]
        for anchor in waiting:
            for move in frame.moves_at[anchor]:
                if move.end not in carried and (off_path or {move.start, move.end} in steps):
                    carried[move.end] = move.apply(carried[anchor], -1)
                    waiting.append(move.end)
    return carried


class HomeLoops:
    """The loops of the hole from one anchor, its home, and the group of permutations of the places that they generate.

    Places are numbered orbit by orbit, the largest orbit last, and along a path within an orbit.
    """

    def __init__(self, frame: Frame, home: int) -> None:
        self.frame = frame
        carried = carry_home(frame, home)
        self.points = frame.cells - len(frame.holes[home])
        """The number of places."""
        self.row_of = {anchor: row for row, anchor in enumerate(carried)}
        """The row of `place_at` of each anchor from which the hole can come home."""
        self.place_at: PermutationRows = np.array([*carried.values()], np.int8)
        """For each cell, the place of its tile after the hole is carried home; -1 for the cells of the hole."""
        order = [place for orbit in sorted(orbits_of(self._loops()), key=len) for place in orbit]
        number = np.full(self.points + 1, -1, np.int8)  # the last item is for the -1 of the hole
        number[order] = np.arange(self.points)
        self.place_at = number[self.place_at]
        self.group = Group(self._loops())
        self.orbits = orbits_of(self.group.generators)
        self.row_at = np.full(frame.cells, -1, np.int8)
        """For each cell, the row of the anchor whose hole begins there; -1 if none does, or if it cannot come home."""
        self.row_at[[frame.holes[anchor][0] for anchor in carried]] = range(len(carried))
        self._cell_of = np.argsort(self.place_at, axis=1, kind="stable")[:, -self.points or frame.cells :]
        """For each anchor and place, the cell whose tile comes to the place."""

    def _loops(self) -> list[Permutation]:
        """List the loops of all moves from the anchors, and the identity."""
        loops = {self.loop(move) for anchor in self.row_of for move in self.frame.moves_at[anchor]}
        return sorted({*loops, tuple(range(self.points))})

    def loop(self, move: Transfer) -> Permutation:
        """Return for each place the new place of its tile after a move, with the hole carried home before and after."""
        before, after = (self.place_at[self.row_of[anchor]].tolist() for anchor in (move.start, move.end))
        loop = [0] * self.points
        for cell, place in enumerate(move.apply(before, -1)):
            if place >= 0:
                loop[place] = after[cell]
        return tuple(loop)

    @cached_property
    def orbit_groups(self) -> list[str] | None:
        """The group on each orbit, 'symmetric' or 'alternating'; None if G is not the product of these groups."""
        groups, product = [], 1
        for orbit in self.orbits:
            index = {point: number for number, point in enumerate(orbit)}
            acting = Group([[index[loop[point]] for point in orbit] for loop in self.group.generators]).order
            product *= acting
            whole = factorial(len(orbit))
            if acting == whole:
                groups.append("symmetric")
            elif 2 * acting == whole:
                groups.append("alternating")
            else:
                return None
        return groups if product == self.group.order else None

    def size(self, board: Cells) -> Size:
        """Count the boards that can be reached from a board."""
        anchors, order = len(self._cell_of), self.group.order
        (tiles,) = self.bring(board[None]).tolist()
        if len({*tiles}) == len(tiles):
            return Size(anchors * order, exact=True)
        arrangements, groups = 1, self.orbit_groups
        for number, orbit in enumerate(self.orbits):
            counts = Counter(tiles[point] for point in orbit)
            arrangements *= factorial(len(orbit)) // prod(factorial(count) for count in counts.values())
            if groups and groups[number] == "alternating" and len(counts) == len(orbit) > 1:
                arrangements //= 2
        return Size(anchors * (arrangements if groups else min(order, arrangements)), exact=groups is not None)

    def bring(self, boards: Cells) -> Cells:
        """Carry the holes of boards home, and return the tiles by place; meaningless if a hole cannot come home."""
        return np.take_along_axis(boards, self._cell_of[self.row_at[first_holes(boards)]], axis=1)

    def joins(self, board: Cells, others: Cells) -> npt.NDArray[np.int8]:
        """Return for each other board 1 if moves lead to it, 0 if not, -1 if the group does not decide it."""
        (tiles,), arranged = self.bring(board[None]), self.bring(others)
        if np.unique(tiles).size == tiles.size:
            answer = self.group.contains(places_of(tiles)[arranged]).astype(np.int8)
        else:
            answer = np.ones(len(arranged), np.int8)
            if self.orbit_groups is None:
                answer[(arranged != tiles).any(axis=1)] = -1
            for number, orbit in enumerate(self.orbits):
                own, other = tiles[orbit], arranged[:, orbit]
                answer[(np.sort(other, axis=1) != np.sort(own)).any(axis=1)] = 0
                # Swapping two equal tiles changes only the sign of a permutation.
                if self.orbit_groups and self.orbit_groups[number] == "alternating" and np.unique(own).size == own.size:
                    answer[~even(places_of(own)[other])] = 0
        answer[self.row_at[first_holes(others)] < 0] = 0
        return answer


def first_holes(boards: Cells) -> npt.NDArray[np.int64]:
    """Return the first cell of the hole of each board."""
    return np.asarray(np.argmax(boards == 0, axis=1))


def places_of(tiles: Cells) -> Permutations:
    """Return for each label its index in `tiles`, which are all different."""
    places = np.zeros(MOST_CELLS, np.int64)
    places[tiles] = np.arange(tiles.size)
    return places


_ODD = "the goal is an odd permutation of the start, and moves make only even ones"
_APART = "the goal is not among the boards that the group of the hole's loops makes of the start"


class TransferTheory(Theory):
    """The size and the reachable boards of a transfer puzzle, from the group of its loops."""

    def __init__(self, codec: TransferCodec) -> None:
        self._codec = codec
        self._home = np.array(codec.home_cells, np.uint8)

    @cached_property
    def loops(self) -> HomeLoops:
        """The loops from home."""
        return HomeLoops(self._codec.frame, self._codec.frame.anchor_of(self._codec.home_cells))

    def size(self, most: int = 0) -> Size | None:  # noqa: ARG002 - nothing is explored
        """Count the boards that can be reached from home, with the group of the loops."""
        return self.loops.size(self._home)

    def joins(self, start: int, ends: Keys) -> npt.NDArray[np.int8]:
        """Test with the group whether moves lead from the start to each end, a million in some seconds."""
        loops, here = self._loops_of(start)
        return loops.joins(here, self._cells(ends))

    def why_unreachable(self, starts: Sequence[int], goal: int) -> list[str]:
        """Explain by the parity, if that is enough, or else by the group, why no moves lead to the goal."""
        (loops, goal_cells), boards = self._loops_of(goal), self._cells(key_array(starts, self._codec.key_bits))
        (tiles,), arranged = loops.bring(goal_cells[None]), loops.bring(boards)
        odd = np.zeros(len(boards), np.bool_)
        if even(np.array(loops.group.generators)).all() and np.unique(tiles).size == tiles.size:
            odd = (loops.row_at[first_holes(boards)] >= 0) & ~even(places_of(tiles)[arranged])
        apart = loops.joins(goal_cells, boards) == 0
        return [_ODD if is_odd else _APART if is_apart else "" for is_odd, is_apart in zip(odd, apart, strict=True)]

    def _loops_of(self, board: int) -> tuple[HomeLoops, Cells]:
        """Return the loops from the anchor of a board, and its cells."""
        here = self._codec.labels_of(board)
        known = self.loops.row_at[here.index(0)] >= 0
        loops = self.loops if known else HomeLoops(self._codec.frame, self._codec.frame.anchor_of(here))
        return loops, np.array(here, np.uint8)

    def _cells(self, keys: Keys) -> Cells:
        """Decode keys; raise BoardError for a key that does not have the tiles of the puzzle."""
        cells = self._codec.decode(keys)
        wrong = (np.sort(cells, axis=1) != self._codec.tiles).any(axis=1)
        if wrong.any():
            self._codec.labels_of(int(keys[wrong.argmax()]))
        return cells

    def random_boards(self, random: Random, count: int, *, at_home: bool = False) -> Keys | None:
        """Draw boards with the hole anywhere, or at home, and the tiles in any order around it."""
        frame, keys = self._codec.frame, []
        for _ in range(count):
            drawn, tiles = random.choice(frame.holes), [label for label in self._codec.home_cells if label]
            hole = frame.holes[frame.anchor_of(self._codec.home_cells)] if at_home else drawn
            random.shuffle(tiles)
            keys.append(self._codec.key_of(0 if cell in hole else tiles.pop() for cell in range(frame.cells)))
        return key_array(keys, self._codec.key_bits)
