"""Find what a word of the command line names: a run, a table or a puzzle; and explore a small space for one command."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from slidefront.cli.inputs import load_puzzle
from slidefront.cli.progress import LineProgress
from slidefront.commands import command
from slidefront.errors import LimitError, PuzzleError, RunError
from slidefront.watch import Interrupted, Until

if TYPE_CHECKING:
    from slidefront.puzzles.core import Puzzle
    from slidefront.puzzles.starts import Starts
    from slidefront.store.explored import Explored
    from slidefront.store.manifest import Layer
    from slidefront.store.run import Run

_TEMPORARY = "slidefront-temporary-"


@contextmanager
def find_or_explore(word: str) -> Iterator["Explored"]:
    """Open the run or the table with this name; without one, explore the small space of a puzzle for one command."""
    from slidefront.store.explored import Explored

    found = find_source(word)
    if isinstance(found, Explored):
        yield found
        return
    with whole_run(found, "home") as run:
        yield run


def table_path(word: str) -> Path | None:
    """Find the file of a table by its path or by its name in data/; None if there is none."""
    from slidefront.store.names import DATA
    from slidefront.tables.file import is_table

    return next((path for path in (Path(word), DATA / word) if is_table(path)), None)


def find_source(word: str, metric: str | None = None) -> "Explored | Puzzle":
    """Open the table or the run with this name, or else load the puzzle; all must have the metric."""
    from slidefront.store.location import is_uri, location
    from slidefront.store.names import DATA
    from slidefront.store.run import has_layers, near_runs, open_run
    from slidefront.tables.table import Table

    path = table_path(word)
    found: Explored | None = None if path is None else Table(path)
    if found is None and (is_uri(word) or any(has_layers(one) for one in (location(word), DATA / word))):
        found = open_run(word)
    if found is not None:
        if metric not in (None, found.manifest.metric):
            raise RunError(f"{found.path} is in the {found.manifest.metric} metric: leave out --metric {metric}")
        return found
    try:
        return load_puzzle(word, metric)
    except PuzzleError as error:
        if near_runs(word):
            open_run(word)
        raise RunError(f"there is no run in {word} or {DATA / word}, and {error}") from None


def puzzle_of(found: "Explored | Puzzle") -> "Puzzle":
    """The puzzle of a run or a table, or the puzzle itself."""
    from slidefront.store.explored import Explored

    return found.puzzle if isinstance(found, Explored) else found


def check_marks(puzzle: "Puzzle") -> None:
    """Refuse --marked for a puzzle whose layers mark no boards."""
    if not puzzle.marks.text:
        raise PuzzleError(f"--marked does not apply to {puzzle.name}, whose layers mark no boards")


@contextmanager
def whole_run(puzzle: "Puzzle", start: str, seconds: float | None = None) -> Iterator["Run"]:
    """Give the whole run from home or from the goal: that under data/, or a temporary one."""
    from slidefront.explore.expand import goals_of
    from slidefront.puzzles.starts import start_at

    if start == "goal" and puzzle.goal.partial:
        with whole_run(puzzle, "home", seconds) as home:
            starts = goals_of(puzzle, home)
    else:
        starts = start_at(puzzle, start)
    stored = _stored(puzzle, starts)
    if stored is not None:
        yield stored
        return
    with TemporaryDirectory(prefix=_TEMPORARY) as folder:
        yield _explore(puzzle, starts, Path(folder) / "run", seconds)


def folder_of(run: "Explored") -> str | None:
    """The folder of a run or the file of a table; None if it was explored for one command."""
    return None if _TEMPORARY in str(run.path) else str(run.path)


def _stored(puzzle: "Puzzle", starts: "Starts") -> "Run | None":
    """Open the run of these starts under data/, if it is whole."""
    from slidefront.explore.expand import new_manifest
    from slidefront.store.manifest import NAME
    from slidefront.store.names import default_folder
    from slidefront.store.run import Run

    folder = default_folder(puzzle, starts)
    run = Run(folder) if (folder / NAME).is_file() else None
    fits = run is not None and run.manifest.whole and run.manifest.origin == new_manifest(puzzle, starts, None).origin
    return run if fits else None


class _SpaceProgress(LineProgress):
    """Shows the layers of a space, and stops where they have too many boards."""

    def __init__(self, name: str, most: int) -> None:
        super().__init__(f"exploring {name} …")
        self.left = most
        """How many boards are not too many; less than none if there are."""

    def stop(self) -> bool:
        """Tell whether a signal has asked to stop, or there are too many boards."""
        return self.left < 0 or super().stop()

    def on_layer(self, layer: "Layer") -> None:
        """Count the boards."""
        self.left -= layer.boards
        super().on_layer(layer)


def _explore(puzzle: "Puzzle", starts: "Starts", folder: Path, seconds: float | None) -> "Run":
    """Explore a small space; refuse one that is large, or takes too long."""
    from slidefront.arrays import check_key_bits
    from slidefront.explore.expand import expand
    from slidefront.tables.temporary import MOST_BOARDS

    check_key_bits(puzzle)
    size = puzzle.size()
    with _SpaceProgress(puzzle.name, MOST_BOARDS) as progress:
        until = Until(progress, seconds)
        try:
            if size is None or size.boards <= MOST_BOARDS:
                return expand(puzzle, starts=starts, out=folder, watcher=until)
        except Interrupted:
            if until.passed:
                raise LimitError(f"{puzzle.name} is not explored to its end in {seconds:g} s", "max_seconds") from None
            if progress.left >= 0:
                raise
    named = {"home": {}, "goals": {"from_goals_of": puzzle.name}}.get(starts.kind.value, {"start": starts.name})
    raise LimitError(
        f"{puzzle.name} has more than {MOST_BOARDS:,} boards: run {command('expand', puzzle.name, **named)} first"
    )
