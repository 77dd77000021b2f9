"""The console blocks of the docs: what stands below a command is what the command prints."""

import re
import shlex
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.test_docs import ROOT

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"`([\w-]+\.\w+)`:\n\n```(?:toml|csv|text)\n(.*?)```", re.DOTALL)
SESSIONS = ["tutorial.md", "parity.md", "design-a-puzzle.md", "class-set.md", "datasets.md", "many-boards.md"]
"""Pages whose commands are run in the order of the page, except those that wait (`--watch`)."""
EXIT_CODES = {"slidefront replay pack.txt answers.csv --out marks.csv": 1}
"""Exit codes other than 0."""


def commands(text: str) -> list[tuple[str, str]]:
    """List the slidefront commands of a page with the output that follows each."""
    found = []
    for block in BLOCK.findall(text):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, output = part.partition("\n")
            if line.startswith("slidefront ") and "--watch" not in line:
                found.append((line, output))
    return found


@pytest.mark.parametrize("name", SESSIONS)
def test_commands_print_what_the_page_shows(name: str, slidefront: Command, tmp_path: Path) -> None:
    text = (ROOT / "docs" / name).read_text("utf-8")
    for file, content in FILE.findall(text):
        (tmp_path / file).write_text(content, "utf-8")
    for line, expected in commands(text):
        answer = slidefront(*shlex.split(line)[1:], code=EXIT_CODES.get(line, 0))
        if expected:
            printed = [re.sub(r" +$", "", text, flags=re.MULTILINE) for text in (answer.out, answer.err)]
            orders = ["".join(printed), "".join(reversed(printed))]
            matches = [OutputChecker().check_output(expected, text, ELLIPSIS) for text in orders]
            assert any(matches), f"{line}\n{orders[0]}"
