"""The command that explores."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront.cli.making import make_run, note
from slidefront.cli.options import PUZZLE_HELP, JsonOption, MetricOption, puzzle_names

if TYPE_CHECKING:
    from slidefront.puzzles.core import Puzzle
    from slidefront.puzzles.read.boards import Starts


def expand(
    puzzle: Annotated[
        str, typer.Argument(metavar="PUZZLE", help=PUZZLE_HELP, autocompletion=puzzle_names)
    ] = "14-puzzle",
    depth: Annotated[
        int | None,
        typer.Option("--depth", metavar="N", help="Stop at this depth; without it, at the end of the space."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FOLDER", help="Where the run is kept; data/<puzzle> by default."),
    ] = None,
    start: Annotated[
        str,
        typer.Option("--from", metavar="home|goal|BOARD|FILE", help="The boards of layer 0; a file has one a line."),
    ] = "home",
    goals_of: Annotated[
        str | None,
        typer.Option(
            "--from-goals-of", metavar="RUN", help="Layer 0 is the boards of a finished run that meet the goal."
        ),
    ] = None,
    metric: MetricOption = None,
    threads: Annotated[
        int | None, typer.Option("--threads", metavar="N", help="Threads to work with; all cores by default.")
    ] = None,
    memory: Annotated[
        str | None,
        typer.Option("--memory", metavar="SIZE", help="Memory to stay within, such as 2GiB; 70% by default."),
    ] = None,
    scratch: Annotated[
        Path | None,
        typer.Option("--scratch", metavar="FOLDER", help="Where keys wait that do not fit memory; inside the run."),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress and no table.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Explore a puzzle depth by depth; each depth becomes a sorted layer on disk.

    The same command again goes on where the last one stopped, and a larger depth goes on from there.
    """
    from slidefront.explore.expand import default_folder
    from slidefront.explore.starts import goals_of as goals_in
    from slidefront.puzzles.read.boards import starts_typed
    from slidefront.puzzles.read.load import load
    from slidefront.store.run import find_run
    from slidefront.view.growth import ending, growth_data, growth_table

    loaded = load(puzzle, metric)
    starts = goals_in(loaded, find_run(goals_of)) if goals_of else starts_typed(loaded, start)
    folder = out or default_folder(loaded, starts)
    say = _silent if quiet or as_json else note
    _tell_starts(loaded, starts, say)
    before = _depth_there(folder)
    run = make_run(loaded, starts, folder, quiet or as_json, depth, threads, memory, scratch)
    if before is not None and run.depth == before:
        say(f"{folder} has layers 0 to {before} already: nothing was to be done")
    if as_json:
        typer.echo(json.dumps(growth_data(run.manifest, str(folder)), indent=1))
    elif not quiet:
        typer.echo(growth_table(run.manifest))
        typer.echo(ending(run.manifest, str(folder)))


def _silent(text: str) -> None:
    pass


def _depth_there(folder: Path) -> int | None:
    from slidefront.store.manifest import NAME, load_manifest

    return load_manifest(folder).depth if (folder / NAME).exists() else None


def _tell_starts(puzzle: "Puzzle", starts: "Starts", say: Callable[[str], None]) -> None:
    if starts.is_set:
        say(f"layer 0 is {starts.keys.size:,} boards")
    elif puzzle.reaches(int(starts.keys[0])) is False:
        say(f"{starts.name} cannot be reached from home: this explores the boards that can be reached from it")
