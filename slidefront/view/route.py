"""Routes as text: all boards drawn, the formats by name, and the result of a check."""

import json
import shutil
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from slidefront import units
from slidefront.errors import RouteError
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.position import Position
from slidefront.routes import write
from slidefront.routes.route import Route
from slidefront.view.board import draw, side_by_side

if TYPE_CHECKING:
    from slidefront.routes.replay import Replay


def draw_position(position: Position, width: int = 80) -> str:
    """Draw a board of a route; equal pieces have their own names."""
    return draw(position.puzzle, position.text, width)


def boards(route: Route, width: int | None = None) -> str:
    """Draw every board under the move that leads to it, side by side as far as they fit the terminal, or a width."""
    headings = ["start", *(f"{number}. {position.move}" for number, position in enumerate(route.positions[1:], 1))]
    width = width or shutil.get_terminal_size((80, 24)).columns
    drawn = (draw_position(position, width).split("\n") for position in route.positions)
    blocks = [[heading, *lines] for heading, lines in zip(headings, drawn, strict=True)]
    return side_by_side(blocks, width)


FORMATS: dict[str, Callable[[Route], str]] = {
    "steps": write.steps,
    "grouped": write.grouped,
    "boards": boards,
    "letters": write.letters,
    "hole-letters": write.hole_letters,
    "tiles": write.tiles,
    "hole": write.hole,
    "json": write.as_json,
}


def writer(puzzle: Puzzle, name: str) -> Callable[[Route], str]:
    """Choose a format by name; refuse one that does not apply to the puzzle, before any search."""
    if name not in FORMATS:
        raise RouteError(f"unknown format {name!r}: choose from {', '.join(FORMATS)}")
    if name == "hole":
        write.check_hole(puzzle)
    if name in ("letters", "hole-letters", "tiles"):
        write.check_letters(puzzle)
    return FORMATS[name]


def line_writer(puzzle: Puzzle, name: str | None) -> Callable[[str, Route], str]:
    """Choose how routes of many boards are written, each on a line: board:length:moves.

    Without a format, moves are the cells of the hole, or steps where there are none.
    """
    if name == "boards":
        raise RouteError("the boards of many routes do not fit on lines: use --format steps, letters, hole or json")
    moves = write.on_one_line if name is None else writer(puzzle, name)
    if name == "json":
        return lambda board, route: json.dumps({"board": board, **write.data(route)}, ensure_ascii=False)
    if name in ("steps", "grouped"):
        return lambda board, route: f"{board}:{route.length}:{write.joined(moves(route).splitlines())}"
    return lambda board, route: f"{board}:{route.length}:{moves(route)}"


def summary(route: Route) -> str:
    """Describe the length and the ends of a route on one line."""
    groups = units.counted(len(route.groups), "group")
    return f"{units.counted(route.length, 'move')} in {groups}, from {route.boards[0]} to {route.boards[-1]}"


MEETS_GOAL = ", which meets the goal"
"""How the verdict of a legal route to the goal ends."""


def verdict(replay: "Replay", shortest: int | None = None) -> str:
    """Describe the result of a check on one line; `shortest` is the length of a shortest route."""
    if replay.fault:
        return f"{'illegal' if replay.fault.number else 'wrong'}: {replay.fault}"
    goal = {True: MEETS_GOAL, False: ", which does not meet the goal", None: ""}[replay.meets_goal]
    return f"legal: {_counts(replay)}{_beyond(replay, shortest)}, to {replay.end.text}{goal}"


def _counts(replay: "Replay") -> str:
    counts, metric = replay.counts, replay.puzzle.metric
    moves = units.counted(counts.pop(metric), "move")
    if counts:
        return f"{moves} in the {metric} metric ({', '.join(f'{name} {number:,}' for name, number in counts.items())})"
    return f"{moves} in {units.counted(len(replay.puzzle.join(replay.steps)), 'group')}"


def _beyond(replay: "Replay", shortest: int | None) -> str:
    if shortest is None:
        return ""
    more = replay.counts[replay.puzzle.metric] - shortest
    return f", {more:,} more than a shortest route" if more else ", as short as possible"


def verdict_data(replay: "Replay", shortest: int | None = None) -> dict[str, Any]:
    """Return the same as plain data."""
    fault = replay.fault
    return {
        "puzzle": replay.puzzle.name,
        "metric": replay.puzzle.metric,
        "legal": fault is None or fault.number is None,
        "fault": fault and {"number": fault.number, "move": fault.move, "why": fault.why},
        "start": replay.start.text,
        "end": replay.end.text,
        "goal_met": replay.meets_goal,
        "counts": replay.counts,
        "groups": len(replay.puzzle.join(replay.steps)),
        **({} if shortest is None else {"shortest": shortest}),
    }
