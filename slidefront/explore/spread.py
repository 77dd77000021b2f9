"""Spread: expand one slice of the frontier, and split the successors into buckets."""

from collections.abc import Sequence

from slidefront.explore.buffers import Buffers
from slidefront.explore.chunks import Chunk
from slidefront.explore.held import Piece, load
from slidefront.keys.buckets import Buckets, split
from slidefront.puzzles.core import Puzzle


def spread(puzzle: Puzzle, boards: Sequence[Piece], buckets: Buckets, buffers: Buffers) -> Chunk:
    """Turn a slice, ascending arrays of working keys, into the chunk of its successors."""
    room = sum(block.size for block in boards) * puzzle.most_successors
    successors = buffers.take("successors", room)
    count = 0
    for block in boards:
        count += puzzle.expand(load(block), successors[count:])
    return Chunk(*split(successors[:count], buckets))
