"""The deepest boards of a run or a table, and the depth at which a piece first reaches each place.

The depth is the distance from home if the run starts from home, and the distance to the goal if it starts from the
goal. Only the layers that are needed are read.
"""

from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

import numpy as np

from slidefront import units
from slidefront.arrays import Keys
from slidefront.errors import PuzzleError
from slidefront.puzzles.capabilities import Pieces
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.values import PiecePlaces, Place
from slidefront.store.explored import Explored
from slidefront.store.run import Run, as_run

DRAWN = 12
"""The default number of boards of the deepest layer."""


@dataclass(frozen=True)
class Deep:
    """Boards of one depth."""

    depth: int
    boards: int
    """The number of boards at this depth; `keys` can be only some of them."""
    keys: list[int]


@dataclass(frozen=True)
class PlaceDepth:
    """The depth at which a piece first reaches a place, and a board as an example; None if it never does."""

    place: Place
    depth: int | None = None
    key: int | None = None


def hardest(run: Explored | str | Path, top: int | None = None, *, marked: bool = False) -> list[Deep]:
    """Find the deepest boards, or the deepest marked boards: the deepest layer that has any, or `top` boards."""
    run = as_run(run)
    counts = [(layer.depth, layer.marked if marked else layer.boards) for layer in run.layers]
    wanted: dict[int, int] = {}
    left = DRAWN if top is None else units.whole(top, "top", 1)
    for depth, boards in reversed(counts):
        if boards:
            wanted[depth] = min(left, boards)
            left -= wanted[depth]
            if top is None or left <= 0:
                break
    found = {}
    for depth, blocks in run.layer_blocks(sorted(wanted)):
        every = chain.from_iterable((keys[run.puzzle.marked(keys)] if marked else keys).tolist() for keys in blocks)
        found[depth] = [*islice(every, wanted[depth])]
    return [Deep(depth, counts[depth][1], found[depth]) for depth in wanted]


def places(run: Run, piece: str) -> list[PlaceDepth]:
    """Find the depth at which a piece first reaches each place, the hardest first, and unreachable places last.

    Where any piece of its shape may meet the goal, or pieces count as the same, any of them takes the place.
    """
    where = pieces_of(run.puzzle).places_of(piece)
    first: dict[Place, PlaceDepth] = {}
    for depth in range(run.greatest_depth + 1):
        for keys in run.blocks(depth) if len(first) < len(where.wanted) else []:
            for place, key in _first_boards(run.puzzle, keys, where).items():
                first.setdefault(place, PlaceDepth(place, depth, key))
    taken = sorted(first.values(), key=lambda one: (-(one.depth or 0), one.place))
    return taken + [PlaceDepth(place) for place in sorted(where.wanted - set(first))]


def pieces_of(puzzle: Puzzle) -> Pieces:
    """Return the pieces of a puzzle; refuse one whose pieces have no places of their own."""
    if puzzle.pieces is None:
        raise PuzzleError(f"{puzzle.name} is not a block puzzle: only block puzzles list the places of a piece")
    return puzzle.pieces


def _first_boards(puzzle: Puzzle, keys: Keys, where: PiecePlaces) -> dict[Place, int]:
    """Find the places of some pieces on some boards, with one board for each place."""
    assert puzzle.columns is not None
    lying = puzzle.columns.places(keys)[where.rows]
    board = np.tile(np.arange(keys.size), len(where.rows))
    first = np.full(len(where.places), -1)
    first[lying.reshape(-1)[::-1]] = board[::-1]
    return {where.places[number]: int(keys[first[number]]) for number in np.flatnonzero(first >= 0).tolist()}
