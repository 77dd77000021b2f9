"""`slidefront check`."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront.cli.check_log import check_log
from slidefront.cli.completion import values
from slidefront.cli.options import (
    AnswersOption,
    AxisOption,
    FrozenOption,
    GoalOption,
    GridGoalOption,
    GroupsOption,
    JsonOption,
    MetricOption,
    NotationOption,
    PuzzleArgument,
)
from slidefront.cli.output import check_answers_file, note, print_json, say
from slidefront.files import is_file

if TYPE_CHECKING:
    from slidefront.cli.asked import Terms
    from slidefront.explore.watch import Watcher
    from slidefront.puzzles.core import Puzzle
    from slidefront.puzzles.grid_options import GridOptions
    from slidefront.routes.read import WrittenRoute
    from slidefront.routes.replay import Replay

_LOG = '{"search_log"'
"""What the log of a search begins with."""
_ENDINGS = (".txt", ".csv", ".json", ".jsonl", ".parquet")  # a route does not end with these
_UNUSED = "--notation changes nothing: these moves name what moves"


@dataclass(frozen=True)
class Written:
    """A written route, and how it is read and replayed."""

    number: int
    text: str
    replay: "Callable[[], Replay]"


@dataclass(frozen=True)
class How:
    """How routes are checked."""

    start: int | str | None
    notation: str | None
    optimal: bool
    puzzles: str = ""
    """How lines that are each a puzzle are read."""


def check(
    puzzle: PuzzleArgument,
    route: Annotated[
        str,
        typer.Argument(
            metavar="ROUTE",
            help="Moves (0 L,1 LLL or URDL2 or 13|9|5), problem lines, JSON, a pack, a log of solve, a file, or -.",
        ),
    ],
    start: Annotated[
        str | None,
        typer.Option(
            "--from", **values("home|goal|BOARD|FILE"), help="The first board. Default: as in the route, or home."
        ),
    ] = None,
    goal: GoalOption = None,
    metric: MetricOption = None,
    notation: NotationOption = None,
    optimal: Annotated[
        bool, typer.Option("--optimal", help="Also search for the length of a shortest route between the same boards.")
    ] = False,
    out: AnswersOption = None,
    axis: AxisOption = None,
    frozen: FrozenOption = None,
    groups: GroupsOption = None,
    grid_goal: GridGoalOption = None,
    as_json: JsonOption = False,
) -> None:
    """Replay a route, and tell whether it is legal.

    Also tells where the route ends, and how many moves it has in each metric. If a move is illegal, the board
    before it is drawn and the exit code is 1. Many routes have one line each, and totals at the end. The log of a
    search is compared with the puzzle, and its search is repeated by another algorithm.
    """
    from slidefront.cli.asked import Terms, agreed
    from slidefront.cli.inputs import check_one_standard_input, load_puzzle, read_board
    from slidefront.puzzles.grid_options import GridOptions
    from slidefront.search.solve import choose_goal

    check_answers_file(out, as_json)
    check_one_standard_input(puzzle, route)
    text = _text_of(route)
    is_log = text.lstrip().startswith(_LOG)
    _check_routes(text, route)
    terms = agreed(text, Terms(metric, goal, notation))
    terms = replace(terms, metric=terms.metric or _metric_of(text, is_log, route))
    grid = GridOptions(axis, frozen, groups, grid_goal)
    own = [] if is_log or start is not None else _own_puzzles(puzzle, text, terms, grid)
    if own:
        _conclude(None, own, How(None, notation, optimal, f"{grid} {terms}"), out, as_json)
        return
    loaded = load_puzzle(puzzle, terms.metric, grid, quiet=as_json)
    if is_log:
        only_for_routes = {"--from": start, "--to": goal, "--notation": notation, "--out": out, "--optimal": optimal}
        for option, value in only_for_routes.items():
            if value:
                raise typer.BadParameter(f"{option} is for routes, and {route} is the log of a search: leave it out")
        check_log(loaded, text, as_json)
        return
    loaded = loaded if terms.goal is None else choose_goal(loaded, terms.goal)
    begin = None if start is None else read_board(loaded, start, quiet=as_json)
    _conclude(loaded, _written(loaded, text, begin, terms.notation), How(begin, notation, optimal), out, as_json)


def _conclude(
    puzzle: "Puzzle | None",
    written: Sequence[Written],
    how: How,
    out: Path | None,
    as_json: bool,
) -> None:
    """Replay routes, and print what they are."""
    from slidefront.cli.search_progress import SearchProgress
    from slidefront.view.route import draw_position, verdict, verdict_data

    if out is not None or (len(written) > 1 and not as_json):
        _check_all(puzzle, written, how, out)
        return
    replays = [one.replay() for one in written]
    if how.notation and not any(one.reading for one in replays):
        note(_UNUSED)
    with SearchProgress(as_json or not how.optimal) as progress:
        shortest = [_shortest(one, progress.begin()) if how.optimal else None for one in replays]
    if as_json:
        data = [verdict_data(*one) for one in zip(replays, shortest, strict=True)]
        print_json(data if len(data) > 1 else data[0])
    else:
        if replays[0].reading:
            note(replays[0].reading)
        say(verdict(replays[0], shortest[0]))
        typer.echo(draw_position(replays[0].end))
    if any(one.fault for one in replays):
        raise typer.Exit(1)


def _text_of(route: str) -> str:
    """Read the file of routes, or return the words themselves."""
    from slidefront.cli.inputs import read_text
    from slidefront.errors import RouteError

    text = read_text(route)
    if text is None and route.endswith(_ENDINGS):
        raise RouteError(f"there is no file {route}")
    text = route if text is None else text
    if not text.strip():
        raise RouteError("the route is empty: write moves, problem lines, or JSON")
    return text


def _check_routes(text: str, route: str) -> None:
    """Refuse problems that have no routes."""
    from slidefront.errors import RouteError
    from slidefront.puzzles.packs import read_pack, read_problem_lines

    found = read_pack(text) or read_problem_lines(text) or []
    has_moves = any(isinstance(value, list) for line in found for value in line.columns.values())
    if any(line.length for line in found) and not has_moves and not any(line.route or line.fault for line in found):
        file = route if is_file(route) else "FILE"
        raise RouteError(
            f"these problems have no routes to replay: make the pack with --route, or search for their lengths again "
            f"with `slidefront compare PUZZLE --cases {file}`"
        )


def _metric_of(text: str, is_log: bool, route: str) -> str | None:
    """Find the metric that the log of a search or a pack names."""
    if is_log:
        from slidefront.search.search_log import read_lines

        return str(read_lines(text)[0].get("metric"))
    from slidefront.puzzles.packs import record_in

    record = record_in(text, route)
    return str(record["metric"]) if record else None


def _own_puzzles(file: str, text: str, terms: "Terms", grid: "GridOptions") -> list[Written]:
    """Find the answers to a file whose lines are each a puzzle; none if the file is not one."""
    from slidefront.cli.inputs import read_text
    from slidefront.cli.solve_many import puzzle_lines, read_puzzle_lines
    from slidefront.errors import RouteError
    from slidefront.routes.read import problem_parts, read_each, read_problem
    from slidefront.routes.replay import replay
    from slidefront.search.solve import choose_goal

    if not is_file(file) or file.endswith((".toml", ".parquet")):
        return []
    goal = terms.goal
    lines_of_file = puzzle_lines(read_text(file) or "", file, goal or "home")
    asked = read_puzzle_lines(lines_of_file, terms.metric, grid, goal)
    puzzles = {one.text: one.puzzle for one in asked if one.puzzle is not None}

    def replayed(number: int, line: str) -> "Replay":
        parts = problem_parts(line)
        is_json = line.startswith('{"board": "')
        puzzle = puzzles.get(_board_in_json(line) if is_json else parts[0] if parts else "")
        if puzzle is None:
            raise RouteError(f"the line does not begin with a board of {file} and a colon")
        puzzle = puzzle if goal is None else choose_goal(puzzle, goal)
        if is_json:
            ((_, read),) = read_each(puzzle, line, terms.notation)
            return replay(puzzle, replace(read(), start=None))
        return replay(puzzle, replace(read_problem(puzzle, number, line, terms.notation), start=None))

    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1)]
    answers = [(number, line) for number, line in lines if line and not line.startswith("# ")]
    return [Written(number, line, partial(replayed, number, line)) for number, line in answers] if asked else []


def _board_in_json(line: str) -> str:
    try:
        return str(json.loads(line)["board"])
    except ValueError:
        return ""


def _written(puzzle: "Puzzle", text: str, start: "int | str | None", notation: str | None) -> list[Written]:
    """Find the routes that are to be checked."""
    from slidefront.errors import RouteError
    from slidefront.routes.read import WrittenRoute, read_each
    from slidefront.routes.replay import replay, routes_by_line

    def replayed(read: "Callable[[], WrittenRoute]") -> "Callable[[], Replay]":
        return lambda: replay(puzzle, read(), start)

    lines = text.split("\n")
    found: list[tuple[int, Callable[[], WrittenRoute]]]
    found = [(number, partial(replace, one)) for number, one in routes_by_line(puzzle, text, notation, start)]
    found = found or read_each(puzzle, text, notation)
    if not found and not text.startswith("# route "):
        raise RouteError("there are only comments, and no route: write moves, problem lines, or JSON")
    found = found or [(1, lambda: WrittenRoute(()))]
    several = len(found) > 1
    return [
        Written(n, lines[n - 1].strip() if several and n <= len(lines) else text, replayed(read)) for n, read in found
    ]


def _check_all(
    puzzle: "Puzzle | None",
    written: Sequence[Written],
    how: How,
    out: Path | None,
) -> None:
    """Check many routes, with one line for each, and count the results; the routes are a part of the question."""
    from slidefront.cli.answers import answer_each
    from slidefront.cli.asked import about_puzzle, question
    from slidefront.cli.solve_many import shares
    from slidefront.view.route import MEETS_GOAL, verdict

    counts: Counter[str] = Counter()
    ambiguous: list[str] = []

    def answer(one: Written, watcher: "Watcher") -> str:
        done = one.replay()
        ambiguous.extend(filter(None, [done.reading]))
        return f"line {one.number}: {verdict(done, _shortest(done, watcher, memory) if how.optimal else None)}"

    def count(_: Written, text: str) -> None:
        kind = text.partition(": ")[2].partition(":")[0]
        counts[kind] += 1
        counts["goal"] += kind == "legal" and text.endswith(MEETS_GOAL)

    more = [about_puzzle(puzzle) if puzzle else None, vars(how), [(one.number, one.text) for one in written]]
    words = [f"{puzzle.metric} metric" if puzzle else "", "optimal" if how.optimal else ""]
    asked = question("check", puzzle.name if puzzle else "lines that are each a puzzle", *words, more=more)
    at_once, memory = shares(len(written)) if how.optimal else (1, None)
    totals = answer_each(written, answer, out, asked, count=count, at_once=at_once, what="route")
    met = f" ({counts['goal']:,} to the goal)" if counts["goal"] else ""
    kinds = [f"{counts['legal']:,} legal{met}"]
    kinds += [f"{counts[kind]:,} {kind}" for kind in ("illegal", "wrong") if counts[kind]]
    kinds += [f"{totals.bad:,} unreadable"] if totals.bad else []
    note(f"{totals.text('route')}: {', '.join(kinds)}")
    if how.notation and not ambiguous and totals.lines > totals.before:
        note(_UNUSED)
    if counts["illegal"] + counts["wrong"] + totals.bad:
        raise typer.Exit(1)


def _shortest(replay: "Replay", watcher: "Watcher | None" = None, memory: int | None = None) -> int | None:
    """Search from the start of a legal route to its end."""
    from slidefront.search.solve import solve

    if replay.fault:
        return None
    threads = None if memory is None else 1
    return solve(
        replay.puzzle, replay.start.key, replay.end.key, memory=memory, threads=threads, watcher=watcher
    ).optimum
