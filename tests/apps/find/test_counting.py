"""Placements are counted without listing one, equal to the published numbers and to a plain enumeration."""

import json
from collections import Counter
from pathlib import Path

import pytest

from slidefront.apps.find.counting import count_divisions
from tests import naive_find

GOLDEN = json.loads((Path(__file__).parents[3] / "data" / "golden" / "finder.json").read_text("utf-8"))


def cells(rows: int, columns: int) -> frozenset[tuple[int, int]]:
    return frozenset((r, c) for r in range(rows) for c in range(columns))


@pytest.mark.parametrize(("board", "placements"), GOLDEN["placements"].items())
def test_all_placements_are_counted(board, placements):
    rows, columns = map(int, board.split("x"))
    assert sum(count_divisions(rows, columns, cells(rows, columns)).values()) == placements


@pytest.mark.parametrize("walls", [set(), {(1, 1)}, {(0, 1), (2, 1)}, {(0, 0)}])
@pytest.mark.parametrize("size", [(2, 3), (3, 3)])
def test_walls_are_left_out(size, walls):
    free = cells(*size) - walls
    expected = Counter(len(board) for board in naive_find.divisions(free))
    assert count_divisions(*size, free) == expected
