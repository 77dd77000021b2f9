"""`slidefront export`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront.cli.completion import listed
from slidefront.cli.options import RunOrTableArgument, depths_option, format_option, out_option
from slidefront.cli.output import check_new_file, choose_format, note, note_file, open_output

if TYPE_CHECKING:
    from slidefront.store.explored import Explored

_COLUMNS = ("state", "depth", "board", "marked", "hole", "manhattan", "bound", "moves", "ahead", "beside", "back")


def export(
    run: RunOrTableArgument,
    depth: Annotated[str, depths_option("Default: all.", "A:B")] = ":",
    form: Annotated[
        str | None,
        format_option(
            "csv|jsonl|parquet|graphml|run",
            "graphml is for --edges; run makes a run folder of a table. Default: that of the file, or csv.",
        ),
    ] = None,
    columns: Annotated[
        str | None,
        typer.Option(
            "--columns",
            **listed("A,B,...", *_COLUMNS),
            help=f"{', '.join(_COLUMNS)}; and at_5, row_5, column_5 of any tile or piece. Default: depth,board.",
        ),
    ] = None,
    edges: Annotated[
        bool, typer.Option("--edges", help="Export the moves between these boards, each once, in place of the boards.")
    ] = False,
    out: Annotated[Path | None, out_option("A new file. Default: standard output.")] = None,
) -> None:
    """Export the boards of a run or a table, or the moves between them.

    The layers of a table are explored again, and so is a small space of a puzzle without a run or table. Boards are
    sorted by depth and then by key.
    """
    from slidefront import units
    from slidefront.analysis import export as boards_of
    from slidefront.analysis.graph import EDGES
    from slidefront.cli.sources import find_or_explore

    with find_or_explore(run) as found:
        depths = units.parse_range(depth, max(0, found.greatest_depth))
        if form == "run":
            _write_run(found, depths, out)
            return
        if edges and columns:
            raise typer.BadParameter(
                "edges have the columns source, target, source_depth, target_depth", param_hint="'--columns'"
            )
        form = choose_format(form, out, EDGES if edges else boards_of.FORMATS, "'--format'")
        check_new_file(out)
        with open_output(out) as file:
            if edges:
                written = units.counted(EDGES[form](found, file, depths), "edge")
            else:
                written = units.counted(boards_of.export(found, file, form, depths, columns or "depth,board"), "board")
        if out is not None:
            note_file(written, out)


def _write_run(found: "Explored", depths: range, out: Path | None) -> None:
    """Write a run folder with the layers of a table."""
    from slidefront import units
    from slidefront.cli.progress import same_command
    from slidefront.cli.work_progress import RunLines
    from slidefront.tables.runs import write_run
    from slidefront.tables.table import Table

    if out is None or not isinstance(found, Table) or (depths.start, depths.step) != (0, 1):
        raise typer.BadParameter(
            "a run is made of a table, from depth 0 on: `slidefront export TABLE --format run --out FOLDER`, or with "
            "--depth :B to depth B",
            param_hint="'--format'",
        )
    with RunLines("exploring …", f": the finished layers are saved; {same_command()}") as lines:
        made = write_run(found, out, depth=depths[-1], watcher=lines)
    boards = units.counted(made.boards, "board")
    note(f"{boards} to depth {made.greatest_depth} in {made.path}, {units.size(made.manifest.bytes)}")
