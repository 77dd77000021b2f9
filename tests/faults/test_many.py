"""Faults by the hundred: runs killed at random moments, and disks that fill at every single write."""

import signal
from pathlib import Path

import pytest

from slidefront.store import parts, writer
from slidefront.store.run import Run
from tests.explore.conftest import check_same
from tests.faults.test_disk import SIZES, WRITES, count_calls, disk, expand, run_into
from tests.faults.test_kill import strike
from tests.forks import Forks

pytestmark = pytest.mark.soak


def row(fault: str, tried: int) -> None:
    """A row of the table: what was lost was compared with an undisturbed run before."""
    print(f"\n| {fault} | {tried:,} | nothing |")


@pytest.mark.parametrize(
    ("blow", "times"), [(signal.SIGKILL, 400), (signal.SIGINT, 60), (signal.SIGTERM, 60)], ids=["KILL", "INT", "TERM"]
)
def test_signals_at_random_moments(forks: Forks, tmp_path: Path, eleven: Run, blow: signal.Signals, times: int) -> None:
    strike(forks, tmp_path, eleven, blow, seed=7, times=times)
    row(f"{blow.name} at a random moment, a third of them with layers in scratch", times)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("where", WRITES.values(), ids=WRITES.keys())
def test_disk_full_at_every_write(
    tmp_path: Path,
    six: Run,
    monkeypatch: pytest.MonkeyPatch,
    where: tuple[object, str],
    size: str,
) -> None:
    monkeypatch.setattr(parts, "SMALL_BOARDS", SIZES[size])
    monkeypatch.setattr(writer, "COMMIT_SECONDS", 0)
    calls = count_calls(where, tmp_path / "count")
    tried = 0
    for call in range(1, calls + 1):
        for lasting in (False, True):
            out = tmp_path / f"{call}-{lasting}"
            with disk(where, call, lasts=lasting) as full:
                run_into(full, out, six)
            tried += full.failed > 0
            check_same(expand("pillars-6", out=out), six)
    name = next(name for name, one in WRITES.items() if one == where)
    row(f"disk full: {name}, parts {size}", tried)
