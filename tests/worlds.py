"""Puzzles of every family and metric with their naive twins, for tests of functions that work on all puzzles.

A naive board is a hashable board of the naive twin of its family: a tuple of labels, or pieces without names.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from slidefront.arrays import Keys
from slidefront.executors.budget import USUAL_SIZES, Budget
from slidefront.explore.levels import Workspace, workspace_in_memory
from slidefront.moves import METRICS
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.frame import tile_frame
from slidefront.search.depth_first.ida import ida
from slidefront.search.patterns.pattern import CellGraph, shape_of
from slidefront.search.result import SearchAnswer, SearchQuestion
from slidefront.search.solver import choose_engine
from slidefront.watch import Watcher
from tests import naive, naive_blocks
from tests.explore.conftest import TINY
from tests.strategies import Case, cases
from tests.strategies_blocks import BlockCase, block_cases

MOST = 120
"""The naive twin explores around home until it has more boards than this."""
some = settings(max_examples=25)


@dataclass(frozen=True)
class World:
    """A puzzle and its naive twin."""

    puzzle: Puzzle = field(repr=False)
    text: str
    metric: str
    home: Any = field(repr=False)
    successors: Callable[[Any], list[Any]] = field(repr=False)
    """Returns the boards one move away from a naive board."""
    key: Callable[[Any], int] = field(repr=False)

    @cached_property
    def layers(self) -> list[set[Any]]:
        """The naive layers around home, each whole."""
        return naive.layers(self.successors, [self.home], most=MOST)

    def keys(self, boards: Iterable[Any]) -> list[int]:
        return sorted(map(self.key, boards))


def world_of_case(case: Case) -> World:
    return World(case.puzzle, case.text, "step", case.home, cache(case.successors), naive.key)


def world_of_blocks(case: BlockCase, metric: str) -> World:
    """Boards without names represent the first board met with names."""
    rules = case.rules
    named = {naive_blocks.canon(rules.home, rules): rules.home}

    @cache
    def successors(board: naive_blocks.Canon) -> list[naive_blocks.Canon]:
        boards = [after for _, after in naive_blocks.moves(named[board], rules, metric)]
        unnamed = [naive_blocks.canon(after, rules) for after in boards]
        for plain, after in zip(unnamed, boards, strict=True):
            named.setdefault(plain, after)
        return unnamed

    @cache
    def key(board: naive_blocks.Canon) -> int:
        return case.puzzle.parse(case.draw(named[board]))

    return World(case.puzzles[metric], case.text, metric, naive_blocks.canon(rules.home, rules), successors, key)


def worlds() -> st.SearchStrategy[World]:
    """Draw a world of any family and metric."""
    blocks = st.builds(world_of_blocks, block_cases(), st.sampled_from([*METRICS]))
    return st.builds(world_of_case, cases()) | blocks


class Errand(NamedTuple):
    """Start boards and goal boards of a world."""

    world: World
    starts: set[Any]
    goals: set[Any]

    @property
    def way(self) -> list[set[Any]]:
        """The naive boards at each depth of the shortest routes."""
        return naive.between(self.world.successors, self.starts, self.goals)


@st.composite
def errands(draw: st.DrawFn, most: int = 3) -> Errand:
    """Draw starts and goals so that all shortest routes between them lie in the layers around home."""
    world = draw(worlds())
    deepest = len(world.layers) - 1
    near = draw(st.integers(0, deepest // 3))

    def boards(layers: list[set[Any]]) -> set[Any]:
        of_layers = st.sampled_from(layers).flatmap(lambda layer: st.sampled_from(sorted(layer, key=world.key)))
        return draw(st.sets(of_layers, min_size=1, max_size=most))

    return Errand(world, boards(world.layers[: near + 1]), boards(world.layers[: deepest - near + 1]))


class Setting(NamedTuple):
    """Settings that must not change any answer of a search."""

    threads: int
    tiny: bool
    """Whether even the smallest layers have many slices, buckets and parts."""
    sets: bool = False
    """Whether frontiers are sets instead of layers."""


IN_LAYERS = [Setting(threads, tiny) for threads in (1, 3) for tiny in (False, True)]
SETTINGS = [*IN_LAYERS, Setting(1, tiny=False, sets=True)]


@contextmanager
def workspace(
    setting: Setting = SETTINGS[0], memory: int = 1 << 40, watcher: Watcher | None = None
) -> Iterator[Workspace]:
    """Yield the means of steps in memory."""
    budget = Budget(setting.threads, memory, TINY if setting.tiny else USUAL_SIZES)
    with workspace_in_memory(budget, watcher or Watcher()) as made:
        yield made


def array(keys: Iterable[int]) -> Keys:
    return np.array(sorted(keys), np.uint64)


def grid_shape(rows: int, columns: int, metric: str = "step") -> CellGraph:
    """Make the shape of a tile board."""
    shape = shape_of(tile_frame(rows, columns, metric=metric))
    assert shape is not None
    return shape


def depth_first(puzzle: Puzzle, start: int, watcher: Watcher | None = None) -> SearchAnswer:
    """Search by IDA* without pattern databases, from a board that does not meet the goal."""
    return ida(SearchQuestion(puzzle, start), choose_engine(puzzle, start, watcher), watcher)
