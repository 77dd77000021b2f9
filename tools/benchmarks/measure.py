"""Measure one process from its start to its end, or one call: seconds, processor time and peak memory."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

# The process prints its own peak memory: what the system tells its parent would begin with the memory of the parent.
PROGRAM = """
import runpy, sys
from pathlib import Path
name, sys.argv = sys.argv[1], sys.argv[1:]
try:
    runpy.run_path(name, run_name="__main__") if name.endswith(".py") else runpy.run_module(name, run_name="__main__")
finally:
    status = Path("/proc/self/status")
    sys.stderr.write(status.read_text() if status.exists() else "")
"""


@dataclass(frozen=True)
class Sample:
    """One measurement."""

    seconds: float
    processor_seconds: float
    """User and system time of the process and of the processes that it started and waited for."""
    peak_bytes: int = 0
    """The peak of resident memory; 0 if the system does not tell."""
    out: str = ""
    """What the process printed on standard output."""

    @property
    def answer(self) -> dict[str, Any]:
        """The JSON that the command printed."""
        answer: dict[str, Any] = json.loads(self.out)
        return answer


def process(words: list[str], folder: Path) -> Sample:
    """Run a Python program in a folder; the first word is a module or a file that ends in .py."""
    before, began = os.times(), time.perf_counter()
    done = subprocess.run([sys.executable, "-c", PROGRAM, *words], cwd=folder, capture_output=True, text=True)
    seconds, after = time.perf_counter() - began, os.times()
    if done.returncode:
        raise SystemExit(f"failed: {' '.join(words)}\n{done.stderr}")
    used = after.children_user + after.children_system - before.children_user - before.children_system
    peak = re.search(r"VmHWM:\s+(\d+)", done.stderr)
    return Sample(seconds, used, 1024 * int(peak[1]) if peak else 0, done.stdout)


def call(function: Callable[[], object]) -> Sample:
    """Measure one call in this process."""
    used, began = time.process_time(), time.perf_counter()
    function()
    return Sample(time.perf_counter() - began, time.process_time() - used)


def numpy_sort(keys: int) -> Sample:
    """The time that numpy takes to sort random keys in blocks of 32 Ki, scaled to the given number of keys."""
    blocks = np.random.default_rng(0).integers(0, 1 << 63, (128, 1 << 15), dtype=np.uint64)
    sample = call(lambda: blocks.sort(axis=1))
    return Sample(sample.seconds / blocks.size * keys, sample.processor_seconds / blocks.size * keys)


class OtherWork:
    """How many cores other programs use, from the counters of the whole machine."""

    def __init__(self) -> None:
        self.began, self.busy, self.own = time.perf_counter(), _busy(), sum(os.times()[:4])

    def cores(self) -> float | None:
        """The mean since the start; None if the system does not tell."""
        busy, own = _busy(), sum(os.times()[:4])
        if busy is None or self.busy is None:
            return None
        return max(0.0, (busy - self.busy - own + self.own) / (time.perf_counter() - self.began))


def _busy() -> float | None:
    """The processor seconds of all programs since the machine started."""
    try:
        user, nice, system, _, _, irq, softirq, *_ = map(int, Path("/proc/stat").read_text().split("\n")[0].split()[1:])
    except (OSError, ValueError):
        return None
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")
