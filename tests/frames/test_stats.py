"""Statistics and hardest boards, against the layers read one by one."""

import math
import shutil
import statistics
from copy import copy
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.errors import RunError
from slidefront.explore.expand import expand
from slidefront.frames.stats import DEFAULT_TOP, distribution, hardest, stats
from slidefront.store.run import Run, open_run
from tests.explore.conftest import CASES, growth
from tests.messages import refused
from tests.strategies import moderate


@moderate
@given(st.lists(st.integers(0, 30), min_size=1, max_size=12).filter(any))
def test_distribution_of_any_counts(counts: list[int]) -> None:
    depths = [depth for depth, count in enumerate(counts) for _ in range(count)]
    found = distribution(counts)
    assert found.board_count == len(depths)
    assert (found.nearest, found.deepest) == (min(depths), max(depths))
    assert found.mean == pytest.approx(statistics.fmean(depths))
    assert found.median == statistics.median(depths)
    assert found.mode == statistics.mode(depths)


@pytest.mark.parametrize("name", [pytest.param("fourteen", marks=pytest.mark.slow), "ten", "pillars"])
def test_stats_of_whole_spaces(request: pytest.FixtureRequest, name: str) -> None:
    run: Run = request.getfixturevalue(name)
    rows = growth(run.manifest.puzzle)
    found = stats(run)
    boards = [row["boards"] for row in rows]
    golden = CASES[run.manifest.puzzle]
    assert (found.boards.board_count, found.boards.deepest) == (golden["states"], golden["depth"])
    assert found.boards == distribution(boards)
    assert found.branching[0] is None
    for depth in range(1, len(boards)):
        assert found.branching[depth] == pytest.approx(boards[depth] / boards[depth - 1])
    assert found.growth_rate is not None
    assert found.growth_rate == pytest.approx(math.exp(math.log(max(boards)) / found.boards.mode))


def test_stats_of_14_puzzle_match_published_histogram(fourteen: Run) -> None:
    golden = CASES["14-puzzle"]
    marked = {str(layer.depth): layer.selected_count for layer in fourteen.layers}
    published = golden["published_histogram_hole_home"]
    assert {depth: marked[depth] for depth in published} == published
    found = stats(fourteen)
    assert found.selected is not None
    assert found.selected.board_count == sum(row["hole_home"] for row in growth("14-puzzle"))
    assert found.selected.deepest == golden["deepest_hole_home"]["depth"]
    assert sum(layer.board_count for layer in fourteen.layers[:36]) == golden["published_cumulative"]["35"]


def test_run_without_layers_has_no_stats(ten: Run) -> None:
    empty = copy(ten)
    empty.manifest = replace(ten.manifest, layers=[])
    assert "has no layers yet" in refused(RunError, stats, empty)


def test_stats_read_no_layer(ten: Run, tmp_path: Path) -> None:
    shutil.copy(ten.path / "_run.json", tmp_path)
    assert stats(open_run(tmp_path)) == stats(ten)


def test_stats_of_one_layer(tmp_path: Path) -> None:
    found = stats(expand("1x2", depth=0, out=tmp_path / "run"))
    assert found.growth_rate is None
    assert found.branching == (None,)
    assert (found.boards.mean, found.boards.median, found.boards.mode) == (0, 0, 0)


def test_hardest_boards_equal_golden_boards(fourteen: Run, ten: Run) -> None:
    golden = CASES["14-puzzle"]
    for run, marked, depth, boards in (
        (fourteen, False, golden["depth"], golden["deepest"]),
        (fourteen, True, golden["deepest_hole_home"]["depth"], golden["deepest_hole_home"]["boards"]),
        (ten, False, CASES["10-puzzle"]["depth"], CASES["10-puzzle"]["deepest"]),
    ):
        (deep,) = hardest(run, only="hole-home" if marked else None)
        assert (deep.depth, deep.board_count, {*map(run.puzzle.format, deep.keys)}) == (depth, len(boards), {*boards})


@pytest.mark.parametrize("marked", [False, True])
@pytest.mark.parametrize("top", [1, 5, 40, 700, 10**6])
def test_hardest_lists_top_boards(ten: Run, top: int, marked: bool) -> None:
    found = hardest(ten, top, only="hole-home" if marked else None)
    boards = [
        (depth, key)
        for depth in range(ten.last_depth, -1, -1)
        for key in ten.keys(depth).tolist()
        if not marked or ten.puzzle.format(key).endswith("__")
    ]
    assert [(deep.depth, key) for deep in found for key in deep.keys] == boards[:top]
    for deep in found:
        assert deep.board_count == sum(depth == deep.depth for depth, _ in boards)


def test_hardest_shows_part_of_a_large_layer(tmp_path: Path) -> None:
    run = expand("8-puzzle", depth=10, out=tmp_path / "run")
    (deep,) = hardest(run)
    assert (deep.depth, deep.board_count) == (10, 286)
    assert deep.keys == run.keys(10)[:DEFAULT_TOP].tolist()


def test_hardest_reads_only_needed_layers(ten: Run, tmp_path: Path) -> None:
    """Without the files of any other layer the answers are the same."""
    shutil.copytree(ten.path, tmp_path / "run")
    bare = open_run(tmp_path / "run")
    kept = {ten.last_depth, max(layer.depth for layer in ten.layers if layer.selected_count)}
    for layer in bare.layers:
        if layer.depth not in kept:
            shutil.rmtree(bare.path / "layers" / f"{layer.depth:04d}")
    assert hardest(bare) == hardest(ten)
    assert hardest(bare, only="hole-home") == hardest(ten, only="hole-home")
