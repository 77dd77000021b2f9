"""`slidefront find`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, cast

import typer

from slidefront.cli.completion import listed, values
from slidefront.cli.options import (
    DaskOption,
    JsonOption,
    QuietOption,
    SeedOption,
    ThreadsOption,
    memory_option,
    out_option,
    top_option,
)
from slidefront.cli.output import note, print_json

if TYPE_CHECKING:
    from slidefront.find.kind import Kind
    from slidefront.find.sampling import Sets


def find(
    board: Annotated[
        str, typer.Argument(**values("RxC|FILE"), help="The board, such as 4x4; or a TOML file of a kind of puzzles.")
    ],
    rules: Annotated[
        str, typer.Option("--rules", **listed("KIND", "simple", "rush"), help="The kind of puzzles.")
    ] = "simple",
    out: Annotated[Path | None, out_option("What is found so far. Default: data/find-<kind>.", "FOLDER")] = None,
    walls: Annotated[int, typer.Option("--walls", metavar="N", help="At most so many walls, for rush.")] = 0,
    most: Annotated[
        int | None, typer.Option("--most", metavar="N", min=1, help="At most so many pieces; walls are not counted.")
    ] = None,
    top: Annotated[int, top_option("Boards of each number of pieces.", 1000)] = 10,
    least: Annotated[
        int | None,
        typer.Option(
            "--least", metavar="LENGTH", min=1, help="Take all boards of at least this length, as many as --top allows."
        ),
    ] = None,
    minimal: Annotated[
        bool, typer.Option("--minimal", help="For rush: write all minimal puzzles as Parquet, not the hardest ones.")
    ] = False,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            metavar="N",
            min=0,
            help="Sample for so long instead of searching all: the hardest found so far, as lower bounds.",
        ),
    ] = None,
    seed: SeedOption = 0,
    threads: ThreadsOption = None,
    memory: Annotated[str | None, memory_option()] = None,
    dask: DaskOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> None:
    """Find the hardest puzzles of a kind.

    The result includes a proof that there is none harder. All puzzles of the kind are searched: for each set of
    pieces, all boards from all goals at once. Run the same command again to continue after an interruption. A file
    says which pieces lie on which board; see docs/hardest.md.
    """
    from slidefront.find.read import kind_of, sampler_of
    from slidefront.find.search import estimate

    if seconds is not None:
        if minimal or dask or memory:
            raise typer.BadParameter(
                "a sample is not divided into tasks: leave --minimal, --dask and --memory out", param_hint="'--seconds'"
            )
        _sample(sampler_of(board, rules, walls, most), seconds, Options(out, top, least, threads, quiet, as_json), seed)
        return
    kind = kind_of(board, rules, walls=walls, most=most)
    if minimal and kind.measure != "clusters":
        raise typer.BadParameter("it is for kinds whose clusters are measured, such as rush", param_hint="'--minimal'")
    if not quiet:
        note(estimate(kind))
    options = Options(out or Path("data") / f"find-{kind.name}", top, least, threads, quiet, as_json)
    _search(kind, options, WholeOptions(memory, dask, minimal))


class Options(NamedTuple):
    """What a whole search and a sample have in common."""

    folder: Path | None
    top: int
    least: int | None
    threads: int | None
    quiet: bool
    as_json: bool


class WholeOptions(NamedTuple):
    """What only a whole search has."""

    memory: str | None
    dask: str | None
    minimal: bool


def _search(kind: "Kind", options: Options, means: WholeOptions) -> None:
    from slidefront.cli.progress import LineProgress, same_command
    from slidefront.files import writing_to
    from slidefront.find.output import write_lengths, write_minimal, write_puzzles, write_table
    from slidefront.find.packs import check_top, hardest_packs
    from slidefront.find.search import ALL, searching
    from slidefront.view.find import found_rows

    folder = cast(Path, options.folder)
    saved = f": what was found is saved; {same_command()}"
    with (
        LineProgress(
            "searching … (the first search on a machine compiles for half a minute)",
            saved,
            quiet=options.quiet or options.as_json,
        ) as progress,
        searching(
            kind,
            folder,
            top=ALL if means.minimal else options.top,
            threads=options.threads,
            memory=means.memory,
            executor=means.dask,
            watcher=progress,
        ) as search,
    ):
        found = search.run()
        rows = found_rows(kind, found)
        if not means.minimal and options.least is not None:
            check_top(found, options.top, options.least)
        packs = [] if means.minimal else [*hardest_packs(kind, found, progress, options.least or 1)]
        with writing_to(folder):
            write_table(folder, rows)
            write_lengths(folder, found)
            if means.minimal:
                write_minimal(folder, found)
            else:
                write_puzzles(folder, packs)
    _show(kind, rows, folder, as_json=options.as_json)


def _sample(sampler: "Sets", seconds: float, options: Options, seed: int) -> None:
    from slidefront.cli.progress import LineProgress
    from slidefront.errors import RunError
    from slidefront.explore.budget import make_budget
    from slidefront.files import make_folder, try_writing, writing_to
    from slidefront.find.output import write_puzzles, write_table
    from slidefront.find.packs import hardest_packs
    from slidefront.find.sampling import sample
    from slidefront.view.find import sampled_rows

    kind = sampler.kind
    folder = options.folder or Path("data") / f"find-{kind.name}-sample"
    with writing_to(folder):
        make_folder(folder)
        if any(folder.iterdir()):
            raise RunError(f"{folder} has files already: choose a new folder with --out")
        try_writing(folder)
    with LineProgress("sampling …", ": no problems were written", quiet=options.quiet or options.as_json) as progress:
        threads = make_budget(options.threads).tasks
        found = sample(sampler, seconds, top=options.top, seed=seed, threads=threads, watcher=progress)
        rows = sampled_rows(kind, found)
        packs = [*hardest_packs(kind, found, progress, options.least or 1)]
        with writing_to(folder):
            write_table(folder, rows)
            write_puzzles(folder, packs)
    if not options.as_json:
        note("lower bounds: the hardest found so far; only a whole search proves that there are none harder")
    _show(kind, rows, folder, as_json=options.as_json)


def _show(kind: "Kind", rows: "list[dict[str, Any]]", folder: Path, *, as_json: bool) -> None:
    from slidefront.view.find import rows_text

    if as_json:
        print_json({"kind": kind.name, "path": str(folder), "pieces": rows})
    else:
        typer.echo(rows_text(rows))
