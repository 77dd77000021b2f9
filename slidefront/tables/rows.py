"""The state of the rows of a space while it is explored, shared by memory, regions and layers."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np

from slidefront import units
from slidefront.arrays import Keys, Numbers, Small, read_only
from slidefront.errors import LimitError
from slidefront.executors.budget import Budget
from slidefront.puzzles.ranking import Flags, Ranking, RowMarks, RowMoves, Shape
from slidefront.store.array_files import Array
from slidefront.tables import kernels
from slidefront.tables.kernels import ALL_BITS, ONE_BIT, Rows, Sources

Result = TypeVar("Result")
DEEPEST = 100
"""How many boards of the greatest depth a table names at most: the first ones by rank."""
BASE_MEMORY = 224 << 20
"""Bytes of the interpreter, libraries and compiled kernels."""
_FEW = 16  # one row in so many
_MOST_TASKS = 128
_TASK = 1 << 16  # words of a task


def memory_of(ranking: Ranking, bits: int) -> int:
    """Tell how much memory a space needs that is in memory, with one or two bits a board."""
    shape = ranking.shape
    planes = bits if ranking.has_sides else 3
    return BASE_MEMORY + planes * 8 * shape.all_words + 112 * shape.rows


def fits(ranking: Ranking, bits: int, budget: Budget) -> bool:
    """Tell whether a space fits into memory."""
    return memory_of(ranking, bits) <= budget.memory


def check_room(ranking: Ranking, bits: int, what: str, budget: Budget) -> None:
    """Refuse work on a space that does not fit the memory."""
    if not fits(ranking, bits, budget):
        raise LimitError(
            f"{what} needs {units.size(memory_of(ranking, bits))} of memory, more than the {units.size(budget.memory)} "
            f"allowed: give more memory, or explore to a depth",
            "memory",
        )


def is_one_sided(ranking: Ranking, starts: Numbers) -> bool:
    """Tell whether one bit a board is enough: each move changes sides, and all starts are on one side."""
    sides = ranking.sides_of(starts // ranking.shape.boards_per_row)
    return sides is not None and bool((sides == sides[0]).all())


def side_of_starts(ranking: Ranking, starts: Numbers) -> tuple[Flags, int] | None:
    """Give the sides of rows and that of all starts; None where a board needs two bits."""
    sides = ranking.sides_of(np.arange(ranking.shape.rows)) if is_one_sided(ranking, starts) else None
    return None if sides is None else (sides, int(sides[starts[0] // ranking.shape.boards_per_row]))


def new_rows(ranking: Ranking, marks: RowMarks) -> dict[str, Array]:
    """Describe rows of which nothing is reached."""
    shape = ranking.shape
    marked = np.zeros(shape.rows, np.int32)
    some = np.flatnonzero(marks.mask_of)
    marked[some] = boards_of(marks)[marks.mask_of[some]]
    none = {name: np.zeros(shape.rows, np.int32) for name in ("alike", "marked_alike")}
    left = np.full(shape.rows, shape.boards_per_row, np.int32)
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
        masks=read_only(marks.masks),
        of_mask=boards_of(marks),
        marked=arrays["marked"],
        marked_alike=arrays["marked_alike"],
    )


def begin(plane: Keys, fill: np.uint64, rows: Rows, front: Flags, per_word: int, first: int = 0) -> None:
    """Reach the starts: flip their bits, in rows that are filled with a word first. `first` is the number of row 0."""
    row, place = np.divmod(rows.starts - first * plane.shape[1] * per_word, plane.shape[1] * per_word)
    here = (row >= 0) & (row < rows.left.size)
    row, place = row[here], place[here]
    word, bit = place // per_word, ONE_BIT << (place % per_word).astype(np.uint64)
    plane[row] = fill
    np.bitwise_xor.at(plane, (row, word), bit)
    rows.reached[row] = front[row] = 1
    marked, one = row[rows.masks[rows.mask_of[row], word] & bit > 0], np.int32(1)
    np.subtract.at(rows.left, row, one)
    np.add.at(rows.alike, row, one)
    np.subtract.at(rows.marked, marked, one)
    np.add.at(rows.marked_alike, marked, one)


def on_threads(run: Callable[[Small], Result], listed: Small, words: int, pool: ThreadPoolExecutor) -> list[Result]:
    """Run a step on listed rows, in tasks."""
    pieces = np.array_split(listed, min(_MOST_TASKS, 1 + listed.size * words // _TASK))
    return [*(pool.map(run, pieces) if len(pieces) > 1 else map(run, pieces))]


def step_one(
    bits: Keys, rows: Rows, sources: Sources, listed: Small, task: Numbers, pool: ThreadPoolExecutor
) -> tuple[int, int, Numbers]:
    """Do the same as the kernel on threads; of boards that are not reached yet, the first ones of each task are listed.

    The rows of a list ascend, and so do the boards of a task.
    """

    def run(some: Small) -> tuple[int, int, Numbers]:
        unreached = np.empty(DEEPEST, np.int64)
        boards, marked, n = kernels.step_one(bits, rows, sources, some, task, unreached)
        return boards, marked, unreached[:n]

    boards, marked, unreached = zip(*on_threads(run, listed, bits.shape[1], pool), strict=True)
    return sum(boards), sum(marked), np.concatenate(unreached)


def step_two(
    planes: tuple[Keys, Keys], rows: Rows, sources: Sources, listed: Small, task: Numbers, pool: ThreadPoolExecutor
) -> tuple[int, int]:
    """Do the same as the kernel on threads, which must not read rows that change."""
    found = on_threads(
        lambda some: kernels.step_two(planes, rows, sources, some, task), listed, planes[0].shape[1], pool
    )
    return sum(boards for boards, _ in found), sum(marked for _, marked in found)


def first_unreached(planes: Sequence[Keys], rows: Rows, shape: Shape) -> tuple[int, ...]:
    """List the first boards that are not reached yet, with two bits a board."""
    listed, ranks, n = np.empty(DEEPEST, np.int32), np.empty(DEEPEST, np.int64), 0
    valid = ALL_BITS >> np.uint64(64 - shape.per_word)
    for row in listed[: kernels.list_left(rows.left, 1, np.empty(0, np.uint8), 0, listed)].tolist():
        unreached = planes[0][row] & planes[1][row] & valid if rows.reached[row] else np.full(shape.words, valid)
        n = kernels.list_boards(unreached, row * shape.boards_per_row, shape.per_word, n, ranks)
    return tuple(ranks[:n].tolist())


def first_ahead(shape: Shape, starts: Numbers, sides: tuple[Flags, int] | None) -> tuple[tuple[int, ...], ...]:
    """Begin the lists of `TableHeader.ahead`, for depth 0 and the next one, with one bit a board the next two."""
    boards, lists = shape.boards_per_row, [starts]
    every = np.ones(shape.rows, np.bool_)
    for some in [every] if sides is None else [sides[0] != sides[1], sides[0] == sides[1]]:
        rows = np.flatnonzero(some)[: (starts.size + DEEPEST) // boards + 1]
        lists.append(np.setdiff1d(rows[:, None] * boards + np.arange(boards), starts))
    return tuple(tuple(ranks[:DEEPEST].tolist()) for ranks in lists)


def with_fresh_rows(listed: Numbers, left: Small, sides: Flags, side: int, row_boards: int) -> tuple[int, ...]:
    """Add to listed ranks those of the rows of a side of which nothing is reached, and keep the first ones."""
    out = np.empty(DEEPEST, np.int32)
    rows = out[: kernels.list_left(left, row_boards, sides, side, out)].astype(np.int64)
    fresh = rows[:, None] * row_boards + np.arange(min(row_boards, DEEPEST))
    return tuple(np.union1d(listed, fresh)[:DEEPEST].tolist())


class RowLists:
    """The rows of the last layer, and those to look at next.

    If the last layer lies in many rows, a step looks at all rows that have boards left. If it lies in few, they are the
    rows that moves lead to from these; with one bit a board also the rows of which some boards are reached and some
    not, because the bits of the latter change with each step.
    """

    def __init__(self, rows: Rows, moves: RowMoves, sides: tuple[Flags, int] | None, front: Flags, depth: int) -> None:
        """Find the rows of the last layer by their flags; `sides` is None with two bits a board."""
        self._moves = moves
        self.sides, self._first_side = sides or (np.empty(0, np.uint8), 0)
        self._out = np.empty(rows.left.size, np.int32)
        self._seen = np.zeros(rows.left.size, np.uint8)
        self._open: dict[int, Small] = {}
        self.front = self._listed = self._on_side(front, self.side(depth))
        self._old = self._on_side(rows.following, 1 - self.side(depth))

    def side(self, depth: int) -> int:
        """Tell on which side the boards at a depth are; with two bits always on one."""
        return (self._first_side + depth) % 2 if self.sides.size else 0

    def _on_side(self, flags: Flags, side: int) -> Small:
        found = np.flatnonzero(flags).astype(np.int32)
        return found[self.sides[found] == side] if self.sides.size else found

    def next(self, rows: Rows, depth: int) -> Small:
        """Clear the flags of the layer at a depth, and list the rows to look at for it, ascending."""
        rows.following[self._old] = 0
        side = self.side(depth)
        if self.front.size * _FEW > rows.left.size:
            self._listed = self._out[: kernels.list_left(rows.left, 1, self.sides, side, self._out)]
            return self._listed
        others = self._open.get(side)
        if others is None:
            partly = (rows.left > 0) & (rows.reached > 0)
            others = self._on_side(partly.view(np.uint8), side) if self.sides.size else self._out[:0].copy()
        self._listed = self._out[: kernels.list_near(self.front, others, rows.left, self._moves, self._seen, self._out)]
        self._listed.sort()
        return self._listed

    def turn(self, rows: Rows, depth: int) -> None:
        """Make the rows of the layer found last, that at a depth, those of the last layer."""
        few, listed, side = self.front.size * _FEW <= rows.left.size, self._listed, self.side(depth)
        self._open.pop(side, None)
        self.front, self._old = listed[rows.following[listed] > 0], self.front
        if few and self.sides.size:
            self._open[side] = listed[(rows.left[listed] > 0) & (rows.reached[listed] > 0)]
