"""The result of a search as text and as plain data; several searches as a table."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from slidefront import units
from slidefront.explore.watch import Round, Threshold
from slidefront.routes import write
from slidefront.search.solve import Solved
from slidefront.view.table import table

if TYPE_CHECKING:
    from slidefront.search.cases import Case

NAMES = {
    "bidirectional": "two-way search",
    "bfs": "breadth-first search from the start",
    "ida": "IDA*",
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
        shown = f", of which {limit:,} {'is' if limit == 1 else 'are'} shown (see --limit)"
        lines.append(units.counted(solved.count, "shortest route") + (shown if solved.count > limit else ""))
    if solved.optimum == 0 and solved.question.start == solved.puzzle.home:
        lines.append("home already meets the goal: name another board with --from")
    return lines


def solved_data(solved: Solved, limit: int) -> dict[str, Any]:
    """Return all results as plain data."""
    answer, puzzle = solved.answer, solved.puzzle
    data: dict[str, Any] = {
        "puzzle": puzzle.name,
        "metric": puzzle.metric,
        "start": puzzle.format(solved.question.start) if solved.route is None else solved.route.boards[0],
        "goal": puzzle.format(puzzle.goal.key) if puzzle.goal.key is not None else None,
        "optimum": solved.optimum,
        "at_least": answer.at_least,
        "proof": answer.proof,
        "algorithm": solved.algorithm,
        "why": solved.why,
        "generated": answer.generated,
        "examined": answer.examined,
        "seconds": round(solved.seconds, 6),
        "rounds": [_round_data(one) for one in answer.rounds],
        "route": None if solved.route is None else write.data(solved.route),
    }
    if answer.routes is not None:
        data["routes"] = answer.routes.count
        data["listed"] = [write.data(route) for route in solved.listed(limit)]
    return data


def _round_data(one: Round | Threshold) -> dict[str, Any]:
    if isinstance(one, Threshold):
        return {"limit": one.limit, "generated": one.nodes, "seconds": round(one.seconds, 6)}
    return {**vars(one), "seconds": round(one.seconds, 6)}


def comparison(cases: "Sequence[Case]", names: Sequence[str], solved: Sequence[Sequence[Solved]]) -> str:
    """Compare algorithms in a table with one row per board and three columns per algorithm.

    If a published optimum is wrong, the table has a column of published optima.
    """
    header = ["board", "optimum"] + ["generated", "examined", "ms"] * len(names)
    rows = [
        [case.board, _known(row[0].optimum), *(text for one in row for text in _work(one))]
        for case, row in zip(cases, solved, strict=True)
    ]
    differ = any(case.optimum not in (None, row[0].optimum) for case, row in zip(cases, solved, strict=True))
    if differ:
        header.insert(2, "published")
        for case, line in zip(cases, rows, strict=True):
            line.insert(2, _known(case.optimum))
    first = len(header) - 3 * len(names)
    spans = [(name, first + 3 * number, first + 3 * number + 2) for number, name in enumerate(names)]
    return table(header, rows, words=[0], spans=spans)


def _known(optimum: int | None) -> str:
    return "-" if optimum is None else str(optimum)


def _work(solved: Solved) -> tuple[str, str, str]:
    return f"{solved.answer.generated:,}", f"{solved.answer.examined:,}", f"{1000 * solved.seconds:.1f}"


def comparison_data(cases: "Sequence[Case]", solved: Sequence[Sequence[Solved]]) -> list[dict[str, Any]]:
    """Return the same as plain data, with the routes."""
    return [
        {"board": case.board, "published": case.optimum, "solved": [solved_data(one, 1) for one in row]}
        for case, row in zip(cases, solved, strict=True)
    ]
