"""The result of a search as text and as plain data; several searches as a table."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from slidefront import units
from slidefront.draw.route import route_record
from slidefront.draw.table import table
from slidefront.errors import option
from slidefront.notation.route import Route
from slidefront.search.solve import Solved

if TYPE_CHECKING:
    from slidefront.frames.answers import Answer

NAMES = {
    "bidirectional": "two-way search",
    "bfs": "breadth-first search from the start",
    "ida": "IDA*",
    "patterns": "IDA* with pattern databases",
    "group": "permutation group of the moves",
    "table": "table",
}


def headline(solved: Solved) -> str:
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


def account(solved: Solved, limit: int) -> list[str]:
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


def solved_data(solved: Solved, limit: int) -> dict[str, Any]:
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


def route_data(solved: Solved, written: Callable[[Route], str]) -> dict[str, Any]:
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


def comparison_data(solved: Sequence[Solved], published: int | None) -> dict[str, Any]:
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
