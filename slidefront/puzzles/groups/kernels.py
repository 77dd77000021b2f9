"""The inner loops over the elements of a group. Every table they read is built by `words.py`.

A permutation is a row of int8: `g[x]` is where it takes the point x. A chain of stabilisers lists for each level k the
points that k can be carried to while the points below k stay, and for each of them one element that does it:

    g = u_0 u_1 u_2 ...    with u_k the element of level k that carries k to its point; the last one acts first

The digit of a level counts how many smaller points its point could have come to after the points before it, so numbers
of permutations ascend as their rows do.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.compile import kernel

Rows = npt.NDArray[np.int8]
Small = npt.NDArray[np.int32]
Numbers = npt.NDArray[np.int64]


class Chain(NamedTuple):
    """A chain of stabilisers as arrays: for each level and point one element and its inverse."""

    carriers: Rows
    inverses: Rows
    carried: npt.NDArray[np.bool_]
    sizes: Numbers


class Cosets(NamedTuple):
    """The elements by which ranks are put together: g = base[block] inner[word, place]."""

    chain: Chain
    base: Rows
    """The first element of each block."""
    inner: Rows
    """The elements of the subgroup that a block is, by word and place."""
    place_of: Small
    """For each number of an element of that subgroup its row of `inner`."""
    level: int
    """The first level of the chain of that subgroup."""


@kernel
def digit_of(place: int, level: int, chain: Chain, made: Rows) -> int:
    """Count the points that are smaller, of those that a level can bring its point to after what was `made` before."""
    digit = 0
    for x in range(made.size):
        digit += chain.carried[level, x] and made[x] < place
    return digit


@kernel
def multiply(one: Rows, other: Rows, spare: Rows) -> None:
    """Put `one` after `other`, in place of `one`."""
    for x in range(one.size):
        spare[x] = one[other[x]]
    for x in range(one.size):
        one[x] = spare[x]


@kernel
def number_of(g: Rows, first: int, last: int, chain: Chain, work: Rows) -> int:
    """Number a permutation by the levels from `first` to `last`; -1 if the chain does not lead to it.

    `work` has room for three permutations.
    """
    points = g.size
    left, made, spare = work[0], work[1], work[2]
    for x in range(points):
        left[x] = g[x]
        made[x] = x
    number = 0
    for level in range(first, last):
        to = left[level]
        if to < 0 or to >= points or not chain.carried[level, to]:
            return -1
        number = number * chain.sizes[level] + digit_of(made[to], level, chain, made)
        if chain.sizes[level] > 1:
            for x in range(points):
                left[x] = chain.inverses[level, to, left[x]]
            multiply(made, chain.carriers[level, to], spare)
    if last == points:
        for x in range(points):
            if left[x] != x:
                return -1
    return number


@kernel
def element(number: int, first: int, chain: Chain, made: Rows, spare: Rows) -> None:
    """Write the permutation of a number, by the levels from `first` on, to `made`."""
    points = made.size
    for x in range(points):
        made[x] = x
    weight = 1
    for level in range(first, points):
        weight *= chain.sizes[level]
    for level in range(first, points):
        weight //= chain.sizes[level]
        digit = number // weight
        number -= digit * weight
        to = level
        for x in range(points):  # the point whose place has `digit` smaller ones beside it
            if chain.carried[level, x] and digit_of(made[x], level, chain, made) == digit:
                to = x
        multiply(made, chain.carriers[level, to], spare)


@kernel
def list_elements(out: Rows, step: int, first: int, chain: Chain) -> None:
    """Write the permutations of the numbers 0, step, 2 step and so on."""
    spare = np.empty(out.shape[1], np.int8)
    for i in range(out.shape[0]):
        element(i * step, first, chain, out[i], spare)


@kernel
def order_by_words(elements: Rows, in_word: Rows, level: int, chain: Chain, out: Rows, place_of: Small) -> None:
    """Order elements by word and by place in the word; `place_of` is -1 everywhere before."""
    points = elements.shape[1]
    work, filled = np.empty((3, points), np.int8), 0
    for number in range(elements.shape[0]):
        if place_of[number] >= 0:
            continue
        for i in range(in_word.shape[0]):
            for x in range(points):
                out[filled, x] = elements[number, in_word[i, x]]
            place_of[number_of(out[filled], level, points, chain, work)] = filled
            filled += 1


@kernel
def split(g: Rows, cosets: Cosets, work: Rows) -> tuple[int, int]:
    """Find the block of a permutation, and the row of `inner` that is left of it; -1 if there is none.

    `work` has room for five permutations.
    """
    points = g.size
    block = number_of(g, 0, cosets.level, cosets.chain, work)
    if block < 0:
        return -1, -1
    inverse, rest = work[3], work[4]
    for x in range(points):
        inverse[cosets.base[block, x]] = x
    for x in range(points):
        rest[x] = inverse[g[x]]
    number = number_of(rest, cosets.level, points, cosets.chain, work)
    return (block, cosets.place_of[number]) if number >= 0 else (-1, -1)


@kernel
def split_products(one: Rows, others: Rows, cosets: Cosets, block: Numbers, place: Numbers) -> None:
    """Split `one` after each of the others: which block, and which row of `inner`."""
    points = one.size
    g, work = np.empty(points, np.int8), np.empty((5, points), np.int8)
    for i in range(others.shape[0]):
        for x in range(points):
            g[x] = one[others[i, x]]
        block[i], place[i] = split(g, cosets, work)
