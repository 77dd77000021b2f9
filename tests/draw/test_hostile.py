"""Texts of strangers in everything that is drawn or written: they stay texts, are short, and break nothing."""

import json
import re
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

from slidefront.apps.page.about import About
from slidefront.apps.page.data import page_data
from slidefront.apps.page.html import card, editor_html, gallery_html, page_html
from slidefront.apps.problems.problems import Problem, ProblemPack, read_packs, write_problems
from slidefront.apps.problems.sheet import make_sheet, sheet_html
from slidefront.draw.picture import draw_board, draw_route, png
from slidefront.errors import PuzzleError
from slidefront.notation.load import describe_puzzle, load_record, read_puzzle
from slidefront.report.notebook import html_of
from slidefront.search.solve import solve
from tests.messages import refused

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


def with_texts(text) -> Any:
    puzzle = read_puzzle('kind = "blocks"\nhome = """\nA A .\nB . .\n"""\ngoal = [["A", 2, 1]]\n')
    puzzle.title = puzzle.about = puzzle.author = text
    return puzzle


def with_name(name) -> Any:
    quoted = name.replace('"', '\\"')
    return read_puzzle(f'kind = "blocks"\nhome = """\n{quoted} {quoted} .\nB . .\n"""\ngoal = [["{quoted}", 2, 1]]\n')


PUZZLES = [pytest.param(with_texts(text), id=name) for name, text in TEXTS.items()]
PUZZLES += [pytest.param(with_name(name), id=f"piece {name[:8]!a}") for name in NAMES]
LEAST = 250_000
"""No file of this small puzzle has more bytes, whatever its texts."""


def pack_of(puzzle) -> ProblemPack:
    return ProblemPack(puzzle, [Problem(puzzle.home, puzzle.format(puzzle.home), solve(puzzle, "home").optimum)])


def check_html(text, scripts=0) -> None:
    assert len(text.encode()) <= LEAST
    assert len(re.findall("<script", text)) == scripts
    assert "<img src=x" not in text
    assert not re.search("[\u202a-\u202e\u2066-\u2069\ud800-\udfff\x00]", text)


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_pictures_of_hostile_puzzles(puzzle) -> None:
    route = solve(puzzle, "home").route
    for picture in (draw_board(puzzle), draw_route(route), draw_route(route, strip=True)):
        root = ElementTree.fromstring(picture.svg.encode())
        assert float(root.get("width")) <= 1000
        tags = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert tags <= {"svg", "title", "style", "rect", "g", "path", "circle", "text"}
        assert png(picture.svg).startswith(b"\x89PNG")


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_pages_of_hostile_puzzles(puzzle) -> None:
    check_html(sheet_html(make_sheet(pack_of(puzzle), 6)))
    check_html(gallery_html(puzzle.name, [card("a.html", About(puzzle, puzzle.home))]))
    check_html(page_html(page_data(puzzle)), scripts=3)
    for shown in (puzzle, solve(puzzle, "home"), pack_of(puzzle)):
        check_html(html_of(shown))


@pytest.mark.parametrize("to", ["lines", "jsonl"])
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_packs_and_editor_read_hostile_files(text, to, tmp_path) -> None:
    quoted = json.dumps(text)
    file = f'kind = "blocks"\ntitle = {quoted}\nabout = {quoted}\nhome = "AA./B.."\ngoal = [["A", 2, 1]]\n'
    if not "".join(text.split()).isprintable():  # the fields of puzzle files are lines
        assert len(refused(PuzzleError, read_puzzle, file)) < 500
        return
    puzzle = read_puzzle(file)
    with (tmp_path / "pack").open("wb") as out:
        write_problems([pack_of(puzzle)], out, to)
    (pack,) = read_packs(tmp_path / "pack")
    check_html(sheet_html(make_sheet(pack, 6)))
    check_html(page_html(page_data(pack.puzzle, pack=pack)), scripts=3)
    check_html(editor_html(puzzle).replace(json.dumps(puzzle.text, ensure_ascii=False)[1:-1], ""), scripts=4)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_records_keep_hostile_names(text) -> None:
    record = {**describe_puzzle(with_texts("")), "name": text}
    if len(text) > 200:
        assert "255 bytes" in refused(PuzzleError, load_record, record)
        return
    puzzle = load_record(record)
    check_html(page_html(page_data(puzzle)), scripts=3)
    check_html(gallery_html("", [card("a.html", About(puzzle, puzzle.home))]))


def test_longest_file_name_works() -> None:
    assert solve(read_puzzle("1 2/_ 3", "華" * 85)).optimum == 1
