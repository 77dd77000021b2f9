"""The goal, in words and as a small board."""

import re

import pytest

from slidefront.draw.animation import animated
from slidefront.draw.board import goal_drawing, goal_words
from slidefront.draw.picture import draw_board
from slidefront.notation.load import load, read_puzzle
from tests.catalogue import EVERY, solution

SWAP = "kind='blocks'\nhome='''\nA A . B B\nC D E F .\n'''\ngoal=[['A',0,3],['B',0,0]]\n"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("8-puzzle", "1 ... 8, hole first"),
        ("15-puzzle", "1 ... 15, hole last"),
        ("3x4+1x2", "1 ... 10, hole last"),
        ("klotski", "X at row 4, column 2"),
        ("mural", "1 . . . 0/4 3 . . 2/4 3 6 5 5/7 7 7 8 9/7 7 10 10 9"),
        ("euler-766", ""),
    ],
)
def test_the_goal_in_words(name, words):
    puzzle = load(name)
    assert goal_words(puzzle) == words


def test_two_pieces_that_change_places_have_tags_with_their_names():
    puzzle = read_puzzle(SWAP)
    assert goal_words(puzzle) == "A at row 1, column 4, B at row 1, column 1"
    svg = draw_board(puzzle).svg
    after_pieces = svg[svg.rindex('class="sf-piece"') :]
    assert after_pieces.count('class="sf-target"') == 2
    tags = re.findall(r'class="sf-tag" cx="([\d.]+)".*?>([^<]+)</text>', after_pieces)
    assert [name for _, name in tags] == ["A", "B"]
    assert float(tags[0][0]) > 4 * 44 > 2 * 44 > float(tags[1][0])


def test_a_partial_goal_shows_only_the_pieces_that_it_names():
    puzzle = read_puzzle(SWAP)
    drawing = goal_drawing(puzzle)
    assert {piece.name: min(piece.cells) for piece in drawing.pieces} == {"A": (0, 3), "B": (0, 0)}
    assert draw_board(puzzle, "goal").svg.count('class="sf-piece"') == 2


@pytest.mark.parametrize("name", sorted({name for name, _ in EVERY}))
def test_every_goal_is_drawn_and_the_end_of_a_solution_fits_it(name):
    puzzle = load(name)
    if not puzzle.goal:
        assert (goal_drawing(puzzle), goal_words(puzzle)) == (None, "")
        return
    assert draw_board(puzzle, "goal").title == f"{puzzle.name}: {goal_words(puzzle)}"
    wanted = {piece.cells for piece in goal_drawing(puzzle).pieces}
    end = {piece.cells for piece in puzzle.position(solution(puzzle).boards[-1]).drawing().pieces}
    assert wanted <= end
    assert puzzle.goal.partial or wanted == end


def test_outlines_of_an_animation_are_above_the_pieces():
    body = animated(solution(load("klotski"))).body
    assert body.rindex('class="sf-target"') > body.rindex('class="sf-piece"')
