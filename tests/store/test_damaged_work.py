"""Damage between a kill and the resume, to each kind of file that is continued: the result is right, or refused.

Bits are flipped one at a time: 12 of each kind of work in the fast test, 160 in the slow one.
"""

import os
import random
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from slidefront.apps.find.kinds import kind_of
from slidefront.apps.find.search import JOURNAL_NAME, searching
from slidefront.cli import main
from slidefront.errors import SlidefrontError
from slidefront.executors.budget import Resources
from slidefront.explore.expand import expand
from slidefront.search.depth_first.pattern_engine import Checkpoint, Finished
from slidefront.tables import rows
from slidefront.tables.build import make_table
from slidefront.tables.table import Table, log_of, read_table
from slidefront.watch import Interrupted, Watcher
from tests.damage import flipped
from tests.explore.conftest import AllInFiles, Divided, checked
from tests.tables.test_regions import Torn, force, torn_at
from tests.tables.worlds import Stop, phase
from tests.watchers import stop_after

MakeTable = Callable[..., Table]


@dataclass(frozen=True)
class Work:
    """Work that is killed, and continued by the same call."""

    kill: Callable[[Path], None]
    """Leaves what a killed process leaves in a folder."""
    finish: Callable[[Path], Any]
    """Continues the work, and returns its result."""
    prepare: Callable[[pytest.MonkeyPatch], None] = lambda _: None
    pattern: str = "*"
    """The files that are damaged, below the folder."""
    constant: range = range(0)
    """Bytes that are not damaged, because they are the same zeros in all of these files."""


def one_bit_table(path: Path, watcher: Watcher | None = None) -> Table:
    return make_table("2x3", path, watcher=watcher)


def two_bit_table(path: Path, watcher: Watcher | None = None) -> Table:
    """Make a table of two bits a board, because its starts lie on both parity classes."""
    return make_table(phase("2x3-tiles-1-2-3"), path, start="goal", watcher=watcher)


def table_result(folder: Path, make: MakeTable = one_bit_table) -> Any:
    table = make(folder / "a.table")
    assert table.path is not None
    header = read_table(table.path).header
    layers = [(layer.board_count, layer.selected_count) for layer in header.manifest.layers]
    return layers, header.deepest, {name: array.tobytes() for name, array in table.planes.items()}


def by_regions(changed: pytest.MonkeyPatch) -> None:
    changed.setattr(rows, "PACKED", 0)
    force(changed, 1, 1)


def torn_table(writes: int, make: MakeTable = one_bit_table) -> Callable[[Path], None]:
    """Leave a region half written."""

    def kill(folder: Path) -> None:
        with pytest.MonkeyPatch.context() as changed, pytest.raises(Torn):
            torn_at(changed, writes)
            make(folder / "a.table")

    return kill


def stopped_table(folder: Path, make: MakeTable = one_bit_table) -> None:
    with pytest.raises(Interrupted):
        make(folder / "a.table", Stop(14 if make is one_bit_table else 7))


def unwritten_region(folder: Path) -> None:
    """Leave the record of a region that was killed before its first byte was written."""
    torn_table(12)(folder)
    before = (folder / "a.table").read_bytes()
    with pytest.MonkeyPatch.context() as changed, suppress(Torn):
        changed.setattr(os, "pwrite", fail)
        one_bit_table(folder / "a.table")
    assert (folder / "a.table").read_bytes() == before
    assert log_of(folder / "a.table").stat().st_size > 0


def fail(*_: Any) -> int:
    raise Torn


IN_SCRATCH = Divided(kind=AllInFiles)


def stopped_run(folder: Path) -> None:
    with pytest.raises(Interrupted):
        expand("pillars-6", out=folder / "run", resources=IN_SCRATCH, watcher=stop_after(59))
    assert (folder / "run" / "_scratch" / "done.jsonl").exists()


def run_result(folder: Path) -> Any:
    run = expand("pillars-6", out=folder / "run", resources=IN_SCRATCH)
    return [keys.tolist() for keys in checked(run)], run.manifest.whole


def search_result(folder: Path) -> Any:
    given: Any = {"top": 2, "resources": Resources(1), "watcher": Watcher()}
    with searching(kind_of("2x2"), folder / "found", **given) as search:
        return {pieces: group.as_json() for pieces, group in sorted(search.run().items())}


def killed_search(folder: Path) -> None:
    search_result(folder)
    lines = (folder / "found" / JOURNAL_NAME).read_bytes().splitlines(keepends=True)
    shutil.rmtree(folder / "found")
    (folder / "found").mkdir()
    (folder / "found" / JOURNAL_NAME).write_bytes(b"".join(lines[: len(lines) // 2]) + lines[-1][:9])


def answers_result(folder: Path) -> Any:
    (folder / "boards.txt").write_text("3124756_8\n_12345678\n123456_78\n1234_5678\n")
    words = ["solve", "8-puzzle", "--start", str(folder / "boards.txt"), "--out", str(folder / "made.jsonl"), "-q"]
    with pytest.raises(SystemExit) as ending:
        main(words)
    if ending.value.code == 2:
        raise SlidefrontError("refused")
    assert ending.value.code == 0
    return sorted((folder / "made.jsonl").read_text().splitlines())


def killed_answers(folder: Path) -> None:
    answers_result(folder)
    text = (folder / "made.jsonl").read_bytes()
    (folder / "made.jsonl").write_bytes(text[: text.rfind(b"\n", 0, -1) + 20])


SAVED = Finished(40, subtrees={3, 7, 21})


def saved_checkpoint(folder: Path) -> None:
    Checkpoint(folder / "a.json", "me", after=-1.0).save(SAVED)


def checkpoint_result(folder: Path) -> Any:
    """A damaged checkpoint costs time only: the search begins again."""
    before = Checkpoint(folder / "a.json", "me").before
    return SAVED if before == Finished(0) else before


two_bits_result = partial(table_result, make=two_bit_table)
HEAD = range(16, 4096)
WORKS = {
    "first region torn": Work(torn_table(3), table_result, by_regions, "a.table", HEAD),
    "region torn": Work(torn_table(30), table_result, by_regions, "a.table", HEAD),
    "last region torn": Work(torn_table(40), table_result, by_regions, constant=HEAD),
    "region not written": Work(unwritten_region, table_result, by_regions, constant=HEAD),
    "regions, stopped": Work(stopped_table, table_result, by_regions, constant=HEAD),
    "two bits, region torn": Work(torn_table(30, two_bit_table), two_bits_result, by_regions, constant=HEAD),
    "two bits, stopped": Work(partial(stopped_table, make=two_bit_table), two_bits_result, by_regions, constant=HEAD),
    "table in memory": Work(stopped_table, table_result),
    "scratch of a run": Work(stopped_run, run_result, pattern="run/_scratch/**/*"),
    "log of find": Work(killed_search, search_result, pattern="found/*"),
    "answers": Work(killed_answers, answers_result, pattern="made.jsonl"),
    "checkpoint": Work(saved_checkpoint, checkpoint_result),
}


@pytest.mark.parametrize("most", [12, pytest.param(160, marks=pytest.mark.slow)])
@pytest.mark.parametrize("work", WORKS.values(), ids=WORKS)
def test_flipped_bits_are_refused_or_harmless(tmp_path: Path, work: Work, most: int) -> None:
    killed, again = tmp_path / "killed", tmp_path / "again"
    killed.mkdir()
    (tmp_path / "whole").mkdir()
    with pytest.MonkeyPatch.context() as changed:
        work.prepare(changed)
        expected = work.finish(tmp_path / "whole")
        work.kill(killed)
        paths = [path for path in sorted(killed.glob(work.pattern)) if path.is_file() and path.stat().st_size]
        assert paths
        wrong = []
        places = [(path, place) for path in paths for place in range(path.stat().st_size) if place not in work.constant]
        bits = [(path, place, bit) for path, place in places for bit in range(8)]
        for path, place, bit in random.Random(1).sample(bits, min(most, len(bits))):
            shutil.rmtree(again, ignore_errors=True)
            shutil.copytree(killed, again)
            (again / path.relative_to(killed)).write_bytes(flipped(path.read_bytes(), place, 1 << bit))
            with suppress(SlidefrontError):
                if work.finish(again) != expected:
                    wrong.append((path.name, place, bit))
        assert wrong == []
