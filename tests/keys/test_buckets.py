import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.arrays import Keys, Numbers
from slidefront.keys.sorting import GUESS_BITS, ONE_BUCKET, Buckets, bucket_of, buckets_of, draw_buckets, split
from tests.keys.adversaries import ADVERSARIES, TOP, Make, random_keys
from tests.strategies import keys, low_bits, moderate

adversaries = pytest.mark.parametrize("make", ADVERSARIES.values(), ids=ADVERSARIES)
EDGES = [0, 1, (1 << GUESS_BITS) - 1, 1 << GUESS_BITS, (1 << 63) - 1, 1 << 63, TOP - 1, TOP]


def bucket_numbers(buckets: Buckets, given_keys: Keys) -> list[int]:
    return [bucket_of(key, buckets.bounds, buckets.guess, buckets.shift) for key in given_keys]


def check_bounds(buckets: Buckets, count: int, low: int) -> None:
    bounds = buckets.bounds.tolist()
    assert bounds[0] == 0
    assert bounds == sorted(set(bounds))
    assert 1 <= buckets.count == len(bounds) <= max(1, count)
    assert all(bound % (1 << low) == 0 for bound in bounds)


def into_room(given_keys: Keys, buckets: Buckets) -> tuple[Keys, Numbers]:
    """Split into an array of exactly the promised size, between two sentinels."""
    room = np.full(given_keys.size + 2, 0xDEAD, np.uint64)
    starts = split(given_keys, buckets, room[1:-1])
    assert (int(room[0]), int(room[-1])) == (0xDEAD, 0xDEAD)
    return room[1:-1], starts


def check_split(buckets: Buckets, given_keys: Keys) -> None:
    """Every key comes to stand in its bucket, and none is lost or made."""
    before = given_keys.copy()
    out, starts = into_room(given_keys, buckets)
    assert np.array_equal(given_keys, before)
    assert np.array_equal(np.sort(out), np.sort(given_keys))
    assert starts.size == buckets.count + 1
    assert (starts[0], starts[-1]) == (0, given_keys.size)
    assert np.all(starts[:-1] <= starts[1:])
    for bucket in range(buckets.count):
        least, end = buckets.least(bucket), buckets.least(bucket + 1)
        assert all(least <= key < end for key in out[starts[bucket] : starts[bucket + 1]].tolist())


@adversaries
@pytest.mark.parametrize("low", [0, 8])
@pytest.mark.parametrize("count", [1, 2, 7, 64, 1000])
def test_buckets_of_hard_samples(make: Make, count: int, low: int) -> None:
    given_keys = make(3000)
    buckets = draw_buckets(np.sort(given_keys[::4]), count, low)
    check_bounds(buckets, count, low)
    expected = np.searchsorted(buckets.bounds, given_keys, "right") - 1
    assert bucket_numbers(buckets, given_keys) == expected.tolist()
    check_split(buckets, given_keys)


@moderate
@given(st.lists(keys, max_size=60), st.lists(keys, max_size=60), st.integers(1, 80), low_bits)
def test_buckets_of_keys_that_the_sample_did_not_show(
    sample: list[int], given_keys: list[int], count: int, low: int
) -> None:
    buckets = draw_buckets(np.array(sorted(sample), np.uint64), count, low)
    check_bounds(buckets, count, low)
    others = np.array(given_keys + EDGES, np.uint64)
    expected = np.searchsorted(buckets.bounds, others, "right") - 1
    assert bucket_numbers(buckets, others) == expected.tolist()
    check_split(buckets, others)


@moderate
@given(st.lists(keys, min_size=1, max_size=60), st.integers(1, 80), low_bits)
def test_keys_that_differ_in_low_bits_only_share_a_bucket(sample: list[int], count: int, low: int) -> None:
    buckets = draw_buckets(np.array(sorted(sample), np.uint64), count, low)
    heads = np.array(sample, np.uint64) >> np.uint64(low) << np.uint64(low)
    last = np.uint64((1 << low) - 1)
    assert bucket_numbers(buckets, heads) == bucket_numbers(buckets, heads | last)


@pytest.mark.parametrize("count", [0, 1, 5, 100])
def test_an_empty_sample_gives_one_bucket_for_all(count: int) -> None:
    buckets = draw_buckets(np.empty(0, np.uint64), count, 0)
    assert buckets.bounds.tolist() == [0]
    check_split(buckets, np.array(EDGES, np.uint64))


@pytest.mark.parametrize("count", [1, 2, 3, 10, 100, 997])
@pytest.mark.parametrize("make", [ADVERSARIES["random"], ADVERSARIES["counting down from the greatest"]])
def test_buckets_of_distinct_keys_are_of_equal_size(make: Make, count: int) -> None:
    given_keys = np.unique(make(5000))
    buckets = draw_buckets(given_keys, count, 0)
    _, starts = into_room(given_keys, buckets)
    sizes = np.diff(starts)
    assert buckets.count == count
    assert sizes.max() - sizes.min() <= 1


def test_a_skewed_sample_gives_narrow_buckets_where_keys_are_dense() -> None:
    dense, sparse = np.arange(1 << 30, (1 << 30) + 9000, dtype=np.uint64), random_keys(1000)
    given_keys = np.sort(np.concatenate([dense, sparse]))
    buckets = draw_buckets(given_keys[::10], 50, 0)
    _, starts = into_room(given_keys, buckets)
    assert np.diff(starts).max() < 3 * given_keys.size / 50


def test_ranges_of_buckets_join_without_gaps() -> None:
    buckets = draw_buckets(np.array([10, 20, 30, 40], np.uint64), 4, 0)
    assert buckets.bounds.tolist() == [0, 20, 30, 40]
    assert [buckets.least(number) for number in range(5)] == [0, 20, 30, 40, 1 << 64]
    assert [ONE_BUCKET.least(number) for number in range(2)] == [0, 1 << 64]


def test_buckets_made_of_their_bounds_are_those_that_were_drawn() -> None:
    """A journal keeps the bounds and the shift, and no more."""
    drawn = draw_buckets(np.sort(random_keys(3000, 8, end=1 << 50)), 100, 4)
    again = buckets_of(np.array(drawn.bounds.tolist(), np.uint64), drawn.shift)
    assert np.array_equal(again.bounds, drawn.bounds)
    assert np.array_equal(again.guess, drawn.guess)
    others = random_keys(3000, 9, end=1 << 52)
    assert bucket_numbers(again, others) == bucket_numbers(drawn, others)
