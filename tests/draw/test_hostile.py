"""Texts of strangers in everything that is drawn or written: they stay texts, are short, and break nothing."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

from slidefront.apps.page.data import page_data
from slidefront.apps.page.html import page_html
from slidefront.apps.problems.problems import Problem, ProblemPack
from slidefront.apps.problems.sheet import html, make_sheet
from slidefront.draw.notebook import html_of
from slidefront.draw.picture import draw_board, draw_route, png
from slidefront.notation.load import read_puzzle
from slidefront.search.solve import solve

TEXTS = {
    "markup": "</svg></script><script>alert(1)</script><img src=x onerror=alert(2)><!-- ]]> &lt; \"'",
    "control": "".join(map(chr, [*range(1, 32), 127, 0x85, 0xAD, 0xFEFF, 0xFFFE, 0xFFFF])) + "a\0b",
    "right to left": "\u202eabc\u2066 \u05d0\u05d1 \u200f",
    "surrogate": "a\ud800b",
    "one word": "W" * 100_000,
    "words": "word " * 20_000,
    "lines": "line\n" * 20_000,
    "accents": "a" + "\u0301" * 100_000,
    "wide": "華" * 100_000,
}
NAMES = ["<b>", "#x", "\u05d0", "W" * 2000, "a\u0301\u0301", "&amp", "$1$", "*"]


def with_texts(text):
    puzzle = read_puzzle('kind = "blocks"\nhome = """\nA A .\nB . .\n"""\ngoal = [["A", 1, 0]]\n')
    puzzle.title = puzzle.about = puzzle.author = text
    return puzzle


def with_name(name):
    quoted = name.replace('"', '\\"')
    return read_puzzle(f'kind = "blocks"\nhome = """\n{quoted} {quoted} .\nB . .\n"""\ngoal = [["{quoted}", 1, 0]]\n')


PUZZLES = [pytest.param(with_texts(text), id=name) for name, text in TEXTS.items()]
PUZZLES += [pytest.param(with_name(name), id=f"piece {name[:8]!a}") for name in NAMES]
LEAST = 250_000
"""No file of this small puzzle has more bytes, whatever its texts."""


def pack_of(puzzle):
    return ProblemPack(puzzle, [Problem(puzzle.home, puzzle.format(puzzle.home), solve(puzzle, "home").optimum)])


def check_svg(svg):
    root = ElementTree.fromstring(svg.encode())
    assert float(root.get("width")) <= 1000
    assert {element.tag.rpartition("}")[2] for element in root.iter()} <= {
        "svg", "title", "style", "rect", "g", "path", "circle", "text",
    }  # fmt: skip
    assert png(svg).startswith(b"\x89PNG")


def check_html(text, scripts=0):
    assert len(text.encode()) <= LEAST
    assert len(re.findall("<script", text)) == scripts
    assert "<img src=x" not in text
    assert not re.search("[\u202a-\u202e\u2066-\u2069\ud800-\udfff\x00]", text)


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_pictures(puzzle):
    route = solve(puzzle, "home").route
    for picture in (draw_board(puzzle), draw_route(route), draw_route(route, strip=True)):
        check_svg(picture.svg)


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_sheets(puzzle):
    check_html(html(make_sheet(pack_of(puzzle), 6)))


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_notebooks_and_pages(puzzle):
    check_html(html_of(puzzle))
    check_html(html_of(solve(puzzle, "home")))
    check_html(html_of(pack_of(puzzle)))
    check_html(page_html(page_data(puzzle)), scripts=3)
