"""Files appear, or replace others, only when they are complete."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from slidefront import files
from slidefront.errors import OutputExistsError, PuzzleError, SlidefrontError
from slidefront.files import make_folder, new_file, replacement, sync, write_new
from tests.messages import refused

KILLED_WHILE_WRITING = """
import os, signal, sys
from pathlib import Path
from slidefront.files import replacement
with replacement(Path(sys.argv[1])) as file:
    file.write(b"half")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("appears", ["before", "meanwhile"])
def test_new_file_never_replaces_an_existing_one(tmp_path: Path, appears: str) -> None:
    path = tmp_path / "boards.csv"
    if appears == "before":
        path.write_text("precious")

    def write() -> None:
        with new_file(path) as file:
            file.write(b"other")
            path.write_text("precious")

    refused(OutputExistsError, write)
    assert path.read_text() == "precious"
    assert [path.name for path in tmp_path.iterdir()] == ["boards.csv"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, PuzzleError("no"), OSError(28, "No space left on device")])
def test_failed_write_leaves_no_file(tmp_path: Path, error: BaseException) -> None:
    with pytest.raises((KeyboardInterrupt, SlidefrontError)), new_file(tmp_path / "boards.csv") as file:
        file.write(b"half")
        assert not (tmp_path / "boards.csv").exists()
        raise error
    assert not [*tmp_path.iterdir()]


def test_file_system_without_links_uses_rename(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    with new_file(tmp_path / "boards.csv") as file:
        file.write(b"all")
    assert (tmp_path / "boards.csv").read_bytes() == b"all"
    assert [path.name for path in tmp_path.iterdir()] == ["boards.csv"]


def test_replacement_appears_only_when_complete(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_text("old")
    with replacement(path) as file:
        file.write(b"newer")
        assert path.read_text() == "old"
    assert path.read_text() == "newer"
    with pytest.raises(OSError, match="full"), replacement(path) as file:
        assert Path(file.name).exists()
        raise OSError(28, "full")
    assert path.read_text() == "newer"
    assert [*tmp_path.iterdir()] == [path]


def test_leftover_of_a_killed_process_is_removed(tmp_path: Path) -> None:
    """It may be as large as a table. Files that another process is writing stay."""
    path = tmp_path / "boards[1].csv"
    child = subprocess.run(
        [sys.executable, "-c", KILLED_WHILE_WRITING, str(path)], capture_output=True, text=True, check=False
    )
    assert child.returncode == -signal.SIGKILL, child.stderr
    (left,) = tmp_path.iterdir()
    mine = left.with_name(left.name.replace("boards", "others"))
    mine.write_text("of another file")
    with replacement(path) as other:
        assert not left.exists()
        write_new(path, b"all")
        other.write(b"other")
    assert path.read_bytes() == b"other"
    assert sorted(tmp_path.iterdir()) == sorted([path, mine])


@pytest.mark.parametrize("name", ["b" * 251 + ".csv", "\u20ac" * 85])
def test_longest_possible_file_name_works(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    write_new(path, b"all")
    with replacement(path) as file:
        file.write(b"new")
    assert path.read_bytes() == b"new"


def test_parents_of_new_folders_are_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(files, "sync", synced.append)
    make_folder(tmp_path / "a" / "b")
    assert sorted(synced) == [tmp_path, tmp_path / "a"]
    make_folder(tmp_path / "a" / "b")
    assert len(synced) == 2


@pytest.mark.parametrize("knows", [True, False])
def test_macos_sync_flushes_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, knows: bool) -> None:
    """A disk that does not support the request is synced as on other systems."""
    asked: list[int] = []

    def fcntl(_: int, request: int) -> None:
        asked.append(request)
        if not knows:
            raise OSError(45, "Operation not supported")

    plain: list[int] = []
    monkeypatch.setattr(files, "_FULL_SYNC", 51)
    monkeypatch.setattr("fcntl.fcntl", fcntl)
    monkeypatch.setattr(os, "fsync", plain.append)
    (tmp_path / "state").touch()
    sync(tmp_path / "state")
    assert (asked, len(plain)) == ([51], 0 if knows else 1)
