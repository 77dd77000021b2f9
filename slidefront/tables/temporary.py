"""The distances of a small space, for one use: a table in a temporary file."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import numpy.typing as npt

from slidefront.arrays import KEY_BITS, Keys
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


class Reached(ExitStack):
    """Tells whether moves lead from home to boards: by the theory of the puzzle, or else by exploring a small space."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__()
        self._puzzle = puzzle
        self._made: Table | None = None

    def of(self, keys: list[int], watcher: Watcher | None = None) -> npt.NDArray[np.int8]:
        """Return 1 for each board that home reaches, 0 for others, -1 where nothing tells."""
        array: Keys = self._puzzle.array(keys)
        found = self._puzzle.theory.reaches_all(array)
        unknown = np.flatnonzero(found < 0)
        if unknown.size and self._is_small:
            found = found.copy()
            found[unknown] = self._table(watcher).depths(array[unknown]) >= 0
        return found

    @cached_property
    def _is_small(self) -> bool:
        return is_small(self._puzzle)

    def _table(self, watcher: Watcher | None) -> Table:
        if self._made is None:
            self._made = self.enter_context(temporary_table(self._puzzle, watcher=watcher))
        return self._made
