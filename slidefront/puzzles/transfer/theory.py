"""What is known of a transfer puzzle before any exploring: its size, and which boards can be reached.

Carry the hole home along a tree of its anchors: what is left of a board is an order of its tiles, on the places that
hold tiles at home. A move along the tree leaves the order as it is; every other move closes a loop, which permutes the
places. All that moves can do to the tiles is the group G of these loops, and its order comes from Schreier-Sims. So

    boards = anchors that the hole can reach  x  arrangements that G makes of the home board.

With distinct tiles the arrangements are the elements of G. With equal tiles they are proved where G is the direct
product of symmetric and alternating groups on its orbits; elsewhere the count is an upper bound.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import factorial, prod
from random import Random

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys
from slidefront.puzzles.capabilities import Size, Theory
from slidefront.puzzles.groups import Group, Permutation, Permutations, Rows, even
from slidefront.puzzles.transfer.frame import MOST_CELLS, Frame, Transfer
from slidefront.puzzles.transfer.puzzle import TransferPuzzle


@dataclass(frozen=True)
class Tree:
    """Where the tile of each cell is after the hole is carried home: one row for each anchor that it can reach."""

    anchors: list[int]
    place_at: Rows
    """By place, -1 for the cells of the hole."""

    @cached_property
    def row_of(self) -> dict[int, int]:
        """The row of each anchor."""
        return {anchor: row for row, anchor in enumerate(self.anchors)}

    @property
    def points(self) -> int:
        """The number of places."""
        return int((self.place_at[0] >= 0).sum())

    def loop(self, move: Transfer) -> Permutation:
        """Tell where a move takes the tile of each place, when the hole is carried home before and after."""
        before, after = (self.place_at[self.row_of[anchor]].tolist() for anchor in (move.start, move.end))
        loop = [0] * self.points
        for cell, place in enumerate(move.apply(before, -1)):
            if place >= 0:
                loop[place] = after[cell]
        return tuple(loop)

    def moves(self, frame: Frame) -> list[Transfer]:
        """List the moves from its anchors."""
        return [move for anchor in self.anchors for move in frame.moves_at[anchor]]

    def group(self, frame: Frame) -> Group:
        """Generate the group of the loops."""
        return Group(sorted({*map(self.loop, self.moves(frame)), tuple(range(self.points))}))


def carry_home(frame: Frame, home: int) -> Tree:
    """Carry the hole home from every anchor from which it can come: along a path if there is one, else by few moves."""
    places = iter(range(frame.cells))
    carried = {home: [-1 if cell in frame.holes[home] else next(places) for cell in range(frame.cells)]}
    path = {frozenset(step) for step in pairwise(path_of(frame))} if _has_path(frame) else set()
    for every in (False, True):
        waiting = [*carried]
        for anchor in waiting:
            for move in frame.moves_at[anchor]:
                if move.end not in carried and (every or {move.start, move.end} in path):
                    carried[move.end] = move.apply(carried[anchor], -1)
                    waiting.append(move.end)
    return Tree([*carried], np.array([*carried.values()], np.int8))


def _has_path(frame: Frame) -> bool:
    """Tell whether the hole can take each cell of a grid: loops next to a path permute few tiles."""
    return frame.is_grid and len(frame.holes) == frame.cells


def path_of(frame: Frame) -> list[int]:
    """List the cells along a path that turns at the end of each row, or column, if the hole can take all of them."""
    rows, columns = frame.rows, frame.columns
    if not _has_path(frame):
        return [*range(frame.cells)]
    lines = [[r * columns + c for c in range(columns)] for r in range(rows)]
    if columns > rows:
        lines = [[r * columns + c for r in range(rows)] for c in range(columns)]
    return [cell for number, line in enumerate(lines) for cell in (line[::-1] if number % 2 else line)]


def order_by_orbits(frame: Frame, tree: Tree) -> Tree:
    """Renumber the places: those of one orbit consecutively, in the order of a path, and the largest orbit last."""
    cell_of = {place: cell for cell, place in enumerate(tree.place_at[0].tolist())}
    path = path_of(frame)
    order = [
        place
        for orbit in sorted(tree.group(frame).orbits, key=len)
        for place in sorted(orbit, key=lambda place: path.index(cell_of[place]))
    ]
    number = np.full(tree.points + 1, -1, np.int8)  # the last one stands for the hole's -1
    number[order] = np.arange(tree.points)
    return Tree(tree.anchors, number[tree.place_at])


class HomeLoops:
    """The loops of the hole from one anchor, its home, and what they make of the tiles of a board."""

    def __init__(self, frame: Frame, home: int) -> None:
        tree = carry_home(frame, home)
        self.group = tree.group(frame)
        self.row_at = np.full(frame.cells, -1)
        """For the first cell of a hole that can be carried home its row in the tree; -1 for others."""
        self.row_at[[frame.holes[anchor][0] for anchor in tree.anchors]] = range(len(tree.anchors))
        self._cell_of = np.argsort(tree.place_at, axis=1, kind="stable")[:, -tree.points or frame.cells :]
        """For each anchor the cell whose tile comes to each place."""

    @cached_property
    def kinds(self) -> list[str] | None:
        """Name G on each orbit, 'symmetric' or 'alternating'; None if G is not the product of such groups."""
        kinds, product = [], 1
        for orbit in self.group.orbits:
            acting = self.group.acting_on(orbit).order
            product *= acting
            whole = factorial(len(orbit))
            if acting == whole:
                kinds.append("symmetric")
            elif 2 * acting == whole:
                kinds.append("alternating")
            else:
                return None
        return kinds if product == self.group.order else None

    @cached_property
    def only_even(self) -> bool:
        """Whether loops make only even permutations."""
        return bool(even(np.array(self.group.generators)).all())

    def size(self, board: Cells) -> Size:
        """Count the boards that can be reached from one."""
        anchors, order = len(self._cell_of), self.group.order
        (tiles,) = self.bring(board[None]).tolist()
        if len({*tiles}) == len(tiles):
            return Size(anchors * order, exact=True)
        arrangements, kinds = 1, self.kinds
        for number, orbit in enumerate(self.group.orbits):
            counts = Counter(tiles[point] for point in orbit)
            arrangements *= factorial(len(orbit)) // prod(factorial(count) for count in counts.values())
            if kinds and kinds[number] == "alternating" and len(counts) == len(orbit) > 1:
                arrangements //= 2
        return Size(anchors * (arrangements if kinds else min(order, arrangements)), exact=kinds is not None)

    def bring(self, boards: Cells) -> Cells:
        """Carry the holes of boards home: the tiles by place; nothing of use where a hole cannot come home."""
        return np.take_along_axis(boards, self._cell_of[self.row_at[_first_holes(boards)]], axis=1)

    def joins(self, board: Cells, others: Cells) -> npt.NDArray[np.int8]:
        """Tell whether moves lead from a board to others: 1 if they do, 0 if not, -1 if neither is proved."""
        (tiles,), found = self.bring(board[None]), self.bring(others)
        return np.where(self.row_at[_first_holes(others)] < 0, np.int8(0), self._arranges(tiles, found))

    def _arranges(self, tiles: Cells, found: Cells) -> npt.NDArray[np.int8]:
        """Tell which arrangements of tiles G makes of one of them."""
        if np.unique(tiles).size == tiles.size:
            return self.group.contains(places_of(tiles)[found]).astype(np.int8)
        answer = np.ones(len(found), np.int8)
        if self.kinds is None:
            answer[(found != tiles).any(axis=1)] = -1
        for number, orbit in enumerate(self.group.orbits):
            own, other = tiles[orbit], found[:, orbit]
            answer[(np.sort(other, axis=1) != np.sort(own)).any(axis=1)] = 0
            # swapping two equal tiles changes the sign of a permutation and nothing else
            if self.kinds and self.kinds[number] == "alternating" and np.unique(own).size == own.size:
                answer[~even(places_of(own)[other])] = 0
        return answer


def _first_holes(boards: Cells) -> npt.NDArray[np.int64]:
    return np.asarray(np.argmax(boards == 0, axis=1))


def places_of(tiles: Cells) -> Permutations:
    """Return for each label its index among different tiles."""
    places = np.zeros(MOST_CELLS, np.int64)
    places[tiles] = np.arange(tiles.size)
    return places


_ODD = "the goal is an odd permutation of the start, and moves make only even ones"
_APART = "the goal is not among the boards that the group of the hole's loops makes of the start"


class TransferTheory(Theory):
    """The boards that moves reach."""

    def __init__(self, puzzle: TransferPuzzle) -> None:
        super().__init__(puzzle.home)
        self._of = puzzle
        self._home = np.array(puzzle.home_cells, np.uint8)

    @cached_property
    def loops(self) -> HomeLoops:
        """The loops from home."""
        return HomeLoops(self._of.frame, self._of.frame.anchor_of(self._of.home_cells))

    def size(self, most: int = 0) -> Size | None:  # noqa: ARG002 - nothing is explored
        """Count the boards that can be reached from home, with the group of the loops."""
        return self.loops.size(self._home)

    def reaches_all(self, keys: Keys) -> npt.NDArray[np.int8]:
        """Do the same for many boards, a million in some seconds."""
        cells = self._of.cells(keys)
        wrong = (np.sort(cells, axis=1) != self._of.tiles).any(axis=1)
        if wrong.any():
            self._of.labels_of(int(keys[wrong.argmax()]))
        return self.loops.joins(self._home, cells)

    def connects(self, one: int, other: int) -> bool | None:
        """Test with the group whether moves lead from one board to another."""
        loops, here, there = self._at(one, [other])
        return {1: True, 0: False, -1: None}[int(loops.joins(here, there)[0])]

    def why_unreachable(self, starts: Sequence[int], goal: int) -> list[str]:
        """Explain it by the parity if that is enough, else by the group."""
        loops, there, boards = self._at(goal, starts)
        (tiles,), found = loops.bring(there[None]), loops.bring(boards)
        odd = np.zeros(len(boards), np.bool_)
        if loops.only_even and np.unique(tiles).size == tiles.size:
            odd = (loops.row_at[_first_holes(boards)] >= 0) & ~even(places_of(tiles)[found])
        apart = loops.joins(there, boards) == 0
        return [_ODD if one else _APART if other else "" for one, other in zip(odd, apart, strict=True)]

    def _at(self, board: int, others: Sequence[int]) -> tuple[HomeLoops, Cells, Cells]:
        """Give the loops that start at a board, and the cells of it and of others."""
        frame = self._of.frame
        here, *there = (self._of.labels_of(key) for key in (board, *others))
        known = self.loops.row_at[here.index(0)] >= 0
        loops = self.loops if known else HomeLoops(frame, frame.anchor_of(here))
        return loops, np.array(here, np.uint8), np.array(there, np.uint8).reshape(-1, frame.cells)

    def random_boards(self, random: Random, count: int, *, at_home: bool = False) -> Keys | None:
        """Put the hole anywhere, or at home, and the tiles in any order around it."""
        frame, found = self._of.frame, []
        for _ in range(count):
            drawn, tiles = random.choice(frame.holes), [label for label in self._of.home_cells if label]
            hole = frame.holes[frame.anchor(self.home)] if at_home else drawn
            random.shuffle(tiles)
            found.append(frame.key_of(0 if cell in hole else tiles.pop() for cell in range(frame.cells)))
        return frame.array(found)
