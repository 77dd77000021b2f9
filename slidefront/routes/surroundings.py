"""Remove what people and programs write around moves.

    hole: LURD, Solution (15 moves): R D ...    labels; some say whether the tile or the hole moves, or how many moves
    1. 5 left 2. 6 up                           numbers that count the moves or the lines
    D3L2U2LU (9 moves) # easy                   counts and comments after the moves
    [["5","L"],["6","U"]], (15,R),(11,D)        lists of programs: each inner list is a move
    {"tile": 5, "dir": "left"}                  objects of programs
    (move-up t5 p1 p2)                          the plan of a PDDL planner

What is left is one text: moves with `;` or `,` between them.
"""

import re
from dataclasses import dataclass

from slidefront.errors import RouteError

_LABEL = re.compile(r"[\s*_]*([A-Za-z\d][\w '()\[\].*-]{1,60}?)\s*[:=][\s*_]*")
_LABEL_WORDS = {
    *("moves", "move", "solution", "route", "path", "answer", "steps", "scramble", "slides", "directions", "direction"),
    *("sequence", "actions", "plan", "the", "of", "is", "in", "optimal", "shortest", "full", "my", "total", "s"),
}
_NOTATION_WORDS = {
    **dict.fromkeys(("tile", "tiles"), "tile"),
    **dict.fromkeys(("hole", "blank", "empty", "space", "gap"), "hole"),
}
_COUNTED = {"moves", "steps", "slides", "solution", "route", "path"}
_AFTER = re.compile(
    r"\s+#\s.*$|\s*(?:[(\[,;]|\s-)\s*(\d{1,6})\s+(?:moves?|steps?|slides?)\s*[)\]]?\s*\.?\s*$", re.MULTILINE
)
_ORDINAL = re.compile(
    r"(?m)^[ \t]*(?:(?:step|move|line)[ \t]+|#)?(\d{1,6})[.):](?=\D)|(?<=[\s;,])(\d{1,6})[.)](?=\D)", re.IGNORECASE
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
    text, notation, stated = _without_label(_without_ordinals(text))
    counts = [int(found[1]) for found in _AFTER.finditer(text) if found[1]]
    text = _without_lists(_OBJECT.sub(_object, _AFTER.sub("", text)))
    return Moves(text.strip(), notation, stated if stated is not None or not counts else sum(counts))


def agreed(notation: str | None, label: str | None) -> str | None:
    """Return the notation that is asked for or that a label says; refuse two that differ."""
    if notation and label and notation != label:
        raise RouteError(f"the moves are labelled as those of the {label}: leave out --notation {notation}")
    return notation or label


def _without_label(text: str) -> tuple[str, str | None, int | None]:
    label = _LABEL.match(text)
    words = set(re.findall("[a-z]+", label[1].lower())) if label else set()
    numbers = [int(number) for number in re.findall(r"\d+", label[1])] if label else []
    known = bool(words) and words <= _LABEL_WORDS | set(_NOTATION_WORDS)
    if not label or not known or len(numbers) > bool(words & _COUNTED):
        return text, None, None
    notations = {_NOTATION_WORDS[word] for word in words & set(_NOTATION_WORDS)}
    return text[label.end() :], notations.pop() if len(notations) == 1 else None, numbers[0] if numbers else None


def _without_ordinals(text: str) -> str:
    """Remove numbers that count the moves or the lines; refuse those that leave some out."""
    found = [*_ORDINAL.finditer(text)]
    numbers = [int(one[1] or one[2]) for one in found]
    if not found or text[: found[0].start()].strip() or (len(found) == 1 and not re.match(r"\s*1[.)]\s", text)):
        return text
    if numbers[0] < 2 and numbers == [*range(numbers[0], numbers[0] + len(numbers))]:
        return _ORDINAL.sub(" ; ", text).strip(" ;\n")
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
