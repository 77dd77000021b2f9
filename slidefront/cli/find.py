"""`slidefront find`."""

from pathlib import Path
from typing import Annotated

import typer

from slidefront.cli.completion import listed, values
from slidefront.cli.options import JsonOption, ThreadsOption
from slidefront.cli.output import note, print_json


def find(
    board: Annotated[
        str, typer.Argument(**values("RxC|FILE"), help="The board, such as 4x4; or a TOML file of a kind of puzzles.")
    ],
    rules: Annotated[
        str, typer.Option("--rules", **listed("KIND", "simple", "rush"), help="The kind of puzzles.")
    ] = "simple",
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FOLDER", help="What is found so far. Default: data/find-<kind>."),
    ] = None,
    walls: Annotated[int, typer.Option("--walls", metavar="N", help="At most so many walls, for rush.")] = 0,
    top: Annotated[
        int, typer.Option("--top", metavar="N", min=1, max=1000, help="How many boards of each number of pieces.")
    ] = 10,
    every: Annotated[
        bool, typer.Option("--all", help="For rush: write all minimal puzzles as Parquet, not the hardest ones.")
    ] = False,
    threads: ThreadsOption = None,
    memory: Annotated[
        str | None,
        typer.Option("--memory", metavar="SIZE", help="Memory limit, such as 2GiB. Default: 70% of the memory."),
    ] = None,
    dask: Annotated[
        str | None, typer.Option("--dask", metavar="ADDRESS|local:N", help="Work on a Dask cluster.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print no progress.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Find the hardest puzzles of a kind, with proof that there is none harder.

    All puzzles of the kind are searched: for each set of pieces, all boards from all goals at once. Run the same
    command again to continue after an interruption.
    """
    from slidefront.cli.line_progress import FindProgress
    from slidefront.find.output import write_minimal, write_puzzles, write_tables
    from slidefront.find.read import kind_of
    from slidefront.find.search import ALL, estimate, searching
    from slidefront.view.find import found_data, found_rows, found_text

    kind = kind_of(board, rules, walls=walls)
    if every and kind.measure != "clusters":
        raise typer.BadParameter("it is for kinds whose clusters are measured, such as rush", param_hint="'--all'")
    folder = out or Path("data") / f"find-{kind.name}"
    if not quiet:
        note(estimate(kind))
    with (
        FindProgress("searching …", quiet=quiet or as_json) as progress,
        searching(
            kind, folder, top=ALL if every else top, threads=threads, memory=memory, executor=dask, watcher=progress
        ) as search,
    ):
        found = search.run()
        write_tables(folder, found_rows(kind, found), found)
        if every:
            write_minimal(folder, found)
        else:
            write_puzzles(folder, kind, found, progress)
    if as_json:
        print_json(found_data(kind, found))
    else:
        typer.echo(found_text(kind, found))
