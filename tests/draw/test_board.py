"""Boards and goals as text, read back from the characters alone."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import slidefront
from slidefront.draw.animation import animated
from slidefront.draw.board import describe_goal, draw_position, draw_text, goal_drawing, side_by_side
from slidefront.draw.picture import draw_board
from slidefront.notation.load import load, read_puzzle
from slidefront.puzzles import library
from slidefront.puzzles.capabilities import Drawing, DrawnPiece
from slidefront.units import fill, width_of
from tests.catalogue import EVERY, solution
from tests.strategies import few

LINES = set("╵╷│╴┘┐┤╶└┌├─┴┬┼")


def read_back(text, rows, columns) -> Any:
    """Find the areas that lines go around, and what is written in each, by the characters alone."""
    lines = text.split("\n")
    room = (len(lines[0]) - 1) // columns - 1
    owner = {}
    for start in [(r, c) for r in range(rows) for c in range(columns)]:
        waiting = [start] if start not in owner else []
        while waiting:
            r, c = waiting.pop()
            owner[r, c] = start
            x = c * (room + 1)
            beside = [((r, c - 1), lines[2 * r + 1][x]), ((r, c + 1), lines[2 * r + 1][x + room + 1])]
            over = [((r - 1, c), lines[2 * r][x + 1]), ((r + 1, c), lines[2 * r + 2][x + 1])]
            waiting += [cell for cell, mark in beside + over if mark not in LINES and cell not in owner]
    areas = {}
    for (r, c), area in owner.items():
        inside = lines[2 * r + 1][c * (room + 1) + 1 :][:room].strip()
        areas.setdefault(area, set()).add(((r, c), inside))
    return areas.values()


@pytest.mark.parametrize("name", [name for name in library.names() if "pillars" not in name])
def test_lines_go_around_each_piece(name) -> None:
    puzzle = slidefront.load(name)
    drawing = puzzle.drawing(puzzle.home)
    areas = read_back(draw_position(puzzle.position(puzzle.home)), drawing.rows, drawing.columns)
    found = {frozenset(cell for cell, _ in area): {inside for _, inside in area} - {""} for area in areas}
    for piece in drawing.pieces:
        assert found.pop(piece.cells) == {piece.name}
    marks = {cell: inside for area in areas for cell, inside in area}
    blanks = {cell for cell, mark in marks.items() if mark == "·"}
    assert blanks == {*marks} - {*drawing.owners} - drawing.walls - drawing.gates
    assert {cell for cell, mark in marks.items() if mark and set(mark) == {"▒"}} == drawing.walls
    assert {cell for cell, mark in marks.items() if mark and set(mark) == {"░"}} == drawing.gates - {*drawing.owners}


def test_walls_have_no_gaps() -> None:
    text = str(slidefront.draw_board("daisy")).split("\n")
    assert text[1] == "│" + "▒" * 23 + "│"
    assert text[13] == "│▒▒▒▒▒▒▒▒░░░░░░░▒▒▒▒▒▒▒▒│"
    whole = Drawing(2, 2, (), walls=frozenset({(0, 0), (0, 1), (1, 0), (1, 1)}))
    assert draw_text(whole) == "┌───────┐\n│▒▒▒▒▒▒▒│\n│▒▒▒▒▒▒▒│\n│▒▒▒▒▒▒▒│\n└───────┘"


def test_wide_names_keep_lines_straight() -> None:
    pieces = (DrawnPiece("曹操", frozenset({(0, 0), (0, 1)})), DrawnPiece("a", frozenset({(1, 0)})))
    text = draw_text(Drawing(2, 2, pieces))
    assert {width_of(line) for line in text.split("\n")} == {15}
    assert "│ a    │  ·   │" in text


@few
@given(st.integers(10, 200), st.integers(1, 9))
def test_boards_are_side_by_side_within_the_width(width, count) -> None:
    board = str(slidefront.draw_board("8-puzzle")).split("\n")
    lines = side_by_side([[*board, "_12345678"]] * count, width).split("\n")
    assert max(map(len, lines)) <= max(width, 13)
    assert sum(line.count("_12345678") for line in lines) == count
    across = max(line.count("_12345678") for line in lines)
    assert across == count or 16 * (across + 1) - 3 > width


def test_shorter_blocks_are_padded() -> None:
    assert side_by_side([["a", "b"], ["c"], ["dd"]], 8) == "a    c\nb\n\ndd"


@pytest.mark.parametrize("name", ["pillars", "pillars-6"])
def test_graph_has_vertices_and_edges(name) -> None:
    puzzle = slidefront.load(name)
    text = draw_position(puzzle.position(puzzle.home))
    found = dict(re.findall(r"(\d+):\[?(\w)", text))
    assert [found[str(vertex)] for vertex in range(len(found))] == list(puzzle.format(puzzle.home))
    assert max(map(len, text.split("\n"))) <= 80
    narrow = draw_position(puzzle.position(puzzle.home), 40)
    assert max(map(len, narrow.split("\n"))) <= 40
    assert re.findall(r"\d:\[?\w", narrow) == re.findall(r"\d:\[?\w", text)
    assert sum(0x2800 < ord(letter) <= 0x28FF for letter in text) > 20


@few
@given(st.text("ab ", max_size=300), st.integers(40, 120))
def test_sentences_break_at_words(text, width) -> None:
    lines = fill(text.strip(), width).split("\n")
    assert " ".join(lines).split() == text.split()
    assert all(len(line) <= width or " " not in line for line in lines)


SWAP = "kind='blocks'\nhome='''\nA A . B B\nC D E F .\n'''\ngoal=[['A',1,4],['B',1,1]]\n"


def test_goal_of_tiles_in_order_is_named_by_its_hole() -> None:
    words = {"8-puzzle": "1 ... 8, hole first", "15-puzzle": "1 ... 15, hole last", "3x4+1x2": "1 ... 10, hole last"}
    assert {name: describe_goal(load(name)) for name in words} == words


def test_targets_of_several_pieces_are_tagged() -> None:
    puzzle = read_puzzle(SWAP)
    assert describe_goal(puzzle) == "A at row 1, column 4, B at row 1, column 1"
    svg = draw_board(puzzle).svg
    after_pieces = svg[svg.rindex('class="sf-piece') :]
    assert after_pieces.count('class="sf-target"') == 2
    tags = re.findall(r'class="sf-tag" cx="([\d.]+)".*?>([^<]+)</text>', after_pieces)
    assert [name for _, name in tags] == ["A", "B"]
    assert float(tags[0][0]) > 4 * 44 > 2 * 44 > float(tags[1][0])


def test_partial_goal_shows_named_pieces() -> None:
    puzzle = read_puzzle(SWAP)
    drawing = goal_drawing(puzzle)
    assert {piece.name: min(piece.cells) for piece in drawing.pieces} == {"A": (0, 3), "B": (0, 0)}
    assert draw_board(puzzle, "goal").svg.count('class="sf-piece') == 2


@pytest.mark.parametrize("name", sorted({name for name, _ in EVERY}))
def test_drawn_goal_fits_end_of_solution(name) -> None:
    puzzle = load(name)
    if not puzzle.goal:
        assert (goal_drawing(puzzle), describe_goal(puzzle)) == (None, "")
        return
    assert draw_board(puzzle, "goal").title == f"{puzzle.name}: {describe_goal(puzzle)}"
    wanted = {piece.cells for piece in goal_drawing(puzzle).pieces}
    end = {piece.cells for piece in puzzle.position(solution(puzzle).boards[-1]).drawing().pieces}
    assert wanted <= end
    assert puzzle.goal.partial or wanted == end


def test_targets_of_animation_are_above_pieces() -> None:
    body = animated(solution(load("klotski"))).body
    assert body.rindex('class="sf-target"') > body.rindex('class="sf-piece')
