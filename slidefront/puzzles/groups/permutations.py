"""Groups of permutations: their order, and membership tests for many permutations at once.

A group is stored as its chain of stabilisers (Schreier-Sims): at level k, one element for each point that k can be
carried to while the points below k stay. A permutation of the group is a product of such elements, one a level; to
sift one is to take them off, level by level:

    for each point k:    g  ->  g u^-1    with u the element that carries k to g(k);  none: not in the group

The chain grows as it is made: a generator that does not sift joins the level where it moves its first point. Whatever
an element of a level and a generator of that level make together must sift through the levels below; what does not is
a generator there.
"""

from collections.abc import Sequence
from functools import cached_property
from math import prod

import numpy as np
import numpy.typing as npt

from slidefront.puzzles.groups.kernels import Chain

Permutation = tuple[int, ...]
"""Where each point goes."""
Permutations = npt.NDArray[np.int64]
"""One row a permutation."""


class Group:
    """The group that some permutations generate."""

    def __init__(self, generators: Sequence[Sequence[int]]) -> None:
        self.generators = [tuple(one) for one in generators]
        self.points = len(self.generators[0])
        identity = tuple(range(self.points))
        self._carriers: list[dict[int, Permutation]] = [{point: identity} for point in identity]
        self._inverses: list[dict[int, Permutation]] = [{point: identity} for point in identity]
        self._strong: list[list[Permutation]] = [[] for _ in identity]
        for one in self.generators:
            self._extend(0, one)

    def _extend(self, level: int, new: Permutation) -> None:
        """Add a generator to a level; it must fix all points below the level."""
        if self._sifts(level, new):
            return
        carriers, inverses, strong = self._carriers[level], self._inverses[level], self._strong[level]
        strong.append(new)
        waiting = [(carrier, new) for carrier in carriers.values()]
        while waiting:
            product = _then(*waiting.pop())
            to = product[level]
            if to in carriers:
                self._extend(level + 1, _then(product, inverses[to]))
            else:
                carriers[to], inverses[to] = product, _inverse(product)
                waiting += [(product, one) for one in strong]

    def _sifts(self, level: int, left: Permutation) -> bool:
        for k in range(level, self.points):
            inverse = self._inverses[k].get(left[k])
            if inverse is None:
                return False
            left = _then(left, inverse)
        return True

    @cached_property
    def chain(self) -> Chain:
        """Its elements as arrays: for each level and point one element and its inverse."""
        carriers = np.zeros((self.points, self.points, self.points), np.int8)
        inverses, carried = np.zeros_like(carriers), np.zeros((self.points, self.points), np.bool_)
        for level, elements in enumerate(self._carriers):
            for point, element in elements.items():
                carriers[level, point], inverses[level, point] = element, self._inverses[level][point]
                carried[level, point] = True
        return Chain(carriers, inverses, carried, carried.sum(axis=1))

    @property
    def order(self) -> int:
        """The number of its elements."""
        return prod(len(carriers) for carriers in self._carriers)

    @cached_property
    def orbits(self) -> list[list[int]]:
        """The points that can be carried to each other, set by set."""
        orbits: list[list[int]] = []
        for point in range(self.points):
            if any(point in orbit for orbit in orbits):
                continue
            orbit = [point]
            for at in orbit:
                orbit += {one[at] for one in self.generators}.difference(orbit)
            orbits.append(sorted(orbit))
        return orbits

    def acting_on(self, orbit: list[int]) -> "Group":
        """Return the group of the actions of its elements on the points of an orbit."""
        index = {point: number for number, point in enumerate(orbit)}
        return Group([[index[one[point]] for point in orbit] for one in self.generators])

    def contains(self, permutations: Permutations) -> npt.NDArray[np.bool_]:
        """Test whether each permutation is in the group."""
        left = permutations
        found = np.ones(len(left), np.bool_)
        for level in range(self.points):
            image = left[:, level]
            found &= self.chain.carried[level, image]
            left = np.take_along_axis(self.chain.inverses[level, image], left, axis=1).astype(np.int64)
        return np.asarray(found & (left == np.arange(self.points)).all(axis=1))


def _then(first: Permutation, second: Permutation) -> Permutation:
    return tuple([second[point] for point in first])


def _inverse(one: Permutation) -> Permutation:
    inverse = [0] * len(one)
    for point, to in enumerate(one):
        inverse[to] = point
    return tuple(inverse)


def even(permutations: Permutations) -> npt.NDArray[np.bool_]:
    """Test whether each permutation is even: it has an even number of pairs out of order."""
    odd = np.zeros(len(permutations), np.bool_)
    for first in range(permutations.shape[1]):
        later = permutations[:, first + 1 :] < permutations[:, first : first + 1]
        odd ^= np.bitwise_xor.reduce(later, axis=1)
    return ~odd
