"""Run folders of earlier versions, stored as these wrote them: they open as before, and are converted on the way."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from slidefront import expand, trace, verify
from slidefront.errors import RunError
from slidefront.puzzles.core import Marks
from slidefront.puzzles.starts import StartKind
from slidefront.store.manifest import Manifest, load_manifest, manifest_path
from slidefront.store.run import Run, find_run
from slidefront.store.scratch import Scratch
from tests.messages import refused

STORED = Path(__file__).parent / "version_1"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A run of version 1 from the goal of pillars-6, to depth 4."""
    return Path(shutil.copytree(STORED / "pillars-6-goal", tmp_path / "run"))


def version(folder: Path) -> object:
    return json.loads(manifest_path(folder).read_text("utf-8"))["version"]


def test_a_run_opens_and_is_good(old: Path) -> None:
    assert version(old) == 1
    run = Run(old)
    assert (run.manifest.start_kind, run.manifest.marks, run.depth) == (StartKind.GOAL, Marks.MOVER_HOME, 4)
    assert verify(run, deep=True).good
    assert trace(run, "FBCDEA").length == 0
    assert version(old) == 1, "reading changes nothing"


def test_a_run_goes_on_and_is_of_version_2_then(old: Path, tmp_path: Path) -> None:
    run = expand("pillars-6", start="goal", out=old)
    assert (version(old), run.boards, run.manifest.whole) == (2, 360, True)
    anew = expand("pillars-6", start="goal", out=tmp_path / "anew")
    assert [layer.digest for layer in run.layers] == [layer.digest for layer in anew.layers]


def test_a_run_with_the_names_of_earlier_versions_opens_and_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "run"
    shallow = expand("8-puzzle", depth=10, out=out)
    (out / "_run.json").rename(out / "run.json")
    (out / "_lock").rename(out / "lock")
    Scratch(out / "scratch").open()
    (out / "scratch" / "0011-part-00000.parquet").write_text("half")
    before = verify(out)
    assert (before.good, before.leftovers) == (True, ("scratch",))
    assert (find_run(str(out)).boards, Run(out).depth) == (shallow.boards, 10)
    assert expand("8-puzzle", depth=12, out=out).depth == 12
    assert sorted(path.name for path in out.iterdir()) == ["_lock", "_run.json", "layers"]
    assert verify(out, deep=True).good


def test_folders_that_an_earlier_version_did_not_make_stay(tmp_path: Path, old: Path) -> None:
    (old / "scratch").mkdir()
    (old / "scratch" / "mine").write_text("x")
    assert "was not made by slidefront" in refused(RunError, lambda: expand("pillars-6", start="goal", out=old))
    assert (old / "scratch" / "mine").read_text() == "x"
    (tmp_path / "new" / "scratch").mkdir(parents=True)
    said = refused(RunError, lambda: expand("2x2", out=tmp_path / "new"))
    assert "is not a run folder: it contains scratch" in said


def converted(folder: Path, **changes: Any) -> Manifest:
    """Load the stored run from all goals with some fields changed."""
    record = json.loads((STORED / "goals.json").read_text("utf-8"))
    record["layers"][0].update(changes.pop("layer_0", {}))
    (folder / "_run.json").write_text(json.dumps(record | changes))
    return load_manifest(folder)


def test_the_goals_of_a_run(tmp_path: Path) -> None:
    manifest = converted(tmp_path)
    assert (manifest.start, manifest.start_kind, manifest.marks) == ("goals", StartKind.GOALS, Marks.GOAL)
    assert (manifest.boards, manifest.whole) == (json_boards(), True)


def json_boards() -> int:
    return sum(layer["boards"] for layer in json.loads((STORED / "goals.json").read_text("utf-8"))["layers"])


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"start": "home"}, StartKind.HOME),
        ({"start": "goal"}, StartKind.GOAL),
        ({"layer_0": {"marked": 20}}, StartKind.FILE),
        ({"mark": "hole at home"}, StartKind.FILE),
        ({"start": "mine.txt"}, StartKind.FILE),
        ({"start": "21-boards-dc027fa2670caa55"}, StartKind.BOARDS),
        ({"start": "AB../C...", "layers": []}, StartKind.BOARD),
        ({"layers": []}, StartKind.GOALS),
    ],
)
def test_the_kind_of_a_start(tmp_path: Path, changes: dict[str, Any], kind: StartKind) -> None:
    assert converted(tmp_path, **changes).start_kind is kind


@pytest.mark.parametrize(
    ("mark", "marks"),
    [
        ("", Marks.NONE),
        ("hole at home", Marks.HOLE_HOME),
        ("mover at home", Marks.MOVER_HOME),
        ("goal met", Marks.GOAL),
    ],
)
def test_marks(tmp_path: Path, mark: str, marks: Marks) -> None:
    assert converted(tmp_path, mark=mark).marks is marks


@pytest.mark.parametrize("changes", [{"mark": "hole"}, {"mark": 5}, {"start": None}, {"layers": 7}])
def test_a_field_that_version_1_never_wrote(tmp_path: Path, changes: dict[str, Any]) -> None:
    assert "damaged" in refused(RunError, lambda: converted(tmp_path, **changes))
