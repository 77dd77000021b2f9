"""The one writer of a run: its lock, what it refuses, what it commits, and what it clears away."""

import errno
import hashlib
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from itertools import count, product
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from slidefront import files
from slidefront.errors import RunError
from slidefront.executors.budget import WorkSizes
from slidefront.store import writer as writing
from slidefront.store.manifest import JOURNAL, Manifest
from slidefront.store.run import Run
from slidefront.store.writer import MARK, RunWriter, Scratch, keys_in
from tests.cli.conftest import slidefront as slidefront
from tests.messages import refused
from tests.store.conftest import Full, cut, first_layers, manifest_of, put

LAYERS = first_layers(6)


def enter(folder: Path, *, replace: bool = False, **given: str) -> None:
    with RunWriter(folder, manifest_of(**given), replace=replace):
        pass


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_layers_count_after_their_commit(tmp_path: Path) -> None:
    with RunWriter(tmp_path, manifest_of(), sizes=WorkSizes(commit_seconds=1000)) as writer:
        assert Run(tmp_path).last_depth == -1
        put(writer, 0, LAYERS[0])
        writer.finish(whole=False)
        assert Run(tmp_path).last_depth == 0
        put(writer, 1, LAYERS[1])
        put(writer, 2, LAYERS[2])
        assert Run(tmp_path).last_depth == 0
        assert names(tmp_path / "layers") == ["0000"]
        writer.finish(whole=False)
        assert Run(tmp_path).last_depth == 2
    assert [Run(tmp_path).keys(depth).tolist() for depth in range(3)] == LAYERS[:3]


def test_error_inside_frees_the_lock_and_clears_scratch(small_run: Path) -> None:
    with pytest.raises(ZeroDivisionError), RunWriter(small_run, manifest_of()) as writer:
        put(writer, 7, [1, 2, 3])
        raise ZeroDivisionError
    assert not (small_run / "_scratch").exists()
    enter(small_run)


@contextmanager
def at_leisure(folder: Path) -> Iterator[RunWriter]:
    """Open a run whose layers wait until it is finished."""
    with RunWriter(folder, manifest_of(), sizes=WorkSizes(commit_seconds=1000)) as writer:
        writer.finish(whole=False)
        writer._committed_at = time.monotonic()
        yield writer


def content(folder: Path) -> list[list[int]]:
    run = Run(folder)
    return [run.keys(depth).tolist() for depth in range(run.last_depth + 1)]


def check_files(folder: Path) -> None:
    """Check that the layers are the files that the manifest names, and those alone."""
    run = Run(folder)
    named = {
        f"{layer.depth:04d}/{part.file}": (part.bytes, part.sha256) for layer in run.layers for part in layer.parts
    }
    found = snapshot(folder / "layers")
    assert {name: (len(data), hashlib.sha256(data).hexdigest()) for name, data in found.items()} == named


def put_four(writer: RunWriter) -> None:
    for depth in range(4):
        put(writer, depth, *cut(LAYERS[depth], 2 if depth else 1))


PLACES = {
    "part synced": (writing.RunWriter, "_sync_parts"),
    "part moved": (Path, "replace"),
    "folder made": (Path, "mkdir"),
    "folder synced": (writing.RunWriter, "_sync_folder"),
    "manifest written": (Manifest, "save"),
    "manifest synced": (files, "sync"),
}
"""What a commit does, each as the function that does it."""


@pytest.mark.parametrize("where", PLACES.values(), ids=PLACES)
def test_next_commit_completes_a_failed_one(tmp_path: Path, where: tuple[Any, str]) -> None:
    """What the manifest names is there all the time, and the writer never takes more for committed than that."""
    for call in count(1):
        folder = tmp_path / str(call)
        with at_leisure(folder) as writer:
            put_four(writer)
            raised = False
            with Full(*where, call) as full:
                try:
                    writer.finish(whole=True)
                except OSError:
                    raised = True
            assert raised is (full.calls >= call)
            named = Run(folder)
            assert content(folder) == LAYERS[: named.last_depth + 1]
            assert (
                writer.manifest.depth
                <= named.last_depth
                < (4 if not raised or where == PLACES["manifest synced"] else 3)
            )
            assert named.manifest.whole is (named.last_depth == 3)
            writer.finish(whole=True)
        assert content(folder) == LAYERS[:4]
        assert Run(folder).manifest.whole
        check_files(folder)
        if not raised:
            assert call > 1
            return


def test_layers_before_a_failed_move_count(tmp_path: Path) -> None:
    """Of one and two parts and so on: the part that fails takes its layer and all deeper ones with it."""
    where = PLACES["part moved"]
    for call, depth in enumerate([-1, 0, 0, 1, 1, 2, 2], 1):
        folder = tmp_path / str(call)
        with at_leisure(folder) as writer:
            put_four(writer)
            with Full(*where, call), pytest.raises(OSError):
                writer.finish(whole=False)
            assert (Run(folder).last_depth, writer.manifest.depth) == (depth, depth)
        assert Run(folder).last_depth == depth
        enter(folder)
        check_files(folder)


def test_repeated_failure_keeps_committed_layers(tmp_path: Path) -> None:
    """The manifest is replaced, then the disk fails: the writer cannot know, and places its layers once more."""
    with at_leisure(tmp_path) as writer:
        put_four(writer)
        with Full(*PLACES["manifest synced"], 1), pytest.raises(OSError):
            writer.finish(whole=False)
        assert (Run(tmp_path).last_depth, writer.manifest.depth) == (3, -1)
        with Full(os, "fsync", 1, lasts=True), pytest.raises(OSError):
            writer.finish(whole=False)
        assert content(tmp_path) == LAYERS[:4]
    assert content(tmp_path) == LAYERS[:4]
    check_files(tmp_path)


def test_failed_background_commit_raises_at_the_next_layer(tmp_path: Path) -> None:
    with RunWriter(tmp_path, manifest_of(), sizes=WorkSizes(commit_seconds=0)) as writer:
        with Full(*PLACES["part moved"], 1), pytest.raises(OSError):
            for depth in range(7):
                put(writer, depth, LAYERS[depth])
                wait([writer._committing] if writer._committing else [])
        writer.finish(whole=False)
        assert content(tmp_path) == LAYERS[: writer.manifest.depth + 1]
        assert writer.manifest.depth >= 1
    check_files(tmp_path)


@pytest.mark.parametrize("existing", [["notes.txt"], ["_lock", "layers"], [".hidden"], ["_scratch", "_lock", "x"]])
def test_foreign_folder_is_refused(tmp_path: Path, existing: list[str]) -> None:
    for name in existing:
        (tmp_path / name).mkdir()
    message = refused(RunError, enter, tmp_path)
    assert "is not a run folder" in message
    assert any(name in message for name in existing if name not in {"_lock", "_scratch"})
    assert names(tmp_path) == sorted(existing)


def test_file_instead_of_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    assert "is not a folder" in refused(RunError, enter, tmp_path / "file")
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize("run_is_there", [False, True])
def test_foreign_lock_file_is_kept(tmp_path: Path, run_is_there: bool) -> None:
    if run_is_there:
        enter(tmp_path)
    (tmp_path / "_lock").write_text("notes on canals")
    message = refused(RunError, enter, tmp_path)
    assert message == f"{tmp_path}/_lock was not made by slidefront, which locks a file of that name: move it"
    assert (tmp_path / "_lock").read_text() == "notes on canals"


OTHERS: dict[str, tuple[dict[str, str], list[str]]] = {
    "puzzle": ({"name": "10-puzzle"}, ["8-puzzle", "10-puzzle", "replace it, or choose another folder"]),
    "start": ({"start": "1_2345678", "start_digest": "00000000000000bb"}, ["from home", "1_2345678"]),
    "metric": ({"metric": "line"}, ["step", "line"]),
}


@pytest.mark.parametrize(("given", "said"), OTHERS.values(), ids=OTHERS)
def test_run_of_another_puzzle_start_or_metric_raises(small_run: Path, given: dict[str, str], said: list[str]) -> None:
    """What is there beyond its manifest may be another writer's, in the middle of its commit."""
    (small_run / "layers" / "0007").mkdir()
    before = snapshot(small_run)
    message = refused(RunError, partial(enter, small_run, **given))
    assert all(word in message for word in said)
    assert snapshot(small_run) == before
    assert (small_run / "layers" / "0007").is_dir()
    assert not (small_run / "_scratch").exists()


def test_second_writer_gets_the_name_of_the_first(small_run: Path) -> None:
    with RunWriter(small_run, manifest_of()) as first:
        message = refused(RunError, enter, small_run)
        assert f"process {os.getpid()} " in message
        assert str(small_run) in message
        assert first.scratch.folder.is_dir(), "the second writer must not clear the first one's scratch"
        assert Run(small_run).keys(6).tolist() == LAYERS[6], "readers need no lock"
    enter(small_run)


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS])
def test_file_system_without_locks_raises_run_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def flock(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("fcntl.flock", flock)
    message = refused(RunError, enter, tmp_path / "run")
    assert message == f"cannot lock {tmp_path}/run: its file system has no locks; choose another disk"


def test_run_finished_between_check_and_lock_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two writers begin at once; the second gets the lock only when the first has come and gone."""
    acquire = writing.acquire

    def after_another(folder: Path) -> BinaryIO:
        monkeypatch.setattr(writing, "acquire", acquire)
        with RunWriter(folder, manifest_of()) as first:
            put(first, 0, LAYERS[0])
            first.finish(whole=False)
        return acquire(folder)

    monkeypatch.setattr(writing, "acquire", after_another)
    with RunWriter(tmp_path, manifest_of()) as late:
        assert late.manifest.depth == 0
    assert Run(tmp_path).keys(0).tolist() == LAYERS[0]


def leave_unnamed_layer(folder: Path) -> Path:
    """Let a writer move a layer in place and stop before the manifest names it."""
    with at_leisure(folder) as writer:
        put(writer, 7, first_layers(7)[7])
        with Full(*PLACES["manifest written"], 1), pytest.raises(OSError):
            writer.finish(whole=False)
    return folder / "layers" / "0007"


def test_uncommitted_layers_are_removed(small_run: Path) -> None:
    before = snapshot(small_run)
    assert names(leave_unnamed_layer(small_run)) == ["part-00000.parquet"]
    (small_run / "layers" / "0008").mkdir()
    enter(small_run)
    assert names(small_run / "layers") == [f"{depth:04d}" for depth in range(7)]
    assert snapshot(small_run) == before


UNCOMMITTED = ["0007/notes.txt", "0007/part-00001.parquet", "0009", "0009/deep/notes.txt"]
REPLACED = ["0003/notes.txt", "0003/.notes", "notes/a.txt", "0006/part-00003.parquet"]


@pytest.mark.parametrize(("foreign", "replace"), [*product(UNCOMMITTED, [False]), *product(REPLACED, [True])])
def test_foreign_files_block_removal_of_layers(small_run: Path, foreign: str, replace: bool) -> None:
    """An interrupted writer can still finish its layer once the foreign files are moved."""
    leave_unnamed_layer(small_run)
    (small_run / "layers" / foreign).parent.mkdir(parents=True, exist_ok=True)
    (small_run / "layers" / foreign).write_text("mine")
    Scratch(small_run / "_scratch").open()
    (small_run / "_scratch" / JOURNAL).write_text("{}")
    before = snapshot(small_run)
    refused(RunError, partial(enter, small_run, replace=replace, name="10-puzzle" if replace else "8-puzzle"))
    assert snapshot(small_run) == before


@pytest.mark.parametrize("where", [(Path, "rename"), (Manifest, "save")])
def test_interrupted_replacement_starts_over(small_run: Path, where: tuple[Any, str]) -> None:
    (small_run / "notes.txt").write_text("mine")
    with Full(*where, 1), pytest.raises(RunError):
        enter(small_run, replace=True, name="10-puzzle")
    enter(small_run, replace=True, name="10-puzzle")
    assert Run(small_run).manifest == manifest_of("10-puzzle")
    assert names(small_run) == ["_lock", "_run.json", "notes.txt"]


def snapshot(folder: Path) -> dict[str, str | bytes]:
    """All files, and links as links."""
    return {
        str(path.relative_to(folder)): str(path.readlink()) if path.is_symlink() else path.read_bytes()
        for path in folder.rglob("*")
        if path.is_symlink() or path.is_file()
    }


def foreign_folder(place: Path) -> None:
    (place / "deep").mkdir(parents=True)
    (place / "thesis.txt").write_text("mine")
    (place / "deep" / "data.bin").write_bytes(b"mine too")


def link_to_a_folder(place: Path) -> None:
    foreign_folder(place.parent.parent / "mine")
    place.symlink_to(place.parent.parent / "mine")


def no_mark_but_our_names(place: Path) -> None:
    place.mkdir()
    (place / JOURNAL).write_text("{}")
    (place / "0001-part-00000.parquet").write_text("mine")


FOREIGN: dict[str, Callable[[Path], object]] = {
    "folder": foreign_folder,
    "file": lambda place: place.write_text("mine"),
    "link to a folder": link_to_a_folder,
    "folder as mark": lambda place: (place / MARK).mkdir(parents=True),
    "no mark but our names": no_mark_but_our_names,
}


@pytest.mark.parametrize("make", FOREIGN.values(), ids=FOREIGN)
def test_foreign_scratch_folder_is_kept(tmp_path: Path, make: Callable[[Path], object]) -> None:
    (tmp_path / "run").mkdir()
    place = tmp_path / "run" / "_scratch"
    make(place)
    before = snapshot(tmp_path)
    scratch = Scratch(place)
    for use in (scratch.check, scratch.open):
        assert str(place) in refused(RunError, use)
    scratch.remove()
    assert snapshot(tmp_path) == before
    assert os.path.lexists(place)


@pytest.mark.parametrize("name", [MARK, f".{MARK}.0123456789ab.tmp"])
@pytest.mark.parametrize("content", ["", "{", '{"process": 7, "ho'])
def test_unfinished_mark_is_recognised(tmp_path: Path, name: str, content: str) -> None:
    """The same command must go on after kill -9 at any moment."""
    scratch = Scratch(tmp_path / "scratch")
    scratch.folder.mkdir()
    (scratch.folder / name).write_text(content)
    assert scratch.mark() == {}
    scratch.open()
    assert [path.name for path in scratch.folder.iterdir()] == [MARK]
    assert f"process {os.getpid()} on " in scratch.mark()["process"]


class Killed(BaseException):
    """Ends a process that removes nothing any more."""


def test_next_writer_finishes_the_removal_of_scratch(
    small_run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At each removal of a file or folder: the scratch folder of a killed run, and the keys that it had elsewhere.

    Folders list the mark first, because most file systems list names in any order.
    """
    scan = os.scandir
    monkeypatch.setattr(os, "listdir", lambda path: [entry.name for entry in os.scandir(path).enter_result])
    monkeypatch.setattr(os, "scandir", lambda path: nullcontext(sorted(scan(path), key=lambda at: MARK not in at.name)))
    scratch, left = Scratch(small_run / "_scratch"), keys_in(tmp_path / "elsewhere", small_run)
    for most in count():
        scratch.open(keys=str(left))
        Scratch(left).open()
        for folder in (scratch.folder, left):
            (folder / "keys").mkdir()
            for name in ("0007-a", "keys/0007-b", "zzz"):
                (folder / name).touch()
        calls = count()

        def remove(real: Callable[..., None], *given: Any, most: int = most, calls: Any = calls, **named: Any) -> None:
            if next(calls) >= most:
                raise Killed
            real(*given, **named)

        with monkeypatch.context() as changed:
            for name in ("unlink", "rmdir"):
                changed.setattr(os, name, partial(remove, getattr(os, name)))
            with suppress(Killed):
                enter(small_run)
        was_killed = next(calls) > most
        enter(small_run)
        assert not left.exists()
        assert not scratch.folder.exists()
        if not was_killed:
            break
    assert most > 10


@pytest.mark.parametrize("content", [None, "keys", "thesis.txt", MARK])
@pytest.mark.parametrize("named", [False, True], ids=["another name", "the name for this run"])
def test_only_key_folders_of_this_run_are_removed(
    small_run: Path, tmp_path: Path, content: str | None, named: bool
) -> None:
    """The mark in the run is data, which others may have changed."""
    left = keys_in(tmp_path / "elsewhere", small_run if named else tmp_path / "other")
    left.mkdir(parents=True)
    if content is not None:
        (left / content).write_text("{}")
    Scratch(small_run / "_scratch").open(keys=str(left))
    enter(small_run)
    assert left.exists() is not (named and content in (None, MARK))
    link = keys_in(tmp_path / "linked", small_run)
    link.parent.mkdir()
    foreign_folder(tmp_path / "mine")
    link.symlink_to(tmp_path / "mine")
    Scratch(small_run / "_scratch").open(keys=str(link))
    enter(small_run)
    assert link.is_symlink()
    assert (tmp_path / "mine" / "thesis.txt").exists()
