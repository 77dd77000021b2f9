"""Damage between a kill and the resume, to a table or to the scratch folder of a run: the result is right, or refused.

Bits are flipped one at a time: 12 per kind of work in the fast test, 160 in the slow one. The tests of find, of
answers and of checkpoints change the lines of their files, which have digests.
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

from slidefront.errors import SlidefrontError
from slidefront.explore.expand import expand
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
