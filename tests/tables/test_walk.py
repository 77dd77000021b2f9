"""A few boards make only the moves on their ways: their depths and ways are those of many boards, which make all."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from slidefront.notation.load import load
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.ranking import RowMoves
from slidefront.tables import table as tables
from slidefront.tables.build import make_table
from slidefront.tables.table import Table
from tests.explore.conftest import triangle
from tests.tables.test_blocks import ALL_ORDERS, FEW_ORDERS

WORLDS = {
    "tiles": lambda: load("pillars-6"),
    "two bits": triangle,
    "blocks": lambda: ALL_ORDERS["singles"].puzzle,
    "blocks in few orders": lambda: FEW_ORDERS["ring"].puzzle,
    "blocks in two bits": lambda: FEW_ORDERS["rings"].puzzles["slide"],
}


def opened(path: Path, puzzle: Puzzle, *, few: bool) -> Table:
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(tables, "ALONE", 0 if few else 1 << 40)
        table = Table(path, puzzle)
        table.depths_of([puzzle.home])  # many boards keep their moves
    return table


@pytest.mark.parametrize("name", WORLDS)
def test_few_boards_have_the_depths_and_ways_of_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    puzzle = WORLDS[name]()
    path = make_table(puzzle, tmp_path / "a.table").path
    many = opened(path, puzzle, few=False)
    keys = many.ranking.keys(np.random.default_rng(3).permutation(many.board_count))
    absent = np.array([2**64 - 1], np.uint64)
    asked = np.concatenate([keys, absent, keys[:3]])
    monkeypatch.setattr(tables, "ALONE", 0)
    few = opened(path, puzzle, few=True)
    depths = few.depths_of(asked)
    assert depths.tolist() == many.depths_of(asked).tolist()
    assert np.bincount(depths[: keys.size]).tolist() == [layer.board_count for layer in many.layers]
    some = asked[-40:]
    for key, way in zip(some.tolist(), few.route_keys(some), strict=True):
        assert way[:1] == [key] * (key in keys)
        at = few.depths_of(np.array(way, np.uint64)).tolist()
        assert at == [*range(len(way) - 1, -1, -1)]
        assert all(after in [move.key for move in puzzle.moves(one)] for one, after in pairwise(way))


def test_the_moves_of_all_rows_are_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = make_table("klotski", tmp_path / "a.table").path
    table, deepest = Table(path), Table(path).header.deepest[:3]

    def refuse(_: object) -> RowMoves:
        raise AssertionError("all moves are made")

    monkeypatch.setattr(type(table.ranking), "moves", property(refuse))
    assert table.depths_of(deepest).tolist() == [124] * 3
    assert [route.length for route in table.routes(deepest)] == [124] * 3
    with pytest.raises(AssertionError, match="all moves are made"):
        table.depths_of(np.repeat(table.puzzle.array(deepest), 100))
