"""`slidefront route`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront.cli.options import AnswersOption, FormatOption, RunArgument
from slidefront.cli.output import note, write_text

if TYPE_CHECKING:
    from slidefront.errors import SlidefrontError
    from slidefront.routes.board_lines import BoardLine

_CHUNK = 256


def route(
    run: RunArgument,
    board: Annotated[
        str,
        typer.Argument(
            metavar="BOARD",
            help="A board of the run, or a file with one board per line; `home` and `goal` are names of boards.",
        ),
    ],
    form: FormatOption = "steps",
    out: AnswersOption = None,
) -> None:
    """Print a shortest route from the layers of a run.

    The route leads from the start to BOARD. If the run starts from the goal, the route leads from BOARD to the goal
    and so solves the board. Of many boards each has one line, board:length:moves.
    """
    from slidefront.cli.answers import end, print_answers
    from slidefront.cli.inputs import read_board, read_lines
    from slidefront.errors import SlidefrontError
    from slidefront.routes.trace import trace
    from slidefront.store.run import find_run
    from slidefront.view.route import line_writer, summary, writer

    found = find_run(run)
    lines = read_lines(found.puzzle, [board])
    if len(lines) == 1 and lines[0].error is None:
        write = writer(found.puzzle, form)
        traced = trace(found, read_board(found.puzzle, board) if board != "-" else lines[0].board)
        write_text(out, write(traced))
        if form != "json":
            note(summary(traced))
        return
    write_line = line_writer(found.puzzle, form)

    def tell(part: "Sequence[BoardLine]") -> "list[str | SlidefrontError]":
        answers: list[str | SlidefrontError] = []
        for line in part:
            try:
                answers.append(line.error or write_line(line.board, trace(found, line.board)))
            except SlidefrontError as error:
                answers.append(error)
        return answers

    end(print_answers(lines, tell, out, chunk=_CHUNK), "board")
