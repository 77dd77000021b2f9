"""How many boards can be reached, and which, before any exploring: the group of the loops of the hole.

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
from functools import cached_property
from math import factorial, prod
from typing import Any

from slidefront.puzzles.puzzle import Size
from slidefront.puzzles.transfer import Frame


@dataclass
class Loops:
    """The loops of a transfer puzzle at the anchor of its home board."""

    frame: Frame
    home: Sequence[int]

    @property
    def _home_anchor(self) -> int:
        return self.frame.holes.index(tuple(cell for cell, label in enumerate(self.home) if label == 0))

    @cached_property
    def _places(self) -> list[int]:
        """The cells that hold tiles at home, in order: the points that G moves."""
        return [cell for cell, label in enumerate(self.home) if label != 0]

    @cached_property
    def _carried(self) -> dict[int, dict[int, int]]:
        """For each anchor that the hole can reach: which place the tile of each cell has come from, by the tree."""
        carried = {self._home_anchor: {cell: place for place, cell in enumerate(self._places)}}
        waiting = [self._home_anchor]
        for anchor in waiting:
            for move in self.frame.moves_at(anchor):
                if move.end not in carried:
                    carried[move.end] = _carry(carried[anchor], move.carries)
                    waiting.append(move.end)
        return carried

    @cached_property
    def _group(self) -> Any:
        from sympy.combinatorics import Permutation, PermutationGroup

        points = len(self._places)
        loops = [list(range(points))]
        for move in self.frame.moves:
            if move.start in self._carried:
                after, tree = _carry(self._carried[move.start], move.carries), self._carried[move.end]
                loop = [0] * points
                for cell, place in after.items():
                    loop[place] = tree[cell]
                if loop not in loops:
                    loops.append(loop)
        return PermutationGroup([Permutation(loop) for loop in loops])

    def _orbits(self) -> list[list[int]]:
        return [sorted(orbit) for orbit in self._group.orbits()]

    def _kinds(self) -> list[str] | None:
        """Name G on each orbit, 'symmetric' or 'alternating'; None where G is not the product of such groups."""
        orbits = self._orbits()
        order = int(self._group.order())
        kinds, product = [], 1
        for orbit in orbits:
            acting = int(self._acting_order(orbit))
            product *= acting
            whole = factorial(len(orbit))
            if acting == whole:
                kinds.append("symmetric")
            elif 2 * acting == whole:
                kinds.append("alternating")
            else:
                return None
        return kinds if product == order else None

    def _acting_order(self, orbit: list[int]) -> int:
        from sympy.combinatorics import Permutation, PermutationGroup

        index = {point: i for i, point in enumerate(orbit)}
        acting = [Permutation([index[loop(point)] for point in orbit]) for loop in self._group.generators]
        return int(PermutationGroup(acting).order())

    def size(self) -> Size:
        """Count the boards that can be reached from home."""
        anchors = len(self._carried)
        order = int(self._group.order())
        tiles = [self.home[cell] for cell in self._places]
        if len(set(tiles)) == len(tiles):
            return Size(anchors * order, exact=True)
        arrangements = 1
        kinds = self._kinds()
        for number, orbit in enumerate(self._orbits()):
            counts = Counter(tiles[point] for point in orbit)
            arrangements *= factorial(len(orbit)) // prod(factorial(count) for count in counts.values())
            if kinds and kinds[number] == "alternating" and len(counts) == len(orbit) > 1:
                arrangements //= 2
        return Size(anchors * (arrangements if kinds else min(order, arrangements)), exact=kinds is not None)

    def reaches(self, board: Sequence[int]) -> bool | None:
        """Tell whether a board can be reached from home; None where that is not proved either way."""
        hole = tuple(cell for cell, label in enumerate(board) if label == 0)
        anchor = self.frame.holes.index(hole)
        if anchor not in self._carried:
            return False
        tiles = [self.home[cell] for cell in self._places]
        brought = [0] * len(tiles)
        for cell, place in self._carried[anchor].items():
            brought[place] = board[cell]
        if brought == tiles:
            return True
        for orbit in self._orbits():
            if Counter(tiles[point] for point in orbit) != Counter(brought[point] for point in orbit):
                return False
        if len(set(tiles)) == len(tiles):
            return self._contains([tiles.index(label) for label in brought])
        kinds = self._kinds()
        if kinds is None:
            return None
        return all(
            kind == "symmetric" or _even_arrangement([tiles[p] for p in orbit], [brought[p] for p in orbit])
            for kind, orbit in zip(kinds, self._orbits(), strict=True)
        )

    def _contains(self, arrangement: list[int]) -> bool:
        from sympy.combinatorics import Permutation

        return bool(self._group.contains(Permutation(arrangement)))


def _carry(cells: dict[int, int], carries: tuple[tuple[int, int], ...]) -> dict[int, int]:
    """Move what stands in some cells."""
    after = dict(cells)
    for cell, _ in carries:
        del after[cell]
    for cell, to in carries:
        after[to] = cells[cell]
    return after


def _even_arrangement(before: list[int], after: list[int]) -> bool:
    """Tell whether an even permutation leads from one arrangement to another of the same labels."""
    if len(set(before)) < len(before):
        return True  # swapping two equal tiles changes the sign and nothing else
    place = [before.index(label) for label in after]
    inversions = sum(place[i] > place[j] for i in range(len(place)) for j in range(i + 1, len(place)))
    return inversions % 2 == 0
