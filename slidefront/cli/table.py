"""`slidefront table`."""

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront.cli.completion import values
from slidefront.cli.options import JsonOption, MetricOption, PuzzleArgument, ThreadsOption
from slidefront.cli.output import note, print_json, say

if TYPE_CHECKING:
    from slidefront.cli.progress import StatusLine
    from slidefront.tables.explore import TableProgress

_LONG_DEPTH = 5.0  # seconds: on a terminal, the line of a longer depth stays on the screen


def table(
    puzzle: PuzzleArgument,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="The table. Default: data/<puzzle>.table.")
    ] = None,
    start: Annotated[
        str, typer.Option("--from", **values("home|goal|BOARD"), help="The board that distances are counted from.")
    ] = "home",
    run: Annotated[
        str | None, typer.Option("--run", **values("RUN"), help="Make the table from the layers of this finished run.")
    ] = None,
    metric: MetricOption = None,
    threads: ThreadsOption = None,
    memory: Annotated[
        str | None,
        typer.Option("--memory", metavar="SIZE", help="Memory limit, such as 2GiB. Default: 70% of the memory."),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print no progress and no table.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Store the distance of every board of a whole space in one file, at two bits per board.

    Tile boards and graphs with distinct labels are explored in memory, without layers. For other puzzles, the table is
    made from the layers of a finished run. Run the same command again to continue after an interruption.
    """
    from slidefront import units
    from slidefront.cli.interrupt import StopSignal
    from slidefront.cli.progress import StatusLine
    from slidefront.explore.watch import Interrupted
    from slidefront.puzzles.read.load import load
    from slidefront.store.run import find_run
    from slidefront.tables.explore import make_table
    from slidefront.view.tables import table_data, table_ending, table_growth

    loaded = load(puzzle, metric)
    most_memory = units.parse_size(memory) if memory else None
    silent = quiet or as_json
    with StopSignal() as stop:
        try:
            with StatusLine("exploring …", silent) as line:
                made = make_table(
                    loaded,
                    out,
                    start=start,
                    run=find_run(run) if run else None,
                    threads=threads,
                    memory=most_memory,
                    tell=_progress(line, silent),
                    stop=stop,
                )
        except Interrupted:
            command = shlex.join(["slidefront", *sys.argv[1:]])
            note(f"interrupted: the finished depths are saved; to continue, run:\n    {command}")
            raise typer.Exit(stop.exit_code) from None
    if as_json:
        print_json(table_data(made))
    elif not quiet:
        typer.echo(table_growth(made))
        say(table_ending(made))


def _progress(line: "StatusLine", silent: bool) -> "Callable[[TableProgress], None]":
    """Report each finished depth: in the live line of a terminal, else on a line of its own."""
    from slidefront.view.tables import progress_line

    def tell(progress: "TableProgress") -> None:
        if line.live and progress.layer.seconds < _LONG_DEPTH:
            line.update(progress_line(progress))
        elif not silent:
            line.print(progress_line(progress))

    return tell
