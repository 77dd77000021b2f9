"""The elements of a group as bits of words, and multiplication by an element as a few table lookups a word.

A group G is cut by two subgroups, H in K in G, each of which leaves some points alone:

    g = base[block] inner[word, place]       block: a coset of K;  word: a coset of H in K;  place: an element of H

    one base[block]  = base[block'] k        so multiplying by `one` takes all elements of a block to one block
    k inner[word]    = inner[word'] h        and all elements of a word to one word,
    h inner[place]   = inner[place']         where one permutation of the bits, out of |H|, puts them in order

H has at most 64 elements, one for each bit of a word. If all even orders of five points are in K, it has 60: the even
orders of the last five points.
"""

from collections.abc import Sequence
from functools import cached_property
from math import prod

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.puzzles.groups import kernels
from slidefront.puzzles.groups.kernels import Cosets, Numbers, Rows
from slidefront.puzzles.groups.permutations import Group, even
from slidefront.puzzles.ranking import Shuffles

WORD = 64


class GroupWords:
    """The elements of a group by block, word and bit."""

    def __init__(self, group: Group, most_inner: int) -> None:
        """Order the elements; a block has at most `most_inner` of them."""
        self.points = group.points
        self.chain = group.chain
        self._orders = [prod(self.chain.sizes[level:].tolist()) for level in range(self.points + 1)]
        self.level = next(level for level, order in enumerate(self._orders) if order <= most_inner)
        self.inner = self._orders[self.level]
        self.blocks = self._orders[0] // self.inner
        self._elements = np.empty((self.inner, self.points), np.int8)
        kernels.list_elements(self._elements, 1, self.level, self.chain)
        self._in_word = _word_elements(self._elements, self._orders)
        self.per_word = len(self._in_word)
        self.words = self.inner // self.per_word

    @cached_property
    def cosets(self) -> Cosets:
        """The elements in order, for kernels."""
        base = np.empty((self.blocks, self.points), np.int8)
        kernels.list_elements(base, self._orders[self.level], 0, self.chain)
        inner = np.empty_like(self._elements)
        place_of = np.full(len(inner), -1, np.int32)
        kernels.order_by_words(self._elements, self._in_word, self.level, self.chain, inner, place_of)
        return Cosets(self.chain, base, inner, place_of, self.level)

    def products(self, one: Rows, others: Rows) -> tuple[Numbers, Numbers]:
        """Put a permutation after others: for each product its block, or -1, and its place in the block."""
        block, place = np.empty(len(others), np.int64), np.empty(len(others), np.int64)
        kernels.split_products(np.ascontiguousarray(one, np.int8), others, self.cosets, block, place)
        return block, place

    def find(self, permutations: Rows) -> tuple[Numbers, Numbers]:
        """Find the block of each permutation, -1 for one that is not in the group, and its place in the block."""
        return self.products(np.arange(self.points, dtype=np.int8), permutations)

    def shuffles(self, rows: Numbers) -> Shuffles:
        """Compute what multiplying by some elements of K, given by their places, does to the words of a block."""
        firsts = np.ascontiguousarray(self.cosets.inner[:: self.per_word])
        word_to = np.empty((rows.size, len(firsts)), np.uint16)
        word_by = np.empty((rows.size, len(firsts)), np.uint8)
        for number, row in enumerate(rows.tolist()):
            _, places = self.products(self.cosets.inner[row], firsts)
            word_to[number], word_by[number] = np.divmod(places, self.per_word)
        in_word = np.ascontiguousarray(self.cosets.inner[: self.per_word])
        times = np.array([self.products(one, in_word)[1] for one in in_word], np.uint8)
        return Shuffles(word_to, word_by, times, _bytes_of(times))


def _word_elements(elements: Rows, orders: Sequence[int]) -> Rows:
    """Choose H: a group of the chain, or the even half of one, that fills most of a word."""
    fits = next(level for level, order in enumerate(orders) if order <= WORD)
    chosen = elements[: orders[fits]]
    if fits > 0 and orders[fits - 1] <= min(2 * WORD, len(elements)):
        larger = elements[: orders[fits - 1]]
        even_half = larger[even(larger.astype(np.int64))]
        if len(chosen) < len(even_half) <= WORD:
            return even_half
    return chosen


def _bytes_of(times: npt.NDArray[np.uint8]) -> Keys:
    """For each h, byte and value: the bits i whose place `times[h, i]` is a bit of that value in that byte."""
    order = len(times)
    shuffle = np.zeros((order, 8, 256), np.uint64)
    values = np.arange(256)
    for h in range(order):
        for i, source in enumerate(times[h].tolist()):
            byte, bit = divmod(source, 8)
            shuffle[h, byte, (values >> bit & 1) > 0] |= np.uint64(1 << i)
    return shuffle
