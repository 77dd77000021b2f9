"""Build, list and remove pattern databases. They make searches of tile boards and graphs fast."""

from pathlib import Path
from typing import Annotated

import typer

from slidefront import units
from slidefront.cli.inputs import load_puzzle
from slidefront.cli.options import JsonOption, MetricOption, PuzzleArgument, ThreadsOption, argument, option
from slidefront.cli.output import echo, note, print_json, say
from slidefront.cli.progress import LineProgress
from slidefront.errors import SlidefrontError


def build(
    puzzle: PuzzleArgument,
    large: Annotated[bool, option("--large", "The large database, for long searches.")] = False,
    sizes: Annotated[str | None, option("--sizes", "Numbers of tiles in the groups, such as 8-7.", "N-N-...")] = None,
    metric: MetricOption = None,
    threads: ThreadsOption = None,
) -> None:
    """Build the pattern databases of a puzzle, and store them in the cache folder of the user.

    Without --large or --sizes these are the small ones, which `solve` builds by itself. If there are several, `solve`
    uses the largest.
    """
    from slidefront.executors.budget import make_budget
    from slidefront.search.patterns.databases import check_memory, open_stored, partition_for, path_of, store_new

    if large and sizes is not None:
        raise typer.BadParameter("--large and --sizes exclude each other")
    loaded = load_puzzle(puzzle, metric)
    wanted = partition_for(loaded, large=large, sizes=None if sizes is None else _parse_sizes(sizes))
    check_memory(wanted)
    workers = make_budget(threads).threads
    with LineProgress("building …", ": the same command continues from here") as progress:
        found = open_stored(wanted, progress)
        if found is None:
            store_new(wanted, progress, workers, loaded.name)
    if found is not None:
        note(f"{path_of(wanted)} already exists ({units.size(found.entries.size)})")
    if not path_of(wanted).is_file():
        raise typer.Exit(2)


def list_patterns(as_json: JsonOption = False) -> None:
    """List the pattern databases in the cache folder."""
    from slidefront.draw.table import table
    from slidefront.search.patterns.build import patterns_folder
    from slidefront.search.patterns.databases import stored

    found = list(stored())
    if as_json:
        print_json(found)
    elif not found:
        say(f"no pattern databases in {patterns_folder()}: `slidefront patterns build 15-puzzle` builds some")
    else:
        rows = [
            [
                one["name"],
                one["puzzle"] or "",
                one["metric"],
                one["name"].rpartition("-")[0],
                str(one["cells"]),
                units.size(one["bytes"]),
            ]
            for one in found
        ]
        echo(table(["name", "puzzle", "metric", "tiles", "cells", "size"], rows, words=[0, 1, 2, 3]))
        say(f"in {patterns_folder()}")


def remove(
    names: Annotated[list[str] | None, argument("[NAME]...", "Names from the list.")] = None,
    every: Annotated[bool, option("--all")] = False,
) -> None:
    """Remove pattern databases from the cache folder; only files that slidefront wrote."""
    from slidefront.search.patterns.databases import stored, unfinished_files

    if bool(names) == every:
        raise typer.BadParameter("name the databases to remove, or give --all", param_hint="NAME")
    found = {one["name"]: Path(one["path"]) for one in stored()}
    for name in names or []:
        if name not in found:
            raise SlidefrontError(f"no pattern database is named {name!r}: `slidefront patterns list` shows them")
    for name in names or list(found):
        found[name].unlink(missing_ok=True)
        note(f"removed {found[name]}")
    for path in unfinished_files() if every else ():
        path.unlink(missing_ok=True)
        note(f"removed {path}")


def _parse_sizes(text: str) -> list[int]:
    parts = text.split("-")
    if not all(part.isdecimal() and len(part) < 3 for part in parts):
        raise typer.BadParameter(f"{text!r} is not a list of sizes such as 8-7", param_hint="'--sizes'")
    return [int(part) for part in parts]


COMMANDS = {"build": build, "list": list_patterns, "remove": remove}
