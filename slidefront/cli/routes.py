"""The commands that ask a run about single boards: route, depth."""

import json
import sys
from typing import Annotated

import typer

from slidefront.cli.options import FormatOption, JsonOption, RunArgument


def route(
    run: RunArgument,
    board: Annotated[
        str, typer.Argument(metavar="BOARD", help="A board of the run; `home` and `goal` will do as well.")
    ],
    form: FormatOption = "steps",
) -> None:
    """Print a shortest route out of the layers of a run.

    It leads from the run's start to BOARD. Where the run starts from the goal (or from all goals), so that depths are
    distances to it, the route leads from BOARD to the goal: it solves the board.
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
        print(summary(traced), file=sys.stderr)


def depth(
    run: RunArgument,
    boards: Annotated[
        list[str],
        typer.Argument(metavar="BOARD...", help="Boards, or files with a board a line (- reads input)."),
    ],
    as_json: JsonOption = False,
) -> None:
    """Tell which layer of a run holds a board: its distance from the run's start.

    Many boards are looked up together. One that is in no layer has - in place of a depth.
    """
    import numpy as np

    from slidefront import units
    from slidefront.cli.given import boards_given
    from slidefront.routes.trace import absence
    from slidefront.store.run import find_run

    found = find_run(run)
    asked = [one for word in boards for one in boards_given(found.puzzle, word)]
    depths = found.depths(np.array([key for _, key in asked], np.uint64)).tolist()
    answers = [(board, depth if depth >= 0 else None) for (board, _), depth in zip(asked, depths, strict=True)]
    if as_json:
        data = [{"board": board, "depth": depth} for board, depth in answers]
        typer.echo(json.dumps(data, indent=1, ensure_ascii=False))
        return
    typer.echo("\n".join(f"{'-' if depth is None else depth:>4}  {board}" for board, depth in answers))
    if missing := depths.count(-1):
        are = "is" if missing == 1 else "are"
        print(f"{units.counted(missing, 'board')} {are} {absence(found)}", file=sys.stderr)
