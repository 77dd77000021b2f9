"""Estimates of what exploring to a depth takes, compared with published layers and with runs."""

from functools import partial
from pathlib import Path

import pytest

from slidefront import Resources, estimate_depth, expand, load
from slidefront.errors import LimitError
from slidefront.explore.estimate import check_depth, estimate, extrapolate
from slidefront.notation.boards import start_at
from tests.messages import refused
from tools.golden import golden_counts


@pytest.mark.parametrize("name", ["11-puzzle", "14-puzzle", "15-puzzle", "mural"])
def test_estimates_ten_layers_ahead_are_close(name: str) -> None:
    counts = golden_counts(name)
    for counted in range(15, 22):
        depth = min(counted + 10, len(counts) - 1)
        estimated = extrapolate(counts[: counted + 1], depth, total=sum(counts))
        assert 2 / 3 < sum(estimated) / sum(counts[: depth + 1]) < 2
        assert sum(extrapolate(counts[: counted + 1], 200, total=sum(counts))) <= sum(counts)


def test_counted_layers_are_exact(tmp_path: Path) -> None:
    run = expand("8-puzzle", depth=12, out=tmp_path / "run")
    needs = estimate_depth("8-puzzle", 12)
    assert (needs.board_count, needs.counted_depth) == (run.board_count, 12)
    assert not str(needs).startswith("about")
    assert estimate_depth("10-puzzle", 30_000).counted_depth == 30_000
    assert "up to 32,767" in refused(LimitError, estimate_depth, "8-puzzle", 1 << 15)
    assert extrapolate([1, 2, 4], 5_000)[-1] == 1 << 64
    whole = estimate_depth("2x3", 100)
    assert (whole.board_count, whole.counted_depth) == (360, 100)


def test_estimate_continues_the_layers_of_a_run(tmp_path: Path) -> None:
    puzzle = load("14-puzzle")
    run = expand(puzzle, depth=14, out=tmp_path / "run")
    starts = start_at(puzzle, "home").keys

    alone = estimate(puzzle, starts, 20, counted=100)
    from_run = estimate(puzzle, starts, 20, counted=100, run=run)
    assert alone.counted_depth < from_run.counted_depth == 14


def test_depth_beyond_the_disk_raises_limit_error(tmp_path: Path) -> None:
    puzzle = load("15-puzzle")
    starts, out = start_at(puzzle, "home").keys, tmp_path / "run"
    large = Resources(memory="8GiB")
    needed = estimate_depth(puzzle, 26, resources=large).disk_bytes
    check_depth(puzzle, starts, 26, out, free=needed, resources=large)
    less = partial(check_depth, puzzle, starts, 26, out, free=needed - (1 << 20))
    message = refused(LimitError, partial(less, resources=large))
    assert message.startswith("15-puzzle to depth 26 needs about ")
    assert "choose a lower depth, or a larger disk" in message
    with_scratch = refused(LimitError, partial(less, free=2 * needed, resources=Resources(memory="512MiB")))
    assert "to depth 26 needs about " in with_scratch
    run = expand(puzzle, depth=5, out=out)
    check_depth(puzzle, starts, 5, out, run=run, free=0)
