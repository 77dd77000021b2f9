"""The lower bound of a frame, compared with the distances in whole spaces."""

import pytest
from hypothesis import given

from slidefront.puzzles.capabilities import UNREACHABLE
from slidefront.puzzles.frame import FrameBound
from tests import naive
from tests.strategies import Case, cases, graph_case, keys_of, moderate, tile_case


def bound_of(case: Case) -> FrameBound:
    return FrameBound(case.puzzle.frame, naive.key(case.home))


@moderate
@given(cases(most_cells=7))
def test_bound_never_exceeds_distance(case) -> None:
    bound = bound_of(case)
    for depth, layer in enumerate(naive.layers(case.successors, [case.home])):
        assert bound.of(keys_of(list(layer))).max() <= depth


def naive_distances(case: Case, board: naive.Board) -> int:
    """Rows and columns from each tile to its cell in home."""
    columns = case.puzzle.frame.columns
    pairs = [(divmod(at, columns), divmod(case.home.index(label), columns)) for at, label in enumerate(board) if label]
    return sum(abs(row - to_row) + abs(column - to_column) for (row, column), (to_row, to_column) in pairs)


@pytest.mark.parametrize(
    "case",
    [tile_case(3, 3, (8, 2, 3, 5, 0, 4, 7, 6, 1)), tile_case(2, 4, (1, 2, 3, 4, 5, 6, 7, 0))],
)
def test_single_cell_hole_bound_is_sum_of_distances(case) -> None:
    walk = case.walk(60, 1)
    assert bound_of(case).of(keys_of(walk)).tolist() == [naive_distances(case, board) for board in walk]


HOME = tile_case(3, 4, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0))
RING = graph_case((0, 1, 2, 3, 4), ((0, 1), (1, 2), (2, 3), (3, 4), (4, 0)))


@pytest.mark.parametrize(
    ("case", "board", "bound"),
    [
        # up and down a hole of 1 x 2 carries two tiles by one cell, left and right one by two cells
        (HOME, (1, 2, 3, 4, 5, 6, 0, 0, 9, 10, 7, 8), 1),
        (HOME, (1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 9, 10), 2),
        (HOME, (5, *range(2, 5), 1, *range(6, 11), 0, 0), 1),
        (RING, (0, 2, 1, 3, 4), 2),
        (RING, (0, 1, 2, 4, 3), 2),
        (RING, (0, 3, 4, 1, 2), 8),
        # a tile goes two columns at a time, so it keeps to its half of the columns
        (tile_case(2, 4, (1, 2, 3, 4, 5, 6, 0, 0)), (2, 1, 3, 4, 5, 6, 0, 0), UNREACHABLE),
    ],
)
def test_bound_divides_the_sum_by_tiles_per_move(case: Case, board: naive.Board, bound: int) -> None:
    assert bound_of(case).of(keys_of([board])).tolist() == [bound]
