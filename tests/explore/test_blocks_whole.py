"""Whole spaces of block puzzles on disk, in all metrics, against published optima and golden growth."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

from slidefront.explore.expand import expand
from slidefront.moves import METRICS
from slidefront.notation.load import load, read_puzzle
from slidefront.store.run import Run
from slidefront.tables.open_space import goal_boards
from tests import naive_blocks as naive
from tests.explore.conftest import check_growth, check_run
from tests.strategies_blocks import BLOCKS, LIBRARY, golden_text

COUNTED = {name: entry for name, entry in BLOCKS.items() if (entry["states_reachable"] or 2**64) <= 120_000}
SMALL = {name: entry for name, entry in COUNTED.items() if entry["states_reachable"] <= 1500}
ABOUT_MURAL = {"mural", "mural-frozen"}


def first_met(run: Run) -> int | None:
    return next((layer.depth for layer in run.layers if layer.selected_count), None)


def every_key(run: Run) -> np.ndarray:
    return np.sort(np.concatenate([run.keys(depth) for depth in range(run.last_depth + 1)]))


def test_golden_puzzle_counts() -> None:
    """What the tests below rest on."""
    assert (len(BLOCKS), len(COUNTED), len(SMALL)) == (39, 30, 9)


@pytest.mark.parametrize(
    ("number", "name"),
    [
        pytest.param(number, name, id=name, marks=[pytest.mark.slow] * (entry["states_reachable"] > 30_000))
        for number, (name, entry) in enumerate(COUNTED.items())
    ],
)
def test_golden_puzzles_have_golden_layers(tmp_path: Path, number: int, name: str) -> None:
    """Small ones in all metrics, the others in one metric in turn."""
    entry, turn = COUNTED[name], list(METRICS)[number % len(METRICS)]
    metrics = METRICS if name in SMALL else [turn]
    puzzles = {metric: read_puzzle(golden_text(entry), "golden", metric) for metric in metrics}
    runs = {metric: expand(puzzle, out=tmp_path / metric) for metric, puzzle in puzzles.items()}
    for metric, run in runs.items():
        assert run.manifest.whole
        assert run.manifest.metric == metric
        assert run.board_count == entry["states_reachable"]
        assert first_met(run) == entry["optimum"][metric]
    step, *others = runs.values()
    for other in others:
        assert np.array_equal(every_key(other), every_key(step))
        assert other.last_depth <= step.last_depth
        assert sum(layer.selected_count for layer in other.layers) == sum(layer.selected_count for layer in step.layers)
    check_run(runs[turn])


@pytest.mark.parametrize("name", sorted(set(LIBRARY) - ABOUT_MURAL))
def test_library_puzzles_are_the_golden_ones(name: str) -> None:
    """The golden entry has the same home, and the same places of the goal."""
    case = LIBRARY[name]
    (entry,) = (
        entry
        for entry in BLOCKS.values()
        if naive.board_of(naive.grid("/".join(entry["rows"]))) == case.rules.home
        and naive.rules_of(golden_text(entry)).goal == case.rules.goal
    )
    puzzle = load(name)
    assert puzzle.text == case.text
    assert puzzle.metric == tomllib.loads(case.text)["metric"]
    golden = read_puzzle(golden_text(entry, puzzle.metric), name)
    assert puzzle.identity() == golden.identity()
    assert (puzzle.home, puzzle.goal, puzzle.metric) == (golden.home, golden.goal, golden.metric)
    assert dict(puzzle.optimum) == {metric: best for metric, best in entry["optimum"].items() if best is not None}


@pytest.mark.slow
def test_whole_frozen_mural_has_golden_layers(tmp_path: Path) -> None:
    """18,869,760 boards; where its growth was counted by another program, ours is the same at every depth."""
    run = expand("mural-frozen", out=tmp_path / "run")
    check_growth(run, "mural-frozen")
    assert (run.last_depth, run.board_count, run.manifest.whole) == (52, 18_869_760, True)
    assert first_met(run) == 43 == run.puzzle.optimum["step"]
    goal = run.puzzle.goal.key
    assert goal is not None
    assert np.uint64(goal) in run.keys(43)
    assert sum(layer.selected_count for layer in run.layers) == 1


def test_mural_to_depth_20_has_golden_layers(tmp_path: Path) -> None:
    run = expand("mural", depth=20, out=tmp_path / "run")
    check_growth(run, "mural")
    assert (run.last_depth, run.manifest.whole, run.puzzle.optimum["step"]) == (20, False, 43)


@pytest.mark.parametrize(
    ("name", "boards"), [("euler-766-example", 208), pytest.param("euler-766", 2_613_742, marks=pytest.mark.slow)]
)
def test_euler_766_has_published_board_count(tmp_path: Path, name: str, boards: int) -> None:
    run = expand(name, out=tmp_path / "run")
    assert (run.manifest.metric, run.board_count, run.manifest.whole) == ("step", boards, True)
    assert first_met(run) is None


@pytest.mark.parametrize(("name", "metric"), [("klotski", "step"), ("motor-car", "slide"), ("rush-hour-60", "move")])
def test_depths_from_goals_are_distances_to_the_goal(tmp_path: Path, name: str, metric: str) -> None:
    forth = expand(name, metric=metric, out=tmp_path / "forth")
    puzzle = forth.puzzle
    starts = goal_boards(puzzle, forth)
    assert starts.keys.size == sum(layer.selected_count for layer in forth.layers)
    back = expand(puzzle, starts=starts, out=tmp_path / "back")
    home = [depth for depth in range(back.last_depth + 1) if np.uint64(puzzle.home) in back.keys(depth)]
    assert home == [puzzle.optimum[metric]]
    assert np.array_equal(every_key(back), every_key(forth))
    assert [layer.selected_count for layer in back.layers] == [starts.keys.size] + [0] * back.last_depth
