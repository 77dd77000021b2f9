"""Moves of tile boards as letters, as communities and programs write them.

    URDL2UR2            upper case: the way that the tile goes; a number repeats the letter before it
    rrruldd             lower case: most programs mean the way that the hole goes, some the tile
    U R D L2, Up Left   separated by blanks or commas; words; arrows ↑ → ↓ ←
    3 5 2 1             the tiles that are pushed into the hole, one after the other
    https://...?...     a link whose query has a board and moves in one of these forms

A letter alone does not say whether the tile or the hole goes that way. `--notation tile` or `--notation hole` says it;
without it, the moves themselves often determine it (see `replay`).
"""

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote, urlsplit

from slidefront.errors import RouteError

NOTATIONS = ("tile", "hole")
OPPOSITE = str.maketrans("UDLR", "DURL")
_WORDS = {"up": "U", "down": "D", "left": "L", "right": "R", "dn": "D", "lft": "L", "lt": "L", "rt": "R"}
_ARROWS = str.maketrans("↑↓←→⬆⬇⬅➡▲▼◀▶", "UDLRUDLRUDLR")
_WORD = re.compile(r"(up|down|left|right|dn|lft|lt|rt)(\d{0,4})", re.IGNORECASE)
_LETTERS = re.compile(r"(?:[UDLR]\d{0,4})+|(?:[udlr]\d{0,4})+")
_MOST = 1_000_000


@dataclass(frozen=True)
class Letters:
    """Moves as letters U D L R, each once for each step."""

    ways: str
    upper: bool
    """Whether they were written in upper case, which by custom means the way that the tile goes."""


def read_letters(text: str) -> Letters | None:
    """Read moves that are letters, words or arrows; None if the text is something else."""
    parts = [
        part for part in re.split(r"[\s,;.|>-]+", text.translate(_ARROWS).replace("\ufe0f", "").strip(" []()")) if part
    ]
    if not parts:
        return None
    ways: list[str] = []
    upper: set[bool] = set()
    for part in (re.sub(r"^(['\"])(.*)\1$", r"\2", part) for part in parts):
        word = _WORD.fullmatch(part)
        if word:
            ways.append(_repeated(_WORDS[word[1].lower()], word[2]))
            upper |= {False}
        elif _LETTERS.fullmatch(part):
            ways += [_repeated(letter.upper(), number) for letter, number in re.findall(r"([A-Za-z])(\d*)", part)]
            upper.add(part[0].isupper())
        elif re.fullmatch(r"(?:[UDLRudlr]\d{0,4})+", part):
            upper |= {True, False}
        else:
            return None
    if len(upper) > 1:
        raise RouteError("the moves mix upper and lower case: write them all in one, such as URDL2UR2 or rrruldd")
    joined = "".join(ways)
    if len(joined) > _MOST:
        raise RouteError(f"the route has more than {_MOST:,} moves: check the numbers in it")
    return Letters(joined, upper.pop())


def _repeated(letter: str, number: str) -> str:
    if number and int(number) == 0:
        raise RouteError(f"{letter}0 repeats a move zero times: write {letter} or {letter}2")
    return letter * int(number or 1)


def read_numbers(text: str) -> list[int] | None:
    """Read numbers that are separated by blanks, commas or bars; None if the text is something else."""
    parts = [part for part in re.split(r"[\s,|;→>-]+", text.strip(" []()")) if part]
    if not parts or not all(part.isascii() and part.isdigit() and len(part) < 6 for part in parts):
        return None
    return [int(part) for part in parts]


def flipped(ways: str) -> str:
    """Turn the ways of tiles into those of the hole, and back."""
    return ways.translate(OPPOSITE)


def write_letters(ways: str) -> str:
    """Write letters with repeats, such as URDL2UR2."""
    runs = re.findall(r"((.)\2*)", ways)
    return "".join(letter + (str(len(run)) if len(run) > 1 else "") for run, letter in runs)


@dataclass(frozen=True)
class Link:
    """The contents of a link."""

    moves: str
    board: str | None


def is_link(text: str) -> bool:
    """Tell whether a text is a link."""
    return re.match(r"\s*(?:https?://|www\.)\S+\s*$", text) is not None


def read_link(text: str) -> Link:
    """Find the moves, and the board if there is one, in the query or the fragment of an address."""
    parts = urlsplit(text.strip())
    values = [value for part in (parts.query, parts.fragment.lstrip("#?!/")) for _, value in parse_qsl(part)]
    values += [unquote(part) for part in re.split("[?#&;]", parts.query + "#" + parts.fragment) if "=" not in part]
    values += [unquote(parts.path.rsplit("/", 1)[-1])]
    moves = [value for value in values if _are_moves(value)]
    boards = [
        value
        for value in values
        if re.search(r"\d", value) and re.search(r"[/,_-]|\d{8}", value) and value not in moves
    ]
    if not moves:
        raise RouteError(
            "the link has no moves that can be read: copy the scramble and the solution out of it, such as "
            "check 15-puzzle URDL2UR2 --from '5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12'"
        )
    return Link(max(moves, key=len), boards[0] if boards else None)


def _are_moves(value: str) -> bool:
    try:
        return read_letters(value) is not None
    except RouteError:
        return False
