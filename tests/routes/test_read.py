"""Routes as people write them: every form, and one line for what is none."""

import pytest

from slidefront import load, load_text
from slidefront.errors import RouteError
from slidefront.puzzles.core import Puzzle
from slidefront.routes.read import WrittenMove, WrittenRoute, read_routes
from tests.messages import refused
from tests.strategies_blocks import block_case, library_cases


def words(puzzle: Puzzle, text: str) -> list[tuple[str, str] | int]:
    """Read one route: names and way of each move, or the cell."""
    (typed,) = read_routes(puzzle, text)
    return [(move.what, move.way) if move.cell is None else move.cell for move in typed.moves]


EIGHT, FOURTEEN, MURAL, PILLARS = (load(name) for name in ("8-puzzle", "14-puzzle", "mural", "pillars-6"))


@pytest.mark.parametrize(
    ("puzzle", "text", "moves"),
    [
        (MURAL, "0 L", [("0", "L")]),
        (MURAL, "0 L,1 LLL,10 U", [("0", "L"), ("1", "LLL"), ("10", "U")]),
        (MURAL, " 0  L \r\n\r\n1 LLL,\n,", [("0", "L"), ("1", "LLL")]),
        (EIGHT, "3 L", [("3", "L")]),
        (EIGHT, "1 2 L\n5 U", [("1 2", "L"), ("5", "U")]),
        (EIGHT, "LURD", [("", "L"), ("", "U"), ("", "R"), ("", "D")]),
        (EIGHT, "L U, RD\nD", [("", "L"), ("", "U"), ("", "R"), ("", "D"), ("", "D")]),
        (EIGHT, "1|2|5", [1, 2, 5]),
        (EIGHT, "1, 2\n5", [1, 2, 5]),
        (EIGHT, "4", [4]),
        (FOURTEEN, "b c D,8 R", [("b c", "D"), ("8", "R")]),
        (FOURTEEN, "11 12 D", [("b c", "D")]),
        (FOURTEEN, "B C D", [("b c", "D")]),
        (FOURTEEN, "D D", [("", "D"), ("", "D")]),
        (FOURTEEN, "d D", [("d", "D")]),
        (PILLARS, "F 1,F 3", [("F", "1"), ("F", "3")]),
        (PILLARS, "1|3", [1, 3]),
        (PILLARS, "A 1", [("A", "1")]),
        (EIGHT, "", []),
        (MURAL, " \n ", []),
        (MURAL, "# route 1 of 1\n", []),
        (EIGHT, "# a remark\nLU\n", [("", "L"), ("", "U")]),
        (MURAL, '{"moves": [{"what": "0", "way": "LD"}]}', [("0", "LD")]),
    ],
)
def test_every_form(puzzle: Puzzle, text: str, moves: list[tuple[str, str] | int]) -> None:
    assert words(puzzle, text) == moves


def test_names_that_look_like_ways_or_marks() -> None:
    tiles = load_text('kind = "tiles"\nhome = "L U R / D a _"\n')
    assert words(tiles, "L U") == [("L", "U")]
    assert words(tiles, "a R") == [("a", "R")]
    assert words(tiles, "LURD") == [("", letter) for letter in "LURD"]
    commas = block_case(",|./AA.").puzzle
    assert words(commas, ", R\n| R") == [(",", "R"), ("|", "R")]
    assert words(block_case("1./..").puzzle, "1 R") == [("1", "R")]


def test_the_text_of_a_move_is_one_printable_line() -> None:
    (typed,) = read_routes(MURAL, "0\t\x1c L")
    assert typed.moves == (WrittenMove("0 L", "0", "L"),)


def test_problem_lines_are_a_route_each() -> None:
    first, second = read_routes(EIGHT, "_12345678:2:1|2\n\n1_2345678:1:R\n")
    assert first == WrittenRoute((WrittenMove("1", cell=1), WrittenMove("2", cell=2)), "_12345678", 2)
    assert second == WrittenRoute((WrittenMove("R", way="R"),), "1_2345678", 1)
    (blocks,) = read_routes(MURAL, ". 0 . . 1/. 2 3 . 4/5 5 3 6 4/7 7 7 8 9/7 7 10 10 9:2:0 L,0 D")
    assert blocks.start == ". 0 . . 1/. 2 3 . 4/5 5 3 6 4/7 7 7 8 9/7 7 10 10 9"
    assert [move.text for move in blocks.moves] == ["0 L", "0 D"]
    assert read_routes(EIGHT, "_12345678:0:") == [WrittenRoute((), "_12345678", 0)]


def test_routes_between_remarks_are_a_route_each() -> None:
    first, second = read_routes(EIGHT, "# route 1 of 2\n1 L\n2 L\n\n# route 2 of 2\nLL")
    assert [move.text for move in first.moves] == ["1 L", "2 L"]
    assert [move.text for move in second.moves] == ["L", "L"]
    walled = library_cases()["daisy"].puzzle
    board = walled.format(walled.home)
    assert board.startswith("#")
    assert [typed.start for typed in read_routes(walled, f"# remark\n{board}:0:\n{board}:0:")] == [board, board]


def test_json_says_its_start_and_its_boards() -> None:
    text = '{"start": "_12345678", "moves": [{"what": "1", "way": "L", "board": "1_2345678"}]}'
    assert read_routes(EIGHT, text) == [WrittenRoute((WrittenMove("1 L", "1", "L", board="1_2345678"),), "_12345678")]


@pytest.mark.parametrize(
    ("puzzle", "text", "why"),
    [
        (MURAL, "0 L,1 LLX", "move 2, 1 LLX: this is neither a move nor a file: write a piece and its way"),
        (MURAL, "0 L,z L", "move 2, z L: mural has no piece z: its pieces are 0 1 2"),
        (MURAL, "0 1 L", "move 1, 0 1 L: this is neither a move"),
        (MURAL, "LURD", "move 1, LURD: this is neither a move"),
        (MURAL, "13|9", "mural has no single hole whose cells tell a route"),
        (MURAL, "x" * 1000, "xxx ...: this is neither a move"),
        (EIGHT, "LURX", "move 1, LURX: this is neither a move nor a file: write a tile and its way"),
        (EIGHT, "luRd", "the moves mix upper and lower case"),
        (EIGHT, "9 L", "move 1, 9 L: 8-puzzle has no 9: it has 1 2 3 4 5 6 7 8"),
        (EIGHT, "_ L", "move 1, _ L: 8-puzzle has no _"),
        (EIGHT, "1 LL", "1 LL: a number or a name here can belong to the way before it"),
        (
            PILLARS,
            "F x",
            "neither a move nor a file: write the mover and its vertex, as in F 1,F 2",
        ),
        (PILLARS, "X 1", "move 1, X 1: pillars-6 has no X: it has F A B C D E"),
        (PILLARS, "U", "move 1, U: this is neither a move"),
        (EIGHT, "_12345678:2:1|2\nLURD", "line 2 is not a problem line as the others are"),
        (EIGHT, "_12345678:2:1|2\n_12345678:1:x", "line 2, move 1, x: this is neither a move"),
        (EIGHT, "# route 1 of 2\nL\n\n# route 2 of 2\nX", "route 2, move 1, X: this is neither a move"),
        (EIGHT, "{}", 'JSON without moves: it needs "moves"'),
        (EIGHT, '{"moves": 3}', "JSON without moves"),
        (EIGHT, '{"moves": [{"what": "1"}]}', 'the object {"what": "1"} has no direction'),
        (EIGHT, '{"moves": [{"what": 1, "way": "L"}]}', "move 1 of the JSON route: what, way and board must be texts"),
        (EIGHT, '{"moves": [], "start": 5}', "the start of the JSON route must be a text"),
        (EIGHT, '{"moves": [}', "the route begins like JSON and is not valid JSON"),
        (EIGHT, '{"moves":' + "[" * 100_000 + "]" * 100_000 + "}", "the route begins like JSON and is not valid JSON"),
        (EIGHT, '{"moves": [{"what": "9", "way": "L"}]}', "move 1, 9 L: 8-puzzle has no 9"),
        (EIGHT, '{"moves": [{"what": "", "way": " "}]}', "move 1 of the JSON route has no way"),
        (EIGHT, '{"moves": [{"what": "3", "way": ""}]}', "move 1 of the JSON route has no way"),
        (EIGHT, "\x07 L", "8-puzzle has no"),
    ],
)
def test_what_cannot_be_read_is_refused_on_one_line(puzzle: Puzzle, text: str, why: str) -> None:
    assert why in refused(RouteError, read_routes, puzzle, text)


@pytest.mark.parametrize("text", ["{}. 13D,9D,5D", "DDDLLUULU{}", "8 4 0 1 2 {}", "D x{}"])
def test_a_number_of_thousands_of_digits_is_refused(text: str) -> None:
    with pytest.raises(RouteError):
        read_routes(load("15-puzzle"), text.format("9" * 5000))


def test_repeats_are_counted_before_they_are_written() -> None:
    with pytest.raises(RouteError, match="more than 1,000,000 moves"):
        read_routes(load("15-puzzle"), "U999999" * 1000)


def test_the_first_unknown_field_of_an_object_is_named() -> None:
    with pytest.raises(RouteError, match="has ile, which is not known"):
        read_routes(load("15-puzzle"), '{"ile": 13, "dir": "down", "stps": 2}')
