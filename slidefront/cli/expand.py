"""`slidefront expand`."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront.cli.options import (
    PUZZLE_HELP,
    DaskOption,
    JsonOption,
    MemoryOption,
    PuzzleFields,
    ScratchOption,
    ThreadsOption,
    argument,
    option,
)
from slidefront.cli.output import echo, is_quiet, print_json, remark, say
from slidefront.files import is_replacing

if TYPE_CHECKING:
    from slidefront.notation.starts import Starts
    from slidefront.puzzles.core import Puzzle


@dataclass(frozen=True, kw_only=True)
class ExpandPuzzle(PuzzleFields):
    """The puzzle to explore."""

    puzzle: Annotated[str, argument("PUZZLE", PUZZLE_HELP)] = "14-puzzle"


def expand(
    asked: ExpandPuzzle,
    depth: Annotated[
        int | None,
        typer.Option("--depth", metavar="N", min=0, help="Explore to this depth. Default: to the end of the space."),
    ] = None,
    start: Annotated[str, option("--from", "It is layer 0; a file may have several.")] = "home",
    goals_of: Annotated[
        str | None, option("--from-goals-of", "Start from all boards of a run that meet the goal.", "RUN")
    ] = None,
    out: Annotated[Path | None, option("--out", "The folder of the run. Default: data/<puzzle>.", "FOLDER")] = None,
    threads: ThreadsOption = None,
    memory: MemoryOption = None,
    scratch: ScratchOption = None,
    dask: DaskOption = None,
    as_json: JsonOption = False,
) -> None:
    """Explore a puzzle, and store its layers on disk.

    Each layer is a sorted Parquet file with all boards at one depth.

    Run the same command again to continue after an interruption, or give a greater --depth to go deeper.
    """
    from slidefront.cli.expand_progress import ExpandProgress
    from slidefront.draw.growth import ending, growth_data, growth_table
    from slidefront.explore.expand import expand as make
    from slidefront.explore.expand import goals_of as goals_in
    from slidefront.notation.board_files import starts_typed
    from slidefront.store.manifest import load_manifest
    from slidefront.store.names import default_folder
    from slidefront.store.run import open_run
    from slidefront.store.writer import check_folder

    loaded = asked.load_with_goal()
    starts = goals_in(loaded, open_run(goals_of)) if goals_of else starts_typed(loaded, start)
    folder = out or default_folder(loaded, starts)
    _describe_starts(loaded, starts)
    depth_before = None if is_replacing() or not check_folder(folder) else load_manifest(folder).depth
    with ExpandProgress(folder, to_end=depth is None) as progress:
        run = make(
            loaded,
            depth=depth,
            out=folder,
            starts=starts,
            threads=threads,
            memory=memory,
            scratch=scratch,
            watcher=progress,
            executor=dask,
        )
    if depth_before is not None and run.greatest_depth == depth_before:
        remark(f"nothing to do: {folder} already has layers 0 to {depth_before}")
    if as_json:
        print_json(growth_data(run))
    elif not is_quiet():
        echo(growth_table(run.manifest))
        say(ending(run))


def _describe_starts(puzzle: "Puzzle", starts: "Starts") -> None:
    if starts.is_set:
        remark(f"layer 0 has {starts.keys.size:,} boards")
    elif puzzle.theory.reaches(int(starts.keys[0])) is False:
        name = starts.name
        remark(f"{name} cannot be reached from home: exploring the boards that can be reached from {name}")
