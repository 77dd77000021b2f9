"""Placements are counted without listing one, and their keys are told apart."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from slidefront.apps.find.counting import count_divisions
from slidefront.apps.find.multisets import table_of_keys
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


@pytest.mark.parametrize(
    ("keys", "told_apart"),
    [
        ([(1, 5), (1, 6)], True),
        ([(1, 5), (2, 5)], True),
        ([(1, 5), (1, 5)], False),
        ([(1, 5), (5, 5)], False),  # the same slot at first
        ([(2, 5), (1, 6), (1, 5)], False),  # it passes the slot of the first one
    ],
)
def test_keys_with_equal_lower_halves_on_their_way_are_noticed(keys, told_apart):
    slots = np.empty(4, np.uint64)
    assert table_of_keys(np.array([high << 32 | low for high, low in keys], np.uint64), slots) == told_apart


def test_other_random_numbers_are_drawn(monkeypatch, tmp_path):
    from slidefront.apps.find import tasks
    from slidefront.apps.find.kinds import kind_of
    from tests.apps.find.test_search import find, rows_of

    kind = kind_of("2x3")
    expected = find(kind, tmp_path / "one")
    drawn, explore_items = [], tasks.explore_items

    def equal_at_first(kit, *rest):
        drawn.append(int(kit.weight[0]))
        return (tasks.EQUAL_KEYS, 0, -1, 0) if len(drawn) == 1 else explore_items(kit, *rest)

    monkeypatch.setattr(tasks, "explore_items", equal_at_first)
    assert rows_of(find(kind, tmp_path / "two")) == rows_of(expected)
    assert drawn[0] != drawn[1]
