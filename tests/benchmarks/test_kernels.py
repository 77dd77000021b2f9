"""What the kernels cost a key, against numpy doing the same in the same run."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

from slidefront.arrays import Keys
from slidefront.keys.algebra import subtract
from slidefront.keys.sorting import draw_buckets, radix_sort, split
from slidefront.notation.load import load
from tests.benchmarks.conftest import seconds

pytestmark = pytest.mark.bench


def successors(depth: int) -> tuple[Keys, int]:
    """The successors of a layer of the 14-puzzle, as spread makes them."""
    puzzle = load("14-puzzle")
    layer = puzzle.working.pack(np.array([puzzle.home], np.uint64))
    for _ in range(depth + 1):
        found = np.empty(layer.size * puzzle.most_successors, np.uint64)
        found = found[: puzzle.expand(layer, found)]
        layer = np.unique(found >> np.uint64(4)) << np.uint64(4)
    return found, puzzle.working.bits


def cost(function: Callable[[], object], keys: int) -> float:
    """Nanoseconds a key."""
    return seconds(function) / keys * 1e9


def test_sort(say):
    keys, low = successors(26)
    buckets = draw_buckets(np.sort(keys[:: keys.size >> 14]), keys.size >> 15, low)
    pieces, spare = np.empty_like(keys), np.empty_like(keys)
    starts = split(keys, buckets, pieces)

    def each(sorting: Callable[[Keys, Keys], object]) -> Keys:
        copy = pieces.copy()
        for start, end in pairwise(starts):
            sorting(copy[start:end], spare[start:end])
        return copy

    mine = each(lambda part, room: radix_sort(part, room, low)) >> np.uint64(low)
    assert np.array_equal(mine, np.sort(keys >> np.uint64(low)))
    ours = cost(lambda: each(lambda part, room: radix_sort(part, room, low)), keys.size)
    theirs = cost(lambda: each(lambda part, _: part.sort()), keys.size)
    say(
        f"sort, {keys.size:,} keys in buckets: radix {ours:.1f} ns a key, numpy {theirs:.1f}, ratio {ours / theirs:.2f}"
    )


def test_split(say):
    keys, low = successors(26)
    buckets = draw_buckets(np.sort(keys[:: keys.size >> 14]), 256, low)
    pieces = np.empty_like(keys)
    split(keys, buckets, pieces)
    assert np.array_equal(np.sort(pieces), np.sort(keys))
    ours = cost(lambda: split(keys, buckets, pieces), keys.size)
    copy = cost(lambda: keys.copy(), keys.size)
    say(f"split into {buckets.count} buckets: {ours:.1f} ns a key, a copy {copy:.1f}, ratio {ours / copy:.1f}")


def test_subtract(say):
    random = np.random.default_rng(1)
    keys, other = (np.unique(random.integers(0, 1 << 40, n, dtype=np.uint64)) for n in (1_000_000, 5_000_000))
    left = keys.copy()
    assert np.array_equal(left[: subtract(left, other, 0)], np.setdiff1d(keys, other, assume_unique=True))
    ours = cost(lambda: subtract(keys.copy(), other, 0), other.size)
    theirs = cost(lambda: np.setdiff1d(keys, other, assume_unique=True), other.size)
    say(f"subtract 5 M from 1 M: {ours:.1f} ns a key, numpy {theirs:.1f}, ratio {ours / theirs:.2f}")
