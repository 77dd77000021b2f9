"""Verifying: each thing that can be wrong is named, nothing is changed, and what is safe is said."""

import errno
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import slidefront
from slidefront.check.files import Damage, Report
from slidefront.check.verify import _scratch_in, verify
from slidefront.errors import LimitError, NoRunError, RunError
from slidefront.explore.expand import expand
from slidefront.store.manifest import load_manifest
from slidefront.store.run import Run
from slidefront.store.writer import RunWriter
from slidefront.watch import Checked, Watcher
from tests.explore.conftest import SMALL, files
from tests.messages import refused

Change = Callable[[dict[str, Any]], None]
PART = "part-00000.parquet"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The 8-puzzle to depth 12; its larger layers are in several parts."""
    from slidefront.explore import plan

    monkeypatch.setattr(plan, "PART_BOARDS", 32)
    monkeypatch.setattr(plan, "BUCKET_KEYS", 16)
    monkeypatch.setattr(plan, "SAMPLE", 16)
    run = expand("8-puzzle", depth=12, out=tmp_path / "run")
    assert min(len(layer.parts) for layer in run.layers[11:]) > 2
    return run


class Hears(Watcher):
    """Passes on how far a verification is."""

    def __init__(self, tell: Callable[[Checked], object]) -> None:
        self.on_check = tell  # type: ignore[method-assign,assignment]


def edit(run: Run, change: Change) -> None:
    path = run.path / "_run.json"
    record = json.loads(path.read_text("utf-8"))
    change(record)
    path.write_text(json.dumps(record))


@pytest.mark.parametrize("deep", [False, True])
def test_a_good_run_is_good_and_left_as_it_is(run: Run, deep: bool) -> None:
    before = files(run.path)
    report = slidefront.verify(run, deep=deep)
    assert report == Report(run.path, deep, run.manifest)
    assert (report.good, report.safe, report.doubtful) == (True, 12, False)
    assert verify(str(run.path), deep=deep) == verify(run.path, deep=deep) == report
    assert files(run.path) == before


@pytest.mark.parametrize("threads", [1, 3])
def test_every_damaged_part_is_named_and_the_layers_before_are_safe(run: Run, threads: int) -> None:
    layers = run.path / "layers"
    (layers / "0012" / "part-00001.parquet").write_bytes(b"PAR1 and no more")
    shutil.rmtree(layers / "0007")
    parts = [layers / "0011" / part.file for part in run.layers[11].parts[:2]]
    contents = [path.read_bytes() for path in parts]
    for path, content in zip(parts, reversed(contents), strict=True):
        path.write_bytes(content)
    report = verify(run, threads=threads)
    assert [(damage.layer, damage.file) for damage in report.damages] == [
        *[(7, f"layers/0007/{part.file}") for part in run.layers[7].parts],
        (11, "layers/0011/part-00000.parquet"),
        (11, "layers/0011/part-00001.parquet"),
        (12, "layers/0012/part-00001.parquet"),
    ]
    assert (report.safe, report.good) == (6, False)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda record: record.update(text="kind ="), "its puzzle cannot be read: "),
        (lambda record: record.update(text=slidefront.load("10-puzzle").text), "its puzzle is not the one"),
        (lambda record: record.update(identity="ab" * 32), "its puzzle is not the one"),
        (
            lambda record: record.update(metric="move"),
            "its puzzle cannot be read: puzzle 8-puzzle: tiles have no move metric",
        ),
        (lambda record: record.update(marks="goal"), "its marks are goal where those of the puzzle are hole_home"),
        (lambda record: record.update(start_digest="00" * 8), "its start is not layer 0: their digests differ"),
        (lambda record: record.update(total=181_441), "its total is 181,441 where 181,440 boards can be reached"),
        (lambda record: record.update(total=100), "boards of 100 that there are"),
    ],
)
def test_a_manifest_that_is_in_doubt(run: Run, change: Change, said: str) -> None:
    """Then nothing can be called good, and nothing is grown; that the files are as it says is seen all the same."""
    edit(run, change)
    report = verify(run, deep=True)
    assert [damage for damage in report.damages if said in damage.what] == list(report.damages)[:1]
    assert all(damage.layer is None and damage.file == "_run.json" for damage in report.damages)
    assert (report.doubtful, report.safe, report.good) == (True, -1, False)
    (run.path / "layers" / "0003" / PART).unlink()
    assert set(verify(run).damages) == {*report.damages, Damage("it is not there", 3, f"layers/0003/{PART}")}


def test_a_space_that_is_said_to_end_too_early(run: Run) -> None:
    edit(run, lambda record: record.update(whole=True))
    (damage,) = verify(run).damages
    assert str(damage) == f"_run.json: it says that the space ends with {run.boards:,} boards of 181,440"
    assert (damage.layer, verify(run).safe) == (13, 12)


@pytest.mark.parametrize(
    ("field", "value"), [("digest", "0123456789abcdef"), ("marked", 7), ("digest", ""), ("marked", 0)]
)
def test_a_layer_whose_record_is_untrue(run: Run, field: str, value: object) -> None:
    edit(run, lambda record: record["layers"][4].update({field: value}))
    (damage,) = verify(run).damages
    assert (damage.layer, damage.file) == (4, "_run.json")
    assert damage.what.startswith("for layer 4 it has ")


@pytest.mark.parametrize(("field", "said"), [("bytes", "bytes where"), ("sha256", "its bytes are not those")])
def test_a_part_whose_record_is_untrue(run: Run, field: str, said: str) -> None:
    def change(record: dict[str, Any]) -> None:
        part = record["layers"][11]["parts"][1]
        part[field] = part[field] + 1 if field == "bytes" else "00" * 32

    edit(run, change)
    (damage,) = verify(run).damages
    assert (damage.layer, damage.file) == (11, "layers/0011/part-00001.parquet")
    assert said in damage.what


def test_what_does_not_belong_among_the_layers(run: Run) -> None:
    layers = run.path / "layers"
    for name in ("0003/other.parquet", "0005/deep", "12", "0013", "0099", "notes", ".hidden", "0004/.hidden"):
        (layers / name).mkdir()
    (layers / "readme.txt").write_text("mine")
    (run.path / "_scratch").mkdir()
    (run.path / "problems.txt").write_text("what stands beside the layers is the person's own")
    report = verify(run, deep=True)
    assert report.strays == (
        "layers/0003/other.parquet",
        "layers/0005/deep",
        "layers/12",
        "layers/notes",
        "layers/readme.txt",
    )
    assert report.leftovers == ("layers/0013", "layers/0099", "_scratch")
    assert (report.damages, report.good, report.safe) == ((), False, 12)


def test_leftovers_alone_are_no_damage(run: Run) -> None:
    (run.path / "layers" / "0013").mkdir()
    (run.path / "_scratch").mkdir()
    assert verify(run).good


def test_a_run_that_grows_while_it_is_verified(run: Run) -> None:
    """Layers that come meanwhile are neither strays nor leftovers."""
    went = False

    def watch(_: Checked) -> None:
        nonlocal went
        if not went:
            went = True
            expand("8-puzzle", depth=14, out=run.path)

    report = verify(run, watcher=Hears(watch))
    assert report == Report(run.path, False, run.manifest)
    assert load_manifest(run.path).depth == 14


def test_a_run_being_written(run: Run) -> None:
    with RunWriter(run.path, run.manifest):
        report = verify(run)
    assert report.good
    assert report.leftovers == ("_scratch",)


@pytest.mark.parametrize("content", ["", "{", "[]"])
def test_a_manifest_that_cannot_be_read(run: Run, content: str) -> None:
    (run.path / "_run.json").write_text(content)
    report = verify(run)
    assert (report.manifest, report.safe, report.good, report.doubtful) == (None, -1, False, True)
    (damage,) = report.damages
    assert str(damage).startswith("_run.json: it is ")
    assert str(run.path) not in str(damage)


def test_a_manifest_that_is_gone(run: Run) -> None:
    (run.path / "_run.json").unlink()
    (damage,) = verify(run).damages
    assert str(damage) == "_run.json: it is missing, but its layers exist"


def test_no_run(tmp_path: Path) -> None:
    assert f"there is no run in {tmp_path}: " in refused(NoRunError, verify, tmp_path)
    assert "there is no run in" in refused(NoRunError, verify, tmp_path / "nowhere")


def test_a_run_without_layers(tmp_path: Path) -> None:
    run = expand("8-puzzle", depth=0, out=tmp_path / "other")
    run.manifest.layers.clear()
    with RunWriter(tmp_path / "run", run.manifest):
        pass
    report = verify(tmp_path / "run", deep=True)
    assert (report.good, report.safe) == (True, -1)


def test_starts_that_are_many(tmp_path: Path) -> None:
    puzzle = SMALL["triangle"]()
    run = expand(puzzle, starts=[move.key for move in puzzle.successors(puzzle.home)], depth=4, out=tmp_path)
    assert verify(run, deep=True).good


@pytest.mark.parametrize("deep", [False, True])
def test_progress(run: Run, deep: bool) -> None:
    """Each layer is finished once a pass, in order, and the parts done never become less."""
    (run.path / "layers" / "0009" / PART).unlink()
    told: list[Checked] = []
    verify(run, deep=deep, threads=3, watcher=Hears(told.append))
    for passed, depths in ((False, range(13)), (True, range(9)) if deep else (True, range(0))):
        mine = [one for one in told if one.deep is passed]
        assert [one.depth for one in mine if one.finished] == list(depths)
        assert [one.depth for one in mine if not one.good] == ([] if passed else [9])
        done = [one.done for one in mine]
        assert done == sorted(done)
        assert all(0 <= share <= 1 for share in done)
    assert next(one.done for one in told if one.finished and one.depth == 12) == 1


def test_an_error_that_does_not_concern_the_scratch_folder(run: Run, tmp_path: Path) -> None:
    """Such as a terminal that is gone: it comes out unchanged, and does not blame --scratch."""

    def watch(_: Checked) -> None:
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    with pytest.raises(BrokenPipeError):
        verify(run, deep=True, scratch=tmp_path / "scratch", watcher=Hears(watch))
    assert list((tmp_path / "scratch").iterdir()) == []


@pytest.mark.parametrize("inside", [True, False])
def test_errors_in_the_scratch_folder_name_it(tmp_path: Path, inside: bool) -> None:
    def fail() -> None:
        with _scratch_in(tmp_path) as scratch:
            assert scratch is not None
            raise (
                OSError(errno.EIO, "Input/output error", str(scratch / "keys"))
                if inside
                else OSError(errno.ENOSPC, "No space left on device")
            )

    assert refused(RunError, fail).endswith("; choose another")


def test_limits_that_make_no_sense(run: Run) -> None:
    refused(LimitError, lambda: verify(run, threads=0))
    refused(LimitError, lambda: verify(run, memory=1))
