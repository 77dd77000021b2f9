"""The moves of routes as text: a corpus for each notation, written by hand, and writers and readers as inverses."""

import re
from dataclasses import replace
from html import unescape
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront import Puzzle, Route, draw_board, load, read_puzzle, read_route
from slidefront.apps.problems.sheet import Item, Sheet, html, written
from slidefront.errors import RouteError
from slidefront.notation.board_files import routes_in
from slidefront.notation.route import NOTATIONS, check_notation, has_letters, has_places, read_moves, write_moves
from tests.catalogue import PUZZLES
from tests.messages import refused
from tests.strategies import few
from tests.worlds import worlds

EIGHT, KLOTSKI, MURAL, PILLARS = load("8-puzzle"), load("klotski", "step"), load("mural"), load("pillars-6")
FIFTEEN, LINES = load("15-puzzle"), load("8-puzzle", "line")
NUMBERED = read_puzzle('kind = "graph"\nhome = "0123"\nmover = "0"\nedges = [[0, 1], [1, 2], [2, 3]]\n')

PICTURE = draw_board(EIGHT, for_paper=True)

# The text, and the moves as pairs of what moves and its way.
GOOD = [
    (EIGHT, "LLU", [("", "L"), ("", "L"), ("", "U")]),
    (EIGHT, "L2U", [("", "L"), ("", "L"), ("", "U")]),
    (EIGHT, "1 L, 2 L, 5 U", [("1", "L"), ("2", "L"), ("5", "U")]),
    (EIGHT, "1 L\n2 L\n5 U\n", [("1", "L"), ("2", "L"), ("5", "U")]),
    (EIGHT, "1 2 L,5 U", [("1 2", "L"), ("5", "U")]),
    (EIGHT, "1 2 5", [1, 2, 5]),
    (EIGHT, "", []),
    (EIGHT, "L2 U R", [("", "L"), ("", "L"), ("", "U"), ("", "R")]),
    (EIGHT, "L, L -> U", [("", "L"), ("", "L"), ("", "U")]),
    (EIGHT, "l 2 u", [("", "L"), ("", "L"), ("", "U")]),
    (EIGHT, "Left ←\n↑", [("", "L"), ("", "L"), ("", "U")]),
    (EIGHT, "1 L 2 ← 5 up", [("1", "L"), ("2", "L"), ("5", "U")]),
    (EIGHT, "1 L,\n2 l", [("1", "L"), ("2", "L")]),
    (EIGHT, "1, 2\n5", [1, 2, 5]),
    (FIFTEEN, "15 D, b L", [("15", "D"), ("11", "L")]),
    (FIFTEEN, "d L", [("13", "L")]),
    (FIFTEEN, "d l", [("", "D"), ("", "L")]),
    (KLOTSKI, "H L, A DD", [("H", "L"), ("A", "DD")]),
    (KLOTSKI, "H L A ↓↓ H left", [("H", "L"), ("A", "DD"), ("H", "L")]),
    (KLOTSKI, "H →×3↓", [("H", "RRRD")]),
    (MURAL, "0 L, 10 UUL", [("0", "L"), ("10", "UUL")]),
    (PILLARS, "F 1, F 5", [("F", "1"), ("F", "5")]),
    (PILLARS, "F 1 [F] 5", [("F", "1"), ("F", "5")]),
    (PILLARS, "1 5", [1, 5]),
    (NUMBERED, "0 1, 0 2", [("0", "1"), ("0", "2")]),
]
REFUSED = [
    (EIGHT, "LLX", 3),
    (EIGHT, "lld", 1),
    (EIGHT, "LLu", 3),
    (EIGHT, "LL uu", 4),
    (EIGHT, "L, 2", 4),
    (EIGHT, "l", 1),
    (EIGHT, "L0", 2),
    (EIGHT, "L999999", 1),
    (EIGHT, "1 L, 2 L,", 10),
    (EIGHT, "1 L,, 2 L", 5),
    (EIGHT, "1 L, not 2 L", 6),
    (EIGHT, "1 L, 2 Lefts", 8),
    (EIGHT, "1 L 2", 5),
    (EIGHT, "1 ٢", 3),
    (EIGHT, "9 L", 1),
    (EIGHT, "_ L", 1),
    (EIGHT, "1|2|5", 1),
    (EIGHT, "1 two 5", 3),
    (EIGHT, "1 2 05", 5),
    (EIGHT, "L2U (3 moves)", 5),
    (EIGHT, "3 moves: L2U", 3),
    (KLOTSKI, "H L, Z D", 6),
    (KLOTSKI, "H L A", 5),
    (KLOTSKI, "H L2", 3),
    (KLOTSKI, "LLU", 1),
    (KLOTSKI, "1 2", 1),
    (PILLARS, "A 1", 1),
    (PILLARS, "F 1 5", 5),
    (PILLARS, "F one", 3),
    (NUMBERED, "1 2", 1),
]


@pytest.mark.parametrize(("puzzle", "text", "moves"), GOOD)
def test_the_notations_of_moves(puzzle: Puzzle, text: str, moves: list[object]) -> None:
    assert [one.cell if one.cell is not None else (one.piece, one.path) for one in read_moves(puzzle, text)] == moves


@pytest.mark.parametrize(("puzzle", "text", "column"), REFUSED)
def test_unreadable_moves_raise_an_error_with_their_column(puzzle: Puzzle, text: str, column: int) -> None:
    message = refused(RouteError, read_moves, puzzle, text)
    assert message.startswith(f"line 1, column {column}: ")
    assert f"write moves such as {puzzle.moves(puzzle.home)[0]}" in message


def test_errors_of_moves_count_lines() -> None:
    assert "line 2, column 3: " in refused(RouteError, read_moves, EIGHT, "1 L\n2 x\n5 U")


def test_hole_letters_must_be_named() -> None:
    assert read_route(EIGHT, "rrd", form="hole-letters") == read_route(EIGHT, "LLU")
    assert write_moves(read_route(EIGHT, "LLU"), "hole-letters") == "rrd"
    assert "hole-letters" in refused(RouteError, read_moves, EIGHT, "rrd")
    assert "column 3" in refused(RouteError, read_moves, EIGHT, "rrD", "hole-letters")
    assert read_route(EIGHT, "rr d", form="hole-letters") == read_route(EIGHT, "LLU")


@pytest.mark.parametrize(("form", "text"), [("letters", "1 L"), ("places", "L"), ("hole-letters", "L"), ("steps", "L")])
def test_named_notation_rejects_other_notations(form: str, text: str) -> None:
    message = refused(RouteError, read_moves, EIGHT, text, form)
    assert message.startswith("line 1, column 1: ")
    sample = message.partition("write moves such as ")[2].split("\n")[0]
    assert read_moves(EIGHT, sample, form)
    refused(RouteError, read_moves, EIGHT, "L", "nope")
    refused(RouteError, read_moves, PILLARS, "1 5", "letters")


def test_each_notation_is_written() -> None:
    route = read_route(EIGHT, "LLU")
    assert {form: write_moves(route, form) for form in NOTATIONS} == {
        "steps": "1 L, 2 L, 5 U",
        "grouped": "1 2 L, 5 U",
        "letters": "L2U",
        "hole-letters": "rrd",
        "places": "1 2 5",
    }
    assert write_moves(route) == "L2U"
    assert write_moves(route, "steps", "\n") == "1 L\n2 L\n5 U"
    assert write_moves(read_route(KLOTSKI, "F D, F R, G L")) == "F D, F R, G L"
    assert write_moves(read_route(KLOTSKI, "F D, F R, G L"), "grouped") == "F DR, G L"
    assert write_moves(read_route(PILLARS, "F 1, F 5")) == "1 5"
    assert write_moves(read_route(NUMBERED, "0 1, 0 2")) == "0 1, 0 2"
    assert write_moves(read_route(LINES, "1 2 L, 5 U")) == "L2U"


def test_a_notation_that_a_puzzle_has_not_is_refused() -> None:
    for puzzle, form in ((KLOTSKI, "letters"), (KLOTSKI, "places"), (PILLARS, "letters"), (NUMBERED, "places")):
        refused(RouteError, check_notation, puzzle, form)
    refused(RouteError, check_notation, EIGHT, "tiles")
    assert [has_letters(puzzle) for puzzle in (EIGHT, LINES, PILLARS, KLOTSKI)] == [True, True, False, False]
    assert [has_places(puzzle) for puzzle in (EIGHT, PILLARS, NUMBERED, KLOTSKI)] == [True, True, False, False]


def forms_of(puzzle: Puzzle) -> list[str]:
    letters = ["letters", "hole-letters"] if has_letters(puzzle) else []
    return ["steps", "grouped", *letters, *(["places"] if has_places(puzzle) else [])]


def check_inverse(route: Route, form: str) -> None:
    puzzle, start = route.puzzle, route.boards[0]
    for between, named in product((", ", ",", "\n"), {form, form if form == "hole-letters" else ""}):
        text = write_moves(route, form, between)
        read = read_route(puzzle, text, start, form=named)
        assert (read.keys[0], read.keys[-1], read.boards[-1]) == (route.start, route.end, route.boards[-1])
        if form != "grouped":
            assert write_moves(read, form, between) == text


def walk(puzzle: Puzzle, seed: int) -> Route:
    """Walk from home, with no two moves in a row that would be counted as one."""
    random, positions, last = Random(seed), [puzzle.position(puzzle.home)], ""
    for _ in range(12):
        moves = [
            move for move in positions[-1].moves() if puzzle.metric == "step" or last not in (move.piece, move.path)
        ]
        if not moves:
            break
        move = random.choice(moves)
        last = move.path if puzzle.metric == "line" else move.piece
        positions.append(positions[-1].to(move.key))
    return Route(puzzle, [position.key for position in positions], positions[0].text)


@few
@given(worlds().map(lambda world: world.puzzle) | st.sampled_from([*PUZZLES.values()]), st.integers(0, 99), st.data())
def test_writers_and_readers_are_inverse(puzzle: Puzzle, seed: int, data: st.DataObject) -> None:
    """Of random puzzles of each family, and of every puzzle of the library in each of its metrics."""
    route = walk(puzzle, seed)
    check_inverse(route, data.draw(st.sampled_from(forms_of(puzzle))))
    check_printed(route)


def copies(page: str) -> list[str]:
    """Copy the answers of a sheet as browsers do: with an end of line after each cell of a grid, or after each row."""
    answers = page.partition('<div class="answers">')[2]
    texts = [re.sub(f"</(?:{ends})> ?", "\n", answers) for ends in ("h3|i|span", "h3|p")]
    return [unescape(re.sub("<[^>]*>", "", text)).strip() for text in texts]


def check_printed(route: Route) -> None:
    """Moves with the words that sheets, `solve --all` and the page print around them are read as the moves are."""
    puzzle, start, length = route.puzzle, route.positions[0], route.length
    steps = write_moves(route, "steps", "\n")
    moves = "1 move" if length == 1 else f"{length} moves"
    shared = f"A title: with a colon\n{start.text}\n{moves}: {write_moves(route, 'steps')}\nfile:///a.html#board=b"
    item = Item(7, moves, "easy", PICTURE, tuple(written(puzzle, move) for move in route.moves))
    answers = copies(html(Sheet("", (), (item, replace(item, number=12)), 2)))
    texts = [*answers, f"# route 1 of 2\n{steps}\n\n# route 2 of 2\n{steps}\n", shared]
    for text, count in zip(texts, (2, 2, 2, 1), strict=True) if length else ():
        replays = [line.replay() for line in routes_in(puzzle, text, None if text is shared else start)]
        assert [(one.fault, one.end.text) for one in replays] == [(None, route.boards[-1])] * count


@few
@given(
    st.sampled_from([(one, text) for one, text, _ in GOOD if text]),
    st.integers(0, 20),
    st.sampled_from(["?", "zz9", "not", "(2 moves)", "#", ":", "5 U x", "|", "-> ->", "[", "above"]),
)
def test_words_inserted_anywhere_are_refused(good: tuple[Puzzle, str], place: int, words: str) -> None:
    puzzle, text = good
    ends = [0, *(match.end() for match in re.finditer(r"\w+|$", text))]
    at = ends[place % len(ends)]
    slip = f"{text[:at]} {words} {text[at:]}"
    with pytest.raises(RouteError) as error:
        read_moves(puzzle, slip)
    found = re.match(r"line (\d+), column (\d+): ", str(error.value))
    assert found
    line, column = map(int, found.groups())
    place_of_error = sum(len(one) + 1 for one in slip.split("\n")[: line - 1]) + column - 1
    assert place_of_error <= at + len(words) + 1 or text.count("\n")
