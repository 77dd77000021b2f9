"""Layers in memory: exploring them one after the other, and frontiers of two-way search.

The tasks of runs (`explore.levels`) expand these layers, but write no files. Importing this module loads pyarrow, so
`two_way` does not import it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np

from slidefront.arrays import Keys, joined
from slidefront.errors import LimitError
from slidefront.executors.budget import ANSWER_MEMORY, HERE, Budget, Resources, step_memory
from slidefront.explore.levels import Workspace, levels_from, workspace_in_memory
from slidefront.explore.plan import LayerKeys
from slidefront.keys.algebra import as_set, intersect
from slidefront.keys.segments import keys_of
from slidefront.notation.boards import start_with
from slidefront.notation.load import load
from slidefront.puzzles.core import Boards, Puzzle
from slidefront.search.two_way import Frontier, MemoryLimitError, Trace, TwoWay
from slidefront.watch import Watcher

_BLOCK = 1 << 18  # boards


class LayerInMemory(NamedTuple):
    """A layer that is explored in memory."""

    depth: int
    board_count: int
    blocks: Iterator[Keys]
    """The keys of its boards, ascending; valid until the next layer is requested."""


def iter_layers(
    puzzle: Puzzle | str | Path,
    boards: Boards,
    *,
    resources: Resources = HERE,
    watcher: Watcher | None = None,
) -> Iterator[LayerInMemory]:
    """Explore in memory from the given boards, and yield each layer as soon as it is known.

    Raise LimitError if the next layer does not fit into the memory, by default 2 GiB.
    """
    puzzle = load(puzzle)
    budget, starts = resources.budget(ANSWER_MEMORY), start_with(puzzle, boards).keys
    return _layers(puzzle, starts, budget, watcher or Watcher())


def _layers(puzzle: Puzzle, starts: Keys, budget: Budget, watcher: Watcher) -> Iterator[LayerInMemory]:
    with workspace_in_memory(budget, watcher) as workspace:
        levels = levels_from(puzzle, starts, workspace)
        while levels.frontier.board_count:
            layer = levels.frontier
            blocks = (puzzle.working.unpack(keys_of(block)) for block in layer.slices(_BLOCK))
            yield LayerInMemory(layer.depth, layer.board_count, blocks)
            if not budget.fits(levels.key_count):
                raise LimitError(f"layer {layer.depth + 1} of {puzzle.name} does not fit into the memory", "memory")
            levels.step()


class LayerFrontier(Frontier):
    """A layer in memory. Its steps run on threads, within the memory of the budget."""

    def __init__(self, workspace: Workspace, search: TwoWay, boards: Keys) -> None:
        self._search = search
        self._levels = levels_from(search.puzzle, boards, replace(workspace, watcher=search.watcher))
        self._enter()

    def _enter(self) -> None:
        layer = self._levels.frontier
        self.depth, self.board_count, self.successors = layer.depth, layer.board_count, self._levels.outlook.successors

    def step(self, other: Self | None, stored: int) -> Keys:
        """Move to the next depth; raise MemoryLimitError if the budget does not have the memory for it."""
        search, side, budget = self._search, self._levels, self._levels.workspace.budget
        select, resident, depth = partial(_goals, search.puzzle), 0, 0
        if other is not None:
            select = partial(_shared, search.puzzle, other._levels.frontier)
            resident, depth = other._levels.resident, other.depth
        memory = step_memory(side.key_count + resident + stored, budget.threads)
        if memory > budget.memory:
            raise MemoryLimitError(memory, budget.memory, self.depth + depth + 1, every=search.every)
        sink = MeetingSink(select, search.every)
        records = side.step(lambda _: sink, enough=lambda record: not search.every and bool(record.kept.size))
        search.generated += side.generated
        search.examined += self.board_count
        self._enter()
        return joined([record.kept for record in records if record.kept.size])

    def trace(self) -> Trace:
        """Keep the layer for tracing."""
        puzzle, layer = self._search.puzzle, self._levels.frontier
        return lambda keys: _shared(puzzle, layer, puzzle.working.pack(as_set(puzzle.successors(keys))))


@dataclass(frozen=True)
class MeetingSink:
    """Collects the new boards that another layer contains too, or that meet the goal."""

    select: Callable[[Keys], Keys]
    """Returns these boards from an ascending array of working keys."""
    every: bool
    """Whether to collect all of these boards, or only the boards from the first array that has any."""

    def take(self, _: Puzzle, boards: Iterable[Keys]) -> Keys:
        """Return the keys of the collected boards, ascending."""
        parts = (keys for work in boards if (keys := self.select(work)).size)
        return joined([*(parts if self.every else islice(parts, 1))])


def _goals(puzzle: Puzzle, work: Keys) -> Keys:
    keys = puzzle.working.unpack(work)
    return keys[puzzle.meets(keys)]


def _shared(puzzle: Puzzle, other: LayerKeys, work: Keys) -> Keys:
    """Return the boards of an ascending array of working keys that a layer contains, too."""
    low = puzzle.working.bits
    in_range = keys_of(other.between(int(work[0]) >> low << low, int(work[-1]) + (1 << low)))
    out = np.empty(min(work.size, in_range.size), np.uint64)
    return puzzle.working.unpack(out[: intersect(work, in_range, low, out)])
