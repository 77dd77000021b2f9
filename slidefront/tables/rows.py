"""The rows of a space while it is explored: their state, which rows a step looks at, and steps on threads.

Three classes explore with these parts: `build.SpaceBits` in memory, `regions.RegionBits` through a file, and
`layers.KnownLayers` along the codes of a finished table. All of them repeat

    rows to look at  ->  step on threads (`slidefront.tables.kernels`)  ->  turn: the new layer is the last one

and share `Rows`, the counts and flags of each row. `needs_of` estimates the memory and disk that a table takes.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np

from slidefront import units
from slidefront.arrays import Keys, Numbers, Small, read_only
from slidefront.errors import LimitError
from slidefront.executors.budget import BASE_MEMORY, Budget
from slidefront.puzzles.ranking import Bools, Flags, Ranking, RowMarks
from slidefront.store.array_files import Array
from slidefront.tables import kernels
from slidefront.tables.kernels import ALL_BITS, ONE_BIT, PACKED, Rows, Sources

_Result = TypeVar("_Result")
DEEPEST = 100
"""How many boards of the last depth a table lists at most, in ascending order of rank."""
SPARE = 96 << 20
"""Bytes that a step by regions needs in addition to regions and the state of rows: moves, lists, and log records."""
SMALLEST_REGION = 4 << 20
"""Bytes; smaller regions hardly reduce the memory that a step needs."""
READ, WRITTEN = 60, 25
"""How many times the bytes of a table are read from its file and written to it, roughly. Measured: 47 and 19 times for
2 x 7 with a fifth of the table in memory, 76 and 31 for the mural, whose rows lead to twice as many others, and 24 and
14 for 3 x 4."""
RATE = 500_000_000
"""Bytes per second of the disk of these measurements, in pieces of 32 MiB, in either direction."""
_LOG_PER_ROW = 40  # bytes of the log: less than one byte per step
_SPARSE = 16  # a layer is sparse if at most one of so many rows has boards of it
_MOST_TASKS = 128
_TASK_WORDS = 1 << 16


class CodedSpace:
    """A space whose boards have codes of one or two bits, and its starts.

    One bit suffices if every move changes the parity class of a board, and all starts are in one class.
    """

    def __init__(self, ranking: Ranking, starts: Numbers) -> None:
        """Find how many bits are needed; `starts` are ascending ranks."""
        self.ranking, self.starts = ranking, starts
        parities = ranking.parity_of(starts // ranking.shape.boards_per_row)
        self.bits = 2
        self._start_parity = 0
        if parities is not None and (parities == parities[0]).all():
            self.bits, self._start_parity = 1, int(parities[0])

    @cached_property
    def parities(self) -> Flags:
        """The parity class of each row; with two bits per board, all rows are in class 0."""
        rows = self.ranking.shape.rows
        parities = self.ranking.parity_of(np.arange(rows)) if self.bits == 1 else None
        return np.zeros(rows, np.uint8) if parities is None else parities

    def parity(self, depth: int) -> int:
        """Return the parity class of the boards at a depth."""
        return (self._start_parity + depth) % 2 if self.bits == 1 else 0

    @property
    def plane_names(self) -> tuple[str, ...]:
        """The names of the arrays with the codes in a table file."""
        return ("bits",) if self.bits == 1 else ("low", "high")

    @property
    def unreached_word(self) -> np.uint64:
        """A word without reached boards. A row is filled with it before its first board is reached."""
        return ALL_BITS >> np.uint64(64 - self.ranking.shape.per_word) if self.bits == 1 else ALL_BITS


# The state of rows

STORED_COUNTS = {
    "left": "unreached",
    "marked": "unreached_selected",
    "alike": "same_code",
    "marked_alike": "selected_same_code",
}
"""The counts of rows in the file of an unfinished table, and the fields of `Rows` that they are."""


def rows_of(coded: CodedSpace, marks: RowMarks, arrays: Mapping[str, Array] | None = None) -> Rows:
    """Return the state of the rows of a space, which kernels change in place.

    `arrays` come from an unfinished table (`build.SpaceBits.arrays`). Without them, no board is reached.
    """
    shape = coded.ranking.shape
    next_front = "front" if coded.bits == 1 else "following"  # with one bit, the layers share their flags
    mask_counts = np.array([sum(word.bit_count() for word in mask) for mask in marks.masks.tolist()], np.int64)
    if arrays is None:
        arrays = {
            "left": np.full(shape.rows, shape.boards_per_row, np.int32),
            "marked": mask_counts[marks.mask_of].astype(np.int32),
            "alike": np.zeros(shape.rows, np.int32),
            "marked_alike": np.zeros(shape.rows, np.int32),
            next_front: np.zeros(shape.rows, np.uint8),
        }
    return Rows(
        reached=(arrays["left"] < shape.boards_per_row).astype(np.uint8),
        next_front=arrays[next_front],
        starts=coded.starts,
        mask_of=marks.mask_of,
        masks=read_only(marks.masks),
        mask_counts=mask_counts,
        **{field: arrays[name] for name, field in STORED_COUNTS.items()},
    )


def reach_starts(plane: Keys, fill: np.uint64, rows: Rows, front: Flags, per_word: int, first: int = 0) -> None:
    """Fill the rows of the starts with a word, and flip the bits of the starts. `first` is the number of row 0."""
    row, offset = np.divmod(rows.starts - first * plane.shape[1] * per_word, plane.shape[1] * per_word)
    inside = (row >= 0) & (row < rows.unreached.size)
    row, offset = row[inside], offset[inside]
    word, bit = offset // per_word, ONE_BIT << (offset % per_word).astype(np.uint64)
    plane[row] = fill
    np.bitwise_xor.at(plane, (row, word), bit)
    rows.reached[row] = front[row] = 1
    selected, step = row[rows.masks[rows.mask_of[row], word] & bit > 0], np.int32(1)
    np.subtract.at(rows.unreached, row, step)
    np.add.at(rows.same_code, row, step)
    np.subtract.at(rows.unreached_selected, selected, step)
    np.add.at(rows.selected_same_code, selected, step)


class RowLists:
    """The state of the rows, the rows with boards of the last layer, and the rows that the next step looks at.

    After a dense layer, a step looks at all rows with unreached boards. After a sparse layer, it looks at the rows that
    moves from the last layer lead to. With one bit per board it also looks at all rows that are partly reached, because
    the bits of unreached boards change with each step.
    """

    def __init__(self, coded: CodedSpace, rows: Rows, front_flags: Flags, depth: int) -> None:
        """Find the rows of the last layer, which is at a depth, by their flags."""
        self._coded = coded
        self.rows = rows
        self.front_flags = front_flags
        """For each row, whether it has boards of the last layer; with one bit, the same array as `rows.next_front`."""
        self._out = np.empty(rows.unreached.size, np.int32)
        self._seen = np.zeros(rows.unreached.size, np.uint8)
        self._partly: dict[int, Small] = {}
        """The partly reached rows by parity class, as far as a sparse step has listed them."""
        self.front = self._listed = self._flagged(front_flags, coded.parity(depth))
        """The rows with boards of the last layer, ascending."""
        self._before = self._flagged(rows.next_front, coded.parity(depth + 1))

    def _flagged(self, flags: Flags | Bools, parity: int) -> Small:
        rows: Small = np.flatnonzero(flags).astype(np.int32)
        return np.asarray(rows[self._coded.parities[rows] == parity])

    def next(self, depth: int) -> Small:
        """Return the rows that the step to a depth must process, ascending.

        This clears the flags that mark the layer before the last, because they will mark the layer at that depth.
        """
        rows, parity = self.rows, self._coded.parity(depth)
        rows.next_front[self._before] = 0
        if self._is_sparse():
            partly = self._partly.get(parity, self._out[:0].copy())
            if self._coded.bits == 1 and parity not in self._partly:
                partly = self._flagged((rows.unreached > 0) & (rows.reached > 0), parity)
            moves = self._coded.ranking.moves
            count = kernels.list_adjacent(self.front, partly, rows.unreached, moves, self._seen, self._out)
            self._out[:count].sort()
        else:
            count = kernels.list_unreached(rows.unreached, 1, self._coded.parities, parity, self._out)
        self._listed = self._out[:count]
        return self._listed

    def turn(self, depth: int) -> None:
        """Make the layer at a depth, which the step has found, the last layer."""
        was_sparse, rows, listed, parity = self._is_sparse(), self.rows, self._listed, self._coded.parity(depth)
        self._partly.pop(parity, None)
        self.front, self._before = listed[rows.next_front[listed] > 0], self.front
        if was_sparse and self._coded.bits == 1:
            self._partly[parity] = listed[(rows.unreached[listed] > 0) & (rows.reached[listed] > 0)]
        self.rows, self.front_flags = rows._replace(next_front=self.front_flags), rows.next_front

    def _is_sparse(self) -> bool:
        return self.front.size * _SPARSE <= self.rows.unreached.size


# Steps on threads


def on_threads(run: Callable[[Small], _Result], listed: Small, words: int, pool: ThreadPoolExecutor) -> list[_Result]:
    """Call a function with parts of the listed rows; `words` is the number of words per row."""
    parts = np.array_split(listed, min(_MOST_TASKS, 1 + listed.size * words // _TASK_WORDS))
    return [*(pool.map(run, parts) if len(parts) > 1 else map(run, parts))]


def run_step(
    planes: Sequence[Keys], rows: Rows, sources: Sources, listed: Small, task: Numbers, pool: ThreadPoolExecutor
) -> tuple[int, int, Numbers]:
    """Run `kernels.step_one` or, with two planes, `kernels.step_two` on threads.

    With two planes, no listed row may be read as a source. Return the number of boards and of selected boards, and with
    one plane the ranks that each task lists as unreached, ascending.
    """

    def run(part: Small) -> tuple[int, int, Numbers]:
        unreached = np.empty(DEEPEST, np.int64)
        if len(planes) == 1:
            boards, selected, n = kernels.step_one(planes[0], rows, sources, part, task, unreached)
        else:
            (boards, selected), n = kernels.step_two((planes[0], planes[1]), rows, sources, part, task), 0
        return boards, selected, unreached[:n]

    boards, selected, unreached = zip(*on_threads(run, listed, planes[0].shape[1], pool), strict=True)
    return sum(boards), sum(selected), np.concatenate(unreached)


# The deepest boards: ranks for `TableHeader.ahead`


def first_unreached(
    coded: CodedSpace, planes: Sequence[Keys], rows: Rows, depth: int, listed: Numbers
) -> tuple[int, ...]:
    """Return the lowest ranks that the step to a depth has left unreached in its parity class.

    With one bit per board, the bits do not show which boards of a row are unreached. So `listed` has the ranks that
    the step found in partly reached rows.
    """
    shape, numbers = coded.ranking.shape, np.empty(DEEPEST, np.int32)
    boards, parity = shape.boards_per_row, coded.parity(depth)
    if coded.bits == 1:
        count = kernels.list_unreached(rows.unreached, boards, coded.parities, parity, numbers)
        ranks = numbers[:count, None].astype(np.int64) * boards + np.arange(min(boards, DEEPEST))
        return tuple(np.union1d(listed, ranks)[:DEEPEST].tolist())
    ranks, n = np.empty(DEEPEST, np.int64), 0
    valid = ALL_BITS >> np.uint64(64 - shape.per_word)
    for row in numbers[: kernels.list_unreached(rows.unreached, 1, coded.parities, parity, numbers)].tolist():
        words = planes[0][row] & planes[1][row] & valid if rows.reached[row] else np.full(shape.words, valid)
        n = kernels.list_boards(words, row * boards, shape.per_word, n, ranks)
    return tuple(ranks[:n].tolist())


def first_ahead(coded: CodedSpace) -> tuple[tuple[int, ...], ...]:
    """Return `TableHeader.ahead` for a table that contains only its starts: for depth 0 and the next one or two."""
    boards, lists = coded.ranking.shape.boards_per_row, [coded.starts]
    for depth in range(1, 4 - coded.bits):
        rows = np.flatnonzero(coded.parities == coded.parity(depth))[: (coded.starts.size + DEEPEST) // boards + 1]
        lists.append(np.setdiff1d(rows[:, None] * boards + np.arange(boards), coded.starts))
    return tuple(tuple(ranks[:DEEPEST].tolist()) for ranks in lists)


# Memory and disk


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
        raise memory_error(f"{what} needs {units.size(memory_of(ranking, bits))} of memory", budget.memory)


def regions_error(need: int, memory: int) -> LimitError:
    """Return the error for memory that cannot hold the regions that a step needs at once."""
    return memory_error(f"the table needs {units.size(need)} of memory for some of its rows at a time", memory)


def memory_error(need: str, memory: int) -> LimitError:
    """Return the error for work that needs more memory than allowed."""
    return LimitError(
        f"{need}, more than the {units.size(memory)} allowed: give more memory, or explore to some depth with expand",
        "memory",
    )


@dataclass(frozen=True)
class TableNeeds:
    """The resources that making a table takes. Fields about regions are 0 if it cannot be explored by regions."""

    file_bytes: int
    log_bytes: int
    """The log, while the table is explored by regions."""
    memory_bytes: int
    """Memory to explore it in memory."""
    least_memory_bytes: int
    """Memory to explore it by regions: for the fewest regions that a step needs."""
    read_bytes: int
    written_bytes: int
    seconds: float
    """Time of the disk to explore it by regions, if the page cache is empty."""


def needs_of(ranking: Ranking, bits: int = 0) -> TableNeeds:
    """Estimate the resources for a table, from measurements; `bits` is 0 for the fewest that suffice."""
    shape = ranking.shape
    bits = bits or (1 if ranking.has_parity else 2)
    planes = bits * 8 * shape.all_words
    file = planes if shape.per_word > PACKED else planes * shape.per_word // 64
    if not has_regions(ranking):
        return TableNeeds(file, 0, memory_of(ranking, bits), 0, 0, 0, 0)
    least = BASE_MEMORY + SPARE + 32 * shape.rows + 16 * bits * SMALLEST_REGION
    read, written, log = READ * planes, WRITTEN * planes, _LOG_PER_ROW * shape.rows
    return TableNeeds(file, log, memory_of(ranking, bits), least, read, written, (read + written) / RATE)


def has_regions(ranking: Ranking) -> bool:
    """Whether a space can be explored by regions: its table stores words, not packed bits."""
    return ranking.shape.per_word > PACKED
