import json
import shutil
import subprocess
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent


class NodeMissingWarning(UserWarning):
    """The JavaScript of the page is not tested."""


@pytest.fixture(scope="session")
def node() -> str:
    found = shutil.which("node")
    if found is None:
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.warn("NODE IS MISSING: the JavaScript of the page is NOT tested", NodeMissingWarning, stacklevel=1)
        pytest.skip("NODE IS MISSING: the JavaScript of the page is NOT tested (install nodejs, version 20 or newer)")
    return found


@pytest.fixture
def twin(node: str) -> Callable[..., Any]:
    """Ask the JavaScript of the page about boards."""

    def ask(task: str, **given: Any) -> Any:
        done = subprocess.run(
            [node, str(HERE / "twin.js")], input=json.dumps({"task": task, **given}), capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return ask
