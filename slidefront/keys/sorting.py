"""Sort keys: cut them into buckets by ranges, and sort each alone, with numpy or with a radix sort.

Bucket b has the keys from bounds[b] up to bounds[b + 1]. The bounds are drawn from a sample, so that buckets get
about the same number of keys however the keys are spread. To find a key's bucket, its leading bits look up the bucket
in which their smallest key lies (`guess`), and the few keys beyond the next bound are moved on from there.

A short trial tells which sort is faster: numpy's takes 3 ns a key where AVX-512 serves it well (Zen 5), 14 with AVX2
(Zen 3), and 39 on a processor that is slow at what it asks for (Zen 4). There a radix sort of a bucket that fits the
cache is faster: it takes 10 to 16 ns on all of them but the oldest. Keys of one bucket differ in few of their bits.
Passes over the highest four digits that differ, the lowest of them first, bring nearly all keys to their places, and
the few that still tie are sorted by insertion:

    same in all keys | digit | digit | digit | digit | the rest: ties only | low bits: not looked at
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
        """Return the least key of a bucket; 2^64 for the one after the last."""
        return int(self.bounds[number]) if number < self.count else 1 << 64


ONE_BUCKET = Buckets(np.zeros(1, np.uint64), np.zeros(1 << GUESS_BITS, np.uint16), 0)


def draw_buckets(sample: Keys, count: int, low: int) -> Buckets:
    """Choose bounds for about `count` buckets of equal size from a sorted sample; low bits do not count."""
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
    """Make buckets of their bounds; `shift` leaves the leading bits of the greatest key."""
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
    """Copy keys bucket by bucket; bucket b is from starts[b] to starts[b + 1]."""
    starts[:] = 0
    for i in range(keys.size):
        starts[bucket_of(keys[i], bounds, guess, shift) + 1] += 1
    for b in range(bounds.size):
        starts[b + 1] += starts[b]
    at = starts.copy()
    for i in range(keys.size):
        bucket = bucket_of(keys[i], bounds, guess, shift)
        out[at[bucket]] = keys[i]
        at[bucket] += 1


def split(keys: Keys, buckets: Buckets, out: Keys) -> npt.NDArray[np.int64]:
    """Write keys, which come in any order, bucket by bucket to `out`; return where each bucket starts, and the end."""
    starts = np.empty(buckets.count + 1, np.int64)
    split_kernel(keys, out, starts, buckets.bounds, buckets.guess, buckets.shift)
    return starts


DIGIT = 10  # bits of a digit: its counters fit the first-level cache
RADIX = 1 << DIGIT
PASSES = 4
FEW = 32  # fewer keys are sorted by insertion
MANY = 1 << 17  # keys that fill a second-level cache with their copy: more are first split by their top digit

TRIED = 1 << 12  # keys for the trial of both sorts; numpy sorts fewer keys anyway
COMPILED_AFTER = 1 << 19  # keys that numpy sorts first: for fewer, compiling the radix sort takes longer than it saves
SECONDS_PER_KEY = 8e-9  # if numpy's sort is faster than this, radix sort is not tried


def sort(keys: Keys, spare: Keys, low: int) -> None:
    """Sort keys in place, ignoring their low bits; `spare` has the same length and may be overwritten."""
    if _by_radix(keys.size):
        radix_sort(keys, spare, low)
    else:
        keys.sort()


def sort_buckets(keys: Keys, bounds: Numbers, spare: Keys, low: int) -> None:
    """Sort each bucket of keys, from bounds[b] to bounds[b + 1], in place; `spare` is as long as the longest."""
    if _by_radix(keys.size):
        radix_sort_buckets(keys, bounds, spare, low)
    else:
        for start, end in pairwise(bounds.tolist()):
            keys[start:end].sort()


_sorted = 0  # keys so far; threads may miss some, which does no harm


def _by_radix(keys: int) -> bool:
    """Choose between the two sorts for this many keys."""
    global _sorted
    if keys < TRIED:
        return False
    _sorted += keys
    return _sorted > COMPILED_AFTER and radix_pays()


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
def place_by_digit(keys: Keys, out: Keys, shift: int, counts: Numbers) -> None:
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
def count_digits(keys: Keys, shift: int, passes: int, counts: Numbers) -> None:
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
def sort_in_cache(keys: Keys, spare: Keys, low: int, counts: Numbers) -> None:
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
def radix_sort_buckets(keys: Keys, bounds: Numbers, spare: Keys, low: int) -> None:
    """Sort buckets one by one."""
    for bucket in range(bounds.size - 1):
        start, end = bounds[bucket], bounds[bucket + 1]
        radix_sort(keys[start:end], spare[: end - start], low)
