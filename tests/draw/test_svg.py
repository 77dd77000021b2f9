"""Boards as SVG, read back as XML; outlines; and colours that all people tell apart."""

import re
from itertools import combinations, pairwise
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import slidefront
from slidefront.apps.page.html import source
from slidefront.draw.svg import (
    DARK,
    DARK_DISTANCES,
    FROZEN,
    LIGHT,
    LIGHT_DISTANCES,
    PIECE_COLOURS,
    STYLE,
    WANTED,
    Figure,
    board_figure,
    caption_figure,
    colours,
    colours_of,
    document,
    loops,
    name_place,
    outline,
    page_style,
)
from slidefront.puzzles import library
from slidefront.puzzles.capabilities import Drawing, DrawnPiece
from tests.strategies import few

SVG = "{http://www.w3.org/2000/svg}"


def parsed(figure, title="a picture") -> ElementTree.Element:
    return ElementTree.fromstring(document(figure, title))


def names(root) -> list[str]:
    return [one.text for one in root.iter(f"{SVG}text") if one.get("class") == "sf-name"]


def shapes(root) -> list[Any]:
    return [one for one in root.iter() if one.get("class", "").startswith("sf-piece")]


@pytest.mark.parametrize("name", library.names())
def test_pieces_have_shapes_and_names(name) -> None:
    puzzle = slidefront.load(name)
    drawing = puzzle.drawing(puzzle.home)
    root = parsed(board_figure(drawing, colours(drawing)))
    assert names(root) == [piece.name for piece in drawing.pieces]
    assert len(shapes(root)) == len(drawing.pieces)
    dots = [one for one in root.iter(f"{SVG}circle") if one.get("class") == "sf-blank"]
    expected = 0 if drawing.graph else drawing.rows * drawing.columns - len(drawing.walls)
    assert len(dots) == expected
    assert sum(one.get("class") == "sf-target" for one in root.iter()) == len(drawing.targets)


EVIL = '<script>alert("1")</script>&amp;\x00\x1b]'


@few
@given(st.one_of(st.just(EVIL), st.text()))
def test_names_are_escaped(label) -> None:
    drawing = Drawing(1, 1, (DrawnPiece(label, frozenset({(0, 0)})),))
    root = parsed(caption_figure(board_figure(drawing, colours(drawing)), label), label)
    shown = "".join(letter for letter in label if letter.isprintable())
    assert (names(root)[0] or "") == shown
    assert (root.find(f"{SVG}title").text or "") == shown
    allowed = {"svg", "title", "style", "rect", "g", "text", "path", "circle"}
    assert {one.tag.removeprefix(SVG) for one in root.iter()} <= allowed


def test_picture_is_self_contained() -> None:
    svg = slidefront.draw_board("klotski").svg
    assert not re.search(r"href|url\(|@import|<script|<image|on\w+=", svg.replace("http://www.w3.org/2000/svg", ""))


def test_piece_keeps_its_colour() -> None:
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


def test_tiles_are_coloured_by_row_and_frozen_pieces_are_grey() -> None:
    tiles = colours_of(slidefront.load("15-puzzle"))
    assert tiles["1"] == tiles["4"] == PIECE_COLOURS[0] != tiles["5"]
    assert set(tiles.values()) == set(PIECE_COLOURS[:4])
    frozen = slidefront.load("mural-frozen")
    assert {colours_of(frozen)[piece.name] for piece in frozen.layout.fixed} == {FROZEN}


def test_frozen_pieces_have_rivets_and_walls_match_the_frame() -> None:
    frozen = slidefront.load("mural-frozen")
    drawing = frozen.drawing(frozen.home)
    rivets = board_figure(drawing, colours_of(frozen)).body.count('fill-opacity="0.35"')
    assert rivets == sum(len(one.cells) for one in drawing.pieces if one.frozen) > 0
    daisy = slidefront.load("daisy")
    assert "fill-opacity" not in board_figure(daisy.drawing(daisy.home), colours_of(daisy)).body
    for around in (LIGHT, DARK):
        assert contrast(around["wall"], FROZEN) > 1.5
        assert contrast(around["line"], around["board"]) > 2.5


def row_of(pieces: int) -> Drawing:
    """Pieces of two cells in a row."""
    drawn = (DrawnPiece(str(n), frozenset({(0, 2 * n), (0, 2 * n + 1)})) for n in range(pieces))
    return Drawing(1, 2 * pieces, tuple(drawn))


def test_more_pieces_than_colours_get_darker_ones() -> None:
    assert len({*colours(row_of(24)).values()}) == 24


def contrast(one, other) -> float:
    def light(colour) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    low, high = sorted([light(one), light(other)])
    return (high + 0.05) / (low + 0.05)


def test_text_has_contrast() -> None:
    for colour in [*colours(row_of(16)).values(), WANTED, FROZEN]:
        assert contrast("#1c1a17", colour) > 4.5
    assert min(contrast("#1c1a17", colour) for colour in colours(row_of(40)).values()) > 3  # large letters
    style = document(Figure(1, 1, ""), "")
    light, dark = style.split("@media (prefers-color-scheme:dark)")
    for part in (light, dark):
        panel = re.search(r"sf-panel\{fill:(#\w{6})", part)[1]
        for kind in ("text", "note"):
            assert contrast(re.search(rf"sf-{kind}\{{fill:(#\w{{6}})", part)[1], panel) > 4.5


@few
@given(st.frozensets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1))
def test_name_lies_on_its_piece(cells) -> None:
    x, y, across = name_place(cells)
    assert {(int(y - 0.1), int(x - 0.1)), (int(y + 0.1), int(x + 0.1))} <= cells
    assert across >= 1


def test_long_caption_is_cut_and_kept_as_title() -> None:
    root = parsed(caption_figure(Figure(60, 50, ""), "a very long caption that does not fit at all"))
    cut = next(one.text for one in root.iter(f"{SVG}text"))
    assert cut.endswith("…")
    assert "a very long caption that does not fit at all" in [one.text for one in root.iter(f"{SVG}title")]


CELLS = st.frozensets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1)


def corners(loop) -> list[tuple[float, float]]:
    return [(corner.real, corner.imag) for corner, _ in loop]


def area(loop) -> float:
    ring = [*corners(loop), corners(loop)[0]]
    return sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in pairwise(ring)) / 2


def is_inside(all_loops, x, y) -> bool:
    """Count how often a ray to the right crosses the loops."""
    sides = [side for loop in all_loops for side in pairwise([*corners(loop), corners(loop)[0]])]
    return sum(a == c and a > x and min(b, d) < y < max(b, d) for (a, b), (c, d) in sides) % 2 == 1


@few
@given(CELLS)
def test_loops_go_around_exactly_the_cells(cells) -> None:
    found = loops(cells)
    assert sum(area(loop) for loop in found) == len(cells)
    for row in range(-1, 7):
        for column in range(-1, 7):
            assert is_inside(found, column + 0.5, row + 0.5) == ((row, column) in cells)


@pytest.mark.parametrize(
    ("cells", "count"),
    [({(0, 0)}, 1), ({(0, 0), (1, 1)}, 2), ({(r, c) for r in range(3) for c in range(3)} - {(1, 1)}, 2)],
)
def test_cells_that_touch_at_a_corner_have_separate_loops(cells, count) -> None:
    assert len(loops(cells)) == count


def test_path_is_inside_its_cells_with_rounded_corners() -> None:
    path = outline({(0, 0), (0, 1)}, 10, 1, 2)
    assert path == "M1 3Q1 1 3 1L17 1Q19 1 19 3L19 7Q19 9 17 9L3 9Q1 9 1 7Z"
    numbers = [float(one) for one in re.findall(r"[\d.]+", outline({(0, 0), (1, 0), (1, 1)}, 10, 1, 2))]
    assert min(numbers) == 1
    assert max(numbers) == 19


# Machado, Oliveira and Fernandes 2009: what people without one kind of cones see, in linear RGB.
VISION = {
    "normal": np.eye(3),
    "no red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "no green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "no blue": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
TO_XYZ = [[0.4338, 0.3762, 0.1899], [0.2126, 0.7152, 0.0722], [0.0178, 0.1095, 0.8727]]  # divided by those of white


def lab(colour, vision) -> np.ndarray:
    """Lightness and two coordinates of a colour (CIE 1976), as somebody sees it."""
    parts = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    x, y, z = np.cbrt(np.maximum(0.009, np.array(TO_XYZ) @ np.clip(np.array(VISION[vision]) @ linear, 0, 1)))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("vision", VISION)
def test_piece_colours_differ_for_any_colour_vision(vision) -> None:
    seen = [lab(colour, vision) for colour in (*PIECE_COLOURS, WANTED, FROZEN)]
    assert min(np.linalg.norm(one - other) for one, other in combinations(seen, 2)) > 9


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("distances", [LIGHT_DISTANCES, DARK_DISTANCES])
def test_distance_colours_get_darker_for_any_colour_vision(vision, distances) -> None:
    lightness = [lab(colour, vision)[0] for colour in distances]
    if vision == "normal":
        assert all(near > far + 3 for near, far in pairwise(lightness))
    assert all(np.linalg.norm(lab(one, vision) - lab(other, vision)) > 15 for one, other in pairwise(distances))


def test_pictures_and_the_page_have_the_same_colours() -> None:
    for parts, style, page in zip((LIGHT, DARK), STYLE.split("@media"), page_style().split("@media"), strict=True):
        for name, colour in parts.items():
            assert colour in style
            assert f"--sf-{name}:{colour}" in page


def test_page_takes_board_colours_from_pictures() -> None:
    css = source("page.css")
    defined = {*re.findall(r"(--[a-z0-9-]+):", css + page_style())}
    assert {*re.findall(r"var\((--[a-z0-9-]+)\)", css)} <= defined
    rules = re.findall(r"^\.(?:board|blank|gate|wall|edge|vertex|name|piece|target)\b.*$", css, re.MULTILINE)
    assert len(rules) > 8
    assert not any("#" in rule for rule in rules)
