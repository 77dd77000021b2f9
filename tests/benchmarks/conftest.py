"""Measure, and print what was measured: the machine may be shared, so the load is said."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any, NamedTuple

import pytest

Say = Callable[[str], None]
TIMES = 3
# A child's own high-water mark: what the system tells its parent would begin with the memory of the parent.
PROGRAM = """
import sys
from pathlib import Path
from slidefront.cli import main
try:
    main()
finally:
    status = Path("/proc/self/status")
    sys.stderr.write(status.read_text() if status.exists() else "")
"""


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    """Print a line that pytest does not keep."""

    def printed(text: str) -> None:
        with capsys.disabled():
            print(f"\n{text}; load {os.getloadavg()[0]:.1f}")

    return printed


def seconds(call: Callable[[], object], times: int = 5) -> float:
    """The median of some calls, after one that compiles."""
    call()
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        call()
        taken.append(time.perf_counter() - began)
    return median(taken)


class Measured(NamedTuple):
    """A process from its start to its end."""

    seconds: float
    processor: float
    """The seconds of the processor, whatever else runs."""
    peak: int
    """The peak memory in MiB; 0 where the system does not tell."""
    out: str

    @property
    def found(self) -> dict[str, Any]:
        """The JSON that the command has printed."""
        found: dict[str, Any] = json.loads(self.out)
        return found


def measured(words: list[str], program: tuple[str, ...] = ("-c", PROGRAM)) -> Measured:
    """Run a command of slidefront, or another Python program."""
    before, began = os.times(), time.perf_counter()
    done = subprocess.run([sys.executable, *program, *words], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr  # 1 where a board cannot be solved
    seconds, after = time.perf_counter() - began, os.times()
    processor = after.children_user + after.children_system - before.children_user - before.children_system
    peak = re.search(r"VmHWM:\s+(\d+)", done.stderr)
    return Measured(seconds, processor, int(peak[1]) // 1024 if peak else 0, done.stdout)
