"""The pictures of the docs are those that the code draws, and all of them are shown somewhere."""

import re

import pytest

from tools.pictures import DRAWN, FOLDER


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_of_the_docs_is_what_the_code_draws(name):
    assert (FOLDER / name).read_text("utf-8") == DRAWN[name](), "run `make docs`"


def test_every_picture_is_shown_and_described():
    text = "".join((FOLDER.parent / name).read_text("utf-8") for name in ("pictures.md", "page.md"))
    shown = re.findall(r"!\[[^\]]{10,}\]\(pictures/([^)]*)\)", text) + re.findall(r'src="pictures/([^"]*)" alt=', text)
    assert sorted(shown) == sorted(path.name for path in FOLDER.iterdir())
