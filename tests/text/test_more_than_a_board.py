"""Texts that say more than a board or a route: each is refused, with line and column, or with both readings named.

Phrases stand around boards, and words in, before, behind and between the lines of boards. Each text is given to every
reader: that of puzzles, of the boards of a known puzzle, of files of boards, and of routes.
"""

import re
from collections.abc import Callable, Iterator

import pytest

from slidefront import load, read_boards, read_puzzle, read_route
from slidefront.errors import BoardError, PuzzleError, RouteError, SlidefrontError
from slidefront.puzzles.core import Puzzle

EIGHT = load("8-puzzle")
BOARDS: dict[str, tuple[Puzzle, str]] = {
    "slashes": (EIGHT, "1 2 3/4 5 6/7 _ 8"),
    "one word": (EIGHT, "1234567_8"),
    "lines": (EIGHT, "1 2 3\n4 5 6\n7 _ 8"),
    "JSON": (EIGHT, "[[1,2,3],\n [4,5,6],\n [7,null,8]]"),
    "Markdown": (EIGHT, "| 1 | 2 | 3 |\n|---|---|---|\n| 4 | 5 | 6 |\n| 7 |   | 8 |"),
    "blocks": (load("klotski"), "AXXB\nAXXB\nCDDE\nCFGE\nH..I"),
    "card": (load("rush-hour-50"), "..IBBB\n..IK..\nAAJK.L\nCCJDDL\nGHEE.L\nGHFF.."),
}
ROUTES = [
    "13 D, 9 D, 5 D",
    "13 D\n9 D\n5 D",
    "D3L2U2LU",
    "uuurrddrd",
    "13, 9, 5, 1, 2, 3, 7, 11, 12",
    "8|4|0|1|2|6|10|11|15",
]
SCRAMBLE = "5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12"

AROUND = [
    "mirror image of {}", "{} in a mirror", "{} mirrored", "after swapping 7 and 8: {}", "after swapping 7 and 8 {}",
    "not {}", "{} not", "{} (first is where I want to get)", "the 5 is a 6 {}", "{} but the 5 is a 6", "{} upside down",
    "{} rotated 90", "rotate {} by 90 degrees", "{} with 7 and 8 swapped", "anything but {}", "{}?", "{} ?", "{} !",
    "not: {}", "before: {}", "after: {}", "the opposite of {}", "transposed: {}", "read from the right: {}",
    "columns first: {}", "{} columns first", "{}, where 1 is the hole", "{} where _ is 9", "{} and so on", "{} ...",
    "{} minus the last row", "first row last: {}", "{} backwards", "backwards {}", "{} is wrong", "wrong: {}",
    "solved: {}", "I do not have {}", "I have {} but with 4 first", "(not {})", "~{}", "!{}", "-- {}", "{} --",
    "{} or maybe the other way", "from the goal {}", "goal is {}", "to {} from home", "{} x2", "2 x {}", "{}^T", "{}'",
    "swap(1, 2) {}", "reverse({})", "{} [reversed]", "{} <- start", "{} => ", "same as {} without 8", "{} / reversed",
    "all of {} moved by one",
]  # fmt: skip
WORDS = [
    "EXCEPT", "not", "the 5 is a 6", "rotated 90", "upside down", "sauf le 4", "à l'envers", "außer 3", "gespiegelt",
    "salvo el 4", "eccetto", "кроме 4", "除了", "反転",
]  # fmt: skip
PLACES: dict[str, Callable[[str, str], str]] = {
    "before": lambda text, word: f"{word} {text}",
    "behind": lambda text, word: f"{text} {word}",
    "a line before": lambda text, word: f"{word}\n{text}",
    "a line behind": lambda text, word: f"{text}\n{word}",
    "inside": lambda text, word: f"{text[: len(text) // 2]} {word} {text[len(text) // 2 :]}",
    "between lines": lambda text, word: text.replace("\n", f"\n{word}\n", 1) if "\n" in text else f"{text}: {word}",
}


def texts(text: str) -> Iterator[str]:
    """Write all texts that say more than one."""
    yield from (phrase.replace("{}", text) for phrase in AROUND)
    yield from (place(text, word) for word in WORDS for place in PLACES.values())


def check_refusal(read: Callable[[], object], error: type[SlidefrontError], text: str) -> None:
    with pytest.raises(error) as refusal:
        pytest.fail(f"{text!r} is read as {read()!r}")
    said = str(refusal.value)
    assert refusal.value.readings or re.match(r"line \d+, column \d+: ", said), (text, said)
    assert refusal.value.readings or "^" in refusal.value.details[1], text


@pytest.mark.parametrize("form", BOARDS)
def test_no_puzzle_and_no_board_says_more(form: str) -> None:
    puzzle, board = BOARDS[form]
    read_puzzle(board)
    puzzle.parse(board)
    for text in texts(board):
        check_refusal(lambda text=text: read_puzzle(text).text, PuzzleError, text)
        check_refusal(lambda text=text: puzzle.format(puzzle.parse(text)), BoardError, text)


@pytest.mark.parametrize("route", ROUTES)
def test_no_route_says_more(route: str) -> None:
    fifteen = load("15-puzzle")
    read_route(fifteen, route, SCRAMBLE)
    for text in texts(route):
        check_refusal(lambda text=text: read_route(fifteen, text, SCRAMBLE), RouteError, text)


@pytest.mark.parametrize("form", ["slashes", "one word"])
def test_no_line_of_a_file_says_more(form: str) -> None:
    """Each line that says more has an error; the boards between them are read."""
    puzzle, board = BOARDS[form]
    lines = "\n".join([board, *texts(board), board]).split("\n")
    found = read_boards(puzzle, "\n".join(lines))
    assert len(found) == len(lines)
    for line, text in zip(found, lines, strict=True):
        assert (line.error is None, line.key) == ((True, puzzle.parse(board)) if text == board else (False, None)), text


@pytest.mark.parametrize("phrase", ["not {}", "{} rotated 90", "the 5 is a 6\n{}", "{} ?", "{}\nEXCEPT"])
def test_a_first_line_that_says_more_decides_nothing(phrase: str) -> None:
    text = phrase.replace("{}", "1234567_8")
    found = read_boards("8-puzzle", f"{text}\n12345678_")
    assert [line.number for line in found if line.error is None] == [
        number for number, line in enumerate(f"{text}\n12345678_".split("\n"), 1) if line.strip("12345678_") == ""
    ]
