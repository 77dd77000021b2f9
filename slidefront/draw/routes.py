"""Routes, checks of routes, and the results of searches: as text for people and as plain data for programs."""

import shutil
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from slidefront import units
from slidefront.draw.board import captioned
from slidefront.draw.text import table
from slidefront.errors import RouteError, option
from slidefront.notation.route import NOTATIONS, Route, check_notation, write_moves
from slidefront.puzzles.core import Puzzle

if TYPE_CHECKING:
    from slidefront.frames.answers import Answer
    from slidefront.notation.route import Replay
    from slidefront.search.solve import Solved


def boards(route: Route) -> str:
    """Draw every board under the move that leads to it, side by side as far as they fit the terminal."""
    return captioned(route.positions, captions_of(route), shutil.get_terminal_size((80, 24)).columns)


def captions_of(route: Route) -> list[str]:
    """Name the boards of a route by the moves that lead to them."""
    return ["start", *(f"{number}. {move}" for number, move in enumerate(route.moves, 1))]


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


NAMES = {
    "bidirectional": "two-way search",
    "bfs": "breadth-first search from the start",
    "ida": "IDA*",
    "patterns": "IDA* with pattern databases",
    "group": "permutation group of the moves",
    "table": "table",
}


def headline(solved: "Solved") -> str:
    """Tell on one line whether there is a route, and its length."""
    if solved.route is not None:
        moves = units.counted(solved.route.length, "move")
        groups = len(solved.route.groups)
        joined = f" ({units.counted(groups, 'group')})" if groups != solved.route.length else ""
        named = len(solved.puzzle.metrics) > 1 or solved.puzzle.metric == "line"
        metric = f" in the {solved.puzzle.metric} metric" if named else ""
        fewest = ", the fewest possible" if solved.optimum is not None else ""
        return f"{moves}{metric}{joined}{fewest}{': ' if fewest else ', '}{solved.answer.proof}"
    if solved.answer.at_least is None:
        return f"no solution: {solved.answer.proof}"
    return f"no solution of fewer than {units.counted(solved.answer.at_least, 'move')}: {solved.answer.proof}"


def account(solved: "Solved", limit: int) -> list[str]:
    """Tell how the result was found and at what cost, how many routes there are if all were wanted, and what to do."""
    answer = solved.answer
    work = (
        f": {units.counted(answer.generated, 'board')} generated, {answer.examined:,} examined"
        if answer.generated
        else ""
    )
    lines = [f"{NAMES[solved.algorithm]} ({solved.why}){work}, {units.duration(solved.seconds)}"]
    if solved.count is not None:
        shown = f", of which {limit:,} {'is' if limit == 1 else 'are'} shown (see {option('limit')})"
        lines.append(units.counted(solved.count, "shortest route") + (shown if solved.count > limit else ""))
    if solved.optimum == 0 and solved.question.start == solved.puzzle.home:
        lines.append(f"home already meets the goal: name another board with {option('start')}")
    return lines


def solved_data(solved: "Solved", limit: int) -> dict[str, Any]:
    """Return all results as plain data."""
    answer, puzzle, route = solved.answer, solved.puzzle, solved.route
    data: dict[str, Any] = {
        "puzzle": puzzle.name,
        "metric": puzzle.metric,
        "start": puzzle.format(solved.question.start),
        **(dict.fromkeys(("end", "length", "moves", "groups")) if route is None else route_record(route)),
        "goal": puzzle.format(puzzle.goal.key) if puzzle.goal.key is not None else None,
        "optimum": solved.optimum,
        "algorithm": solved.algorithm,
        "why": solved.why,
        **{name: getattr(answer, name) for name in ("at_least", "proof", "generated", "examined")},
        "seconds": round(solved.seconds, 6),
        "rounds": [one.data() for one in answer.rounds],
    }
    if answer.routes is not None:
        data["count"] = answer.routes.count
        data["routes"] = [route_record(one) for one in solved.listed(limit)]
    return data


def route_data(solved: "Solved", written: Callable[[Route], str]) -> dict[str, Any]:
    """Return the length and the route of one of many boards, or why it has none."""
    if solved.route is None:
        return {"length": None, "at_least": solved.answer.at_least, "proof": solved.answer.proof}
    proved = {} if solved.optimum is not None else {"at_least": solved.answer.at_least}
    return {"length": solved.route.length, "route": written(solved.route), **proved}


def comparison(answers: "Sequence[Answer]", names: Sequence[str]) -> str:
    """Compare algorithms in a table with one row per board and three columns per algorithm.

    If a published optimum is wrong, the table has a column of published optima.
    """
    header = ["board", "optimum"] + ["generated", "examined", "ms"] * len(names)
    rows = [[one.text, _known(one.data["optimum"]), *_works(one)] for one in answers]
    if any(one.data["published"] not in (None, one.data["optimum"]) for one in answers):
        header.insert(2, "published")
        for one, row in zip(answers, rows, strict=True):
            row.insert(2, _known(one.data["published"]))
    first = len(header) - 3 * len(names)
    spans = [(name, first + 3 * number, first + 3 * number + 2) for number, name in enumerate(names)]
    return table(header, rows, words=[0], spans=spans)


def _known(optimum: int | None) -> str:
    return "-" if optimum is None else str(optimum)


def _works(answer: "Answer") -> list[str]:
    found = [(one["generated"], one["examined"], one["seconds"]) for one in answer.data["searches"]]
    return [text for made, seen, seconds in found for text in (f"{made:,}", f"{seen:,}", f"{1000 * seconds:.1f}")]


def comparison_data(solved: Sequence["Solved"], published: int | None) -> dict[str, Any]:
    """Return several searches for a board as plain data."""
    searches = [
        {
            "algorithm": one.algorithm,
            "optimum": one.optimum,
            "generated": one.answer.generated,
            "examined": one.answer.examined,
            "seconds": round(one.seconds, 6),
        }
        for one in solved
    ]
    return {"optimum": solved[0].optimum, "published": published, "searches": searches}


SOLVABLE = {True: "yes", False: "no", None: "unknown"}


def remark(answer: "Answer") -> str:
    """Say why a line could not be answered."""
    return f"# line {answer.line}: {answer.error}"


def route_line(answer: "Answer") -> str:
    """Write a board with its route, or why there is none."""
    data = answer.data
    if data["length"] is None and data["at_least"] is not None:
        fewer = f"{answer.text} has no solution of fewer than {units.counted(data['at_least'], 'move')}"
        return f"# line {answer.line}: {fewer}: {data['proof']}"
    if data["length"] is None:
        return f"# line {answer.line}: {answer.text} has no solution: {data['proof']}"
    least = data.get("at_least")
    longer = "" if least is None else f"  # no route has fewer than {units.counted(least, 'move')}"
    return f"{answer.text}:{data['length']}:{data['route']}{longer}"


def solvable_line(answer: "Answer") -> str:
    """Write whether a board can be solved."""
    return f"{SOLVABLE[answer.data['solvable']]:<7}  {answer.text}"


def depth_line(answer: "Answer") -> str:
    """Write the depth of a board."""
    depth = answer.data["depth"]
    return f"{'-' if depth is None else depth:>4}  {answer.text}"


def replay_line(answer: "Answer") -> str:
    """Write what a route is."""
    return f"line {answer.line}: {verdict_text(answer.data)}"


def comparison_line(answer: "Answer") -> str:
    """Write the optimum of a board, and the work of each algorithm.

    3124756_8:3  # bfs: 25 boards, 0.1 ms; ida: 4 boards, 0.0 ms; published 2
    """
    data = answer.data
    work = [
        f"{one['algorithm']}: {units.counted(one['examined'], 'board')}, {1000 * one['seconds']:.1f} ms"
        for one in data["searches"]
    ]
    work += [f"published {data['published']}"] if data["published"] not in (None, data["optimum"]) else []
    return f"{answer.text}:{'-' if data['optimum'] is None else data['optimum']}  # {'; '.join(work)}"
