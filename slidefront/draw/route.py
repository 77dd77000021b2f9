"""Routes as text: all boards drawn, the formats by name, and the result of a check."""

import shutil
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from slidefront import units
from slidefront.draw.board import draw_position, side_by_side
from slidefront.errors import RouteError
from slidefront.notation.moves import NOTATIONS, check_notation, write_moves
from slidefront.notation.route import Route
from slidefront.puzzles.core import Puzzle

if TYPE_CHECKING:
    from slidefront.notation.replay import Replay


def boards(route: Route, width: int | None = None) -> str:
    """Draw every board under the move that leads to it, side by side as far as they fit the terminal, or a width."""
    headings = ["start", *(f"{number}. {position.move}" for number, position in enumerate(route.positions[1:], 1))]
    width = width or shutil.get_terminal_size((80, 24)).columns
    drawn = (draw_position(position, width).split("\n") for position in route.positions)
    blocks = [[heading, *lines] for heading, lines in zip(headings, drawn, strict=True)]
    return side_by_side(blocks, width)


def writer(puzzle: Puzzle, name: str) -> Callable[[Route], str]:
    """Choose a format by name; refuse one that does not apply to the puzzle, before any search."""
    if name == "boards":
        return boards
    if name not in NOTATIONS:
        raise RouteError(f"unknown format {name!r}: choose from boards, {', '.join(NOTATIONS)}", "format")
    check_notation(puzzle, name)
    return partial(write_moves, form=name, between="\n")


def one_line_writer(puzzle: Puzzle, name: str | None) -> Callable[[Route], str]:
    """Choose how the moves of many routes are written, each on one line.

    Without a format, it is the usual one of the puzzle.
    """
    if name == "boards":
        raise RouteError("the boards of many routes do not fit on lines: use steps, letters or places", "format")
    if name is not None:
        check_notation(puzzle, name)
    return partial(write_moves, form=name or "")


def summary(route: Route) -> str:
    """Describe the length and the ends of a route on one line."""
    groups = units.counted(len(route.groups), "group")
    return f"{units.counted(route.length, 'move')} in {groups}, from {route.boards[0]} to {route.boards[-1]}"


def verdict(replay: "Replay", shortest: int | None = None) -> str:
    """Describe a replayed route on one line; `shortest` is the length of a shortest route."""
    return verdict_text(verdict_data(replay, shortest))


def verdict_text(data: Mapping[str, Any]) -> str:
    """Describe what `verdict_data` has on one line."""
    if fault := data["fault"]:
        if fault["number"]:
            return f"illegal: move {fault['number']}, {fault['move']}: {fault['why']}"
        return f"wrong: {fault['why']}"
    goal = {True: ", which meets the goal", False: ", which does not meet the goal", None: ""}[data["goal_met"]]
    return f"legal: {_counts(data)}{_beyond(data)}, to {data['end']}{goal}"


def _counts(data: Mapping[str, Any]) -> str:
    counts, metric = {**data["counts"]}, data["metric"]
    moves = units.counted(counts.pop(metric), "move")
    if counts:
        return f"{moves} in the {metric} metric ({', '.join(f'{name} {number:,}' for name, number in counts.items())})"
    return f"{moves} in {units.counted(data['group_count'], 'group')}"


def _beyond(data: Mapping[str, Any]) -> str:
    if data.get("shortest") is None:
        return ""
    more = data["counts"][data["metric"]] - data["shortest"]
    return f", {more:,} more than a shortest route" if more else ", as short as possible"


def verdict_data(replay: "Replay", shortest: int | None = None) -> dict[str, Any]:
    """Return what is known of a replayed route as plain data."""
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
        "group_count": len(replay.puzzle.notation.join(replay.steps)),
        **(
            {} if shortest is None else {"shortest": shortest, "excess": replay.counts[replay.puzzle.metric] - shortest}
        ),
    }


def route_record(route: Route) -> dict[str, Any]:
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
