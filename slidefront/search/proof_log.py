"""Proof logs: what a search did, line by line, and which of it can be checked without searching again.

{"proof_log": 1, "puzzle": "15-puzzle", "identity": "...", "start": "...", "goal": "...", "databases": "..."}
{"limit": 50, "generated": 1204, "seconds": 0.01}                       a round for each threshold or layer
{"limit": 52, "generated": 9120, "seconds": 0.02}
{"optimum": 52, "at_least": 52, "proof": "...", "examined": 4100, "moves": [{"what": "f", "way": "R"}, ...]}
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slidefront.errors import BoardError, RouteError
from slidefront.explore.watch import Threshold
from slidefront.files import write_new
from slidefront.puzzles.core import Puzzle, identity_hash
from slidefront.routes.replay import read_route
from slidefront.search.depth_first.ida import least_moves
from slidefront.search.patterns.bound import PatternBound
from slidefront.search.patterns.choose import stored_databases
from slidefront.search.solve import SearchInterrupted, Solved

VERSION = 1
MARK = '{"proof_log"'


@dataclass(frozen=True)
class Verdict:
    """What a check of a proof log has found."""

    checked: list[str]
    faults: list[str]
    unchecked: list[str]


def is_log(text: str) -> bool:
    """Tell a proof log from a route."""
    return text.lstrip().startswith(MARK)


def write_log(path: Path, solved: Solved) -> None:
    """Write the log of a search to a new file."""
    write_new(path, "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in _lines(solved)).encode())


@contextmanager
def written_if_interrupted(path: Path | None) -> Iterator[None]:
    """Write the log of a search, if there is to be one, as far as the search came when it is interrupted."""
    try:
        yield
    except SearchInterrupted as error:
        if path is not None:
            write_log(path, error.solved)
        raise


def _lines(solved: Solved) -> Iterator[dict[str, Any]]:
    puzzle, answer = solved.puzzle, solved.answer
    start = puzzle.format(solved.question.start) if solved.route is None else solved.route.boards[0]
    yield {
        "proof_log": VERSION,
        "puzzle": puzzle.name,
        "identity": identity_hash(puzzle),
        "metric": puzzle.metric,
        "start": start,
        "goal": None if puzzle.goal.key is None else puzzle.format(puzzle.goal.key),
        "algorithm": solved.algorithm,
        "why": solved.why,
        "databases": answer.databases,
    }
    for one in answer.rounds:
        if isinstance(one, Threshold):
            yield {"limit": one.limit, "generated": one.nodes, "seconds": round(one.seconds, 6)}
        else:
            yield {"layers": [one.from_start, one.from_goal], "boards": one.boards, "met": one.met}
    yield {
        "optimum": solved.optimum,
        "at_least": answer.at_least,
        "proof": answer.proof,
        "generated": answer.generated,
        "examined": answer.examined,
        "seconds": round(solved.seconds, 6),
        "moves": None if solved.route is None else [vars_of(move) for move in solved.route.moves],
    }


def vars_of(move: Any) -> dict[str, str]:
    """Give a move as plain data."""
    return {"what": move.what, "way": move.way}


def check_log(puzzle: Puzzle, text: str) -> Verdict:
    """Check a proof log of a puzzle, as far as that is possible without searching again."""
    try:
        lines = [json.loads(line) for line in text.splitlines() if line.strip()]
    except ValueError:
        raise RouteError("the proof log is damaged: a line is not JSON") from None
    if len(lines) < 2 or not all(isinstance(line, dict) for line in lines) or "optimum" not in lines[-1]:
        raise RouteError("the proof log is damaged: its last line must have the optimum")
    head, rounds, end = lines[0], lines[1:-1], lines[-1]
    if head.get("proof_log") != VERSION:
        raise RouteError(f"the proof log has version {head.get('proof_log')}; this slidefront reads version {VERSION}")
    if head.get("identity") != identity_hash(puzzle):
        raise RouteError(f"the proof log is for another puzzle than {puzzle.name}: {head.get('puzzle')}")
    found = Verdict([], [], [])
    try:
        puzzle = puzzle if head.get("goal") is None else puzzle.with_goal(str(head["goal"]))
        start = puzzle.parse(str(head.get("start")))
    except BoardError as error:
        raise RouteError(f"the proof log is damaged: {error}") from None
    _check_moves(puzzle, head, end, found)
    limits = [line["limit"] for line in rounds if isinstance(line.get("limit"), int)]
    if limits:
        _check_limits(puzzle, start, limits, end, found)
    _check_bound(puzzle, start, head, limits, found)
    found.unchecked.append("that the rounds before the last have no route: only a new search can tell")
    return found


def _check_moves(puzzle: Puzzle, head: dict[str, Any], end: dict[str, Any], found: Verdict) -> None:
    moves, optimum = end.get("moves"), end.get("optimum")
    if moves is None:
        found.unchecked.append("the log has no route")
        return
    try:
        route = read_route(puzzle, json.dumps({"start": head["start"], "moves": moves}))
    except RouteError as error:
        found.faults.append(f"the route is not legal: {error}")
        return
    if not puzzle.meets_goal(route.end):
        found.faults.append("the route does not end at the goal")
    elif optimum is None:
        found.checked.append(f"the route is legal, ends at the goal, and has {route.length} moves")
        found.unchecked.append(f"that no route has fewer than {end.get('at_least')} moves")
    elif route.length != optimum:
        found.faults.append(f"the route has {route.length} moves, and the log says {optimum}")
    else:
        found.checked.append(f"the route is legal, ends at the goal, and has {optimum} moves")


def _check_limits(puzzle: Puzzle, start: int, limits: list[int], end: dict[str, Any], found: Verdict) -> None:
    if limits != sorted(set(limits)):
        found.faults.append("the thresholds do not rise")
    elif end.get("optimum") is not None and limits[-1] != end["optimum"]:
        found.faults.append(f"the last threshold is {limits[-1]}, and the optimum is {end['optimum']}")
    else:
        found.checked.append(f"the thresholds rise from {limits[0]} to {limits[-1]}")
    goal = puzzle.goal.key
    sides = None if goal is None else puzzle.parity(puzzle.array([start, goal]))
    if sides is not None:
        odd = int(sides[0] != sides[1])
        if any((limit - odd) % 2 for limit in limits):
            found.faults.append(
                f"all routes have an {'odd' if odd else 'even'} number of moves, and a threshold has not"
            )
        else:
            found.checked.append(f"all thresholds are {'odd' if odd else 'even'}, as all routes are")


def _check_bound(puzzle: Puzzle, start: int, head: dict[str, Any], limits: list[int], found: Verdict) -> None:
    """Compute the bound of the start again, and compare the first threshold with it."""
    if not limits or puzzle.goal.key is None:
        return
    identity = head.get("databases")
    least = least_moves(puzzle, start)
    if identity is not None:
        databases = stored_databases(puzzle, str(identity))
        if databases is None or puzzle.frame is None:
            found.unchecked.append("the bound of the start: the pattern databases of the log are not stored here")
            return
        bound = PatternBound(puzzle.frame, puzzle.goal.key, databases)
        least = int(bound.of(puzzle.array([start]))[0])
    if least is None:
        found.unchecked.append("the bound of the start")
    elif limits[0] > least + 1:
        found.unchecked.append(
            f"thresholds from {least} to {limits[0] - 1}: the bound of the start is {least}, so an earlier search that "
            f"was interrupted has gone through them"
        )
    else:
        found.checked.append(f"the bound of the start is {least}, so no route is shorter than the first threshold")
