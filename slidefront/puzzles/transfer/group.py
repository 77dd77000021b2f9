"""The number of reachable boards, and which boards these are, without exploring: the group of the loops of the hole.

Carry the hole along a spanning tree of its anchors; each move that is not in the tree closes a loop, which comes
back to the home anchor and leaves the tiles permuted. All that can happen to the tiles is the group G that the loops
generate, and its order comes from Schreier-Sims. So

    boards = anchors that the hole can reach  x  arrangements that G makes of the home board.

With distinct tiles the arrangements are the elements of G. With equal tiles they are proved where G is the direct
product of symmetric and alternating groups on its orbits; elsewhere the count is an upper bound.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import factorial, prod

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells
from slidefront.puzzles.groups.permutations import Group, even
from slidefront.puzzles.transfer.frame import MOST_CELLS, Frame, Transfer
from slidefront.puzzles.values import Size


@dataclass
class HomeLoops:
    """The loops of a transfer puzzle at the anchor of its home board."""

    frame: Frame
    home: Sequence[int]

    @cached_property
    def _places(self) -> list[int]:
        """The cells that hold tiles at home, in order: the points that G moves."""
        return [cell for cell, label in enumerate(self.home) if label != 0]

    @cached_property
    def _carried(self) -> dict[int, list[int]]:
        """For each anchor that the hole can reach: which place the tile of each cell has come from, by the tree.

        The cells of the hole have -1.
        """
        home = self.frame.anchor_of(self.home)
        place_of = {cell: place for place, cell in enumerate(self._places)}
        carried = {home: [place_of.get(cell, -1) for cell in range(self.frame.cells)]}
        waiting = [home]
        for anchor in waiting:
            for move in self.frame.moves_at(anchor):
                if move.end not in carried:
                    carried[move.end] = move.apply(carried[anchor], -1)
                    waiting.append(move.end)
        return carried

    @cached_property
    def _group(self) -> Group:
        points = len(self._places)
        loops = [list(range(points))]
        for move in self.frame.moves:
            if move.start in self._carried:
                after, tree = move.apply(self._carried[move.start], -1), self._carried[move.end]
                loop = [tree[after.index(place)] for place in range(points)]
                if loop not in loops:
                    loops.append(loop)
        return Group(loops)

    @cached_property
    def _kinds(self) -> list[str] | None:
        """Name G on each orbit, 'symmetric' or 'alternating'; None if G is not the product of such groups."""
        kinds, product = [], 1
        for orbit in self._group.orbits:
            acting = self._group.acting_on(orbit).order
            product *= acting
            whole = factorial(len(orbit))
            if acting == whole:
                kinds.append("symmetric")
            elif 2 * acting == whole:
                kinds.append("alternating")
            else:
                return None
        return kinds if product == self._group.order else None

    def size(self) -> Size:
        """Count the boards that can be reached from home."""
        anchors = len(self._carried)
        order = self._group.order
        tiles = [self.home[cell] for cell in self._places]
        if len(set(tiles)) == len(tiles):
            return Size(anchors * order, exact=True)
        arrangements = 1
        kinds = self._kinds
        for number, orbit in enumerate(self._group.orbits):
            counts = Counter(tiles[point] for point in orbit)
            arrangements *= factorial(len(orbit)) // prod(factorial(count) for count in counts.values())
            if kinds and kinds[number] == "alternating" and len(counts) == len(orbit) > 1:
                arrangements //= 2
        return Size(anchors * (arrangements if kinds else min(order, arrangements)), exact=kinds is not None)

    def reaches_all(self, boards: Cells) -> npt.NDArray[np.int8]:
        """Test whether each board can be reached from home: 1 if it can, 0 if not, -1 if neither is proved."""
        anchors = self._anchor_at[np.argmax(boards == 0, axis=1)]
        brought = np.take_along_axis(boards, self._source[anchors], axis=1)
        reachable = np.isin(anchors, list(self._carried))
        return np.where(reachable, self._arranges(brought), np.int8(0))

    def reaches(self, board: Sequence[int]) -> bool | None:
        """Do the same for one board; None if neither is proved."""
        return {1: True, 0: False, -1: None}[int(self.reaches_all(np.array([board], np.uint8))[0])]

    @cached_property
    def _anchor_at(self) -> npt.NDArray[np.int64]:
        """The anchor of the hole whose first cell this is."""
        anchor_at = np.zeros(self.frame.cells, np.int64)
        for anchor, hole in enumerate(self.frame.holes):
            anchor_at[hole[0]] = anchor
        return anchor_at

    @cached_property
    def _source(self) -> npt.NDArray[np.int64]:
        """For each anchor, the cell whose tile the tree takes back to each place."""
        source = np.zeros((len(self.frame.holes), len(self._places)), np.int64)
        for anchor, carried in self._carried.items():
            source[anchor] = [carried.index(place) for place in range(len(self._places))]
        return source

    def _arranges(self, brought: Cells) -> npt.NDArray[np.int8]:
        """Tell which arrangements of the tiles, the hole at home, G makes of the home board."""
        tiles = np.array([self.home[cell] for cell in self._places], np.uint8)
        if np.unique(tiles).size == tiles.size:
            return self._group.contains(_places_of(tiles)[brought]).astype(np.int8)
        answer = np.ones(len(brought), np.int8)
        if self._kinds is None:
            answer[(brought != tiles).any(axis=1)] = -1
        for number, orbit in enumerate(self._group.orbits):
            own, found = tiles[orbit], brought[:, orbit]
            answer[(np.sort(found, axis=1) != np.sort(own)).any(axis=1)] = 0
            # swapping two equal tiles changes the sign of a permutation and nothing else
            if self._kinds and self._kinds[number] == "alternating" and np.unique(own).size == own.size:
                answer[~even(_places_of(own)[found])] = 0
        return answer


def _places_of(tiles: Cells) -> npt.NDArray[np.int64]:
    """Return for each label its index among different tiles."""
    places = np.zeros(MOST_CELLS, np.int64)
    places[tiles] = np.arange(tiles.size)
    return places


def makes_all_even(frame: Frame) -> bool:
    """Tell whether moves make every even permutation, by R. M. Wilson's theorem: on grids with a hole of one cell."""
    one_cell = len(frame.holes) == frame.cells
    return frame.is_grid and one_cell and min(frame.rows, frame.columns) > 1 and frame.cells > 4


@lru_cache(maxsize=8)
def signs(frame: Frame) -> list[int] | None:
    """Give each anchor a sign, 0 or 1, so that a move changes the parity of the tiles' order where the signs differ.

    The tiles of a board are read cell by cell, the hole left out. None if moves keep to no such signs.
    """
    found: dict[int, int] = {}
    for first in range(len(frame.holes)):
        if first in found:
            continue
        found[first] = 0
        waiting = [first]
        for anchor in waiting:
            for move in frame.moves_at(anchor):
                sign = found[anchor] ^ _turns(frame, move)
                if found.setdefault(move.end, sign) != sign:
                    return None
                if move.end not in waiting:
                    waiting.append(move.end)
    return [found[anchor] for anchor in range(len(frame.holes))]


def _turns(frame: Frame, move: Transfer) -> int:
    """Tell whether a move puts the tiles, read cell by cell, into an order of the other parity."""
    cells = [-1 if cell in frame.holes[move.start] else cell for cell in range(frame.cells)]
    return parity_of([cell for cell in move.apply(cells, -1) if cell >= 0])


def parity_of(order: Sequence[int]) -> int:
    """Count the inversions of an order, modulo 2."""
    return sum(order[i] > order[j] for i in range(len(order)) for j in range(i + 1, len(order))) % 2
