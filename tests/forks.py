"""Processes that start within milliseconds, forked from one that has imported slidefront and loaded its kernels."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Literal

_SERVER = """
import faulthandler, json, os, signal, sys, tempfile, time
import rich.console, rich.live, rich.table, slidefront.cli
from slidefront.explore.expand import expand
with tempfile.TemporaryDirectory() as folder:
    expand("2x2", out=folder)
if os.path.exists("/proc/self/task"):  # a lock that another thread holds would never be free in a fork
    assert len(os.listdir("/proc/self/task")) == 1
os.fsync = lambda _: time.sleep(0.001)  # long enough to be struck within it
for line in iter(sys.stdin.readline, ""):
    child = os.fork()
    if not child:
        break
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
else:
    sys.exit()
signal.alarm(120)
given = json.loads(line)
how = os.O_RDWR | os.O_CREAT | os.O_TRUNC
streams = {int(stream): os.open(path, how) for stream, path in given.pop("streams").items()}
print(os.getpid(), flush=True)
for stream, file in streams.items():
    os.dup2(file, stream)
    os.close(file)
faulthandler.dump_traceback_later(100)  # so that a test that fails shows where the process waited
exec(given.pop("program"), given)
"""


ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "JE_ARROW_MALLOC_CONF": "background_thread:false"}
"""Keeps numpy and pyarrow from starting threads when they are imported."""


class Forks:
    """Runs one program after another, each in a process with the usual end of a Python process."""

    def __init__(self) -> None:
        pipe, words = subprocess.PIPE, [sys.executable, "-W", "ignore", "-c", _SERVER]
        self._server = subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True, env={**os.environ, **ONE_THREAD})
        self._running = 0

    def start(self, program: str, streams: dict[int, Path | str], **given: Any) -> None:
        """Start a program with some named values. It may run for two minutes.

        The streams 0, 1 and 2 of the process are the given files; nothing is read or written where none is given.
        """
        streams = {**dict.fromkeys(range(3), os.devnull), **streams}
        assert not self._running
        assert self._server.stdin is not None
        self._server.stdin.write(json.dumps({**given, "program": program, "streams": streams}, default=str) + "\n")
        self._server.stdin.flush()
        self._running = self._answer()

    def strike(self, blow: signal.Signals | Literal[0]) -> bool:
        """Send a signal to the program, and return whether it was running; 0 sends no signal."""
        try:
            os.kill(self._running, blow)
        except ProcessLookupError:
            return False
        return True

    def end(self) -> int:
        """Wait for the program, and return its exit code."""
        code, self._running = self._answer(), 0
        return code

    def _answer(self) -> int:
        assert self._server.stdout is not None
        return int(self._server.stdout.readline())

    def close(self) -> None:
        """End the server, and the program of a failed test."""
        if self._running:
            self.strike(signal.SIGKILL)
        self._server.communicate()
