"""Animations: where each piece is at each rest, worked out from the rules of style alone."""

import re

import pytest

import slidefront
from slidefront.draw.animation import _PAUSE, SECONDS, animated, follow
from slidefront.draw.svg import document, place_of
from slidefront.puzzles.capabilities import Drawing, DrawnPiece

ROUTES = [
    ("8-puzzle", "3124756_8"),
    ("3x5+1x2", "1 2 3 4 5 6 7 8 _ _ b c d 9 a"),
    ("klotski", "home"),
    ("pillars", "home"),
    ("rush-hour-50", "home"),
]


def offsets(svg):
    """Read the keyframes of each piece: pairs of a percentage and an offset."""
    found = {}
    for number, rules in re.findall(r"@keyframes sf\w{8}p(\d+)\{((?:[\d.]+%\{[^}]*\})+)\}", svg):
        stops = re.findall(r"([\d.]+)%\{transform:translate\((-?[\d.]+)(?:px)?,(-?[\d.]+)(?:px)?\)\}", rules)
        assert len(stops) == rules.count("%{")
        found[int(number)] = [(float(at), float(x), float(y)) for at, x, y in stops]
    return found


def offset_at(stops, percent):
    assert [at for at, _, _ in stops] == sorted(at for at, _, _ in stops)
    before = [stop for stop in stops if stop[0] <= percent][-1]
    after = next(stop for stop in stops if stop[0] >= percent)
    assert before[1:] == after[1:], "a piece moves where it should rest"
    return before[1:]


@pytest.mark.parametrize(("name", "start"), ROUTES)
def test_after_each_move_every_piece_is_where_the_board_has_it(name, start):
    puzzle = slidefront.load(name)
    route = slidefront.solve(puzzle, start).route
    svg = document(animated(route), "a route")
    first = puzzle.position(route.boards[0]).drawing()
    moving = offsets(svg)
    whole = 2 * _PAUSE + route.length * SECONDS
    for number, words in enumerate(route.boards):
        drawing = puzzle.position(words).drawing()
        shown = []
        for at, piece in enumerate(first.pieces):
            x, y = place_of(piece, first)
            dx, dy = (
                offset_at(moving[at], 100 * (_PAUSE + (number - 0.05) * SECONDS) / whole) if at in moving else (0, 0)
            )
            shown.append((piece.name, round(x + dx, 1), round(y + dy, 1)))
        expected = [(piece.name, *(round(one, 1) for one in place_of(piece, drawing))) for piece in drawing.pieces]
        assert sorted(shown) == sorted(expected)


def test_each_move_is_named_and_less_motion_is_respected():
    route = slidefront.solve("8-puzzle", "3124756_8").route
    svg = document(animated(route), "a route")
    assert re.findall(r">(\d of 3: [^<]*)<", svg) == ["1 of 3: 7 D", "2 of 3: 4 R", "3 of 3: 3 D"]
    assert "@media (prefers-reduced-motion:reduce){.sf-moving{animation:none!important}}" in svg
    assert svg.count("opacity:1;animation") == 1


def test_a_block_goes_round_corners_cell_by_cell():
    puzzle = slidefront.read_puzzle("A./#.", metric="move")
    route = slidefront.solve(puzzle, goal="../#A").route
    assert [str(move) for move in route.moves] == ["A RD"]
    ((_, stops),) = offsets(document(animated(route), "")).items()
    assert [(x, y) for _, x, y in stops] == [(0, 0), (0, 0), (44, 0), (44, 0), (44, 44), (44, 44)]


def test_equal_tiles_that_rest_are_told_from_those_that_move():
    def tiles(*cells):
        return tuple(DrawnPiece("a", "a", frozenset({cell})) for cell in cells)

    before = tiles((0, 0), (0, 1), (1, 0))
    after = follow(before, Drawing(2, 2, tiles((0, 0), (1, 0), (1, 1))))
    assert [min(one.cells) for one in after] == [(0, 0), (1, 1), (1, 0)]


def test_a_route_without_moves_is_still():
    route = slidefront.solve("8-puzzle").route
    assert offsets(document(animated(route), "")) == {}
