"""What a table answers: depths, routes, the deepest boards."""

import numpy as np
import pytest

import slidefront
from slidefront.errors import BoardError
from slidefront.tables import table as tables
from slidefront.tables.explore import make_table
from slidefront.tables.table import Table

DEEPEST = ["876_41253", "8_6547231"]


@pytest.fixture(scope="module")
def eight(tmp_path_factory) -> Table:
    return make_table("8-puzzle", tmp_path_factory.mktemp("eight") / "a.table")


def test_the_hardest_come_first(eight):
    assert sorted(eight.hardest(2)) == DEEPEST
    depths = [eight.depth_of(board) for board in eight.hardest(50)]
    assert depths[:3] == [31, 31, 30]
    assert depths == sorted(depths, reverse=True)
    with pytest.raises(BoardError, match="must be between 1 and 100, the deepest boards of"):
        eight.hardest(101)


def test_many_boards_are_the_same_as_few(eight, monkeypatch):
    keys = eight.puzzle.ranking().keys(np.arange(0, eight.boards, 7))
    expected = eight.depths_of(keys)
    monkeypatch.setattr(tables, "PIECE", 1000)
    assert (eight.depths_of(keys) == expected).all()
    assert eight.depths_of(keys[:0]).size == 0


def test_the_numbers_of_a_table_are_those_of_a_run(eight, tmp_path):
    run = slidefront.expand("8-puzzle", out=tmp_path / "run")
    assert slidefront.stats(eight) == slidefront.stats(run)
    assert repr(eight).startswith("<Table 8-puzzle in ")
