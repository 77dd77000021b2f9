"""Moves of block puzzles and Rush Hour, as communities and programs write them.

    X DR, A L2            a piece and its way, step by step or with a number
    A right 2, A 2 left   words, also `move A right 2`; arrows and > < ^ v for ways
    GR2 XR3, A>2, GLL     piece and way in one word; blanks are enough between such moves
    A+1 B-2               cars on their line: + is right or down, - is left or up

A text that can be cut into moves in two ways, because pieces are named as ways are, is refused.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from slidefront.errors import RouteError
from slidefront.routes.notations import ARROWS, FILLERS, WORDS, shortened
from slidefront.routes.written import WrittenMove, WrittenRoute

if TYPE_CHECKING:
    from slidefront.puzzles.blocks.layout import Layout

SIGNS = "+ is right or down, - is left or up"
_WAYS = {**WORDS, **ARROWS, ">": "R", "<": "L", "^": "U", "v": "D"}
_WAY = rf"[UDLR]|[udlr]|[{''.join(ARROWS)}<>^v+-]"
_WORD = "|".join(WORDS)
_ONE = re.compile(rf"[-:]?(?P<way>{_WAY}|(?i:{_WORD}))(?:[x×*]?(?P<times>\d{{1,2}}))?")
_SAME = re.compile(r"[-:]?(?P<way>([UDLRudlr])\2+)")
_SEVERAL = re.compile(r"(?P<way>[UDLR]+|[udlr]+)")
_TIMES = re.compile(r"[x×*]?(?P<times>\d{1,2})")
_SIGN = re.compile(r"[+-]\s*\d")
Cut = tuple[int, int, tuple[str, str]]
"""The last move of a cut: its first word, which of the cuts before it continues, and the move."""


def read_piece_moves(layout: "Layout", text: str) -> WrittenRoute | None:
    """Read moves, and say how their signs are understood; None if the text is something else."""
    found: list[WrittenMove] = []
    for part in _parts(layout, text):
        cuts = _cut(layout, part)
        readings = [_moves(cuts, which) for which in range(len(cuts[-1]))]
        if not readings:
            _check_counts(layout, part)
            return None
        if len(readings) > 1:
            one, other = (",".join(map(" ".join, reading)) for reading in readings)
            raise RouteError(
                f"{shortened(' '.join(part))} can mean {shortened(one)} or {shortened(other)}: write it as one of these"
            )
        found += [WrittenMove(f"{what} {way}", what, way) for what, way in readings[0]]
    return WrittenRoute(tuple(found), reading=SIGNS if _SIGN.search(text) else "") if found else None


def understood_pieces(layout: "Layout", text: str) -> tuple[str, str]:
    """Cut a text of moves where it ceases to be one."""
    before: list[str] = []
    for part in _parts(layout, text):
        cuts = _cut(layout, part)
        end = max(place for place, cut in enumerate(cuts) if cut)
        before += part[:end]
        if end < len(part):
            return " ".join(before), part[end]
    return "", ""


def _parts(layout: "Layout", text: str) -> list[list[str]]:
    """Split a text where moves must end, and each part into words, without those that only make a sentence."""
    parts = [part.split() for part in re.split(r"[,;\n|]|\.(?=\s|$)", re.sub(r"(?<=\w):(?=\s)", "", text))]
    words = [[word for word in part if word in layout.pieces or word.lower() not in FILLERS] for part in parts]
    return [part for part in words if part]


def _cut(layout: "Layout", words: list[str]) -> list[list[Cut]]:
    """Cut the words up to each one into moves; two cuts are enough to know that there are several."""
    cuts: list[list[Cut]] = [[(0, 0, ("", ""))], *([] for _ in words)]
    for end in range(1, len(words) + 1):
        for begin in range(max(0, end - 3), end):
            moves = [*_one(layout, words[begin:end])] if cuts[begin] else []
            cuts[end] += [(begin, which, move) for which in range(len(cuts[begin])) for move in moves]
        cuts[end] = [*dict.fromkeys(cuts[end])][:2]
    return cuts


def _moves(cuts: list[list[Cut]], which: int) -> list[tuple[str, str]]:
    """List the moves of one of the cuts of all words."""
    found, end = [], len(cuts) - 1
    while end:
        end, which, move = cuts[end][which]
        found.append(move)
    return found[::-1]


def _one(layout: "Layout", words: list[str]) -> Iterator[tuple[str, str]]:
    """Read words as one move in each way that is possible."""
    first, *rest = words
    if not rest:
        names = [name for name in layout.pieces if first.startswith(name)]
        names = names or [name for name in layout.pieces if first.lower().startswith(name.lower())]
        specs = [(name, _ONE.fullmatch(first, len(name)) or _SAME.fullmatch(first, len(name))) for name in names]
        yield from ((name, _ways(layout, name, spec["way"], spec)) for name, spec in specs if spec)
        return
    name = _piece(layout, first)
    if name is None:
        return
    if len(rest) == 1 and (spec := _SEVERAL.fullmatch(rest[0]) or _ONE.fullmatch(rest[0])):
        yield name, _ways(layout, name, spec["way"], spec)
    if len(rest) == 2:
        for way, times in (rest, rest[::-1]):
            spec, count = _ONE.fullmatch(way), _TIMES.fullmatch(times)
            if spec and count and not spec["times"] and times not in layout.pieces:
                yield name, _ways(layout, name, spec["way"], count)


def _ways(layout: "Layout", name: str, way: str, times: re.Match[str]) -> str:
    """Write the steps of a move as letters."""
    if way in "+-":
        axis = "".join(one for one in "UDLR" if one in layout.pieces[name].ways)
        if len(axis) != 2:
            raise RouteError(
                f"{name}{way} does not say which way {name} goes: it is on no line; write {name} R2 or {name} D2"
            )
        way = axis[way == "+"]
    letters = _WAYS.get(way) or _WAYS.get(way.lower()) or way.upper()
    count = int(times.groupdict().get("times") or 1)
    if count == 0:
        raise RouteError(f"{name} {letters}0 moves zero cells: write {name} {letters} or {name} {letters}2")
    return letters * count


def _piece(layout: "Layout", word: str) -> str | None:
    """Find a piece by its name, in upper or lower case if that is unambiguous."""
    alike = [name for name in layout.pieces if name.lower() == word.lower()]
    return word if word in layout.pieces else alike[0] if len(alike) == 1 else None


def _check_counts(layout: "Layout", words: list[str]) -> None:
    """Refuse a number without a way, such as X2."""
    for name in layout.pieces:
        found = re.search(rf"(?<!\S){re.escape(name)} ?(\d+)(?!\S)", " ".join(words))
        if found and not name[-1].isdigit() and found[0] not in layout.pieces:
            raise RouteError(
                f"{found[0]} does not say which way {name} goes: write {name}+{found[1]} or {name} R{found[1]}"
            )
