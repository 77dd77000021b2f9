"""Write the problems of a pack for the page."""

from dataclasses import asdict
from typing import Any

from slidefront.analysis.pack_files import route_of
from slidefront.analysis.problems import Problem, ProblemPack
from slidefront.puzzles.core import Puzzle


def problem_records(pack: ProblemPack) -> list[dict[str, Any]]:
    """Write each problem: its board, its length, and its route and difficulty if it has them."""
    return [_record(pack.puzzle, problem) for problem in pack]


def _record(puzzle: Puzzle, problem: Problem) -> dict[str, Any]:
    found = {"board": puzzle.position(problem.board).text, "length": problem.length}
    if problem.difficulty is not None:
        found |= asdict(problem.difficulty)
    if problem.route is not None:
        found["route"] = [[move.what, move.way] for move in route_of(puzzle, problem).moves]
    return found
