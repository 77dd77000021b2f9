"""Open a space: the run or the table that a path names, or all boards of a small puzzle, explored in memory.

>>> import slidefront
>>> space = slidefront.open_space("8-puzzle")
>>> space.boards, space.depth_of("8_6547231")
(181440, 31)
"""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from slidefront.arrays import KEY_BITS, Keys, check_key_bits
from slidefront.errors import LimitError, SlidefrontError, command
from slidefront.notation.boards import StartKind, start_at
from slidefront.notation.load import load
from slidefront.puzzles.core import Board, Puzzle, identity_hash
from slidefront.puzzles.listed_ranks import has_at_most
from slidefront.store.manifest import DATA, NAME, Manifest, default_table, load_manifest, run_name
from slidefront.store.run import Run, has_layers, open_run
from slidefront.store.space import Space
from slidefront.tables.explore import explore_in_memory
from slidefront.tables.file import is_table, read_table
from slidefront.tables.table import Table
from slidefront.watch import Watcher

MOST_BOARDS = 10_000_000
"""The most boards of a space that is explored without being asked for: some seconds."""
MOST_COUNTED = 1_000_000
"""The same, where the size is not known and boards are counted first: less than a second."""


def open_space(
    what: Space | Puzzle | str | Path, start: Board | None = None, *, watcher: Watcher | None = None
) -> Space:
    """Open a run or a table, or give the space of a puzzle.

    A text or a path names a run or a table, by its path or its name under data/, or else a puzzle. The space of a
    puzzle is a whole run or table of it under data/; without one, all boards are explored in memory if there are at
    most ten million. Depths are distances from `start`: home, goal or a board; by default from the start of the run
    or table, or from home.
    """
    found = what if isinstance(what, Space | Puzzle) else named_space(str(what)) or load(what)
    if isinstance(found, Space):
        if start is None or (found.manifest.whole and _starts_at(found, start)):
            return found
        found = found.puzzle
    start = "home" if start is None else start
    return stored_space(found, start) or _explore(found, start, watcher)


def named_space(name: str) -> Space | None:
    """Open the table or the run with this path or name under data/; None if there is none."""
    if (path := table_path(name)) is not None:
        return Table(path)
    return open_run(name) if any(has_layers(one) for one in (Path(name), DATA / name)) else None


def table_path(name: str) -> Path | None:
    """Find the file of a table by its path or by its name under data/; None if there is none."""
    return next((path for path in (Path(name), DATA / name) if is_table(path)), None)


def stored_space(puzzle: Puzzle, start: Board) -> Space | None:
    """Open the whole run or table of a puzzle from a start that is under data/ by its usual name; None without one."""
    kind, name = _kind_of(puzzle, start)
    run, table = DATA / run_name(puzzle, kind, name), default_table(puzzle, kind)
    own = None if puzzle.text else puzzle
    if (run / NAME).is_file() and _is_of(load_manifest(run), puzzle) and _starts_at(found := Run(run, own), start):
        return found
    if is_table(table) and _is_of(read_table(table).header.manifest, puzzle):
        made = Table(table, own)
        return made if _starts_at(made, start) else None
    return None


def _is_of(manifest: Manifest, puzzle: Puzzle) -> bool:
    return manifest.whole and manifest.identity == identity_hash(puzzle)


def _starts_at(space: Space, start: Board) -> bool:
    if isinstance(start, str) and start in ("home", "goal"):
        return space.leads_from_home if start == "home" else space.leads_to_goal
    return space.starts_at(space.puzzle.key(start))


def _kind_of(puzzle: Puzzle, start: Board) -> tuple[StartKind, str]:
    if isinstance(start, str) and start == "goal" and puzzle.goal.partial:
        return StartKind.GOALS, StartKind.GOALS.value
    starts = start_at(puzzle, start)
    return starts.kind, starts.name


def _explore(puzzle: Puzzle, start: Board, watcher: Watcher | None) -> Table:
    if is_small(puzzle):
        return explore_in_memory(puzzle, start, watcher)
    check_key_bits(puzzle)
    kind, name = _kind_of(puzzle, start)
    what = "table" if kind is StartKind.GOALS else "expand"
    first = {StartKind.HOME: None, StartKind.GOALS: "goal"}.get(kind, name)
    made = command(what, puzzle.name, start=first)
    raise LimitError(f"{puzzle.name} has more than {MOST_BOARDS:,} boards: run {made} first")


def is_small(puzzle: Puzzle) -> bool:
    """Tell whether a space is small enough to be explored for one use; one of unknown size is counted."""
    if puzzle.key_bits > KEY_BITS:
        return False
    size = puzzle.size()
    return has_at_most(puzzle, MOST_COUNTED) if size is None else size.boards <= MOST_BOARDS


class Reached:
    """Tells whether moves lead from home to boards: by the theory of the puzzle, or else by exploring a small space."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle

    def of(self, keys: list[int], watcher: Watcher | None = None) -> npt.NDArray[np.int8]:
        """Return 1 for each board that home reaches, 0 for others, -1 where nothing tells."""
        array: Keys = self._puzzle.array(keys)
        found = self._puzzle.theory.reaches_all(array)
        unknown = np.flatnonzero(found < 0)
        if unknown.size and self._is_small:
            if self._space is None:
                self._space = explore_in_memory(self._puzzle, watcher=watcher)
            found = found.copy()
            found[unknown] = self._space.depths_of(array[unknown]) >= 0
        return found

    _space: Table | None = None

    @cached_property
    def _is_small(self) -> bool:
        return is_small(self._puzzle)


@dataclass(frozen=True)
class StoredSpace:
    """A run or a table on disk."""

    path: Path
    kind: str
    """`run` or `table`."""
    bytes: int
    manifest: Manifest | None
    fault: str = ""
    """Why it cannot be read."""


def stored_in(folder: Path) -> list[StoredSpace]:
    """List the runs and tables in a folder, by name; the folder itself if it is a run."""
    if not folder.is_dir():
        raise SlidefrontError(f"there is no folder {folder}")
    paths = [folder] if (folder / NAME).is_file() else sorted(folder.iterdir())
    return [space for path in paths if (space := _stored(path)) is not None]


def _stored(path: Path) -> StoredSpace | None:
    is_run = (path / NAME).is_file()
    if not is_run and not (path.is_file() and is_table(path)):
        return None
    kind, size = ("run", 0) if is_run else ("table", path.stat().st_size)
    try:
        manifest = load_manifest(path) if is_run else read_table(path).header.manifest
    except SlidefrontError as error:
        return StoredSpace(path, kind, size, None, str(error))
    return StoredSpace(path, kind, size or manifest.bytes, manifest)
