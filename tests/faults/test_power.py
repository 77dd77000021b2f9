"""A power failure at any moment leaves the old file or the new file of each kind, and never half a file that passes.

The tests record some work, and read every state that a power failure could leave, on two models of a disk (see
`power`). After the work has returned, every state contains the new file.
"""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from slidefront.apps.find import search as find_search
from slidefront.apps.find.kinds import kind_of
from slidefront.check.repair import repair
from slidefront.check.verify import verify
from slidefront.errors import TableError
from slidefront.executors.budget import Resources, WorkSizes
from slidefront.explore.expand import expand
from slidefront.search.depth_first.pattern_engine import Checkpoint, Finished
from slidefront.store.array_files import Format, complete_file, read_arrays, start_of
from slidefront.store.run import Run
from slidefront.watch import Watcher
from tests.cli.conftest import Command
from tests.explore.conftest import AllInFiles, Divided, check_same
from tests.faults.power import Moment, State, recorded
from tests.faults.test_kill import check_readable

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="files are followed by /proc")


@pytest.fixture
def disk(tmp_path: Path) -> Path:
    (tmp_path / "disk").mkdir()
    return tmp_path / "disk"


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """The folder for a state of the disk after a power failure."""
    return tmp_path / "left"


def distinct(moments: list[Moment]) -> Iterator[State]:
    """Yield each state once."""
    yield from dict.fromkeys(state for moment in moments for state in (moment.strict, moment.eager))


# One commit for each layer.
EAGER = WorkSizes(commit_seconds=0)
KINDS = {
    "small parts": Divided(1, sizes=EAGER),
    "large parts": Divided(1, sizes=replace(EAGER, synced_boards=0)),
    "keys in files": Divided(1, sizes=replace(EAGER, synced_boards=0), kind=AllInFiles),
}


def at_end(moments: list[Moment]) -> tuple[State, State]:
    return moments[-1].strict, moments[-1].eager


@pytest.mark.parametrize("resources", KINDS.values(), ids=KINDS)
def test_power_failure_keeps_committed_layers(disk: Path, left: Path, six: Run, resources: Divided) -> None:
    expand("pillars-6", depth=3, out=disk / "run", resources=resources)
    with recorded(disk) as moments:
        run = expand("pillars-6", depth=6, out=disk / "run", resources=resources)
    assert run.last_depth == 6
    reached = 3
    for moment in moments:
        depths = [check_readable(state.put(left) / "run", six) for state in (moment.strict, moment.eager)]
        assert min(depths) >= reached, f"a layer is lost before {moment.before}"
        reached = max(reached, depths[0])
    assert depths == [6, 6]
    for state in [*distinct(moments)][::5]:
        check_same(expand("pillars-6", out=state.put(left) / "run", resources=resources), six)


def test_new_run_survives_power_failure_after_its_commit(disk: Path, left: Path, six: Run) -> None:
    with recorded(disk) as moments:
        expand("pillars-6", depth=1, out=disk / "runs" / "new", resources=KINDS["small parts"])
    depths = {check_readable(state.put(left) / "runs" / "new", six) for state in distinct(moments)}
    assert {-1, 1} <= depths <= {-1, 0, 1}  # layers 0 and 1 may be committed together
    assert [check_readable(state.put(left) / "runs" / "new", six) for state in at_end(moments)] == [1, 1]


@pytest.mark.parametrize("gone", [False, True])
def test_repair_survives_power_failure(disk: Path, left: Path, six: Run, gone: bool) -> None:
    shutil.copytree(six.path, disk / "run")
    (disk / "run" / "layers" / "0009" / "part-00000.parquet").write_bytes(b"half")
    if gone:
        shutil.rmtree(disk / "run" / "layers" / "0009")
    report = verify(disk / "run")
    with recorded(disk) as moments:
        repair(report)
    for state in distinct(moments):
        assert verify(state.put(left) / "run").safe in (8, 21)
    assert all(verify(state.put(left) / "run").good for state in at_end(moments))


def test_replacing_a_run_survives_power_failure(disk: Path, left: Path, six: Run) -> None:
    """Layers of the old run may be missing. Layers of the new run are right, and the same call resumes it."""
    expand("pillars-6", start="goal", out=disk / "run")
    with recorded(disk) as moments:
        expand("pillars-6", depth=2, out=disk / "run", replace=True, resources=KINDS["small parts"])
    for number, state in enumerate(distinct(moments)):
        run = state.put(left) / "run"
        if Run(run).manifest.start == "home":
            assert check_readable(run, six) in (-1, 0, 1, 2)
        if number % 4 == 0:
            check_same(expand("pillars-6", out=run, replace=True), six)
    assert [check_readable(state.put(left) / "run", six) for state in at_end(moments)] == [2, 2]


COMMANDS = {
    "table": ("table pillars-6 --out disk/made.table", "made.table"),
    "pack": ("problems 8-puzzle --depths 3 --out disk/made.txt", "made.txt"),
    "picture": ("show 8-puzzle --out disk/made.svg", "made.svg"),
    "boards": ("export pillars-6 --out disk/made.csv", "made.csv"),
}
DATABASE = ("patterns build 2x3", "patterns/*.patterns")


@pytest.mark.parametrize(
    ("words", "pattern", "old"),
    [*((*command, old) for command in COMMANDS.values() for old in (b"", b"old")), (*DATABASE, b"")],
)
def test_power_failure_leaves_the_old_or_the_new_file(
    slidefront: Command, disk: Path, monkeypatch: pytest.MonkeyPatch, words: str, pattern: str, old: bytes
) -> None:
    monkeypatch.setenv("SLIDEFRONT_CACHE", str(disk))
    if old:
        (disk / pattern).write_bytes(old)
    with recorded(disk) as moments:
        slidefront(*words.split(), *["--force"] * bool(old), "-q")
    (made,) = disk.glob(pattern)
    new = made.read_bytes()
    name = str(made.relative_to(disk))
    for state in distinct(moments):
        assert dict(state.files).get(name, b"") in (old, new)
    assert [dict(state.files)[name] for state in at_end(moments)] == [new, new]


def test_sealing_syncs_arrays_written_in_place(disk: Path, left: Path) -> None:
    form, numbers = Format(b"\x93numbers", 1, "numbers", "make numbers", TableError), np.arange(512, dtype=np.uint64)
    (disk / "a").write_bytes(start_of(form) + numbers.tobytes())
    with recorded(disk) as moments:
        complete_file(disk / "a", form, {}, {"numbers": (numbers.dtype, numbers.size)})
    for state in at_end(moments):
        stored = read_arrays(state.put(left) / "a", form)
        assert np.array_equal(stored.load("numbers"), numbers)


CONTINUED = {
    "answers": ("solve 8-puzzle --start boards.txt --out disk/made.jsonl", ["made.jsonl"]),
    "search": ("find 2x2 --out disk/found", ["found/table.csv", "found/hardest.jsonl"]),
}


@pytest.mark.parametrize(("words", "names"), CONTINUED.values(), ids=CONTINUED)
def test_line_logs_resume_after_power_failure(
    slidefront: Command,
    tmp_path: Path,
    disk: Path,
    words: str,
    names: list[str],
) -> None:
    (tmp_path / "boards.txt").write_text("3124756_8\n_12345678\n123456_78\n")
    with recorded(disk) as moments:
        slidefront(*words.split(), "-q")
    new = [(disk / name).read_bytes() for name in names]
    for state in distinct(moments):
        state.put(disk)
        slidefront(*words.split(), "-q")
        assert [(disk / name).read_bytes() for name in names] == new


def test_checkpoint_after_power_failure_is_a_saved_one(disk: Path, left: Path) -> None:
    saved = [Finished(0), Finished(5), Finished(7)]
    with recorded(disk) as moments:
        for checkpoint in saved[1:]:
            Checkpoint(disk / "a.json", after=-1.0).save(checkpoint)
    for state in distinct(moments):
        assert Checkpoint(state.put(left) / "a.json").before in saved
    last = [Checkpoint(state.put(left) / "a.json").before for state in at_end(moments)]
    assert last == [saved[2]] * 2


@pytest.mark.parametrize("seconds", [0.0, 1e9])
def test_find_log_survives_power_failure(
    disk: Path, left: Path, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    """A search of hours does not restart from the beginning."""
    monkeypatch.setattr(find_search, "SYNC_SECONDS", seconds)
    kind = kind_of("2x2")
    means: Any = {"top": 1, "resources": Resources(1), "watcher": Watcher()}
    finished: list[int] = []
    with recorded(disk) as moments, find_search.searching(kind, disk / "found", **means) as search:
        search.run()
    for moment in moments:
        journal = moment.strict.put(left) / "found" / find_search.JOURNAL_NAME
        finished.append(journal.read_bytes().count(b"\n") if journal.exists() else 0)
    assert finished == sorted(finished)
    assert finished[-1] == (disk / "found" / find_search.JOURNAL_NAME).read_bytes().count(b"\n") > 3
    assert seconds or {*range(1, finished[-1] + 1)} <= {*finished}
