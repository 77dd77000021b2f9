"""Choose between grammars: one reading is used, two different ones are refused, and so is a text that none reads.

A fence of Markdown, and comments, may be around any text:

    ```text          a fence, with the name of a language or not
    # from a book    a comment: # and a blank, at the start of a line or after a blank, up to the end of the line
    1 2 3 # easy
    ```

A # can also be a wall of a grid, so a text with comments is read both without them and as it is.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Generic, TypeVar

from slidefront.errors import SlidefrontError, TextError, printable
from slidefront.text.cursor import Cursor, Stop
from slidefront.text.tokens import MOST_CELLS, Token, TokenKind, TooLongError, plain_lines, tokenize

T = TypeVar("T")
Grammar = Callable[[Cursor], T]
_BOARDS = (
    *("rows", "words", "column", "headed", "aligned", "separated", "ended", "table", "markdown", "list", "texts"),
    *("drawing", "card", "pddl", "klotski"),
)
"""Grammars of boards (see `boards`), and of puzzles."""
_FILES = ("boards", "numbered")
"""What the first line of a file of boards is."""
AMBIGUOUS = ("letters", "hole-letters", "tiles", "hole")
"""The formats of routes whose moves can be read as those of another."""
_MOVES = (*AMBIGUOUS, "steps", "grouped", "glued", "route", "routes")
"""Readings of moves, called after the formats in which they are written; lines that are one route, or one each."""
_WALLS = "+walls"
"""What the name of a reading ends with in which `#` is a wall, and begins no comment."""
READINGS = (*_BOARDS, *(f"{name}{_WALLS}" for name in _BOARDS), *_FILES, *_MOVES)
"""The names of all readings, by which `reading_as` chooses between those of one text."""
_FENCES = ("```", "~~~")
_WIDEST = 60
_MOST_LINES = 12
"""All stretches of a text of so few lines are tried as a part; of a longer one only its paragraphs."""


@dataclass
class Choice:
    """The name of a reading, and whether a text had it among others."""

    name: str
    used: bool = False


_CHOICE: ContextVar[Choice | None] = ContextVar("choice", default=None)


@dataclass(frozen=True)
class Reading(Generic[T]):
    """What a text was read as, and the name of the grammar."""

    value: T
    grammar: str


def read(
    text: str,
    grammars: Mapping[str, Grammar[T]],
    *,
    error: type[SlidefrontError] = TextError,
    show: Callable[[T], str] = str,
    most: int = MOST_CELLS,
    alone: str = "",
) -> Reading[T]:
    """Read a text by the one grammar that takes all of its tokens, or by several that read the same.

    `show` writes a reading for a refusal of two; `reading_as` chooses between them. `most` is the largest number of
    words, numbers and marks. `alone` names the only grammar that can read the text, if that is known.
    """
    try:
        tokens = tokenize(text, most)
    except TooLongError as reason:
        raise error(f"{reason}: give a shorter one") from None
    if all(token.kind is TokenKind.END for token in tokens):
        raise error("there is nothing to read: the text is empty")
    if alone and (known := attempt(tokens, {alone: grammars[alone]})[0]):
        return known[0]
    found, stops = attempt(tokens, grammars)
    if not found:
        raise refusal(text, stops, error, readable_part(text, grammars))
    return chosen(found, error, show)


@contextmanager
def reading_as(name: str | None) -> Iterator[Choice]:
    """Choose the reading with this name wherever a text has several; None leaves the choice as it is."""
    if name not in (None, *READINGS):
        raise TextError(f"the reading {name!r} is unknown: choose from {', '.join(READINGS)}", "read_as")
    choice = Choice(name or "") if name or _CHOICE.get() is None else _CHOICE.get()
    assert choice is not None
    before = _CHOICE.set(choice)
    try:
        yield choice
    finally:
        _CHOICE.reset(before)


def choice_now() -> Choice | None:
    """Return what `reading_as` chooses."""
    return _CHOICE.get()


def choose(*names: str) -> str:
    """Return the name that `reading_as` chooses if it is one of these, else nothing."""
    choice = choice_now()
    if choice is None or choice.name not in names:
        return ""
    choice.used = True
    return choice.name


def chosen(
    found: Sequence[Reading[T]], error: type[SlidefrontError] = TextError, show: Callable[[T], str] = str
) -> Reading[T]:
    """Return the only reading, or the one that `reading_as` names; refuse two that differ."""
    other = next((one for one in found if one.value != found[0].value), None)
    if other is None:
        return found[0]
    names = tuple(dict.fromkeys(one.grammar for one in found))
    if name := choose(*names):
        return next(one for one in found if one.grammar == name)
    shown = " or ".join(f"as {one.grammar}: {show(one.value)}" for one in (found[0], other))
    made = error(f"the text can be read in two ways, {shown}")
    made.readings = names
    raise made


def attempt(tokens: Sequence[Token], grammars: Mapping[str, Grammar[T]]) -> tuple[list[Reading[T]], list[Stop]]:
    """Try all grammars, on the tokens without fence and comments: return the readings, and where the others stopped."""
    found: list[Reading[T]] = []
    stops: list[Stop] = []
    try:
        inside = _without_fence(tokens)
    except Stop as stop:
        return [], [stop]
    bare = _without_comments(inside)
    for some, ending in dict.fromkeys(((bare, ""), (inside, "" if bare == inside else _WALLS))):
        for name, grammar in grammars.items():
            cursor = Cursor(some)
            try:
                value = grammar(cursor)
                cursor.finish()
            except Stop as stop:
                stops.append(stop)
            else:
                found.append(Reading(value, name + ending))
    return found, stops


def _without_fence(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Leave out a fence; stop at the end if it is not closed."""
    first = next((index for index, token in enumerate(tokens) if token.kind is not TokenKind.END), 0)
    opening = tokens[first].text
    if opening[:3] not in _FENCES or tokens[first + 1].kind is not TokenKind.END:
        return tuple(tokens)
    last = max(index for index, token in enumerate(tokens) if token.kind is not TokenKind.END)
    if last == first or tokens[last].text != opening[:3] or tokens[last - 1].kind is not TokenKind.END:
        raise Stop(tokens[-1], f"a line {opening[:3]} that closes the fence")
    return (*tokens[first + 1 : last], *tokens[last + 1 :])


def _without_comments(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Leave out comments. Lines that have nothing else go with their ends."""
    found: list[Token] = []
    for _, group in groupby(tokens, key=lambda token: token.line):
        line = [*group]
        start = next((index for index in range(len(line)) if _opens_comment(line, index)), len(line))
        if start == 0:
            found += [line[-1]] * (not line[-1].text)
        else:
            found += [*line[:start], *line[max(start, len(line) - 1) :]]
    return tuple(found)


def _opens_comment(line: Sequence[Token], index: int) -> bool:
    after = line[index + 1 : index + 2]
    return line[index].text == "#" and line[index].gap and (not after or after[0].gap or after[0].kind is TokenKind.END)


def refusal(text: str, stops: Sequence[Stop], error: type[SlidefrontError], part: str = "") -> SlidefrontError:
    """Make the error of a text at the token where the grammar that came furthest stopped.

    One that took all tokens, and says why they mean nothing, came further than any other.
    """
    last = max(stop.reached for stop in stops)
    furthest = [stop for stop in stops if stop.reached == last]
    token = furthest[0].token
    why = next((stop.why for stop in furthest if stop.why), "")
    expected = " or ".join(_once([stop.expected for stop in furthest]))
    said = why or f"expected {expected}, not {named(token)}"
    made = error(f"line {token.line}, column {token.column}: {said}")
    made.details, made.text, made.part = caret(text, token), text, part
    return made


def _once(expected: Sequence[str]) -> list[str]:
    """List what was expected, each once; "a cell or a list" says "a cell" too."""
    found = dict.fromkeys(expected)
    return [one for one in found if not any(one != other and one in other.split(" or ") for other in found)]


def named(token: Token) -> str:
    """Name a token in a message."""
    if token.kind is TokenKind.END:
        return "the end of the line" if token.text else "the end of the text"
    if token.text == "\t":
        return "a tab"
    return f'"{token.text if len(token.text) <= 20 else token.text[:20] + "..."}"'


def caret(text: str, token: Token) -> tuple[str, str]:
    """Show the line of a token, and a caret under the token; of a long line only what is around it."""
    line = plain_lines(text).split("\n")[token.line - 1].replace("\t", " ")
    first = max(0, token.column - 1 - _WIDEST // 2)
    shown = printable(line[first : first + _WIDEST])
    before = printable(line[first : token.column - 1])
    start, end = "... " * (first > 0), " ..." * (len(line) > first + _WIDEST)
    return f"  {start}{shown}{end}", f"  {' ' * (len(start) + len(before))}^"


def readable_part(text: str, grammars: Mapping[str, Grammar[T]]) -> str:
    """Find whole lines of a text, the most that there are, which can be read by themselves."""
    lines = plain_lines(text).split("\n")
    for first, last in _stretches(lines):
        part = "\n".join(lines[first:last])
        if part.strip() and attempt(tokenize(part), grammars)[0]:
            return part
    return ""


def _stretches(lines: Sequence[str]) -> list[tuple[int, int]]:
    """List stretches of lines, longest first: all of a short text, else the paragraphs."""
    count = len(lines)
    if count <= _MOST_LINES:
        found = [(first, last) for first in range(count) for last in range(first + 1, count + 1)]
    else:
        ends = [-1, *(number for number, line in enumerate(lines) if not line.strip()), count]
        found = [(first + 1, last) for first, last in pairwise(ends)]
    whole = [(first, last) for first, last in found if 0 < last - first < count]
    return sorted(whole, key=lambda part: part[0] - part[1])
