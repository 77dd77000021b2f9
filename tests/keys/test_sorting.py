from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.arrays import Keys, Numbers
from slidefront.keys import sorting
from slidefront.keys.sorting import (
    FEW,
    MANY,
    TRIED,
    insertion_sort,
    place_by_digit,
    radix_sort,
    radix_sort_buckets,
    sort,
    sort_buckets,
    sort_in_cache,
    sort_ties,
    top_bit,
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
def test_sort_of_a_few_thousand_keys(make: Make, low: int) -> None:
    for size in (0, 1, 2, 3, FEW - 1, FEW, FEW + 1, FEW + 2, 1000, 5000):
        check_sort(make(size), low)


@pytest.mark.parametrize(("size", "pays", "by_radix"), [(TRIED, True, True), (TRIED, False, False), (99, True, False)])
def test_the_faster_sort_is_taken(monkeypatch: pytest.MonkeyPatch, size: int, pays: bool, by_radix: bool) -> None:
    """Low bits tell them apart: radix leaves them as they stand."""
    monkeypatch.setattr(sorting, "radix_pays", lambda: pays)
    monkeypatch.setattr(sorting, "COMPILED_AFTER", 0)
    given_keys = np.arange(size, dtype=np.uint64)[::-1].copy()
    expected = given_keys.tolist() if by_radix else given_keys[::-1].tolist()
    for buckets in (False, True):
        some, spare = given_keys.copy(), np.empty_like(given_keys)
        sort_buckets(some, np.array([0, size]), spare, 20) if buckets else sort(some, spare, 20)
        assert some.tolist() == expected


def test_the_radix_sort_is_not_compiled_for_a_few_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole 8-puzzle is sorted by numpy before the radix sort would be compiled."""
    asked: list[int] = []
    monkeypatch.setattr(sorting, "radix_pays", lambda: bool(asked.append(1)))
    choice = sorting._Choice()
    times = sorting.COMPILED_AFTER // TRIED
    assert [choice.is_radix(TRIED) for _ in range(times)] == [False] * times
    assert asked == []
    assert not choice.is_radix(TRIED)
    assert asked == [1]


@pytest.mark.parametrize(("numpy_takes", "radix_takes", "pays"), [(2, 1, False), (14, 30, False), (39, 14, True)])
def test_which_sort_is_faster_is_tried(
    monkeypatch: pytest.MonkeyPatch, numpy_takes: int, radix_takes: int, pays: bool
) -> None:
    """Nanoseconds a key, as measured on several processors; where numpy is fast, radix is not even woken."""
    waiting = [numpy_takes, radix_takes]
    monkeypatch.setattr(sorting, "_seconds", lambda *_: waiting.pop(0) * TRIED / 1e9)
    assert sorting.radix_pays.__wrapped__() is pays
    assert len(waiting) == (1 if numpy_takes < 8 else 0)


@adversaries
@pytest.mark.parametrize("low", [0, 8, 12])
def test_sort_of_more_keys_than_the_cache_holds(make: Make, low: int) -> None:
    for size in (MANY - 1, MANY, MANY + 1, 3 * MANY):
        check_sort(make(size), low)


@moderate
@given(st.lists(keys, max_size=200), low_bits)
def test_sort_of_any_keys(given_keys: list[int], low: int) -> None:
    check_sort(np.array(given_keys, np.uint64), low)


@moderate
@given(st.integers(0, 63), st.integers(0, 63), st.integers(FEW + 1, 400), low_bits)
def test_sort_of_keys_that_differ_in_few_bits(first: int, last: int, size: int, low: int) -> None:
    """Whichever bits differ, the digits begin at the right one."""
    mask = np.uint64((1 << max(first, last) + 1) - (1 << min(first, last)))
    check_sort(random_keys(size, first) & mask, low)
    check_sort(random_keys(size, last) | mask, low)


@adversaries
def test_insertion_leaves_its_surroundings_alone(make: Make) -> None:
    for size in (0, 1, 2, 3, FEW, FEW + 1, 4 * FEW, 4 * FEW + 1, 5000):
        inside = make(size)
        whole = np.concatenate([[np.uint64(TOP)], inside, [np.uint64(0)]])
        insertion_sort(whole[1:-1])
        assert whole.tolist() == [TOP, *sorted(inside.tolist()), 0]


@adversaries
@pytest.mark.parametrize("low", [0, 8])
@pytest.mark.parametrize("size", [FEW, FEW + 1, 900])
def test_a_part_is_sorted_where_it_stands(make: Make, size: int, low: int) -> None:
    inside = make(size)
    whole = np.concatenate([[np.uint64(TOP)], inside, [np.uint64(0)]])
    sort_in_cache(whole[1:-1], np.full(size, FILL, np.uint64), low, np.full((4, 1024), 99, np.int64))
    assert (whole[0], whole[-1]) == (TOP, 0)
    assert (whole[1:-1] >> np.uint64(low)).tolist() == sorted((inside >> np.uint64(low)).tolist())
    assert sorted(whole[1:-1].tolist()) == sorted(inside.tolist())


@moderate
@given(st.lists(keys, min_size=1, max_size=50))
def test_the_top_bit_is_the_highest_that_differs(given_keys: list[int]) -> None:
    expected = max((key ^ given_keys[0]).bit_length() for key in given_keys)
    assert top_bit(np.array(given_keys, np.uint64)) == expected


@pytest.mark.parametrize("shift", [0, 10, 54, 60])
def test_keys_placed_by_a_digit_keep_their_old_order(shift: int) -> None:
    inside = random_keys(2000, shift)
    digits = [key >> shift & 1023 for key in inside.tolist()]
    counts = np.bincount(digits, minlength=1024)
    out = np.full(2002, FILL, np.uint64)
    place_by_digit(inside, out[1:-1], shift, counts)
    expected = sorted(inside.tolist(), key=lambda key: key >> shift & 1023)
    assert out.tolist() == [FILL, *expected, FILL]
    assert counts.tolist() == [sum(1 for other in digits if other <= digit) for digit in range(1024)]


@pytest.mark.parametrize("tied", [1, 2, FEW, FEW + 1, 300])
def test_ties_are_sorted_each_on_its_own(tied: int) -> None:
    stretches = [random_keys(tied, head, end=(1 << 24) - 1) | np.uint64(head << 24) for head in (3, 5, 9)]
    actual = np.concatenate(stretches)
    expected = sorted(actual.tolist())
    sort_ties(actual, 24)
    assert actual.tolist() == expected


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
def test_sort_of_buckets(make: Make, low: int) -> None:
    for sizes in ([5000], [0, 1, 2, 0, FEW, FEW + 1, 3000, 0], [TRIED - 1], [TRIED], [900] * 7):
        check_sort_buckets(make(sum(sizes)), np.cumsum([0, *sizes]), low)


@moderate
@given(st.lists(keys, max_size=200), st.lists(st.integers(0, 200), min_size=1, max_size=8), low_bits)
def test_sort_of_any_buckets(given_keys: list[int], cuts: list[int], low: int) -> None:
    """Also of buckets that begin behind the first key and end before the last."""
    bounds = np.array(sorted(min(cut, len(given_keys)) for cut in cuts), np.int64)
    check_sort_buckets(np.array(given_keys, np.uint64), bounds, low)
