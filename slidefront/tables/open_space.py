"""Open a space: a run or a table on disk, or all boards of a small puzzle, explored in memory.

>>> import slidefront
>>> space = slidefront.open_space("8-puzzle")
>>> space.board_count, space.depth_of("8_6547231")
(181440, 31)
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any, cast
from weakref import finalize

import numpy as np
import numpy.typing as npt

from slidefront import units
from slidefront.arrays import Keys, Numbers
from slidefront.errors import BoardError, LimitError, RunError, SlidefrontError, advise
from slidefront.executors.budget import ANSWER_MEMORY, HERE, Resources
from slidefront.keys.algebra import as_set, key_indices, layers_from
from slidefront.notation.boards import StartKind, Starts, start_at
from slidefront.notation.load import is_puzzle, load
from slidefront.puzzles import Metric
from slidefront.puzzles.capabilities import Selection
from slidefront.puzzles.contract import check_layer
from slidefront.puzzles.core import Board, Boards, Puzzle, check_key_bits, identity_hash
from slidefront.store.manifest import (
    DATA,
    NAME,
    Manifest,
    default_table,
    has_layers,
    load_manifest,
    new_manifest,
    run_name,
    summary_of,
)
from slidefront.store.space import Space
from slidefront.tables.build import make_table
from slidefront.tables.rows import fits
from slidefront.tables.table import Table, bare_layer, is_table, read_table, stored_path
from slidefront.watch import Quiet, Watcher

MOST_BOARDS = 10_000_000
"""The most boards of a space that is explored in memory, which takes a few seconds."""
MOST_UNCOUNTED = 1_000_000
"""The same limit if the board count is not known in advance. Reaching it takes less than a second."""


def open_space(
    source: Space | Puzzle | str | Path,
    start: Board | None = None,
    *,
    resources: Resources | None = None,
    watcher: Watcher | None = None,
) -> Space:
    """Open a run or a table, or the space of a puzzle.

    A text or a path names a run or a table, by its path or its name under data/, or else a puzzle. The space of a
    puzzle is a whole run or table of it under data/. Without one, its boards are explored in memory if there are at
    most ten million, or one million if their count is not known in advance. With `resources`, a larger space is
    explored into a temporary table, if its one or two bits per board fit into memory (2 GiB by default). Depths are
    distances from `start`: home, goal or a board. The default is the start of the run or table, or home.
    """
    named = None if isinstance(source, Space | Puzzle) else named_space(str(source))
    opened = source if isinstance(source, Space) else named or load(source)
    if isinstance(opened, Space):
        if start is None or (opened.manifest.whole and _starts_at(opened, start)):
            return opened
        opened = opened.puzzle
    start, watcher = "home" if start is None else start, watcher or Watcher()
    if stored := stored_space(opened, start):
        return stored
    try:
        return explore_in_memory(opened, start, watcher)
    except LimitError:
        ranking = None if resources is None else opened.ranking()
        if resources is None or ranking is None or not fits(ranking, 2, resources.budget(ANSWER_MEMORY)):
            raise
    watcher.on_message(f"exploring all boards of {opened.name}")
    return TemporaryTable(opened, start, resources, watcher)


class TemporaryTable(Table):
    """A table in a temporary folder, which is removed with the object."""

    def __init__(self, puzzle: Puzzle, start: Board, resources: Resources, watcher: Watcher) -> None:
        """Make the table."""
        folder = mkdtemp(prefix="slidefront-")
        finalize(self, rmtree, folder, ignore_errors=True)
        path = Path(folder, "space.table")
        make_table(puzzle, path, start=start, resources=resources, watcher=Quiet(watcher))
        super().__init__(path, puzzle)

    @property
    def place(self) -> str:
        """The puzzle; messages do not mention the path, because it is temporary."""
        return f"the space of {self.manifest.puzzle}"


def named_space(name: str) -> Space | None:
    """Open the run or table with a path, or a name under data/; None if it does not exist.

    A run may have the same name as a puzzle. The name of a puzzle does not open `NAME.table`, which may be unfinished
    or have another metric: `stored_space` finds a whole table of the puzzle.
    """
    path = stored_path(name)
    if path is None or (path.name != Path(name).name and is_puzzle(name)):
        return None
    if not path.is_dir():
        return Table(path)
    from slidefront.store.run import Run

    return Run(path)


def goal_boards(puzzle: Puzzle | str | Path, space: Space | str | Path) -> Starts:
    """Return all boards of a finished run or table that meet the goal.

    From these starts, depths are distances to the goal.
    """
    from slidefront.store.run import Run, find_folder

    puzzle = load(puzzle)
    if not isinstance(space, Space):
        space = named_space(str(space)) or Run(find_folder(str(space)))
    if puzzle.text:  # all metrics lead to the same boards
        puzzle = load(puzzle, cast("Metric", space.manifest.metric))
    if space.manifest.identity != identity_hash(puzzle):
        raise RunError(f"{space.place} has boards of {space.manifest.puzzle}, not of this {puzzle.name}")
    if not space.manifest.whole:
        raise RunError(f"{space.place} is not finished: explore it to the end of its space first")
    if puzzle.selection is not Selection.GOAL:
        if puzzle.goal.key is None:
            raise BoardError(f"{puzzle.name} has no goal")
        raise BoardError(f"the layers of {puzzle.name} do not count goal boards: start from goal", "start")
    depths = [layer.depth for layer in space.layers if layer.selected_count]
    if isinstance(space, Run):
        for depth in depths:
            space.check_files(depth)
    boards = [keys[puzzle.selected(keys)] for _, blocks in space.layer_blocks(depths) for keys in blocks]
    if not boards:
        raise BoardError(f"no board of {space.place} meets the goal of {puzzle.name}")
    return Starts(StartKind.GOALS, StartKind.GOALS.value, as_set(np.concatenate(boards)))


def stored_space(puzzle: Puzzle, start: Board) -> Space | None:
    """Open the whole run or table of a puzzle from a start under its usual name in data/; None if it does not exist."""
    run = DATA / run_name(puzzle, *_kind_of(puzzle, start))
    if (run / NAME).is_file() and _is_of(load_manifest(run), puzzle):
        from slidefront.store.run import Run

        if _starts_at(space := Run(run, None if puzzle.text else puzzle), start):
            return space
    return stored_table(puzzle, start)


def stored_table(puzzle: Puzzle, start: Board) -> Table | None:
    """Open the whole table of a puzzle from a start under its usual name in data/; None if it does not exist."""
    path = default_table(puzzle, _kind_of(puzzle, start)[0])
    if not is_table(path) or not _is_of(read_table(path).header.manifest, puzzle):
        return None
    table = Table(path, None if puzzle.text else puzzle)
    return table if _starts_at(table, start) else None


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


class SpaceInMemory(Space):
    """All boards of a small space in ascending order, with the depth of each."""

    _kind, _error = "space", SlidefrontError
    path = None

    def __init__(self, puzzle: Puzzle, starts: Starts, layers: Sequence[Keys]) -> None:
        """Use the boards of all depths, one array per depth."""
        self.puzzle = puzzle
        self.manifest = new_manifest(puzzle, starts, None)
        keys = np.concatenate(layers)
        order = np.argsort(keys)
        self._keys, self._depths = keys[order], np.repeat(np.arange(len(layers)), [*map(len, layers)])[order]
        selected = np.bincount(self._depths[puzzle.selected(self._keys)], minlength=len(layers))
        self.manifest.layers += map(bare_layer, range(len(layers)), map(len, layers), selected.tolist())
        self.manifest.whole = True

    @property
    def bytes(self) -> int:
        """The size of the boards and their depths in memory."""
        return self._keys.nbytes + self._depths.nbytes

    def layer_blocks(
        self,
        depths: Iterable[int],
        resources: Resources = HERE,  # noqa: ARG002 - nothing is explored
    ) -> Iterator[tuple[int, Iterator[Keys]]]:
        """Yield each depth with its boards, in one block."""
        return ((depth, iter([self._keys[self._depths == self.layer(depth).depth]])) for depth in depths)

    def goals(self) -> Keys:
        """List the boards that meet the goal."""
        return self._keys[self.puzzle.meets(self._keys)]

    def depths_of(self, boards: Boards) -> Numbers:
        """Return the depth of each board; -1 for a board that cannot be reached."""
        indices = key_indices(self._keys, self.puzzle.array(boards))
        return np.where(indices < 0, -1, self._depths[indices])


def explore_in_memory(puzzle: Puzzle, start: Board = "home", watcher: Watcher | None = None) -> SpaceInMemory:
    """Explore all boards of a small space, from one board or from all boards that meet the goal."""
    check_key_bits(puzzle)
    kind, name = _kind_of(puzzle, start)
    size, watcher = puzzle.size(), watcher or Watcher()
    most = MOST_UNCOUNTED if size is None else MOST_BOARDS
    first = {StartKind.HOME: None, StartKind.GOALS: "goal"}.get(kind, name)
    advice = advise("table" if kind is StartKind.GOALS else "expand", puzzle, start=first)
    too_large = LimitError(
        f"{puzzle.name} has more than {most:,} boards: explore it first, if need be only to some depth", advice=advice
    )
    if size is not None and size.board_count > most:
        raise too_large
    if kind is StartKind.GOALS:
        starts = Starts(kind, name, explore_in_memory(puzzle, "home", watcher).goals())
        if not starts.keys.size:
            raise BoardError(f"no board that {puzzle.name} can reach meets its goal")
    else:
        starts = start_at(puzzle, start)
    layers: list[Keys] = []
    board_count = 0
    for keys in layers_from(starts.keys, puzzle.successors):
        watcher.check()
        board_count += keys.size
        if board_count > most:
            raise too_large
        watcher.on_message(f"depth {len(layers)}: {units.counted(keys.size, 'board')}")
        check_layer(puzzle, len(layers), keys)
        layers.append(keys)
    space = SpaceInMemory(puzzle, starts, layers)
    if space.depth_of(puzzle.home) is None:
        raise BoardError(f"{starts.name} cannot be reached from home: a space has only the boards that home can reach")
    return space


class Reached:
    """A test whether home reaches boards: by the theory of the puzzle, or by exploring a small space."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._space: SpaceInMemory | None = None
        self._is_large = False

    def of(self, keys: list[int], watcher: Watcher | None = None) -> npt.NDArray[np.int8]:
        """Return 1 for each board that home reaches, 0 for a board that it does not reach, -1 if neither is known."""
        array: Keys = self._puzzle.array(keys)
        reached = self._puzzle.theory.joins(self._puzzle.home, array)
        unknown = np.flatnonzero(reached < 0)
        if unknown.size and not self._is_large:
            try:
                self._space = self._space or explore_in_memory(self._puzzle, watcher=watcher)
            except LimitError:
                self._is_large = True
                return reached
            reached = reached.copy()
            reached[unknown] = self._space.depths_of(array[unknown]) >= 0
        return reached


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

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, which `runs --json` prints."""
        own = {"path": str(self.path), "kind": self.kind, "bytes": self.bytes, "fault": self.fault}
        return {**summary_of(self.manifest), **own}


def stored_in(folder: Path) -> list[StoredSpace]:
    """List the runs and tables in a folder, by name; the folder itself if it is a run."""
    if not folder.is_dir():
        raise SlidefrontError(f"there is no folder {folder}")
    stored = []
    for path in [folder] if has_layers(folder) else sorted(folder.iterdir()):
        is_run = has_layers(path)
        if not is_run and not (path.is_file() and is_table(path)):
            continue
        kind, size = ("run", 0) if is_run else ("table", path.stat().st_size)
        try:
            manifest = load_manifest(path) if is_run else read_table(path).header.manifest
            stored.append(StoredSpace(path, kind, size or manifest.bytes, manifest))
        except SlidefrontError as error:
            stored.append(StoredSpace(path, kind, size, None, str(error)))
    return stored
