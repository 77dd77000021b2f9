"""The command that writes layers to a file of another kind."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from slidefront.cli.making import note
from slidefront.cli.options import RunArgument


def export(
    run: RunArgument,
    depth: Annotated[
        str, typer.Option("--depth", metavar="A:B", help="The depths from A to B; one depth, A: or :B will do as well.")
    ] = ":",
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="csv|jsonl|parquet", help="The format; by default that of FILE, or csv."),
    ] = None,
    columns: Annotated[
        str,
        typer.Option(
            "--columns",
            metavar="A,B,...",
            help="state, depth, board, marked, hole; at_5, row_5, column_5 for tile 5, and so for any tile or piece.",
        ),
    ] = "depth,board",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="A new file; standard output by default.")
    ] = None,
) -> None:
    """Write boards of a run as CSV, JSON lines or Parquet, in order of depth and then key."""
    from slidefront import units
    from slidefront.analysis.export import FORMATS, new_file
    from slidefront.analysis.export import export as write
    from slidefront.store.run import find_run

    to = to or (out.suffix[1:] if out and out.suffix[1:] in FORMATS else "csv")
    if to not in FORMATS:
        raise typer.BadParameter(f"{to!r} is no format: take one of {', '.join(FORMATS)}", param_hint="'--to'")
    found = find_run(run)
    depths = units.parse_range(depth, found.depth)
    if out is None:
        if to == "parquet":
            raise typer.BadParameter("parquet is no text for a terminal: name a file", param_hint="'--out'")
        write(found, sys.stdout.buffer, to, depths, columns)
        sys.stdout.buffer.flush()
        return
    with new_file(out) as file:
        boards = write(found, file, to, depths, columns)
    note(f"{units.counted(boards, 'board')} in {out}, {units.size(out.stat().st_size)}")
