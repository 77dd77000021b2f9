"""Sort keys by radix, from the top: fast in the cache, and equally fast on every processor.

numpy's sort needs AVX-512 or AVX2 to be fast, and is several times slower on some processors that have them (Zen 4);
a radix sort of a bucket that fits the cache needs neither. Keys of one bucket differ in fewer bits than they have:
passes over the highest four digits that differ, the lowest of them first, bring nearly all keys to their places, and
the few that still tie are put in order by insertion:

    same in all keys | digit | digit | digit | digit | the rest: ties only | low bits: not looked at
"""

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.compile import kernel

DIGIT = 10  # bits of a digit: its counters fit the first-level cache
RADIX = 1 << DIGIT
PASSES = 4
FEW = 32  # so many keys are sorted by insertion
MANY = 1 << 17  # so many keys with their copy fill a second-level cache: more are first split by their top digit

Counts = npt.NDArray[np.int64]


@kernel
def insertion_sort(keys: Keys, start: int, end: int) -> None:
    """Sort a few keys."""
    for i in range(start + 1, end):
        key = keys[i]
        j = i - 1
        while j >= start and keys[j] > key:
            keys[j + 1] = keys[j]
            j -= 1
        keys[j + 1] = key


@kernel
def sink(keys: Keys, start: int, node: int, size: int) -> None:
    """Let the key at a node of a heap sink to its place."""
    while 2 * node + 1 < size:
        child = 2 * node + 1
        if child + 1 < size and keys[start + child] < keys[start + child + 1]:
            child += 1
        if keys[start + node] >= keys[start + child]:
            return
        keys[start + node], keys[start + child] = keys[start + child], keys[start + node]
        node = child


@kernel
def heap_sort(keys: Keys, start: int, end: int) -> None:
    """Sort many tied keys, which is rare: slower than by digits, never much slower."""
    size = end - start
    for node in range(size // 2 - 1, -1, -1):
        sink(keys, start, node, size)
    for last in range(size - 1, 0, -1):
        keys[start], keys[start + last] = keys[start + last], keys[start]
        sink(keys, start, 0, last)


@kernel
def top_bit(keys: Keys, start: int, end: int) -> int:
    """Count the bits up to the highest in which keys differ."""
    differ = np.uint64(0)
    for i in range(start, end):
        differ |= keys[i] ^ keys[start]
    top = 0
    while differ:
        differ >>= np.uint64(1)
        top += 1
    return top


@kernel
def place_by_digit(keys: Keys, out: Keys, start: int, end: int, shift: int, counts: Counts) -> None:
    """Copy keys in order of one digit, keys of one digit in their old order. `counts` become the ends of the digits."""
    at = start
    for digit in range(RADIX):
        count = counts[digit]
        counts[digit] = at
        at += count
    for i in range(start, end):
        digit = (keys[i] >> np.uint64(shift)) & np.uint64(RADIX - 1)
        out[counts[digit]] = keys[i]
        counts[digit] += 1


@kernel
def sort_ties(keys: Keys, start: int, end: int, shift: int) -> None:
    """Sort each stretch of keys that are equal above `shift`."""
    i = start
    while i < end:
        head = keys[i] >> np.uint64(shift)
        j = i + 1
        while j < end and keys[j] >> np.uint64(shift) == head:
            j += 1
        if j - i <= FEW:
            insertion_sort(keys, i, j)
        else:
            heap_sort(keys, i, j)
        i = j


@kernel
def count_digits(keys: Keys, start: int, end: int, shift: int, passes: int, counts: Counts) -> None:
    """Count, in one pass, the keys of each value of each digit."""
    counts[:passes] = 0
    for i in range(start, end):
        rest = keys[i] >> np.uint64(shift)
        for p in range(passes):
            counts[p, rest & np.uint64(RADIX - 1)] += 1
            rest >>= np.uint64(DIGIT)


@kernel
def sort_in_cache(keys: Keys, spare: Keys, start: int, end: int, low: int, counts: Counts) -> None:
    """Sort keys[start:end] by the digits that differ, then their ties."""
    if end - start <= FEW:
        insertion_sort(keys, start, end)
        return
    bits = max(0, top_bit(keys, start, end) - low)
    passes = min(PASSES, (bits + DIGIT - 1) // DIGIT)
    shift = low + max(0, bits - passes * DIGIT)
    count_digits(keys, start, end, shift, passes, counts)
    for p in range(passes):
        if p % 2 == 0:
            place_by_digit(keys, spare, start, end, shift + p * DIGIT, counts[p])
        else:
            place_by_digit(spare, keys, start, end, shift + p * DIGIT, counts[p])
    if passes % 2 == 1:
        keys[start:end] = spare[start:end]
    if shift > low:
        sort_ties(keys, start, end, shift)


@kernel
def sort(keys: Keys, spare: Keys, low: int) -> None:
    """Sort keys in place, all but their low bits; `spare` is as long and is overwritten."""
    counts = np.empty((PASSES, RADIX), np.int64)
    n = keys.size
    if n <= MANY:
        sort_in_cache(keys, spare, 0, n, low, counts)
        return
    shift = max(low, top_bit(keys, 0, n) - DIGIT)
    ends = np.zeros(RADIX, np.int64)
    for i in range(n):
        ends[(keys[i] >> np.uint64(shift)) & np.uint64(RADIX - 1)] += 1
    place_by_digit(keys, spare, 0, n, shift, ends)
    keys[:] = spare
    start = 0
    for digit in range(RADIX):
        sort_in_cache(keys, spare, start, ends[digit], low, counts)
        start = ends[digit]
