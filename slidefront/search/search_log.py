"""Logs of searches: write what a search did, and repeat it by another algorithm to see whether both agree.

{"search_log": 1, "puzzle": "15-puzzle", "identity": "...", "metric": "step", "start": "...", "to": null, ...}
{"limit": 50, "generated": 1204, "seconds": 0.01}              a line for each threshold, or for each layer:
{"from_start": 3, "from_goal": 2, "boards": 88, "seconds": 0.01, "met": false}
{"length": 52, "at_least": 52, "proof": "...", "moves": [{"what": "f", "way": "R"}, ...], ...}
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from slidefront import units
from slidefront.arrays import KEY_BITS
from slidefront.errors import BoardError, LimitError, PuzzleError, RouteError
from slidefront.files import write_new
from slidefront.puzzles.core import Puzzle, identity_hash
from slidefront.search.by_layers import by_layers
from slidefront.search.depth_first.ida import ida
from slidefront.search.question import SearchAnswer, SearchQuestion
from slidefront.search.solve import IDA_BOARDS, Solved, usual_budget
from slidefront.search.two_way import TooLargeError
from slidefront.search.with_patterns import pattern_search, patterns_pay
from slidefront.watch import Interrupted, Watcher

VERSION = 1
_NUMBERS = ("length", "at_least")


@dataclass(frozen=True)
class Claim:
    """What a search says about the routes from a board to a goal."""

    algorithm: str
    """`patterns` for IDA* with pattern databases."""
    length: int | None
    """The moves of the route that it found."""
    at_least: int | None
    """No route is shorter; None if there is no route at all."""

    @property
    def optimum(self) -> int | None:
        """The length of a shortest route, if this is known."""
        return self.length if self.length == self.at_least else None


def write_log(path: Path, solved: Solved) -> None:
    """Write the log of a search to a new file."""
    write_new(path, log_text(solved).encode())


def log_text(solved: Solved) -> str:
    """Write the log of a search."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in _lines(solved))


def _lines(solved: Solved) -> Iterator[dict[str, Any]]:
    puzzle, answer, question, route = solved.puzzle, solved.answer, solved.question, solved.route
    yield {
        "search_log": VERSION,
        "puzzle": puzzle.name,
        "identity": identity_hash(puzzle),
        "metric": puzzle.metric,
        "start": puzzle.format(question.start) if route is None else route.boards[0],
        **{name: getattr(question, name) for name in ("to", "max_depth", "max_seconds")},
        "bounded": str(question.bounded),
        "algorithm": solved.algorithm,
        "why": solved.why,
        "databases": answer.databases,
    }
    yield from (one.data() for one in answer.rounds)
    yield {
        "length": None if route is None else route.length,
        **{name: getattr(answer, name) for name in ("at_least", "proof", "interrupted", "generated", "examined")},
        "seconds": round(solved.seconds, 6),
        "moves": None if route is None else [{"what": one.what, "way": one.way} for one in route.moves],
    }


def head_of(text: str) -> dict[str, Any]:
    """Read the first line of a log, the question."""
    head: dict[str, Any] = _read_lines(text)[0]
    if head.get("search_log") != VERSION:
        raise RouteError(
            f"the log has version {head.get('search_log')}, and this slidefront reads version {VERSION}: use the "
            f"slidefront that wrote it"
        )
    return head


def _read_lines(text: str) -> list[dict[str, Any]]:
    try:
        lines = [json.loads(line) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError):
        raise RouteError("the log is damaged: a line is not JSON") from None
    if len(lines) < 2 or not all(isinstance(line, dict) for line in lines):
        raise RouteError("the log is damaged: it must be at least two lines, each a JSON object")
    return lines


def read_log(puzzle: Puzzle, text: str) -> tuple[SearchQuestion, Claim]:
    """Read what was asked and what was found; refuse the log of another puzzle, goal or metric."""
    head, end = head_of(text), _read_lines(text)[-1]
    try:
        if head["identity"] != identity_hash(puzzle):
            raise RouteError(
                f"the log is for another puzzle than {puzzle.name}, or for another goal: it says {head['puzzle']}; "
                f"name the puzzle as for `solve`, with the same options"
            )
        own = "patterns" if head["databases"] else str(head["algorithm"])
        length, at_least = (None if end[name] is None else units.whole(end[name], name) for name in _NUMBERS)
        return SearchQuestion(puzzle, puzzle.parse(head["start"])), Claim(own, length, at_least)
    except (BoardError, LimitError, AttributeError, KeyError, TypeError) as error:
        raise RouteError(f"the log is damaged: a value is missing or wrong: {error}") from None


def repeat(question: SearchQuestion, claim: Claim, watcher: Watcher) -> Claim:
    """Search again by another algorithm, as deep as a log claims something."""
    most = None if claim.at_least is None else max(0, claim.at_least - (claim.optimum is None))
    question = replace(question, max_depth=most)
    ways = _other_ways(question, claim.algorithm)
    for way in ways:
        try:
            answer = _search(question, way, None if way == ways[-1] else IDA_BOARDS, watcher)
        except (PuzzleError, TooLargeError):  # there is no bound, or too little memory
            continue
        if answer.interrupted:
            raise Interrupted
        if answer.route is not None or answer.at_least is None or (most is not None and answer.at_least > most):
            return Claim(way, None if answer.route is None else len(answer.route) - 1, answer.at_least)
    raise LimitError(
        "the search was not repeated: every other algorithm needs more memory, or does not suit the puzzle"
    )


def _other_ways(question: SearchQuestion, own: str) -> list[str]:
    """List the algorithms that can repeat a search, the most different first."""
    layers = "bfs" if question.puzzle.goal.key is None or own == "bidirectional" else "bidirectional"
    others = {"group": [layers], "ida": [layers, "patterns"], "patterns": [layers, "ida"]}.get(own, ["ida", layers])
    if question.puzzle.key_bits > KEY_BITS:
        return []
    return [way for way in others if way != own and (way != "patterns" or patterns_pay(question))]


def _search(question: SearchQuestion, way: str, most_boards: int | None, watcher: Watcher) -> SearchAnswer:
    """Search with whole layers, or depth-first."""
    puzzle, most, budget = question.puzzle, question.max_depth, usual_budget()
    if way not in ("ida", "patterns"):
        return by_layers(question, way, budget, watcher, most)
    engine = pattern_search(question, watcher, budget.threads) if way == "patterns" else None
    return ida(puzzle, question.start, max_depth=most, most_boards=most_boards, watcher=watcher, engine=engine)


def agree(log: Claim, again: Claim) -> bool:
    """Tell whether a search that was repeated as deep as the log claims something has the same answer."""
    if log.at_least is None:
        return log.length is None and again.at_least is None
    if log.optimum is not None:
        return again.length == log.optimum
    return again.length is None or again.length >= log.at_least
