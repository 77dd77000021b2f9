"""Which of two boards is the goal, told by the words before them.

    Goal: 1 2 3 4 5 6 7 8 0          goal first
    Start: 1 2 3 4 0 5 7 8 6

    reach A from B                   goal first
    A -> B, or no word               start first

A word belongs to the board that follows it with few words between, or, where no word is before the first board, to the
board before it: A (start) B (goal). How much of the boards stands before a word tells which board that is, because both
have the same cells.
"""

import re
from collections.abc import Sequence

from slidefront.errors import BoardError

_GOAL = "goal|target|end|ending|final|finish|finished|solved|desired|want|wanted|needed|destination|after|to|reach"
_GOAL += "|objetivo|meta|finale|objectif|ziel|zielzustand|endzustand"
_START = "start|starting|initial|init|begin|beginning|from|current|have|now|scrambled|scramble|before|source|given"
_START += "|inicial|inicio|iniziale|anfang|startzustand|anfangszustand"
_ROLE = re.compile(rf"(?<![A-Za-z])(?:({_GOAL})|({_START}))(?![A-Za-z])", re.IGNORECASE)
_DIRECT = ("to", "reach", "from", "after", "before", "now", "have", "want", "given", "end")
"""Words that sentences have too: these must stand directly before a board."""
_NAMED = re.compile(r"[A-Za-z]{2,}[\s\d\"')*_]*[:=]|^[^\n\d\[(]*[A-Za-z]{2,}[^\n\[(]*$|^\s*#\s*\d+\s*$", re.MULTILINE)
_KIND = r"(?:\s+(?:state|board|position|configuration))?"
_LABEL = re.compile(rf"{_ROLE.pattern}{_KIND}[\"'*_]*\s*[:=)]", re.IGNORECASE)
_AFTER = re.compile(rf"(?<=\S)[ \t]+\((?:the )?(?:{_GOAL}|{_START}){_KIND}\)[ \t]*$", re.IGNORECASE | re.MULTILINE)
_FEW = 3  # words between a label and its board


def roles_in(line: str) -> list[str]:
    """List the labels of a line in their order, each as `start` or `goal`."""
    return ["goal" if match[1] else "start" for match in _ROLE.finditer(line) if match[0].lower() not in _DIRECT]


def names_both(text: str) -> bool:
    """Tell whether a text has a label of a start and one of a goal."""
    found = [(match[1], match[2]) for match in _LABEL.finditer(text)]
    return any(goal for goal, _ in found) and any(start for _, start in found)


def names_goal_only(text: str) -> bool:
    """Tell whether a text begins with a label of a goal, and has none of a start."""
    label = _LABEL.match(text.lstrip())
    if label is None or label[1] is None or re.match(r"\s*[A-Za-z]?[a-z]{2}", text.lstrip()[label.end() :]):
        return False
    return not any(match[2] for match in _ROLE.finditer(text))


def without_labels_after(text: str) -> str:
    """Remove labels such as (goal) at the ends of lines."""
    return _AFTER.sub("", text)


def goal_is_first(text: str, parts: Sequence[str]) -> bool:
    """Tell whether the first of two boards is the goal; refuse labels that do not tell."""
    text = re.sub(r"(?<=[a-z])(?=[A-Z][a-z])", " ", text)
    cells = _digits(text) if _of_digits(parts) else _letters(text, parts)
    if not cells:
        return False
    roles: dict[int, str] = {}
    for match in _ROLE.finditer(text):
        place = _place(match.start(), cells)
        if place == 2:
            roles.setdefault(place, "goal" if match[1] else "start")
        elif _belongs(match, text, cells):
            roles[place] = "goal" if match[1] else "start"
    rows = {line.strip() for part in parts for line in part.split("\n")}
    names = (match for match in _NAMED.finditer(text) if match[0].strip() not in rows)
    named = any(_place(match.start(), cells) == 1 for match in names)
    return _order(roles.get(0), roles.get(1), roles.get(2), named=named)


def _order(first: str | None, second: str | None, last: str | None, *, named: bool) -> bool:
    """Tell whether the goal is first by what stands before the first board, before the second, and after it."""
    if first is None and second and last and second != last:
        return second == "goal"
    unclear = first == second if first else (named and not second) or (last == "start" != second)
    if unclear:
        raise BoardError(
            "the words before the two boards do not tell which is the goal: name the puzzle, and use --from for the "
            "start and --to for the goal"
        )
    return first == "goal" or second == "start"


def _of_digits(parts: Sequence[str]) -> bool:
    letters = [letter for part in parts for letter in part if letter.isalnum()]
    return 2 * sum(map(str.isdigit, letters)) > len(letters)


def _digits(text: str) -> list[int]:
    return [place for place, letter in enumerate(text) if letter.isdigit()]


def _letters(text: str, parts: Sequence[str]) -> list[int]:
    """Find the places of the letters in lines that are rows."""
    rows = {line.strip() for part in parts for line in part.split("\n")}
    places, start = [], 0
    for line in text.split("\n"):
        if line.strip() in rows:
            places += [start + place for place, letter in enumerate(line) if not letter.isspace()]
        start += len(line) + 1
    return places


def _place(at: int, cells: list[int]) -> int:
    """Tell whether a word is before the first board (0), between both (1), or after (2)."""
    return round(2 * sum(cell < at for cell in cells) / len(cells))


def _belongs(match: re.Match[str], text: str, cells: list[int]) -> bool:
    """Tell whether a board follows a word with few words between."""
    until = next((cell for cell in cells if cell >= match.end()), None)
    words = re.findall(r"[^\W\d_]+", text[match.end() : until])
    most = (
        0
        if match[0].lower() in _DIRECT and not re.match(r"\s+(?:state|board|position|this)", text[match.end() :])
        else _FEW
    )
    return until is not None and match.start() not in cells and len(words) <= most
