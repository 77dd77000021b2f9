"""`slidefront route`."""

from typing import Annotated

import typer

from slidefront.cli.options import FormatOption, RunArgument
from slidefront.cli.output import note


def route(
    run: RunArgument,
    board: Annotated[
        str, typer.Argument(metavar="BOARD", help="A board of the run; `home` and `goal` are names of boards.")
    ],
    form: FormatOption = "steps",
) -> None:
    """Print a shortest route between the start of a run and a board, from its layers.

    The route leads from the start to BOARD. If the run starts from the goal, the route leads from BOARD to the goal
    and so solves the board.
    """
    from slidefront.puzzles.read.boards import board_typed
    from slidefront.routes.trace import trace
    from slidefront.store.run import find_run
    from slidefront.view.route import summary, writer

    found = find_run(run)
    write = writer(found.puzzle, form)
    traced = trace(found, board_typed(found.puzzle, board))
    typer.echo(write(traced))
    if form != "json":
        note(summary(traced))
