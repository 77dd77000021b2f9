"""Find the run that a command needs, or make it, with progress and a clean stop on Ctrl-C."""

import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from slidefront.cli.output import note

if TYPE_CHECKING:
    from slidefront.puzzles.core import Puzzle
    from slidefront.puzzles.starts import Starts
    from slidefront.store.run import Run
    from slidefront.tables.table import Table


@dataclass(frozen=True)
class ExpandOptions:
    """How to explore: the options of `slidefront expand` that do not change which boards are found."""

    depth: int | None = None
    threads: int | None = None
    memory: str | None = None
    scratch: Path | None = None
    quiet: bool = False
    dask: str | None = None


def expand_run(puzzle: "Puzzle", starts: "Starts", folder: Path, options: ExpandOptions) -> "Run":
    """Make or continue a run. A signal stops it after the current tasks and ends the command."""
    from slidefront.cli.interrupt import StopSignal
    from slidefront.cli.progress import watcher
    from slidefront.explore.expand import expand
    from slidefront.explore.watch import Interrupted
    from slidefront.store.run import Run

    with StopSignal() as stop:
        try:
            with watcher(folder, options, stop) as watch:
                return expand(
                    puzzle,
                    depth=options.depth,
                    out=folder,
                    starts=starts,
                    threads=options.threads,
                    memory=options.memory,
                    scratch=options.scratch,
                    watcher=watch,
                    executor=options.dask,
                )
        except Interrupted:
            command = shlex.join(["slidefront", *sys.argv[1:]])
            note(
                f"interrupted: layers 0 to {Run(folder).depth} are saved in {folder}; to continue, run:\n    {command}"
            )
            raise typer.Exit(stop.exit_code) from None


def find_run_or_table(word: str) -> "Run | Table":
    """Open the table in this file, or else the run with this name."""
    from slidefront.files import is_file
    from slidefront.store.run import find_run
    from slidefront.tables.table import Table

    return find_table(word) or (Table(word) if is_file(word) else find_run(word))


def find_table(word: str) -> "Table | None":
    """Open the table in this file, or in the file with this name in data/; None if there is none."""
    from slidefront.tables.table import Table

    path = table_path(word)
    return None if path is None else Table(path)


def table_path(word: str) -> Path | None:
    """Find the file of a table by its path or by its name in data/; None if there is none."""
    from slidefront.tables.file import is_table

    return next((path for path in (Path(word), Path("data") / word) if is_table(path)), None)


def find_run_or_puzzle(word: str, metric: str | None = None) -> "Run | Puzzle":
    """Open the run with this name, or else load the puzzle with this name; a run must have the metric."""
    from slidefront.errors import PuzzleError, RunError
    from slidefront.puzzles.load import load
    from slidefront.store.location import is_uri, location
    from slidefront.store.manifest import NAME
    from slidefront.store.run import find_run

    if is_uri(word) or any((folder / NAME).is_file() for folder in (location(word), Path("data") / word)):
        run = find_run(word)
        if metric not in (None, run.puzzle.metric):
            raise RunError(f"{run.folder} is a run in the {run.puzzle.metric} metric, not in the {metric} metric")
        return run
    try:
        return load(word, metric)
    except PuzzleError as error:
        raise RunError(f"there is no run in {word} or {Path('data') / word}, and {error}") from None


def puzzle_of(found: "Run | Table | Puzzle") -> "Puzzle":
    """The puzzle of a run or a table, or the puzzle itself."""
    from slidefront.store.run import Run
    from slidefront.tables.table import Table

    return found.puzzle if isinstance(found, Run | Table) else found


def any_run(found: "Run | Puzzle", quiet: bool) -> "Run":
    """The run itself, or the whole run from home of a puzzle, which is made if it does not exist."""
    from slidefront.store.run import Run

    return found if isinstance(found, Run) else _make_from(found, "home", quiet)


def run_from_home(found: "Run | Puzzle", quiet: bool) -> "Run":
    """The whole run from home, which is made or finished if necessary."""
    from slidefront.analysis.hardest import from_home
    from slidefront.store.run import Run

    if isinstance(found, Run) and from_home(found):
        return _finish(found, "home", quiet)
    return _make_from(puzzle_of(found), "home", quiet)


def run_from_goal(found: "Run | Puzzle", quiet: bool) -> "Run":
    """The whole run from the goal, or from all boards that meet a partial goal; it is made if necessary."""
    from slidefront.analysis.hardest import from_goal
    from slidefront.explore.starts import goals_of
    from slidefront.store.names import default_folder
    from slidefront.store.run import Run

    puzzle = puzzle_of(found)
    one_board = not puzzle.goal.partial
    if isinstance(found, Run) and from_goal(found):
        return _finish(found, "goal", quiet) if one_board else found
    if one_board:
        return _make_from(puzzle, "goal", quiet)
    starts = goals_of(puzzle, run_from_home(found, quiet))
    return _make(puzzle, starts, default_folder(puzzle, starts), quiet)


def _make_from(puzzle: "Puzzle", start: str, quiet: bool) -> "Run":
    from slidefront.puzzles.starts import start_at
    from slidefront.store.names import default_folder

    starts = start_at(puzzle, start)
    return _make(puzzle, starts, default_folder(puzzle, starts), quiet)


def _make(puzzle: "Puzzle", starts: "Starts", folder: Path, quiet: bool) -> "Run":
    """Make a run that a command needs; progress is shown on a terminal only."""
    puzzle.check_key_bits()
    if not quiet and not folder.exists():
        note(f"making the run {folder}")
    return expand_run(puzzle, starts, folder, ExpandOptions(quiet=quiet or not sys.stderr.isatty()))


def _finish(run: "Run", start: str, quiet: bool) -> "Run":
    """Finish a run in its default folder; refuse any other that is unfinished, and tell how to finish it."""
    from slidefront.errors import RunError
    from slidefront.puzzles.starts import start_at
    from slidefront.store.names import default_folder

    if run.manifest.whole:
        return run
    starts = start_at(run.puzzle, start)
    if run.folder != default_folder(run.puzzle, starts):
        origin = [] if start == "home" else ["--from", start]
        command = shlex.join(["slidefront", "expand", run.manifest.puzzle, *origin, "--out", str(run.folder)])
        raise RunError(f"{run.folder} is not finished, and this command needs the whole space: run `{command}`")
    return _make(run.puzzle, starts, run.folder, quiet)


def wants_marked(puzzle: "Puzzle", hole_home: bool, goal: bool) -> bool:
    """Tell whether only marked boards are wanted; refuse a mark that the puzzle does not have."""
    from slidefront.errors import PuzzleError
    from slidefront.puzzles.core import Marks

    for wanted, option, exists in (
        (hole_home, "--hole-home", puzzle.marks.at_home),
        (goal, "--goal", puzzle.marks is Marks.GOAL),
    ):
        if wanted and not exists:
            marked = f"boards with {puzzle.marks.text}" if puzzle.marks.text else "no boards"
            raise PuzzleError(f"{option} does not apply to {puzzle.name}, whose layers mark {marked}")
    return hole_home or goal
