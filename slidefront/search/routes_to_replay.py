"""Many written routes to replay: those of a text for one puzzle, or for lines that are each a puzzle."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from slidefront.errors import RouteError
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.packs import read_pack, read_problem_lines
from slidefront.routes.read import choice_of, problem_parts, read_each, read_problem
from slidefront.routes.replay import Replay, replay, routes_by_line
from slidefront.routes.written import WrittenRoute
from slidefront.search.boards_to_solve import BoardToSolve
from slidefront.search.solve import solve
from slidefront.text.choice import Choice, choice_now
from slidefront.watch import Watcher


@dataclass(frozen=True)
class RouteToReplay:
    """A written route, and what reads and replays it."""

    number: int
    text: str
    replay: Callable[[], Replay]


def routes_of(puzzle: Puzzle, text: str, start: int | str | None) -> list[RouteToReplay]:
    """Find the routes of a text for one puzzle."""
    lines = text.split("\n")
    found: list[tuple[int, Callable[[], WrittenRoute]]]
    found = [(number, partial(replace, one)) for number, one in routes_by_line(puzzle, text, start)]
    found = found or read_each(puzzle, text)
    if not found and not text.startswith("# route "):
        raise RouteError("there are only comments, and no route: write moves, problem lines, or JSON")
    found = found or [(1, lambda: WrittenRoute(()))]
    several = len(found) > 1
    return [
        RouteToReplay(
            n,
            lines[n - 1].strip() if several and n <= len(lines) else text,
            partial(lambda read: replay(puzzle, read(), start), read),
        )
        for n, read in found
    ]


def routes_of_puzzles(boards: Sequence[BoardToSolve], text: str, where: str) -> list[RouteToReplay]:
    """Find the routes of answers to lines that are each a puzzle: problem lines or JSON lines, which name the board."""
    puzzles = {one.text: one.puzzle for one in boards if one.puzzle is not None}

    def replayed(number: int, line: str, choice: Choice | None) -> Replay:
        parts = problem_parts(line)
        puzzle = puzzles.get(parts[0] if parts else "")
        if puzzle is None:
            raise RouteError(f"the line does not begin with a board of {where} and a colon")
        return replay(puzzle, replace(read_problem(puzzle, number, line, choice), start=None))

    return [RouteToReplay(number, line, partial(replayed, number, line, how)) for number, line, how in _lines(text)]


def _lines(text: str) -> list[tuple[int, str, Choice | None]]:
    """Find the problem lines of a text, with the reading that is meant if it says it."""
    choice = choice_now()
    if (pack := read_pack(text)) is not None:
        return [(one.number, f"{one.board}:{one.length}:{one.route}", choice_of(one, choice)) for one in pack]
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1)]
    return [(number, line, choice) for number, line in lines if line and not line.startswith("# ")]


def check_routes(text: str, where: str) -> None:
    """Refuse problems that have no routes."""
    found = read_pack(text) or read_problem_lines(text) or []
    has_moves = any(isinstance(value, list) for line in found for value in line.columns.values())
    if any(line.length for line in found) and not has_moves and not any(line.route or line.fault for line in found):
        raise RouteError(
            f"these problems have no routes to replay: make the pack again with routes, or compare the lengths in "
            f"{where} with those of a search"
        )


def shortest(done: Replay, watcher: Watcher | None = None, memory: int | None = None) -> int | None:
    """Find the length of a shortest route between the ends of a legal one; with `memory`, on one thread."""
    if done.fault:
        return None
    threads = None if memory is None else 1
    start, end = done.start.key, done.end.key
    return solve(done.puzzle, start, end, memory=memory, threads=threads, watcher=watcher).optimum


def kind_of_replay(data: Mapping[str, object]) -> str:
    """Tell from the data of a replayed route whether it is legal (and meets the goal), illegal, or wrongly counted."""
    fault = data["fault"]
    if isinstance(fault, Mapping):
        return "illegal" if fault["number"] else "wrong"
    return "goal" if data["goal_met"] else "legal"
