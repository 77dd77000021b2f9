"""Repairing: what is good stays as it is, what is not goes, and nothing is ever half done."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from slidefront.check import repair as repairing
from slidefront.check.files import Report
from slidefront.check.repair import repair, repairable
from slidefront.check.verify import verify
from slidefront.errors import RunError
from slidefront.explore.expand import expand
from slidefront.store import writer as writing
from slidefront.store.manifest import Manifest
from slidefront.store.run import Run
from slidefront.store.writer import RunWriter, remove
from tests.explore.conftest import check_same, files
from tests.messages import refused

PART = "part-00000.parquet"
DEPTH = 9


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return expand("pillars-6", out=tmp_path_factory.mktemp("whole"))


@pytest.fixture
def run(tmp_path: Path, whole: Run) -> Run:
    shutil.copytree(whole.folder, tmp_path / "run")
    return Run(tmp_path / "run")


def go_on(folder: Path, whole: Run) -> None:
    check_same(expand("pillars-6", out=folder), whole)
    assert verify(folder, deep=True).good


@pytest.mark.parametrize("depth", [0, 1, DEPTH, 21])
def test_a_run_drops_back_and_goes_on(run: Run, whole: Run, depth: int) -> None:
    before = files(run.folder)
    (run.folder / "layers" / f"{depth:04d}" / PART).unlink()
    left = repair(verify(run))
    assert (left.depth, left.whole) == (depth - 1, False)
    report = verify(run.folder, deep=True)
    assert (report.manifest, report.good, report.leftovers, report.safe) == (left, True, (), depth - 1)
    kept = {name for name in before if "layers" <= name < f"layers/{depth:04d}"}
    assert {name: content for name, content in files(run.folder).items() if name != "_run.json"} == {
        name: before[name] for name in kept
    }
    go_on(run.folder, whole)


def test_a_good_run_stays_as_it_is(run: Run, whole: Run) -> None:
    before = files(run.folder)
    assert repair(verify(run)) == run.manifest
    assert files(run.folder) == before
    go_on(run.folder, whole)


def test_an_end_that_is_none_is_taken_back(tmp_path: Path, whole: Run) -> None:
    run = expand("pillars-6", depth=DEPTH, out=tmp_path)
    with RunWriter(tmp_path, run.manifest) as writer:
        writer.finish(whole=True)
    assert repair(verify(tmp_path)).depth == DEPTH
    assert not Run(tmp_path).manifest.whole
    go_on(tmp_path, whole)


def test_strays_and_leftovers_go(run: Run, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "mine.txt").write_text("mine")
    layers = run.folder / "layers"
    (layers / "0005" / "other.parquet").write_text("x")
    (layers / "notes" / "deep").mkdir(parents=True)
    (layers / "link").symlink_to(outside)
    (layers / "0077").symlink_to(outside)
    (layers / "0078").mkdir()
    (run.folder / "_scratch").mkdir()
    report = verify(run)
    assert len(report.strays) == 3
    assert len(report.leftovers) == 3
    assert repair(report) == run.manifest
    assert verify(run) == Report(run.folder, False, run.manifest)
    assert (outside / "mine.txt").read_text() == "mine"


def test_what_went_meanwhile_is_no_error(run: Run) -> None:
    (run.folder / "layers" / "stray").touch()
    report = verify(run)
    (run.folder / "layers" / "stray").unlink()
    before = files(run.folder)
    repair(report)
    assert files(run.folder) == before


@pytest.mark.parametrize("content", ["", "{", '{"format": "slidefront run", "version": 9}'])
def test_a_manifest_that_cannot_be_read_is_left_alone(run: Run, content: str) -> None:
    (run.folder / "_run.json").write_text(content)
    before = files(run.folder)
    report = verify(run)
    message = refused(RunError, repair, report)
    assert message == refused(RunError, repairable, report)
    assert "restore it from a copy, or expand again into another folder" in message
    assert files(run.folder) == before


def test_a_manifest_in_doubt_is_left_alone(run: Run) -> None:
    path = run.folder / "_run.json"
    path.write_text(path.read_text().replace(run.manifest.identity, "ab" * 32))
    before = files(run.folder)
    refused(RunError, repair, verify(run))
    assert files(run.folder) == before


def test_a_run_that_is_being_written(run: Run) -> None:
    (run.folder / "layers" / "0005" / PART).unlink()
    report = verify(run)
    with RunWriter(run.folder, run.manifest):
        assert "is being written by process" in refused(RunError, repair, report)
    assert Run(run.folder).depth == 21


def test_a_run_that_has_changed_since(tmp_path: Path) -> None:
    run = expand("pillars-6", depth=DEPTH, out=tmp_path)
    report = verify(run)
    expand("pillars-6", depth=DEPTH + 1, out=tmp_path)
    assert "has changed since it was verified" in refused(RunError, repair, report)
    assert Run(tmp_path).depth == DEPTH + 1


@pytest.mark.parametrize(
    ("room", "name", "call"),
    [(Manifest, "save", 1), (writing, "remove", 1), (writing, "remove", 5), (repairing, "remove", 1)],
)
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_repair_that_is_cut_short(
    run: Run, whole: Run, monkeypatch: pytest.MonkeyPatch, room: Any, name: str, call: int, error: BaseException
) -> None:
    """The run is as before or dropped back, and the same command, or expanding, goes on."""
    (run.folder / "layers" / "0005" / PART).unlink()
    (run.folder / "layers" / "stray").touch()
    report = verify(run)
    original, calls = getattr(room, name), 0

    def failing(*given: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == call:
            raise error
        return original(*given)

    monkeypatch.setattr(room, name, failing)
    if isinstance(error, OSError):
        assert "No space left on device" in refused(RunError, repair, report)
    else:
        with pytest.raises(KeyboardInterrupt):
            repair(report)
    assert calls == call
    monkeypatch.undo()
    assert Run(run.folder).depth == (21 if room is Manifest else 4)
    assert repair(verify(run.folder)).depth == 4
    assert verify(run.folder).good
    go_on(run.folder, whole)


def test_remove(tmp_path: Path) -> None:
    (tmp_path / "folder" / "deep").mkdir(parents=True)
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(tmp_path / "folder")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    for name in ("link", "dangling", "file"):
        remove(tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
    remove(tmp_path / "folder")
    assert list(tmp_path.iterdir()) == []
