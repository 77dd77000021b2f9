"""All boards on the shortest routes between two sets of boards, depth by depth; from them one route, or all.

The search that proves how long they are stores only its frontiers. Where its frontiers meet, the boards that they
share cut all shortest routes in two, and each half is searched again. A search half as deep costs very little in
comparison, so it stores all its layers, and from where its frontiers meet the routes are traced back through them:

    start  0 1 2 ... i | j ... 1 0  meeting        a board of layer i has a neighbour in layer i - 1, and so on

If the layers do not fit into memory, the half is divided again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from slidefront.arrays import Keys
from slidefront.explore.layers import LayerKeys
from slidefront.keys.algebra import as_set
from slidefront.puzzles.core import Puzzle
from slidefront.search.two_way import LayerSearch, Met, Passed, TooLargeError, meet, shared


def boards_between(search: LayerSearch, first: Keys, last: Keys, length: int) -> list[Keys]:
    """List the boards at each depth of the shortest routes of a known length; of one route if one is wanted.

    Each of the first and last boards must be on such a route.
    """
    if length == 0:
        return [first]
    if length == 1:
        return [first, last]
    try:
        return _through_layers(search, first, last)
    except TooLargeError:
        # Where it is narrow from one end and wide from the other, equal shares may cost a hundred times as much.
        met = meet(search, first, last, share=max(1, 9 * length // 10))
    return boards_around(search, first, last, met)


def _through_layers(search: LayerSearch, first: Keys, last: Keys) -> list[Keys]:
    """Search and keep all layers; go back through them from where the frontiers meet."""
    passed = Passed()
    met = meet(search, first, last, passed=passed)
    before, after = (_back(search, layers, met.keys) for layers in (passed.start, passed.goal))
    return [*reversed(before), met.keys, *after]


def _back(search: LayerSearch, layers: list[LayerKeys], keys: Keys) -> list[Keys]:
    """Go back from some boards, layer by layer: to all neighbours there, or to the smallest."""
    puzzle, boards = search.puzzle, []
    for layer in reversed(layers):
        near = as_set(puzzle.neighbours(keys))
        keys = shared(puzzle, layer, puzzle.working.pack(near))[: None if search.every else 1]
        boards.append(keys)
    return boards


def boards_around(search: LayerSearch, first: Keys, last: Keys, met: Met) -> list[Keys]:
    """List the boards at each depth of the shortest routes that cross where a search has met."""
    before = boards_between(search, first, met.keys, met.from_start)
    after = boards_between(search, met.keys, last, met.from_goal)
    return before + after[1:]


@dataclass
class Routes:
    """All shortest routes, as the boards at each depth of them."""

    puzzle: Puzzle
    layers: list[Keys]

    @cached_property
    def _following(self) -> list[dict[int, list[int]]]:
        """For each board at each depth, the boards at the next that a move leads to."""
        return [
            {key: _steps(self.puzzle, key, after) for key in before.tolist()}
            for before, after in zip(self.layers, self.layers[1:], strict=False)
        ]

    @cached_property
    def count(self) -> int:
        """How many routes there are."""
        ways = dict.fromkeys(self.layers[-1].tolist(), 1)
        for following in reversed(self._following):
            ways = {key: sum(ways[after] for after in afters) for key, afters in following.items()}
        return sum(ways.values())

    def __iter__(self) -> Iterator[list[int]]:
        """List the routes, each from its start to its end, in order of their boards."""
        following = self._following
        waiting = [[key] for key in self.layers[0].tolist()[::-1]]
        while waiting:
            route = waiting.pop()
            if len(route) == len(self.layers):
                yield route
            else:
                waiting += [[*route, after] for after in following[len(route) - 1][route[-1]][::-1]]


def _steps(puzzle: Puzzle, key: int, after: Keys) -> list[int]:
    """List the successors of a board among some boards, ascending."""
    found = np.sort(puzzle.neighbours(np.array([key], np.uint64)))
    near = np.minimum(np.searchsorted(after, found), after.size - 1)
    boards: list[int] = found[after[near] == found].tolist()
    return boards
