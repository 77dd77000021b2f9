"""Routes that are short enough, and intervals: never a claim that the true distance refutes."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from slidefront import Resources
from slidefront.compile import Compiling
from slidefront.errors import ArgumentError
from slidefront.notation.load import load
from slidefront.search.depth_first.pattern_engine import RoundSizes
from slidefront.search.solve import solve
from slidefront.watch import Quiet, Until, Watcher
from tests.search.depth_first.test_pattern_engine import check_route, databases_of, search
from tests.watchers import Told
from tests.worlds import depth_first


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("SLIDEFRONT_CACHE", str(tmp_path / "cache"))


WEAK = [("3x3", None, [3, 3, 2]), ("3x4", None, [4, 4, 3]), ("pillars", None, [3, 3, 3]), ("3x3", "line", [3, 3])]


@pytest.fixture(scope="module", params=WEAK)
def weak(request) -> tuple[Any, ...]:
    """A puzzle with databases that are much below the distances, and boards with their distances."""
    name, metric, sizes = request.param
    puzzle = load(name, metric)
    databases = databases_of(puzzle, sizes)
    rng = np.random.default_rng(5)
    boards = {}
    for steps in (1, 7, 60, 61, 200, 301):
        key = puzzle.goal.key
        for _ in range(steps):
            key = puzzle.moves(key)[rng.integers(len(puzzle.moves(key)))].key
        boards[key] = depth_first(puzzle, key).at_least
    return puzzle, databases, boards


@pytest.mark.parametrize("factor", ["1", "21/20", "3/2", "10"])
@pytest.mark.parametrize("divide", [-1, 1 << 21])
def test_routes_are_within_the_ratio_and_bounds_are_true(weak, factor, divide) -> None:
    puzzle, databases, boards = weak
    sizes = RoundSizes(undivided_boards=divide)
    for key, distance in boards.items():
        answer = search(puzzle, databases, key, factor=factor, threads=2, sizes=sizes)
        check_route(puzzle, key, answer.route)
        length = len(answer.route) - 1
        assert answer.at_least <= distance <= length <= Fraction(factor) * answer.at_least
        assert not answer.ended


def test_smaller_ratio_starts_with_the_rounds_of_a_larger_one(weak) -> None:
    puzzle, databases, boards = weak
    for key in boards:
        factors = ("8", "5", "3", "2", "3/2", "5/4", "6/5", "1")
        counts = [search(puzzle, databases, key, factor=factor).generated for factor in factors]
        assert counts == sorted(counts)


@pytest.mark.parametrize("factor", ["1", "6/5"])
def test_stopped_search_encloses_the_distance(weak, factor) -> None:
    puzzle, databases, boards = weak
    sizes = RoundSizes(turns=50, seconds=0.0)
    ended = set()
    for key, distance in boards.items():
        for calls in (0, 1, 2, 3, 5, 8, 12, 20, 40, 100, 300):
            asked = iter(range(1 << 30))
            watcher = Told(stop=lambda asked=asked, calls=calls: next(asked) >= calls)
            answer = search(puzzle, databases, key, factor=factor, seconds=60.0, watcher=watcher, sizes=sizes)
            assert answer.at_least <= distance
            if answer.route is not None:
                check_route(puzzle, key, answer.route)
                assert distance <= len(answer.route) - 1
            ended.add((answer.ended == "stopped", answer.route is None))
    assert {(True, True), (True, False), (False, False)} <= ended


def test_time_limit_excludes_compiling() -> None:
    assert not Until(Watcher(), None).stop()
    before, asked = Until(Watcher(), 0.0), Until(Told(stop=lambda: True), 60.0)
    assert (before.stop(), before.passed, asked.stop(), asked.passed) == (True, True, True, False)
    with Compiling.paused():
        assert not Until(Watcher(), 0.0).stop()


def test_limited_watcher_passes_on_notes(caplog: pytest.LogCaptureFixture) -> None:
    notes: list[str] = []
    caplog.set_level("INFO")
    for watcher in (Told(note=notes.append), Quiet(Told(note=notes.append))):
        Until(watcher, 60.0).note("stored")
    assert notes == caplog.messages == ["stored"]


@pytest.mark.parametrize("wrong", [0.5, "much", "nan", 11, -1])
def test_invalid_max_ratio_raises_an_error(wrong) -> None:
    with pytest.raises(ArgumentError, match=r"max_ratio must be a number from 1 to 10, such as 1\.2"):
        solve("8-puzzle", "3124756_8", max_ratio=wrong)


@pytest.mark.parametrize("asked", ["1.2", 1.5, "6/5", "4/3", "1.3333", "1.005", "1.004999", 10, "2.71828"])
def test_max_ratio_is_rounded_down(asked) -> None:
    result = solve("8-puzzle", "3124756_8", max_ratio=asked).question.max_ratio
    assert Fraction(str(asked)) - Fraction(1, 100) < result <= Fraction(str(asked))
    assert result.denominator <= 100


def test_interrupted_search_returns_its_lower_bound() -> None:
    solve("15-puzzle", "1 2 3 4/5 6 7 8/9 10 11 12/13 _ 14 15", resources=Resources(1))  # builds the databases
    asked = iter(range(9))
    watcher = Told(stop=lambda: next(asked, 9) > 7)
    solved = solve("15-puzzle", "0 15 8 3/12 11 7 4/14 10 6 5/9 13 2 1", watcher=watcher, resources=Resources(1))
    assert (solved.status, solved.ended_by, solved.route) == ("unfinished", "watcher", None)
    assert 40 < solved.lower_bound <= 70
    assert solved.lower_bound >= solved.answer.rounds[-1].limit
    assert repr(solved) == f"<SolveResult 15-puzzle: unfinished, no route has fewer than {solved.lower_bound} moves>"


def test_max_ratio_combines_with_max_seconds_only() -> None:
    for options in ({"max_depth": 30}, {"all_routes": True}, {"algorithm": "bfs"}, {"algorithm": "bidirectional"}):
        with pytest.raises(ArgumentError, match="max_ratio cannot be combined with all routes, a maximum depth"):
            solve("15-puzzle", "1 2 3 4/5 6 7 8/9 10 11 12/13 _ 14 15", max_ratio=1.2, **options)
    result = solve(
        "15-puzzle", "0 15 8 3/12 11 7 4/14 10 6 5/9 13 2 1", max_seconds=30, max_depth=50, resources=Resources(1)
    )
    assert result.route is None
    assert 50 < result.answer.at_least <= 70
    limits = {}, {"max_seconds": 1e6}
    alone, timed = (
        solve("15-puzzle", result.question.start, max_ratio=1.2, resources=Resources(1), **limit) for limit in limits
    )
    assert (alone.route, alone.answer.generated) == (timed.route, timed.answer.generated)
    known = f"bounded, {alone.length} moves, no route has fewer than {alone.lower_bound} moves"
    assert repr(alone) == f"<SolveResult 15-puzzle: {known}>"
