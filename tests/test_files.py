"""Files that are new, or replace others, only when they are complete."""

import os
from pathlib import Path

import pytest

from slidefront.errors import PuzzleError, SlidefrontError
from slidefront.files import new_file, replacement
from tests.messages import refused


def test_a_file_that_is_there_is_never_replaced(tmp_path: Path) -> None:
    path = tmp_path / "boards.csv"
    path.write_text("precious")

    def write() -> None:
        with new_file(path) as file:
            file.write(b"other")

    assert "boards.csv already exists" in refused(SlidefrontError, write)
    path.unlink()

    def race() -> None:
        with new_file(path) as file:
            file.write(b"other")
            path.write_text("precious")

    assert "boards.csv already exists" in refused(SlidefrontError, race)
    assert path.read_text() == "precious"
    assert [path.name for path in tmp_path.iterdir()] == ["boards.csv"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, PuzzleError("no"), OSError(28, "No space left on device")])
def test_a_part_of_a_file_stays_nowhere(tmp_path: Path, error: BaseException) -> None:
    with pytest.raises((KeyboardInterrupt, SlidefrontError)), new_file(tmp_path / "boards.csv") as file:
        file.write(b"half")
        assert not (tmp_path / "boards.csv").exists()
        raise error
    assert not [*tmp_path.iterdir()]


def test_where_there_are_no_links_the_file_is_renamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    with new_file(tmp_path / "boards.csv") as file:
        file.write(b"all")
    assert (tmp_path / "boards.csv").read_bytes() == b"all"
    assert [path.name for path in tmp_path.iterdir()] == ["boards.csv"]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    def write() -> None:
        with new_file(tmp_path / "none" / "boards.csv"):
            pass

    assert "cannot write" in refused(SlidefrontError, write)


def test_a_file_is_replaced_when_it_is_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, synced = tmp_path / "state.json", []
    monkeypatch.setattr(os, "fsync", synced.append)
    path.write_text("old")
    for durable, text in ((False, "new"), (True, "newer")):
        with replacement(path, durable=durable) as file:
            file.write(text.encode())
            assert path.read_text() != text
        assert path.read_text() == text
    assert len(synced) == 1
    with pytest.raises(OSError, match="full"), replacement(path, tmp_path / "waiting") as file:
        assert (tmp_path / "waiting").exists()
        raise OSError(28, "full")
    assert path.read_text() == "newer"
    assert [*tmp_path.iterdir()] == [path]
