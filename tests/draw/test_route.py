"""Routes drawn, summed up, and judged."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront import Route, load, read_puzzle, read_route
from slidefront.draw.board import captioned, draw, draw_position
from slidefront.draw.routes import boards, captions_of, summary, verdict, verdict_data, writer
from slidefront.errors import RouteError
from slidefront.notation.route import Replay, read_moves, replay
from tests import naive_blocks as blocks
from tests.messages import refused
from tests.strategies import few
from tests.strategies_blocks import BlockCase, block_cases


def judged(name: str, text: str) -> Replay:
    puzzle = read_puzzle(name) if "/" in name else load(name)
    return replay(puzzle.position(puzzle.home), read_moves(puzzle, text))


def test_all_boards_are_drawn_under_the_moves_that_lead_to_them() -> None:
    expected = """\
start       1. 2 D      2. 1 R
┌───┬───┐   ┌───┬───┐   ┌───┬───┐
│ 1 │ 2 │   │ 1 │ · │   │ · │ 1 │
├───┼───┤   ├───┼───┤   ├───┼───┤
│ 3 │ · │   │ 3 │ 2 │   │ 3 │ 2 │
└───┴───┘   └───┴───┘   └───┴───┘"""
    route = read_route(load("2x2"), "DR")
    assert boards(route) == writer(route.puzzle, "boards")(route) == expected
    assert captioned(route.positions, captions_of(route), 20).count("\n┌") == 3


@few
@given(block_cases(), st.integers(0, 99))
def test_every_board_of_a_route_is_drawn_with_its_own_names(case: BlockCase, seed: int) -> None:
    path = [board for _, board in blocks.path(case.rules, 6, seed, "step")]
    route = Route(case.puzzle, case.keys(path), case.draw(path[0]))
    drawn = [draw(case.puzzle, case.draw(board)) for board in path]
    headings = ["start", *(f"{number}. {move}" for number, move in enumerate(route.moves, 1))]
    expected = [[heading, *text.split("\n")] for heading, text in zip(headings, drawn, strict=True)]
    assert captioned(route.positions, headings, 1) == "\n\n".join("\n".join(block) for block in expected)


@pytest.mark.parametrize("name", ["14-puzzle", "pillars", "klotski"])
def test_a_position_is_drawn_as_its_board_is(name: str) -> None:
    puzzle = load(name)
    assert draw_position(puzzle.position(puzzle.home)) == draw(puzzle, puzzle.home)


def test_a_format_is_chosen_by_name_before_there_is_a_route() -> None:
    assert writer(load("8-puzzle"), "places")(read_route("8-puzzle", "LLU")) == "1 2 5"
    assert writer(load("8-puzzle"), "steps")(read_route("8-puzzle", "LLU")) == "1 L\n2 L\n5 U"
    refused(RouteError, writer, load("klotski"), "places")
    refused(RouteError, writer, load("klotski"), "moves")


def test_a_summary_counts_moves_and_groups() -> None:
    route = read_route(load("8-puzzle"), "LLU")
    assert summary(route) == "3 moves in 2 groups, from _12345678 to 12534_678"
    assert summary(read_route(load("8-puzzle"), "L")) == "1 move in 1 group, from _12345678 to 1_2345678"


@pytest.mark.parametrize(
    ("name", "text", "shortest", "said"),
    [
        ("8-puzzle", "LR", None, "legal: 2 moves in 2 groups, to _12345678, which meets the goal"),
        (
            "8-puzzle",
            "LL",
            2,
            "legal: 2 moves in 1 group, as short as possible, to 12_345678, which does not meet the goal",
        ),
        (
            "8-puzzle",
            "LLRL",
            2,
            "legal: 4 moves in 3 groups, 2 more than a shortest route, to 12_345678, which does not",
        ),
        (
            "klotski",
            "I LL,G D",
            None,
            "legal: 2 moves in the move metric (step 3, slide 2), to AXXB/AXXB/CDDE/CF.E/HIG., which does not meet",
        ),
        ("A./..", "A R", None, "legal: 1 move in the step metric (slide 1, move 1), to .A/.."),
        ("8-puzzle", "LD", None, "illegal: move 2, D: the moves here are 4 U, 2 L, 1 R"),
    ],
)
def test_a_verdict_is_one_line(name: str, text: str, shortest: int | None, said: str) -> None:
    found = verdict(judged(name, text), shortest)
    assert found.startswith(said)
    assert found.isprintable()
    assert found.endswith("goal") or not found.startswith("legal") or name == "A./.."


def test_a_verdict_as_data() -> None:
    assert verdict_data(judged("klotski", "I LL,I L"), 1) == {
        "puzzle": "klotski",
        "metric": "move",
        "legal": False,
        "fault": {"number": 2, "move": "I L", "why": "H is in the way"},
        "start": "AXXB/AXXB/CDDE/CFGE/H..I",
        "end": "AXXB/AXXB/CDDE/CFGE/HI..",
        "goal_met": False,
        "counts": {"step": 2, "slide": 1, "move": 1},
        "group_count": 1,
        "shortest": 1,
        "excess": 0,
    }
    eight = load("8-puzzle")
    wrong = replay(eight.position(eight.home), read_moves(eight, "LL"), 3)
    assert verdict(wrong).startswith("wrong: ")
    data = verdict_data(wrong)
    assert (data["legal"], data["fault"]["number"], "shortest" in data) == (True, None, False)
    assert verdict_data(judged("8-puzzle", "LR"))["fault"] is None
