"""What drawings say, against the text of boards and the puzzle files."""

from math import dist
from typing import Any

import pytest

import slidefront
from slidefront.puzzles import library
from slidefront.puzzles.blocks.layout import BLANK, GATE, WALL


def text_of(drawing) -> Any:
    """Write a drawing as rows of names, by the drawing alone."""
    rows = [[BLANK] * drawing.columns for _ in range(drawing.rows)]
    for cells, name in [(drawing.walls, WALL), (drawing.gates, GATE), *((p.cells, p.name) for p in drawing.pieces)]:
        for r, c in cells:
            rows[r][c] = name
    return rows


@pytest.mark.parametrize("name", library.names())
def test_drawing_matches_board_text(name) -> None:
    puzzle = slidefront.load(name)
    if puzzle.size() is None:
        for key in [puzzle.home, *(move.key for move in puzzle.moves(puzzle.home))]:
            assert text_of(puzzle.drawing(key)) == [*map(list, puzzle.position(key).grid.rows)]
    else:
        drawing = puzzle.drawing(puzzle.home)
        names = [name for row in text_of(drawing) for name in row]
        labels = [puzzle.labels.label(name.replace(BLANK, "_")) for name in names]
        assert labels == puzzle.labels_of(puzzle.home)


def test_partial_goal_is_drawn_as_targets() -> None:
    drawing = slidefront.load("klotski").drawing(slidefront.load("klotski").home)
    assert [(target.name, min(target.cells)) for target in drawing.targets] == [("X", (3, 1))]
    assert [piece.name for piece in drawing.pieces if piece.wanted] == ["X"]
    mural = slidefront.load("mural")
    assert mural.drawing(mural.home).targets == ()


def test_tiles_show_numbers_and_the_hole_is_blank() -> None:
    puzzle = slidefront.load("15-puzzle")
    drawing = puzzle.drawing(puzzle.home)
    assert [piece.name for piece in drawing.pieces] == [str(number) for number in range(1, 16)]
    assert (3, 3) not in drawing.owners


def test_graph_layout_keeps_neighbours_close() -> None:
    drawing = slidefront.load("pillars").position("ABCDEFGHIJ").drawing()
    points, edges = drawing.graph.points, drawing.graph.edges
    joined = [dist(points[a], points[b]) for a, b in edges]
    every = [dist(a, b) for number, a in enumerate(points) for b in points[:number]]
    assert len(edges) == 13
    assert max(joined) < 2 and min(every) > 0.8
    assert drawing.graph.mover == "J"
    assert slidefront.load("pillars").position("ABCDEFGHIJ").drawing().graph == drawing.graph


@pytest.mark.parametrize(
    ("vertices", "edges"),
    [
        (1, []),
        (2, [[0, 1]]),
        (3, []),
        (16, [[v, v + 1] for v in range(15)]),
        (5, [[0, 1], [2, 3]]),
        (6, [[a, b] for a in range(6) for b in range(a)]),
    ],
)
def test_every_graph_has_a_layout(vertices, edges) -> None:
    text = f'kind = "graph"\nhome = "{"ABCDEFGHIJKLMNOP"[:vertices]}"\nmover = "A"\nedges = {edges}\n'
    points = slidefront.read_puzzle(text).position("ABCDEFGHIJKLMNOP"[:vertices]).drawing().graph.points
    assert min([dist(a, b) for number, a in enumerate(points) for b in points[:number]], default=1) > 0.9
    assert len({*points}) == vertices
    assert min(x for x, _ in points) == min(y for _, y in points) == 0
