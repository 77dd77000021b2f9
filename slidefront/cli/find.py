"""`slidefront find`."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from slidefront.cli.options import DaskOption, JsonOption, MemoryOption, SeedOption, ThreadsOption, argument, option
from slidefront.cli.output import print_json, remark
from slidefront.cli.progress import LineProgress, same_command
from slidefront.errors import RunError
from slidefront.files import make_folder, try_writing, writing_to

if TYPE_CHECKING:
    from slidefront.find.kind import Kind
    from slidefront.find.sampling import Sets


@dataclass(frozen=True, kw_only=True)
class FindFields:
    """What to find, and how."""

    board: Annotated[str, argument("RxC|FILE", "The board, such as 4x4; or a TOML file of a kind of puzzles.")]
    rules: Annotated[str, option("--rules", "The kind of puzzles.", "simple|rush")] = "simple"
    out: Annotated[Path | None, option("--out", "What is found so far. Default: data/find-<kind>.", "FOLDER")] = None
    walls: Annotated[int, option("--walls", "At most so many walls, for rush.", "N")] = 0
    most: Annotated[int | None, option("--most", "At most so many pieces; walls are not counted.", "N", min=1)] = None
    top: Annotated[int, option("--top", "Boards of each number of pieces.", max=1000)] = 10
    least: Annotated[
        int | None,
        option("--least", "Take all boards of at least this length, as many as --top allows.", "LENGTH", min=1),
    ] = None
    minimal: Annotated[
        bool, option("--minimal", "For rush: write all minimal puzzles as Parquet, not the hardest ones.")
    ] = False
    seconds: Annotated[
        float | None,
        option(
            "--seconds",
            "Sample for so long instead of searching all: the hardest found so far, as lower bounds.",
            "N",
            min=0,
        ),
    ] = None
    seed: SeedOption = 0
    threads: ThreadsOption = None
    memory: MemoryOption = None
    dask: DaskOption = None


def find(asked: FindFields, as_json: JsonOption = False) -> None:
    """Find the hardest puzzles of a kind.

    The result includes a proof that there is none harder. All puzzles of the kind are searched: for each set of
    pieces, all boards from all goals at once. Run the same command again to continue after an interruption. A file
    says which pieces lie on which board; see docs/hardest.md.
    """
    from slidefront.find.read import kind_of, sampler_of
    from slidefront.find.search import estimate
    from slidefront.view.find import rows_text

    if asked.seconds is not None:
        if asked.minimal or asked.dask or asked.memory:
            raise typer.BadParameter(
                "a sample is not divided into tasks: leave --minimal, --dask and --memory out", param_hint="'--seconds'"
            )
        sampler = sampler_of(asked.board, asked.rules, asked.walls, asked.most)
        kind, folder = sampler.kind, asked.out or Path("data") / f"find-{sampler.kind.name}-sample"
        rows = _sample(sampler, asked, asked.seconds, folder)
    else:
        kind = kind_of(asked.board, asked.rules, walls=asked.walls, most=asked.most)
        if asked.minimal and kind.measure != "clusters":
            raise typer.BadParameter(
                "it is for kinds whose clusters are measured, such as rush", param_hint="'--minimal'"
            )
        remark(estimate(kind))
        folder = asked.out or Path("data") / f"find-{kind.name}"
        rows = _search(kind, asked, folder)
    if as_json:
        print_json({"kind": kind.name, "path": str(folder), "pieces": rows})
    else:
        typer.echo(rows_text(rows))


def _search(kind: "Kind", asked: FindFields, folder: Path) -> list[dict[str, Any]]:
    """Search all puzzles of a kind, and write what is found."""
    from slidefront.find.output import write_lengths, write_minimal, write_puzzles, write_table
    from slidefront.find.packs import check_top, hardest_packs
    from slidefront.find.search import ALL, searching
    from slidefront.view.find import found_rows

    searched = "searching … (the first search on a machine compiles for half a minute)"
    with (
        LineProgress(searched, f": what was found is saved; {same_command()}") as progress,
        searching(
            kind,
            folder,
            top=ALL if asked.minimal else asked.top,
            threads=asked.threads,
            memory=asked.memory,
            executor=asked.dask,
            watcher=progress,
        ) as search,
    ):
        found = search.run()
        rows = found_rows(kind, found)
        if not asked.minimal and asked.least is not None:
            check_top(found, asked.top, asked.least)
        packs = [] if asked.minimal else [*hardest_packs(kind, found, progress, asked.least or 1)]
        with writing_to(folder):
            write_table(folder, rows)
            write_lengths(folder, found)
            if asked.minimal:
                write_minimal(folder, found)
            else:
                write_puzzles(folder, packs)
    return rows


def _sample(sampler: "Sets", asked: FindFields, seconds: float, folder: Path) -> list[dict[str, Any]]:
    """Search for some time, and write what is found to a new folder."""
    from slidefront.explore.budget import make_budget
    from slidefront.find.output import write_puzzles, write_table
    from slidefront.find.packs import hardest_packs
    from slidefront.find.sampling import sample
    from slidefront.view.find import sampled_rows

    with writing_to(folder):
        make_folder(folder)
        if any(folder.iterdir()):
            raise RunError(f"{folder} has files already: choose a new folder with --out")
        try_writing(folder)
    with LineProgress("sampling …", ": no problems were written") as progress:
        threads = make_budget(asked.threads).tasks
        found = sample(sampler, seconds, top=asked.top, seed=asked.seed, threads=threads, watcher=progress)
        rows = sampled_rows(sampler.kind, found)
        packs = [*hardest_packs(sampler.kind, found, progress, asked.least or 1)]
        with writing_to(folder):
            write_table(folder, rows)
            write_puzzles(folder, packs)
    remark("lower bounds: the hardest found so far; only a whole search proves that there are none harder")
    return rows
