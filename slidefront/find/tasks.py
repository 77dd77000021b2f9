"""A task of a search: some items of the tree of multisets, within a bound of work and of memory.

A task returns what it found, and as items what it left. It needs the kind only as text, so it runs on any machine.
"""

from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

import numpy as np

from slidefront.errors import LimitError
from slidefront.find.found import Found, found_in, new_totals
from slidefront.find.kind import Kind
from slidefront.find.kit import CELLS, FREE, METRIC, MOVE, Kit
from slidefront.find.multisets import EQUAL_KEYS, TOO_LONG, explore
from slidefront.find.read import read_kind
from slidefront.find.tables import build_kit

Item = tuple[int, ...]
"""The range of the shape that comes next, and the shapes before it."""
SINGLE = 64
"""How many of the last shapes have items of their own."""
_ONE_AT_A_TIME = Lock()


@dataclass(frozen=True)
class FindTask:
    """A task."""

    number: int
    kind: str
    """The kind as text."""
    items: tuple[Item, ...]
    work: int
    """How many placements are enough; a task also ends with its items."""
    memory: int
    """How many bytes its arrays may take."""
    top: int
    """How many of the hardest boards to keep for each number of pieces."""

    def __str__(self) -> str:
        return f"find-{self.number}"


@dataclass(frozen=True)
class FindRecord:
    """What a task has found."""

    items: tuple[Item, ...]
    left: tuple[Item, ...]
    found: Found
    needs: int
    """The memory that the first item that is left needs; 0: no more than others."""


def first_items(kind: Kind) -> list[Item]:
    """Divide all multisets by their first shape. Those that begin with one of the last shapes are most of them."""
    last = len(kind.shapes)
    ends = [last - number for number in range(min(last, SINGLE))]
    while ends[-1] > 0:
        ends.append(max(0, min(ends[-1] - 1, 2 * ends[-1] - last)))
    return [*zip(ends[1:], ends, strict=False)]


@lru_cache(maxsize=2)
def _kit(text: str, seed: int) -> Kit:
    return build_kit(read_kind(text), seed)


def kit_of(text: str, seed: int = 0) -> Kit:
    """Build the arrays of a kind once, whichever threads ask for them."""
    with _ONE_AT_A_TIME:
        return _kit(text, seed)


def bytes_per_row(kit: Kit) -> tuple[int, int]:
    """The most memory for a placement that is only listed, and for one that is searched with its moves.

    Lists have twice the length that they need, and those of the multisets before this one stay.
    Half of the cells as pieces of one cell have the most moves. Measured on 4x5: 661 bytes for nine of them, which have
    63 moves; 590 and 334 bytes for sets with dominoes that have 33 and 18.
    """
    free = int(kit.rules[FREE])
    moves = free // 2 * ((free + 1) // 2) if kit.rules[METRIC] == MOVE else 4 * free
    return 2 * (int(kit.rules[CELLS]) + 17), 180 + 5 * moves


def run_task(task: FindTask) -> FindRecord:
    """Run a task. If two placements have the same key, which is not likely, other random numbers are drawn."""
    for seed in range(9):
        kit = kit_of(task.kind, seed)
        totals = new_totals(kit, task.top)
        items = _as_array(task.items, int(kit.rules[CELLS]))
        left = np.zeros((len(items) + items.shape[1], items.shape[1]), np.int64)
        outcome, count, needs = explore(kit, items, task.work, task.memory, bytes_per_row(kit), totals, left)
        if outcome == TOO_LONG:
            raise LimitError("a puzzle needs more moves than this command counts: choose a smaller board")
        if outcome != EQUAL_KEYS:
            rest = tuple(tuple(map(int, row[1 : 3 + row[0]])) for row in left[:count])
            return FindRecord(task.items, rest, found_in(kit, totals, task.top), needs)
    raise AssertionError("random numbers are equal")


def _as_array(items: tuple[Item, ...], cells: int) -> np.ndarray:
    rows = np.zeros((len(items), cells + 4), np.int64)
    for row, item in zip(rows, items, strict=True):
        row[0], row[1 : 1 + len(item)] = len(item) - 2, item
    return rows
