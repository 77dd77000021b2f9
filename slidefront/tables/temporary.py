"""The distances of a small space, for one use: a table in a temporary file."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from slidefront.arrays import KEY_BITS
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.listed_ranks import has_at_most
from slidefront.tables.explore import make_table
from slidefront.tables.table import Table
from slidefront.watch import Watcher

MOST_BOARDS = 10_000_000
"""The most boards of a space that is explored without being asked for: some seconds."""
MOST_COUNTED = 1_000_000
"""The same, where the size is not known and boards are counted first: less than a second."""


def is_small(puzzle: Puzzle) -> bool:
    """Tell whether a space is small enough to be explored for one use; one of unknown size is counted."""
    if puzzle.key_bits > KEY_BITS:
        return False
    size = puzzle.size()
    return has_at_most(puzzle, MOST_COUNTED) if size is None else size.boards <= MOST_BOARDS


@contextmanager
def temporary_table(puzzle: Puzzle, start: str = "home", watcher: Watcher | None = None) -> Iterator[Table]:
    """Make a table from home, or from the goal, that is removed at the end."""
    with TemporaryDirectory(prefix="slidefront-") as folder:
        yield make_table(puzzle, Path(folder) / f"{puzzle.name}.table", start=start, watcher=watcher)
