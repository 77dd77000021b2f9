"""The scratch folder: what does not carry the mark of ours is never removed, and is refused in one line."""

import json
import os
from pathlib import Path

import pytest

from slidefront.errors import RunError
from slidefront.explore.expand import expand
from slidefront.store.manifest import JOURNAL
from slidefront.store.scratch import MARK, Scratch
from tests.cli.conftest import Command
from tests.cli.conftest import slidefront as slidefront
from tests.messages import refused


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


def foreign_file(place: Path) -> None:
    place.write_text("mine")


def link_to_a_folder(place: Path) -> None:
    foreign_folder(place.parent.parent / "mine")
    place.symlink_to(place.parent.parent / "mine")


def link_to_an_empty_folder(place: Path) -> None:
    (place.parent.parent / "mine").mkdir()
    place.symlink_to(place.parent.parent / "mine")


def link_to_nothing(place: Path) -> None:
    place.symlink_to(place.parent / "nothing")


def other_mark(place: Path) -> None:
    place.mkdir()
    (place / "writer.json").write_text('{"novel": "chapter 1"}')


def other_text_as_mark(place: Path) -> None:
    place.mkdir()
    (place / "slidefront-scratch.txt").write_text("notes of a writer")


def folder_as_mark(place: Path) -> None:
    (place / MARK).mkdir(parents=True)


def no_mark_but_our_names(place: Path) -> None:
    place.mkdir()
    (place / JOURNAL).write_text("{}")
    (place / "0001-part-00000.parquet").write_text("mine")


FOREIGN = [
    foreign_folder,
    foreign_file,
    link_to_a_folder,
    link_to_an_empty_folder,
    link_to_nothing,
    other_mark,
    other_text_as_mark,
    folder_as_mark,
    no_mark_but_our_names,
]
foreign = pytest.mark.parametrize("make", FOREIGN, ids=lambda make: make.__name__)


@foreign
def test_what_is_not_ours_is_refused_and_stays(tmp_path: Path, make: object) -> None:
    (tmp_path / "run").mkdir()
    place = tmp_path / "run" / "_scratch"
    make(place)  # type: ignore[operator]
    before = snapshot(tmp_path)
    scratch = Scratch(place)
    for use in (scratch.check, scratch.open):
        assert str(place) in refused(RunError, use)
    scratch.remove()
    assert snapshot(tmp_path) == before
    assert os.path.lexists(place)


@foreign
def test_expand_refuses_it_in_one_line(tmp_path: Path, slidefront: Command, make: object) -> None:
    out = tmp_path / "out"
    out.mkdir()
    make(out / "_scratch")  # type: ignore[operator]
    before = snapshot(tmp_path)
    error = slidefront("expand", "pillars-6", "--depth", "3", "--out", str(out), code=2).err
    assert len(error.strip().splitlines()) == 1
    assert "scratch" in error
    after = snapshot(tmp_path)
    after.pop("out/_lock", None)
    assert after == before
    assert os.path.lexists(out / "_scratch")


def test_a_link_among_our_files_is_removed_without_what_it_leads_to(tmp_path: Path) -> None:
    foreign_folder(tmp_path / "mine")
    scratch = Scratch(tmp_path / "scratch")
    scratch.open()
    (scratch.folder / "keys").symlink_to(tmp_path / "mine")
    before = snapshot(tmp_path / "mine")
    scratch.remove()
    assert not scratch.folder.exists()
    assert snapshot(tmp_path / "mine") == before


def test_an_empty_folder_is_fine(tmp_path: Path) -> None:
    (tmp_path / "out" / "_scratch").mkdir(parents=True)
    Scratch(tmp_path / "out" / "_scratch").check()
    expand("pillars-6", depth=3, out=tmp_path / "out")
    assert not (tmp_path / "out" / "_scratch").exists()


def test_the_mark_says_who_writes(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "a" / "scratch")
    assert scratch.owner() is None
    scratch.open()
    mark = json.loads((scratch.folder / MARK).read_text())
    assert scratch.owner() == f"process {os.getpid()} on {mark['host']}"
    assert [path.name for path in scratch.folder.iterdir()] == [MARK]


def test_our_own_is_opened_again_and_removed(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "scratch")
    scratch.open()
    (scratch.folder / "keys").mkdir()
    (scratch.folder / "keys" / "chunk").write_text("x")
    Scratch(tmp_path / "scratch").open()
    assert (scratch.folder / "keys" / "chunk").exists()
    scratch.remove()
    assert not scratch.folder.exists()
    scratch.remove()


@pytest.mark.parametrize("name", [MARK, f".{MARK}.0123456789ab.tmp"])
@pytest.mark.parametrize("content", ["", "{", '{"process": 7, "ho'])
def test_a_mark_that_a_killed_process_has_not_finished_is_ours(tmp_path: Path, name: str, content: str) -> None:
    """The same command must go on after kill -9 at any moment."""
    scratch = Scratch(tmp_path / "scratch")
    scratch.folder.mkdir()
    (scratch.folder / name).write_text(content)
    assert scratch.owner() is None
    scratch.open()
    assert [path.name for path in scratch.folder.iterdir()] == [MARK]
    assert scratch.owner() is not None


def test_parts_that_wait_are_cleared_but_for_those_to_keep(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "scratch")
    scratch.open()
    parts = [scratch.part(depth, "part-00000.parquet") for depth in (3, 12)]
    for path in (*parts, scratch.folder / JOURNAL):
        path.write_text("x")
    assert parts[1] == scratch.folder / "0012-part-00000.parquet"
    assert (scratch.folder / JOURNAL).exists()
    scratch.clear_parts({parts[1]})
    assert sorted(path.name for path in scratch.folder.iterdir()) == sorted([parts[1].name, JOURNAL, MARK])
