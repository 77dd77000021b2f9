"""The boards that the distances of a table are counted from: one board, or all that meet the goal."""

import numpy as np

from slidefront.arrays import Numbers
from slidefront.errors import BoardError
from slidefront.keys.algebra import as_set
from slidefront.notation.boards import StartKind, Starts, start_at
from slidefront.puzzles.capabilities import Marks
from slidefront.puzzles.core import Board, Puzzle
from slidefront.puzzles.listed_ranks import ListedRanking
from slidefront.puzzles.ranking import Ranking

MOST_LISTED = 1000
"""The most starts that the header of a table lists."""


def ranking_of(puzzle: Puzzle) -> Ranking:
    """Number the boards of a puzzle: as the puzzle does it, or else by listing them."""
    return puzzle.ranking() or ListedRanking(puzzle)


def table_starts(puzzle: Puzzle, start: Board, ranking: Ranking) -> Starts:
    """Find the boards to count from; `goal` is all boards that meet it."""
    if start != "goal" or not puzzle.goal.partial or puzzle.marks is not Marks.GOAL:
        return start_at(puzzle, start)
    keys = as_set(ranking.keys(marked_ranks(ranking)))
    if not keys.size:
        raise BoardError(f"no board that {puzzle.name} can reach meets its goal")
    return Starts(StartKind.GOALS, StartKind.GOALS.value, keys)


def marked_ranks(ranking: Ranking) -> Numbers:
    """List the ranks of the marked boards, ascending."""
    shape, marked = ranking.shape, ranking.marked
    found = [np.empty(0, np.int64)]
    for number in range(1, len(marked.masks)):
        octets = np.ascontiguousarray(marked.masks[number]).view(np.uint8).reshape(shape.words, 8)
        bits = np.unpackbits(octets, axis=1, bitorder="little")[:, : shape.per_word]
        places = np.flatnonzero(bits.reshape(-1))
        rows = np.flatnonzero(marked.mask_of == number)
        found.append((rows[:, None] * shape.row_boards + places).reshape(-1))
    return np.sort(np.concatenate(found))


def ranks_of(ranking: Ranking, starts: Starts) -> Numbers:
    """Rank starts, ascending; refuse one that home does not reach."""
    ranks = np.sort(ranking.ranks(starts.keys))
    if ranks[0] < 0:
        raise BoardError(f"{starts.name} cannot be reached from home: a table has the boards that home can reach")
    return ranks
