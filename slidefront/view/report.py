"""The report of a puzzle as files: a page to read, the same as JSON, pictures, the page to play, logs of the searches.

report.html     everything, with the pictures in it
report.json     the same for programs
page.html       the puzzle, to be played
start.svg, goal.svg, solution.svg, hardest.svg
search-move.jsonl       the log of the search in the move metric, which `replay` repeats
"""

import json
from typing import Any

from slidefront import __version__, units
from slidefront.analysis.report import PuzzleReport, beside, measured
from slidefront.analysis.stats import distribution
from slidefront.search.search_log import log_text
from slidefront.view.goal import goal_words
from slidefront.view.hardest import hardest_picture
from slidefront.view.page.data import PageOptions, page_data
from slidefront.view.page.html import page_html
from slidefront.view.picture import draw, draw_route
from slidefront.view.report_html import report_html
from slidefront.view.solved import headline

DATA = "report.json"


def report_files(report: PuzzleReport) -> dict[str, bytes]:
    """Write all files of a report, by name."""
    made = pictures(report)
    options = PageOptions(report.puzzle.format(report.start))
    page = report.attempt(
        "the page to play",
        lambda: page_html(page_data(report.puzzle, report.to_goal or report.home, options=options)),
    )
    logs = {f"search-{metric}.jsonl": log_text(solved) for metric, solved in report.solved.items()}
    texts = {**made, **({"page.html": page} if page else {}), **logs}
    data = report_data(report, [*texts])
    texts |= {DATA: json.dumps(data, indent=1, ensure_ascii=False) + "\n", "report.html": report_html(data, made)}
    return {name: text.encode() for name, text in texts.items()}


def pictures(report: PuzzleReport) -> dict[str, str]:
    """Draw the start, the goal, the solution and the hardest boards, as SVG."""
    puzzle, solved = report.puzzle, report.solved.get(report.puzzle.metric)
    found = {"start.svg": draw(puzzle, puzzle.format(report.start)).svg}
    if goal_words(puzzle):
        found["goal.svg"] = draw(puzzle, "goal").svg
    if solved is not None and solved.route is not None:
        found["solution.svg"] = draw_route(solved.route).svg
    if report.hardest is not None and report.to_goal is not None:
        found["hardest.svg"] = hardest_picture(report.to_goal, [report.hardest], marked=False).svg
    return found


def report_data(report: PuzzleReport, files: list[str]) -> dict[str, Any]:
    """Return everything as plain data."""
    puzzle, one = report.puzzle, measured(report)
    return {
        "made_by": f"slidefront {__version__}",
        "puzzle": puzzle.name,
        "title": puzzle.title,
        "about": puzzle.about,
        "metric": puzzle.metric,
        "goal_words": goal_words(puzzle),
        "start": puzzle.format(report.start),
        "start_is_home": report.start == puzzle.home,
        "solutions": [
            {
                "metric": metric,
                "length": solved.route.length if solved.route else None,
                "optimum": solved.optimum,
                "at_least": solved.answer.at_least,
                "proof": solved.answer.proof,
                "log": f"search-{metric}.jsonl",
            }
            for metric, solved in report.solved.items()
        ],
        "space": _space(report),
        "hardest": _hardest(report),
        "difficulty": None if report.difficulty is None else vars(report.difficulty),
        "beside": [vars(other) for other in beside(one)] if one else [],
        "left_out": report.left_out,
        "files": files,
    }


def _space(report: PuzzleReport) -> dict[str, Any] | None:
    if report.home is None:
        return None
    counts = [layer.boards for layer in report.home.layers]
    to_goal = None if report.to_goal is None else [layer.boards for layer in report.to_goal.layers]
    return {
        "boards": sum(counts),
        "depth": len(counts) - 1,
        "mean": round(distribution(counts).mean, 3),
        "from_home": counts,
        "to_goal": to_goal,
    }


def _hardest(report: PuzzleReport) -> dict[str, Any] | None:
    if report.hardest is None:
        return None
    shown = [report.puzzle.format(key) for key in report.hardest.keys]
    return {"length": report.hardest.depth, "boards": report.hardest.boards, "shown": shown}


def report_text(report: PuzzleReport) -> str:
    """Say the most important in some lines."""
    lines = [headline(solved) for solved in report.solved.values()]
    if report.difficulty is not None:
        rated = report.difficulty
        lines.append(
            f"{units.counted(rated.solutions, 'shortest solution')}; a greedy player leaves them at "
            f"{100 * rated.astray:.0f}% of the boards"
        )
    if report.home is not None:
        boards = units.counted(report.home.boards, "board")
        lines.append(f"{boards}, the farthest {units.counted(report.home.greatest_depth, 'move')} from home")
    if report.hardest is not None:
        length, boards = units.counted(report.hardest.depth, "move"), units.counted(report.hardest.boards, "board")
        lines.append(f"hardest start: {length} to the goal, from {boards}")
    return "\n".join([*lines, *(f"left out: {one}" for one in report.left_out)])
