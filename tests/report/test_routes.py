"""Routes and searches, drawn, summed up and judged."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront import Route, load, read_route, solve
from slidefront.draw.board import captioned, draw_position
from slidefront.report.routes import NAMES, Outcome
from slidefront.search import ALGORITHMS
from tests import naive_blocks as blocks
from tests.strategies import few
from tests.strategies_blocks import BlockCase, block_cases
from tests.worlds import Errand, errands, some


@few
@given(block_cases(), st.integers(0, 99))
def test_boards_of_route_keep_names(case: BlockCase, seed: int) -> None:
    path = [board for _, board in blocks.path(case.rules, 6, seed, "step")]
    route = Route(case.puzzle, case.keys(path), case.draw(path[0]))
    drawn = [draw_position(case.puzzle.position(case.draw(board))) for board in path]
    headings = ["start", *(f"{number}. {move}" for number, move in enumerate(route.moves, 1))]
    expected = [[heading, *text.split("\n")] for heading, text in zip(headings, drawn, strict=True)]
    assert captioned(route.positions, headings, 1) == "\n\n".join("\n".join(block) for block in expected)


@pytest.mark.parametrize(
    ("name", "start", "said"),
    [
        (
            "8-puzzle",
            "1_2345678",
            "1 move, the fewest possible: no board within 0 moves of the start is within 0 of the goal",
        ),
        ("8-puzzle", "12_345678", "2 moves (1 group), the fewest possible: "),
        (
            "hughes",
            "home",
            "21 moves in the move metric, the fewest possible: no board at depth 20 or less meets the goal",
        ),
        ("8-puzzle", "_12345678", "0 moves, the fewest possible: the start meets the goal"),
    ],
)
def test_headline_has_optimum_and_proof(name: str, start: str, said: str) -> None:
    text = Outcome(solve(load(name), start)).headline()
    assert text.startswith(said)
    assert text.isprintable()


def test_headline_without_route_has_lower_bound() -> None:
    solved = solve("8-puzzle", "3124756_8", max_depth=0)
    assert Outcome(solved).headline() == (
        "no route of fewer than 1 move: no board within 0 moves of the start is within 0 of the goal"
    )


def test_account_has_work_and_remedy() -> None:
    lines = Outcome(solve("8-puzzle", "85146_732", all_routes=True)).account()
    assert re.fullmatch(
        r"two-way search \(the goal is one board\): [\d,]+ boards generated, [\d,]+ examined, \d\.\d\d s", lines[0]
    )
    assert lines[1:] == ["4 shortest routes; 1 is shown"]
    (line,) = Outcome(solve("8-puzzle", "_21345678")).account()
    assert line.startswith("permutation group of the moves (it takes no search), ")
    assert Outcome(solve("8-puzzle")).account()[1:] == ["home already meets the goal: name another start"]
    assert len(Outcome(solve("8-puzzle", "1_2345678", "1_2345678")).account()) == 1


def test_every_algorithm_has_a_name() -> None:
    assert {*NAMES} == {*ALGORITHMS, "group", "none", "table"} - {"auto"}


@some
@given(errands(most=1), st.sampled_from(ALGORITHMS), st.booleans())
def test_result_data_is_json_with_readable_routes(errand: Errand, algorithm: str, every: bool) -> None:
    world = errand.world
    (start,), (goal,) = (map(world.key, boards) for boards in (errand.starts, errand.goals))
    solved = solve(world.puzzle, start, goal, algorithm=algorithm, all_routes=every and algorithm != "ida")
    data = json.loads(json.dumps(solved.to_dict(3)))
    assert data["optimum"] == data["lower_bound"] == len(data["moves"])
    assert world.puzzle.parse(data["start"]) == start
    assert world.puzzle.parse(data["goal"]) == goal
    assert len(data["rounds"]) == len(solved.answer.rounds)
    for one in [data, *data.get("routes", [])]:
        route = read_route(world.puzzle, "\n".join(f"{move['piece']} {move['path']}" for move in one["moves"]), start)
        assert (route.start, route.end, route.length) == (start, goal, solved.optimum)
    assert ("count" in data) == (solved.count is not None)
