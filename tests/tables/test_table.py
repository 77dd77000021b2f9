"""What a table answers: depths, routes, the deepest boards."""

import numpy as np
import pytest

import slidefront
from slidefront.tables import table as tables
from slidefront.tables.build import make_table
from slidefront.tables.table import Table

DEEPEST = ["8_6547231", "876_41253"]


@pytest.fixture(scope="module")
def eight(tmp_path_factory) -> Table:
    return make_table("8-puzzle", tmp_path_factory.mktemp("eight") / "a.table")


def test_the_deepest_boards_are_in_the_file(eight, monkeypatch):
    monkeypatch.setattr("slidefront.tables.layers.ordered_layers", None)  # no layer is explored again
    (found,) = slidefront.hardest(eight)
    assert (found.depth, found.board_count) == (31, 2)
    assert [*map(eight.puzzle.format, found.keys)] == DEEPEST


def test_many_boards_are_the_same_as_few(eight, monkeypatch):
    keys = eight.puzzle.ranking().keys(np.arange(0, eight.board_count, 7))
    expected = eight.depths_of(keys)
    monkeypatch.setattr(tables, "BOARDS_PER_TASK", 1000)
    assert (eight.depths_of(keys) == expected).all()
    assert eight.depths_of(keys[:0]).size == 0
