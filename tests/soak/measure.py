"""Expand a puzzle in a new process, and measure each layer.

    python -m tests.soak.measure '{"puzzle": "15-puzzle", "depth": 20, "out": "run", "memory": 1073741824}'

prints a line of JSON for each layer: boards, bytes through scratch, seconds since the start, and the peak of resident
memory while it was made, where the system tells.
"""

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from slidefront import Resources, Watcher, expand
from slidefront.store.manifest import Layer

STATUS, CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")


def peak() -> int:
    """Return the peak of resident memory since the last call."""
    try:
        kilobytes = re.search(r"VmHWM:\s+(\d+)", STATUS.read_text())
        CLEAR.write_text("5")
    except OSError:
        return 0
    return 1024 * int(kilobytes[1]) if kilobytes else 0


class Meter(Watcher):
    def __init__(self) -> None:
        self.began = time.perf_counter()
        peak()

    def on_layer(self, layer: Layer) -> None:
        after = time.perf_counter() - self.began
        record = {"boards": layer.board_count, "written": layer.written, "after": after, "peak": peak()}
        print(json.dumps(record), flush=True)


def measured(**given: Any) -> Iterator[dict[str, Any]]:
    """Expand in a child process, and yield its layers as they are finished."""
    command = [sys.executable, "-m", "tests.soak.measure", json.dumps(given, default=str)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        try:
            for line in child.stdout:
                yield json.loads(line)
        except GeneratorExit:  # enough was seen
            child.kill()
            return
    assert child.returncode == 0


if __name__ == "__main__":
    given = json.loads(sys.argv[1])
    resources = Resources(given.pop("threads", None), given.pop("memory"))
    expand(given.pop("puzzle"), watcher=Meter(), resources=resources, **given)
