"""`slidefront replay`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from slidefront.cli.inputs import check_one_standard_input, read_board, read_text
from slidefront.cli.options import AnswersOption, JsonOption, PuzzleFields, argument, option
from slidefront.cli.output import note, remark, say
from slidefront.cli.progress import SearchProgress
from slidefront.cli.repeat_log import repeat_log
from slidefront.errors import RouteError
from slidefront.files import is_file

if TYPE_CHECKING:
    from slidefront.analysis.answers import Found
    from slidefront.cli.answers import Output
    from slidefront.puzzles.core import Puzzle
    from slidefront.search.routes_to_replay import RouteToReplay
    from slidefront.watch import Watcher

_LOG = '{"search_log"'
"""What the log of a search begins with."""
_ENDINGS = (".txt", ".csv", ".json", ".jsonl", ".parquet")  # a route does not end with these


@dataclass(frozen=True)
class WrittenRoutes:
    """Written routes with all that their verdicts depend on."""

    puzzle: "Puzzle | None"
    """None where each line is a puzzle of its own."""
    written: "Sequence[RouteToReplay]"
    options: dict[str, Any]


def replay(
    asked: PuzzleFields,
    route: Annotated[
        str,
        argument(
            "ROUTE", "Moves (0 L,1 LLL or URDL2 or 13|9|5), problem lines, JSON, a pack, a log of solve, a file, or -."
        ),
    ],
    start: Annotated[str | None, option("--from", "Default: as in the route, or home.")] = None,
    optimal: Annotated[
        bool, option("--optimal", "Also search for the length of a shortest route between the same boards.")
    ] = False,
    out: AnswersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Replay a route, and tell whether it is legal.

    Also tells where the route ends, and how many moves it has in each metric. If a move is illegal, the board
    before it is drawn and the exit code is 1. Many routes have one line each, and totals at the end. If ROUTE is
    the log of a search, the search is repeated by another algorithm.
    """
    from slidefront.cli.answers import Output
    from slidefront.search.routes_to_replay import check_routes
    from slidefront.view.answers import replay_line

    output = Output(replay_line, out, as_json)
    output.check()
    check_one_standard_input(asked.puzzle, route)
    text = _text_of(route)
    if text.lstrip().startswith(_LOG):
        for name, value in {"--from": start, "--out": out, "--optimal": optimal}.items():
            if value:
                raise typer.BadParameter(f"{name} is for routes, and {route} is the log of a search: leave it out")
        from slidefront.search.search_log import head_of

        head = head_of(text)
        asked = _agreed(asked, head.get("metric"), head.get("to"), "the log is")
        repeat_log(asked.load_with_goal(), text, as_json)
        return
    check_routes(text, route if is_file(route) else "FILE")
    routes = _routes(asked, text, route, start)
    if len(routes.written) == 1 and out is None and not as_json:
        _replay_one(routes.written[0], optimal)
    else:
        _replay_all(routes, output, optimal)


def _text_of(route: str) -> str:
    """Read the file of routes, or return the words themselves."""
    text = read_text(route)
    if text is None and route.endswith(_ENDINGS):
        raise RouteError(f"there is no file {route}")
    text = route if text is None else text
    if not text.strip():
        raise RouteError("the route is empty: write moves, problem lines, or JSON")
    return text


def _routes(asked: PuzzleFields, text: str, where: str, start: str | None) -> WrittenRoutes:
    """Read the routes, for the puzzle, goal and metric that are asked for or else that the text names."""
    from slidefront.analysis.answers import header_of, routes_of_answers
    from slidefront.puzzles.packs import record_in
    from slidefront.search.routes_to_replay import routes_of

    head = header_of(text)
    said = head or {}
    record = said.get("puzzle") or record_in(text, where) or {}
    metric, goal = said.get("metric") or record.get("metric"), said.get("to") or record.get("new_goal")
    asked = _agreed(asked, metric, goal, "the answers are" if head else "")
    text = text if head is None else routes_of_answers(text)
    if start is None and (own := _of_own_puzzles(asked, text)):
        return WrittenRoutes(None, own, {"metric": asked.metric, "to": asked.goal, "grid": vars(asked.grid)})
    puzzle = asked.load_with_goal()
    begin = None if start is None else read_board(puzzle, start)
    said_start = None if begin is None else puzzle.position(begin).text
    return WrittenRoutes(puzzle, routes_of(puzzle, text, begin, None), {"from": said_start})


def _agreed(asked: PuzzleFields, metric: str | None, goal: str | None, what: str) -> PuzzleFields:
    """Take the metric and the goal that a file names; if `what` is said, refuse options that disagree with it."""
    for name, given, named in (("--metric", asked.metric, metric), ("--to", asked.goal, goal)):
        if what and None not in (given, named) and given != named:
            raise RouteError(f"{name} {given}: {what} for {name} {named}: leave it out")
    return replace(asked, metric=asked.metric or metric, goal=asked.goal or goal)


def _of_own_puzzles(asked: PuzzleFields, text: str) -> "Sequence[RouteToReplay]":
    """Find the answers to a file whose lines are each a puzzle; none if the file is not one."""
    from slidefront.puzzles.packs import is_pack, read_pack_file, record_of
    from slidefront.search.boards_to_solve import puzzles_of
    from slidefront.search.routes_to_replay import routes_of_puzzles

    file = asked.puzzle
    if not is_file(file) or file.endswith((".toml", ".parquet")):
        return []
    if is_pack(file) and record_of(read_pack_file(Path(file)), file):
        return []
    boards = puzzles_of(read_text(file) or "", file, asked.goal, asked.metric, asked.grid, goal_is_known=True)
    return routes_of_puzzles(boards, text, file) if boards else []


def _replay_one(written: "RouteToReplay", optimal: bool) -> None:
    """Replay a route, and draw the board where it ends."""
    from slidefront.search.routes_to_replay import shortest
    from slidefront.view.board import draw_position
    from slidefront.view.route import verdict

    done = written.replay()
    with SearchProgress() as progress:
        least = shortest(done, progress.begin()) if optimal else None
    if done.reading:
        remark(done.reading)
    say(verdict(done, least))
    typer.echo(draw_position(done.end))
    if done.fault:
        raise typer.Exit(1)


def _replay_all(routes: WrittenRoutes, output: "Output", optimal: bool) -> None:
    """Replay many routes, with a line for each, and count the results; the routes are a part of the question."""
    from slidefront.analysis.answers import Question, one_by_one
    from slidefront.cli.answers import print_answers
    from slidefront.search.boards_to_solve import shares
    from slidefront.search.routes_to_replay import kind_of_replay, shortest
    from slidefront.view.route import verdict_data

    at_once, memory = shares(len(routes.written)) if optimal else (1, None)

    def data(one: "RouteToReplay", watcher: "Watcher") -> dict[str, Any]:
        done = one.replay()
        return verdict_data(done, shortest(done, watcher, memory) if optimal else None)

    def ask(part: "Sequence[RouteToReplay]", watcher: "Watcher") -> "Found":
        return one_by_one(part, lambda one: data(one, watcher))

    totals = print_answers(
        Question("replay", routes.puzzle, {**routes.options, "optimal": optimal}, about="route"),
        routes.written,
        ask,
        output,
        kind=kind_of_replay,
        at_once=at_once,
    )
    counts = totals.kinds
    met = f" ({counts['goal']:,} to the goal)" if counts["goal"] else ""
    kinds = [f"{counts['legal'] + counts['goal']:,} legal{met}"]
    kinds += [f"{counts[kind]:,} {kind}" for kind in ("illegal", "wrong") if counts[kind]]
    kinds += [f"{totals.bad:,} unreadable"] if totals.bad else []
    if not output.as_json:
        note(f"{totals.text()}: {', '.join(kinds)}")
    if counts["illegal"] + counts["wrong"] + totals.bad:
        raise typer.Exit(1)
