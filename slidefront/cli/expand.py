"""`slidefront expand`."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront.cli.completion import values
from slidefront.cli.options import (
    PUZZLE_HELP,
    DaskOption,
    JsonOption,
    PuzzleFields,
    QuietOption,
    ScratchOption,
    ThreadsOption,
    memory_option,
    out_option,
    start_option,
)
from slidefront.cli.output import note, print_json, say

if TYPE_CHECKING:
    from slidefront.puzzles.core import Puzzle
    from slidefront.puzzles.starts import Starts
    from slidefront.store.run import Run


@dataclass(frozen=True, kw_only=True)
class ExpandPuzzle(PuzzleFields):
    """The puzzle to explore."""

    puzzle: Annotated[str, typer.Argument(**values("PUZZLE"), help=PUZZLE_HELP)] = "14-puzzle"


@dataclass(frozen=True, kw_only=True)
class ExpandMeans:
    """How to explore: what does not change which boards are found."""

    depth: Annotated[
        int | None,
        typer.Option("--depth", metavar="N", min=0, help="Explore to this depth. Default: to the end of the space."),
    ] = None
    threads: ThreadsOption = None
    memory: Annotated[str | None, memory_option()] = None
    scratch: ScratchOption = None
    dask: DaskOption = None
    quiet: QuietOption = False


def expand(
    asked: ExpandPuzzle,
    means: ExpandMeans,
    start: Annotated[str, start_option("It is layer 0; a file may have several.")] = "home",
    goals_of: Annotated[
        str | None,
        typer.Option("--from-goals-of", **values("RUN"), help="Start from all boards of a run that meet the goal."),
    ] = None,
    out: Annotated[Path | None, out_option("The folder of the run. Default: data/<puzzle>.", "FOLDER")] = None,
    as_json: JsonOption = False,
) -> None:
    """Explore a puzzle, and store its layers on disk.

    Each layer is a sorted Parquet file with all boards at one depth.

    Run the same command again to continue after an interruption, or give a greater --depth to go deeper.
    """
    from slidefront.explore.expand import goals_of as goals_in
    from slidefront.files import is_replacing
    from slidefront.routes.starts import starts_typed
    from slidefront.store.names import default_folder
    from slidefront.store.run import open_run
    from slidefront.view.growth import ending, growth_data, growth_table

    silent = means.quiet or as_json
    loaded = asked.load_with_goal(quiet=silent)
    starts = goals_in(loaded, open_run(goals_of)) if goals_of else starts_typed(loaded, start)
    folder = out or default_folder(loaded, starts)
    if not silent:
        _describe_starts(loaded, starts)
    depth_before = None if is_replacing() else _depth_of(folder)
    run = _explore(loaded, starts, folder, means, silent=silent)
    if depth_before is not None and run.greatest_depth == depth_before and not silent:
        note(f"nothing to do: {folder} already has layers 0 to {depth_before}")
    if as_json:
        print_json(growth_data(run, str(folder)))
    elif not means.quiet:
        typer.echo(growth_table(run.manifest))
        say(ending(run.manifest, str(folder)))


def _explore(puzzle: "Puzzle", starts: "Starts", folder: Path, means: ExpandMeans, *, silent: bool) -> "Run":
    """Make or continue a run. A signal stops it after the current tasks and ends the command."""
    from slidefront.cli.expand_progress import expand_progress
    from slidefront.cli.interrupt import StopSignal
    from slidefront.cli.progress import same_command
    from slidefront.explore.expand import expand as make
    from slidefront.store.run import Run
    from slidefront.watch import Interrupted

    with StopSignal() as stop:
        try:
            with expand_progress(folder, stop, quiet=silent, to_end=means.depth is None) as watcher:
                return make(
                    puzzle,
                    depth=means.depth,
                    out=folder,
                    starts=starts,
                    threads=means.threads,
                    memory=means.memory,
                    scratch=means.scratch,
                    watcher=watcher,
                    executor=means.dask,
                )
        except Interrupted:
            note(f"interrupted: layers 0 to {Run(folder).greatest_depth} are saved in {folder}; {same_command()}")
            raise typer.Exit(stop.exit_code) from None


def _depth_of(folder: Path) -> int | None:
    """The depth that a run has reached, if there is a run."""
    from slidefront.store.manifest import load_manifest
    from slidefront.store.writer import check_folder

    return load_manifest(folder).depth if check_folder(folder) else None


def _describe_starts(puzzle: "Puzzle", starts: "Starts") -> None:
    if starts.is_set:
        note(f"layer 0 has {starts.keys.size:,} boards")
    elif puzzle.theory.reaches(int(starts.keys[0])) is False:
        note(f"{starts.name} cannot be reached from home: exploring the boards that can be reached from {starts.name}")
