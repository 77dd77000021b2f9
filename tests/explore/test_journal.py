"""The journal: an interrupted step continues with its plan, and what is unchanged is not done again."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from slidefront.explore.levels import Levels, start_layer
from slidefront.explore.plan import Journal, LayerKeys, Plan
from slidefront.explore.tasks import GatherRecord, PartSink, SpreadRecord
from slidefront.notation.load import load
from slidefront.puzzles.core import Puzzle
from slidefront.store.manifest import JOURNAL
from slidefront.watch import Interrupted, Watcher
from tests.damage import flipped
from tests.explore.test_levels import in_files_of
from tests.watchers import stop_after

RUN = "x y"
MOST = 1 << 20


@dataclass
class Work:
    """A step of the 10-puzzle, from depth 12 to 13, through files."""

    folder: Path
    puzzle: Puzzle
    levels: Levels
    files: dict[Path, bytes]

    def restore(self) -> None:
        """Bring the files of the frontier back, as a resume does: a step drops them as soon as they are spread."""
        for path, data in self.files.items():
            path.write_bytes(data)

    def journal(self, run: str = RUN) -> Journal:
        return Journal(self.folder, self.folder / "keys", run)

    def sink(self, number: int) -> PartSink:
        name = f"part-{number:05d}.parquet"
        return PartSink(self.folder / f"0013-{name}", 13, name, {})

    def watched(self, watcher: Watcher) -> Levels:
        """The same frontier, before the step."""
        self.restore()
        frontier = LayerKeys(12, list(self.levels.frontier.segments))
        return Levels(self.puzzle, [frontier], replace(self.levels.workspace, watcher=watcher), in_one_class=True)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Work:
    folder, puzzle = tmp_path_factory.mktemp("step"), load("10-puzzle")
    (folder / "keys").mkdir()
    start = start_layer(puzzle, np.array([puzzle.home], np.uint64))
    levels = Levels(puzzle, [start], in_files_of(folder / "keys"), in_one_class=True)
    for _ in range(12):
        levels.step(lambda _: PartSink(folder / "layer.parquet", 1, "layer.parquet", {}))
    return Work(folder, puzzle, levels, {path: path.read_bytes() for path in (folder / "keys").iterdir()})


@pytest.fixture
def work(made: Work) -> Work:
    for path in [path for path in made.folder.rglob("*") if path.is_file()]:
        path.unlink()
    return made


def interrupted(work: Work, after: int) -> None:
    """Run so many tasks of the step."""
    with pytest.raises(Interrupted):
        work.watched(stop_after(after - 1)).step(work.sink, work.journal())


def records(
    work: Work, run: str = RUN, depth: int = 12
) -> tuple[Plan | None, dict[int, SpreadRecord], dict[int, GatherRecord]]:
    work.restore()
    journal = work.journal(run)
    plan = journal.read(replace(work.levels.frontier, depth=depth), MOST)
    return plan, *journal.records()


def test_plan_round_trip(work: Work) -> None:
    interrupted(work, 1)
    plan, spreads, gathers = records(work)
    assert plan is not None
    assert len(plan.slices) > 3
    assert len(plan.parts) > 1
    assert (len(spreads), len(gathers)) == (1, 0)
    again = work.journal()
    again.begin(13, plan, work.puzzle.working.bits)
    other = again.read(work.levels.frontier, MOST)
    assert other is not None
    assert (other.slices, other.parts, other.keys_at_once) == (plan.slices, plan.parts, plan.keys_at_once)
    assert np.array_equal(other.buckets.bounds, plan.buckets.bounds)
    assert records(work)[1] == {}, "a new plan has no records"


def test_damaged_record_is_skipped(work: Work) -> None:
    """Tests of the log damage records in other ways."""
    interrupted(work, 3)
    before = records(work)[1]
    assert len(before) == 3
    path = work.folder / "done.jsonl"
    first, *others = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([first.replace(b'"generated":', b'"generated":1'), *others]))
    after = records(work)[1]
    assert len(after) == 2
    assert all(before[number] == record for number, record in after.items())


@pytest.mark.parametrize("damage", ["flipped", "cut", "gone"])
def test_tasks_of_changed_files_are_repeated(work: Work, damage: str) -> None:
    interrupted(work, 1)
    plan, _, _ = records(work)
    assert plan is not None
    slices = len(plan.slices)
    interrupted(work, slices)
    _, spreads, gathers = records(work)
    assert (len(spreads), len(gathers)) == (slices, 1)
    (layer,) = work.folder.glob("keys/layer-0013-*")
    for path in (next(iter(spreads.values())).chunk.path, layer):  # type: ignore[union-attr]
        data = path.read_bytes()
        path.write_bytes(flipped(data, len(data) // 2, 4) if damage == "flipped" else data[:-8])
        if damage == "gone":
            path.unlink()
    _, spreads, gathers = records(work)
    assert (len(spreads), len(gathers)) == (slices - 1, 0)


@pytest.mark.parametrize("other", [{"depth": 13}, {"run": "x z"}, {"run": "z y"}])
def test_journal_of_another_step_is_ignored(work: Work, other: dict[str, Any]) -> None:
    interrupted(work, 3)
    assert records(work, **other) == (None, {}, {})


def test_plan_for_more_memory_is_ignored(work: Work) -> None:
    """Its tasks would join more keys at a time than fit now."""
    interrupted(work, 3)
    plan, _, _ = records(work)
    assert plan is not None
    assert work.journal().read(work.levels.frontier, plan.keys_at_once) is not None
    journal = work.journal()
    assert (journal.read(work.levels.frontier, plan.keys_at_once - 1), journal.records()) == (None, ({}, {}))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "{}", "x {}"])
def test_damaged_plan_is_ignored(work: Work, text: str) -> None:
    interrupted(work, 3)
    (work.folder / JOURNAL).write_text(text)
    assert records(work) == (None, {}, {})
