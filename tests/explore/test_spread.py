"""Spread: a chunk holds every successor of its slice, bucket by bucket."""

from collections import Counter

import numpy as np
import pytest
from slidefront.explore.buffers import Buffers
from slidefront.explore.spread import spread

from slidefront.keys.buckets import draw_buckets
from slidefront.puzzles.core import Puzzle
from tests.explore.conftest import SMALL, bfs


def some_boards(puzzle: Puzzle, count: int = 60) -> list[int]:
    """Take boards from all depths of a small world."""
    reached = sorted(key for layer in bfs(puzzle, [puzzle.home], 8) for key in layer)
    return reached[:: max(1, len(reached) // count)]


@pytest.mark.parametrize("make", SMALL.values(), ids=SMALL.keys())
@pytest.mark.parametrize("buckets", [1, 2, 9])
@pytest.mark.parametrize("blocks", [1, 4])
def test_all_successors_in_their_buckets(make: type[Puzzle], buckets: int, blocks: int) -> None:
    puzzle = make()
    boards = some_boards(puzzle)
    after = [move.key for board in boards for move in puzzle.successors(board)]
    drawn = draw_buckets(np.sort(puzzle.pack(np.array(after, np.uint64))), buckets, puzzle.used_bits)
    pieces = np.array_split(puzzle.pack(np.array(boards, np.uint64)), blocks)
    chunk = spread(puzzle, pieces, drawn, Buffers())
    assert Counter(puzzle.unpack(chunk.keys).tolist()) == Counter(after)
    assert (chunk.starts[0], chunk.starts[-1]) == (0, len(after))
    for bucket in range(drawn.count):
        least, end = drawn.range(bucket, bucket + 1)
        inside = chunk.keys[chunk.starts[bucket] : chunk.starts[bucket + 1]].tolist()
        assert all(least <= key < end for key in inside)


@pytest.mark.parametrize("name", ["2x3", "pillars-6", "triangle", "folded", "4x4+2x2"])
def test_used_moves_lead_back(name: str) -> None:
    """A successor's used bit is that of the move back: expanding again never makes the board it came from."""
    puzzle = SMALL[name]()
    assert puzzle.used_bits
    drawn = draw_buckets(np.empty(0, np.uint64), 1, puzzle.used_bits)
    for board in some_boards(puzzle, 20):
        first = spread(puzzle, [puzzle.pack(np.array([board], np.uint64))], drawn, Buffers())
        for work in first.keys:
            after = puzzle.unpack(np.array([work]))[0]
            second = spread(puzzle, [np.array([work])], drawn, Buffers())
            expected = [move.key for move in puzzle.successors(int(after)) if move.key != board]
            assert sorted(puzzle.unpack(second.keys).tolist()) == sorted(expected)


def test_chunk_does_not_change_when_buffers_are_used_again() -> None:
    puzzle = SMALL["2x3"]()
    drawn = draw_buckets(np.empty(0, np.uint64), 1, puzzle.used_bits)
    buffers = Buffers()
    boards = some_boards(puzzle)
    first = spread(puzzle, [puzzle.pack(np.array(boards[:5], np.uint64))], drawn, buffers)
    before = first.keys.copy()
    spread(puzzle, [puzzle.pack(np.array(boards, np.uint64))], drawn, buffers)
    assert np.array_equal(first.keys, before)


def test_buffers_grow_and_are_used_again() -> None:
    buffers = Buffers()
    first = buffers.take("a", 100)
    assert first.size == 100
    assert np.shares_memory(first, buffers.take("a", 50))
    assert not np.shares_memory(buffers.take("a", 100), buffers.take("b", 100))
    assert buffers.take("a", 10_000).size == 10_000
    assert buffers.take("c", 0).size == 0
