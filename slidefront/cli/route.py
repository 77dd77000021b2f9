"""`slidefront route`."""

from typing import Annotated

import typer

from slidefront.cli.options import FormatOption, RunOrTableArgument
from slidefront.cli.output import note


def route(
    run: RunOrTableArgument,
    board: Annotated[
        str, typer.Argument(metavar="BOARD", help="A board of the run; `home` and `goal` are names of boards.")
    ],
    form: FormatOption = "steps",
) -> None:
    """Print a shortest route from the layers of a run, or from a table.

    The route leads from the start to BOARD. If the run starts from the goal, the route leads from BOARD to the goal
    and so solves the board.
    """
    from slidefront.cli.runs import find_run_or_table
    from slidefront.puzzles.read.boards import board_typed
    from slidefront.routes.trace import trace
    from slidefront.tables.table import Table
    from slidefront.view.route import summary, writer

    found = find_run_or_table(run)
    write = writer(found.puzzle, form)
    wanted = board_typed(found.puzzle, board)
    traced = found.route(wanted) if isinstance(found, Table) else trace(found, wanted)
    typer.echo(write(traced))
    if form != "json":
        note(summary(traced))
