"""Levels: each step makes the whole next layer, counts what it did, and knows beforehand what it needs."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.arrays import Keys
from slidefront.executors import Threads
from slidefront.executors.budget import BASE_MEMORY, Budget
from slidefront.explore import levels as module
from slidefront.explore.expand import expand
from slidefront.explore.levels import Levels, Workspace, are_in_one_class, start_layer, workspace_in_memory
from slidefront.explore.plan import LayerKeys
from slidefront.explore.tasks import GatherRecord, GatherTask, SpreadTask
from slidefront.keys.segments import FileSegment, keys_of
from slidefront.notation.load import load
from slidefront.puzzles.core import Puzzle
from slidefront.watch import Watcher
from tests import naive
from tests.explore.conftest import TINY, AllInFiles, wide
from tests.worlds import MOST, SETTINGS, Errand, Setting, array, errands, some, workspace

in_any_setting = st.sampled_from(SETTINGS)


@dataclass(frozen=True)
class TakeSink:
    """Keeps all that it gets."""

    number: int

    def take(self, puzzle: Puzzle, boards: Iterable[Keys]) -> tuple[int, list[int]]:
        return self.number, [key for work in boards for key in puzzle.working.unpack(work).tolist()]


@contextmanager
def levels_of(errand: Errand, setting: Setting, in_files: bool = False) -> Iterator[Levels]:
    """Begin at the starts, in memory or with everything in files."""
    puzzle = errand.world.puzzle
    starts = array(map(errand.world.key, errand.starts))
    with TemporaryDirectory() as folder, workspace(setting) as made:
        if in_files:
            budget = AllInFiles(setting.threads, made.budget.memory, made.budget.sizes)
            made = replace(made, budget=budget, folder=Path(folder))
        yield Levels(puzzle, [start_layer(puzzle, starts)], made, are_in_one_class(puzzle, starts))


def taken(records: Sequence[GatherRecord]) -> list[int]:
    return [key for record in records for key in record.kept[1]]


def naive_layers(errand: Errand) -> list[set[Any]]:
    """The layers around the starts; the last is empty if the space ends."""
    layers = naive.layers(errand.world.successors, errand.starts, most=MOST)
    return layers if sum(map(len, layers)) > MOST else [*layers, set()]


def content(puzzle: Puzzle, layer: LayerKeys) -> list[int]:
    return puzzle.working.unpack(keys_of(layer.segments)).tolist()


@some
@given(errands(), in_any_setting, st.booleans())
def test_step_computes_the_next_layer(errand: Errand, setting: Setting, in_files: bool) -> None:
    """The frontier has its boards, the sinks got them too, part after part, and old layers are dropped.

    The step counts the successors of the boards left behind; if used moves are noted, only those in new layers.
    """
    puzzle, successors = errand.world.puzzle, errand.world.successors
    layers = naive_layers(errand)
    with levels_of(errand, setting, in_files) as levels:
        for depth, layer in enumerate(layers):
            if depth:
                records = levels.step(TakeSink)
                numbers = [*range(len(records))]
                assert [record.number for record in records] == [record.kept[0] for record in records] == numbers
                assert taken(records) == errand.world.keys(layer)
                back = layers[depth - 2] if depth > 1 and puzzle.working.bits else set()
                assert levels.generated == sum(
                    after not in back for board in layers[depth - 1] for after in successors(board)
                )
            assert levels.frontier.depth == depth
            assert levels.frontier.board_count == len(layer)
            assert content(puzzle, levels.frontier) == errand.world.keys(layer)
            if depth and not puzzle.working.bits:
                before, _ = levels.layers
                assert content(puzzle, before) == errand.world.keys(layers[depth - 1])
            else:
                assert levels.layers == [levels.frontier]


@some
@given(errands(), st.sampled_from([1, 3]))
def test_outlook_estimates_the_next_step(errand: Errand, threads: int) -> None:
    """What is held exactly, successors at most, and new boards by what became of the last ones."""
    world = errand.world
    layers = naive_layers(errand)
    kept = 1 if world.puzzle.working.bits else 2
    fresh = 1.0
    with levels_of(errand, Setting(threads, tiny=False)) as levels:
        for depth, layer in enumerate(layers[:-1]):
            outlook = levels.outlook
            most = len(layer) * world.puzzle.most_successors
            held = sum(map(len, layers[: depth + 1][-kept:]))
            assert levels.resident == held
            assert outlook.successors == most
            assert outlook.board_count == int(most * fresh)
            assert levels.key_count == held + outlook.successors + outlook.board_count
            levels.step(TakeSink)
            assert levels.generated <= outlook.successors
            fresh = len(layers[depth + 1]) / max(1, levels.generated)


@pytest.mark.parametrize("threads", [1, 3])
def test_parts_after_an_enough_part_are_omitted(threads: int) -> None:
    """All below it are made: what is found in the first of them is the least."""
    puzzle = load("10-puzzle")
    budget = Budget(threads, 1 << 40, replace(TINY, most_parts=40, sample=64))
    with workspace_in_memory(budget, Watcher()) as made:
        levels = Levels(puzzle, [start_layer(puzzle, array([puzzle.home]))], made, in_one_class=True)
        for _ in range(17):
            levels.step(TakeSink)
        again = copy(levels)
        whole = levels.step(TakeSink)
        records = again.step(TakeSink, enough=lambda record: record.number >= 1)
    assert len(whole) > 20
    assert [record.number for record in records] == [*range(len(records))]
    assert 2 <= len(records) <= 2 + 2 * threads
    assert taken(records) == taken(whole[: len(records)])


@pytest.mark.parametrize("in_files", [False, True])
@pytest.mark.parametrize("name", ["8-puzzle", "15-puzzle"])
def test_loaded_layers_have_no_used_move_bits(tmp_path: Path, name: str, in_files: bool) -> None:
    puzzle = load(name)
    run = expand(puzzle, depth=4, out=tmp_path / "run")
    layer = Workspace(Threads(), Budget(1, 0), folder=tmp_path if in_files else None).load(puzzle, run, 4)
    assert layer.depth == 4
    assert layer.resident == (0 if in_files else layer.board_count)
    assert (tmp_path / "layer-0004-loaded.keys").exists() is in_files
    assert np.array_equal(puzzle.working.unpack(keys_of(layer.segments)), run.keys(4))
    assert np.array_equal(keys_of(layer.segments), puzzle.working.pack(run.keys(4)))
    first = start_layer(puzzle, run.keys(0))
    assert (first.depth, first.board_count) == (0, 1)
    assert puzzle.working.unpack(first.segments[0].load()).tolist() == [puzzle.home]


def counted(monkeypatch: pytest.MonkeyPatch) -> list[SpreadTask | GatherTask]:
    """Note each task that is run from now on."""
    tasks: list[SpreadTask | GatherTask] = []
    for name in ("spread", "gather"):
        original = getattr(module, name)

        def note(puzzle: Puzzle, task: Any, run: Callable[..., Any] = original) -> Any:
            tasks.append(task)
            return run(puzzle, task)

        monkeypatch.setattr(module, name, note)
    return tasks


class ElsewhereOnly(Threads):
    """Stands for an executor whose tasks run in other processes."""

    shares_memory = False


def in_files_of(folder: Path) -> Workspace:
    return Workspace(ElsewhereOnly(), AllInFiles(1, 1 << 40, TINY), folder=folder)


@pytest.mark.parametrize("name", ["10-puzzle", "pillars-6"])
def test_remote_tasks_refer_only_to_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    puzzle = load(name)
    levels = Levels(puzzle, [start_layer(puzzle, array([puzzle.home]))], in_files_of(tmp_path))
    tasks = counted(monkeypatch)
    expected = naive.layers(lambda key: [move.key for move in puzzle.moves(key)], [puzzle.home], 12)
    for layer in expected[1:]:
        levels.step()
        assert content(puzzle, levels.frontier) == sorted(layer)
    assert {type(task) for task in tasks} == {SpreadTask, GatherTask}
    for task in tasks:
        if isinstance(task, SpreadTask):
            assert all(isinstance(segment, FileSegment) for segment in task.boards)
            assert task.folder == tmp_path
        else:
            assert all(not hasattr(chunk, "keys") for chunk in task.chunks)
            assert all(isinstance(segment, FileSegment) for segments in task.earlier for segment in segments)
            assert task.folder == tmp_path


def test_steps_remove_unneeded_files(tmp_path: Path) -> None:
    """After a step there are files of its layer, of the one before where it must be subtracted, and nothing else."""
    for puzzle, kept in ((load("8-puzzle"), 1), (wide(), 2)):
        folder = tmp_path / puzzle.name
        folder.mkdir()
        levels = Levels(puzzle, [start_layer(puzzle, array([puzzle.home]))], in_files_of(folder))
        for depth in range(1, 12):
            levels.step()
            found = {path.name[:10] for path in folder.iterdir()}
            assert found == {f"layer-{one:04d}" for one in range(max(0, depth - kept + 1), depth + 1)}


def test_step_uses_files_only_beyond_the_budget(tmp_path: Path) -> None:
    """In memory as long as its keys fit, then through files, and the layers are the same."""
    puzzle = load("10-puzzle")
    small, large = Budget(1, BASE_MEMORY + (1 << 16)), Budget(1, 1 << 40)
    through: list[bool] = []
    levels, other = (
        Levels(puzzle, [start_layer(puzzle, array([puzzle.home]))], Workspace(Threads(), budget, folder=tmp_path), True)
        for budget in (small, large)
    )
    for _ in range(24):
        assert (levels.files is None) is small.fits(levels.key_count)
        through.append(levels.files is not None)
        levels.step()
        other.step()
        assert other.written == 0
        assert content(puzzle, levels.frontier) == content(puzzle, other.frontier)
    assert not through[5]
    assert through[-1]


def test_step_counts_written_and_read_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It writes its chunks and the new layer; it reads the frontier, the chunks, and the layers that it subtracts."""
    monkeypatch.setattr(module, "remove_chunks", lambda *_: None)
    puzzle = wide()
    levels = Levels(puzzle, [start_layer(puzzle, array([puzzle.home]))], in_files_of(tmp_path))
    for depth in range(1, 8):
        there = {path: path.stat().st_size for path in tmp_path.iterdir()}
        levels.step()
        chunks = sum(path.stat().st_size for path in tmp_path.glob(f"chunk-{depth:04d}-*"))
        layer = sum(path.stat().st_size for path in tmp_path.glob(f"layer-{depth:04d}-*"))
        frontier, before = (
            sum(size for path, size in there.items() if path.match(f"layer-{one:04d}-*"))
            for one in (depth - 1, depth - 2)
        )
        moved = sum(path.stat().st_size for path in tmp_path.glob("layer-0000-moved-*")) if depth == 1 else 0
        assert 8 * levels.written == chunks + layer + moved
        assert 8 * levels.read >= 2 * (frontier + moved) + before + chunks, "some blocks are read for two tasks"
