import re
from pathlib import Path

import pytest

from tools.command_reference import COMMANDS, reference

DOCS = Path(__file__).parents[2] / "docs"


def test_the_reference_is_that_of_the_commands():
    assert (DOCS / "commands.md").read_text("utf-8") == reference(), "run `make docs`"


@pytest.mark.parametrize("name", COMMANDS)
def test_all_that_a_command_takes_is_explained(name):
    command = COMMANDS[name]
    assert command.help
    assert all(parameter.help for parameter in command.params)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_stands_in_the_readme(name):
    page = "docs/patterns.md" if name.startswith("patterns") else "README.md"
    assert re.search(rf"(slidefront |`){name}\b", (DOCS.parent / page).read_text("utf-8"))
