"""Routes written for people and programs. `read` reads them back.

steps     0 L        a move a line: the piece or the tiles, and their way (9 U, b c U); on a graph the mover's vertex
grouped   6 UUL      moves joined: those of one piece, on tile boards those in one direction (5 6 7 L)
letters   URDL2UR2   the way of each tile, with repeats; hole-letters: rrruldd, the way of the hole
tiles     3, 5, 2    the tiles that move
hole      13|9|5|6   the first cell of the hole after each move, or the mover's vertex
json      {...}      everything, for programs
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from slidefront.errors import RouteError
from slidefront.puzzles.core import Puzzle
from slidefront.routes.notations import flipped, write_letters
from slidefront.routes.route import Route


def steps(route: Route) -> str:
    """Write a move a line."""
    return "\n".join(str(move) for move in route.moves)


def grouped(route: Route) -> str:
    """Write moves joined, a group a line."""
    return "\n".join(str(group) for group in route.groups)


def hole(route: Route) -> str:
    """Write where the hole, or the mover, is after each move."""
    check_hole(route.puzzle)
    return "|".join(map(str, map(route.puzzle.notation.hole_cell, route.keys[1:])))


@lru_cache(maxsize=64)
def usual_format(puzzle: Puzzle) -> str:
    """Choose how routes are written each on one line: as letters, else as the cells of the hole, else as the moves."""
    if has_letters(puzzle):
        return "letters"
    return "steps" if puzzle.notation.hole_cell(puzzle.home) is None else "hole"


def on_one_line(route: Route) -> str:
    """Write moves on one line, in the usual format of the puzzle."""
    form = usual_format(route.puzzle)
    if form == "steps":
        return joined([*map(str, route.moves)])
    return letters(route) if form == "letters" else hole(route)


def joined(moves: Sequence[str]) -> str:
    """Write moves on one line, with a mark between them that is in none of their names."""
    mark = next(mark for mark in ",|\n" if not any(mark in move for move in moves))
    return mark.join(moves)


def check_hole(puzzle: Puzzle) -> None:
    """Refuse a puzzle whose routes cannot be written as the cells of its hole."""
    if puzzle.notation.hole_cell(puzzle.home) is None:
        raise RouteError(f"{puzzle.name} has no single hole whose cells tell a route: use steps, such as X L")


@lru_cache(maxsize=64)
def has_letters(puzzle: Puzzle) -> bool:
    """Tell whether the ways of moves tell a route: there is one hole, and tiles go up, down, left or right."""
    ways = {move.way for move in puzzle.successors(puzzle.home)}
    return puzzle.notation.hole_cell(puzzle.home) is not None and bool(ways) and ways <= set("UDLR")


def check_letters(puzzle: Puzzle) -> None:
    """Refuse a puzzle whose routes cannot be written as letters."""
    if not has_letters(puzzle):
        raise RouteError(
            f"{puzzle.name} has no tiles around one hole, so letters or tiles do not tell a route: "
            f"use the format steps, grouped or boards"
        )


def letters(route: Route) -> str:
    """Write the ways that tiles go, with repeats: URDL2UR2."""
    check_letters(route.puzzle)
    return write_letters(_ways(route))


def hole_letters(route: Route) -> str:
    """Write the ways that the hole goes, in lower case: rrruldd."""
    check_letters(route.puzzle)
    return flipped(_ways(route)).lower()


def _ways(route: Route) -> str:
    """Join the ways of single steps, which the cells of the hole determine."""
    find, known = route.puzzle.notation.hole_cell, _known_ways(route.puzzle)
    found = []
    for before, after in pairwise(route.keys):
        cells = find(before), find(after)
        if cells not in known:
            known[cells] = _way(route.puzzle, before, after)
        found.append(known[cells])
    return "".join(found)


@lru_cache(maxsize=64)
def _known_ways(_: Puzzle) -> dict[tuple[int | None, int | None], str]:
    """Keep the ways between the cells of the hole."""
    return {}


def _way(puzzle: Puzzle, before: int, after: int) -> str:
    """Find the way of a move; one of the line metric is one step for each of its tiles."""
    [move] = [move for move in puzzle.successors(before) if move.key == after]
    return move.way * (len(move.what.split()) if puzzle.metric == "line" else 1)


def tiles(route: Route) -> str:
    """Write the tiles that move, one after the other."""
    check_letters(route.puzzle)
    for key, move in zip(route.keys, route.moves, strict=False):
        like = [other for other in route.puzzle.successors(key) if other.what == move.what]
        if len(like) > 1:
            raise RouteError(f"several tiles of {route.puzzle.name} are named {move.what}: use the format letters")
    return ", ".join(move.what for move in route.moves)


def as_json(route: Route) -> str:
    """Write a route with its boards, for programs."""
    return json.dumps(data(route), indent=1, ensure_ascii=False)


def data(route: Route) -> dict[str, Any]:
    """Return a route with its boards as plain data."""
    boards = route.boards
    return {
        "puzzle": route.puzzle.name,
        "metric": route.puzzle.metric,
        "start": boards[0],
        "end": boards[-1],
        "length": route.length,
        "moves": [
            {"what": move.what, "way": move.way, "board": board}
            for move, board in zip(route.moves, boards[1:], strict=True)
        ],
        "groups": [{"what": group.what, "way": group.way} for group in route.groups],
    }
