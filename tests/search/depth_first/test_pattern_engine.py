"""IDA* with pattern databases finds the optimum, on one thread or divided among several, and after an interruption."""

from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from slidefront.notation.load import load, read_puzzle
from slidefront.search.depth_first import pattern_engine
from slidefront.search.depth_first.ida import EXACT, ida, weights_for
from slidefront.search.depth_first.pattern_engine import Checkpoint, Finished, PatternEngine, RoundSizes
from slidefront.search.patterns.databases import (
    Databases,
    Partition,
    PartitionBuild,
    databases_for,
    divide_tiles,
    goal_hole,
)
from slidefront.search.result import SearchQuestion
from slidefront.search.solve import solve
from slidefront.store.log import unsealed
from slidefront.watch import Watcher
from tests.explore.conftest import FIFTEEN
from tests.watchers import Told
from tests.worlds import depth_first

CHAINED = 'kind = "graph"\nhome = "ABCDEFG_"\nedges = [[0,1],[1,2],[0,2],[2,3],[3,4],[4,5],[5,3],[5,6],[6,7],[7,0]]\n'


def build_databases(wanted: Partition) -> Databases:
    return Databases(wanted, PartitionBuild(wanted).run(2, Watcher())[0])


def databases_of(puzzle, sizes) -> Databases:
    return build_databases(divide_tiles(*goal_hole(puzzle), sizes))


@pytest.fixture(scope="module", params=["step", "line"])
def weak(request) -> tuple[Any, ...]:
    """The 15-puzzle with databases of few tiles, a start, and what one thread finds: enough work to be divided."""
    puzzle = load("15-puzzle", request.param)
    sizes, start = {"step": ([3] * 5, "2647d5b3e8_f91ac"), "line": ([4] * 3, "d9e37b254ac1f_86")}[request.param]
    databases, key = databases_of(puzzle, sizes), puzzle.parse(start)
    return puzzle, databases, key, search(puzzle, databases, key, sizes=DIVIDED)


DIVIDED = RoundSizes(undivided_boards=-1, subtrees=30, turns=2000, seconds=0.0)
"""Divides all rounds, and comes back to the loop often."""
at_once = partial(Checkpoint, after=0.0, every=0.0)
"""Makes a checkpoint that is written whenever it can be."""


def search(puzzle, databases, start, *, factor=None, seconds=None, watcher=None, **options) -> Any:
    """Search for an optimum route, or for one that is at most a factor longer."""
    engine = PatternEngine(puzzle.frame, start, puzzle.goal.key, databases, **options)
    question = SearchQuestion(puzzle, start, max_ratio=Fraction(factor or 1), max_seconds=seconds)
    return ida(question, engine, watcher, weights=weights_for(question.max_ratio) if factor else EXACT)


def check_route(puzzle, start, route) -> None:
    assert route[0] == start
    assert route[-1] == puzzle.goal.key
    assert all(after in [move.key for move in puzzle.moves(before)] for before, after in pairwise(route))


def check_result(puzzle, start, result) -> None:
    check_route(puzzle, start, result.route)
    assert result.at_least == len(result.route) - 1
    assert sum(round_.generated for round_ in result.rounds) == result.generated


@pytest.mark.parametrize(
    ("name", "sizes"),
    [("8-puzzle", [4, 4]), ("pillars-6", [3, 2]), (CHAINED, [4, 3]), ("2x4", [7])],
)
def test_optimum_equals_that_of_other_engines(name, sizes) -> None:
    puzzle = read_puzzle(name) if "=" in name else load(name)
    databases = databases_of(puzzle, sizes)
    rng = np.random.default_rng(3)
    key = puzzle.goal.key
    for step in range(40):
        moves = puzzle.moves(key)
        key = moves[rng.integers(len(moves))].key
        if step % 6 == 5:
            optimum = depth_first(puzzle, key).at_least
            for threads in (1, 2):
                result = search(puzzle, databases, key, threads=threads, sizes=DIVIDED)
                check_result(puzzle, key, result)
                assert result.at_least == optimum


def test_threads_find_the_same_route(weak) -> None:
    puzzle, databases, start, alone = weak
    results = [search(puzzle, databases, start, threads=threads, sizes=DIVIDED) for threads in (2, 3)]
    check_result(puzzle, start, alone)
    for result in results:
        assert result.route == alone.route
        assert [r.limit for r in result.rounds] == [r.limit for r in alone.rounds]


@pytest.mark.parametrize(
    ("board", "goal", "optimum"),
    [
        *((case["board"], FIFTEEN["korf"]["goal"], case["optimum"]) for case in FIFTEEN["korf"]["cases"][:100:25]),
        *(pytest.param(board, "home", 80, marks=pytest.mark.soak) for board in FIFTEEN["antipodes"]["boards"]),
    ],
)
def test_published_boards(board, goal, optimum) -> None:
    puzzle = load("15-puzzle")
    puzzle = puzzle if goal == "home" else puzzle.with_goal(goal)
    start = puzzle.parse(board)
    result = search(puzzle, databases_for(puzzle, Watcher()), start, threads=2)
    check_result(puzzle, start, result)
    assert result.at_least == optimum


def test_interrupted_search_resumes(weak, tmp_path) -> None:
    puzzle, databases, start, whole = weak
    path = tmp_path / "searches" / "one.json"
    starts = 0
    while True:
        asked = iter(range(1 << 30))
        stop = Told(stop=lambda asked=asked: next(asked) > 5)
        checkpoint = at_once(path, "me")
        result = search(puzzle, databases, start, watcher=stop, threads=2, checkpoint=checkpoint, sizes=DIVIDED)
        starts += 1
        if result.route is not None:
            break
        assert result.ended == "stopped"
        saved = unsealed(path.read_bytes())
        assert saved["limit"] <= result.at_least
        assert starts < 1000
    assert starts > 1
    assert result.at_least == whole.at_least
    assert result.route == whole.route
    assert not path.exists()


GOOD = Finished(60, 0, "roots", {1, 7}, 100, 60, 62)


def test_changed_checkpoint_is_ignored(tmp_path, monkeypatch) -> None:
    path = tmp_path / "one.json"
    at_once(path, "me").save(GOOD)
    text = path.read_text("utf-8")
    assert Checkpoint(path, "me", least=60, odd=0).begin(60) == GOOD
    assert Checkpoint(path, "me").begin(62) == Finished(62)
    at_once(path, "me").save(replace(GOOD, subtrees=set()))
    assert Checkpoint(path, "me").begin(60) == Finished(60), "what was counted before any subtree is counted again"
    at_once(path, "me").save(GOOD)
    for changed in (text.replace("60", "84"), text.replace("7", "8", 1), text[:-9], "{", "[]", "[" * 100_000, ""):
        assert changed != text
        path.write_text(changed)
        assert Checkpoint(path, "me").before.limit == 0
    path.write_text(text)
    assert Checkpoint(path, "other").before.limit == 0
    monkeypatch.setattr(pattern_engine, "code_hash", lambda: "an edit of the code that numbers subtrees")
    assert Checkpoint(path, "me").before.limit == 0


@pytest.mark.parametrize(
    "values",
    [{"limit": 61}, {"limit": 58}, {"limit": -60}, {"limit": "60"}, {"limit": 60.0}, {"above": 60}, {"above": 63},
     {"subtrees": {-1}}, {"examined": 103}, {"generated": -100}, {"roots": 5}],
)  # fmt: skip
def test_sealed_checkpoint_with_impossible_numbers_is_ignored(tmp_path, values) -> None:
    path = tmp_path / "one.json"
    at_once(path, "me").save(replace(GOOD, **values))
    assert Checkpoint(path, "me", least=60, odd=0).before.limit == 0


def test_subtrees_of_other_roots_are_searched_again(weak, tmp_path) -> None:
    """A checkpoint whose numbers mean other boards would leave out the subtree with the route."""
    puzzle, databases, start, whole = weak
    path = tmp_path / "one.json"
    optimum = len(whole.route) - 1
    at_once(path, "me").save(Finished(optimum, 0, "other roots", set(range(4000)), 9000, 5000))
    again = search(puzzle, databases, start, threads=2, checkpoint=at_once(path, "me"), sizes=DIVIDED)
    assert again.route == whole.route


def test_first_checkpoint_is_written_after_a_minute(tmp_path) -> None:
    path = tmp_path / "one.json"
    Checkpoint(path, "me").save(Finished(60, subtrees={1}))
    assert not path.exists()


def test_longer_trails_find_the_same_route_and_survive_an_interruption(weak, tmp_path) -> None:
    puzzle, databases, start, short = weak
    sizes = replace(DIVIDED, long_words=((1000, 1_000_000),))
    long = search(puzzle, databases, start, sizes=sizes)
    assert long.route == short.route
    assert long.generated < short.generated
    path = tmp_path / "one.json"
    stop = Told(stop=lambda: path.exists() and '"most_words":1000000' in path.read_text("utf-8"))
    twice = partial(search, puzzle, databases, start, threads=2, sizes=sizes)
    stopped = twice(watcher=stop, checkpoint=at_once(path, "me"))
    assert stopped.ended == "stopped"
    again = twice(checkpoint=at_once(path, "me"))
    assert again.route == short.route
    assert again.rounds[0].limit > short.rounds[0].limit


@pytest.mark.parametrize(
    ("edges", "start", "moves"),
    [
        ([[cell, cell + 1] for cell in range(17)], "_ABCDEFGHIJKLMNOPQ", 17),
        ([[cell, cell + 1] for cell in range(17)], "ABCDEFGHI_JKLMNOPQ", 8),
        ([[0, cell] for cell in range(1, 18)], "_BCDEFGHIJKLMNOPQA", 1),
        ([[cell, (cell + 1) % 18] for cell in range(18)], "_QABCDEFGHIJKLMNOP", 35),
        ([[cell, (cell + 1) % 18] for cell in range(18)], "_ABCDEFGHIJKLMNOPQ", 17),
        ([[0, cell] for cell in range(1, 18)], "BCADEFGHIJKLMNOPQ_", None),
    ],
)
def test_graphs_of_18_vertices_are_solved(edges, start, moves) -> None:
    puzzle = read_puzzle(f'kind = "graph"\nhome = "ABCDEFGHIJKLMNOPQ_"\nedges = {edges}\n')
    assert solve(puzzle, start).optimum == moves
