"""The rows of a space while it is explored: their state, which rows a step looks at, and steps on threads.

Three classes explore with these parts: `build.SpaceBits` in memory, `regions.RegionBits` through a file, and
`layers.KnownLayers` along the codes of a finished table. All of them repeat

    rows to look at  ->  step on threads (`slidefront.tables.kernels`)  ->  turn: the new layer is the last one

and share `Rows`, the counts and flags of each row.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np

from slidefront import units
from slidefront.arrays import Keys, Numbers, Small, read_only
from slidefront.errors import LimitError
from slidefront.executors.budget import BASE_MEMORY, Budget
from slidefront.puzzles.ranking import Flags, Ranking, RowMarks, RowMoves, Shape
from slidefront.store.array_files import Array
from slidefront.tables import kernels
from slidefront.tables.kernels import ALL_BITS, ONE_BIT, Rows, Sources

Result = TypeVar("Result")
Parities = tuple[Flags, int]
"""The parity class of each row, 0 or 1, and the class of the starts."""
DEEPEST = 100
"""The most boards of the last depth that a table lists, by ascending rank."""
_SPARSE = 16  # a layer is sparse if at most one of so many rows has boards of it
_MOST_TASKS = 128
_TASK_WORDS = 1 << 16


def memory_of(ranking: Ranking, bits: int) -> int:
    """Return the bytes that exploring a space in memory needs, with one or two bits per board."""
    shape = ranking.shape
    planes = bits if ranking.has_parity else 3
    return BASE_MEMORY + planes * 8 * shape.all_words + 112 * shape.rows


def fits(ranking: Ranking, bits: int, budget: Budget) -> bool:
    """Whether a space can be explored in memory."""
    return memory_of(ranking, bits) <= budget.memory


def check_room(ranking: Ranking, bits: int, what: str, budget: Budget) -> None:
    """Raise LimitError if exploring a space needs more memory than allowed; `what` is the work in the message."""
    if not fits(ranking, bits, budget):
        raise LimitError(
            f"{what} needs {units.size(memory_of(ranking, bits))} of memory, more than the {units.size(budget.memory)} "
            f"allowed: give more memory, or explore to a depth",
            "memory",
        )


def needs_one_bit(ranking: Ranking, starts: Numbers) -> bool:
    """Whether one bit per board suffices: every move changes the parity class, and all starts are in one class."""
    parities = ranking.parity_of(starts // ranking.shape.boards_per_row)
    return parities is not None and bool((parities == parities[0]).all())


def parities_of(ranking: Ranking, starts: Numbers) -> Parities | None:
    """Return the parity classes of the rows and of the starts; None if a board needs two bits."""
    if not needs_one_bit(ranking, starts):
        return None
    parities = ranking.parity_of(np.arange(ranking.shape.rows))
    assert parities is not None
    return parities, int(parities[starts[0] // ranking.shape.boards_per_row])


# The state of rows


def new_rows(ranking: Ranking, marks: RowMarks) -> dict[str, Array]:
    """Return the arrays for `rows_of` of a space without reached boards."""
    shape = ranking.shape
    return {
        "left": np.full(shape.rows, shape.boards_per_row, np.int32),
        "marked": _mask_sizes(marks)[marks.mask_of].astype(np.int32),
        "alike": np.zeros(shape.rows, np.int32),
        "marked_alike": np.zeros(shape.rows, np.int32),
        "front": np.zeros(shape.rows, np.uint8),
    }


def rows_of(starts: Numbers, arrays: Mapping[str, Array], marks: RowMarks, row_boards: int) -> Rows:
    """Return the state of rows for kernels, which change these arrays in place."""
    return Rows(
        left=arrays["left"],
        alike=arrays["alike"],
        reached=(arrays["left"] < row_boards).astype(np.uint8),
        following=arrays.get("following", arrays["front"]),
        starts=starts,
        mask_of=marks.mask_of,
        masks=read_only(marks.masks),
        of_mask=_mask_sizes(marks),
        marked=arrays["marked"],
        marked_alike=arrays["marked_alike"],
    )


def _mask_sizes(marks: RowMarks) -> Numbers:
    return np.array([sum(word.bit_count() for word in mask) for mask in marks.masks.tolist()], np.int64)


def reach_starts(plane: Keys, fill: np.uint64, rows: Rows, front: Flags, per_word: int, first: int = 0) -> None:
    """Fill the rows of the starts with a word, and flip the bits of the starts. `first` is the number of row 0."""
    row, offset = np.divmod(rows.starts - first * plane.shape[1] * per_word, plane.shape[1] * per_word)
    inside = (row >= 0) & (row < rows.left.size)
    row, offset = row[inside], offset[inside]
    word, bit = offset // per_word, ONE_BIT << (offset % per_word).astype(np.uint64)
    plane[row] = fill
    np.bitwise_xor.at(plane, (row, word), bit)
    rows.reached[row] = front[row] = 1
    marked, one = row[rows.masks[rows.mask_of[row], word] & bit > 0], np.int32(1)
    np.subtract.at(rows.left, row, one)
    np.add.at(rows.alike, row, one)
    np.subtract.at(rows.marked, marked, one)
    np.add.at(rows.marked_alike, marked, one)


class RowLists:
    """The rows with boards of the last layer, and the rows that the next step looks at.

    After a dense layer, a step looks at all rows with unreached boards. After a sparse layer, it looks at the rows that
    moves from the last layer lead to. With one bit per board it also looks at all rows that are partly reached, because
    the bits of unreached boards change with each step.
    """

    def __init__(self, rows: Rows, moves: RowMoves, parities: Parities | None, front: Flags, depth: int) -> None:
        """Find the rows of the last layer by their flags; `parities` is None with two bits per board."""
        self._moves = moves
        self.parities, self._start_parity = parities or (np.empty(0, np.uint8), 0)
        self._out = np.empty(rows.left.size, np.int32)
        self._seen = np.zeros(rows.left.size, np.uint8)
        self._partly: dict[int, Small] = {}
        """The partly reached rows by parity class, as far as a sparse step has listed them."""
        self.front = self._listed = self._flagged(front, self.parity(depth))
        """The rows with boards of the last layer, ascending."""
        self._before = self._flagged(rows.following, 1 - self.parity(depth))

    def parity(self, depth: int) -> int:
        """Return the parity class of the boards at a depth; always 0 with two bits per board."""
        return (self._start_parity + depth) % 2 if self.parities.size else 0

    def _flagged(self, flags: Flags, parity: int) -> Small:
        rows = np.flatnonzero(flags).astype(np.int32)
        return rows[self.parities[rows] == parity] if self.parities.size else rows

    def next(self, rows: Rows, depth: int) -> Small:
        """Clear the flags for the layer at a depth, and list the rows to look at, ascending."""
        rows.following[self._before] = 0
        parity = self.parity(depth)
        if self.front.size * _SPARSE > rows.left.size:
            self._listed = self._out[: kernels.list_left(rows.left, 1, self.parities, parity, self._out)]
            return self._listed
        partly = self._partly.get(parity)
        if partly is None:
            flags = ((rows.left > 0) & (rows.reached > 0)).view(np.uint8)
            partly = self._flagged(flags, parity) if self.parities.size else self._out[:0].copy()
        count = kernels.list_adjacent(self.front, partly, rows.left, self._moves, self._seen, self._out)
        self._listed = self._out[:count]
        self._listed.sort()
        return self._listed

    def turn(self, rows: Rows, depth: int) -> None:
        """Make the layer at a depth, which the step has found, the last layer."""
        is_sparse, listed, parity = self.front.size * _SPARSE <= rows.left.size, self._listed, self.parity(depth)
        self._partly.pop(parity, None)
        self.front, self._before = listed[rows.following[listed] > 0], self.front
        if is_sparse and self.parities.size:
            self._partly[parity] = listed[(rows.left[listed] > 0) & (rows.reached[listed] > 0)]


# Steps on threads


def on_threads(run: Callable[[Small], Result], listed: Small, words: int, pool: ThreadPoolExecutor) -> list[Result]:
    """Call a function with parts of the listed rows; `words` is the number of words per row."""
    parts = np.array_split(listed, min(_MOST_TASKS, 1 + listed.size * words // _TASK_WORDS))
    return [*(pool.map(run, parts) if len(parts) > 1 else map(run, parts))]


def step_one(
    bits: Keys, rows: Rows, sources: Sources, listed: Small, task: Numbers, pool: ThreadPoolExecutor
) -> tuple[int, int, Numbers]:
    """Run `kernels.step_one` on threads.

    Return the number of boards and of marked boards, and the ranks that each task lists as unreached, ascending.
    """

    def run(part: Small) -> tuple[int, int, Numbers]:
        unreached = np.empty(DEEPEST, np.int64)
        boards, marked, n = kernels.step_one(bits, rows, sources, part, task, unreached)
        return boards, marked, unreached[:n]

    boards, marked, unreached = zip(*on_threads(run, listed, bits.shape[1], pool), strict=True)
    return sum(boards), sum(marked), np.concatenate(unreached)


def step_two(
    planes: tuple[Keys, Keys], rows: Rows, sources: Sources, listed: Small, task: Numbers, pool: ThreadPoolExecutor
) -> tuple[int, int]:
    """Run `kernels.step_two` on threads; no listed row may be read as a source."""

    def run(part: Small) -> tuple[int, int]:
        return kernels.step_two(planes, rows, sources, part, task)

    boards, marked = zip(*on_threads(run, listed, planes[0].shape[1], pool), strict=True)
    return sum(boards), sum(marked)


# The deepest boards: ranks for `TableHeader.ahead`


def first_unreached(planes: Sequence[Keys], rows: Rows, shape: Shape) -> tuple[int, ...]:
    """List the first unreached boards, with two bits per board."""
    listed, ranks, n = np.empty(DEEPEST, np.int32), np.empty(DEEPEST, np.int64), 0
    valid = ALL_BITS >> np.uint64(64 - shape.per_word)
    for row in listed[: kernels.list_left(rows.left, 1, np.empty(0, np.uint8), 0, listed)].tolist():
        unreached = planes[0][row] & planes[1][row] & valid if rows.reached[row] else np.full(shape.words, valid)
        n = kernels.list_boards(unreached, row * shape.boards_per_row, shape.per_word, n, ranks)
    return tuple(ranks[:n].tolist())


def add_fresh_rows(ranks: Numbers, left: Small, parities: Flags, parity: int, row_boards: int) -> tuple[int, ...]:
    """Add the boards of unreached rows of a parity class to unreached ranks, and return the first ranks."""
    out = np.empty(DEEPEST, np.int32)
    rows = out[: kernels.list_left(left, row_boards, parities, parity, out)].astype(np.int64)
    fresh = rows[:, None] * row_boards + np.arange(min(row_boards, DEEPEST))
    return tuple(np.union1d(ranks, fresh)[:DEEPEST].tolist())


def first_ahead(shape: Shape, starts: Numbers, parities: Parities | None) -> tuple[tuple[int, ...], ...]:
    """Return `TableHeader.ahead` for a table of the starts alone: for depth 0 and the next one or two."""
    boards, lists = shape.boards_per_row, [starts]
    every = np.ones(shape.rows, np.bool_)
    for flags in [every] if parities is None else [parities[0] != parities[1], parities[0] == parities[1]]:
        rows = np.flatnonzero(flags)[: (starts.size + DEEPEST) // boards + 1]
        lists.append(np.setdiff1d(rows[:, None] * boards + np.arange(boards), starts))
    return tuple(tuple(ranks[:DEEPEST].tolist()) for ranks in lists)
