"""Letters and numbers that can mean two things: what the moves tell, and what is refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront import load, read_route
from slidefront.errors import RouteError, TextError
from slidefront.puzzles.packs import heading
from slidefront.puzzles.puzzle_record import puzzle_record
from slidefront.routes import write
from slidefront.routes.notations import CELLS, HOLE_GOES, TILES, TILES_GO
from slidefront.routes.read import read_each, read_routes
from slidefront.routes.replay import Replay, replay
from slidefront.routes.route import Route
from slidefront.text.choice import reading_as
from tests import naive
from tests.messages import refused
from tests.strategies import Case, cases, few

FIFTEEN = load("15-puzzle")
START = "5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12"  # nine moves from the goal: tiles D D D L L U U L U
MIDDLE = "123456789a_bcdef"  # the hole can go all ways


def read(text: str, start: str, read_as: str | None = None) -> Replay:
    with reading_as(read_as):
        (typed,) = read_routes(FIFTEEN, text)
    return replay(FIFTEEN, typed, start)


@pytest.mark.parametrize(
    ("text", "start", "reading"),
    [
        ("DDDLLUULU", START, TILES_GO),
        ("D3L2U2LU", START, TILES_GO),
        ("dddlluulu", START, TILES_GO),
        ("uuurrddrd", START, HOLE_GOES),
        ("Up Up Up Right Right Down Down Right Down", START, HOLE_GOES),
        ("8 4 0 1 2 6 10 11 15", START, CELLS),
        ("13 9 5 1 2 3 7 11 12", START, TILES),
        ("13, 9, 5, 1, 2, 3, 7, 11, 12", START, TILES),
    ],
)
def test_the_moves_tell_what_is_meant(text: str, start: str, reading: str) -> None:
    done = read(text, start)
    assert (done.fault, done.reading) == (None, reading)
    assert done.meets_goal


def test_what_the_moves_do_not_tell_is_refused_with_both_readings() -> None:
    assert refused(RouteError, read, "ul", MIDDLE) == (
        "the moves are legal where letters are the way that the tiles go, to 123456789aebcdf_, and where letters are "
        "the way that the hole goes, to 12345_689a7bcdef"
    )
    assert FIFTEEN.format(read("ul", MIDDLE, "letters").end.key) == "123456789aebcdf_"
    assert "the reading 'blank' is unknown: choose from rows, words, " in refused(
        TextError, read, "ul", MIDDLE, "blank"
    )


def test_upper_case_is_meant_of_tiles_and_never_changed_in_silence() -> None:
    assert read("UL", MIDDLE).reading == TILES_GO
    fault = read("UUURRDDRD", START).fault
    assert fault is not None
    assert fault.why.endswith("; all are legal where letters are the way that the hole goes")
    assert read("UUURRDDRD", START, "hole-letters").meets_goal
    near = "123456789abcde_f"
    assert read("L", near).meets_goal
    back = refused(RouteError, read, "R", near)
    assert back == (
        "the moves are legal in both readings, and meet the goal where letters are the way that the hole goes"
    )


def test_neither_reading() -> None:
    message = refused(RouteError, read, "uuuu", START)
    assert message.startswith("where letters are the way that the tiles go, move 1, U: the moves here are ")
    assert "; where letters are the way that the hole goes, move 4, U: " in message


@few
@given(cases(), st.integers(0, 99))
def test_every_notation_of_a_route_is_read_back(case: Case, seed: int) -> None:
    route = Route(case.puzzle, map(naive.key, naive.path(case.successors, case.home, 20, seed)))
    if not write.has_letters(case.puzzle) or not route.length:
        return
    forms = [(write.letters, "letters"), (write.hole_letters, "hole-letters"), (write.hole, None)]
    alike = len(set(case.home)) < len(case.home)
    if case.puzzle.names[1:] == tuple("123456789"[: len(case.puzzle.names) - 1]) and not alike and route.length > 1:
        forms.append((write.tiles, "tiles"))
    for form, read_as in forms:
        assert read_route(case.puzzle, form(route), route.start, read_as=read_as).keys == route.keys


def test_letters_are_of_tiles_only() -> None:
    klotski = load("klotski")
    route = Route(klotski, [klotski.home])
    assert "klotski has no tiles around one hole" in refused(RouteError, write.letters, route)
    assert "expected a piece (A X B C D E F G H I)" in refused(RouteError, read_routes, klotski, "URDL2")


def test_letters_in_the_line_metric() -> None:
    """A letter is one step; steps in one direction, one after the other, are one move."""
    line = load("15-puzzle", "line")
    route = read_route(line, "D3L2U2LU", START)
    assert (route.length, route.counts) == (5, {"line": 5})
    assert [str(move) for move in route.moves] == ["13 9 5 D", "1 2 L", "3 7 U", "11 L", "12 U"]
    assert read_route(line, "uuurrddrd", START) == route
    assert write.letters(route) == "D3L2U2LU"
    assert write.hole_letters(route) == "uuurrddrd"
    assert write.tiles(route) == "13 9 5, 1 2, 3 7, 11, 12"
    assert write.hole(route) == "0|2|10|11|15"
    for form in (write.letters, write.hole_letters, write.tiles, write.hole, write.grouped, write.on_one_line):
        assert read_route(line, form(route), START) == route
    assert read_route(line, "\n".join(map(str, route.moves)), START) == route


NEAR = "1 2 3 4/5 6 7 8/9 10 _ 11/13 14 15 12"  # two moves from the goal: 11 L, 12 U


@pytest.mark.parametrize(
    ("text", "start", "moves"),
    [
        ("→↓", NEAR, ["11 L", "12 U"]),
        ("→ ↓", NEAR, ["11 L", "12 U"]),
        ("←↑", NEAR, ["11 L", "12 U"]),
        ("11 ←, 12 ↑", NEAR, ["11 L", "12 U"]),
        ("11← 12↑", NEAR, ["11 L", "12 U"]),
        ("↑3→2↓2→↓", START, ["13 D", "9 D", "5 D", "1 L", "2 L", "3 U", "7 U", "11 L", "12 U"]),
    ],
)
def test_arrows_are_ways_of_the_tiles_or_of_the_hole(text: str, start: str, moves: list[str]) -> None:
    done = read(text, start)
    assert (done.fault, done.meets_goal) == (None, True)
    assert [str(move) for move in done.route().moves] == moves


def test_arrows_that_can_be_both_are_refused_with_both_readings() -> None:
    with pytest.raises(RouteError, match="the moves are legal where letters are the way that the tiles go") as refusal:
        read("←↑", MIDDLE)
    assert refusal.value.readings == ("letters", "hole-letters")
    assert [str(move) for move in read("←↑", MIDDLE, "letters").steps] == ["b L", "f U"]
    assert [str(move) for move in read("←↑", MIDDLE, "hole-letters").steps] == ["a R", "6 D"]


RECORD = puzzle_record(load("8-puzzle"))
QUOTED = json.dumps(RECORD).replace('"', '""')
FILES = [
    f"{heading(load('8-puzzle'), 'FORMAT')}\n1_2345678:1:L\n",
    f'board,length,route,format,puzzle\n1_2345678,1,L,FORMAT,"{QUOTED}"\n',
    f"{json.dumps({'board': '1_2345678', 'length': 1, 'route': 'L', 'format': 'FORMAT', 'puzzle': RECORD})}\n",
    f"{json.dumps({'answers': 1, 'puzzle': RECORD, 'format': 'FORMAT'})}\n"
    '{"line": 1, "board": "1_2345678", "length": 1, "route": "L"}\n',
]


@pytest.mark.parametrize("text", FILES)
def test_a_file_says_what_its_letters_mean(text: str) -> None:
    """The way of tile 2 to the left, or that of the hole, which meets the goal."""
    puzzle = load("8-puzzle")
    for form, end in (("letters", "12_345678"), ("hole-letters", "_12345678")):
        [(_, read)] = read_each(puzzle, text.replace("FORMAT", form))
        assert replay(puzzle, read()).end.text == end


@pytest.mark.parametrize("text", ["1_2345678:1:L", "board,length,route\n1_2345678,1,L\n"])
def test_both_readings_begin_at_the_board_beside_the_moves(text: str) -> None:
    puzzle = load("8-puzzle")
    [(_, read)] = read_each(puzzle, text)
    assert "the moves are legal in both readings" in refused(RouteError, lambda: replay(puzzle, read()))
    [(_, read)] = read_each(puzzle, text.replace("L", "l"))
    assert replay(puzzle, read()).meets_goal
