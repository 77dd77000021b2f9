"""Groups of permutations: their order, membership tests for many permutations at once, and their elements in order.

A group is stored as its chain of stabilisers (Schreier-Sims). Level k has one element for each point to which point k
can be carried while all points below k stay. A permutation of the group is a product of such elements, one per level,
the last one acting first. *Sifting* takes these elements off, level by level:

    for each point k:    g  ->  g u^-1    with u the element that carries k to g(k);  none: not in the group

A generator that does not sift joins the level where it moves its first point. Every product of an element and a
generator of a level must sift through the levels below; a product that does not becomes a generator there. Finally each
element is replaced by the least element that carries its point to the same point. Then the numbers of permutations
almost ascend as their rows do, and similar permutations have close numbers.

For tables of distances, the elements of a group G are bits of words, and multiplying by an element takes a few table
look-ups per word. Two subgroups, H in K in G, which each fix some points, divide G:

    g = base[block] inner[word, place]       block: a coset of K;  word: a coset of H in K;  place: an element of H

    a base[block]    = base[block'] k        multiplying by `a` takes all elements of a block to one block
    k inner[word]    = inner[word'] h        and all elements of a word to one word,
    h inner[place]   = inner[place']         where one of |H| permutations puts the bits in order

H has at most 64 elements, one for each bit of a word. If K contains all even orders of five points, H has 60 elements:
the even orders of the last five points.

In kernels, a permutation is a row of int8: `g[x]` is the image of the point x.
"""

from collections.abc import Sequence
from functools import cached_property
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys, Numbers, Small
from slidefront.compile import kernel
from slidefront.moves import reach
from slidefront.puzzles.ranking import Shuffles

PermutationRows = npt.NDArray[np.int8]
Permutation = tuple[int, ...]
"""The image of each point."""
Permutations = npt.NDArray[np.int64]
"""A row per permutation."""
_WORD = 64  # bits


class Chain(NamedTuple):
    """A chain of stabilisers as arrays: for each level and point, one element and its inverse."""

    carriers: PermutationRows
    inverses: PermutationRows
    carried: npt.NDArray[np.bool_]
    digits: Numbers
    """For each level and point, the number of smaller points to which its point can be carried: a digit."""
    sizes: Numbers


class Cosets(NamedTuple):
    """The elements of G for kernels: g = base[block] inner[word, place]."""

    chain: Chain
    base: PermutationRows
    """The first element of each block."""
    inner: PermutationRows
    """The elements of K, by word and place."""
    place_of: Small
    """For the number of each element of K, its row of `inner`."""
    level: int
    """The first level of the chain of K."""


def orbits_of(generators: Sequence[Sequence[int]]) -> list[list[int]]:
    """List the orbits of permutations: the sets of points that they carry to each other."""
    orbits: list[list[int]] = []
    for point in range(len(generators[0])):
        if not any(point in orbit for orbit in orbits):
            orbits.append(sorted(reach([point], lambda point: (generator[point] for generator in generators))))
    return orbits


class Group:
    """The group that some permutations generate."""

    def __init__(self, generators: Sequence[Sequence[int]]) -> None:
        self.generators = [tuple(generator) for generator in generators]
        self.points = len(self.generators[0])
        identity = tuple(range(self.points))
        self._carriers: list[dict[int, Permutation]] = [{point: identity} for point in identity]
        self._inverses: list[dict[int, Permutation]] = [{point: identity} for point in identity]
        self._strong: list[list[Permutation]] = [[] for _ in identity]
        for generator in self.generators:
            self._extend(0, generator)

    def _extend(self, level: int, new: Permutation) -> None:
        """Add a generator to a level; it must fix all points below the level."""
        left = new
        for k in range(level, self.points):
            inverse = self._inverses[k].get(left[k])
            if inverse is None:
                break
            left = _then(left, inverse)
        else:
            return  # it sifts, so the level has it already
        carriers, inverses, strong = self._carriers[level], self._inverses[level], self._strong[level]
        strong.append(new)
        waiting = [(carrier, new) for carrier in carriers.values()]
        while waiting:
            product = _then(*waiting.pop())
            image = product[level]
            if image in carriers:
                self._extend(level + 1, _then(product, inverses[image]))
            else:
                carriers[image], inverses[image] = product, tuple(sorted(range(self.points), key=product.__getitem__))
                waiting += [(product, generator) for generator in strong]

    @cached_property
    def chain(self) -> Chain:
        """The chain of stabilisers as arrays, with the least elements."""
        carriers, carried = np.zeros((self.points,) * 3, np.int8), np.zeros((self.points,) * 2, np.bool_)
        for level, elements in enumerate(self._carriers):
            carriers[level, [*elements]] = [*elements.values()]
            carried[level, [*elements]] = True
        smaller: Numbers = np.cumsum(carried, axis=1) - carried
        chain = Chain(carriers, np.empty_like(carriers), carried, smaller, carried.sum(axis=1))
        for level in reversed(range(self.points)):
            carriers[level, carried[level]] = least(carriers[level, carried[level]], chain, level + 1)
        chain.inverses[:] = carriers.argsort(axis=2)
        return chain

    @property
    def order(self) -> int:
        """The number of its elements."""
        return prod(len(carriers) for carriers in self._carriers)

    def contains(self, permutations: Permutations) -> npt.NDArray[np.bool_]:
        """Whether each permutation is in the group."""
        left = permutations
        sifts = np.ones(len(left), np.bool_)
        for level in range(self.points):
            image = left[:, level]
            sifts &= self.chain.carried[level, image]
            left = np.take_along_axis(self.chain.inverses[level, image], left, axis=1).astype(np.int64)
        return np.asarray(sifts & (left == np.arange(self.points)).all(axis=1))


def least(rows: PermutationRows, chain: Chain, first: int = 0) -> PermutationRows:
    """Return for each permutation the least of its products with elements of the levels from `first` on."""
    for carriers, carried in zip(chain.carriers[first:], chain.carried[first:], strict=True):
        (points,) = np.nonzero(carried)
        chosen = points[np.argmin(rows[:, points], axis=1)]
        rows = np.take_along_axis(rows, carriers[chosen].astype(np.int64), axis=1)
    return rows


def _then(first: Permutation, second: Permutation) -> Permutation:
    return tuple([second[point] for point in first])


def even(permutations: Permutations) -> npt.NDArray[np.bool_]:
    """Whether each permutation is even: an even number of its pairs are out of order."""
    odd = np.zeros(len(permutations), np.bool_)
    for first in range(permutations.shape[1]):
        later = permutations[:, first + 1 :] < permutations[:, first : first + 1]
        odd ^= np.bitwise_xor.reduce(later, axis=1)
    return ~odd


class GroupWords:
    """The elements of a group by block, word and bit."""

    def __init__(self, group: Group, most_inner: int) -> None:
        """Order the elements in blocks of at most `most_inner` elements."""
        self.points = group.points
        self.chain = group.chain
        orders = [prod(self.chain.sizes[level:].tolist()) for level in range(self.points + 1)]
        self.level = next(level for level, order in enumerate(orders) if order <= most_inner)
        self.inner = orders[self.level]
        self.blocks = orders[0] // self.inner
        # H is a group of the chain, or its even half, that fills most of a word.
        fits = next(level for level, order in enumerate(orders) if order <= _WORD)
        self._in_word = list_elements(self.chain, fits, self.points)
        if fits > 0 and orders[fits - 1] <= 2 * _WORD:
            larger = list_elements(self.chain, fits - 1, self.points)
            even_half = larger[even(larger.astype(np.int64))]
            if len(self._in_word) < len(even_half) <= _WORD:
                self._in_word = even_half
        self.per_word = len(self._in_word)
        self.words = self.inner // self.per_word

    @cached_property
    def cosets(self) -> Cosets:
        """The elements in order, for kernels."""
        base = list_elements(self.chain, 0, self.level)
        elements = list_elements(self.chain, self.level, self.points)
        inner, place_of = np.empty_like(elements), np.full(len(elements), -1, np.int32)
        order_by_words(elements, self._in_word, self.level, self.chain, inner, place_of)
        return Cosets(self.chain, base, inner, place_of, self.level)

    def products(self, factor: PermutationRows, others: PermutationRows) -> tuple[Numbers, Numbers]:
        """Return for each product, `factor` after one of the others, its block, or -1, and its place in the block."""
        block, place = np.empty(len(others), np.int64), np.empty(len(others), np.int64)
        split_products(np.ascontiguousarray(factor, np.int8), others, self.cosets, block, place)
        return block, place

    def find(self, permutations: PermutationRows) -> tuple[Numbers, Numbers]:
        """Return the block of each permutation, or -1 if it is not in the group, and its place in the block."""
        return self.products(np.arange(self.points, dtype=np.int8), permutations)

    def numbered(self, places: Numbers) -> tuple[npt.NDArray[np.uint16], Shuffles]:
        """Number the elements of K at the given places, and return the shuffle of each; number 0 is the identity."""
        used = np.zeros(self.inner, np.bool_)
        used[0] = used[places] = True
        firsts = np.ascontiguousarray(self.cosets.inner[:: self.per_word])
        products = [self.products(self.cosets.inner[place], firsts)[1] for place in np.flatnonzero(used)]
        word_to, word_by = np.divmod(products, self.per_word)
        number = (np.cumsum(used) - 1).astype(np.uint16)
        return number[places], Shuffles(word_to.astype(np.uint16), word_by.astype(np.uint8), *self._times)

    @cached_property
    def _times(self) -> tuple[npt.NDArray[np.uint8], Keys]:
        """The order of the bits of a word after multiplying by each element of H, also as a table by bytes.

        For each h, byte and value, the table has the bits i whose place `times[h, i]` is a bit of the value in the
        byte.
        """
        in_word = np.ascontiguousarray(self.cosets.inner[: self.per_word])
        times = np.array([self.products(element, in_word)[1] for element in in_word], np.uint8)
        by_bytes, values = np.zeros((self.per_word, 8, 256), np.uint64), np.arange(256)
        for h, places in enumerate(times.tolist()):
            for i, place in enumerate(places):
                byte, bit = divmod(place, 8)
                by_bytes[h, byte, (values >> bit & 1) > 0] |= np.uint64(1 << i)
        return times, by_bytes


def list_elements(chain: Chain, first: int, last: int) -> PermutationRows:
    """List the products of elements of the levels from `first` up to, but not including, `last`, by number.

    For the group of any table, this takes less time than compiling a kernel.
    """
    points = len(chain.carried)
    elements = np.arange(points, dtype=np.int8)[None]
    for level in range(first, last):
        elements = elements[:, chain.carriers[level, chain.carried[level]]].reshape(-1, points)
    return np.ascontiguousarray(elements)  # kernels are compiled for one memory layout


@kernel
def take_off(left: PermutationRows, first: int, last: int, chain: Chain) -> int:
    """Take the elements of the levels from `first` up to, but not including, `last` off `left`; return their number.

    Return -1 if `left` does not sift through these levels.
    """
    number = 0
    for level in range(first, last):
        image = left[level]
        if image < 0 or image >= left.size or not chain.carried[level, image]:
            return -1
        number = number * chain.sizes[level] + chain.digits[level, image]
        if chain.sizes[level] > 1:
            for x in range(left.size):
                left[x] = chain.inverses[level, image, left[x]]
    return number


@kernel
def order_by_words(
    elements: PermutationRows, in_word: PermutationRows, level: int, chain: Chain, out: PermutationRows, place_of: Small
) -> None:
    """Write elements in order of words and places in the word; `place_of` must be -1 everywhere before."""
    points = elements.shape[1]
    left, filled = np.empty(points, np.int8), 0
    for number in range(elements.shape[0]):
        if place_of[number] >= 0:
            continue
        for i in range(in_word.shape[0]):
            for x in range(points):
                left[x] = out[filled, x] = elements[number, in_word[i, x]]
            place_of[take_off(left, level, points, chain)] = filled
            filled += 1


@kernel
def split_permutation(left: PermutationRows, cosets: Cosets) -> tuple[int, int]:
    """Return the block of a permutation and its row of `inner`, or -1 and -1; `left` is overwritten."""
    block = take_off(left, 0, cosets.level, cosets.chain)
    number = take_off(left, cosets.level, left.size, cosets.chain) if block >= 0 else -1
    return (block, cosets.place_of[number]) if number >= 0 else (-1, -1)


@kernel
def split_products(
    factor: PermutationRows, others: PermutationRows, cosets: Cosets, block: Numbers, place: Numbers
) -> None:
    """Write the block and the row of `inner` of each product: `factor` after one of the others."""
    left = np.empty(factor.size, np.int8)
    for i in range(others.shape[0]):
        for x in range(factor.size):
            left[x] = factor[others[i, x]]
        block[i], place[i] = split_permutation(left, cosets)
