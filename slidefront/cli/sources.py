"""Find what a word of the command line names: a run, a table or a puzzle; and explore a small space for one command."""

from typing import TYPE_CHECKING

from slidefront.cli.inputs import load_puzzle
from slidefront.cli.progress import LineProgress
from slidefront.errors import LimitError, PuzzleError, RunError
from slidefront.watch import Interrupted, Until

if TYPE_CHECKING:
    from slidefront.puzzles.core import Puzzle
    from slidefront.store.space import Space


def find_space(word: str) -> "Space":
    """Open the run or the table with this name, or give the space of the puzzle with this name."""
    from slidefront.store.space import Space

    found = find_source(word)
    return found if isinstance(found, Space) else space_of(found, "home")


def find_source(word: str, metric: str | None = None) -> "Space | Puzzle":
    """Open the table or the run with this name, or else load the puzzle; all must have the metric."""
    from slidefront.store.names import DATA
    from slidefront.store.run import near_runs, open_run
    from slidefront.tables.open_space import named_space

    found = named_space(word)
    if found is not None:
        if metric not in (None, found.manifest.metric):
            raise RunError(f"{found.place} is in the {found.manifest.metric} metric: leave out --metric {metric}")
        return found
    try:
        return load_puzzle(word, metric)
    except PuzzleError as error:
        if near_runs(word):
            open_run(word)
        raise RunError(f"there is no run in {word} or {DATA / word}, and {error}") from None


def puzzle_of(found: "Space | Puzzle") -> "Puzzle":
    """The puzzle of a run or a table, or the puzzle itself."""
    from slidefront.store.space import Space

    return found.puzzle if isinstance(found, Space) else found


def space_of(found: "Space | Puzzle", start: str, seconds: float | None = None) -> "Space":
    """Give the whole space from home, from the goal or from a board: one under data/, or one explored in memory."""
    from slidefront.tables.open_space import open_space

    puzzle = puzzle_of(found)
    with LineProgress(f"exploring {puzzle.name} …") as progress:
        until = Until(progress, seconds)
        try:
            return open_space(found, start, watcher=until)
        except Interrupted:
            if until.passed:
                raise LimitError(f"{puzzle.name} is not explored to its end in {seconds:g} s", "max_seconds") from None
            raise


def check_marks(puzzle: "Puzzle") -> None:
    """Refuse --marked for a puzzle whose layers mark no boards."""
    if not puzzle.marks.text:
        raise PuzzleError(f"--marked does not apply to {puzzle.name}, whose layers mark no boards")
