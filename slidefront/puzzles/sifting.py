"""Which permutations stand in a group, many at once: they are sifted through its chain of stabilisers.

Schreier-Sims (by sympy) gives the group a base b1, b2, ... and, for each base point, one element for each point that it
can be carried to while the base points before it stay. A permutation of the group is a product of such elements, one a
base point; taking them off one by one must leave nothing:

    for each base point b:    g  ->  u^-1 g    with u the element that carries b to g(b);  none: not in the group
    at the end:               g is the identity;                                           else: not in the group
"""

from typing import Any

import numpy as np
import numpy.typing as npt

Permutations = npt.NDArray[np.int64]
"""One row a permutation: where each point goes."""


class Sieve:
    """A group as tables to sift permutations by."""

    def __init__(self, group: Any) -> None:
        points = group.degree
        self._base: list[int] = list(group.base)
        self._inverse = np.zeros((len(self._base), points, points), np.int64)
        self._carried = np.zeros((len(self._base), points), np.bool_)
        for level, transversal in enumerate(group.basic_transversals):
            for point, element in transversal.items():
                self._inverse[level, point] = (~element).array_form
                self._carried[level, point] = True

    def contains(self, permutations: Permutations) -> npt.NDArray[np.bool_]:
        """Tell of each permutation whether it is in the group."""
        left = permutations
        found = np.ones(len(left), np.bool_)
        for level, point in enumerate(self._base):
            image = left[:, point]
            found &= self._carried[level, image]
            left = np.take_along_axis(self._inverse[level, image], left, axis=1)
        return np.asarray(found & (left == np.arange(left.shape[1])).all(axis=1))


def even(permutations: Permutations) -> npt.NDArray[np.bool_]:
    """Tell of each permutation whether it is even: it has an even number of pairs out of order."""
    odd = np.zeros(len(permutations), np.bool_)
    for first in range(permutations.shape[1]):
        later = permutations[:, first + 1 :] < permutations[:, first : first + 1]
        odd ^= np.bitwise_xor.reduce(later, axis=1)
    return ~odd
