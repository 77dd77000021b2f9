"""Pictures of boards, read back as XML."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import slidefront
from slidefront.draw.palette import FROZEN, PIECES, WANTED, colours, colours_of
from slidefront.draw.svg import WIDTH, Figure, board_figure, captioned, clean, document, name_place, sheet, text
from slidefront.puzzles import library
from slidefront.puzzles.capabilities import Drawing, DrawnPiece
from tests.strategies import few

SVG = "{http://www.w3.org/2000/svg}"


def parsed(figure, title="a picture"):
    return ElementTree.fromstring(document(figure, title))


def names(root):
    return [one.text for one in root.iter(f"{SVG}text") if one.get("class") == "sf-name"]


def shapes(root):
    return [one for one in root.iter() if one.get("class") == "sf-piece"]


@pytest.mark.parametrize("name", library.names())
def test_each_piece_has_a_shape_and_its_name(name):
    puzzle = slidefront.load(name)
    drawing = puzzle.drawing(puzzle.home)
    root = parsed(board_figure(drawing))
    assert names(root) == [piece.label for piece in drawing.pieces]
    assert len(shapes(root)) == len(drawing.pieces)
    dots = [one for one in root.iter(f"{SVG}circle") if one.get("class") == "sf-blank"]
    expected = 0 if drawing.graph else drawing.rows * drawing.columns - len(drawing.walls)
    assert len(dots) == expected
    assert sum(one.get("class") == "sf-target" for one in root.iter()) == len(drawing.targets)


EVIL = '<script>alert("1")</script>&amp;\x00\x1b]'


@few
@given(st.one_of(st.just(EVIL), st.text()))
def test_names_become_text_and_nothing_else(label):
    drawing = Drawing(1, 1, (DrawnPiece(label, label, frozenset({(0, 0)})),))
    root = parsed(captioned(board_figure(drawing), label), label)
    shown = "".join(letter for letter in label if letter.isprintable())
    assert (names(root)[0] or "") == shown
    assert (root.find(f"{SVG}title").text or "") == shown
    allowed = {"svg", "title", "style", "rect", "g", "text", "path", "circle"}
    assert {one.tag.removeprefix(SVG) for one in root.iter()} <= allowed


def test_a_picture_refers_to_nothing_outside():
    svg = slidefront.draw_board("klotski").svg
    assert not re.search(r"href|url\(|@import|<script|<image|on\w+=", svg.replace("http://www.w3.org/2000/svg", ""))


def test_colours_stay_with_a_piece():
    puzzle = slidefront.load("klotski")
    chosen = colours_of(puzzle)
    route = slidefront.solve(puzzle).route
    for words in (route.boards[0], route.boards[40], route.boards[-1]):
        drawing = puzzle.position(words).drawing()
        root = parsed(board_figure(drawing, chosen))
        fills = {name: one.get("fill") for name, one in zip(names(root), shapes(root), strict=True)}
        assert fills == dict(chosen)
    assert chosen["X"] == WANTED
    assert len({*chosen.values()}) == 10


def test_tiles_are_coloured_by_row_and_frozen_pieces_are_grey():
    tiles = colours_of(slidefront.load("15-puzzle"))
    assert tiles["1"] == tiles["4"] == PIECES[0] != tiles["5"]
    assert set(tiles.values()) == set(PIECES[:4])
    frozen = slidefront.load("mural-frozen")
    assert {colours_of(frozen)[piece.name] for piece in frozen.layout.fixed} == {FROZEN}


def test_more_pieces_than_colours_get_darker_ones():
    pieces = tuple(DrawnPiece(str(n), str(n), frozenset({(0, 2 * n), (0, 2 * n + 1)})) for n in range(24))
    assert len({*colours(Drawing(1, 48, pieces)).values()}) == 24


def contrast(one, other):
    def light(colour):
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    low, high = sorted([light(one), light(other)])
    return (high + 0.05) / (low + 0.05)


def test_text_can_be_read_on_what_it_is_on():
    pieces = tuple(DrawnPiece(str(n), str(n), frozenset({(0, 2 * n), (0, 2 * n + 1)})) for n in range(16))
    for colour in [*colours(Drawing(1, 32, pieces)).values(), WANTED, FROZEN]:
        assert contrast("#1c1a17", colour) > 4.5
    style = document(Figure(1, 1, ""), "")
    light, dark = style.split("@media (prefers-color-scheme:dark)")
    for part in (light, dark):
        panel = re.search(r"sf-panel\{fill:(#\w{6})", part)[1]
        for kind in ("text", "note"):
            assert contrast(re.search(rf"sf-{kind}\{{fill:(#\w{{6}})", part)[1], panel) > 4.5


@few
@given(st.frozensets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1))
def test_a_name_is_on_its_piece(cells):
    x, y, across = name_place(cells)
    assert {(int(y - 0.1), int(x - 0.1)), (int(y + 0.1), int(x + 0.1))} <= cells
    assert across >= 1


def test_a_sheet_is_as_wide_as_allowed_and_shows_all():
    figures = [captioned(Figure(100, 50, f"<g id='f{n}'/>"), f"figure {n}") for n in range(20)]
    whole = sheet(figures)
    assert whole.width <= WIDTH
    root = parsed(whole)
    places = {one.get("transform") for one in root.iter(f"{SVG}g") if one.get("transform", "").endswith(")")}
    assert sum(one.get("id", "").startswith("f") for one in root.iter()) == 20
    assert len(places) > 20


def test_a_long_caption_is_cut_and_kept_as_title():
    root = parsed(captioned(Figure(60, 50, ""), "a very long caption that does not fit at all"))
    cut = next(one.text for one in root.iter(f"{SVG}text"))
    assert cut.endswith("…")
    assert "a very long caption that does not fit at all" in [one.text for one in root.iter(f"{SVG}title")]


def test_control_characters_are_left_out():
    assert clean("a\x00b\x1b[1mc\ud800") == "ab[1mc"
    assert text('"', 0, 0, 1) == '<text class="sf-text" x="0" y="0.35" font-size="1" text-anchor="middle">&quot;</text>'
