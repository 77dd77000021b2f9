"""`slidefront depth`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from slidefront import units
from slidefront.cli.inputs import read_boards
from slidefront.cli.options import (
    BOARDS_HELP,
    AnswersOption,
    ExploredArgument,
    JsonOption,
    RouteFormatOption,
    RoutesOption,
    argument,
)
from slidefront.cli.output import note, write_text
from slidefront.cli.sources import find_space
from slidefront.errors import SlidefrontError
from slidefront.watch import Watcher

if TYPE_CHECKING:
    from slidefront.frames.answers import Found
    from slidefront.notation.board_files import BoardLine
    from slidefront.store.space import Space

_DEPTHS_AT_ONCE, _ROUTES_AT_ONCE = 1 << 14, 256


def depth(
    run: ExploredArgument,
    boards: Annotated[list[str], argument("BOARD...", BOARDS_HELP)],
    routes: RoutesOption = False,
    form: RouteFormatOption = None,
    out: AnswersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print the depth of boards in a run or a table.

    The depth is the distance from the start of the run: the layer that contains the board. A board that is in no
    layer gets - instead of a depth. With --routes, each answer is a line board:length:moves, or for one board its
    moves: a shortest route from the start, or to the goal if the run starts there.
    """
    from slidefront.cli.answers import Output, print_answers
    from slidefront.draw.answers import depth_line, route_line
    from slidefront.frames.answers import Question
    from slidefront.notation.moves import usual_notation

    if form is not None and not routes:
        raise typer.BadParameter("it is for --routes: add --routes, or remove it", param_hint="'--format'")
    output = Output(route_line if routes else depth_line, out, as_json)
    found = find_space(run)
    lines = read_boards(found.puzzle, boards)
    if routes and len(lines) == 1 and lines[0].error is None and out is None and not as_json:
        _print_route(found, lines[0], form)
        return
    ask = _routes(found, form, as_json) if routes else _depths(found)
    form = form or usual_notation(found.puzzle) if routes else None
    about = found.manifest  # its puzzle, start and layers count, and not where it is
    layers = [[one.boards, one.digest] for one in about.layers]
    said = {"start": about.start, "start_digest": about.start_digest, "depth": about.depth, "layers": layers}
    question = Question("depth", found.puzzle, {**said, "routes": routes, "format": form})
    chunk = _ROUTES_AT_ONCE if routes else _DEPTHS_AT_ONCE
    totals = print_answers(
        question, lines, ask, output, kind=lambda data: "missing" * (data.get("depth", 0) is None), chunk=chunk
    )
    if missing := totals.kinds["missing"]:
        note(f"{units.counted(missing, 'board')} {'is' if missing == 1 else 'are'} {found.absence}")
    totals.end({})


def _depths(found: "Space") -> Any:
    from slidefront.frames.answers import of_boards

    are_lengths = found.leads_to_goal

    def data(line: "BoardLine", depth: int) -> dict[str, int | None]:
        if are_lengths:
            line.check_length(None if depth < 0 else depth)
        return {"depth": None if depth < 0 else depth}

    def ask(part: "Sequence[BoardLine]", _: Watcher) -> "Found":
        return of_boards(part, lambda keys: found.depths_of(found.puzzle.array(keys)).tolist(), data)

    return ask


def _routes(found: "Space", form: str | None, as_json: bool) -> Any:
    from slidefront.draw.route import one_line_writer, route_record
    from slidefront.frames.answers import one_by_one

    write, are_lengths = one_line_writer(found.puzzle, form), found.leads_to_goal

    def ask(part: "Sequence[BoardLine]", _: Watcher) -> "Found":
        traced = iter(found.routes([line.board for line in part if not line.error]))

        def data(line: "BoardLine") -> dict[str, Any]:
            route = line.error or next(traced)
            if isinstance(route, SlidefrontError):
                raise route
            line.check_length(route.length if are_lengths else None)
            return {"length": route.length, "route": write(route), **(route_record(route) if as_json else {})}

        return one_by_one(part, data)

    return ask


def _print_route(found: "Space", line: "BoardLine", form: str | None) -> None:
    """Print the moves of one route."""
    from slidefront.draw.route import summary, writer

    write = writer(found.puzzle, form or "steps")
    route = found.route(line.position().text)
    write_text(None, write(route))
    note(summary(route))
    line.check_length(route.length if found.leads_to_goal else None)
