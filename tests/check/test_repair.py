"""Repairing: what is good stays, what can be made is made again, and nothing is ever half done or removed."""

import errno
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from examples.pancakes import Pancakes
from slidefront.check.files import Report
from slidefront.check.repair import repair
from slidefront.check.verify import verify
from slidefront.errors import PuzzleError, RunError
from slidefront.executors.budget import Resources
from slidefront.explore.expand import expand
from slidefront.store import writer as writing
from slidefront.store.manifest import Manifest
from slidefront.store.run import Run
from slidefront.store.writer import RunWriter
from tests.explore.conftest import Divided, check_same, files
from tests.messages import refused
from tests.store.conftest import Full, edit_manifest, rewrite

PART = "part-00000.parquet"
DEPTH = 9


@pytest.fixture
def run(tmp_path: Path, six: Run) -> Run:
    shutil.copytree(six.path, tmp_path / "run")
    return Run(tmp_path / "run")


def timeless(manifest: Manifest) -> Manifest:
    """Leave out the cost of the layers, which a repair does not know."""
    return replace(manifest, layers=[replace(one, seconds=0.0, written=0, read=0) for one in manifest.layers])


def go_on(folder: Path, six: Run) -> None:
    check_same(expand("pillars-6", out=folder), six)
    assert verify(folder, deep=True).good


@pytest.mark.parametrize("depths", [[0], [DEPTH], [21], [0, 1, 2], [5, 6, 12], [*range(22)]])
def test_repair_recomputes_only_damaged_layers(run: Run, six: Run, depths: list[int]) -> None:
    before = files(run.path)
    kept = [path for path in run.path.rglob(PART) if int(path.parent.name) not in depths]
    inodes = [path.stat().st_ino for path in kept]
    for depth in depths:
        (run.path / "layers" / f"{depth:04d}" / PART).unlink()
    assert repair(verify(run)) == run.manifest
    assert [path.stat().st_ino for path in kept] == inodes, "no other file was written"
    assert files(run.path) == before
    assert verify(run, deep=True).good
    go_on(run.path, six)


def test_damaged_start_set_raises_run_error(tmp_path: Path) -> None:
    """Nothing is removed until then: the layers above are good."""
    starts = ["FBCDEA", "ABCDEF"]
    run = expand("pillars-6", out=tmp_path / "run", starts=starts)
    (run.path / "layers" / "0000" / PART).unlink()
    before = files(run.path)
    with pytest.raises(RunError, match=r"layer 0 of .* its 2 boards cannot be recomputed: expand from the"):
        repair(verify(run))
    assert files(run.path) == before
    again = expand("pillars-6", out=tmp_path / "again", starts=starts, depth=0)
    shutil.copytree(again.path / "layers" / "0000", run.path / "layers" / "0000", dirs_exist_ok=True)
    repair(verify(run))
    assert verify(run, deep=True).good
    assert Run(run.path).manifest == run.manifest


@pytest.mark.parametrize("name", ["part-00000.parquet", "part-00001.parquet"])
def test_repair_keeps_a_foreign_file_in_place_of_a_part(tmp_path: Path, name: str) -> None:
    """The second of the new parts would take the place of a file that somebody put there."""
    run = expand("8-puzzle", depth=20, out=tmp_path / "run")
    path = run.path / "layers" / "0017" / PART
    path.unlink()
    (path.parent / name / "deep").mkdir(parents=True)
    refused(RunError, lambda: repair(verify(run), resources=Divided()))
    assert (path.parent / name / "deep").is_dir()
    assert Run(run.path).manifest == run.manifest
    (path.parent / name).rename(tmp_path / "elsewhere")
    assert timeless(repair(verify(run))) == timeless(run.manifest)


def test_repair_may_divide_a_layer_differently(tmp_path: Path) -> None:
    """The machine that repairs has other threads and memory than the one that made the layer."""
    run = expand("8-puzzle", depth=12, out=tmp_path, resources=Divided())
    assert len(run.layers[10].parts) > 1
    (run.path / "layers" / "0010" / "part-00001.parquet").write_bytes(b"half")
    left = repair(verify(run), resources=Resources(threads=1, memory="1GiB"))
    assert len(left.layers[10].parts) == 1
    assert (left.layers[10].board_count, left.layers[10].digest) == (run.layers[10].board_count, run.layers[10].digest)
    assert left.layers[:10] + left.layers[11:] == run.layers[:10] + run.layers[11:]
    assert verify(tmp_path, deep=True) == Report(tmp_path, True, left)


@pytest.mark.parametrize("depth", [1, DEPTH, 20, 21])
def test_changed_layer_recomputes_the_layers_after_it(run: Run, six: Run, depth: int) -> None:
    """Other boards were written than the puzzle has; layers above are kept only if they are what follows."""
    rewrite(run, depth, [int(key) ^ 1 for key in run.keys(depth)])
    (run.path / "layers" / f"{depth:04d}" / PART).unlink()
    kept = [path for path in run.path.rglob(PART) if int(path.parent.name) not in (depth, depth + 1, depth + 2)]
    inodes = [path.stat().st_ino for path in kept]
    assert timeless(repair(verify(run))) == timeless(six.manifest)
    assert [path.stat().st_ino for path in kept] == inodes, "no other file was written"
    assert verify(run.path, deep=True).good
    go_on(run.path, six)


def test_layer_beyond_the_end_cannot_be_repaired(run: Run) -> None:
    def add_layer(record: dict[str, Any]) -> None:
        record["layers"].append({**record["layers"][21], "depth": 22, "digest": ""})
        record["total"] = None

    edit_manifest(run.path, add_layer)
    assert verify(run.path).safe == 21
    before = files(run.path)
    assert "layer 22" in refused(RunError, repair, verify(run.path))
    assert files(run.path) == before


def test_repair_removes_a_wrong_end(tmp_path: Path, six: Run) -> None:
    run = expand("pillars-6", depth=DEPTH, out=tmp_path)
    with RunWriter(tmp_path, run.manifest) as writer:
        writer.finish(whole=True)
    assert repair(verify(tmp_path)).depth == DEPTH
    assert not Run(tmp_path).manifest.whole
    go_on(tmp_path, six)


def test_repair_removes_leftovers_and_keeps_strays(run: Run) -> None:
    layers = run.path / "layers"
    (layers / "0005" / "other.parquet").write_text("x")
    (layers / "notes" / "deep").mkdir(parents=True)
    (layers / "0077").mkdir()
    (run.path / "_scratch").mkdir()
    report = verify(run)
    assert (len(report.strays), len(report.leftovers)) == (2, 2)
    assert repair(report) == run.manifest
    assert verify(run) == Report(run.path, False, run.manifest, strays=report.strays)


def test_manifest_of_another_version_is_not_damage(run: Run) -> None:
    (run.path / "_run.json").write_text('{"format": "slidefront run", "version": 9}')
    before = files(run.path)
    assert "has version 9" in refused(RunError, verify, run.path)
    assert files(run.path) == before


def with_changed(field: str, depth: int) -> Callable[[str], str]:
    """Change a number or a digest of a layer, or of its part."""

    def damage(text: str) -> str:
        record = json.loads(text)
        layer = record["layers"][depth]
        owner = layer if field in layer else layer["parts"][0]
        owner[field] = owner[field] + 1 if isinstance(owner[field], int) else "0123456789abcdef"
        return json.dumps(record)

    return damage


@pytest.mark.parametrize(
    ("damage", "safe"),
    [
        (lambda _: None, -1),
        (lambda text: text[:-9], -1),
        (lambda text: json.dumps({**json.loads(text), "identity": "ab" * 32}), -1),
        (with_changed("digest", 1), 0),
        (with_changed("marked", DEPTH), DEPTH - 1),
        (with_changed("sha256", 21), 20),
        (with_changed("footer", 1), 0),
        (with_changed("bytes", DEPTH), DEPTH - 1),
    ],
)
def test_manifest_is_rebuilt_from_parts(run: Run, six: Run, damage: Callable[[str], str | None], safe: int) -> None:
    path = run.path / "_run.json"
    text = damage(path.read_text())
    path.unlink() if text is None else path.write_text(text)
    before = {path: path.read_bytes() for path in run.path.rglob(PART)}
    report = verify(run.path)
    assert report.safe == safe
    assert timeless(repair(report)) == timeless(six.manifest)
    assert {path: path.read_bytes() for path in run.path.rglob(PART)} == before
    go_on(run.path, six)


@pytest.mark.parametrize("what", ["part lost", "part damaged", "part of another run", "layer lost"])
def test_rebuilding_refuses_inconsistent_parts(tmp_path: Path, what: str) -> None:
    """The manifest lists no layer that lacks a part, and a file that is not part of the run is refused."""
    run = expand("8-puzzle", depth=12, out=tmp_path / "run", resources=Divided())
    path = run.path / "layers" / "0010" / "part-00001.parquet"
    if what == "part lost":
        path.unlink()
    elif what == "part damaged":
        path.write_bytes(path.read_bytes()[:200])
    elif what == "part of another run":
        other = expand("8-puzzle", depth=10, out=tmp_path / "other", start="1_2345678")
        shutil.copy(other.path / "layers" / "0010" / PART, path)
    else:
        shutil.rmtree(path.parent)
    (run.path / "_run.json").unlink()
    if what in ("part damaged", "part of another run"):
        before = files(run.path)
        assert f"{path} is not part of the run" in refused(RunError, repair, verify(run.path))
        assert files(run.path) == before
        path.unlink()
    assert repair(verify(run.path)).depth == 9
    check_same(expand("8-puzzle", depth=12, out=run.path), expand("8-puzzle", depth=12, out=tmp_path / "whole"))


def test_missing_manifest_and_parts_raise_run_error(run: Run) -> None:
    shutil.rmtree(run.path / "layers")
    (run.path / "layers").mkdir()
    (run.path / "_run.json").write_text("")
    assert "no part says which run it was" in refused(RunError, repair, verify(run.path))
    assert (run.path / "_run.json").read_text() == ""


def test_own_puzzle_is_repaired_with_its_object(tmp_path: Path) -> None:
    puzzle = Pancakes(5)
    run = expand(puzzle, out=tmp_path)
    before = files(tmp_path)
    (run.path / "layers" / "0003" / PART).unlink()
    assert repair(verify(run)) == run.manifest
    assert files(tmp_path) == before
    (tmp_path / "_run.json").unlink()
    assert "is written in Python: give it" in refused(RunError, repair, verify(tmp_path))
    assert timeless(repair(verify(tmp_path), puzzle=puzzle)) == timeless(replace(run.manifest, whole=False))


def test_manifest_is_not_rebuilt_without_its_puzzle(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    (run.path / "_run.json").unlink()
    report = verify(run.path)

    def unreadable(manifest: Manifest) -> None:
        raise PuzzleError(f"{manifest.puzzle} cannot be read by this version")

    monkeypatch.setattr("slidefront.check.repair.load_manifest_puzzle", unreadable)
    assert "cannot be read by this version" in refused(PuzzleError, repair, replace(report, puzzle=None))


def test_repair_refuses_run_in_use(run: Run) -> None:
    (run.path / "layers" / "0005" / PART).unlink()
    report = verify(run)
    with RunWriter(run.path, run.manifest):
        assert "is being written by process" in refused(RunError, repair, report)
    assert Run(run.path).last_depth == 21


def test_repair_refuses_run_changed_since_report(tmp_path: Path) -> None:
    run = expand("pillars-6", depth=DEPTH, out=tmp_path)
    report = verify(run)
    expand("pillars-6", depth=DEPTH + 1, out=tmp_path)
    assert "has changed since it was verified" in refused(RunError, repair, report)
    assert Run(tmp_path).last_depth == DEPTH + 1
    shutil.rmtree(tmp_path / "layers")
    (tmp_path / "_run.json").unlink()
    assert "has changed since it was verified" in refused(RunError, repair, report)
    assert not files(tmp_path)


@pytest.mark.parametrize(
    ("where", "call"), [((Manifest, "save"), 1), ((writing, "sync"), 1), ((Path, "replace"), 1), ((Path, "replace"), 2)]
)
@pytest.mark.parametrize(
    ("error", "raised", "said"),
    [(errno.ENOSPC, RunError, "No space left on device"), (KeyboardInterrupt(), KeyboardInterrupt, None)],
)
def test_interrupted_repair_can_be_repeated(
    run: Run, six: Run, where: tuple[Any, str], call: int, error: Any, raised: type[BaseException], said: str | None
) -> None:
    """What was good stays good, and the same command goes on."""
    (run.path / "layers" / "0005" / PART).unlink()
    report = verify(run)
    with Full(*where, call, error=error) as full, pytest.raises(raised, match=said):
        repair(report)
    assert full.calls == call
    assert Run(run.path).last_depth == 21
    assert verify(run.path).safe in (4, 21)
    assert repair(verify(run.path)) == run.manifest
    assert verify(run.path, deep=True).good
    go_on(run.path, six)
