"""Routes as people write them: every form, and one line for what is none."""

import re

import pytest

from slidefront import load, read_puzzle
from slidefront.errors import RouteError
from slidefront.puzzles.core import Puzzle
from slidefront.routes.read import read_routes
from slidefront.routes.replay import replay
from slidefront.routes.written import WrittenMove, WrittenRoute
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
        (MURAL, " 0  L \r\n\r\n1 LLL,\n 4 U", [("0", "L"), ("1", "LLL"), ("4", "U")]),
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
    tiles = read_puzzle('kind = "tiles"\nhome = "L U R / D a _"\n')
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
        (MURAL, "0 L,1 LLX", 'line 1, column 9: expected a way (U, D, L or R), not "X"'),
        (MURAL, "0 L,z L", "line 1, column 5: expected a piece (0 1 2 3 4 5 6 7 8 9 10)"),
        (MURAL, "0 1 L", 'column 3: expected a way (U, D, L or R), not "1"'),
        (MURAL, "13|9", "line 1, column 1: mural has no single hole whose cells tell a route"),
        (EIGHT, "LURX", 'line 1, column 4: expected a way (U, D, L or R), not "X"'),
        (EIGHT, "LU\nLX", "line 2, column 2: "),
        (EIGHT, "luRd", "column 3: the moves mix upper and lower case"),
        (EIGHT, "9 L", "line 1, column 1: expected a way (U, D, L or R) or a tile (1 2 3 4 5 6 7 8)"),
        (EIGHT, "1 LL", "line 1, column 4: expected a comma"),
        (PILLARS, "F x", "write the mover and its vertex, as in F 1,F 2"),
        (PILLARS, "X 1", "line 1, column 1: X 1: pillars-6 has no X: it has F A B C D E"),
        (EIGHT, "_12345678:2:1|2\nLURD", "line 2 is not a problem line as the others are"),
        (EIGHT, "_12345678:2:1|2\n_12345678:1:x", "line 2, column 13: "),
        (EIGHT, "# route 1 of 2\nL\n\n# route 2 of 2\nX", "line 5, column 1: "),
        (EIGHT, "{}", 'line 1, column 1: there are no moves: expected {"moves": '),
        (EIGHT, '{"moves": 3}', "column 11: moves must be a list"),
        (EIGHT, '{"moves": [{"what": "1"}]}', "column 12: expected a move"),
        (EIGHT, '{"moves": [{"what": 1, "way": "L"}]}', "column 21: what must be a text"),
        (EIGHT, '{"moves": [], "start": 5}', "column 24: start must be a text"),
        (EIGHT, '{"moves": [], "length": 1}', "column 25: length is 1, and there are 0 moves"),
        (EIGHT, '{"moves": [], "moves": []}', "column 15: the name moves is there twice"),
        (EIGHT, '{"moves": [],\n "author": "me"}', "line 2, column 12: the field author is not known"),
        (EIGHT, '{"moves": [}', "column 12: expected a value, not "),
        (EIGHT, '{"moves":' + "[" * 100_000 + "]" * 100_000 + "}", "expected a number or a text, not "),
        (EIGHT, '{"moves": [' + "9" * 5000 + "]}", "column 12: expected a move"),
        (EIGHT, '[{"what": "1", "way": "L"}, {"what": "9", "way": "L"}]', "column 38: 8-puzzle has no 9"),
        (EIGHT, '{"moves": [{"what": "3", "way": " "}]}', "column 33: the way is empty"),
        (EIGHT, '{"moves": null}', "column 11: moves must be a list"),
        (EIGHT, "\x07 L", "line 1, column 1: "),
        (EIGHT, "U" * 70_000, "line 1: the text is longer than 64 KiB"),
        (EIGHT, "U99999" * 10, "column 8: the route has more than 100,000 moves"),
        (EIGHT, "9" * 5000 + ". L", "line 1, column 1: "),
    ],
)
def test_what_cannot_be_read_is_refused_on_one_line(puzzle: Puzzle, text: str, why: str) -> None:
    assert why in refused(RouteError, read_routes, puzzle, text)


def test_a_line_of_json_for_each_route() -> None:
    text = '{"board": "_12345678", "moves": [{"what": "1", "way": "L"}]}\n{"moves": [], "end": "_12345678"}\n'
    first, second = read_routes(EIGHT, text)
    assert (first.start, len(first.moves), second.end) == ("_12345678", 1, "_12345678")
    with pytest.raises(RouteError, match="line 2, column 25: the field x is not known"):
        read_routes(EIGHT, '{"moves": []}\n{"moves": [],      "x": 1}')


MOVES = '"moves": [{"what": "1", "way": "L"}, {"what": "2", "way": "L"}]'


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ('"puzzle": "15-puzzle"', "puzzle is 15-puzzle, and the puzzle asked for is 8-puzzle"),
        ('"metric": "line"', "metric is line, and the metric asked for is step"),
        ('"length": 3', "length is 3, and there are 2 moves"),
        ('"rotated": 90', "the field rotated is not known"),
        ('"puzzle": 8', "puzzle must be a text"),
        ('"metric": null', "metric must be a text"),
        ('"groups": "1 L"', "groups must be a list"),
        ('"groups": ["1 L"]', "expected a move"),
        ('"groups": [{"what": "9", "way": "L"}]', "8-puzzle has no 9"),
    ],
)
def test_fields_of_a_route_that_do_not_fit_are_refused_at_their_place(fields: str, why: str) -> None:
    said = refused(RouteError, read_routes, EIGHT, f"{{{MOVES}, {fields}}}")
    assert why in said
    assert re.match(r"line 1, column \d\d+: ", said)


@pytest.mark.parametrize(
    ("groups", "fits"),
    [
        ('[{"what": "1 2", "way": "L"}]', True),
        ('[{"what": "2 1", "way": "L"}]', False),
        ('[{"what": "1", "way": "L"}]', False),
        ('[{"what": "2", "way": "L"}, {"what": "1", "way": "L"}]', False),
        ('[{"what": "1", "way": "L"}, {"what": "2", "way": "U"}]', False),
        ("[]", False),
    ],
)
def test_groups_are_those_of_the_moves(groups: str, fits: bool) -> None:
    (typed,) = read_routes(EIGHT, f'{{{MOVES}, "puzzle": "8-puzzle", "metric": "step", "groups": {groups}}}')
    assert (replay(EIGHT, typed).fault is None) == fits
