"""The size of a block puzzle whose equal pieces have different names, without exploring all its boards.

    boards = arrangements  x  orders that loops make of the names

Arrangements are boards without names, which are far fewer (`arrangements.py`, `loops.py`).
"""

from functools import lru_cache
from math import factorial, prod
from typing import Any

from slidefront.puzzles.blocks.arrangements import Bare
from slidefront.puzzles.blocks.encoding import BlockEncoding
from slidefront.puzzles.blocks.loops import find_loops
from slidefront.puzzles.groups.permutations import Group
from slidefront.puzzles.values import Size

_MOST_ORDERS = 1_000_000


@lru_cache(maxsize=8)
def count_named(puzzle: BlockEncoding, most: int) -> Size | None:
    """Count the boards that can be reached from home; None if names make none, or `most` arrangements are too few."""
    bare = Bare(puzzle, _alike(puzzle))
    if len(bare.bare.classes) == len(puzzle.classes) or bare.bare.layout.form == "heads":
        return None
    loops = find_loops(bare, most)
    if loops is None:
        return None
    arrangements = 0
    for layer in bare.layers():
        arrangements += layer.size
        if arrangements > most:
            return None
    orders = _orders_of(loops.group, bare.names.of_point.tolist(), prod(map(factorial, bare.sizes)))
    return None if orders is None else Size(arrangements * orders, exact=True)


def _alike(puzzle: BlockEncoding) -> list[list[str]]:
    """Join all classes whose shapes and placements are equal."""
    found: dict[Any, list[str]] = {}
    for one in puzzle.classes:
        piece = one.pieces[0]
        found.setdefault((piece.shape, piece.ways, one.places), []).extend(piece.name for piece in one.pieces)
    return [*found.values()]


def _orders_of(group: Group, colours: list[int], full: int) -> int | None:
    """Count the orders that a group makes of pieces of which some are alike; None if they are too many to list."""
    alike = prod(factorial(colours.count(colour)) for colour in set(colours))
    if alike == 1 or group.order == full:
        return group.order // alike
    start = tuple(colours)
    seen, waiting = {start}, [start]
    while waiting and len(seen) <= _MOST_ORDERS:
        order = waiting.pop()
        for one in group.generators:
            after = tuple(order[piece] for piece in one)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return None if waiting else len(seen)
