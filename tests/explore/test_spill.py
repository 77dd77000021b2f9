"""Layers that do not fit memory go through the scratch folder, and come out the same."""

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from slidefront.executors import budget as budgets
from slidefront.executors.budget import Resources
from slidefront.explore.expand import expand
from slidefront.keys import segments
from slidefront.store.manifest import JOURNAL
from slidefront.store.run import Run
from slidefront.watch import Interrupted
from tests.explore.conftest import (
    BLOCKS,
    SMALL,
    AllInFiles,
    ChunksInFiles,
    Divided,
    LargeInFiles,
    check_same,
    in_slices,
)
from tests.explore.test_levels import counted
from tests.watchers import stop_after

WORLDS = SMALL | BLOCKS
KINDS = [ChunksInFiles, LargeInFiles, AllInFiles]


@pytest.mark.parametrize(
    ("name", "threads", "kind"),
    [
        (name, 1 + 2 * (number % 2), kind)
        for number, name in enumerate(WORLDS)
        for kind in (KINDS if name in ("wide", "triangle") else [KINDS[number % 3]])
    ],
)
def test_layers_through_files_are_the_same(tmp_path: Path, name: str, threads: int, kind: type[ChunksInFiles]) -> None:
    puzzle, depth = WORLDS[name](), 20 if name in BLOCKS else None
    spilled = expand(puzzle, depth=depth, out=tmp_path / "spilled", resources=Divided(threads, kind=kind))
    check_same(spilled, expand(puzzle, depth=depth, out=tmp_path / "whole"))
    if spilled.last_depth > 2:
        assert sum(layer.written for layer in spilled.layers) > 0
        assert sum(layer.read for layer in spilled.layers) > 0


def test_least_memory_suffices_to_resume(tmp_path: Path) -> None:
    """The promise: an interrupted run goes on with the same command."""
    whole = expand("11-puzzle", depth=21, out=tmp_path / "whole")
    least = budgets.BASE_MEMORY + 2 * (budgets.LEAST_TASK + budgets.WRITER)
    expand("11-puzzle", depth=20, out=tmp_path / "run", resources=Resources(memory=least, threads=2))
    check_same(expand("11-puzzle", depth=21, out=tmp_path / "run", resources=Resources(memory=least, threads=2)), whole)


def test_interrupted_layer_repeats_few_tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped again and again, each time a few tasks later: each task is done about once, not once a call."""
    out, copy, threads = tmp_path / "run", tmp_path / "copy", 3
    resources = Divided(threads, sizes=in_slices(20), kind=AllInFiles)
    for folder in (out, copy):
        expand("8-puzzle", depth=11, out=folder, resources=Divided(threads, kind=AllInFiles))
    begun = counted(monkeypatch)
    whole = expand("8-puzzle", depth=12, out=copy, resources=resources)
    once = len(begun)
    del begun[:]
    for _calls in itertools.count(1):
        try:
            run = expand("8-puzzle", depth=12, out=out, resources=resources, watcher=stop_after(5))
            break
        except Interrupted:
            with pytest.raises(Interrupted):  # before its first task
                expand("8-puzzle", depth=12, out=out, resources=resources, watcher=stop_after(0))
            assert (out / "_scratch" / JOURNAL).exists()
    assert _calls > 3
    assert once <= len(begun) <= once + 2 * threads * _calls
    check_same(run, whole)


@pytest.mark.parametrize("kind", KINDS)
def test_scratch_folder_may_be_elsewhere(tmp_path: Path, six: Run, kind: type[ChunksInFiles]) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    seen: list[Path] = []
    append = segments.append_words
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(segments, "append_words", lambda path, words: seen.append(path.parent) or append(path, words))
        run = expand("pillars-6", out=tmp_path / "run", resources=Divided(scratch=elsewhere, kind=kind))
    check_same(run, six)
    assert {folder.parent for folder in seen} == {elsewhere}
    assert list(elsewhere.iterdir()) == []


@pytest.mark.parametrize("again", ["other", None])
def test_resume_without_scratch_removes_the_old_scratch_folder(tmp_path: Path, six: Run, again: str | None) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "other").mkdir()
    resources = Divided(scratch=elsewhere, kind=AllInFiles)
    with pytest.raises(Interrupted):
        expand("pillars-6", out=tmp_path / "run", resources=resources, watcher=stop_after(39))
    assert [path.name[:15] for path in elsewhere.iterdir()] == ["slidefront-run-"]
    resources = replace(resources, scratch=again and tmp_path / again)
    check_same(expand("pillars-6", out=tmp_path / "run", resources=resources), six)
    assert list(elsewhere.iterdir()) == []
