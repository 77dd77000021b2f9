"""`slidefront replay`."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from slidefront import units
from slidefront.cli.inputs import check_one_standard_input, read_board, read_text
from slidefront.cli.options import AnswersOption, JsonOption, PuzzleFields, argument, option
from slidefront.cli.output import note, print_json, remark, say
from slidefront.cli.progress import SearchProgress
from slidefront.errors import RouteError
from slidefront.files import is_file
from slidefront.watch import Watcher

if TYPE_CHECKING:
    from slidefront.analysis.answers import Question
    from slidefront.cli.answers import Output
    from slidefront.puzzles.core import Puzzle
    from slidefront.search.routes_to_replay import RouteToReplay
    from slidefront.search.search_log import Claim

_LOG = '{"search_log"'
"""What the log of a search begins with."""
_ENDINGS = (".txt", ".csv", ".json", ".jsonl", ".parquet")  # a route does not end with these


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
    from slidefront.analysis.answers import Question
    from slidefront.cli.answers import Output
    from slidefront.search.routes_to_replay import check_routes
    from slidefront.view.answers import replay_line

    output = Output(replay_line, out, as_json)
    check_one_standard_input(asked.puzzle, route)
    text = _text_of(route)
    if text.lstrip().startswith(_LOG):
        for name, value in {"--from": start, "--out": out, "--optimal": optimal}.items():
            if value:
                raise typer.BadParameter(f"{name} is for routes, and {route} is the log of a search: leave it out")
        from slidefront.search.search_log import head_of

        head = head_of(text)
        asked = _agreed(asked, head.get("metric"), head.get("to"), "the log is")
        _repeat_log(asked.load_with_goal(), text, as_json)
        return
    check_routes(text, route if is_file(route) else "FILE")
    puzzle, written, options = _routes(asked, text, route, start)
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
        raise RouteError("the route is empty: write moves, problem lines, or JSON")
    return text


def _routes(
    asked: PuzzleFields, text: str, where: str, start: str | None
) -> "tuple[Puzzle | None, Sequence[RouteToReplay], dict[str, Any]]":
    """Read the routes, for the puzzle, goal and metric that are asked for or else that the text names.

    Returns the puzzle, the routes, and all else that their verdicts depend on; no puzzle where each line is one.
    """
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
        return None, own, {"metric": asked.metric, "to": asked.goal, "grid": vars(asked.grid)}
    puzzle = asked.load_with_goal()
    begin = None if start is None else read_board(puzzle, start)
    said_start = None if begin is None else puzzle.position(begin).text
    return puzzle, routes_of(puzzle, text, begin), {"from": said_start}


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


def _replay_all(question: "Question", written: "Sequence[RouteToReplay]", output: "Output") -> None:
    """Replay many routes, with a line for each, and count the results; the routes are a part of the question."""
    from slidefront.analysis.answers import each
    from slidefront.cli.answers import print_answers
    from slidefront.search.boards_to_solve import shares
    from slidefront.search.routes_to_replay import kind_of_replay, shortest
    from slidefront.view.route import verdict_data

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


def _repeat_log(puzzle: "Puzzle", text: str, as_json: bool) -> None:
    """Repeat the search of a log by another algorithm, and print whether both agree."""
    from slidefront.search.search_log import agree, read_log, repeat

    question, claim = read_log(puzzle, text)
    if not as_json:
        goal = "the goal" if puzzle.goal.key is None else puzzle.format(puzzle.goal.key)
        say(f"the log, from {puzzle.format(question.start)} to {goal}: {_claim_text(claim)}")
    with SearchProgress() as progress:
        again = repeat(question, claim, progress.begin())
    agreed = agree(claim, again)
    if as_json:
        print_json({"log": vars(claim), "again": vars(again), "agree": agreed})
    else:
        say(f"repeated: {_claim_text(again)}")
        say("both agree" if agreed else "they do not agree")
    if not agreed:
        raise typer.Exit(1)


def _claim_text(claim: "Claim") -> str:
    """Say what a search claims, and which one it is."""
    from slidefront.view.solved import NAMES

    by = NAMES.get(claim.algorithm, claim.algorithm)
    if claim.at_least is None:
        return f"no route, by {by}"
    if claim.length is None:
        return f"no route of fewer than {units.counted(claim.at_least, 'move')}, by {by}"
    shorter = "" if claim.optimum is not None else f", at best {claim.at_least}"
    return f"{units.counted(claim.length, 'move')}{shorter}, by {by}"
