"""Sorting keys, and splitting them into buckets."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.arrays import Keys, Numbers
from slidefront.keys import sorting
from slidefront.keys.sorting import (
    GUESS_BITS,
    MOST_CACHED,
    MOST_INSERTED,
    TRIED,
    Buckets,
    bucket_of,
    buckets_of,
    draw_buckets,
    radix_sort,
    radix_sort_buckets,
    sort,
    sort_buckets,
    split,
)
from tests.keys.adversaries import ADVERSARIES, TOP, Make, random_keys
from tests.strategies import keys, low_bits, moderate

FILL = 0xBAD0BAD0BAD0BAD0
adversaries = pytest.mark.parametrize("make", ADVERSARIES.values(), ids=ADVERSARIES)


def check_sort(given_keys: Keys, low: int) -> None:
    """Sorted but for the low bits, and the same keys, repeats and all, whichever sort is taken."""
    for one in (radix_sort, sort):
        actual = given_keys.copy()
        one(actual, np.full_like(actual, FILL), low)
        assert np.array_equal(actual >> np.uint64(low), np.sort(given_keys >> np.uint64(low)))
        assert np.array_equal(np.sort(actual), np.sort(given_keys))


@adversaries
@pytest.mark.parametrize("low", [0, 4, 8, 12, 16])
def test_sort_few_thousand_keys(make: Make, low: int) -> None:
    for size in (0, 1, 2, 3, MOST_INSERTED - 1, MOST_INSERTED, MOST_INSERTED + 1, MOST_INSERTED + 2, 1000, 5000):
        check_sort(make(size), low)


@pytest.mark.parametrize(("size", "pays", "by_radix"), [(TRIED, True, True), (TRIED, False, False), (99, True, False)])
def test_faster_sort_is_chosen(monkeypatch: pytest.MonkeyPatch, size: int, pays: bool, by_radix: bool) -> None:
    """Low bits tell them apart: radix leaves them as they stand."""
    monkeypatch.setattr(sorting, "radix_pays", lambda: pays)
    monkeypatch.setattr(sorting, "COMPILED_AFTER", 0)
    given_keys = np.arange(size, dtype=np.uint64)[::-1].copy()
    expected = given_keys.tolist() if by_radix else given_keys[::-1].tolist()
    for buckets in (False, True):
        some, spare = given_keys.copy(), np.empty_like(given_keys)
        sort_buckets(some, np.array([0, size]), spare, 20) if buckets else sort(some, spare, 20)
        assert some.tolist() == expected


def test_few_keys_do_not_compile_the_radix_sort(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole 8-puzzle is sorted by numpy before the radix sort would be compiled."""
    asked: list[int] = []
    monkeypatch.setattr(sorting, "radix_pays", lambda: bool(asked.append(1)))
    monkeypatch.setattr(sorting, "_sorted", 0)
    times = sorting.COMPILED_AFTER // TRIED
    assert [sorting._by_radix(TRIED) for _ in range(times)] == [False] * times
    assert asked == []
    assert not sorting._by_radix(TRIED)
    assert asked == [1]


@pytest.mark.parametrize(("numpy_takes", "radix_takes", "pays"), [(2, 1, False), (14, 30, False), (39, 14, True)])
def test_trial_finds_the_faster_sort(
    monkeypatch: pytest.MonkeyPatch, numpy_takes: int, radix_takes: int, pays: bool
) -> None:
    """Nanoseconds a key, as measured on several processors; where numpy is fast, radix is not even woken."""
    waiting = [numpy_takes, radix_takes]
    monkeypatch.setattr(sorting, "_seconds", lambda *_: waiting.pop(0) * TRIED / 1e9)
    assert sorting.radix_pays.__wrapped__() is pays
    assert len(waiting) == (1 if numpy_takes < 8 else 0)


@adversaries
@pytest.mark.parametrize("low", [0, 12])
def test_sort_more_keys_than_the_cache_holds(make: Make, low: int) -> None:
    for size in (MOST_CACHED - 1, MOST_CACHED, MOST_CACHED + 1, 3 * MOST_CACHED):
        check_sort(make(size), low)


@moderate
@given(st.integers(0, 63), st.integers(0, 63), st.integers(MOST_INSERTED + 1, 400), low_bits)
def test_sort_keys_differing_in_few_bits(first: int, last: int, size: int, low: int) -> None:
    """Whichever bits differ, the digits begin at the right one."""
    mask = np.uint64((1 << max(first, last) + 1) - (1 << min(first, last)))
    check_sort(random_keys(size, first) & mask, low)
    check_sort(random_keys(size, last) | mask, low)


def check_sort_buckets(given_keys: Keys, bounds: Numbers, low: int) -> None:
    """Each bucket is sorted where it stands, alone, and what is before the first and behind the last stays."""
    longest = int(np.diff(bounds).max(initial=0))
    for one in (radix_sort_buckets, sort_buckets):
        actual, spare = given_keys.copy(), np.full(longest + 1, FILL, np.uint64)
        one(actual, bounds, spare[:longest], low)
        assert int(spare[-1]) == FILL
        first, last = int(bounds[0]), int(bounds[-1])
        assert np.array_equal(actual[:first], given_keys[:first])
        assert np.array_equal(actual[last:], given_keys[last:])
        for start, end in pairwise(bounds.tolist()):
            before, after = given_keys[start:end], actual[start:end]
            assert np.array_equal(after >> np.uint64(low), np.sort(before >> np.uint64(low)))
            assert np.array_equal(np.sort(after), np.sort(before))


@adversaries
@pytest.mark.parametrize("low", [0, 8])
def test_sort_buckets(make: Make, low: int) -> None:
    for sizes in ([5000], [0, 1, 2, 0, MOST_INSERTED, MOST_INSERTED + 1, 3000, 0], [TRIED - 1], [TRIED], [900] * 7):
        check_sort_buckets(make(sum(sizes)), np.cumsum([0, *sizes]), low)


@moderate
@given(st.lists(keys, max_size=200), st.lists(st.integers(0, 200), min_size=1, max_size=8), low_bits)
def test_sort_any_buckets(given_keys: list[int], cuts: list[int], low: int) -> None:
    """Also of buckets that begin behind the first key and end before the last."""
    bounds = np.array(sorted(min(cut, len(given_keys)) for cut in cuts), np.int64)
    check_sort_buckets(np.array(given_keys, np.uint64), bounds, low)


EDGES = [0, 1, (1 << GUESS_BITS) - 1, 1 << GUESS_BITS, (1 << 63) - 1, 1 << 63, TOP - 1, TOP]


def into_room(given_keys: Keys, buckets: Buckets) -> tuple[Keys, Numbers]:
    """Split into an array of exactly the promised size, between two sentinels."""
    room = np.full(given_keys.size + 2, 0xDEAD, np.uint64)
    starts = split(given_keys, buckets, room[1:-1])
    assert (int(room[0]), int(room[-1])) == (0xDEAD, 0xDEAD)
    return room[1:-1], starts


def bucket_numbers(buckets: Buckets, given_keys: Keys) -> list[int]:
    return [bucket_of(key, buckets.bounds, buckets.guess, buckets.shift) for key in given_keys]


def check_buckets(buckets: Buckets, given_keys: Keys, count: int, low: int) -> None:
    """The bounds begin with 0 and ascend, and every key comes to stand in its bucket; none is lost or made."""
    bounds = buckets.bounds.tolist()
    assert bounds[0] == 0
    assert bounds == sorted(set(bounds))
    assert 1 <= buckets.count == len(bounds) <= max(1, count)
    assert all(bound % (1 << low) == 0 for bound in bounds)
    expected = np.searchsorted(buckets.bounds, given_keys, "right") - 1
    assert bucket_numbers(buckets, given_keys) == expected.tolist()
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
def test_buckets_of_adversarial_samples(make: Make, count: int, low: int) -> None:
    given_keys = make(3000)
    check_buckets(draw_buckets(np.sort(given_keys[::4]), count, low), given_keys, count, low)


@moderate
@given(st.lists(keys, max_size=60), st.lists(keys, max_size=60), st.integers(1, 80), low_bits)
def test_buckets_cover_keys_beyond_the_sample(sample: list[int], given_keys: list[int], count: int, low: int) -> None:
    buckets = draw_buckets(np.array(sorted(sample), np.uint64), count, low)
    check_buckets(buckets, np.array(given_keys + EDGES, np.uint64), count, low)


@pytest.mark.parametrize("count", [1, 2, 3, 10, 100, 997])
@pytest.mark.parametrize("make", [ADVERSARIES["random"], ADVERSARIES["counting down from the greatest"]])
def test_buckets_of_distinct_keys_are_of_equal_size(make: Make, count: int) -> None:
    given_keys = np.unique(make(5000))
    buckets = draw_buckets(given_keys, count, 0)
    _, starts = into_room(given_keys, buckets)
    sizes = np.diff(starts)
    assert buckets.count == count
    assert sizes.max() - sizes.min() <= 1


def test_buckets_of_restores_drawn_buckets() -> None:
    """A journal keeps the bounds and the shift, and no more."""
    drawn = draw_buckets(np.sort(random_keys(3000, 8, end=1 << 50)), 100, 4)
    again = buckets_of(np.array(drawn.bounds.tolist(), np.uint64), drawn.shift)
    assert np.array_equal(again.bounds, drawn.bounds)
    assert np.array_equal(again.guess, drawn.guess)
    others = random_keys(3000, 9, end=1 << 52)
    assert bucket_numbers(again, others) == bucket_numbers(drawn, others)
