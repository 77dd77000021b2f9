"""`slidefront replay`."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from slidefront.cli.inputs import check_one_standard_input, read_board, read_text
from slidefront.cli.options import AnswersOption, JsonOption, PuzzleFields, argument, option
from slidefront.cli.output import echo, note, say
from slidefront.cli.progress import SearchProgress
from slidefront.errors import RouteError
from slidefront.files import is_file
from slidefront.watch import Watcher

if TYPE_CHECKING:
    from slidefront.cli.answers import Output
    from slidefront.frames.answers import Question
    from slidefront.puzzles.core import Puzzle
    from slidefront.search.routes_to_replay import RouteToReplay

_ENDINGS = (".txt", ".csv", ".json", ".jsonl")  # a route does not end with these


def replay(
    asked: PuzzleFields,
    route: Annotated[
        str,
        argument("ROUTE", "Moves (0 L, 1 LLL or URDL2 or 13 9 5), a file of them or of problems, or -."),
    ],
    start: Annotated[str | None, option("--from", "Default: as in the route, or home.")] = None,
    optimal: Annotated[
        bool, option("--optimal", "Also search for the length of a shortest route between the same boards.")
    ] = False,
    form: Annotated[
        str, option("--format", "With hole-letters, moves are the ways of the hole: urrd.", "hole-letters")
    ] = "",
    out: AnswersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Replay a route, and tell whether it is legal.

    Also tells where the route ends, and how many moves it has in each metric. If a move is illegal, the board
    before it is drawn and the exit code is 1. Many routes have one line each, and totals at the end.
    """
    from slidefront.cli.answers import Output
    from slidefront.draw.answers import replay_line
    from slidefront.frames.answers import Question

    if form not in ("", "hole-letters"):
        raise typer.BadParameter("all other moves tell it by their form", param_hint="'--format'")
    output = Output(replay_line, out, as_json)
    check_one_standard_input(asked.puzzle, route)
    text = _text_of(route)
    puzzle, written, options = _routes(asked, text, route, start, form)
    if len(written) == 1 and out is None and not as_json:
        _replay_one(written[0], optimal)
    else:
        _replay_all(Question("replay", puzzle, {**options, "optimal": optimal}, about="route"), written, output)


def _text_of(route: str) -> str:
    """Read the file of routes, or return the words themselves."""
    text = read_text(route)
    if text is None and route.endswith(_ENDINGS):
        raise RouteError(f"there is no file {route}")
    text = route if text is None else text
    if not text.strip():
        raise RouteError("the route is empty: write moves")
    return text


def _routes(
    asked: PuzzleFields, text: str, where: str, start: str | None, form: str
) -> "tuple[Puzzle | None, Sequence[RouteToReplay], dict[str, Any]]":
    """Read the routes, for the puzzle, goal and metric that are asked for or else that the text names.

    Returns the puzzle, the routes, and all else that their verdicts depend on; no puzzle where each line is one.
    """
    from slidefront.frames.answers import header_of
    from slidefront.notation.board_files import cut_lines
    from slidefront.notation.records import record_of
    from slidefront.search.routes_to_replay import has_lines, routes_of

    head = header_of(text)
    said = head or {}
    record = said.get("puzzle") or (record_of(cut_lines(text, where), where) if has_lines(text) else None) or {}
    metric, goal = said.get("metric") or record.get("metric"), said.get("to") or record.get("new_goal")
    asked = _agreed(asked, metric, goal, "the answers are" if head else "")
    if start is None and (own := _of_own_puzzles(asked, text)):
        return None, own, {"metric": asked.metric, "to": asked.goal, "grid": vars(asked.grid)}
    puzzle = asked.load_with_goal()
    begin = None if start is None else read_board(puzzle, start)
    return (
        puzzle,
        routes_of(puzzle, text, begin, form),
        {"from": begin and begin.text, **({"format": form} if form else {})},
    )


def _agreed(asked: PuzzleFields, metric: str | None, goal: str | None, what: str) -> PuzzleFields:
    """Take the metric and the goal that a file names; if `what` is said, refuse options that disagree with it."""
    for name, given, named in (("--metric", asked.metric, metric), ("--to", asked.goal, goal)):
        if what and None not in (given, named) and given != named:
            raise RouteError(f"{name} {given}: {what} for {name} {named}: leave it out")
    return replace(asked, metric=asked.metric or metric, goal=asked.goal or goal)


def _of_own_puzzles(asked: PuzzleFields, text: str) -> "Sequence[RouteToReplay]":
    """Find the answers to a file whose lines are each a puzzle; none if the file is not one."""
    from slidefront.notation.board_files import puzzle_of_file
    from slidefront.search.boards_to_solve import puzzles_of
    from slidefront.search.routes_to_replay import routes_of_puzzles

    file = asked.puzzle
    if not is_file(file) or file.endswith(".toml") or puzzle_of_file(Path(file)):
        return []
    boards = puzzles_of(read_text(file) or "", file, asked.goal, asked.metric, asked.grid)
    return routes_of_puzzles(boards, text, file) if boards else []


def _replay_one(written: "RouteToReplay", optimal: bool) -> None:
    """Replay a route, and draw the board where it ends."""
    from slidefront.draw.board import draw_position
    from slidefront.draw.route import verdict
    from slidefront.search.routes_to_replay import shortest

    done = written.replay()
    with SearchProgress() as progress:
        least = shortest(done, progress.begin()) if optimal else None
    say(verdict(done, least))
    echo(draw_position(done.end))
    if done.fault:
        raise typer.Exit(1)


def _replay_all(question: "Question", written: "Sequence[RouteToReplay]", output: "Output") -> None:
    """Replay many routes, with a line for each, and count the results; the routes are a part of the question."""
    from slidefront.cli.answers import print_answers
    from slidefront.draw.route import verdict_data
    from slidefront.frames.answers import each
    from slidefront.search.boards_to_solve import shares
    from slidefront.search.routes_to_replay import kind_of_replay, shortest

    optimal = question.options["optimal"]
    at_once, memory = shares(len(written)) if optimal else (1, None)

    def data(one: "RouteToReplay", watcher: Watcher) -> dict[str, Any]:
        done = one.replay()
        return verdict_data(done, shortest(done, watcher, memory) if optimal else None)

    totals = print_answers(question, written, each(data), output, kind=kind_of_replay, at_once=at_once)
    counts = totals.kinds
    met = f" ({counts['goal']:,} to the goal)" if counts["goal"] else ""
    kinds = [f"{counts['legal'] + counts['goal']:,} legal{met}"]
    kinds += [f"{counts[kind]:,} {kind}" for kind in ("illegal", "wrong") if counts[kind]]
    kinds += [f"{totals.bad:,} unreadable"] if totals.bad else []
    if not output.as_json:
        note(f"{totals.text()}: {', '.join(kinds)}")
    if counts["illegal"] + counts["wrong"] + totals.bad:
        raise typer.Exit(1)
