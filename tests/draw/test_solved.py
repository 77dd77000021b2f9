"""What a search has found, said and laid out."""

import json
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront import load, read_route, solve
from slidefront.draw.routes import (
    NAMES,
    account,
    comparison,
    comparison_data,
    headline,
    solved_data,
)
from slidefront.draw.text import table
from slidefront.frames.answers import Answer
from slidefront.search.depth_first.ida import Threshold
from slidefront.search.solve import ALGORITHMS
from slidefront.search.two_way import Round
from tests.worlds import Errand, errands, some


@pytest.mark.parametrize(
    ("name", "start", "said"),
    [
        (
            "8-puzzle",
            "1_2345678",
            "1 move, the fewest possible: no board within 0 moves of the start is within 0 of the goal",
        ),
        ("8-puzzle", "12_345678", "2 moves (1 group), the fewest possible: "),
        ("pillars-6", "home", "11 moves, the fewest possible: "),
        (
            "hughes",
            "home",
            "21 moves in the move metric, the fewest possible: no board at depth 20 or less meets the goal",
        ),
        ("8-puzzle", "_21345678", "no solution: the goal is an odd permutation of the start"),
        ("8-puzzle", "_12345678", "0 moves, the fewest possible: the start meets the goal"),
    ],
)
def test_a_headline_has_the_optimum_and_the_proof(name: str, start: str, said: str) -> None:
    text = headline(solve(load(name), start))
    assert text.startswith(said)
    assert text.isprintable()


def test_a_headline_without_a_route_has_what_is_known() -> None:
    solved = solve("8-puzzle", "3124756_8", max_depth=0)
    assert headline(solved) == (
        "no solution of fewer than 1 move: no board within 0 moves of the start is within 0 of the goal"
    )


def test_an_account_has_the_work_and_what_may_be_done() -> None:
    lines = account(solve("8-puzzle", "85146_732", every=True), 1)
    assert re.fullmatch(
        r"two-way search \(the goal is one board\): [\d,]+ boards generated, [\d,]+ examined, \d\.\d\d s", lines[0]
    )
    assert lines[1:] == ["4 shortest routes, of which 1 is shown (see --limit)"]
    (line,) = account(solve("8-puzzle", "_21345678"), 1)
    assert line.startswith("permutation group of the moves (it takes no search), ")
    assert account(solve("8-puzzle"), 1)[1:] == ["home already meets the goal: name another board with --from"]
    assert len(account(solve("8-puzzle", "1_2345678", "1_2345678"), 1)) == 1


def test_every_algorithm_has_a_name() -> None:
    assert {*NAMES} == {*ALGORITHMS, "group", "patterns", "table"} - {"auto"}


def test_rounds_are_one_line_each() -> None:
    assert str(Round(3, 2, 1234, 0.5, met=False)) == (
        "5 moves (3 from the start, 2 from the goal): 1,234 boards, not met, 0.50 s"
    )
    assert str(Round(1, 0, 1, 75, met=True)) == "1 move (1 from the start): 1 board, met, 1 min 15 s"
    assert str(Threshold(44, 12345, 1.5)) == "up to 44 moves: 12,345 boards, 1.50 s"


@some
@given(errands(most=1), st.sampled_from(ALGORITHMS), st.booleans())
def test_data_is_json_and_its_routes_read_back(errand: Errand, algorithm: str, every: bool) -> None:
    world = errand.world
    (start,), (goal,) = (map(world.key, boards) for boards in (errand.starts, errand.goals))
    solved = solve(world.puzzle, start, goal, algorithm=algorithm, every=every and algorithm != "ida")
    data = json.loads(json.dumps(solved_data(solved, 3)))
    assert data["optimum"] == data["at_least"] == len(data["moves"])
    assert world.puzzle.parse(data["start"]) == start
    assert world.puzzle.parse(data["goal"]) == goal
    assert len(data["rounds"]) == len(solved.answer.rounds)
    for one in [data, *data.get("routes", [])]:
        route = read_route(world.puzzle, "\n".join(f"{move['what']} {move['way']}" for move in one["moves"]), start)
        assert (route.start, route.end, route.length) == (start, goal, solved.optimum)
    assert ("count" in data) == (solved.count is not None)


def test_a_table_of_searches() -> None:
    cases = [("3124756_8", 3), ("_21345678", None), ("85146_732", 26)]
    names = ["bfs", "ida"]
    solved = [[solve("8-puzzle", board, algorithm=name) for name in names] for board, _ in cases]
    data = [comparison_data(row, published) for row, (_, published) in zip(solved, cases, strict=True)]
    answers = [Answer(1, board, one) for one, (board, _) in zip(data, cases, strict=True)]
    over, header, *rows = comparison(answers, names).splitlines()
    assert over.split() == names
    assert header.split() == ["board", "optimum", "published"] + ["generated", "examined", "ms"] * 2
    assert [row.split()[:3] for row in rows] == [
        ["3124756_8", "3", "3"],
        ["_21345678", "-", "-"],
        ["85146_732", "25", "26"],
    ]
    assert rows[1].split()[3:5] == rows[1].split()[6:8] == ["0", "0"]
    ends = [len(header[: match.end()]) for match in re.finditer(r"\S+", header)][1:]
    assert [[match.end() for match in re.finditer(r"\S+", row)][1:] for row in rows] == [ends] * 3
    assert json.loads(json.dumps(data)) == data
    assert [(one["optimum"], one["published"]) for one in data] == [(3, 3), (None, None), (25, 26)]
    assert [[search["optimum"] for search in one["searches"]] for one in data] == [[3, 3], [None, None], [25, 25]]


@given(st.lists(st.text("abc", min_size=1, max_size=9), min_size=1, max_size=4), st.integers(1, 3))
def test_names_stand_over_the_middle_of_their_columns(names: list[str], columns: int) -> None:
    spans = [(name, 1 + columns * number, columns * (number + 1)) for number, name in enumerate(names)]
    header = ["board"] + ["a number of" for _ in names for _ in range(columns)]
    over, line = table(header, [], words=[0], spans=spans).splitlines()
    assert over.split() == names
    ends = [0, *(match.end() for match in re.finditer("of", line))]
    groups = [*pairwise(ends[::columns])]
    for name, match, (begin, end) in zip(names, re.finditer(r"\S+", over), groups, strict=True):
        middle = (max(begin, 5) + 2 + end) / 2
        assert abs(match.start() + len(name) / 2 - middle) <= 1
