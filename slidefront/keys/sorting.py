"""Sort keys: split them into buckets by range, and sort each bucket, with numpy or with a radix sort.

Bucket b has the keys from bounds[b] up to bounds[b + 1]. The bounds come from a sample, so that buckets have about
the same size for any distribution of keys. To find the bucket of a key, a table (`guess`) maps its leading bits to the
bucket of the smallest key with these bits; from there the search goes up over the few bounds below the key.

A short trial decides which sort is faster. numpy's sort takes 3 ns per key with fast AVX-512 (Zen 5), 14 with AVX2
(Zen 3), and 39 with slow AVX-512 instructions (Zen 4). The radix sort of a bucket that fits the cache takes 10 to 16 ns
on all but the oldest processors. The keys of a bucket differ in few of their bits. So passes over the highest four
digits that differ, from the lowest to the highest, sort nearly all keys, and an insertion sort handles the ties:

    equal in all keys | digit | digit | digit | digit | ties only | low bits: ignored
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys, Numbers
from slidefront.compile import kernel

GUESS_BITS = 14  # 32 KiB of guesses: they stay in the first-level cache


@dataclass(frozen=True)
class Buckets:
    """Ranges of keys, ascending; the first bound is 0."""

    bounds: Keys
    guess: npt.NDArray[np.uint16]
    shift: int

    @property
    def count(self) -> int:
        """The number of buckets."""
        return int(self.bounds.size)

    def least(self, number: int) -> int:
        """Return the least key of a bucket; 2^64 for the number after the last bucket."""
        return int(self.bounds[number]) if number < self.count else 1 << 64


ONE_BUCKET = Buckets(np.zeros(1, np.uint64), np.zeros(1 << GUESS_BITS, np.uint16), 0)


def draw_buckets(sample: Keys, count: int, low: int) -> Buckets:
    """Choose bounds for about `count` buckets of equal size from a sorted sample, ignoring the low bits."""
    count = max(1, min(count, sample.size))
    if count == 1:
        return ONE_BUCKET
    places = np.linspace(0, sample.size, count, endpoint=False).astype(np.int64)[1:]
    bounds = [0]
    for bound in ((sample[places] >> np.uint64(low)) << np.uint64(low)).tolist():
        if bound > bounds[-1]:
            bounds.append(bound)
    top = int(sample[-1]).bit_length() if sample.size else 0
    return buckets_of(np.array(bounds, np.uint64), max(0, top - GUESS_BITS))


def buckets_of(bounds: Keys, shift: int) -> Buckets:
    """Return buckets with these bounds; keys shifted right by `shift` have the bits of a guess."""
    starts = np.arange(1 << GUESS_BITS, dtype=np.uint64) << np.uint64(shift)
    return Buckets(bounds, (np.searchsorted(bounds, starts, side="right") - 1).astype(np.uint16), shift)


@kernel
def bucket_of(key: np.uint64, bounds: Keys, guess: npt.NDArray[np.uint16], shift: int) -> np.int64:
    """Find the bucket of a key."""
    b = np.int64(guess[min(key >> np.uint64(shift), np.uint64(guess.size - 1))])
    while b + 1 < bounds.size and key >= bounds[b + 1]:
        b += 1
    return b


@kernel
def split_kernel(
    keys: Keys,
    out: Keys,
    starts: npt.NDArray[np.int64],
    bounds: Keys,
    guess: npt.NDArray[np.uint16],
    shift: int,
) -> None:
    """Copy keys bucket by bucket; `starts` gets the start of each bucket, and the end of the last one."""
    starts[:] = 0
    for i in range(keys.size):
        starts[bucket_of(keys[i], bounds, guess, shift) + 1] += 1
    for b in range(bounds.size):
        starts[b + 1] += starts[b]
    ends = starts.copy()
    for i in range(keys.size):
        bucket = bucket_of(keys[i], bounds, guess, shift)
        out[ends[bucket]] = keys[i]
        ends[bucket] += 1


def split(keys: Keys, buckets: Buckets, out: Keys) -> npt.NDArray[np.int64]:
    """Write keys of any order to `out`, bucket by bucket; return the start of each bucket, and the end of the last."""
    starts = np.empty(buckets.count + 1, np.int64)
    split_kernel(keys, out, starts, buckets.bounds, buckets.guess, buckets.shift)
    return starts


DIGIT = 10  # bits of a digit, so that its counters fit the first-level cache
RADIX = 1 << DIGIT
PASSES = 4
MOST_INSERTED = 32  # the most keys that are sorted by insertion
MOST_CACHED = 1 << 17  # keys that fit the second-level cache with their copy; more are first split by their top digit

TRIED = 1 << 12  # keys of the trial; numpy sorts fewer keys in any case
COMPILED_AFTER = 1 << 19  # keys that numpy sorts first: for fewer, compiling the radix sort takes longer than it saves
SECONDS_PER_KEY = 8e-9  # a faster numpy sort needs no trial of the radix sort


def sort(keys: Keys, spare: Keys, low: int) -> None:
    """Sort keys in place, ignoring their low bits; `spare` has the same length and may be overwritten."""
    if _by_radix(keys.size):
        radix_sort(keys, spare, low)
    else:
        keys.sort()


def sort_buckets(keys: Keys, bounds: Numbers, spare: Keys, low: int) -> None:
    """Sort each bucket, from bounds[b] to bounds[b + 1], in place; `spare` is as long as the longest bucket."""
    if _by_radix(keys.size):
        radix_sort_buckets(keys, bounds, spare, low)
    else:
        for start, end in pairwise(bounds.tolist()):
            keys[start:end].sort()


_sorted = 0  # the keys sorted so far; threads may miss some, which does no harm


def _by_radix(keys: int) -> bool:
    """Whether to sort a number of keys by radix sort."""
    global _sorted
    if keys < TRIED:
        return False
    _sorted += keys
    return _sorted > COMPILED_AFTER and radix_pays()


@cache
def radix_pays() -> bool:
    """Whether the radix sort is faster than numpy's on this machine, by a trial."""
    keys = (np.arange(TRIED, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(12)
    seconds = _seconds(lambda copy, _: copy.sort(), keys)
    return (
        seconds > TRIED * SECONDS_PER_KEY and _seconds(lambda copy, spare: radix_sort(copy, spare, 0), keys) < seconds
    )


def _seconds(sorting: Callable[[Keys, Keys], None], keys: Keys) -> float:
    """Time a sort: the best of four runs, after a run to warm up."""
    times = []
    for _ in range(5):
        unsorted, spare = keys.copy(), np.empty_like(keys)
        began = time.perf_counter()
        sorting(unsorted, spare)
        times.append(time.perf_counter() - began)
    return min(times[1:])


@kernel
def insertion_sort(keys: Keys) -> None:
    """Sort few keys by insertion, and many equal keys, which are rare, by Shell's method, which is never very slow."""
    step = 1
    while MOST_INSERTED * step < keys.size:
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
    """Return the number of bits up to the highest bit in which keys differ."""
    differ = np.uint64(0)
    for i in range(1, keys.size):
        differ |= keys[i] ^ keys[0]
    top = 0
    while differ:
        differ >>= np.uint64(1)
        top += 1
    return top


@kernel
def place_by_digit(keys: Keys, out: Keys, shift: int, counts: Numbers) -> None:
    """Copy keys in order of one digit, stably. `counts` has the count per digit, and becomes the end of each."""
    start = 0
    for digit in range(RADIX):
        count = counts[digit]
        counts[digit] = start
        start += count
    for i in range(keys.size):
        digit = (keys[i] >> np.uint64(shift)) & np.uint64(RADIX - 1)
        out[counts[digit]] = keys[i]
        counts[digit] += 1


@kernel
def sort_ties(keys: Keys, shift: int) -> None:
    """Sort each group of consecutive keys with equal bits above `shift`."""
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
def count_digits(keys: Keys, shift: int, passes: int, counts: Numbers) -> None:
    """Count the keys per value of each digit, in one pass."""
    counts[:passes] = 0
    for i in range(keys.size):
        digits = keys[i] >> np.uint64(shift)
        for p in range(passes):
            counts[p, digits & np.uint64(RADIX - 1)] += 1
            digits >>= np.uint64(DIGIT)


@kernel
def copy(keys: Keys, out: Keys) -> None:
    """Copy keys in a loop, because an assignment of slices takes numba three seconds to compile."""
    for i in range(keys.size):
        out[i] = keys[i]


@kernel
def sort_in_cache(keys: Keys, spare: Keys, low: int, counts: Numbers) -> None:
    """Sort keys by the digits that differ, then their ties."""
    if keys.size <= MOST_INSERTED:
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
    """Sort keys in place, ignoring their low bits; `spare` has the same length and is overwritten."""
    counts = np.empty((PASSES, RADIX), np.int64)
    if keys.size <= MOST_CACHED:
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
def radix_sort_buckets(keys: Keys, bounds: Numbers, spare: Keys, low: int) -> None:
    """Sort buckets one by one."""
    for bucket in range(bounds.size - 1):
        start, end = bounds[bucket], bounds[bucket + 1]
        radix_sort(keys[start:end], spare[: end - start], low)
