"""Outlines against areas counted cell by cell."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.draw.svg import loops, outline
from tests.strategies import few

CELLS = st.frozensets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1)


def corners(loop):
    return [corner for corner, _ in loop]


def area(loop):
    ring = [*corners(loop), corners(loop)[0]]
    return sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in pairwise(ring)) / 2


def is_inside(all_loops, x, y):
    """Count how often a ray to the right crosses the loops."""
    sides = [side for loop in all_loops for side in pairwise([*corners(loop), corners(loop)[0]])]
    return sum(a == c and a > x and min(b, d) < y < max(b, d) for (a, b), (c, d) in sides) % 2 == 1


@few
@given(CELLS)
def test_loops_go_around_exactly_the_cells(cells):
    found = loops(cells)
    assert sum(area(loop) for loop in found) == len(cells)
    for row in range(-1, 7):
        for column in range(-1, 7):
            assert is_inside(found, column + 0.5, row + 0.5) == ((row, column) in cells)


@few
@given(CELLS)
def test_each_side_is_in_one_loop(cells):
    sides = [side for loop in loops(cells) for side in loop]
    expected = sum((r + dr, c + dc) not in cells for r, c in cells for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)))
    assert len(sides) == len(set(sides)) == expected


@pytest.mark.parametrize(
    ("cells", "count"),
    [({(0, 0)}, 1), ({(0, 0), (1, 1)}, 2), ({(r, c) for r in range(3) for c in range(3)} - {(1, 1)}, 2)],
)
def test_cells_that_touch_at_a_corner_have_loops_of_their_own(cells, count):
    assert len(loops(cells)) == count


def test_a_path_is_inside_its_cells_and_has_rounded_corners():
    path = outline({(0, 0), (0, 1)}, 10, 1, 2)
    assert path == "M1 3Q1 1 3 1L17 1Q19 1 19 3L19 7Q19 9 17 9L3 9Q1 9 1 7Z"
    numbers = [float(one) for one in re.findall(r"[\d.]+", outline({(0, 0), (1, 0), (1, 1)}, 10, 1, 2))]
    assert min(numbers) == 1
    assert max(numbers) == 19


def test_a_corner_is_never_rounder_than_half_of_its_side():
    assert outline({(0, 0)}, 10, 0, 50) == "M0 5Q0 0 5 0L5 0Q10 0 10 5L10 5Q10 10 5 10L5 10Q0 10 0 5Z"
