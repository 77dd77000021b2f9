"""Texts of the grammars, whole and with one token changed or added: read as what they now say, or refused."""

import re
from collections.abc import Callable
from contextlib import suppress
from time import process_time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from slidefront import Puzzle, load, read_puzzle
from slidefront.errors import RouteError
from slidefront.routes.read import read_routes
from slidefront.routes.written import WrittenRoute
from tests.routes import naive_read
from tests.strategies import few, moderate

CARD = read_puzzle("AAB.../..BC../XXBC../DDDC../...EEE/......")
AXES = {"A": "LR", "B": "UD", "C": "UD", "D": "LR", "E": "LR", "X": "LR"}
PUZZLES: dict[str, tuple[Puzzle, Callable[[str], set[naive_read.Reading]]]] = {
    "15-puzzle": (load("15-puzzle"), lambda text: naive_read.tiles(text, 15)),
    "8-puzzle": (load("8-puzzle"), lambda text: naive_read.tiles(text, 8)),
    "card": (CARD, lambda text: naive_read.pieces(text, AXES)),
    "klotski": (load("klotski"), lambda text: naive_read.pieces(text, dict.fromkeys("AXBCDEFGHI", "UDLR"))),
}
TILE = st.sampled_from(["1", "5", "8", "9", "13", "d", "b", "B", "16"])
WAY = st.sampled_from(["U", "D", "L", "R", "u", "d", "↑", "down", "Left"])
PIECE = st.sampled_from("ABCDEXHI")
BETWEEN = st.sampled_from([" ", ", ", ",", "\n", " \n", ",\n"])
FORMS = [
    (st.lists(st.sampled_from(["U", "D2", "L", "RR", "U12"]), min_size=1, max_size=6), BETWEEN),
    (st.lists(st.sampled_from(["u", "d2", "l", "rr", "up"]), min_size=1, max_size=6), BETWEEN),
    (st.lists(st.builds("{} {}".format, TILE, WAY), min_size=1, max_size=5), BETWEEN),
    (st.lists(st.builds("{}{}".format, TILE, WAY), min_size=1, max_size=5), st.sampled_from([" ", "\n", ", "])),
    (st.lists(st.builds("{} {} {}".format, TILE, TILE, WAY), min_size=1, max_size=3), st.sampled_from([", ", "\n"])),
    (st.lists(TILE, min_size=1, max_size=6), st.sampled_from([" ", ", ", "|"])),
    (st.lists(st.builds("{} {}".format, PIECE, st.sampled_from(["L", "DR", "U2", "+1", "up"])), max_size=4), BETWEEN),
    (st.lists(st.builds("{}{}".format, PIECE, st.sampled_from(["L", "DR", "U2", "+1", "-"])), max_size=4), BETWEEN),
]
OTHER = st.sampled_from(
    [*"UDLRudlrwsX0_.,|(){}[]:;/'\"+-*#>&", "not", "then", "moves", "9 moves", "(3)", "the", "5", "13", "...", "0", "A"]
)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Draw a text of a grammar, with the number of moves or not, and with one token changed or added, or none."""
    words, between = draw(st.sampled_from(FORMS))
    text = draw(between).join(draw(words))
    text = draw(st.sampled_from(["{}", "{}", "{} (3 moves)", "3 moves: {}", "4 moves\n{}", "{} (12 move)"])).format(
        text
    )
    tokens = re.findall(r"\s+|\w+|[^\w\s]", text)
    slip = draw(st.sampled_from(["none", "change", "add", "leave out"]))
    if slip != "none" and tokens:
        place = draw(st.integers(0, len(tokens) - 1))
        new = (
            []
            if slip == "leave out"
            else [draw(st.sampled_from(["", " "])), draw(OTHER), draw(st.sampled_from(["", " "]))]
        )
        tokens[place : place + (slip != "add")] = new
    return "".join(tokens)


def readings(puzzle: Puzzle, text: str) -> tuple[set[naive_read.Reading], int | None]:
    """Read a text as slidefront does: all readings, and the stated number; none if it is refused."""
    try:
        (first,) = read_routes(puzzle, text)
    except RouteError as error:
        check_refusal(error, text)
        return set(), None
    return {_plain(one) for one in (first, *first.others)}, first.stated


def _plain(route: WrittenRoute) -> naive_read.Reading:
    return tuple((move.what, move.way) if move.cell is None else move.cell for move in route.moves)


def check_refusal(error: RouteError, text: str) -> None:
    """A refusal names a line and a column, and shows them; that of a table of problems names its columns."""
    if str(error).startswith("the heading has the columns"):
        return
    found = re.match(r"line (\d+), column (\d+): ", str(error))
    assert found, error
    line, column = map(int, found.groups())
    shown, caret = error.details
    assert column <= len(text.split("\n")[line - 1]) + 1
    assert caret.strip() == "^"
    assert shown.strip(". ")[:3] in text.replace("\t", " ") or "..." in shown


@moderate
@example("15-puzzle", "13 D, 9 D (2 moves)")
@example("15-puzzle", "not 13 D, 9 D")
@example("15-puzzle", "d")
@example("card", "A+1 B-2")
@given(st.sampled_from([*PUZZLES]), texts())
def test_a_text_is_read_as_what_it_says_or_refused(name: str, text: str) -> None:
    puzzle, naive = PUZZLES[name]
    if any(mark in text for mark in "#:{[") and not re.match(r"\d+ moves?:[^:#{\[]*$", text):
        return  # comments, problem lines and JSON: below
    bare, stated = naive_read.stated(text)
    expected = naive(bare)
    assert readings(puzzle, text) == (expected, stated if expected else None)


ACCEPTED = [
    ("15-puzzle", "13 D, 9 D\n5 U"),
    ("15-puzzle", "b c 13 D\n5 U (2 moves)"),
    ("15-puzzle", "13D 9D,5D"),
    ("15-puzzle", "URDL2UR2 (9 moves)"),
    ("15-puzzle", "4 moves: up Down ←→"),
    ("15-puzzle", "13|9|5"),
    ("15-puzzle", "13 9, 5"),
    ("15-puzzle", "```\nURDL\nUU\n```"),
    ("15-puzzle", "123456789abcdef_:2:D, R"),
    ("15-puzzle", "# route 1 of 2\nUR\nD\n\n# route 2 of 2\n5 L"),
    ("card", "C U, D RR\nE L"),
    ("card", "CU1 DR2 EL1"),
    ("card", "A+2 B-2"),
    ("14-puzzle", "b c D,8 R"),
    ("pillars", "J 5, J 1"),
    ("pillars", "4|8|2"),
]


@pytest.mark.parametrize(("name", "text"), ACCEPTED)
def test_every_token_of_a_route_is_used(name: str, text: str) -> None:
    """A token that is left out changes what is read; a word that is put in its place, or beside it, is refused."""
    puzzle = CARD if name == "card" else load(name)
    before = read_routes(puzzle, text)
    for token in re.finditer(r"\w+|[←→+]", text):
        if token[0] in ("moves", "route", "of") or text[: token.end()].endswith(("# route 1", "of 2")):
            continue  # words that only say what a number is, and headings, which only separate
        start, end = token.span()
        without = text[:start] + text[end:]
        with suppress(RouteError):
            assert read_routes(puzzle, without) != before, without
        board = text[end:].lstrip().startswith(":2:")
        for changed in (
            f"{text[:start]}zzz{text[end:]}",
            f"{text[:end]} zzz {text[end:]}",
            f"{text[:start]}?{text[start:]}",
        ):
            if board:
                assert read_routes(puzzle, changed)[0].start != before[0].start
            else:
                with pytest.raises(RouteError) as caught:
                    read_routes(puzzle, changed)
                check_refusal(caught.value, changed)


@few
@given(st.text(st.sampled_from("UDLRudlr0123456789 ,|\n:#/_()[]{}\"'-+.;`\tXJ↑é\x07"), max_size=60))
def test_any_text_is_read_or_refused_on_one_line(text: str) -> None:
    for name in ("8-puzzle", "klotski", "pillars"):
        try:
            read_routes(load(name), text)
        except RouteError as error:
            assert len(str(error).splitlines()) == 1


@pytest.mark.parametrize(
    "text",
    ["U", "13 D, ", "13|", "D2", "5 6 7 L\n", "?", "(", "13D", "a ", "\t", "# x\n", "1:2:U\n", '{"a":', "[", ","],
)
def test_the_time_is_in_proportion_to_the_length(text: str) -> None:
    puzzle = load("15-puzzle")

    def seconds(times: int) -> float:
        """Take the best of three."""
        found = []
        for _ in range(3):
            begin = process_time()
            try:
                for one in read_routes(puzzle, text * times):
                    assert one.moves is not None
            except RouteError:
                pass
            found.append(process_time() - begin)
        return min(found)

    seconds(10)
    assert seconds(2000) <= 15 * seconds(200) + 0.1
