"""Tests that need a program which may be missing: left out and counted for people, a failure where CI=true."""

import os
from collections import Counter
from collections.abc import Iterable
from typing import Any, NoReturn

import pytest

_MARK = "left out, there is no "


def leave_out(program: str) -> NoReturn:
    """Skip a test because a program is missing; fail it where CI=true."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"there is no {program}, and CI=true", pytrace=False)
    pytest.skip(f"{_MARK}{program}")


def summary(skipped: Iterable[Any]) -> list[str]:
    """Say how many tests each missing program left out, and how to have them."""
    reasons = [report.longrepr[2] for report in skipped if isinstance(report.longrepr, tuple)]
    missing = Counter(reason.partition(_MARK)[2] for reason in reasons if _MARK in reason)
    return [
        f"{count} tests were left out, because there is no {program}; on Debian or Ubuntu: {_INSTALL[program]}"
        for program, count in sorted(missing.items())
    ]


BROWSER, NODE = "browser (chromium with chromedriver)", "Node (version 20 or newer)"
_INSTALL = {BROWSER: "apt-get install chromium chromium-driver", NODE: "apt-get install nodejs"}
