"""Lower bounds and searches compared with whole spaces."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from slidefront import Puzzle, Resources, Run
from slidefront.errors import PuzzleError
from slidefront.explore.expand import expand
from slidefront.notation.load import load
from slidefront.search.patterns.bound import PatternBound
from slidefront.search.patterns.databases import databases_for, partition_for, store_new
from slidefront.search.solve import solve
from slidefront.watch import Watcher

pytestmark = pytest.mark.soak
KORF_AND_FELNER = json.loads((Path(__file__).parents[2] / "data/golden/twenty_four.json").read_text("utf-8"))
SOLVED = 60
"""How many boards of each of the deepest layers are solved."""


@pytest.fixture(scope="module", params=["8-puzzle", "10-puzzle", "pillars", "11-puzzle", "14-puzzle"])
def whole(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Puzzle, Run]:
    """A whole run from the goal."""
    puzzle = load(request.param)
    return puzzle, expand(puzzle, out=tmp_path_factory.mktemp("whole") / "run", start="goal")


def bounds_of(puzzle: Puzzle) -> list[Any]:
    bounds = [puzzle.lower_bound()]
    with suppress(PuzzleError):  # the puzzle does not support pattern databases
        bounds.append(PatternBound(puzzle.frame, puzzle.goal.key, databases_for(puzzle, Watcher(), 2)))
    return bounds


def test_bounds_never_exceed_distances(whole: tuple[Puzzle, Run]) -> None:
    """Spaces of more than ten million boards are sampled evenly over their layers."""
    puzzle, run = whole
    step = max(1, run.board_count // 10_000_000 * 10)
    bounds, looked_at = bounds_of(puzzle), 0
    for depth in range(run.last_depth + 1):
        keys = run.keys(depth)[::step]
        for bound in bounds:
            for start in range(0, keys.size, 1 << 18):
                found = bound.of(keys[start : start + (1 << 18)])
                assert found.max() <= depth
        looked_at += keys.size
    assert looked_at >= min(run.board_count, 1_000_000)


def test_deepest_boards_are_solved_to_their_depth(whole: tuple[Puzzle, Run]) -> None:
    puzzle, run = whole
    for depth in range(run.last_depth, max(run.last_depth - 3, 0), -1):
        keys = run.keys(depth)
        for key in keys[:: max(10, keys.size // SOLVED)].tolist():
            found = solve(puzzle, int(key), resources=Resources(2))
            assert found.optimum == depth
            assert np.all(run.depths_of(np.array(found.route.keys, np.uint64)) == np.arange(depth, -1, -1))


@pytest.mark.parametrize(
    "case",
    [case for case in KORF_AND_FELNER["cases"] if case.get("nodes", 1 << 60) < 1_000_000_000],
    ids=lambda case: str(case["number"]),
)
def test_easier_boards_of_korf_and_felner_are_solved(case: dict[str, Any]) -> None:
    puzzle = load("5x5")
    store_new(partition_for(puzzle, large=True), Watcher(), 2)
    assert solve(puzzle, case["board"], KORF_AND_FELNER["goal"], resources=Resources(2)).optimum == case["optimum"]
