"""A puzzle that is written in Python: with a drawing it gets pictures, animation and player; without, its text."""

from xml.etree import ElementTree

import numpy as np

import slidefront
from slidefront.apps.problems.sheet import written
from slidefront.draw.board import draw
from slidefront.draw.picture import draw_route
from slidefront.puzzles.capabilities import Drawing, DrawnPiece


class Row(slidefront.Puzzle):
    """Tiles 1 to 3 in a row of five cells; a tile goes one cell to either side, onto a blank."""

    name, key_bits, most_successors = "row", 20, 6
    home, goal = 0x12300, slidefront.Goal(0x01203)

    def parse(self, text):
        return int(text.replace(".", "0"), 16)

    def format(self, key):
        return f"{key:05x}".replace("0", ".")

    def successors(self, key):
        board, found = f"{key:05x}", []
        for at, name in enumerate(board):
            for way, to in (("L", at - 1), ("R", at + 1)):
                if name != "0" and 0 <= to < 5 and board[to] == "0":
                    after = list(board)
                    after[at], after[to] = "0", name
                    found.append(slidefront.Move(name, way, int("".join(after), 16)))
        return found

    def expand(self, work, out):
        keys = [move.key for key in work.tolist() for move in self.successors(key)]
        out[: len(keys)] = np.array(keys, np.uint64)
        return len(keys)


class Drawn(Row):
    """The same, with a drawing."""

    def drawing(self, board):
        text = board if isinstance(board, str) else self.format(board)
        cells = [(name, (0, at)) for at, name in enumerate(text) if name != "."]
        return Drawing(1, 5, tuple(DrawnPiece(name, name, frozenset({cell})) for name, cell in cells))


def test_with_a_drawing_it_is_drawn_like_any_other():
    puzzle = Drawn()
    assert draw(puzzle, puzzle.home) == "┌───┬───┬───┬───────┐\n│ 1 │ 2 │ 3 │ ·   · │\n└───┴───┴───┴───────┘"
    route = slidefront.solve(puzzle).route
    assert route.length == 4
    root = ElementTree.fromstring(draw_route(route).svg)
    assert len([one for one in root.iter() if one.get("class") == "sf-piece"]) == 3
    assert "@keyframes" in draw_route(route).svg
    assert written(puzzle, route.moves[0]) == f"{route.moves[0].what} →"


def test_without_a_drawing_it_is_its_text():
    puzzle = Row()
    assert draw(puzzle, puzzle.home) == "123.."
    assert str(slidefront.draw_board(puzzle)) == "123.."
    assert ">123..</text>" in slidefront.draw_board(puzzle).svg
    assert ">.12.3</text>" in draw_route(slidefront.solve(puzzle).route, strip=True).svg
    assert puzzle._repr_html_().startswith("<h4>")
