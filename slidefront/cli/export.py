"""`slidefront export`."""

from typing import Annotated

import typer

from slidefront.cli.completion import listed, values
from slidefront.cli.options import OutFileOption, RunArgument
from slidefront.cli.output import check_new_file, choose_format, note_file, open_output


def export(
    run: RunArgument,
    depth: Annotated[
        str, typer.Option("--depth", metavar="A:B", help="Depths from A to B, both included; or A, A: or :B.")
    ] = ":",
    to: Annotated[
        str | None,
        typer.Option("--to", **values("csv|jsonl|parquet"), help="The format. Default: that of FILE, or csv."),
    ] = None,
    columns: Annotated[
        str,
        typer.Option(
            "--columns",
            **listed("A,B,...", "state", "depth", "board", "marked", "hole", "manhattan", "bound"),
            help="state, depth, board, marked, hole, manhattan, bound; and at_5, row_5, column_5 of any tile or piece.",
        ),
    ] = "depth,board",
    out: OutFileOption = None,
) -> None:
    """Export the boards of a run as CSV, JSON or Parquet.

    Boards are sorted by depth and then by key.
    """
    from slidefront import units
    from slidefront.analysis.export import FORMATS
    from slidefront.analysis.export import export as write
    from slidefront.store.run import find_run

    to = choose_format(to, out, FORMATS, "'--to'")
    check_new_file(out)
    found = find_run(run)
    depths = units.parse_range(depth, found.depth)
    with open_output(out) as file:
        boards = write(found, file, to, depths, columns)
    if out is not None:
        note_file(units.counted(boards, "board"), out)
