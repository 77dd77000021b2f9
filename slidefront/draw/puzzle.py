"""Facts about a puzzle, as text and as plain data for programs."""

from typing import Any

from slidefront import units
from slidefront.arrays import KEY_BITS
from slidefront.draw.goal import goal_words
from slidefront.explore.disk import BYTES_PER_BOARD
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.values import MOST_COUNTED, Size


def puzzle_facts(puzzle: Puzzle) -> dict[str, str]:
    """Describe a puzzle in a few named sentences; an empty one says that nothing is known."""
    size, disk = counted_size(puzzle), disk_bytes(puzzle)
    exact = size is not None and size.exact
    optimum = ", ".join(f"{number} in the {metric} metric" for metric, number in puzzle.optimum.items())
    facts, words = puzzle.facts(), goal_words(puzzle)
    if words and words not in facts["goal"] and not puzzle.goal.partial:
        facts["goal"] += f": {words}"
    return {
        **facts,
        "sides": "every move changes sides (bipartite)" if puzzle.sides is not None else "none (not bipartite)",
        "optimum": optimum and f"{optimum} (published)",
        "boards": "unknown until the puzzle is explored" if size is None else str(size),
        "disk": "" if disk is None else f"{'about' if exact else 'at most'} {units.size(disk)} for all layers",
    }


def counted_size(puzzle: Puzzle) -> Size | None:
    """The number of boards that can be reached, even if it takes some seconds to count them."""
    return puzzle.size() or puzzle.theory.count(MOST_COUNTED)


def puzzle_data(puzzle: Puzzle) -> dict[str, Any]:
    """Give the facts as plain data."""
    goal, size = puzzle.goal.key, puzzle.size()
    return {
        **{name: getattr(puzzle, name) for name in ("name", "title", "about", "author", "kind", "metric")},
        "home": puzzle.format(puzzle.home),
        "goal": puzzle.format(goal) if goal is not None else None,
        "goal_pieces": [{"piece": name, "row": row, "column": column} for name, (row, column) in puzzle.goal.pieces],
        "names": list(puzzle.names),
        "metrics": list(puzzle.metrics),
        "goal_reachable": puzzle.theory.reaches(goal) if goal is not None else None,
        "optimum": dict(puzzle.optimum),
        "key_bits": puzzle.key_bits,
        "most_moves": puzzle.most_successors,
        "bipartite": puzzle.sides is not None,
        "boards": size.boards if size else None,
        "exact": size.exact if size else None,
    }


def disk_bytes(puzzle: Puzzle) -> int | None:
    """Estimate the disk space that all layers of a puzzle need, if it has layers and their size is known."""
    size = counted_size(puzzle)
    return int(size.boards * BYTES_PER_BOARD) if size and puzzle.key_bits <= KEY_BITS else None
