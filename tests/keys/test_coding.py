"""Coded keys come back as they were, bit for bit as the slow twin codes them; what is damaged is noticed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.arrays import Keys, Numbers
from slidefront.keys.algebra import as_set
from slidefront.keys.coding import (
    block_words,
    code_buckets,
    decode,
    decode_buckets,
    encode,
)
from tests import naive
from tests.keys.adversaries import ADVERSARIES, Make
from tests.strategies import keys, moderate

GUARD = 0xDEAD
adversaries = pytest.mark.parametrize("make", ADVERSARIES.values(), ids=ADVERSARIES)


def coded(given_keys: Keys) -> Keys:
    """Code one block into exactly the promised room, followed by a sentinel."""
    room = block_words(given_keys.size)
    words = np.full(room + 1, GUARD, np.uint64)
    count = encode(given_keys, words[:room])
    assert int(words[room]) == GUARD
    return words[:count]


def decoded(words: Keys, size: int) -> list[int] | None:
    """Read a block, with a word behind it, and a sentinel behind the keys."""
    found = np.full(size + 1, GUARD, np.uint64)
    if not decode(np.append(words, np.uint64(GUARD)), found[:size]):
        assert int(found[size]) == GUARD
        return None
    assert int(found[size]) == GUARD
    return found[:size].tolist()


@adversaries
def test_adversaries_round_trip(make: Make) -> None:
    for size in (1, 2, 16, 17, 18, 1023, 1024, 1025, 5000):
        ours = as_set(make(size))
        words = coded(ours)
        assert words.tolist() == naive.coded(ours.tolist(), ours.size)
        assert decoded(words, ours.size) == ours.tolist()


@pytest.mark.parametrize("size", [1, 7, 64, 300])
def test_truncated_words_are_refused(size: int) -> None:
    words = coded(as_set(ADVERSARIES["random"](size)))
    assert words.size > 0
    assert all(decoded(words[:count], size) is None for count in range(words.size))


@moderate
@given(st.lists(keys, min_size=1, max_size=120), st.integers(0, 400))
def test_damaged_words_fail_or_decode_as_many_keys(some: list[int], size: int) -> None:
    """Any words at all: nothing is written behind the keys (`decoded` has a sentinel there), nothing is raised."""
    found = decoded(np.array(some, np.uint64), size)
    assert found is None or len(found) == size
    if size > 16 * 64 * len(some):
        assert found is None


def coded_buckets(buckets: list[list[int]], most: int) -> tuple[Keys, Numbers, Numbers]:
    """Code buckets in as many calls as it takes, each into exactly the room that it may need."""
    joined = np.array([key for bucket in buckets for key in bucket], np.uint64)
    bounds = np.cumsum([0, *map(len, buckets)])
    sizes, places = np.full(len(buckets), -1, np.int64), np.zeros(len(buckets) + 1, np.int64)
    room = most + block_words(max(map(len, buckets), default=0))
    found: list[int] = []
    done = 0
    while done < len(buckets):
        words = np.full(room + 1, GUARD, np.uint64)
        count = code_buckets(joined, bounds[done:], words[:room], sizes[done:], places[done:], most)
        assert count > 0
        assert int(words[room]) == GUARD
        assert int(places[done + count - 1] - places[done]) < most
        found += words[: places[done + count] - places[done]].tolist()
        done += count
    return np.array(found, np.uint64), sizes, places


def decoded_buckets(
    words: Keys, sizes: Numbers, places: Numbers, at: list[int], room: int
) -> tuple[list[int], list[int]] | None:
    """Read buckets to their places in an array with a sentinel behind it; return it, and the places they end at."""
    out, moved = np.full(room + 1, GUARD, np.uint64), np.array(at, np.int64)
    fine = decode_buckets(np.append(words, np.uint64(GUARD)), sizes, places, out[:room], moved)
    assert int(out[room]) == GUARD
    return (out[:room].tolist(), moved.tolist()) if fine else None


@moderate
@given(st.lists(st.lists(keys, max_size=50), max_size=8), st.sampled_from([1, 2, 30, 1000]))
def test_buckets_round_trip_unless_words_are_missing(some: list[list[int]], most: int) -> None:
    buckets = [naive.sorted_set(bucket) for bucket in some]
    words, sizes, places = coded_buckets(buckets, most)
    assert sizes.tolist() == [len(bucket) for bucket in buckets]
    assert words.tolist() == [word for bucket in buckets for word in naive.coded(bucket, max(1, len(bucket)))]
    assert places.tolist() == [0, *np.cumsum([len(naive.coded(one, max(1, len(one)))) for one in buckets]).tolist()]
    joined = [key for bucket in buckets for key in bucket]
    ends = np.cumsum([0, *map(len, buckets)]).tolist()
    assert decoded_buckets(words, sizes, places, ends[:-1], len(joined)) == (joined, ends[1:])
    cut_words = [words[:count] for count in range(words.size)]
    assert all(decoded_buckets(cut, sizes, places, ends[:-1], len(joined)) is None for cut in cut_words)


@moderate
@given(st.lists(keys, min_size=1, max_size=60), st.data())
def test_decoding_garbage_stays_inside_arrays(some: list[int], data: st.DataObject) -> None:
    numbers = st.integers(-(2**63), 2**63 - 1) | st.integers(-2, 80)
    count = data.draw(st.integers(0, 4))
    sizes = np.array(data.draw(st.lists(numbers, min_size=count, max_size=count)), np.int64)
    places = np.array(data.draw(st.lists(numbers, min_size=count + 1, max_size=count + 1)), np.int64)
    at = data.draw(st.lists(st.integers(0, 60), min_size=count, max_size=count))
    found = decoded_buckets(np.array(some, np.uint64), sizes, places, at, 60)
    if found is not None:
        assert found[1] == [start + size for start, size in zip(at, sizes.tolist(), strict=True)]
        assert all(0 <= end <= 60 for end in found[1])
