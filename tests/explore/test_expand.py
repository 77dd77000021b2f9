"""Expanding: whole spaces against golden growth and plain sets, in any cut, with any interruption, from any start."""

from collections.abc import Callable
from itertools import chain, count, repeat
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

import slidefront.machine as machine
from examples import literal
from slidefront.errors import ArgumentError, LimitError
from slidefront.executors.budget import HERE, Resources, WorkSizes
from slidefront.explore import levels, tasks
from slidefront.explore.expand import expand
from slidefront.notation.load import load
from slidefront.puzzles.core import Puzzle
from slidefront.store.manifest import Layer, Manifest
from slidefront.store.run import Run
from slidefront.watch import Interrupted, Step
from tests.explore.conftest import (
    CASES,
    SMALL,
    Divided,
    bfs,
    check_growth,
    check_nothing_else,
    check_run,
    check_same,
    check_start_of,
    contents,
    files,
    graph,
    growth,
    tiny_if,
)
from tests.messages import refused
from tests.store.conftest import Full
from tests.watchers import Told, stop_after

MI = 1 << 20
Make = Callable[[], Puzzle]
small = pytest.mark.parametrize("make", SMALL.values(), ids=SMALL.keys())


@pytest.mark.parametrize("name", ["8-puzzle", "10-puzzle", "pillars-6", "pillars", "15-puzzle"])
def test_spaces_have_golden_growth(tmp_path: Path, name: str) -> None:
    depth, whole = (21, False) if name == "15-puzzle" else (None, True)
    run = expand(name, depth=depth, out=tmp_path / name)
    check_growth(run, name)
    assert run.last_depth == (len(growth(name)) - 1 if whole else depth)
    assert run.manifest.whole is (run.manifest.total == run.board_count) is whole
    check_run(run)
    check_nothing_else(run)


def test_whole_14_puzzle_has_golden_growth(fourteen: Run) -> None:
    """Tests of `hardest` have its deepest boards."""
    golden = CASES["14-puzzle"]
    check_growth(fourteen, "14-puzzle")
    assert (fourteen.last_depth, fourteen.board_count) == (golden["depth"], golden["states"])
    assert fourteen.manifest.total == golden["states"]
    assert fourteen.manifest.whole
    assert max(len(layer.parts) for layer in fourteen.layers) > 1


@small
@pytest.mark.parametrize(("threads", "tiny"), [(1, False), (3, True)])
def test_small_spaces_match_sets(tmp_path: Path, make: Make, threads: int, tiny: bool) -> None:
    puzzle = make()
    run = expand(puzzle, out=tmp_path / "run", resources=tiny_if(tiny, threads))
    assert contents(run) == bfs(puzzle, [puzzle.home])
    assert run.manifest.whole
    check_run(run)


def test_threads_do_not_change_large_layers(tmp_path: Path) -> None:
    """Layers large enough to be cut by the constants as they are."""
    one = expand("11-puzzle", depth=25, out=tmp_path / "one", resources=Resources(threads=1))
    many = expand("11-puzzle", depth=25, out=tmp_path / "many", resources=Resources(threads=5))
    assert len(many.layers[25].parts) > 1
    check_growth(many, "11-puzzle")
    check_same(many, one)


@pytest.mark.parametrize("name", ["2x3", "triangle", "odd ring", "wide odd", "wide", "two worlds"])
def test_one_depth_at_a_time_gives_same_layers(tmp_path: Path, name: str) -> None:
    """Every step is a resume: no board ever knows its used moves."""
    puzzle = SMALL[name]()
    whole = expand(puzzle, out=tmp_path / "whole")
    for depth in range(whole.last_depth + 1):
        assert not expand(puzzle, depth=depth, out=tmp_path / "run").manifest.whole
    check_same(expand(puzzle, out=tmp_path / "run"), whole)


def test_larger_depth_keeps_finished_layers(tmp_path: Path, eight: Run) -> None:
    expand("8-puzzle", depth=12, out=tmp_path / "run")
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "run" / "layers").rglob("*")}
    content = files(tmp_path / "run" / "layers")
    run = expand("8-puzzle", depth=20, out=tmp_path / "run")
    assert run.last_depth == 20
    assert [layer.digest for layer in run.layers] == [layer.digest for layer in eight.layers[:21]]
    assert before == {path: path.stat().st_mtime_ns for path in before}
    after = files(tmp_path / "run" / "layers")
    assert content == {name: after[name] for name in content}
    for depth in (0, 5, 20):
        assert expand("8-puzzle", depth=depth, out=tmp_path / "run").last_depth == 20
    assert files(tmp_path / "run" / "layers") == after


def check_starts(puzzle: Puzzle, starts: list[int], folder: Path, resources: Resources = HERE) -> None:
    """Check a run from a start set, undisturbed and resumed: after its first layer and one in the middle."""
    whole = expand(puzzle, starts=starts, out=folder / "whole", resources=resources)
    assert contents(whole) == bfs(puzzle, starts)
    assert whole.manifest.whole
    check_run(whole)
    for depth in {0, whole.last_depth // 2} - {whole.last_depth}:
        expand(puzzle, starts=starts, depth=depth, out=folder / str(depth), resources=resources)
        check_same(expand(puzzle, starts=starts, out=folder / str(depth), resources=resources), whole)


Choose = Callable[[list[list[int]]], list[int]]
STARTS: dict[str, Choose] = {
    "two neighbours": lambda layers: [layers[0][0], layers[1][0]],
    "two layers": lambda layers: layers[len(layers) // 2] + layers[len(layers) // 2 - 1],
    "a layer": lambda layers: layers[len(layers) // 2],
    "a board": lambda layers: layers[len(layers) // 2][:1],
}
"""On one side and on both, where the puzzle has sides, and many of them neighbours."""


@pytest.mark.parametrize(("number", "name"), [*enumerate(SMALL)], ids=SMALL)
def test_any_starts_give_layers_of_sets(tmp_path: Path, number: int, name: str) -> None:
    """A start set for each puzzle in turn, in plans of each size."""
    puzzle = SMALL[name]()
    choose = [*STARTS.values()][number % len(STARTS)]
    resources = tiny_if(number // len(STARTS) % 2 > 0, 2)
    check_starts(puzzle, choose(bfs(puzzle, [puzzle.home])), tmp_path, resources)


def test_start_outside_home_component_is_explored(tmp_path: Path) -> None:
    puzzle = load("2x3")
    outside = puzzle.parse("21345_")
    assert not puzzle.theory.connects(puzzle.home, outside)
    check_starts(puzzle, [outside], tmp_path / "alone")
    check_starts(puzzle, [puzzle.home, outside], tmp_path / "both")
    assert Run(tmp_path / "both" / "whole").board_count == 720
    assert Run(tmp_path / "alone" / "whole").manifest.total is None
    assert Run(tmp_path / "both" / "whole").manifest.total is None


def test_default_folder_has_puzzle_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert expand("pillars-6", depth=2).path == Path("data/pillars-6")
    assert expand("pillars-6", start="goal", depth=2).path == Path("data/pillars-6-from-goal")
    assert expand("8-puzzle", start="1_2345678", depth=2).path == Path("data/8-puzzle-from-1_2345678")
    assert expand("8-puzzle", start="goal", depth=2).path == Path("data/8-puzzle")
    (tmp_path / "a b").mkdir()
    (tmp_path / "a b" / "../..odd name.txt").resolve().write_text("1_2345678\n")
    odd = expand("8-puzzle", starts=tmp_path / "..odd name.txt", depth=2).path
    assert odd.parent == Path("data")
    assert sorted(path.name for path in (tmp_path / "data").iterdir()) == sorted(
        ["8-puzzle", "8-puzzle-from-1_2345678", "pillars-6", "pillars-6-from-goal", odd.name]
    )


@pytest.mark.parametrize("tiny", [False, True])
def test_graph_without_edges_has_one_layer(tmp_path: Path, tiny: bool) -> None:
    puzzle = graph("_ab", [])
    run = expand(puzzle, out=tmp_path / "run", resources=tiny_if(tiny))
    assert (contents(run), run.manifest.whole, run.manifest.total) == ([[puzzle.home]], True, 1)
    assert not expand(puzzle, depth=0, out=tmp_path / "zero").manifest.whole
    assert expand(puzzle, depth=1, out=tmp_path / "zero").manifest.whole
    check_starts(puzzle, [puzzle.parse("a_b"), puzzle.parse("_ba")], tmp_path / "both", tiny_if(tiny))


def test_whole_space_beyond_disk_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "free_disk", lambda _: 10 << 30)
    message = refused(LimitError, lambda: expand("15-puzzle", out=tmp_path / "run"))
    assert "10,461,394,944,000 boards" in message
    assert message.endswith("stop at a depth, or choose a larger disk")
    assert list(tmp_path.iterdir()) == []
    assert expand("15-puzzle", depth=5, out=tmp_path / "run").last_depth == 5, "to a depth it may fit"
    refused(ArgumentError, lambda: expand("14-puzzle", out=tmp_path / "file", resources=Resources(threads=0)))


@pytest.mark.parametrize("depth", [None, 20])
def test_disk_without_reserve_is_refused_before_any_layer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, depth: int | None
) -> None:
    monkeypatch.setattr(machine, "free_disk", lambda _: 40 * MI)
    message = refused(LimitError, lambda: expand("8-puzzle", depth=depth, out=tmp_path / "run"))
    assert "of disk in addition to the 64.0 MiB that stay free" in message
    assert list(tmp_path.iterdir()) == []


def test_layer_beyond_disk_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, folder = expand("11-puzzle", depth=20, out=tmp_path / "whole"), tmp_path / "run"
    free = chain([1 << 40], repeat(64 * MI + 300_000))  # another program fills the disk after the first check
    monkeypatch.setattr(machine, "free_disk", lambda _: next(free))
    message = refused(LimitError, lambda: expand("11-puzzle", depth=20, out=folder))
    reached = Run(folder).last_depth
    assert 0 < reached < 20
    assert f"layers to depth {reached} are safe" in message
    check_start_of(Run(folder), whole)
    check_nothing_else(Run(folder))
    before = files(folder)
    refused(LimitError, lambda: expand("11-puzzle", depth=20, out=folder))
    assert files(folder) == before, "the same limit again changes nothing"
    monkeypatch.undo()
    check_same(expand("11-puzzle", depth=20, out=folder), whole)


def test_stop_between_any_tasks_resumes(tmp_path: Path, six: Run) -> None:
    asked, resources = count(), Divided(threads=3)
    expand("pillars-6", out=tmp_path / "count", watcher=Told(stop=lambda: next(asked) < 0), resources=resources)
    questions = next(asked)
    assert questions > six.last_depth
    for call in range(0, questions, 20):
        out = tmp_path / str(call)
        with pytest.raises(Interrupted):
            expand("pillars-6", out=out, watcher=stop_after(call), resources=resources)
        check_start_of(Run(out), six)
        check_nothing_else(Run(out))
        assert not Run(out).manifest.whole
        check_same(expand("pillars-6", out=out, resources=resources), six)


def test_stop_commits_all_finished_layers(tmp_path: Path) -> None:
    layers: list[Layer] = []
    watcher = Told(stop=lambda: len(layers) == 17, layer=layers.append)
    with pytest.raises(Interrupted):
        resources = Divided(sizes=WorkSizes(commit_seconds=1000))
        expand("8-puzzle", out=tmp_path / "run", resources=resources, watcher=watcher)
    assert Run(tmp_path / "run").last_depth == 16


@pytest.mark.parametrize(("threads", "call"), [(1, 1), (3, 15)])
@pytest.mark.parametrize(
    "where",
    [(levels, "spread"), (levels, "gather"), (tasks, "split"), (tasks, "unite_equal")],
    ids=lambda where: where[1],
)
def test_task_error_keeps_finished_layers(
    tmp_path: Path, six: Run, threads: int, where: tuple[Any, str], call: int
) -> None:
    """It comes out as it is, nothing hangs, no thread stays, the lock is free, and the work goes on later."""
    with Full(*where, call, error=ZeroDivisionError()), pytest.raises(ZeroDivisionError):
        expand("pillars-6", out=tmp_path / "run", resources=Divided(threads))
    if (tmp_path / "run" / "layers").exists():
        check_run(Run(tmp_path / "run"))
    check_same(expand("pillars-6", out=tmp_path / "run", resources=Divided(threads)), six)


@pytest.mark.parametrize("tiny", [False, True])
def test_watcher_receives_layers_and_progress(tmp_path: Path, tiny: bool) -> None:
    told: list[Manifest | Step | Layer] = []
    watcher = Told(open=told.append, progress=told.append, layer=told.append)
    run = expand("pillars-6", out=tmp_path / "run", watcher=watcher, resources=tiny_if(tiny, 2))
    assert isinstance(told[0], Manifest)
    assert [layer for layer in told if isinstance(layer, Layer)] == run.layers
    steps = [step for step in told if isinstance(step, Step)]
    for depth in range(1, run.last_depth + 1):
        mine = [step for step in steps if step.depth == depth]
        assert {step.frontier for step in mine} == {run.layers[depth - 1].board_count}
        assert [step.done for step in mine] == sorted(step.done for step in mine)
        assert mine[-1].done == 1
        assert mine[-1].board_count == run.layers[depth].board_count
        assert all(0 < step.done <= 1 for step in mine)
        assert (len(mine) > 2) or not tiny or mine[0].frontier < 32


def test_resumed_run_reports_its_depth(tmp_path: Path) -> None:
    expand("pillars-6", depth=5, out=tmp_path / "run")
    told: list[tuple[str, int]] = []
    watcher = Told(
        open=lambda manifest: told.append(("open", manifest.depth)),
        layer=lambda layer: told.append(("layer", layer.depth)),
    )
    expand("pillars-6", depth=7, out=tmp_path / "run", watcher=watcher)
    assert told == [("open", 5), ("layer", 6), ("layer", 7)]


BOARDS = [(3, 2, 2, 1000), (3, 3, 1, 1000), (2, 5, 3, 1000), (4, 4, 1, 14), (4, 4, 2, 22)]


def layers(folder: Path) -> list[np.ndarray]:
    return [pq.read_table(file)["state"].to_numpy() for file in sorted(folder.iterdir())]


@pytest.mark.parametrize(("rows", "columns", "width", "depth"), BOARDS)
def test_literal_example_finds_same_layers(rows: int, columns: int, width: int, depth: int, tmp_path: Path) -> None:
    literal.explore(tmp_path / "literal", rows, columns, width, depth)
    run = expand(f"{rows}x{columns}+1x{width}", depth=depth, out=tmp_path / "run")
    found = layers(tmp_path / "literal")
    assert len(found) == len(run.layers) > 2
    assert all(
        np.array_equal(ours, theirs) for ours, theirs in zip(map(run.keys, range(len(found))), found, strict=True)
    )


@pytest.mark.parametrize("finished", [0, 1, 2, 12, 21])
def test_literal_example_resumes_from_two_layers(finished: int, tmp_path: Path) -> None:
    literal.explore(tmp_path / "whole", 2, 3)
    folder = tmp_path / "interrupted"
    literal.explore(folder, 2, 3, depth=finished)
    for file in sorted(folder.iterdir())[:-2]:
        file.write_bytes(b"not needed")
    (folder / f"{finished + 1:04}.part").write_bytes(b"half written")
    literal.explore(folder, 2, 3)
    whole = layers(tmp_path / "whole")
    assert len(whole) == 22
    for depth in range(max(0, finished - 1), 22):
        assert np.array_equal(pq.read_table(folder / f"{depth:04}.parquet")["state"], whole[depth])
