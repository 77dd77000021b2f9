"""`slidefront table`."""

from pathlib import Path
from typing import Annotated

import typer

from slidefront.cli.completion import values
from slidefront.cli.options import JsonOption, MetricOption, PuzzleArgument, ThreadsOption
from slidefront.cli.output import print_json, say


def table(
    puzzle: PuzzleArgument,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="The table. Default: data/<puzzle>.table.")
    ] = None,
    start: Annotated[
        str, typer.Option("--from", **values("home|goal|BOARD"), help="The board that distances are counted from.")
    ] = "home",
    metric: MetricOption = None,
    threads: ThreadsOption = None,
    memory: Annotated[
        str | None,
        typer.Option("--memory", metavar="SIZE", help="Memory limit, such as 2GiB. Default: 70% of the memory."),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print no progress and no table.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Store the distance of every board of a whole space in one file, at one or two bits per board.

    The space is explored in memory, without layers: tile boards and graphs with distinct labels, and block puzzles.
    Run the same command again to continue after an interruption.
    """
    from slidefront.cli.line_progress import TableLines
    from slidefront.puzzles.load import load
    from slidefront.tables.explore import make_table
    from slidefront.view.tables import table_data, table_ending, table_growth

    loaded = load(puzzle, metric)
    with TableLines("exploring …", quiet=quiet or as_json) as lines:
        made = make_table(loaded, out, start=start, threads=threads, memory=memory, watcher=lines)
    if as_json:
        print_json(table_data(made))
    elif not quiet:
        typer.echo(table_growth(made))
        say(table_ending(made))
