"""Processes that start in a moment, forked from one that has imported slidefront and has loaded its kernels."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

_SERVER = """
import json, os, signal, sys, tempfile, time
from slidefront.explore.expand import expand
with tempfile.TemporaryDirectory() as folder:
    expand("2x2", out=folder)
os.fsync = lambda _: time.sleep(0.001)  # long enough to be struck within it
for line in iter(sys.stdin.readline, ""):
    child = os.fork()
    if not child:
        break
    print(child, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
else:
    sys.exit()
signal.alarm(120)
given = json.loads(line)
os.dup2(os.open(given.pop("errors"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
exec(given.pop("program"), given)
"""


class Forks:
    """Runs one program after another, each in a process that ends as any process of Python does."""

    def __init__(self) -> None:
        pipe, words = subprocess.PIPE, [sys.executable, "-W", "ignore", "-c", _SERVER]
        self._server = subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True)
        self._running = 0
        self._errors = Path()

    def start(self, program: str, folder: Path, **given: Any) -> None:
        """Run a program that knows the given values by their names, for two minutes at most."""
        assert not self._running
        self._errors = folder / "errors"
        assert self._server.stdin is not None
        self._server.stdin.write(json.dumps({**given, "program": program, "errors": str(self._errors)}) + "\n")
        self._server.stdin.flush()
        self._running = self._answer()

    def strike(self, blow: signal.Signals) -> None:
        """Send a signal to the program, which may have ended."""
        os.kill(self._running, blow)

    def end(self) -> tuple[int, str]:
        """Wait for the program; return its exit code and what it wrote to standard error."""
        code, self._running = self._answer(), 0
        return code, self._errors.read_text()

    def _answer(self) -> int:
        assert self._server.stdout is not None
        return int(self._server.stdout.readline())

    def close(self) -> None:
        """End the server, and a program of a test that failed."""
        if self._running:
            self.strike(signal.SIGKILL)
        self._server.communicate()
