"""All boards on the shortest routes between two sets of boards, depth by depth; from them one route, or all.

The search that proves how long they are stores only its frontiers. Where its frontiers meet, the boards that they
share cut all shortest routes in two, and each half is searched again. A search half as deep costs very little in
comparison, so it stores all its layers, and from where its frontiers meet the routes are traced back through them:

    start  0 1 2 ... i | j ... 1 0  meeting        a board of layer i has a neighbour in layer i - 1, and so on

Should the layers not fit into memory, the half is cut in two once more.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from slidefront.arrays import Keys
from slidefront.explore.held import HeldLayer
from slidefront.keys.algebra import as_set
from slidefront.puzzles.core import Puzzle
from slidefront.search.two_way import Held, Met, TooLargeError, Tools, meet, shared


def boards_between(puzzle: Puzzle, first: Keys, last: Keys, length: int, tools: Tools, every: bool) -> list[Keys]:
    """List the boards at each depth of the shortest routes of a known length; if not every one, those of one route.

    Each of the first and last boards must lie on such a route.
    """
    if length == 0:
        return [first]
    if length == 1:
        return [first, last]
    try:
        return _through_layers(puzzle, first, last, tools, every)
    except TooLargeError:
        # Where it is narrow from one end and wide from the other, equal shares may cost a hundred times as much.
        met = meet(puzzle, first, last, tools, share=max(1, 9 * length // 10), every=every)
    return boards_around(puzzle, first, last, met, tools, every)


def _through_layers(puzzle: Puzzle, first: Keys, last: Keys, tools: Tools, every: bool) -> list[Keys]:
    """Search and store all layers; go back through them from where the frontiers meet."""
    held = Held([], [])
    met = meet(puzzle, first, last, tools, every=every, held=held)
    before, after = (_back(puzzle, layers, met.keys, every) for layers in held)
    return [*reversed(before), met.keys, *after]


def _back(puzzle: Puzzle, layers: list[HeldLayer], keys: Keys, every: bool) -> list[Keys]:
    """Go back from some boards, layer by layer: to all neighbours there, or to the smallest."""
    way = []
    for layer in reversed(layers):
        out = np.empty(keys.size * puzzle.most_successors, np.uint64)
        near = as_set(puzzle.unpack(out[: puzzle.expand(puzzle.pack(keys), out)]))
        keys = shared(puzzle, layer, puzzle.pack(near))[: None if every else 1]
        way.append(keys)
    return way


def boards_around(puzzle: Puzzle, first: Keys, last: Keys, met: Met, tools: Tools, every: bool) -> list[Keys]:
    """List the boards at each depth of the shortest routes that cross where a search has met."""
    before = boards_between(puzzle, first, met.keys, met.from_start, tools, every)
    after = boards_between(puzzle, met.keys, last, met.from_goal, tools, every)
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
    out = np.empty(puzzle.most_successors, np.uint64)
    found = puzzle.unpack(out[: puzzle.expand(puzzle.pack(np.array([key], np.uint64)), out)])
    found.sort()
    places = np.searchsorted(after, found)
    near = np.minimum(places, after.size - 1)
    return [int(board) for board in found[after[near] == found]]
