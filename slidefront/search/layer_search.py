"""Two-way search whose frontiers are layers in memory, which tasks expand as they do those of runs."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np

from slidefront.arrays import Keys
from slidefront.errors import LimitError
from slidefront.executors import Threads
from slidefront.executors.budget import HERE, Budget, Resources, memory_of
from slidefront.explore.layers import LayerKeys, keys_of, start_layer
from slidefront.explore.levels import Levels, Means, is_one_sided
from slidefront.keys.algebra import as_set, intersect
from slidefront.keys.segments import joined
from slidefront.notation.boards import start_with
from slidefront.notation.load import load
from slidefront.puzzles.core import Boards, Puzzle
from slidefront.search.two_way import Frontier, MemoryLimitError, Trace, TwoWay
from slidefront.watch import Watcher

_BLOCK = 1 << 18  # boards
MEMORY = 2 << 30
"""The default memory of `iter_layers`, in bytes."""


@contextmanager
def means_of(budget: Budget, watcher: Watcher) -> Iterator[Means]:
    """Start the threads for searches in memory, and end them."""
    with closing(Threads(budget.tasks)) as executor:
        yield Means(executor, budget, watcher, written=False)


def levels_from(puzzle: Puzzle, boards: Keys, means: Means) -> Levels:
    """Begin with the layer of some boards, in memory."""
    return Levels(puzzle, [start_layer(puzzle, boards)], means, is_one_sided(puzzle, boards))


class LayerInMemory(NamedTuple):
    """A layer that is explored in memory."""

    depth: int
    board_count: int
    blocks: Iterator[Keys]
    """Its boards, ascending, until the next layer is asked for."""


def iter_layers(
    puzzle: Puzzle | str | Path,
    boards: Boards,
    *,
    resources: Resources = HERE,
    watcher: Watcher | None = None,
) -> Iterator[LayerInMemory]:
    """Explore from some boards in memory, and yield each layer as soon as it is known.

    If the next layer does not fit into the memory, by default 2 GiB, a LimitError is raised.
    """
    puzzle = load(puzzle)
    budget, starts = resources.budget(MEMORY), start_with(puzzle, boards).keys
    return _layers(puzzle, starts, budget, watcher or Watcher())


def _layers(puzzle: Puzzle, starts: Keys, budget: Budget, watcher: Watcher) -> Iterator[LayerInMemory]:
    with means_of(budget, watcher) as means:
        levels = levels_from(puzzle, starts, means)
        while levels.frontier.boards:
            layer = levels.frontier
            blocks = (puzzle.working.unpack(keys_of(some)) for some in layer.slices(_BLOCK))
            yield LayerInMemory(layer.depth, layer.boards, blocks)
            if not budget.fits(levels.keys):
                raise LimitError(f"layer {layer.depth + 1} of {puzzle.name} does not fit into the memory", "memory")
            levels.step()


class LayerFrontier(Frontier):
    """A layer, and the step to the next, on threads, within the memory that is allowed."""

    def __init__(self, means: Means, search: TwoWay, boards: Keys) -> None:
        self._search = search
        self._levels = levels_from(search.puzzle, boards, replace(means, watcher=search.watcher))
        self._enter()

    def _enter(self) -> None:
        layer = self._levels.frontier
        self.depth, self.boards, self.successors = layer.depth, layer.boards, self._levels.outlook.successors

    def step(self, other: Self | None, stored: int) -> Keys:
        """Go on to the next depth, unless the budget has not the memory for it."""
        search, side, budget = self._search, self._levels, self._levels.means.budget
        look, resident, depth = partial(_goals, search.puzzle), 0, 0
        if other is not None:
            look = partial(_shared, search.puzzle, other._levels.frontier)
            resident, depth = other._levels.resident, other.depth
        memory = memory_of(side.keys + resident + stored, budget.threads)
        if memory > budget.memory:
            raise MemoryLimitError(memory, budget.memory, self.depth + depth + 1, every=search.every)
        sink = FindSink(look, search.every)
        records = side.step(lambda _: sink, enough=lambda record: not search.every and bool(record.kept.size))
        search.generated += side.generated
        search.examined += self.boards
        self._enter()
        return joined([record.kept for record in records if record.kept.size])

    def trace(self) -> Trace:
        """Keep the layer."""
        puzzle, layer = self._search.puzzle, self._levels.frontier
        return lambda keys: _shared(puzzle, layer, puzzle.working.pack(as_set(puzzle.successors(keys))))


@dataclass(frozen=True)
class FindSink:
    """Looks for some of the new boards: those that another layer has too, or those that meet the goal."""

    look: Callable[[Keys], Keys]
    """Finds them in an ascending array of working keys."""
    every: bool
    """Whether all of them are wanted; otherwise the search ends with the first."""

    def take(self, _: Puzzle, boards: Iterable[Keys]) -> Keys:
        """Return what is found: keys, ascending."""
        found = (some for work in boards if (some := self.look(work)).size)
        return joined([*(found if self.every else islice(found, 1))])


def _goals(puzzle: Puzzle, work: Keys) -> Keys:
    keys = puzzle.working.unpack(work)
    return keys[puzzle.meets(keys)]


def _shared(puzzle: Puzzle, other: LayerKeys, work: Keys) -> Keys:
    """Find the boards of an ascending array that a layer has too."""
    low = puzzle.working.bits
    near = keys_of(other.between(int(work[0]) >> low << low, int(work[-1]) + (1 << low)))
    out = np.empty(min(work.size, near.size), np.uint64)
    return puzzle.working.unpack(out[: intersect(work, near, low, out)])
