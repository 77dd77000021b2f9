"""`slidefront export`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront import units
from slidefront.cli.options import ExploredArgument, option
from slidefront.cli.output import choose_format, note, note_file, open_output
from slidefront.cli.progress import LineProgress, same_command
from slidefront.cli.sources import find_space

if TYPE_CHECKING:
    from slidefront.store.space import Space

_COLUMNS = ("state", "depth", "board", "marked", "hole", "manhattan", "bound", "moves", "ahead", "beside", "back")


def export(
    run: ExploredArgument,
    depth: Annotated[str, option("--depth", "Default: all.")] = ":",
    form: Annotated[
        str | None,
        option(
            "--format",
            "run makes a run folder of a table. Default: that of the file, or csv.",
            "csv|jsonl|parquet|run",
        ),
    ] = None,
    columns: Annotated[
        str | None,
        option(
            "--columns",
            f"{', '.join(_COLUMNS)}; and at_5, row_5, column_5 of any tile or piece. Default: depth,board.",
            "A,B,...",
            _COLUMNS,
        ),
    ] = None,
    edges: Annotated[
        bool, option("--edges", "Export the moves between these boards, each once, in place of the boards.")
    ] = False,
    out: Annotated[Path | None, option("--out", "A new file. Default: standard output.")] = None,
) -> None:
    """Export the boards of a run or a table, or the moves between them.

    The layers of a table are explored again. Boards are sorted by depth and then by key.
    """
    from slidefront.frames.export import FORMATS, export_edges
    from slidefront.frames.export import export as export_boards

    found = find_space(run)
    depths = units.parse_range(depth, max(0, found.greatest_depth))
    if form == "run":
        _write_run(found, depths, out)
        return
    if edges and columns:
        raise typer.BadParameter(
            "edges have the columns source, target, source_depth, target_depth", param_hint="'--columns'"
        )
    form = choose_format(form, out, FORMATS)
    with open_output(out) as file:
        if edges:
            written = units.counted(export_edges(found, file, form, depths), "edge")
        else:
            written = units.counted(export_boards(found, file, form, depths, columns or "depth,board"), "board")
    if out is not None:
        note_file(written, out)


def _write_run(found: "Space", depths: range, out: Path | None) -> None:
    """Write a run folder with the layers of a table."""
    from slidefront.tables.runs import write_run
    from slidefront.tables.table import Table

    if out is None or not isinstance(found, Table) or (depths.start, depths.step) != (0, 1):
        raise typer.BadParameter(
            "a run is made of a table, from depth 0 on: `slidefront export TABLE --format run --out FOLDER`, or with "
            "--depth :B to depth B",
            param_hint="'--format'",
        )
    with LineProgress("exploring …", f": the finished layers are saved; {same_command()}") as lines:
        made = write_run(found, out, depth=depths[-1], watcher=lines)
    boards = units.counted(made.boards, "board")
    note(f"{boards} to depth {made.greatest_depth} in {made.path}, {units.size(made.manifest.bytes)}")
