from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.arrays import Keys
from slidefront.keys import algebra
from slidefront.keys.algebra import (
    add_hashes,
    as_set,
    digest,
    intersect,
    subtract,
    unite_buckets,
    unite_equal,
    without,
)
from slidefront.keys.sorting import sort
from tests import naive
from tests.keys.adversaries import ADVERSARIES, Make, array
from tests.strategies import keys, low_bits, moderate

many_keys = st.lists(keys, max_size=120)
adversaries = pytest.mark.parametrize("make", ADVERSARIES.values(), ids=ADVERSARIES)


def before_one_more(given_keys: list[int], other: list[int]) -> Keys:
    """Make an array of keys in front of one that must not be looked at."""
    return array([*other, max(given_keys, default=0)])[:-1]


def subtracted(given_keys: list[int], other: list[int], low: int = 0) -> list[int]:
    work, taken = array(given_keys), before_one_more(given_keys, other)
    kept = work[: subtract(work, taken, low)].tolist()
    assert taken.tolist() == other
    return kept


def shared(given_keys: list[int], other: list[int], low: int = 0) -> list[int]:
    """Intersect, without low bits, into a buffer of exactly the promised room, followed by a sentinel."""
    ours, theirs = array(given_keys), before_one_more(given_keys, other)
    room = min(ours.size, theirs.size)
    out = np.full(room + 1, 0xDEAD, np.uint64)
    found = intersect(ours, theirs, low, out[:room])
    assert (ours.tolist(), theirs.tolist(), int(out[room])) == (given_keys, other, 0xDEAD)
    return (out[:found] >> np.uint64(low) << np.uint64(low)).tolist()


@moderate
@given(many_keys, low_bits)
def test_sorted_set_of_any_keys(given_keys: list[int], low: int) -> None:
    work = array(given_keys)
    sort(work, np.empty_like(work), low)
    assert work[: unite_equal(work, low)].tolist() == naive.sorted_set(given_keys, low)
    before = array(given_keys)
    found = as_set(before)
    assert (found.dtype, found.tolist()) == (np.uint64, naive.sorted_set(given_keys))
    assert before.tolist() == given_keys


@adversaries
@pytest.mark.parametrize("few", [0, algebra.FEW_KEYS])
def test_numpy_and_kernels_give_equal_sets(make: Make, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(algebra, "FEW_KEYS", few)
    for size, others in ((0, 5), (1, 0), (2, 1), (3000, 0), (3000, 50)):
        ours, theirs = naive.sorted_set(make(size).tolist()), naive.sorted_set(make(3000)[:others].tolist())
        assert as_set(make(size)).tolist() == ours
        assert without(array(ours), array(theirs)).tolist() == naive.difference(ours, theirs)


def united_buckets(buckets: list[list[int]], low: int, before: int = 0) -> list[list[int]]:
    """Unite sorted buckets that stand side by side behind some other keys, and read them by their new bounds."""
    sorted_buckets = [sorted(bucket, key=lambda key: key >> low) for bucket in buckets]
    work = array([7] * before + [key for bucket in sorted_buckets for key in bucket])
    bounds = before + np.cumsum([0, *map(len, buckets)])
    rooms = np.full(bounds.size + 1, 0xDEAD, np.int64)
    unite_buckets(work[before:], bounds - before, low, rooms[:-1])
    assert (int(rooms[0]), int(rooms[-1])) == (0, 0xDEAD)
    assert work[:before].tolist() == [7] * before
    return [work[before:][start:end].tolist() for start, end in pairwise(rooms[:-1].tolist())]


@moderate
@given(st.lists(st.lists(keys, max_size=40) | st.lists(st.integers(0, 40), max_size=40), max_size=6), low_bits)
def test_united_buckets_of_any_keys(buckets: list[list[int]], low: int) -> None:
    expected = [naive.sorted_set(bucket, low) for bucket in buckets]
    assert united_buckets(buckets, low) == expected
    assert united_buckets(buckets, low, before=3) == expected


@moderate
@given(many_keys, many_keys, low_bits)
def test_difference_and_intersection_of_any_keys(given_keys: list[int], other: list[int], low: int) -> None:
    ours, theirs = naive.sorted_set(given_keys, low), naive.sorted_set(other, low)
    assert subtracted(ours, theirs, low) == naive.difference(ours, theirs, low)
    assert shared(ours, theirs, low) == naive.intersection(ours, theirs, low)


@moderate
@given(many_keys)
def test_digest_matches_naive_twin(given_keys: list[int]) -> None:
    assert int(digest(array(given_keys))) == int(add_hashes(array(given_keys))) == naive.digest(given_keys)


def test_digest_matches_published_values() -> None:
    """The first outputs of splitmix64, as its author publishes them for seed 0."""
    assert int(digest(array([]))) == 0
    assert int(digest(array([0]))) == 0xE220A8397B1DCDAF
    assert int(digest(array([0x9E3779B97F4A7C15]))) == 0x6E789E6AA1B965F4
