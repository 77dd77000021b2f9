"""Packs out of runs: every line is a shortest solution that replays, none twice, the same for the same seed."""

import re
from collections import Counter
from pathlib import Path

import pytest

from slidefront.apps.problems import problems as work
from slidefront.apps.problems.problems import Problem, draw_problems, solved
from slidefront.errors import LayerError, PuzzleError, RouteError, RunError
from slidefront.executors import Resources
from slidefront.explore.expand import expand
from slidefront.notation.load import load, read_puzzle
from slidefront.notation.route import read_moves, read_route, replay
from slidefront.store.run import Run
from slidefront.tables.open_space import goal_boards
from tests.explore.conftest import CASES
from tests.messages import advised, refused

GOLDEN = CASES["14-puzzle"]["problem_lines"]


@pytest.fixture(scope="module")
def blocks(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A block puzzle from all boards that meet its goal."""
    folder = tmp_path_factory.mktemp("blocks")
    puzzle = load("pennant", "slide")
    return expand(puzzle, starts=goal_boards(puzzle, expand(puzzle, out=folder / "home")), out=folder / "goals")


def check_lines(run: Run, found: list[Problem]) -> None:
    for problem in found:
        moves = read_moves(run.puzzle, problem.route or "")
        replayed = replay(run.puzzle.position(problem.board), moves, problem.length)
        assert replayed.fault is None
        assert replayed.meets_goal
        assert replayed.start.key == problem.key == run.puzzle.parse(problem.board)
        assert problem.key in run.keys(problem.length)
        assert replayed.route().length == problem.length
    assert len({problem.board for problem in found}) == len(found)


LINE = re.compile(r"[1-9a-e]{14}__:\d+:([UDLR][23]?)+")


def test_a_pack_of_the_14_puzzle_with_the_hole_at_home(fourteen: Run) -> None:
    found = draw_problems(fourteen, range(46, 56), 47, selected=True, routes=True)
    counts = {int(depth): boards for depth, boards in CASES["14-puzzle"]["published_histogram_hole_home"].items()}
    expected = {depth: min(10, boards) for depth, boards in counts.items() if depth >= 46}
    assert Counter(problem.length for problem in found) == expected
    assert all(LINE.fullmatch(problem.line) for problem in found)
    check_lines(fourteen, found)


@pytest.mark.soak
def test_the_whole_pack_of_the_14_puzzle(fourteen: Run) -> None:
    found = draw_problems(fourteen, range(32, 55), 2094, selected=True, routes=True)
    assert len(found) == 2094
    check_lines(fourteen, found)


def test_lines_are_as_published() -> None:
    puzzle = load("14-puzzle")
    for line in GOLDEN:
        board, length, cells = line.split(":")
        route = read_route(puzzle, cells.replace("|", " "), board)
        problem = solved(puzzle, route.keys)
        assert (problem.board, str(problem.length)) == (board, length)
        assert read_route(puzzle, problem.route or "", board) == route
        assert LINE.fullmatch(problem.line)


@pytest.mark.parametrize("routes", [False, True])
def test_blocks(blocks: Run, routes: bool) -> None:
    most, apart = (2, 4) if routes else (30, 1)
    expected = {layer.depth: min(most, layer.board_count) for layer in blocks.layers[::apart]}
    found = draw_problems(blocks, expected, sum(expected.values()), routes=routes)
    assert Counter(one.length for one in found) == expected
    assert all((one.route is not None) == routes for one in found)
    if routes:
        check_lines(blocks, found)


def test_a_graph_whose_goal_is_not_home(tmp_path: Path) -> None:
    run = expand("pillars-6", start="goal", out=tmp_path / "run")
    found = draw_problems(run, range(run.last_depth + 1), 10**6, routes=True)
    assert len(found) == run.board_count
    check_lines(run, found)


def test_the_same_seed_draws_the_same_pack_however_the_run_was_made(ten: Run, tmp_path: Path) -> None:
    other = expand("10-puzzle", out=tmp_path / "run", resources=Resources(threads=1))
    for marked in (False, True):
        first = draw_problems(ten, range(10, 30), 100, selected=marked, seed=4, routes=True, difficulty=True)
        assert draw_problems(other, range(10, 30), 100, selected=marked, seed=4, routes=True, difficulty=True) == first
        keys = [one.key for one in first]
        assert [one.key for one in draw_problems(ten, range(10, 30), 100, selected=marked, seed=4)] == keys
        assert [one.key for one in draw_problems(ten, range(10, 30), 100, selected=marked, seed=5)] != keys
        twenty = [one for one in first if one.length == 20]
        assert draw_problems(ten, [20], len(twenty), selected=marked, seed=4, routes=True, difficulty=True) == twenty


def test_a_wrong_route_is_never_written(ten: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    key = ten.keys(5).tolist()[0]
    assert "does not end at the goal" in refused(RouteError, solved, ten.puzzle, [key])
    plain = work.write_moves
    monkeypatch.setattr(work, "write_moves", lambda route: f"{plain(route)[0]}U9{plain(route)[1:]}")
    assert "is wrong: move " in refused(RouteError, lambda: draw_problems(ten, [5], 1, routes=True))


def test_runs_that_tell_no_distance_to_the_goal(ten: Run, klotski: Run, tmp_path: Path) -> None:
    refused(RunError, draw_problems, expand("pillars-6", depth=2, out=tmp_path / "pillars"), [1])
    refused(RunError, draw_problems, klotski, [1])
    mine = expand(read_puzzle('kind = "blocks"\nhome = "A.."\ngoal = [["A", 1, 3]]\n', "mine"), out=tmp_path / "mine")
    said = advised(RunError, draw_problems, mine, [1])
    assert said.endswith("`slidefront expand FILE --start goal`")
    none = expand(read_puzzle('kind = "blocks"\nhome = "AB.."\n', "none"), out=tmp_path / "none")
    refused(PuzzleError, draw_problems, none, [1])
    refused(LayerError, draw_problems, ten, [34, 35])
