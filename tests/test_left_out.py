"""What happens where a browser or Node is missing."""

import os
import subprocess
import sys

from tests.left_out import BROWSER, NODE

TESTS = [
    "tests/browser/test_around.py::test_a_hint_shows_the_next_move",
    "tests/apps/page/test_rules.py::test_the_page_knows_the_same_moves[8-puzzle-step]",
]


def test_a_missing_program_is_a_failure_only_where_ci_is_true(tmp_path):
    """One run of the two tests after the other, in a process where no program is found."""
    code = (
        "import os, pytest\nfor ci in ('', 'true'):\n    os.environ['CI'] = ci\n"
        f"    pytest.main(['-n', '0', '-m', '', '-p', 'no:cacheprovider', *{TESTS}])"
    )
    environment = os.environ | {"PATH": str(tmp_path), "COLUMNS": "200"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    for program in (BROWSER, NODE):
        assert f": there is no {program}\n" in done.stdout, done.stdout
        assert f"there is no {program}, and CI=true\n" in done.stdout, done.stdout
    assert "2 skipped" in done.stdout
    assert "2 error" in done.stdout
