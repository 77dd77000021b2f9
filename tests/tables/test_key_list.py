"""Lists of keys in few bytes against lists of keys."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from slidefront.tables.key_list import make_list, places
from tests.strategies import few, keys


@few
@given(st.sets(keys, min_size=1, max_size=600), st.lists(keys, max_size=50), st.randoms(use_true_random=False))
def test_places_are_those_in_the_sorted_list(present, asked, random):
    ordered = sorted(present)
    asked += random.sample(ordered, min(len(ordered), 100))
    listed = make_list(np.array(ordered, np.uint64))
    expected = [ordered.index(key) if key in present else -1 for key in asked]
    assert places(listed, len(ordered), np.array(asked, np.uint64)).tolist() == expected


@few
@given(st.integers(0, 2**63), st.integers(1, 127), st.integers(2, 1000))
def test_near_keys_take_about_a_byte(first, step, count):
    listed = make_list(np.arange(first, first + step * count, step, np.uint64))
    assert listed.steps.nbytes < count
