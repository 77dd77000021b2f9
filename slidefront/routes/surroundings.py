"""Remove what people and programs write around moves.

    hole: LURD, Solution (15 moves): R D ...    labels, headings and figures (see `labels`)
    1. 5 left 2. 6 up                           numbers that count the moves or the lines
    D3L2U2LU (9 moves) # easy                   counts and comments after the moves
    [["5","L"],["6","U"]], (15,R),(11,D)        lists of programs: each inner list is a move
    {"tile": 5, "dir": "left"}                  objects of programs
    (move-up t5 p1 p2)                          the plan of a PDDL planner
    swap 0 with 13                              an exchange of the hole and a tile

What is left is one text: moves with `;` or `,` between them. Moves that are left out, as in D ... U, are refused.
"""

import re
from dataclasses import dataclass

from slidefront.errors import RouteError
from slidefront.routes.labels import ORDINAL, without_labels

_AFTER = re.compile(
    r"\s+#\s.*$|\s*(?:[(\[,;]|\s-|\sin\b)\s*(\d{1,6})\s+(?:moves?|steps?|slides?)\s*[)\]]?\s*\.?\s*$", re.MULTILINE
)
_OBJECT = re.compile(r"\{([^{}]*)\}")
_FIELD = re.compile(r"[\"']?(\w+)[\"']?\s*[:=]\s*(?:\"([^\"]*)\"|'([^']*)'|([^,\"']+))")
_GROUP = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_WHAT = ("what", "tile", "piece", "car", "block", "vehicle", "name", "id", "label", "number")
_WAY = ("way", "dir", "direction", "move", "action")
_TIMES = ("count", "steps", "distance", "times", "by", "amount", "cells", "spaces")
_OTHER = ("index", "board", "state", "cost")
_EXAMPLE = '{"tile": 5, "dir": "left"} or 5 L'
_ACTION = re.compile(
    r"(?:\d+(?:\.\d+)?\s*:)?\s*\(\s*([a-z][\w-]+)((?:\s+[\w-]+)*)\s*\)(?:\s*\[[\d.]+\])?", re.IGNORECASE
)
_PLANNED = re.compile(r"move|slide|swap|push|up|down|left|right", re.IGNORECASE)
_PLANNED_TILE = re.compile(r"(?:t|tile|n|num)[-_]?(\d+)", re.IGNORECASE)


_OMISSION = re.compile(r"\.\s*\.[\s.]*|[…‥⋯⋮]|(?<=\w) *(?:- *){3,}(?=\w)")
_HOLE = {"0", "_", "hole", "blank", "empty", "space", "gap"}
_SWAP = re.compile(
    r"\bswap\s+(?:(?:the|tiles?)\s+)*(\w+)\s*(?:\b(?:with|and|for)\b|[,&])\s*(?:(?:the|tile)\s+)*(\w+)", re.IGNORECASE
)


@dataclass(frozen=True)
class Moves:
    """Moves without what was around them."""

    text: str
    notation: str | None = None
    """Whether a label says that the moves are those of the `tile` or of the `hole`."""
    stated: int | None = None
    """The number of moves that a label, or a remark after the moves, states."""


def strip(text: str) -> Moves:
    """Remove what is around moves."""
    if (plan := _plan(text)) is not None:
        return plan
    text, labels = without_labels(text)
    text = _without_ordinals(text)
    counts = [int(found[1]) for found in _AFTER.finditer(text) if found[1]]
    text = _AFTER.sub("", text)
    _check_whole(text)
    text, swaps = _without_swaps(_without_lists(_OBJECT.sub(_object, text)))
    stated = sum(counts) if labels.stated is None and counts else labels.stated
    return Moves(text.strip(), agreed(labels.notation, swaps), stated)


def _check_whole(text: str) -> None:
    """Refuse moves of which some are left out."""
    if found := _OMISSION.search(text):
        around = " ".join(text[max(found.start() - 12, 0) : found.end() + 12].split())
        raise RouteError(f"the moves leave some out, at {around}: write all moves")


def _without_swaps(text: str) -> tuple[str, str | None]:
    """Write an exchange of a tile and the hole as the tile."""
    for swap in _SWAP.finditer(text):
        names = {swap[1].lower(), swap[2].lower()}
        if len(names & _HOLE) != 1 or not any(name.isdecimal() for name in names - _HOLE):
            raise RouteError(f"{swap[0]} does not exchange the hole and the number of a tile: write swap 0 and 13")
    bare = _SWAP.sub(lambda swap: swap[2 if swap[1].lower() in _HOLE else 1], text)
    return bare, None if bare == text else "tile"


def agreed(notation: str | None, label: str | None) -> str | None:
    """Return the notation that is asked for or that a label says; refuse two that differ."""
    if notation and label and notation != label:
        raise RouteError(f"the moves are labelled as those of the {label}: leave out --notation {notation}")
    return notation or label


def _without_ordinals(text: str) -> str:
    """Remove numbers that count the moves or the lines; refuse those that leave some out."""
    found = [*ORDINAL.finditer(text)]
    numbers = [int(one[1] or one[2]) for one in found]
    if not found or text[: found[0].start()].strip() or (len(found) == 1 and not re.match(r"\s*1[.)]\s", text)):
        return text
    if numbers[0] < 2 and numbers == [*range(numbers[0], numbers[0] + len(numbers))]:
        return ORDINAL.sub(" ; ", text).strip(" ;\n")
    if any(one[0].endswith(":") for one in found):
        return text
    wrong = next(n for n, number in enumerate(numbers) if number != numbers[0] % 2 + n)
    raise RouteError(
        f"the moves are numbered {', '.join(map(str, numbers[max(wrong - 1, 0) : wrong + 2]))}: number them 1, 2, 3 or "
        "leave the numbers out"
    )


def is_objects(text: str) -> bool:
    """Tell moves that are objects of programs from an object that has moves."""
    fields = [{found[1].lower() for found in _FIELD.finditer(one)} for one in _OBJECT.findall(text)]
    return bool(fields) and not _OBJECT.sub("", text).strip(" ,;\n[]") and all(one & {*_WAY} for one in fields)


def _object(match: re.Match[str]) -> str:
    """Write the move of an object: what, its way, how often."""
    values = {
        found[1].lower(): next(filter(None, found.groups()[1:]), "").strip() for found in _FIELD.finditer(match[1])
    }
    rest = _FIELD.sub("", match[1]).replace(",", " ").split()
    known = {*_WHAT, *_WAY, *_TIMES, *_OTHER}
    if unknown := [*(name for name in values if name not in known), *rest]:
        raise RouteError(f"the object {match[0][:60]} has {unknown[0]}, which is not known: write {_EXAMPLE}")
    what, way, times = (next((values[name] for name in names if name in values), "") for names in (_WHAT, _WAY, _TIMES))
    if not way:
        raise RouteError(f"the object {match[0][:60]} has no direction: write {_EXAMPLE}")
    return f"[{what} {way} {times}]"


def _without_lists(text: str) -> str:
    """Remove brackets and quotes; commas within a move become blanks."""
    inner = _GROUP.findall(text)
    if len(inner) > 1 or re.search(r"\(|\[\s*\[", text):
        pairs = [one for one in inner if re.fullmatch(r"\s*\d+(?:\s*,\s*\d+)+\s*", one)]
        if pairs:
            raise RouteError(f"({pairs[0].strip()}) can be two tiles or a row and a column: write tiles as in 13, 9, 5")
        text = _GROUP.sub(lambda match: f" ; {match[1].replace(',', ' ')} ; ", text)
        text = re.sub(r"(?:\s*[;,]\s*){2,}", " ; ", text.strip(" \n[](),;"))
    else:
        text = text.strip(" \n[]")
    return re.sub(r"(?<![\w'])(['\"])([^'\"]*)\1", r"\2", text)


def _plan(text: str) -> Moves | None:
    """Read the plan of a PDDL planner: the tiles that move, or ways; None if the text is something else."""
    bare = re.sub(r"(?m);.*$", "", text).strip()
    actions = _ACTION.findall(bare)
    if not actions or _ACTION.sub("", bare).strip() or not all(_PLANNED.search(name) for name, _ in actions):
        return None
    tiles = [next(filter(None, map(_PLANNED_TILE.fullmatch, places.split())), None) for _, places in actions]
    if all(tiles):
        return Moves(", ".join(tile[1] for tile in tiles if tile), "tile")
    ways = [re.search(r"(?:^|[-_])(up|down|left|right)$", name, re.IGNORECASE) for name, _ in actions]
    if all(ways) and not any(tiles):
        return Moves(", ".join(way[1] for way in ways if way))
    raise RouteError(
        "the actions of this plan name neither tiles, as in (move t5 p1 p2), nor ways, as in (move-up p1 p2)"
    )
