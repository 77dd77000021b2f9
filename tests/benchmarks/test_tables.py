"""What a table costs: the deepest boards of 3 x 4, and by regions each layer, with a sixth of its bits in memory."""

import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import pytest

from slidefront import units
from slidefront.notation.boards import start_at
from slidefront.notation.load import load
from slidefront.tables.explore import explore, make_table, new_header, ranks_of
from slidefront.tables.space import SpaceBits, ranking_of
from slidefront.tables.table import Table
from slidefront.threads import thread_pool
from slidefront.watch import TableProgress, Watcher
from tests.tables.test_regions import force

pytestmark = pytest.mark.bench


class Report(Watcher):
    """Prints each depth, with the rate of its bits: half of them change sides at each depth."""

    def __init__(self) -> None:
        self.read = self.written = 0

    def on_depth(self, progress: TableProgress) -> None:
        self.read, self.written = self.read + progress.read, self.written + progress.written
        rate = progress.total / 2 / progress.seconds / 1e6 if progress.seconds else 0.0
        print(f"{progress}; {rate:,.0f} million boards a second")


def test_the_deepest_boards_of_3_x_4() -> None:
    puzzle = load("11-puzzle")
    ranking = ranking_of(puzzle)
    starts = start_at(puzzle, "home")
    ranks = ranks_of(ranking, starts)
    for _ in range(2):  # the first compiles
        header, space, began = (
            new_header(puzzle, starts, ranking, ranks),
            SpaceBits(ranking, ranks),
            time.perf_counter(),
        )
        with thread_pool(2, "slidefront") as pool:
            explore(header, space, pool, Watcher())
        seconds = time.perf_counter() - began
    steps = sum(layer.seconds for layer in header.manifest.layers)
    print(f"3 x 4 in memory: {steps:.2f} s for all layers, and {1 - steps / seconds:.1%} of {seconds:.2f} s after them")
    assert len(header.deepest) == 18


def test_the_command_for_3_x_4_and_a_lookup(tmp_path: Path) -> None:
    out, times = tmp_path / "a.table", list[float]()
    command = [sys.executable, "-m", "slidefront", "table", "11-puzzle", "--out", str(out)]
    for _ in range(6):  # the first compiles
        out.unlink(missing_ok=True)
        began = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        times.append(time.perf_counter() - began)
    print(f"table 11-puzzle: {median(times[1:]):.2f} s, median of five; load {os.getloadavg()[0]:.1f}")
    table = Table(out)
    boards = [table.puzzle.format(key) for key in table.header.deepest]
    began = time.perf_counter()
    table.depth_of(boards[0])
    first = time.perf_counter() - began
    began = time.perf_counter()
    depths = [table.depth_of(board) for board in boards]
    each = (time.perf_counter() - began) / len(boards)
    assert depths == [53] * 18
    print(f"a lookup of one of the deepest boards: {1000 * each:.1f} ms, after {first:.2f} s for the first one")


def test_3_x_4_by_regions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    force(monkeypatch, 90, 15)
    report, began, processor = Report(), time.perf_counter(), time.process_time()
    table = make_table("11-puzzle", tmp_path / "a.table", watcher=report)
    seconds, used = time.perf_counter() - began, time.process_time() - processor
    assert (table.boards, table.greatest_depth) == (239_500_800, 53)  # OEIS A090166
    times = [f"{number / (8 * table.ranking.shape.all_words):.1f}" for number in (report.read, report.written)]
    print(
        f"3 x 4 by regions: {seconds:.1f} s, {used:.1f} s of processor time, {units.size(report.read)} read and "
        f"{units.size(report.written)} written: the table {times[0]} and {times[1]} times"
    )
