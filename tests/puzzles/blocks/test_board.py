"""Boards with every piece by its own name: texts, moves and what is in the way."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.puzzles.blocks.puzzle import BlockPosition
from tests import naive_blocks as naive
from tests import naive_routes
from tests.strategies import few
from tests.strategies_blocks import BlockCase, block_case, block_cases


def board(home: str, **fields: Any) -> BlockPosition:
    return block_case(home, **fields).puzzle.position(home)


@few
@given(block_cases(), st.integers(0, 12), st.integers(0, 99))
def test_a_step_is_hindered_exactly_where_the_naive_twin_cannot_make_it(case: BlockCase, steps: int, seed: int) -> None:
    _, there = naive.path(case.rules, steps, seed, "step")[-1]
    here = case.puzzle.position(case.draw(there))
    for name in there:
        for way in "UDLR":
            after = naive_routes.step(case.rules, there, name, way)
            assert (here.hindrance(name, way) == "") == (after is not None)
            if after:
                [stepped] = here.play(name, way)
                assert stepped.text == case.draw(after)


@pytest.mark.parametrize(
    ("home", "fields", "move", "why"),
    [
        ("AB.", {}, "A R", "B is in the way"),
        ("AA./BC.", {}, "A D", "B and C are in the way"),
        ("AB.", {}, "A L", "the left edge of the board is in the way"),
        ("AB.", {}, "A U", "the upper edge of the board is in the way"),
        ("A#.", {}, "A R", "a wall is in the way"),
        ("AA./B#.", {}, "A D", "a wall and B are in the way"),
        ("A-.", {}, "A R", "a gate that is shut to it is in the way"),
        ("A-.", {"gate_pieces": "A"}, "A R", ""),
        ("AB.", {"frozen": "B"}, "B R", "B is frozen"),
        ("AA./...", {"axis": "A"}, "A D", "A goes only L and R"),
        ("AB.", {}, "B R", ""),
    ],
)
def test_what_is_in_the_way_is_named(home: str, fields: dict[str, Any], move: str, why: str) -> None:
    assert board(home, **fields).hindrance(*move.split()) == why
