"""The one writer of a run: its lock, what it refuses, what it commits, and what it clears away."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from slidefront.errors import RunError
from slidefront.store import writer as writing
from slidefront.store.manifest import load_manifest
from slidefront.store.run import Run
from slidefront.store.writer import RunWriter, check_folder
from tests.messages import refused
from tests.store.conftest import first_layers, manifest_of, put

LAYERS = first_layers(6)


def enter(folder: Path, **given: str) -> None:
    with RunWriter(folder, manifest_of(**given)):
        pass


def snapshot(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_new_run(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "down" / "run"
    enter(folder)
    assert load_manifest(folder) == manifest_of()
    assert not (folder / "scratch").exists()
    assert Run(folder).depth == -1


def test_layers_come_back(small_run: Path) -> None:
    run = Run(small_run)
    assert [run.keys(depth).tolist() for depth in range(7)] == LAYERS
    assert names(small_run / "layers") == [f"{depth:04d}" for depth in range(7)]


def test_a_later_writer_goes_on(small_run: Path) -> None:
    before = snapshot(small_run / "layers")
    deeper = first_layers(7)[7]
    with RunWriter(small_run, manifest_of()) as writer:
        assert writer.manifest.depth == 6
        put(writer, 7, deeper)
        writer.finish(whole=False)
    assert Run(small_run).keys(7).tolist() == deeper
    after = snapshot(small_run / "layers")
    assert {name: after[name] for name in before} == before


def test_nothing_counts_before_its_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "COMMIT_SECONDS", 1000)
    with RunWriter(tmp_path, manifest_of()) as writer:
        assert Run(tmp_path).depth == -1
        put(writer, 0, LAYERS[0])
        writer.finish(whole=False)
        assert Run(tmp_path).depth == 0
        put(writer, 1, LAYERS[1])
        put(writer, 2, LAYERS[2])
        assert Run(tmp_path).depth == 0
        assert names(tmp_path / "layers") == ["0000"]
        writer.finish(whole=False)
        assert Run(tmp_path).depth == 2
    assert [Run(tmp_path).keys(depth).tolist() for depth in range(3)] == LAYERS[:3]


def test_pending_layers_are_lost_without_finish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "COMMIT_SECONDS", 1000)
    with RunWriter(tmp_path, manifest_of()) as writer:
        put(writer, 0, LAYERS[0])
        writer.finish(whole=False)
        put(writer, 1, LAYERS[1])
    assert Run(tmp_path).depth == 0
    assert names(tmp_path / "layers") == ["0000"]


def test_whole(small_run: Path) -> None:
    assert not Run(small_run).manifest.whole
    with RunWriter(small_run, manifest_of()) as writer:
        writer.finish(whole=True)
    assert Run(small_run).manifest.whole


def test_finish_without_news_writes_nothing(small_run: Path) -> None:
    before = (small_run / "run.json").stat()
    with RunWriter(small_run, manifest_of()) as writer:
        writer.finish(whole=False)
    after = (small_run / "run.json").stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_error_inside_frees_the_lock_and_clears_scratch(small_run: Path) -> None:
    with pytest.raises(ZeroDivisionError), RunWriter(small_run, manifest_of()) as writer:
        put(writer, 7, [1, 2, 3])
        raise ZeroDivisionError
    assert not (small_run / "scratch").exists()
    enter(small_run)


# What is refused


@pytest.mark.parametrize("existing", [["notes.txt"], ["lock", "layers"], [".hidden"], ["scratch", "lock", "x"]])
def test_foreign_folder(tmp_path: Path, existing: list[str]) -> None:
    for name in existing:
        (tmp_path / name).mkdir()
    message = refused(RunError, enter, tmp_path)
    assert "is no run" in message
    assert any(name in message for name in existing if name not in {"lock", "scratch"})
    assert names(tmp_path) == sorted(existing)


def test_remains_of_a_killed_beginning_are_no_foreign_folder(tmp_path: Path) -> None:
    (tmp_path / "lock").touch()
    (tmp_path / "scratch").mkdir()
    (tmp_path / "scratch" / "writer.json").write_text("{")
    assert not check_folder(tmp_path)
    enter(tmp_path)
    assert Run(tmp_path).depth == -1


def test_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    assert "is no folder" in refused(RunError, enter, tmp_path / "file")
    assert (tmp_path / "file").read_text() == "mine"


def test_folder_below_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    refused(RunError, enter, tmp_path / "file" / "run")


def test_lock_that_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "lock").mkdir()
    refused(RunError, enter, tmp_path)


def test_scratch_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "scratch").write_text("x")
    refused(RunError, enter, tmp_path)


def test_layers_that_are_a_file(tmp_path: Path) -> None:
    enter(tmp_path)
    (tmp_path / "layers").write_text("x")
    with RunWriter(tmp_path, manifest_of()) as writer, pytest.raises(OSError):
        put(writer, 0, LAYERS[0])
        writer.finish(whole=False)
    assert Run(tmp_path).depth == -1


@pytest.mark.skipif(os.getuid() == 0, reason="root may write everywhere")
def test_folder_without_permission(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        refused(RunError, enter, tmp_path / "run")
    finally:
        tmp_path.chmod(0o700)


def test_other_puzzle(small_run: Path) -> None:
    before = snapshot(small_run)
    message = refused(RunError, lambda: enter(small_run, name="10-puzzle"))
    assert "8-puzzle" in message
    assert "10-puzzle" in message
    assert "--out" in message
    assert snapshot(small_run) == before
    assert not (small_run / "scratch").exists()


def test_other_metric(small_run: Path) -> None:
    wanted = manifest_of()
    wanted.metric = "slide"
    message = refused(RunError, lambda: RunWriter(small_run, wanted).__enter__())
    assert "step" in message
    assert "slide" in message


def test_other_start(small_run: Path) -> None:
    before = snapshot(small_run)
    message = refused(RunError, lambda: enter(small_run, start="1_2345678", start_digest="00000000000000bb"))
    assert "from home" in message
    assert "1_2345678" in message
    assert snapshot(small_run) == before
    assert not (small_run / "scratch").exists()


def test_same_start_by_another_name(small_run: Path) -> None:
    enter(small_run, start="_12345678")
    assert Run(small_run).manifest.start == "home"


def test_damaged_manifest(small_run: Path) -> None:
    (small_run / "run.json").write_text("{")
    before = snapshot(small_run)
    assert "damaged" in refused(RunError, enter, small_run)
    assert snapshot(small_run) == before


# The lock


def test_second_writer_is_told_who_writes(small_run: Path) -> None:
    with RunWriter(small_run, manifest_of()) as first:
        message = refused(RunError, enter, small_run)
        assert f"process {os.getpid()} " in message
        assert str(small_run) in message
        assert first.scratch.is_dir(), "the second writer must not clear the first one's scratch"
        assert Run(small_run).keys(6).tolist() == LAYERS[6], "readers need no lock"
    enter(small_run)


def test_a_writer_refused_leaves_the_lock_held(small_run: Path) -> None:
    with RunWriter(small_run, manifest_of()):
        refused(RunError, enter, small_run)
        refused(RunError, enter, small_run)


@pytest.mark.parametrize("content", ["{", "[]", '{"process": "x", "host": "y"}', "null"])
def test_second_writer_when_the_first_left_no_name(small_run: Path, content: str) -> None:
    with RunWriter(small_run, manifest_of()) as first:
        (first.scratch / "writer.json").write_text(content)
        assert "another process" in refused(RunError, enter, small_run)


def test_a_run_finished_between_check_and_lock_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two writers begin at once; the second gets the lock only when the first has come and gone."""
    late = RunWriter(tmp_path, manifest_of())
    acquire = late._lock.acquire

    def after_another(*given: Any, **named: Any) -> Any:
        with RunWriter(tmp_path, manifest_of()) as first:
            put(first, 0, LAYERS[0])
            first.finish(whole=False)
        return acquire(*given, **named)

    monkeypatch.setattr(late._lock, "acquire", after_another)
    with late:
        assert late.manifest.depth == 0
    assert Run(tmp_path).keys(0).tolist() == LAYERS[0]


HOLD = """
import sys, time
from pathlib import Path
from slidefront.store.writer import RunWriter
from tests.store.conftest import manifest_of, put
with RunWriter(Path(sys.argv[1]), manifest_of()) as writer:
    put(writer, 7, [1, 2, 3])
    writer.finish(whole=False)
    (writer.folder / "layers" / "0009").mkdir()
    writer.layer_scratch(8)
    print("held", flush=True)
    time.sleep(60)
"""


def test_lock_is_free_after_sigkill(small_run: Path) -> None:
    holder = subprocess.Popen([sys.executable, "-c", HOLD, str(small_run)], stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    try:
        assert holder.stdout.readline() == "held\n"
        assert f"process {holder.pid} " in refused(RunError, enter, small_run)
        assert Run(small_run).keys(6).tolist() == LAYERS[6]
    finally:
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        holder.stdout.close()
    assert json.loads((small_run / "scratch" / "writer.json").read_text())["process"] == holder.pid
    with RunWriter(small_run, manifest_of()) as writer:
        assert writer.manifest.depth == 7
        assert names(writer.scratch) == ["writer.json"]
    assert names(small_run / "layers") == [f"{depth:04d}" for depth in range(8)]


# What others left behind


def test_unnamed_layers_are_cleared(small_run: Path) -> None:
    (small_run / "layers" / "0007").mkdir()
    (small_run / "layers" / "0007" / "part-00000.parquet").write_text("half")
    (small_run / "layers" / "0008").mkdir()
    before = {name: content for name, content in snapshot(small_run).items() if "0007" not in name}
    enter(small_run)
    assert names(small_run / "layers") == [f"{depth:04d}" for depth in range(7)]
    assert snapshot(small_run) == before


def test_readers_clear_nothing(small_run: Path) -> None:
    (small_run / "layers" / "0007").mkdir()
    (small_run / "scratch").mkdir()
    Run(small_run).keys(3)
    assert (small_run / "layers" / "0007").is_dir()
    assert (small_run / "scratch").is_dir()


def test_leftover_scratch_is_cleared(small_run: Path) -> None:
    (small_run / "scratch" / "0007").mkdir(parents=True)
    (small_run / "scratch" / "0007" / "part-00000.parquet").write_text("half")
    (small_run / "scratch" / "run.json").write_text("half")
    with RunWriter(small_run, manifest_of()) as writer:
        assert names(writer.scratch) == ["writer.json"]
    assert not (small_run / "scratch").exists()


def test_a_refused_writer_clears_nothing(small_run: Path) -> None:
    """The layer beyond the manifest may be another writer's, in the middle of its commit."""
    (small_run / "layers" / "0007").mkdir()
    refused(RunError, lambda: enter(small_run, name="10-puzzle"))
    assert (small_run / "layers" / "0007").is_dir()
