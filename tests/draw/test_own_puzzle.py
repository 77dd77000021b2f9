"""A puzzle that is written in Python: with a drawing it gets pictures, animation and player; without, its text."""

from xml.etree import ElementTree

import slidefront
from examples.pancakes import Pancakes
from slidefront.apps.problems.sheet import written
from slidefront.draw.board import draw_position
from slidefront.draw.picture import draw_route
from slidefront.puzzles.capabilities import Drawing, DrawnPiece


class Drawn(Pancakes):
    """The pancakes of examples/ in a row."""

    def drawing(self, board):
        text = board if isinstance(board, str) else self.format(board)
        return Drawing(1, 4, tuple(DrawnPiece(name, frozenset({(0, at)})) for at, name in enumerate(text)))


def test_with_a_drawing_it_is_drawn_like_any_other():
    puzzle = Drawn(4)
    assert draw_position(puzzle.position(puzzle.home)) == "┌───┬───┬───┬───┐\n│ 1 │ 2 │ 3 │ 4 │\n└───┴───┴───┴───┘"
    route = slidefront.solve(puzzle, "4312").route
    assert route.length == 2
    root = ElementTree.fromstring(draw_route(route).svg)
    assert len([one for one in root.iter() if one.get("class") == "sf-piece"]) == 4
    assert "@keyframes" in draw_route(route).svg
    assert written(puzzle, route.moves[0])


def test_without_a_drawing_it_is_its_text():
    puzzle = Pancakes(4)
    assert draw_position(puzzle.position(puzzle.home)) == str(slidefront.draw_board(puzzle)) == "1234"
    assert ">1234</text>" in slidefront.draw_board(puzzle).svg
    assert ">2134</text>" in draw_route(slidefront.solve(puzzle, "2134").route, strip=True).svg
    assert puzzle._repr_html_().startswith("<h4>")
