"""Lists of keys in few bytes against lists of keys."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from slidefront.tables.key_list import PEEK, all_keys, code_lengths, make_decoder, make_list, places, prefix_code
from tests.strategies import few, keys


@few
@given(st.sets(keys, min_size=1, max_size=600), st.lists(keys, max_size=50), st.randoms(use_true_random=False))
def test_places_are_those_in_the_sorted_list(present, asked, random):
    ordered = sorted(present)
    asked += random.sample(ordered, min(len(ordered), 100))
    listed = make_list(np.array(ordered, np.uint64))
    expected = [ordered.index(key) if key in present else -1 for key in asked]
    assert all_keys(listed, make_decoder(listed), len(ordered)).tolist() == ordered
    assert places(listed, make_decoder(listed), len(ordered), np.array(asked, np.uint64)).tolist() == expected


@few
@given(st.integers(0, 2**63), st.integers(1, 127), st.integers(2, 1000))
def test_near_keys_take_about_a_byte(first, step, count):
    listed = make_list(np.arange(first, first + step * count, step, np.uint64))
    assert listed.words.nbytes < count + 16


@few
@given(st.lists(st.integers(1, 10**9), min_size=1, max_size=250))
def test_no_code_word_is_the_beginning_of_another(counts):
    lengths = code_lengths(counts)
    words = [f"{code:0{length}b}"[::-1] for code, length in zip(prefix_code(np.array(lengths)), lengths, strict=True)]
    assert max(lengths) <= PEEK
    ordered = sorted(words)
    assert not any(after.startswith(word) for word, after in pairwise(ordered))
    assert len(set(words)) == len(counts)


def test_rare_counts_have_longer_words():
    assert code_lengths([8, 4, 2, 1, 1]) == [1, 2, 3, 4, 4]
    assert max(code_lengths([2**n for n in range(40)])) == PEEK
