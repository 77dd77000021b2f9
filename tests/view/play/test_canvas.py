"""Boards as coloured characters."""

import pytest

import slidefront
from slidefront.puzzles import library
from slidefront.view.palette import colours_of
from slidefront.view.play.canvas import SIZES, Canvas, choose_scale, least_size, size_of
from slidefront.view.width import width_of


def canvas(name, scale, selected=None):
    puzzle = slidefront.load(name)
    drawing = puzzle.drawing(puzzle.home)
    return drawing, Canvas(drawing, colours_of(puzzle), selected, scale)


@pytest.mark.parametrize("scale", SIZES)
@pytest.mark.parametrize("name", ["klotski", "daisy", "15-puzzle", "mural", "euler-766"])
def test_each_cell_has_its_colour_and_each_piece_its_name(name, scale):
    puzzle = slidefront.load(name)
    drawing, drawn = canvas(name, scale)
    lines = ["".join(part.text for part in line) for line in drawn.lines()]
    assert {width_of(line) for line in lines} == {drawn.width} == {drawing.columns * scale[0]}
    assert len(lines) == drawing.rows * scale[1]
    text = "".join(lines)
    assert all(piece.label in text for piece in drawing.pieces)
    for (row, column), piece in drawing.owners.items():
        assert drawn.rows[row * scale[1]][column * scale[0]].back == colours_of(puzzle)[piece.name]


@pytest.mark.parametrize("name", library.names())
def test_every_place_leads_back_to_its_cell(name):
    puzzle = slidefront.load(name)
    drawing = puzzle.drawing(puzzle.home)
    scale = choose_scale(drawing, 200, 100)
    drawn = Canvas(drawing, colours_of(puzzle), None, scale)
    found = {drawn.cell_at(x, y) for y in range(drawn.height) for x in range(drawn.width)} - {None}
    assert found == {(row, column) for row in range(drawing.rows) for column in range(drawing.columns)}
    assert drawn.cell_at(-1, 0) is None or drawing.graph


def test_the_largest_size_that_fits_is_chosen():
    drawing, _ = canvas("klotski", SIZES[0])
    assert choose_scale(drawing, 40, 25) == (10, 5)
    assert choose_scale(drawing, 39, 25) == (8, 4)
    assert choose_scale(drawing, 12, 5) == (3, 1)
    assert choose_scale(drawing, 11, 5) is None
    assert least_size(drawing) == (12, 5) == size_of(drawing, SIZES[-1])


def test_the_selected_piece_is_marked():
    _, drawn = canvas("klotski", (8, 4), (0, 1))
    assert "›X‹" in "".join("".join(part.text for part in line) for line in drawn.lines())
