import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.left_out import NODE, leave_out

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def node() -> str:
    program = shutil.which("node")
    if program is None:
        leave_out(NODE)
    return program


@pytest.fixture(scope="session")
def twin(node: str) -> Iterator[Callable[..., Any]]:
    """Ask the JavaScript of the page about boards; one process answers all tests, and is started again if it fails."""
    running: list[subprocess.Popen[str]] = []

    def ask(task: str, **given: Any) -> Any:
        if not running:
            command = [node, str(HERE / "twin.js")]
            running.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
        process = running[0]
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps({"task": task, **given}) + "\n")
        process.stdin.flush()
        answer = process.stdout.readline()
        if not answer:
            running.clear()
        assert answer, f"the task {task} failed: standard error says why"
        return json.loads(answer)

    yield ask
    for process in running:
        process.communicate()
