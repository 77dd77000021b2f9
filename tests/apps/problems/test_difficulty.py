"""Difficulty against all shortest solutions, listed one by one; and grades."""

from dataclasses import fields
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from examples.pancakes import Pancakes
from slidefront import Difficulty
from slidefront.apps.problems.difficulty import GRADES, difficulties, grade
from slidefront.apps.problems.packs import problems
from slidefront.apps.problems.problems import Problem, grades
from slidefront.errors import BoardError, LimitError, PuzzleError
from slidefront.explore.expand import expand
from slidefront.frames.stats import hardest
from slidefront.notation.load import read_puzzle
from slidefront.puzzles.core import Puzzle
from slidefront.search.bounds import lower_bound
from slidefront.store.run import Run
from slidefront.tables.build import make_table
from tests import naive
from tests.messages import refused

Solutions = list[list[int]]


@pytest.fixture(scope="module")
def rooted(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    """Runs from the goal, of each kind."""
    folder = tmp_path_factory.mktemp("rooted")
    alike = read_puzzle('kind = "tiles"\nhome = "1 1 2 / 2 3 _"\n', "alike")
    return {
        "tiles": expand("2x3", out=folder / "tiles"),
        "wide hole": expand("2x4+1x2", out=folder / "wide"),
        "graph": expand("pillars-6", start="goal", out=folder / "graph"),
        "alike": expand(alike, out=folder / "alike"),
        "blocks": expand("pennant", start="goal", metric="slide", out=folder / "goals"),
    }


def following(puzzle: Puzzle, key: int) -> list[int]:
    return sorted({move.key for move in puzzle.moves(key)})


def all_solutions(puzzle: Puzzle, depths: dict[int, int], key: int) -> Solutions:
    if depths[key] == 0:
        return [[key]]
    nearer = [after for after in following(puzzle, key) if depths[after] == depths[key] - 1]
    return [[key, *rest] for after in nearer for rest in all_solutions(puzzle, depths, after)]


def led_astray(puzzle: Puzzle, depths: dict[int, int], route: list[int]) -> float:
    chances = []
    for before, (key, _) in zip([None, *route], pairwise(route), strict=False):
        looks = {
            after: int(lower_bound(puzzle)(np.array([after], np.uint64))[0])
            for after in following(puzzle, key)
            if after != before
        }
        best = [after for after, look in looks.items() if look == min(looks.values())]
        chances.append(sum(depths[after] >= depths[key] for after in best) / len(best))
    return sum(chances) / len(chances) if chances else 0.0


@pytest.mark.parametrize("kind", ["tiles", "wide hole", "graph", "alike", "blocks"])
def test_difficulty_matches_all_shortest_solutions(rooted: dict[str, Run], kind: str) -> None:
    run = rooted[kind]
    puzzle = run.puzzle
    layers = naive.layers(lambda key: following(puzzle, key), run.keys(0).tolist())
    depths = {key: depth for depth, layer in enumerate(layers) for key in layer}
    boards = [key for depth in range(min(run.last_depth, 16) + 1) for key in run.keys(depth)[::20].tolist()]
    routes = run.route_keys(boards)
    rated = difficulties(run, routes)
    assert any(measures.solutions > 1 for measures in rated)
    assert any(0 < measures.astray < 1 for measures in rated)
    for route, measures in zip(routes, rated, strict=True):
        found = all_solutions(puzzle, depths, route[0])
        same_first = max(n for n in range(len(route)) if all(other[: n + 1] == route[: n + 1] for other in found))
        ways = [len({tuple(rest) for rest in all_solutions(puzzle, depths, key)}) for key in route]
        assert measures.solutions == len(found)
        assert measures.astray == pytest.approx(led_astray(puzzle, depths, route))
        assert measures.forced_first == same_first
        assert measures.forced_last == sum(way == 1 for way in ways[:-1])


def test_rating_is_independent_of_other_problems(rooted: dict[str, Run]) -> None:
    run = rooted["tiles"]
    layers = [run.keys(depth).tolist() for depth in range(run.last_depth + 1)]
    routes = [way for depth, layer in enumerate(layers) for way in run.route_keys(layer, np.full(len(layer), depth))]
    together = difficulties(run, routes)
    assert [difficulties(run, [route])[0] for route in routes[::20]] == together[::20]
    assert difficulties(run, []) == []


def test_grade_accepts_any_space(rooted: dict[str, Run], tmp_path: Path) -> None:
    run = rooted["tiles"]
    (expected,) = difficulties(run, [run.route("450123").keys])
    from_home = expand("2x3", start="123450", out=tmp_path / "run")
    for source in (run, run.puzzle, "2x3", make_table("2x3", tmp_path / "a.table"), from_home):
        assert grade(source, "450123") == grade(source, [[4, 5, 0], [1, 2, 3]]) == expected
    assert grade("2x3") == grade("2x3", "home")
    assert "out of reach" in refused(BoardError, grade, "2x3", "21345_")
    assert "has more than" in refused(LimitError, grade, "15-puzzle", "home")
    assert "pancakes-5 has no lower bound of moves" in refused(PuzzleError, lower_bound, Pancakes(5))


def test_large_space_is_explored_into_a_table(tmp_path: Path) -> None:
    puzzle = read_puzzle('kind = "tiles"\nhome = "1 1 1 2/2 2 3 4/5 6 7 _"\n', "pairs")
    table = make_table(puzzle, tmp_path / "a.table")
    assert hardest(puzzle, 3) == hardest(table, 3)
    drawn = problems(puzzle, "20:22", 4, difficulty=True)
    assert drawn == problems(table, "20:22", 4, difficulty=True)
    assert [grade(puzzle, problem.board) for problem in drawn] == [problem.difficulty for problem in drawn]


@pytest.mark.parametrize(
    ("lengths", "astray", "expected"),
    [
        ([10, 20, 30, 40], None, [*GRADES]),
        ([40, 10, 30, 20], None, ["fiendish", "easy", "hard", "medium"]),
        ([*range(1, 9)], None, [grade for grade in GRADES for _ in range(2)]),
        ([7, 7, 7], None, ["medium"] * 3),
        ([7], None, ["medium"]),
        ([5, 5, 9, 9], None, ["easy", "easy", "hard", "hard"]),
        ([], None, []),
        ([10, 20, 30, 40], 0.3, ["medium", "hard", "fiendish", "fiendish"]),
        ([10, 20, 30, 40], 0.149, ["easy", "easy", "medium", "hard"]),
        ([10, 20, 30, 40], 0.15, [*GRADES]),
    ],
)
def test_grades_are_quarters_of_the_lengths_moved_by_the_greedy_player(
    lengths: list[int], astray: float | None, expected: list[str]
) -> None:
    difficulty = None if astray is None else Difficulty(1, astray, 0, 0)
    assert grades([Problem(0, "", length, difficulty=difficulty) for length in lengths]) == expected


@pytest.mark.parametrize("page", ["difficulty", "problems"])
def test_docs_explain_every_measure(page: str) -> None:
    text = (Path(__file__).parents[3] / "docs" / f"{page}.md").read_text("utf-8")
    assert [measure.name for measure in fields(Difficulty) if f"`{measure.name}`" not in text] == []
