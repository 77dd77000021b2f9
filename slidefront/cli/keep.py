"""The commands for stored runs, tables and databases: `runs`, `verify` and `patterns`."""

from pathlib import Path
from typing import Annotated

import typer

import slidefront
from slidefront import units
from slidefront.cli.inputs import load_puzzle
from slidefront.cli.options import (
    STORED_HELP,
    DaskOption,
    JsonOption,
    LogOption,
    MetricOption,
    PuzzleArgument,
    ScratchOption,
    ThreadsOption,
    argument,
    option,
)
from slidefront.cli.output import command_text, echo, note, print_json, say
from slidefront.cli.progress import Progress, logged
from slidefront.errors import RunError, SlidefrontError, advise
from slidefront.executors.budget import Resources
from slidefront.watch import Watcher


def list_runs(
    folder: Annotated[Path, argument("FOLDER", "The folder to look in.")] = Path("data"),
    as_json: JsonOption = False,
) -> None:
    """List the runs and tables in a folder.

    Shows puzzle, metric, start, depth, boards and size of each, and which are whole.
    """
    from slidefront.report.spaces import stored_spaces_table
    from slidefront.store.manifest import DATA
    from slidefront.tables.open_space import stored_in

    spaces = stored_in(folder) if folder.exists() or folder != DATA else []  # the first run creates it
    if as_json:
        print_json([space.to_dict() for space in spaces])
    elif spaces:
        echo(stored_spaces_table(spaces))
    else:
        say(f"no runs or tables in {folder}: `slidefront expand PUZZLE` makes a run")


def verify(
    run: Annotated[str, argument("RUN|TABLE", f"A run or a table: {STORED_HELP}.")],
    deep: Annotated[
        bool, option("--deep", "Also recompute every layer and compare. Takes as long as `expand`.")
    ] = False,
    repair: Annotated[bool, option("--repair", "Recompute damaged layers.")] = False,
    threads: ThreadsOption = None,
    memory: Annotated[str | None, option("--memory", "This applies to --deep. Default: 70% of the memory.")] = None,
    scratch: ScratchOption = None,
    dask: DaskOption = None,
    log: LogOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check the files of a run or a table, and repair a run.

    Compares every file with the manifest, row by row, and lists the good layers. With --deep, also checks that
    each layer has all boards of its depth and no others, or that each distance of the table is right. The exit
    code is 1 if anything is wrong.

    With --repair, a damaged layer is recomputed from the two layers before it. If its boards differ from the
    manifest, the next layers are recomputed and compared too. A lost or damaged _run.json is rebuilt from the
    layers. Layers that cannot be recomputed stay as they are, and nothing else is removed.
    """
    from slidefront.report.spaces import layers_are, verified_text
    from slidefront.store.manifest import continuing
    from slidefront.tables.table import is_table, stored_path

    if repair and as_json:
        raise SlidefrontError("a repair prints no JSON: choose one of them", "repair", "json")
    if repair and (path := stored_path(run)) and is_table(path):
        raise RunError(f"{path} is a table, which cannot be repaired: remove the file and make the table again")
    resources = Resources(threads, memory, scratch, dask)
    with logged(Progress("verifying …", ": nothing was changed"), log) as watcher:
        report = slidefront.verify(run, deep=deep, watcher=watcher, resources=resources)
    again, manifest = command_text(advise("verify", report.path, repair=True)), report.manifest
    if as_json:
        print_json(report.to_dict())
    else:
        say(verified_text(report, "" if repair else f": {again} recomputes damaged layers"))
        if report.path.is_file() and report.good and manifest and not manifest.whole:
            for advice in continuing("table", manifest, report.path):
                say(f"continue it with {command_text(advice)}")
    if not repair:
        raise typer.Exit(0 if report.good else 1)
    if not report.damages and not report.leftovers:
        say("nothing to repair")
        raise typer.Exit(0 if report.good else 1)
    with logged(Watcher(), log) as watcher:
        left = slidefront.repair(report, resources=Resources(threads, memory), watcher=watcher)
    more = [f": continue it with {command_text(advice)}" for advice in continuing("expand", left, report.path)]
    say(f"{layers_are(left.depth)} good{': the whole space' if left.whole else ''.join(more)}")
    raise typer.Exit(1 if report.strays else 0)


def build_patterns(
    puzzle: PuzzleArgument,
    large: Annotated[bool, option("--large", "Build the large databases, for long searches.")] = False,
    metric: MetricOption = None,
    threads: ThreadsOption = None,
) -> None:
    """Build the pattern databases of a puzzle, and store them in the cache folder of the user.

    Without --large, builds the small databases that `solve` also builds when it needs them. `solve` prefers the large
    databases. Also compiles the inner loops of `solve`. If a signal stops the build, the same command continues it.
    """
    from slidefront.search.patterns.databases import check_memory, database_path, open_stored, partition_for, store_new

    loaded = load_puzzle(puzzle, metric)
    wanted = partition_for(loaded, large=large)
    check_memory(wanted)
    resources = Resources(threads)
    with Progress("building …", "; the same command continues the build") as progress:
        database = open_stored(wanted, progress)
        if database is None:
            store_new(wanted, progress, resources.budget().threads, loaded.name)
        progress.on_message("loading the inner loops of solve …")
        slidefront.prepare(loaded, resources=resources, watcher=progress)
    if database is not None:
        note(f"{database_path(wanted)} already exists ({units.size(database.entries.size)})")
    if not database_path(wanted).is_file():
        raise typer.Exit(2)


def list_patterns(as_json: JsonOption = False) -> None:
    """List the pattern databases in the cache folder."""
    from slidefront.search.patterns.databases import list_databases, patterns_folder

    databases = list(list_databases())
    if as_json:
        print_json(databases)
    elif not databases:
        say(f"no pattern databases in {patterns_folder()}: `slidefront patterns build 15-puzzle` builds some")
    else:
        rows = []
        for entry in databases:
            tiles, size = entry["name"].rpartition("-")[0], units.size(entry["bytes"])
            rows.append([entry["name"], entry["puzzle"] or "", entry["metric"], tiles, str(entry["cells"]), size])
        echo(units.format_table(["name", "puzzle", "metric", "tiles", "cells", "size"], rows, words=[0, 1, 2, 3]))
        say(f"in {patterns_folder()}")


PATTERNS = {"build": build_patterns, "list": list_patterns}
"""The commands of `patterns`."""
