"""`slidefront route`."""

from typing import TYPE_CHECKING, Annotated

import typer

from slidefront.cli.completion import values
from slidefront.cli.options import AnswersOption, FormatOption, RunOrTableArgument
from slidefront.cli.output import check_ending, note, note_file, write_text
from slidefront.errors import SlidefrontError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from slidefront.explore.watch import Watcher
    from slidefront.puzzles.board_files import BoardLine
    from slidefront.routes.route import Route
    from slidefront.tables.table import Table

_BOARDS_AT_ONCE = 256


def route(
    run: RunOrTableArgument,
    board: Annotated[
        str,
        typer.Argument(
            **values("BOARD"),
            help="A board of the run, or a file with one board per line; `home` and `goal` are names of boards.",
        ),
    ],
    form: FormatOption = None,
    out: AnswersOption = None,
) -> None:
    """Print a shortest route from the layers of a run, or from a table.

    The route leads from the start to BOARD. If the run starts from the goal, the route leads from BOARD to the goal
    and so solves the board. For many boards, each answer is one line, board:length:moves.
    """
    from slidefront.analysis.hardest import from_goal
    from slidefront.cli.answers import answer_parts, end
    from slidefront.cli.asked import question_of_run
    from slidefront.cli.inputs import read_board, read_lines
    from slidefront.cli.runs import find_run_or_table
    from slidefront.routes.trace import trace, trace_each
    from slidefront.tables.table import Table
    from slidefront.view.route import line_writer, summary, writer

    check_ending(out, ".txt", *([".json"] if form == "json" else []))
    found = find_run_or_table(run)

    def route_of(wanted: int | str) -> "Route":
        return found.route(wanted) if isinstance(found, Table) else trace(found, wanted)

    lines, to_goal = read_lines(found.puzzle, [board]), from_goal(found)
    if len(lines) == 1 and lines[0].error is None:
        write = writer(found.puzzle, form or "steps")
        traced = route_of(read_board(found.puzzle, board) if board != "-" else lines[0].board)
        write_text(out, write(traced))
        if form != "json":
            note(summary(traced))
        if out is not None:
            note_file("1 route", out)
        lines[0].check_length(traced.length if to_goal else None)
        return
    write_line = line_writer(found.puzzle, form)

    def routes_of(boards: "Sequence[str]") -> "list[Route | SlidefrontError]":
        return [_in_table(found, board) for board in boards] if isinstance(found, Table) else trace_each(found, boards)

    def written(line: "BoardLine", one: "Route | SlidefrontError") -> "str | SlidefrontError":
        try:
            line.check_length(one.length if to_goal and not isinstance(one, SlidefrontError) else None)
        except SlidefrontError as error:
            return error
        return one if isinstance(one, SlidefrontError) else write_line(line.board, one)

    def answer(part: "Sequence[BoardLine]", _: "Watcher") -> "list[str | SlidefrontError]":
        routes = iter(routes_of([line.board for line in part if not line.error]))
        return [line.error or written(line, next(routes)) for line in part]

    asked = question_of_run("route", found, f"format {form or 'default'}")
    end(answer_parts(lines, answer, out, asked, chunk=_BOARDS_AT_ONCE), "board")


def _in_table(table: "Table", board: str) -> "Route | SlidefrontError":
    try:
        return table.route(board)
    except SlidefrontError as error:
        return error
