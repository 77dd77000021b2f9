"""The boards of a kind are counted in advance, without listing them."""

import json
from collections import Counter
from itertools import combinations, product
from pathlib import Path

import pytest

from slidefront.apps.find.counting import count_boards, count_divisions
from tests import naive_find, naive_rush

GOLDEN = json.loads((Path(__file__).parents[3] / "data" / "golden" / "finder.json").read_text("utf-8"))


def cells(rows: int, columns: int) -> frozenset[naive_find.Cell]:
    return frozenset((r, c) for r in range(rows) for c in range(columns))


@pytest.mark.parametrize(("board", "placements"), GOLDEN["placements"].items())
def test_divisions_are_those_of_an_independent_program(board: str, placements: int) -> None:
    rows, columns = map(int, board.split("x"))
    assert sum(count_divisions(rows, columns, cells(rows, columns)).values()) == placements


@pytest.mark.parametrize("walls", [set(), {(1, 1)}, {(0, 1), (2, 1)}, {(0, 0)}])
@pytest.mark.parametrize("size", [(2, 3), (3, 3)])
def test_divisions_leave_walls_out(size: naive_find.Cell, walls: set[naive_find.Cell]) -> None:
    free = cells(*size) - walls
    assert count_divisions(*size, free) == Counter(len(board) for board in naive_find.divisions(free))


@pytest.mark.parametrize(("side", "walls"), [(3, 0), (3, 1), (3, 2), (4, 0)])
def test_boards_of_rush_are_those_of_the_slow_twin(side: int, walls: int) -> None:
    choices = combinations(product(range(side), repeat=2), walls)
    boards = [board for cells in choices for board in naive_rush.boards(side, frozenset(cells))]
    assert count_boards(side, walls) == len(boards)
    for most in range(1, 4):
        assert count_boards(side, walls, most) == sum(len(board) <= most for board in boards)
