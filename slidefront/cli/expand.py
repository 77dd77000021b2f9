"""`slidefront expand`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront.cli.completion import values
from slidefront.cli.options import (
    PUZZLE_HELP,
    AxisOption,
    DaskOption,
    FrozenOption,
    GridGoalOption,
    GroupsOption,
    JsonOption,
    MetricOption,
    ThreadsOption,
)
from slidefront.cli.output import note, print_json, say
from slidefront.cli.runs import ExpandOptions, expand_run

if TYPE_CHECKING:
    from slidefront.puzzles.core import Puzzle
    from slidefront.puzzles.starts import Starts


def expand(
    puzzle: Annotated[
        str,
        typer.Argument(
            **values("PUZZLE"),
            help=PUZZLE_HELP,
        ),
    ] = "14-puzzle",
    depth: Annotated[
        int | None,
        typer.Option("--depth", metavar="N", min=0, help="Stop at this depth. Default: explore the whole space."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FOLDER", help="The folder of the run. Default: data/<puzzle>."),
    ] = None,
    start: Annotated[
        str,
        typer.Option("--from", **values("home|goal|BOARD|FILE"), help="The boards of layer 0; one per line of a file."),
    ] = "home",
    goals_of: Annotated[
        str | None,
        typer.Option("--from-goals-of", **values("RUN"), help="Start from all boards of a run that meet the goal."),
    ] = None,
    metric: MetricOption = None,
    axis: AxisOption = None,
    frozen: FrozenOption = None,
    groups: GroupsOption = None,
    grid_goal: GridGoalOption = None,
    threads: ThreadsOption = None,
    memory: Annotated[
        str | None,
        typer.Option("--memory", metavar="SIZE", help="Memory limit, such as 2GiB. Default: 70% of the memory."),
    ] = None,
    scratch: Annotated[
        Path | None,
        typer.Option("--scratch", metavar="FOLDER", help="Folder for temporary files. Default: inside the run."),
    ] = None,
    dask: DaskOption = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print no progress and no table.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Explore a puzzle, and store its layers on disk.

    Each layer is a sorted Parquet file with all boards at one depth.

    Run the same command again to continue after an interruption, or give a greater --depth to go deeper.
    """
    from slidefront.cli.inputs import load_puzzle
    from slidefront.explore.starts import goals_of as goals_in
    from slidefront.puzzles.grid_options import GridOptions
    from slidefront.puzzles.starts import starts_typed
    from slidefront.store.names import default_folder
    from slidefront.store.run import find_run
    from slidefront.view.growth import ending, growth_data, growth_table

    silent = quiet or as_json
    loaded = load_puzzle(puzzle, metric, GridOptions(axis, frozen, groups, grid_goal), quiet=silent)
    starts = goals_in(loaded, find_run(goals_of)) if goals_of else starts_typed(loaded, start)
    folder = out or default_folder(loaded, starts)
    if not silent:
        _describe_starts(loaded, starts)
    depth_before = _depth_of(folder)
    run = expand_run(loaded, starts, folder, ExpandOptions(depth, threads, memory, scratch, silent, dask))
    if depth_before is not None and run.depth == depth_before and not silent:
        note(f"nothing to do: {folder} already has layers 0 to {depth_before}")
    if as_json:
        print_json(growth_data(run.manifest, str(folder)))
    elif not quiet:
        typer.echo(growth_table(run.manifest))
        say(ending(run.manifest, str(folder)))


def _depth_of(folder: Path) -> int | None:
    """The depth that a run has reached, if there is a run."""
    from slidefront.store.manifest import NAME, load_manifest

    return load_manifest(folder).depth if (folder / NAME).exists() else None


def _describe_starts(puzzle: "Puzzle", starts: "Starts") -> None:
    if starts.is_set:
        note(f"layer 0 has {starts.keys.size:,} boards")
    elif puzzle.reaches(int(starts.keys[0])) is False:
        note(f"{starts.name} cannot be reached from home: exploring the boards that can be reached from {starts.name}")
