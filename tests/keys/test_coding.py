"""Coded keys come back as they were, bit for bit as the slow twin codes them; what is cut short is noticed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.arrays import Keys
from slidefront.keys.algebra import as_set
from slidefront.keys.coding import decode, encode, most_words
from tests import naive
from tests.keys.adversaries import ADVERSARIES, Make
from tests.strategies import keys, moderate

GUARD = 0xDEAD


def coded(given_keys: Keys, stretch: int) -> tuple[Keys, list[int]]:
    """Code into exactly the promised room, followed by a sentinel."""
    room = most_words(given_keys.size, stretch)
    words = np.full(room + 1, GUARD, np.uint64)
    starts = np.empty(-(-given_keys.size // stretch), np.int64)
    count = encode(given_keys, words[:room], starts, stretch)
    assert int(words[room]) == GUARD
    return words[:count], starts.tolist()


def decoded(words: Keys, size: int, stretch: int, behind: int = GUARD) -> tuple[list[int], list[int]] | None:
    """Read, with any word behind, and a sentinel behind the keys."""
    found = np.full(size + 1, GUARD, np.uint64)
    starts = np.empty(-(-size // stretch), np.int64)
    room = np.concatenate([words, np.full(8, behind, np.uint64)])[: words.size + 1]
    if not decode(room, found[:size], starts, stretch):
        return None
    assert int(found[size]) == GUARD
    return found[:size].tolist(), starts.tolist()


@moderate
@given(st.lists(keys, max_size=120), st.sampled_from([1, 2, 5, 16, 17, 18, 64]))
def test_as_the_slow_twin(some: list[int], stretch: int) -> None:
    ours = naive.sorted_set(some)
    words, starts = coded(np.array(ours, np.uint64), stretch)
    assert words.tolist() == naive.coded(ours, stretch)
    assert decoded(words, len(ours), stretch) == (ours, starts)


@pytest.mark.parametrize("size", [1, 2, 16, 17, 18, 1023, 1024, 1025, 5000])
@pytest.mark.parametrize("make", ADVERSARIES.values(), ids=ADVERSARIES)
def test_adversaries(make: Make, size: int) -> None:
    ours = as_set(make(size))
    words, starts = coded(ours, 1024)
    assert words.tolist() == naive.coded(ours.tolist(), 1024)
    assert decoded(words, ours.size, 1024) == (ours.tolist(), starts)


def test_each_stretch_stands_alone() -> None:
    ours = as_set(ADVERSARIES["random"](1000))
    words, starts = coded(ours, 64)
    for number, start in enumerate(starts):
        rest = ours[64 * number :].tolist()
        assert decoded(words[start:], len(rest), 64) == (rest, [place - start for place in starts[number:]])
        assert decoded(words[start:], 5, 64) == (rest[:5], [0])


@pytest.mark.parametrize("stretch", [7, 64, 1024])
def test_cut_short_anywhere(stretch: int) -> None:
    words, _ = coded(as_set(ADVERSARIES["random"](300)), stretch)
    assert all(decoded(words[:count], 300, stretch) is None for count in range(words.size))


@moderate
@given(st.lists(keys, min_size=1, max_size=120), st.integers(1, 120), st.sampled_from([1, 5, 1024]))
def test_what_stands_behind_makes_no_difference(some: list[int], size: int, stretch: int) -> None:
    words = np.array(some, np.uint64)
    assert decoded(words, size, stretch, 0) == decoded(words, size, stretch, (1 << 64) - 1)


def test_neighbours_that_are_near_take_few_bits() -> None:
    words, _ = coded(np.arange(0, 3 << 20, 3, dtype=np.uint64), 1024)
    assert 8 * words.size < 0.4 * (1 << 20)  # 2 bits each, 6 for sixteen
