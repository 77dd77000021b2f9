"""Layers that do not fit memory go through the scratch folder, and come out the same."""

import itertools
import shutil
from pathlib import Path

import pytest

from slidefront.arrays import Keys
from slidefront.executors import Resources
from slidefront.executors import budget as budgets
from slidefront.executors.budget import Budget
from slidefront.explore.expand import expand
from slidefront.keys import segments
from slidefront.notation.load import load
from slidefront.store.manifest import JOURNAL
from slidefront.store.run import Run
from slidefront.watch import Interrupted
from tests.explore.conftest import SMALL, check_nothing_else, check_same, cut_slices
from tests.explore.test_levels import counted
from tests.watchers import stop_after

BLOCKS = [("klotski", "step"), ("klotski", "move"), ("pennant", "slide")]


MODES = ["layers held", "large layers in scratch", "layers in scratch"]


@pytest.fixture(params=MODES)
def spilling(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Send all chunks through the scratch folder, and the layers too, or the larger of them, or none."""
    if request.param != "layers held":
        request.getfixturevalue("all_in_scratch")
    if request.param == "large layers in scratch":
        monkeypatch.setattr(Budget, "layer", 20)
    monkeypatch.setattr(Budget, "fits", lambda *_: False)


@pytest.mark.usefixtures("tiny_plans", "spilling")
@pytest.mark.parametrize(
    ("name", "threads", "spilling"),
    [
        (name, 1 + 2 * (number % 2), mode)
        for number, name in enumerate(SMALL)
        for mode in (MODES if name in ("wide", "triangle") else [MODES[number % 3]])
    ],
    indirect=["spilling"],
)
def test_layers_through_files_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, threads: int
) -> None:
    puzzle = SMALL[name]()
    spilled = expand(puzzle, out=tmp_path / "spilled", resources=Resources(threads=threads))
    check_nothing_else(spilled)
    monkeypatch.undo()
    check_same(spilled, expand(puzzle, out=tmp_path / "whole"))
    if spilled.last_depth > 2:
        assert sum(layer.written for layer in spilled.layers) > 0
        assert sum(layer.read for layer in spilled.layers) > 0


@pytest.mark.usefixtures("tiny_plans", "spilling")
@pytest.mark.parametrize(
    ("name", "metric", "spilling"),
    [(*blocks, mode) for blocks, mode in zip(BLOCKS, MODES, strict=True)],
    indirect=["spilling"],
)
def test_block_layers_through_files_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, metric: str
) -> None:
    spilled = expand(load(name, metric), depth=20, out=tmp_path / "spilled")
    monkeypatch.undo()
    check_same(spilled, expand(load(name, metric), depth=20, out=tmp_path / "whole"))


def test_least_memory_suffices_to_resume(tmp_path: Path) -> None:
    """The promise: an interrupted run goes on with the same command."""
    whole = expand("11-puzzle", depth=21, out=tmp_path / "whole")
    least = budgets.BASE_MEMORY + 2 * (budgets.LEAST_TASK + budgets.WRITER)
    expand("11-puzzle", depth=20, out=tmp_path / "run", resources=Resources(memory=least, threads=2))
    check_same(expand("11-puzzle", depth=21, out=tmp_path / "run", resources=Resources(memory=least, threads=2)), whole)


@pytest.mark.usefixtures("tiny_plans", "all_in_scratch")
def test_interrupted_layer_repeats_few_tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped again and again, each time a few tasks later: each task is done about once, not once a call."""
    out, copy, threads = tmp_path / "run", tmp_path / "copy", 3
    for folder in (out, copy):
        expand("8-puzzle", depth=11, out=folder, resources=Resources(threads=threads))
    cut_slices(monkeypatch, 20)
    begun = counted(monkeypatch)
    whole = expand("8-puzzle", depth=12, out=copy, resources=Resources(threads=threads))
    once = len(begun)
    del begun[:]
    for _calls in itertools.count(1):
        try:
            run = expand("8-puzzle", depth=12, out=out, resources=Resources(threads=threads), watcher=stop_after(5))
            break
        except Interrupted:
            with pytest.raises(Interrupted):  # before its first task
                expand("8-puzzle", depth=12, out=out, resources=Resources(threads=threads), watcher=stop_after(0))
            assert (out / "_scratch" / JOURNAL).exists()
    assert _calls > 3
    assert once <= len(begun) <= once + 2 * threads * _calls
    check_same(run, whole)
    check_nothing_else(run)


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 64
    path.write_bytes(content)


@pytest.mark.usefixtures("tiny_plans", "all_in_scratch")
def test_changed_scratch_files_are_recomputed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, whole = (expand("8-puzzle", depth=depth, out=tmp_path / str(depth)) for depth in (15, 16))
    cut_slices(monkeypatch, 120)
    for stop_at in (3, 15, 24):
        out = shutil.copytree(before.path, tmp_path / f"run-{stop_at}")
        with pytest.raises(Interrupted):
            expand("8-puzzle", depth=16, out=out, resources=Resources(threads=2), watcher=stop_after(stop_at - 1))
        for path in [*(out / "_scratch").glob("*.parquet"), *(out / "_scratch" / "keys").glob("*-0016-*")]:
            flip(path)
        check_same(expand("8-puzzle", depth=16, out=out), whole)
        check_nothing_else(Run(out))


@pytest.mark.usefixtures("tiny_plans", "spilling")
def test_scratch_folder_may_be_elsewhere(tmp_path: Path, six: Run) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    seen: list[Path] = []
    append = segments.append_words

    def noted(path: Path, words: Keys) -> None:
        seen.append(path.parent)
        append(path, words)

    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(segments, "append_words", noted)
        run = expand("pillars-6", out=tmp_path / "run", resources=Resources(scratch=elsewhere))
    check_same(run, six)
    assert {folder.parent for folder in seen} == {elsewhere}
    assert list(elsewhere.iterdir()) == []


@pytest.mark.usefixtures("tiny_plans", "all_in_scratch")
@pytest.mark.parametrize("again", ["other", None])
def test_resume_without_scratch_removes_the_old_scratch_folder(tmp_path: Path, six: Run, again: str | None) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "other").mkdir()
    with pytest.raises(Interrupted):
        expand("pillars-6", out=tmp_path / "run", resources=Resources(scratch=elsewhere), watcher=stop_after(39))
    assert [path.name[:15] for path in elsewhere.iterdir()] == ["slidefront-run-"]
    check_same(expand("pillars-6", out=tmp_path / "run", resources=Resources(scratch=again and tmp_path / again)), six)
    assert list(elsewhere.iterdir()) == []
