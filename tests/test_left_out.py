"""What happens where a browser or Node is missing."""

import os
import subprocess
import sys

import pytest

BROWSER = "tests/browser/test_around.py::test_a_hint_shows_the_next_move"
NODE = "tests/apps/page/test_rules.py::test_the_page_knows_the_same_moves[8-puzzle-step]"


def run_without_programs(ci, tmp_path):
    """Run a test of each kind where no program is found."""
    command = [sys.executable, "-m", "pytest", "-n", "0", "-m", "", "-p", "no:cacheprovider", BROWSER, NODE]
    environment = os.environ | {"PATH": str(tmp_path), "CI": ci}
    return subprocess.run(command, env=environment, capture_output=True, text=True)


@pytest.mark.parametrize(("ci", "rc"), [("", 0), ("true", 1)])
def test_a_missing_program_is_a_failure_only_where_ci_is_true(ci, rc, tmp_path):
    done = run_without_programs(ci, tmp_path)
    assert done.returncode == rc, done.stdout
    said = [
        "1 tests were left out, because there is no Node (version 20 or newer); "
        "on Debian or Ubuntu: apt-get install nodejs",
        "1 tests were left out, because there is no browser (chromium with chromedriver); "
        "on Debian or Ubuntu: apt-get install chromium chromium-driver",
    ]
    assert all((line in done.stdout) == (ci == "") for line in said), done.stdout
