"""Sets of keys as sorted arrays: make unique, subtract, digest. Each kernel works in place or in one pass.

Small sets use numpy alone, because loading kernels takes longer than exploring a space of a hundred thousand boards.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from slidefront.arrays import NO_KEYS, Keys, Numbers
from slidefront.compile import kernel
from slidefront.keys.sorting import sort
from slidefront.machine import cores

_SLICE = 1 << 16
MASK = (1 << 64) - 1
FEW_KEYS = 1 << 17
"""The most keys of a small set."""
_FEW_DIGESTED = 100  # the most keys that are digested without compiling


@kernel
def unite_equal(keys: Keys, low: int) -> int:
    """Drop duplicates from sorted keys in place, and unite the low bits of equal keys; return how many are left."""
    if keys.size == 0:
        return 0
    last = 0
    for i in range(1, keys.size):
        if keys[i] >> np.uint64(low) == keys[last] >> np.uint64(low):
            keys[last] |= keys[i]
        else:
            last += 1
            keys[last] = keys[i]
    return last + 1


@kernel
def unite_buckets(keys: Keys, bounds: Numbers, low: int, united: Numbers) -> None:
    """Drop duplicates from sorted buckets, from bounds[b] to bounds[b + 1], and close the gaps.

    The new bounds go to `united`.
    """
    end = 0
    united[0] = 0
    for bucket in range(bounds.size - 1):
        content = keys[bounds[bucket] : bounds[bucket + 1]]
        size = unite_equal(content, low)
        for i in range(size):
            keys[end + i] = content[i]
        end += size
        united[bucket + 1] = end


@kernel
def choose(keys: Keys, other: Keys, low: int, common: bool, out: Keys) -> int:
    """Write the keys that are in `other` (`common`) or not in it; return how many. Both are sorted and unique."""
    chosen = 0
    j = 0
    for i in range(keys.size):
        bound = (keys[i] >> np.uint64(low)) << np.uint64(low)
        while j < other.size and other[j] < bound:
            j += 1
        if (j < other.size and other[j] >> np.uint64(low) == bound >> np.uint64(low)) == common:
            out[chosen] = keys[i]
            chosen += 1
    return chosen


def subtract(keys: Keys, other: Keys, low: int) -> int:
    """Drop the keys that are in `other` in place; return how many are left. Both are sorted and unique."""
    return choose(keys, other, low, False, keys)


def intersect(keys: Keys, other: Keys, low: int, out: Keys) -> int:
    """Write the keys that are also in `other`, with their low bits; return how many. Both are sorted and unique."""
    return choose(keys, other, low, True, out)


def without(keys: Keys, other: Keys, low: int = 0) -> Keys:
    """Return the keys that are not in `other`. Both are sorted and unique."""
    if keys.size <= FEW_KEYS and low == 0:
        return keys[key_indices(other, keys) < 0]
    left = keys.copy()
    return left[: subtract(left, other, low)]


def key_indices(keys: Keys, wanted: Keys) -> Numbers:
    """Return the index of each wanted key in sorted keys; -1 if it is not among them."""
    if keys.size == 0:
        return np.full(wanted.size, -1)
    indices = np.minimum(np.searchsorted(keys, wanted), keys.size - 1)
    return np.where(keys[indices] == wanted, indices, -1)


def digest(keys: Keys) -> np.uint64:
    """Return the sum of a hash (splitmix64) of each key: the same for any division or order of a set."""
    if keys.size > _FEW_DIGESTED:
        return add_hashes(keys)
    with np.errstate(over="ignore"):
        return _add_hashes(keys)


def _add_hashes(keys: Keys) -> np.uint64:
    total = np.uint64(0)
    for i in range(keys.size):
        z = keys[i] + np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        total += z ^ (z >> np.uint64(31))
    return total


add_hashes = kernel(_add_hashes)


def digest_of(blocks: Iterable[Keys]) -> str:
    """Return the digest of all keys of several arrays, in the form that files contain."""
    return f"{sum(int(digest(keys)) for keys in blocks) & MASK:016x}"


def as_set(keys: npt.ArrayLike) -> Keys:
    """Return any keys as a sorted array without duplicates."""
    return _in_order(np.array(keys, np.uint64).reshape(-1))


def _in_order(keys: Keys) -> Keys:
    """Sort keys in place and drop duplicates."""
    if keys.size <= FEW_KEYS:
        keys.sort()
        first = np.ones(keys.size, np.bool_)
        first[1:] = keys[1:] != keys[:-1]
        return keys[first]
    sort(keys, np.empty_like(keys), 0)
    return keys[: unite_equal(keys, 0)]


def layers_from(starts: Keys, successors: Callable[[Keys], Keys]) -> Iterator[Keys]:
    """Explore a space in memory on a few threads; yield its layers.

    `successors` returns a new array, in any order.
    """
    before, layer = NO_KEYS, starts

    def new(keys: Keys) -> Keys:
        return without(without(_in_order(successors(keys)), before), layer)

    with ThreadPoolExecutor(min(4, cores())) as pool:
        while layer.size:
            yield layer
            if layer.size <= _SLICE:
                after = new(layer)
            else:
                slices = [layer[first : first + _SLICE] for first in range(0, layer.size, _SLICE)]
                after = _in_order(np.concatenate([*pool.map(new, slices)]))
            before, layer = layer, after
