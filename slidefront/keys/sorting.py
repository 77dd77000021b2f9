"""Sort keys, with numpy or with a radix sort, whichever a short trial finds to be faster.

numpy's sort takes 3 ns a key where AVX-512 serves it well (Zen 5), 14 with AVX2 (Zen 3), and 39 on a processor that is
slow at what it asks for (Zen 4). There a radix sort of a bucket that fits the cache is faster: it takes 10 to 16 ns
on all of them but the oldest. Keys of one bucket differ in few of their bits. Passes over the highest four digits that
differ, the lowest of them first, bring nearly all keys to their places, and the few that still tie are sorted by
insertion:

    same in all keys | digit | digit | digit | digit | the rest: ties only | low bits: not looked at
"""

import time
from collections.abc import Callable
from functools import cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.compile import kernel

DIGIT = 10  # bits of a digit: its counters fit the first-level cache
RADIX = 1 << DIGIT
PASSES = 4
FEW = 32  # fewer keys are sorted by insertion
MANY = 1 << 17  # keys that fill a second-level cache with their copy: more are first split by their top digit

TRIED = 1 << 12  # keys for the trial of both sorts; numpy sorts fewer keys anyway
COMPILED_AFTER = 1 << 19  # keys that numpy sorts first: for fewer, compiling the radix sort takes longer than it saves
SECONDS_PER_KEY = 8e-9  # if numpy's sort is faster than this, radix sort is not tried

Counts = npt.NDArray[np.int64]


def sort(keys: Keys, spare: Keys, low: int) -> None:
    """Sort keys in place, ignoring their low bits; `spare` has the same length and may be overwritten."""
    if _choice.is_radix(keys.size):
        radix_sort(keys, spare, low)
    else:
        keys.sort()


def sort_buckets(keys: Keys, bounds: Counts, spare: Keys, low: int) -> None:
    """Sort each bucket of keys, from bounds[b] to bounds[b + 1], in place; `spare` is as long as the longest."""
    if _choice.is_radix(keys.size):
        radix_sort_buckets(keys, bounds, spare, low)
    else:
        for start, end in pairwise(bounds.tolist()):
            keys[start:end].sort()


class _Choice:
    """Chooses between the two sorts."""

    def __init__(self) -> None:
        self._sorted = 0  # keys so far; threads may miss some, which does no harm

    def is_radix(self, keys: int) -> bool:
        """Return whether to sort this many keys by radix."""
        if keys < TRIED:
            return False
        self._sorted += keys
        return self._sorted > COMPILED_AFTER and radix_pays()


_choice = _Choice()


@cache
def radix_pays() -> bool:
    """Measure whether the radix sort is faster than numpy's on this machine."""
    keys = (np.arange(TRIED, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(12)
    theirs = _seconds(lambda some, _: some.sort(), keys)
    return theirs > TRIED * SECONDS_PER_KEY and _seconds(lambda some, spare: radix_sort(some, spare, 0), keys) < theirs


def _seconds(sorting: Callable[[Keys, Keys], None], keys: Keys) -> float:
    """Time a sort: the best of a few, after one to warm up."""
    times = []
    for _ in range(5):
        some, spare = keys.copy(), np.empty_like(keys)
        began = time.perf_counter()
        sorting(some, spare)
        times.append(time.perf_counter() - began)
    return min(times[1:])


@kernel
def insertion_sort(keys: Keys) -> None:
    """Sort a few keys by insertion; more keys, which are rare, by Shell's method, which is never very slow."""
    step = 1
    while FEW * step < keys.size:
        step = 3 * step + 1
    while step > 0:
        for i in range(step, keys.size):
            key = keys[i]
            j = i - step
            while j >= 0 and keys[j] > key:
                keys[j + step] = keys[j]
                j -= step
            keys[j + step] = key
        step //= 3


@kernel
def top_bit(keys: Keys) -> int:
    """Count the bits up to the highest in which keys differ."""
    differ = np.uint64(0)
    for i in range(1, keys.size):
        differ |= keys[i] ^ keys[0]
    top = 0
    while differ:
        differ >>= np.uint64(1)
        top += 1
    return top


@kernel
def place_by_digit(keys: Keys, out: Keys, shift: int, counts: Counts) -> None:
    """Copy keys in order of one digit, stably. `counts` become the ends of the digits."""
    at = 0
    for digit in range(RADIX):
        count = counts[digit]
        counts[digit] = at
        at += count
    for i in range(keys.size):
        digit = (keys[i] >> np.uint64(shift)) & np.uint64(RADIX - 1)
        out[counts[digit]] = keys[i]
        counts[digit] += 1


@kernel
def sort_ties(keys: Keys, shift: int) -> None:
    """Sort each stretch of keys that are equal above `shift`."""
    i = 0
    while i < keys.size:
        head = keys[i] >> np.uint64(shift)
        j = i + 1
        while j < keys.size and keys[j] >> np.uint64(shift) == head:
            j += 1
        if j > i + 1:
            insertion_sort(keys[i:j])
        i = j


@kernel
def count_digits(keys: Keys, shift: int, passes: int, counts: Counts) -> None:
    """Count, in one pass, the keys of each value of each digit."""
    counts[:passes] = 0
    for i in range(keys.size):
        rest = keys[i] >> np.uint64(shift)
        for p in range(passes):
            counts[p, rest & np.uint64(RADIX - 1)] += 1
            rest >>= np.uint64(DIGIT)


@kernel
def copy(keys: Keys, out: Keys) -> None:
    """Copy keys in a loop, because an assignment of slices takes numba three seconds to compile."""
    for i in range(keys.size):
        out[i] = keys[i]


@kernel
def sort_in_cache(keys: Keys, spare: Keys, low: int, counts: Counts) -> None:
    """Sort keys by the digits that differ, then their ties."""
    if keys.size <= FEW:
        insertion_sort(keys)
        return
    bits = max(0, top_bit(keys) - low)
    passes = min(PASSES, (bits + DIGIT - 1) // DIGIT)
    shift = low + max(0, bits - passes * DIGIT)
    count_digits(keys, shift, passes, counts)
    for p in range(passes):
        if p % 2 == 0:
            place_by_digit(keys, spare, shift + p * DIGIT, counts[p])
        else:
            place_by_digit(spare, keys, shift + p * DIGIT, counts[p])
    if passes % 2 == 1:
        copy(spare, keys)
    if shift > low:
        sort_ties(keys, shift)


@kernel
def radix_sort(keys: Keys, spare: Keys, low: int) -> None:
    """Sort keys in place, all but their low bits; `spare` is as long and is overwritten."""
    counts = np.empty((PASSES, RADIX), np.int64)
    if keys.size <= MANY:
        sort_in_cache(keys, spare, low, counts)
        return
    shift = max(low, top_bit(keys) - DIGIT)
    ends = np.zeros(RADIX, np.int64)
    for i in range(keys.size):
        ends[(keys[i] >> np.uint64(shift)) & np.uint64(RADIX - 1)] += 1
    place_by_digit(keys, spare, shift, ends)
    copy(spare, keys)
    start = 0
    for digit in range(RADIX):
        end = ends[digit]
        sort_in_cache(keys[start:end], spare[start:end], low, counts)
        start = end


@kernel
def radix_sort_buckets(keys: Keys, bounds: Counts, spare: Keys, low: int) -> None:
    """Sort buckets one by one."""
    for bucket in range(bounds.size - 1):
        start, end = bounds[bucket], bounds[bucket + 1]
        radix_sort(keys[start:end], spare[: end - start], low)
