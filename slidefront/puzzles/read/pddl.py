"""Tile boards in PDDL problems: the facts `(at t7 p1 p1)` and `(blank p4 p4)` of `:init` and `:goal`.

Which of the two coordinates is the row is told by the predicate (`tile-at` names the row first) or by the names (x or
col, y or row); else by the goal, whose tiles are in order from left to right. A position may also be one name of two
numbers, `p_1_2`: row 1, column 2.
"""

import re
from dataclasses import dataclass

from slidefront.errors import BoardError

_FACT = re.compile(r"\(\s*([\w-]+)((?:\s+[\w-]+)+)\s*\)")
_BLANKS = ("blank", "empty", "is-blank", "isblank", "hole")
_TILES = ("at", "tile-at", "isat", "tileat", "on", "in")
_EXAMPLE = "(at t1 x1 y1) ... (blank x3 y3)"
Facts = dict[tuple[int, int], int]


@dataclass(frozen=True)
class PddlProblem:
    """The boards of a problem: rows of numbers, 0 the hole."""

    start: list[list[int]]
    goal: list[list[int]] | None


def is_pddl(text: str) -> bool:
    """Tell whether a text is a PDDL problem, by its first word."""
    return re.match(r"(?:\s*;[^\n]*\n)*\s*\(\s*define\s*\(", text) is not None


def read_pddl(text: str) -> PddlProblem:
    """Read start and goal; a goal without a blank has it in the remaining cell."""
    text = re.sub(r";[^\n]*", "", text).lower()
    if ":init" not in text:
        raise BoardError("the PDDL text has no :init: give the problem file, not the domain file")
    init, _, goal = text.partition(":goal")
    start, wanted = _facts(init.partition(":init")[2]), _facts(goal)
    if not start[0]:
        raise BoardError(f"the :init of the PDDL problem places no tiles: it needs facts such as {_EXAMPLE}")
    rows_first = start[1] if start[1] is not None else wanted[1]
    if rows_first is None:
        rows_first = _by_order(wanted[0])
    return _problem(*(facts if rows_first else _turned(facts) for facts in (start[0], wanted[0])))


def _facts(text: str) -> tuple[Facts, bool | None]:
    """Read the coordinates of the tiles, and whether the row comes first, if the names say it."""
    found: Facts = {}
    rows_first = None
    for predicate, words in _FACT.findall(text):
        names = words.split()
        if predicate in _BLANKS:
            tile, place = 0, names
        elif predicate in _TILES and len(names) > 1:
            number = re.search(r"\d{1,4}$", names[0])
            if number is None:
                raise BoardError(f"the PDDL tile {names[0]} has no number: name tiles t1, t2, ...")
            tile, place = int(number[0]), names[1:]
        else:
            continue
        numbers = [int(number) for name in place for number in re.findall(r"\d{1,9}", name)]
        if len(numbers) != 2:
            raise BoardError(f"the PDDL fact ({predicate} {' '.join(names)}) names no row and column: write {_EXAMPLE}")
        found[numbers[0], numbers[1]] = tile
        rows_first = _told(predicate, place, before=rows_first)
    return found, rows_first


def _told(predicate: str, place: list[str], *, before: bool | None) -> bool | None:
    first = place[0]
    if len(place) == 1 or predicate in ("tile-at", "is-blank") or re.search(r"row|(?:^|_)y", first):
        return True
    return False if re.search(r"col|x", first) else before


def _by_order(goal: Facts) -> bool:
    """Decide by the goal, whose tiles are in order."""
    orders = {}
    for rows_first in (True, False):
        places = sorted((place if rows_first else place[::-1], tile) for place, tile in goal.items())
        tiles = [tile for _, tile in places if tile]
        orders[rows_first] = bool(tiles) and tiles == sorted(tiles)
    if orders[True] == orders[False]:
        raise BoardError("the PDDL problem does not tell rows from columns: name positions x1, x2, ... and y1, y2, ...")
    return orders[True]


def _turned(facts: Facts) -> Facts:
    return {(r, c): tile for (c, r), tile in facts.items()}


def _problem(start: Facts, goal: Facts) -> PddlProblem:
    rows, columns = sorted({r for r, _ in start}), sorted({c for _, c in start})
    if len(rows) * len(columns) != len(start):
        raise BoardError(f"the :init of the PDDL problem fills {len(start)} of {len(rows)} x {len(columns)} cells")
    cells = [(r, c) for r in rows for c in columns]
    tiles = set(start.values())
    left = [cell for cell in cells if cell not in goal]
    if len(left) == 1 and len(goal) == len(cells) - 1:
        goal = {**goal, left[0]: (tiles - set(goal.values())).pop()}
    board = [[start[r, c] for c in columns] for r in rows]
    complete = set(goal) == set(cells) and set(goal.values()) == tiles
    return PddlProblem(board, [[goal[r, c] for c in columns] for r in rows] if complete else None)
