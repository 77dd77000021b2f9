"""The bits of a space while it is explored, and one depth of it on threads."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from slidefront import units
from slidefront.arrays import Keys, Numbers, Small
from slidefront.errors import LimitError
from slidefront.executors.budget import Budget
from slidefront.puzzles.ranking import Ranking, RowMarks, RowMoves
from slidefront.store.array_files import Array
from slidefront.tables import kernels
from slidefront.tables.file import PLANES, TableHeader, write_table
from slidefront.tables.kernels import ALL, NONE, Flags, Rows, Sources
from slidefront.watch import Watcher

LOGGED = 100
"""How many rows with boards of a depth are recorded, in case these are among the deepest."""
SAVE_EVERY = 600.0
"""Seconds after which an unfinished table is saved, so that a power cut costs no more than that."""
BASE_MEMORY = 224 << 20
"""Bytes of the interpreter, libraries and compiled kernels."""
_FEW = 16  # one row in so many
_MOST_TASKS = 128
_TASK = 1 << 12  # words of a task, at least
_ALONE = 1 << 14  # words that one thread looks at alone


def memory_of(ranking: Ranking) -> int:
    """Tell how much memory a space needs that is in memory: two bits a board where moves keep to no sides."""
    shape = ranking.shape
    planes = 1 if ranking.has_sides else 3
    return BASE_MEMORY + planes * 8 * shape.all_words + 64 * shape.rows


def fits(ranking: Ranking, budget: Budget) -> bool:
    """Tell whether a space fits into memory."""
    return memory_of(ranking) <= budget.memory


def check_room(ranking: Ranking, what: str, budget: Budget) -> None:
    """Refuse work on a space that does not fit the memory."""
    if not fits(ranking, budget):
        raise LimitError(
            f"{what} needs {units.size(memory_of(ranking))} of memory, more than the {units.size(budget.memory)} "
            f"allowed: give more memory, or explore to a depth with `slidefront expand`",
            "memory",
        )


@dataclass(frozen=True)
class Found:
    """What a depth, or a part of it, has."""

    boards: int
    marked: int
    rows: list[int]
    """Some rows that have boards of the depth."""
    tasks: list[int]
    """The tasks that were done."""
    complete: bool
    """Whether all tasks are done now."""


def side_of_starts(ranking: Ranking, starts: Numbers) -> tuple[Flags, int] | None:
    """Give the sides of rows and the one of all starts; None where two bits a board are needed."""
    sides = ranking.sides
    if sides is None:
        return None
    first = sides[starts // ranking.shape.row_boards]
    return (sides, int(first[0])) if (first == first[0]).all() else None


def new_rows(ranking: Ranking, marks: RowMarks) -> dict[str, Array]:
    """Describe rows of which nothing is reached."""
    shape = ranking.shape
    marked = np.zeros(shape.rows, np.int32)
    some = np.flatnonzero(marks.mask_of)
    marked[some] = boards_of(marks)[marks.mask_of[some]]
    none = {name: np.zeros(shape.rows, np.int32) for name in ("alike", "marked_alike")}
    left = np.full(shape.rows, shape.row_boards, np.int32)
    return {"left": left, "marked": marked, **none, "front": np.zeros(shape.rows, np.uint8)}


def boards_of(marks: RowMarks) -> Numbers:
    """Count the boards of each mask."""
    return np.array([sum(word.bit_count() for word in mask) for mask in marks.masks.tolist()], np.int64)


def rows_of(starts: Numbers, arrays: Mapping[str, Array], marks: RowMarks, row_boards: int) -> Rows:
    """Describe rows for kernels, by arrays that the kernels change."""
    return Rows(
        left=arrays["left"],
        alike=arrays["alike"],
        reached=(arrays["left"] < row_boards).astype(np.uint8),
        following=arrays.get("following", arrays["front"]),
        starts=starts,
        mask_of=marks.mask_of,
        masks=marks.masks,
        of_mask=boards_of(marks),
        marked=arrays["marked"],
        marked_alike=arrays["marked_alike"],
    )


class RowLists:
    """The rows of the last layer, and those to look at next.

    If the last layer lies in many rows, a step looks at all rows that have boards left. If it lies in few, they are the
    rows that moves lead to from these; with one bit a board also the rows of which some boards are reached and some
    not, because the bits of the latter change with each step.
    """

    def __init__(self, rows: Rows, moves: RowMoves, sides: Flags | None) -> None:
        """Begin with no layer; `sides` is None with two bits a board."""
        self._moves = moves
        self._sides = np.empty(0, np.uint8) if sides is None else sides
        self._out = np.empty(rows.left.size, np.int32)
        self._listed = np.zeros(rows.left.size, np.uint8)
        self._open: dict[int, Small] = {}
        self.front = self._old = self._out[:0]

    def begin(self, front: Flags, following: Flags, side: int) -> None:
        """Find the rows of the last layer, which is on a side, by their flags."""
        self.front = self._on_side(front, side)
        self._old = self._on_side(following, 1 - side)

    def _on_side(self, flags: Flags, side: int) -> Small:
        found = np.flatnonzero(flags).astype(np.int32)
        return found[self._sides[found] == side] if self._sides.size else found

    def clear(self, rows: Rows) -> None:
        """Clear the flags of the layer that is found next."""
        rows.following[self._old] = 0

    def next(self, rows: Rows, side: int) -> Small:
        """List the rows to look at for the layer of a side, ascending; with two bits the side does not matter."""
        if self.front.size * _FEW > rows.left.size:
            return self._out[: kernels.list_left(rows.left, self._sides, side, self._out)]
        others = self._open.get(side)
        if others is None:
            partly = (rows.left > 0) & (rows.reached > 0)
            others = self._on_side(partly.view(np.uint8), side) if self._sides.size else self._out[:0].copy()
        found = self._out[: kernels.list_near(self.front, others, rows.left, self._moves, self._listed, self._out)]
        found.sort()
        return found

    def turn(self, rows: Rows, side: int, listed: Small | None) -> None:
        """Make the rows of the layer found last those of the last layer; they are among the listed ones."""
        few = self.front.size * _FEW <= rows.left.size
        self._open.pop(side, None)
        if listed is None:
            new = self._on_side(rows.following, side)
        else:
            new = listed[rows.following[listed] > 0]
            if few and self._sides.size:
                self._open[side] = listed[(rows.left[listed] > 0) & (rows.reached[listed] > 0)]
        self.front, self._old = new, self.front


class SpaceBits:
    """The rows of a ranking with one or two bits for each board, and the moves between them."""

    save_every = SAVE_EVERY
    read = written = 0

    def __init__(
        self,
        ranking: Ranking,
        starts: Numbers,
        arrays: Mapping[str, Array] | None = None,
        depth: int = 0,
        path: Path | None = None,
    ) -> None:
        """Begin with the starts, given by ascending ranks, or with the arrays of a table to a depth."""
        self.ranking = ranking
        self._path = path
        shape, marks = ranking.shape, ranking.marked
        self._sides = side_of_starts(ranking, starts)
        one = self._sides is not None
        new = arrays is None
        self.arrays = self._new_arrays() | new_rows(ranking, marks) if arrays is None else {**arrays}
        if not one:
            self.arrays.setdefault("following", np.zeros(shape.rows, np.uint8))
        self._rows = rows_of(starts, self.arrays, marks, shape.row_boards)
        planes = [plane.reshape(shape.rows, shape.words) for plane in self.planes.values()]
        self._low, self._high = (planes * 2)[:2]
        self._layer = self._low if one else np.zeros_like(self._low)
        if new:
            self._begin()
        front = self.arrays["front"]
        self._sources = Sources(self._layer, self._rows.reached if one else front, front)
        self._lists = RowLists(self._rows, ranking.moves, self._sides and self._sides[0])
        self._lists.begin(front, self._rows.following, self._side(depth))
        self._looked_at: Small | None = None
        if not new and not one:
            now = self._lists.front
            kernels.list_layer(self._low, self._high, self._layer, now[:0], now, depth % 3)

    def _side(self, depth: int) -> int:
        """Tell on which side the boards at a depth are; 0 where there are no sides."""
        return 0 if self._sides is None else (self._sides[1] + depth) % 2

    def _new_arrays(self) -> dict[str, Array]:
        words = self.ranking.shape.all_words
        if self._sides is not None:
            return {"bits": np.empty(words, np.uint64)}
        return {name: np.full(words, ALL) for name in ("low", "high")}

    def _begin(self) -> None:
        """Reach the boards at depth 0."""
        per_word = self.ranking.shape.per_word
        fill = NONE if self._sides is None else ALL >> np.uint64(64 - per_word)
        kernels.begin(self._layer, fill, self._rows, self.arrays["front"], np.array([0, per_word, 0]))
        if self._sides is None:
            self._low ^= self._layer
            self._high ^= self._layer

    @property
    def planes(self) -> dict[str, Keys]:
        """The codes of all boards."""
        return {name: self.arrays[name] for name in PLANES if name in self.arrays}

    def save(self, header: TableHeader) -> None:
        """Write what is needed to continue, where there is a file for it."""
        if self._path is not None:
            write_table(self._path, header, self.arrays)

    def release(self) -> None:
        """Keep everything: the codes are in memory."""

    def finish(self, header: TableHeader) -> None:
        """Write the table, where there is a file for it."""
        if self._path is not None:
            write_table(self._path, header, self.planes)

    def turn(self, depth: int) -> None:
        """Make the boards that were found last, those of a depth, the ones that the next step starts from."""
        before = self._lists.front
        self._lists.turn(self._rows, self._side(depth), self._looked_at)
        if self._sides is None:
            kernels.list_layer(self._low, self._high, self._layer, before, self._lists.front, depth % 3)
            front, following = self._rows.following, self._sources.front
            self._rows, self._sources = self._rows._replace(following=following), Sources(self._layer, front, front)
            self.arrays.update(front=front, following=following)

    def step(self, depth: int, done: Sequence[int], pool: ThreadPoolExecutor, watcher: Watcher) -> Found:
        """Find the boards of a depth, in tasks of which some are done. If the watcher wants to stop, some wait."""
        shape = self.ranking.shape
        tasks = min(shape.rows, _MOST_TASKS, shape.all_words // _TASK + 1)
        if not done:
            self._lists.clear(self._rows)
        listed = self._lists.next(self._rows, self._side(depth))
        self._looked_at = None if done else listed
        whole = not done and listed.size * shape.words <= _ALONE
        cuts = [0] * tasks + [listed.size]  # the last task is all of it
        if not whole:
            cuts = np.searchsorted(listed, np.linspace(0, shape.rows, tasks + 1).astype(np.int64)).tolist()

        def run(task: int) -> tuple[int, Numbers, Numbers] | None:
            if watcher.stop():
                return None
            counts, log = np.zeros(2, np.int64), np.zeros(LOGGED + 1, np.int64)
            self._step(depth, listed[cuts[task] : cuts[task + 1]], counts, log)
            return task, counts, log[1 : 1 + log[0]]

        busy = [task for task in range(tasks) if task not in done and cuts[task] < cuts[task + 1]]
        results = [one for one in (pool.map(run, busy) if len(busy) > 1 else map(run, busy)) if one is not None]
        boards, marked = (sum(int(counts[i]) for _, counts, _ in results) for i in (0, 1))
        logged = sorted(row for _, _, rows in results for row in rows.tolist())[:LOGGED]
        undone = {*busy} - {task for task, _, _ in results}
        finished = [] if whole and undone else [task for task in range(tasks) if task not in undone]
        return Found(boards, marked, logged, finished, not undone)

    def _step(self, depth: int, listed: Small, counts: Numbers, log: Numbers) -> None:
        task, moves = np.array([depth, self.ranking.shape.per_word, 0]), self.ranking.moves
        if self._sides is None:
            planes = (self._low, self._high)
            kernels.step_two(planes, self._rows, self._sources, moves, listed, task, counts, log)
        else:
            kernels.step_one(self._low, self._rows, self._sources, moves, listed, task, counts, log)
