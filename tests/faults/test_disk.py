"""A disk that is full at any write: one error, finished layers stay, and the same call resumes when there is space."""

import errno
import gc
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from slidefront import machine
from slidefront.errors import RunError
from slidefront.executors.budget import USUAL_SIZES, Resources, WorkSizes
from slidefront.explore.expand import expand
from slidefront.store import manifest, parts
from slidefront.store import writer as writing
from slidefront.store.run import Run
from tests.explore.conftest import Divided, check_same, check_start_of
from tests.messages import refused
from tests.store.conftest import Full

Where = tuple[Any, str]

WRITES: dict[str, Where] = {
    "part opened": (parts, "_open_writer"),
    "part written": (pq.ParquetWriter, "write_table"),
    "part sealed": (parts, "sync_open"),
    "part synced": (writing.RunWriter, "_sync_parts"),
    "folder made": (Path, "mkdir"),
    "manifest written": (manifest.Manifest, "save"),
    "file renamed": (Path, "replace"),
    "any sync": (os, "fsync"),
}
"""Kinds of writes, as functions. The tests of the writer fail every single call of a commit."""
DEPTH = 9
SIZES = {"small": USUAL_SIZES, "large": WorkSizes(synced_boards=0)}
"""Small parts are synced when their layer is committed; large parts are synced immediately."""


@pytest.fixture(scope="module")
def ten_layers(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Ten layers, for faults at the first, the last and between."""
    return expand("pillars-6", depth=DEPTH, out=tmp_path_factory.mktemp("runs") / "pillars-6")


@pytest.fixture(scope="module", autouse=True)
def only_objects_of_these_tests_are_collected() -> None:
    """Exempt objects of other tests from garbage collection, which would take half a second per test."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def silence_at_the_end() -> Iterator[None]:
    """Collect files and writers that a fault left open; this must raise no error."""
    yield
    gc.collect()


def run_into(full: Full, folder: Path, whole: Run, **given: Any) -> None:
    """Expand on a failing disk, and check the layers that the message calls safe."""
    try:
        expand("pillars-6", out=folder, **given)
    except RunError as error:
        message = str(error)
    else:
        assert not full.lasts or not full.failed, "no run ends well on a disk that stays full"
        return
    assert full.failed
    assert len(message.splitlines()) == 1
    assert str(folder) in message
    assert "o space" in message
    if not (folder / "_run.json").exists():
        return
    run = Run(folder)
    check_start_of(run, whole)
    assert not (folder / "_scratch").exists()
    said = int(message.split("layers to depth ")[1].split()[0]) if "layers to depth" in message else -1
    assert said <= run.last_depth, "what is called safe is not there"


def fail_some(where: Where, folder: Path, whole: Run, *, lasts: bool, **given: Any) -> int:
    """Fail some calls, one per run, and resume each run. Return the count of calls."""
    with Full(*where, 1 << 60) as counted:
        expand("pillars-6", out=folder / "count", **given)
    calls, failed = counted.calls, 0
    for call in sorted({1, 2, calls // 2, calls - 1} if calls else ()):
        out = folder / str(call)
        with Full(*where, call, lasts=lasts) as full:
            run_into(full, out, whole, **given)
        failed += full.failed > 0
        check_same(expand("pillars-6", out=out, **given), whole)
    assert failed or not calls
    return calls


@pytest.mark.parametrize(("lasts", "commit_seconds"), [(False, 0), (True, 0), (True, 1000)])
@pytest.mark.parametrize("where", WRITES.values(), ids=WRITES.keys())
@pytest.mark.parametrize("size", SIZES)
def test_full_disk_at_each_write_loses_no_layer(
    tmp_path: Path, ten_layers: Run, size: str, where: Where, lasts: bool, commit_seconds: float
) -> None:
    """The disk is full for one call or from that call on, and layers are committed singly or together."""
    resources = Divided(sizes=replace(SIZES[size], commit_seconds=commit_seconds))
    calls = fail_some(where, tmp_path, ten_layers, lasts=lasts, depth=DEPTH, resources=resources)
    assert calls == 0 if (size, where) == ("small", WRITES["part sealed"]) else calls >= 2


@pytest.mark.parametrize("where", [WRITES["part written"], WRITES["part sealed"]], ids=["written", "sealed"])
def test_full_disk_while_threads_write_parts_loses_no_layer(tmp_path: Path, six: Run, where: Where) -> None:
    assert fail_some(where, tmp_path, six, lasts=True, resources=Divided(threads=4)) > 2


@pytest.mark.parametrize("error", [errno.EDQUOT, errno.EIO, errno.EROFS, errno.EACCES])
def test_disk_error_names_its_reason_and_safe_layers(tmp_path: Path, six: Run, error: int) -> None:
    with Full(*WRITES["part written"], 20, lasts=True, error=error):
        message = refused(RunError, lambda: expand("pillars-6", out=tmp_path / "run"))
    assert f"layers to depth {Run(tmp_path / 'run').last_depth} are safe" in message
    assert "no space" in message if error == errno.EDQUOT else os.strerror(error) in message
    check_same(expand("pillars-6", out=tmp_path / "run"), six)


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """Mount a file system of some size, if this user may."""
    folder.mkdir()
    try:
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], capture_output=True)
    except OSError:
        pytest.skip("there is no mount here")
    if done.returncode:
        pytest.skip("mounting is not allowed here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.parametrize("threads", [1, 2])
def test_full_file_system_loses_no_layer(
    tmp_path: Path, eleven: Run, monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    """Without an estimate in advance, the writes themselves fail."""
    monkeypatch.setattr(machine, "free_disk", lambda _: 1 << 50)
    with small_disk(tmp_path / "disk", "12m") as here:
        (here / "ballast").write_bytes(bytes(11 << 20))
        out = here / "run"
        for keep in (11 << 20, 10 << 20, 0):
            os.truncate(here / "ballast", keep)
            if keep:
                message = refused(
                    RunError,
                    lambda: expand("11-puzzle", depth=eleven.last_depth, out=out, resources=Resources(threads=threads)),
                )
                assert "no space is left" in message
                assert f"layers to depth {Run(out).last_depth} are safe" in message
                check_start_of(Run(out), eleven)
                assert 5 < Run(out).last_depth < eleven.last_depth
        check_same(expand("11-puzzle", depth=eleven.last_depth, out=out, resources=Resources(threads=threads)), eleven)
