"""Cut keys into buckets by ranges, so that each can be sorted alone.

Bucket b has the keys from bounds[b] up to bounds[b + 1]. The bounds are drawn from a sample, so that buckets get
about the same number of keys however the keys are spread. To find a key's bucket, its leading bits look up the bucket
in which their smallest key lies (`guess`), and the few keys beyond the next bound are moved on from there.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
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
