"""Check a proof log: what of it is right, what is wrong, and what only a new search can tell."""

import json
from dataclasses import dataclass, field
from typing import Any

from slidefront import units
from slidefront.errors import RouteError, SlidefrontError
from slidefront.explore.watch import Watcher
from slidefront.puzzles.core import Puzzle, identity_hash
from slidefront.routes.replay import read_route
from slidefront.search.bounds.choose import choose_bound
from slidefront.search.patterns.bound import PatternBound
from slidefront.search.patterns.choose import stored_databases
from slidefront.search.proof_log import VERSION
from slidefront.search.solve import choose_goal, solve

_HEAD = {
    "start": str,
    "to": str | int | None,
    "goal": str | None,
    "algorithm": str,
    "bounded": str,
    "databases": str | None,
    "max_seconds": int | float | None,
}
_END = {"interrupted": bool, "moves": list | None}


@dataclass(frozen=True)
class Verdict:
    """What a check of a proof log has found."""

    checked: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)

    def tell(self, right: str, faults: list[str]) -> None:
        """Note what is wrong, or else what is right."""
        self.faults.extend(faults)
        self.checked.extend([] if faults else [right])


@dataclass(frozen=True)
class _Log:
    """A log that is whole, its puzzle with the goal of the log, and its start."""

    puzzle: Puzzle
    start: int
    head: dict[str, Any]
    limits: list[int]
    layers: list[tuple[int, int, bool]]
    """How far the frontiers were from start and goal after each layer, and whether they met."""
    generated: int
    """The sum over all rounds with a threshold."""
    end: dict[str, Any]

    @property
    def optimum(self) -> int | None:
        return None if self.end["optimum"] is None else int(self.end["optimum"])

    @property
    def at_least(self) -> int | None:
        return None if self.end["at_least"] is None else int(self.end["at_least"])

    @property
    def is_exact(self) -> bool:
        """Whether every threshold is the most moves of the routes that were tried."""
        return self.head["bounded"] == "1" and self.head["max_seconds"] is None


def metric_of(text: str) -> str:
    """Find the metric of a log."""
    return str(_objects(text)[0].get("metric"))


def check_log(puzzle: Puzzle, text: str, *, optimal: bool = False, watcher: Watcher | None = None) -> Verdict:
    """Check a proof log of a puzzle; with `optimal`, also search again."""
    log, found = _read(puzzle, text), Verdict()
    _check_moves(log, found)
    if log.limits:
        _check_limits(log, found)
    if log.layers:
        _check_layers(log, found)
    first = log.limits[0] if log.limits else log.at_least if log.head["algorithm"] == "ida" else None
    bound = _check_bound(log, first, found) if first else 0
    if optimal:
        _check_again(log, found, watcher or Watcher())
    elif log.at_least is None:
        _check_apart(log, found)
    elif log.at_least > bound:
        moves = units.counted(log.at_least, "move")
        found.unchecked.append(f"that no route has fewer than {moves}: --optimal searches again")
    found.unchecked.append("the numbers of boards, and the seconds")
    return found


def _objects(text: str) -> list[dict[str, Any]]:
    try:
        lines = [json.loads(line) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError):
        raise RouteError("the proof log is damaged: a line is not JSON") from None
    if not all(isinstance(line, dict) for line in lines):
        raise RouteError("the proof log is damaged: a line is not a JSON object")
    return lines


def _read(puzzle: Puzzle, text: str) -> _Log:
    """Read a log, and refuse one that is damaged, or of another puzzle."""
    head, *rounds = _objects(text)
    if head.get("proof_log") != VERSION:
        raise RouteError(f"the proof log has version {head.get('proof_log')}; this slidefront reads version {VERSION}")
    if not rounds or "optimum" not in rounds[-1]:
        raise RouteError("the proof log is damaged: its last line must have the optimum")
    if head.get("metric") != puzzle.metric:
        raise RouteError(f"the proof log is in the {head.get('metric')} metric, not in the {puzzle.metric} metric")
    name, own = head.get("puzzle"), puzzle.name
    try:
        _check_types(head, _HEAD)
        if head["to"] is not None:
            puzzle = choose_goal(puzzle, head["to"])
        if head["goal"] is not None and (not puzzle.goal or puzzle.goal.key != puzzle.parse(head["goal"])):
            puzzle = puzzle.with_goal(head["goal"])
        _check_types(rounds[-1], _END)
        if head["identity"] != identity_hash(puzzle):
            raise RouteError(
                f"the proof log is for another puzzle than {own}, or another goal: it says {name}; name the puzzle as "
                f"for `solve`, with the same options"
            )
        thresholds, layers, end = _numbers(rounds)
        limits, generated = [one for one, _ in thresholds], sum(made for _, made in thresholds)
        return _Log(puzzle, puzzle.parse(head["start"]), head, limits, layers, generated, end)
    except RouteError:
        raise
    except SlidefrontError as error:
        raise RouteError(f"the proof log is damaged: {error}") from None
    except (AttributeError, KeyError, TypeError, ValueError):
        raise RouteError("the proof log is damaged: a value is missing, or is not what it should be") from None


def _numbers(lines: list[dict[str, Any]]) -> tuple[list[tuple[int, int]], list[tuple[int, int, bool]], dict[str, Any]]:
    """Read the rounds: thresholds with the boards generated, layers, and the last line."""
    *rounds, end = lines
    thresholds = [(_count(one["limit"]), _count(one["generated"])) for one in rounds if "layers" not in one]
    layers = []
    for one in rounds:
        if "layers" in one:
            start, goal = map(_count, one["layers"])
            _check_types(one, {"met": bool})
            layers.append((start, goal, bool(one["met"])))
    for name in ("optimum", "at_least"):
        if end[name] is not None:
            _count(end[name])
    _count(end["generated"])
    return thresholds, layers, end


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise TypeError
    return value


def _check_types(line: dict[str, Any], types: dict[str, Any]) -> None:
    if not all(isinstance(line[name], kind) for name, kind in types.items()):
        raise TypeError


def _check_moves(log: _Log, found: Verdict) -> None:
    """Replay the route, and compare its length with what is said of it."""
    moves, optimum, at_least = log.end["moves"], log.optimum, log.at_least
    if moves is None:
        found.unchecked.append("the log has no route")
        found.faults.extend([] if optimum is None else ["the log has an optimum, and no route"])
        return
    try:
        route = read_route(log.puzzle, json.dumps({"start": log.head["start"], "moves": moves}))
    except RouteError as error:
        found.faults.append(f"the route is not legal: {error}")
        return
    length, faults = route.length, []
    if not log.puzzle.meets_goal(route.end):
        faults.append("the route does not end at the goal")
    if optimum not in (None, length):
        faults.append(f"the route has {length} moves, and the log says {optimum}")
    if at_least is None or at_least > length or (at_least == length) != (optimum == length):
        faults.append(f"the route has {length} moves, and the log says that no route has fewer than {at_least}")
    found.tell(f"the route is legal, ends at the goal, and has {length} moves", faults)


def _check_limits(log: _Log, found: Verdict) -> None:
    limits, optimum, at_least = log.limits, log.optimum, log.at_least
    last, faults = limits[-1], []
    if limits != sorted(set(limits)):
        faults.append("the thresholds do not rise")
    elif optimum is not None and (last > optimum or (log.is_exact and last != optimum)):
        faults.append(f"the last threshold is {last}, and the optimum is {optimum}")
    elif at_least is not None and (last > at_least or (log.is_exact and log.end["interrupted"] and last != at_least)):
        faults.append(f"the last threshold is {last}, and the log says that no route has fewer than {at_least} moves")
    found.tell(f"the thresholds rise from {limits[0]} to {last}", faults)
    if log.generated != log.end["generated"]:
        made = log.end["generated"]
        found.faults.append(f"the rounds generated {log.generated} boards, and the last line says {made}")
    goal = log.puzzle.goal.key
    sides = None if goal is None else log.puzzle.parity(log.puzzle.array([log.start, goal]))
    if sides is not None:
        odd = int(sides[0] != sides[1])
        word = "odd" if odd else "even"
        wrong = [f"all routes have an {word} number of moves, and a threshold has not"]
        right = f"all thresholds are {word}, as all routes are"
        found.tell(right, wrong if any((limit - odd) % 2 for limit in limits) else [])


def _check_layers(log: _Log, found: Verdict) -> None:
    """Each layer makes the sum of both depths one larger, only the last ones meet, and at the optimum."""
    sums = [start + goal for start, goal, _ in log.layers]
    last, met = sums[-1], log.layers[-1][2]
    faults = []
    if sums != list(range(1, last + 1)) or any(met for _, _, met in log.layers[:-1]):
        faults.append("the layers do not follow each other")
    ruled_out = last if met else last + 1
    if met is (log.optimum is None) and not log.end["interrupted"]:
        faults.append(f"the layers {'met' if met else 'did not meet'}, and the optimum is {log.optimum}")
    elif log.at_least not in (None, ruled_out) or (log.at_least is None and met):
        faults.append(
            f"the layers show that no route has fewer than {ruled_out} moves, and the log says {log.at_least}"
        )
    found.tell(f"the layers follow each other up to {last} moves", faults)


def _check_bound(log: _Log, first: int, found: Verdict) -> int:
    """Compute the bound of the start again, compare the first threshold with it, and return it; 0 if not known."""
    least = _least(log)
    if least is None:
        stored = log.head["databases"] is None or ": the pattern databases of the log are not stored here"
        found.unchecked.append(f"the bound of the start{'' if stored is True else stored}")
        return 0
    if first > least + 1:
        found.unchecked.append(
            f"thresholds from {least} to {first - 1}: the bound of the start is {least}, so an earlier search that "
            f"was interrupted has gone through them"
        )
        return least
    right = f"the bound of the start is {least}, so no route is shorter than the first threshold"
    wrong = f"the bound of the start is {least}, and the first threshold is {first}"
    found.tell(right, [wrong] if first < least else [])
    return first


def _least(log: _Log) -> int | None:
    """Bound the moves from the start as the search did."""
    puzzle, identity = log.puzzle, log.head["databases"]
    bound = choose_bound(puzzle, puzzle.goal) if identity is None else None
    if identity is not None and puzzle.frame is not None and puzzle.goal.key is not None:
        databases = stored_databases(puzzle, str(identity))
        bound = None if databases is None else PatternBound(puzzle.frame, puzzle.goal.key, databases)
    return None if bound is None else int(bound.of(puzzle.array([log.start]))[0])


def _check_apart(log: _Log, found: Verdict) -> None:
    """Ask the permutation group whether the start and the goal are apart, as the log says."""
    goal = log.puzzle.goal.key
    connected = None if goal is None else log.puzzle.connects(log.start, goal)
    if connected is None:
        found.unchecked.append("that there is no route: --optimal searches again")
    else:
        right = "the permutation group of the moves separates start and goal"
        found.tell(right, ["the log says that there is no route, and moves lead to the goal"] if connected else [])


def _check_again(log: _Log, found: Verdict, watcher: Watcher) -> None:
    """Search again, and compare the optimum with what the log says."""
    new = solve(log.puzzle, log.start, watcher=watcher).optimum
    if log.at_least is None or new is None:
        same = log.at_least is None and new is None
    else:
        same = new == log.optimum or (log.optimum is None and log.at_least <= new)
    text = "no route" if new is None else f"a shortest route of {new} moves"
    said = "no route" if log.at_least is None else f"at least {log.at_least} moves"
    found.tell(f"a new search finds {text}", [] if same else [f"a new search finds {text}, and the log says {said}"])
