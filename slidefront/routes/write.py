"""Routes written for people and programs. `typed` reads them back.

steps     0 L        a move a line: the piece or the tiles, and their way (9 U, b c U); on a graph the mover's vertex
grouped   6 UUL      moves joined: those of one piece, on tile boards those in one direction (5 6 7 L)
hole      13|9|5|6   the first cell of the hole after each move, or the mover's vertex
json      {...}      everything, for programs
"""

import json
from typing import Any

from slidefront.errors import RouteError
from slidefront.puzzles.core import Puzzle
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
    return "|".join(str(route.puzzle.hole_cell(key)) for key in route.keys[1:])


def check_hole(puzzle: Puzzle) -> None:
    """Refuse a puzzle whose routes cannot be written as the cells of its hole."""
    if puzzle.hole_cell(puzzle.home) is None:
        raise RouteError(f"{puzzle.name} has no single hole whose cells tell a route: name the moves, such as X L")


def as_json(route: Route) -> str:
    """Write a route with its boards, for programs."""
    return json.dumps(data(route), indent=1, ensure_ascii=False)


def data(route: Route) -> dict[str, Any]:
    """Give a route with its boards as plain data."""
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
