"""The numbers of runs, against the standard library and golden data."""

import csv
import json
import math
import shutil
import statistics
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.frames.stats import distribution, stats
from slidefront.store.run import Run, open_run
from tests.strategies import moderate

GOLDEN = Path(__file__).parents[2] / "data" / "golden"
CASES: dict[str, Any] = json.loads((GOLDEN / "cases.json").read_text("utf-8"))


@moderate
@given(st.lists(st.integers(0, 30), min_size=1, max_size=12).filter(any))
def test_spread_of_any_counts(counts: list[int]) -> None:
    depths = [depth for depth, count in enumerate(counts) for _ in range(count)]
    found = distribution(counts)
    assert found.boards == len(depths)
    assert (found.nearest, found.deepest) == (min(depths), max(depths))
    assert found.mean == pytest.approx(statistics.fmean(depths))
    assert found.median == statistics.median(depths)
    assert found.mode == statistics.mode(depths)


def golden_growth(name: str) -> list[dict[str, int]]:
    with (GOLDEN / "growth" / f"{name}.csv").open() as file:
        return [{field: int(value) for field, value in row.items()} for row in csv.DictReader(file)]


@pytest.mark.parametrize("name", ["fourteen", "ten", "pillars"])
def test_whole_spaces(request: pytest.FixtureRequest, name: str) -> None:
    run: Run = request.getfixturevalue(name)
    growth = golden_growth(run.manifest.puzzle)
    found = stats(run)
    boards = [row["boards"] for row in growth]
    golden = CASES[run.manifest.puzzle]
    assert (found.boards.boards, found.boards.deepest) == (golden["states"], golden["depth"])
    assert found.boards.mode == boards.index(max(boards))
    assert found.boards.mean == pytest.approx(sum(depth * count for depth, count in enumerate(boards)) / sum(boards))
    assert found.branching[0] is None
    for depth in range(1, len(boards)):
        assert found.branching[depth] == pytest.approx(boards[depth] / boards[depth - 1])
    assert found.growth_rate is not None
    assert found.growth_rate == pytest.approx(math.exp(math.log(max(boards)) / found.boards.mode))


def test_the_published_histogram_of_the_14_puzzle(fourteen: Run) -> None:
    golden = CASES["14-puzzle"]
    marked = {str(layer.depth): layer.marked for layer in fourteen.layers}
    published = golden["published_histogram_hole_home"]
    assert {depth: marked[depth] for depth in published} == published
    found = stats(fourteen)
    assert found.marked is not None
    assert found.marked.boards == sum(row["hole_home"] for row in golden_growth("14-puzzle"))
    assert found.marked.deepest == golden["deepest_hole_home"]["depth"]
    assert sum(layer.boards for layer in fourteen.layers[:36]) == golden["published_cumulative"]["35"]


def test_the_nearest_marked_depth_of_klotski_is_its_optimum(klotski: Run) -> None:
    found = stats(klotski)
    assert found.marked is not None
    assert found.marked.nearest == klotski.puzzle.optimum["move"]


def test_no_layer_is_read(ten: Run, tmp_path: Path) -> None:
    shutil.copy(ten.path / "_run.json", tmp_path)
    assert stats(open_run(tmp_path)) == stats(ten)


def test_a_run_of_one_layer(tmp_path: Path) -> None:
    from slidefront.explore.expand import expand

    found = stats(expand("1x2", depth=0, out=tmp_path / "run"))
    assert found.growth_rate is None
    assert found.branching == (None,)
    assert (found.boards.mean, found.boards.median, found.boards.mode) == (0, 0, 0)
