"""Links inside a run: no command writes or removes files behind them."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from slidefront.check.files import Report
from slidefront.check.repair import repair
from slidefront.check.verify import verify
from slidefront.errors import RunError
from slidefront.executors.budget import Resources
from slidefront.explore.expand import expand
from slidefront.store.run import Run
from slidefront.store.writer import MARK, keys_in
from tests.messages import refused
from tests.store.test_writer import snapshot

DEPTH = 9


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return expand("pillars-6", depth=DEPTH, out=tmp_path / "run").path


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A deeper run of another user, with a folder of notes."""
    expand("pillars-6", out=tmp_path / "mine")
    (tmp_path / "mine" / "_scratch").mkdir()
    (tmp_path / "mine" / "_scratch" / MARK).write_text("{}")
    (tmp_path / "mine" / "_scratch" / "thesis.txt").write_text("mine")
    return tmp_path / "mine"


STRAYS = ("layers/0005/part-00001.parquet", "layers/0012")
COMMANDS: dict[str, Callable[[Path], object]] = {
    "deeper": lambda run: expand("pillars-6", out=run),
    "no deeper": lambda run: expand("pillars-6", depth=DEPTH, out=run),
    # The folder may have changed since the question whether to repair.
    "repair": lambda run: repair(Report(run, False, Run(run).manifest, strays=STRAYS)),
}
PLACES = ["layers", "layers/0005", "layers/0010", "layers/0005/part-00000.parquet", "_run.json", "_scratch"]


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
@pytest.mark.parametrize("place", PLACES)
def test_commands_refuse_links_inside_a_run(
    run: Path, mine: Path, place: str, command: Callable[[Path], object]
) -> None:
    link = run / place
    if link.is_dir():
        shutil.rmtree(link)
    else:
        link.unlink(missing_ok=True)
    link.symlink_to(mine / place)
    before, mine_before = snapshot(run), snapshot(mine)
    assert f"{link} is a link" in refused(RunError, command, run)
    assert snapshot(mine) == mine_before
    assert snapshot(run) == before
    assert link.is_symlink()


@pytest.mark.parametrize("inside", ["keys", "keys/chunk-0010-00000.keys", "0010-part-00000.parquet", "done.jsonl"])
@pytest.mark.parametrize("elsewhere", [False, True], ids=["in the run", "elsewhere"])
def test_expand_refuses_links_in_the_scratch_folder(
    run: Path, mine: Path, tmp_path: Path, inside: str, elsewhere: bool
) -> None:
    scratch = tmp_path / "scratch" if elsewhere else None
    if scratch is not None:
        folder = keys_in(scratch, run)
        assert folder is not None
    else:
        folder = run / "_scratch"
    (folder / inside).parent.mkdir(parents=True)
    (folder / MARK).write_text("{}")
    (folder / inside).symlink_to(mine / "_scratch" / "thesis.txt")
    before = snapshot(mine)
    assert f"{folder / inside} is a link" in refused(
        RunError, lambda: expand("pillars-6", out=run, resources=Resources(scratch=scratch))
    )
    assert snapshot(mine) == before


def test_run_folder_may_be_a_link(run: Path, tmp_path: Path) -> None:
    """A large run may be on another disk."""
    (tmp_path / "link").symlink_to(run)
    expand("pillars-6", out=tmp_path / "link")
    assert Run(run).manifest.whole
    assert verify(tmp_path / "link").good


def test_readers_follow_links(run: Path, mine: Path) -> None:
    shutil.rmtree(run / "layers")
    (run / "layers").symlink_to(mine / "layers")
    assert Run(run).keys(5).size == Run(mine).keys(5).size
    assert verify(run).safe == DEPTH
