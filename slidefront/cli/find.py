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
    rules: Annotated[str, typer.Option("--rules", **listed("KIND", "simple"), help="The kind of puzzles.")] = "simple",
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FOLDER", help="What is found so far. Default: data/find-<kind>."),
    ] = None,
    top: Annotated[
        int, typer.Option("--top", metavar="N", min=1, max=1000, help="How many boards of each number of pieces.")
    ] = 10,
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
    from slidefront.find.read import kind_of
    from slidefront.find.search import estimate, searching
    from slidefront.view.find import found_data, found_text

    kind = kind_of(board, rules)
    folder = out or Path("data") / f"find-{kind.name}"
    if not quiet:
        note(estimate(kind))
    with (
        FindProgress("searching …", quiet=quiet or as_json) as progress,
        searching(kind, folder, top=top, threads=threads, memory=memory, executor=dask, watcher=progress) as search,
    ):
        found = search.run()
    if as_json:
        print_json(found_data(kind, found))
    else:
        typer.echo(found_text(kind, found))
