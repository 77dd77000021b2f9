"""Tests whose program is missing are skipped and counted, or fail if CI=true."""

import os
from typing import NoReturn

import pytest

BROWSER = "browser (on Debian or Ubuntu: apt-get install chromium chromium-driver)"
NODE = "Node of version 20 or newer (on Debian or Ubuntu: apt-get install nodejs)"


def leave_out(program: str) -> NoReturn:
    """Skip a test because a program is missing, or fail it if CI=true."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"there is no {program}, and CI=true", pytrace=False)
    pytest.skip(f"there is no {program}")
