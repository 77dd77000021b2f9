"""Tables larger than memory: the same file as in memory, whatever the regions, and after any end of the work.

Their deepest boards are the first of the last layer by rank, however they were made.
"""

import errno
import os
from contextlib import suppress
from pathlib import Path
from threading import current_thread

import numpy as np
import pytest
from hypothesis import given

from slidefront import Resources
from slidefront.arrays import Keys
from slidefront.check.verify import verify
from slidefront.errors import LimitError, RunError, TableError
from slidefront.executors.budget import WorkSizes
from slidefront.notation.load import read_puzzle
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.ranking import Ranking
from slidefront.tables import build, regions, rows
from slidefront.tables import table as tables
from slidefront.tables.build import make_table
from slidefront.tables.table import Table, log_of, records_of
from slidefront.watch import Interrupted
from tests import naive, naive_blocks
from tests.damage import flipped
from tests.explore.conftest import Divided
from tests.store.conftest import Full
from tests.strategies import Case, cases, patient
from tests.strategies_blocks import block_case
from tests.tables.worlds import Stop, check_deepest, check_distances, check_same, make_in_parts, phase

PLACES = [[name, number // 2 + 1, number % 2 + 1] for number, name in enumerate("123456")]
NAMED = read_puzzle(
    f'kind = "blocks"\nmetric = "step"\nhome = "12/34/56/.."\ngoal = {PLACES}\n'.replace("'", '"'), "named"
)
"""Six equal pieces with names on eight cells: 28 arrangements, each in 720 orders. A region has both parity classes."""


def force(monkeypatch: pytest.MonkeyPatch, rows: int, spare: int) -> None:
    """Explore by regions of a few rows, with room for a few more than one needs."""

    def cut(ranking: Ranking, _bits: int, _: int, begun: int | None) -> regions.Cut:
        size = begun or ranking.stretch(rows)
        needs = regions.needed_regions(ranking, size)
        return regions.Cut(size, needs, max(needed.size for needed in needs) + spare)

    monkeypatch.setattr(build, "fits", lambda *_: False)
    monkeypatch.setattr(regions, "cut_rows", cut)
    monkeypatch.setattr(regions, "sync_open", lambda _: None)  # nothing here loses power


@patient
@given(cases(most_cells=7, distinct=True))
def test_layers_and_distances_match_naive_search(tmp_path_factory, case: Case) -> None:
    folder = tmp_path_factory.mktemp("table")
    with pytest.MonkeyPatch.context() as patch:
        for module in ("rows", "table"):
            patch.setattr(f"slidefront.tables.{module}.PACKED", 0)
        in_memory = make_table(case.puzzle, folder / "b.table")
        force(patch, 1, 0)
        table = make_table(case.puzzle, folder / "a.table")
        check_distances(table, naive.layers(case.successors, [case.home]))
        check_same(table, in_memory)


@pytest.mark.parametrize(("puzzle", "rows"), [("8-puzzle", 1), ("10-puzzle", 1), ("pillars", 9), (NAMED, 5)])
@pytest.mark.parametrize("spare", [0, 3])
def test_file_equals_table_in_memory(tmp_path, monkeypatch, puzzle, rows, spare) -> None:
    in_memory = make_table(puzzle, tmp_path / "b.table")
    force(monkeypatch, rows, spare)
    check_same(make_table(puzzle, tmp_path / "a.table", resources=Resources(2)), in_memory)


TWO_BITS = phase("3x3-tiles-1-2-3")
"""The boards that meet its goal are on both sides."""
both = pytest.mark.parametrize(("puzzle", "start"), [("8-puzzle", "home"), (TWO_BITS, "goal")], ids=["one", "two"])


@both
@pytest.mark.parametrize("after", [0, 7])
def test_interrupted_table_continues_to_the_same_file(tmp_path, monkeypatch, puzzle, start, after) -> None:
    in_memory = make_table(puzzle, tmp_path / "b.table", start=start)
    force(monkeypatch, 1, 1)
    table = make_in_parts(puzzle, tmp_path / "a.table", lambda number: after + 20 * number, start=start)
    check_same(table, in_memory)


class Torn(Exception):  # noqa: N818 - a kill
    """Ends the work as a kill does."""


def torn_at(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """Write only some of a piece, and end the work."""
    write, left = os.pwrite, [count]

    def pwrite(handle: int, data: memoryview, at: int) -> int:
        left[0] -= 1
        if left[0] == 0:
            write(handle, data[: len(data) // 2 & ~7], at)
            raise Torn
        return write(handle, data, at)

    monkeypatch.setattr(os, "pwrite", pwrite)


@both
@pytest.mark.parametrize("count", [3, 50])
def test_half_written_region_is_recomputed(tmp_path, monkeypatch, puzzle, start, count) -> None:
    in_memory = make_table(puzzle, tmp_path / "b.table", start=start)
    force(monkeypatch, 1, 1)
    path, begun = tmp_path / "a.table", list[int]()
    compute = regions.RegionBits._compute
    monkeypatch.setattr(regions.RegionBits, "_compute", lambda *given: begun.append(given[1]) or compute(*given))
    for fewer in range(1, 4):
        with monkeypatch.context() as patch:
            torn_at(patch, count // fewer)
            with suppress(Torn):  # of the later ones, some have less to write
                make_table(puzzle, path, start=start)
        noted = [record.value["region"] for record in records_of(path) if "region" in record.value]
        assert begun[: len(noted)] == noted
        assert len(begun) <= len(noted) + 1
        del begun[len(noted) :]
    check_same(make_table(puzzle, path, start=start), in_memory)


@pytest.fixture
def begun(tmp_path, monkeypatch) -> Path:
    """An unfinished table of the 8-puzzle, explored by regions."""
    force(monkeypatch, 1, 1)
    with pytest.raises(Interrupted):
        make_table("8-puzzle", tmp_path / "a.table", watcher=Stop(80))
    return tmp_path / "a.table"


def test_torn_record_is_removed(begun, eight) -> None:
    """Otherwise no record after it would ever be read."""
    with log_of(begun).open("ab") as log:
        log.write(b"half of a record")
    with pytest.raises(Interrupted):
        make_table("8-puzzle", begun, watcher=Stop(80))
    check_same(make_table("8-puzzle", begun), eight)


@pytest.mark.parametrize(("puzzle", "start"), [("2x3", "home"), (phase("2x3-tiles-1-2-3"), "goal")], ids=["one", "two"])
def test_power_failure_loses_only_unsynced_bytes(tmp_path, monkeypatch, puzzle, start) -> None:
    """The disk may have less of the table than the log describes, or more, or only the last write and half another."""
    monkeypatch.setattr(rows, "PACKED", 0)
    force(monkeypatch, 1, 1)
    path, synced, states = tmp_path / "a.table", dict[Path, bytes](), dict[tuple[bytes, bytes], None]()
    write, unsynced = os.pwrite, list[tuple[int, bytes]]()

    def note_state() -> None:
        if path.exists():
            states[path.read_bytes(), synced.get(log_of(path), b"")] = None
            states[synced.get(path, b""), log_of(path).read_bytes()] = None

    def sync(handle: int) -> None:
        file = Path(f"/proc/self/fd/{handle}").readlink()
        note_state()
        synced[path if file.suffix == ".tmp" else file] = file.read_bytes()
        if file != log_of(path):
            unsynced.clear()

    def pwrite(handle: int, data: memoryview, offset: int) -> int:
        written = write(handle, data, offset)
        note_state()
        unsynced.append((offset, bytes(data)))
        if path in synced:
            for earlier, lost in [(0, b""), *unsynced[-2:-1]]:  # the disk has half of the write before
                table = bytearray(synced[path])
                for start, octets in ((earlier, lost[: len(lost) // 2]), unsynced[-1]):
                    table[start : start + len(octets)] = octets
                states[bytes(table), synced[log_of(path)]] = None
        return written

    with monkeypatch.context() as patch:
        patch.setattr(regions, "sync_open", sync)
        patch.setattr(os, "pwrite", pwrite)
        expected = make_table(puzzle, tmp_path / "a.table", start=start)
    assert len(states) > 100
    expected.path.rename(tmp_path / "b.table")
    expected = Table(tmp_path / "b.table")
    for table, log in [*states][::7]:
        path.write_bytes(table)
        log_of(path).write_bytes(log)
        check_same(make_table(puzzle, path, start=start), expected)


def test_damaged_files_raise_and_the_table_can_be_made_again(begun) -> None:
    whole, log = begun.read_bytes(), log_of(begun).read_bytes()
    changed = bytearray(whole)
    changed[4096::8] = bytes(octet ^ 1 for octet in whole[4096::8])
    for table, noted, reason in (
        (changed, log, "its bits do not match its log"),
        (whole[:-8], log, "it is cut"),
        (whole, flipped(log, len(log) // 2), "its log is damaged"),
    ):
        begun.write_bytes(table)
        log_of(begun).write_bytes(noted)
        with pytest.raises(TableError, match=f"is damaged: {reason}; remove it and make it again"):
            make_table("8-puzzle", begun)
    begun.unlink()
    assert make_table("8-puzzle", begun).board_count == 181_440


def test_damage_to_a_finished_row_of_a_torn_region_raises(tmp_path, monkeypatch) -> None:
    """The step that computes the region again leaves its finished rows as they are."""
    puzzle, path, row = NAMED, tmp_path / "a.table", 15
    whole = make_table(puzzle, tmp_path / "b.table")
    shape = whole.ranking.shape
    ranks = np.arange(row * shape.boards_per_row, (row + 1) * shape.boards_per_row)
    force(monkeypatch, 5, 0)
    with monkeypatch.context() as patch, pytest.raises(Torn):
        torn_at(patch, 79)
        make_table(puzzle, path)
    *_, torn = (record.value for record in records_of(path))
    assert torn["region"] == row // 5
    assert whole.depths_of(whole.ranking.keys(ranks)).max() < torn["depth"]
    path.write_bytes(flipped(path.read_bytes(), 4096 + 8 * shape.words * row))
    with pytest.raises(TableError, match="is damaged: its bits do not match its log"):
        make_table(puzzle, path)


def test_failed_sync_in_the_background_ends_the_work(tmp_path, monkeypatch) -> None:
    """The system tells once what went wrong, here to a sync before the end of a depth."""
    force(monkeypatch, 1, 1)

    def fail_behind(_: int) -> None:
        if current_thread().name.startswith("slidefront-disk"):
            raise OSError(errno.EIO, "the disk fails")

    monkeypatch.setattr(regions, "sync_open", fail_behind)
    with pytest.raises(RunError, match="cannot write to"):
        make_table("8-puzzle", tmp_path / "a.table", resources=Divided(sizes=WorkSizes(unsynced_bytes=0)))


def test_unreached_rows_take_no_space(tmp_path, monkeypatch) -> None:
    path = tmp_path / "a.table"
    force(monkeypatch, 90, 1)
    with pytest.raises(Interrupted):
        make_table("11-puzzle", path, watcher=Stop(20))
    assert path.stat().st_size > 31_000_000
    assert path.stat().st_blocks * 512 < 3_000_000


def test_written_bytes_are_counted(tmp_path, monkeypatch) -> None:
    force(monkeypatch, 1, 0)
    watcher = Stop(1_000_000)
    table = make_table("8-puzzle", tmp_path / "a.table", watcher=watcher)
    bits = 8 * table.ranking.shape.all_words
    assert max(progress.written for progress in watcher.depths) <= bits
    assert bits / 3 <= max(progress.read for progress in watcher.depths) <= 3 * bits
    assert " read, " in str(watcher.depths[20])


def test_full_disk_leaves_a_table_that_resumes(tmp_path, begun, monkeypatch, eight) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(os, "pwrite", lambda *_: os.open(tmp_path / "none" / "none", os.O_RDONLY))
        with pytest.raises(RunError, match=r"cannot write to .*; what is finished is saved, and the same command"):
            make_table("8-puzzle", begun)
    assert verify(begun).good
    check_same(make_table("8-puzzle", begun), eight)


def test_failed_rename_leaves_nothing_behind(tmp_path, monkeypatch, eight) -> None:
    force(monkeypatch, 1, 1)
    path = tmp_path / "a.table"
    fails = Full(Path, "replace", 1, lasts=True, error=errno.EACCES)  # kernels that are compiled are not saved either
    with fails, pytest.raises(RunError, match=r"cannot write to .*: Permission denied"):
        make_table("8-puzzle", path)
    assert not path.exists()
    check_same(make_table("8-puzzle", path), eight)
    assert {*tmp_path.iterdir()} == {path}


def test_too_little_memory_names_the_memory_needed(tmp_path) -> None:
    with pytest.raises(LimitError, match=r"needs .* of memory for some of its rows at a time, more than the 256 MiB"):
        make_table("2x7", tmp_path / "a.table", resources=Resources(memory="256MiB"))
    assert not (tmp_path / "a.table").exists()


def lanes(count: int, metric: str) -> tuple[Puzzle, Keys]:
    """Pieces in the middle of lanes of three cells, and the boards of the last layer: all pieces are at an end."""
    case = block_case("#".join([f".{name}." for name in "ABCDEFG"[:count]] or ["A"]))
    last = naive_blocks.layers(case.rules, metric)[-1]
    assert len(last) == 2**count
    return case.puzzles[metric], np.array(case.keys([*last.values()]))


@pytest.mark.parametrize("kind", ["one bit", "one bit, by regions", "two bits"])
@pytest.mark.parametrize("count", [0, 1, 2, 3, 7])
def test_table_has_deepest_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int, kind: str) -> None:
    if kind == "one bit, by regions":
        for module in (tables, rows):
            monkeypatch.setattr(module, "PACKED", 0)
        force(monkeypatch, 300 if count == 7 else 5, 0)
    metric, bits = ("slide", 2) if kind == "two bits" else ("step", 1)
    puzzle, last = lanes(count, metric)
    whole = make_table(puzzle, tmp_path / "a.table", resources=Resources(2))
    for table in (whole, make_in_parts(puzzle, tmp_path / "b.table", lambda _: None)):  # interrupted at each depth
        assert (table.header.bits, table.header.ahead) == (bits, ())
        check_deepest(table, last)


def test_resumed_table_has_deepest_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A region that is half written at the last depths tells no more which of its boards are not reached."""
    in_memory = make_table("2x4", tmp_path / "b.table")
    force(monkeypatch, 1, 1)
    written = []
    with monkeypatch.context() as patch:
        write = os.pwrite
        patch.setattr(os, "pwrite", lambda *arguments: written.append(1) or write(*arguments))
        make_table("2x4", tmp_path / "c.table")
    for count in range(len(written) - 7, len(written) + 1):
        path = tmp_path / f"{count}.table"
        with monkeypatch.context() as patch, pytest.raises(Torn):
            torn_at(patch, count)
            make_table("2x4", path)
        check_same(make_table("2x4", path), in_memory)
