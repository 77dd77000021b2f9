"""A layer held in memory: working keys in ascending blocks, which are never joined into one array."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from slidefront.arrays import Keys
from slidefront.errors import RunError
from slidefront.frontier.algebra import digest
from slidefront.puzzles.puzzle import Puzzle
from slidefront.store.run import Run


@dataclass
class HeldLayer:
    """The boards at one depth."""

    depth: int
    blocks: list[Keys]
    """Ascending working keys; each block's keys lie above those of the block before."""
    knows_used: bool
    """Whether the boards carry the moves that lead back: then no earlier layer need be subtracted for them."""
    boards: int = field(init=False)

    def __post_init__(self) -> None:
        self.blocks = [block for block in self.blocks if block.size]
        self.boards = sum(block.size for block in self.blocks)
        self._first = [int(block[0]) for block in self.blocks]

    def slices(self, boards: int) -> list[list[Keys]]:
        """Cut the layer into slices of about that many boards, each a list of arrays."""
        slices: list[list[Keys]] = []
        room = 0
        for block in self.blocks:
            start = 0
            while start < block.size:
                if room <= 0:
                    slices.append([])
                    room = boards
                piece = block[start : start + room]
                slices[-1].append(piece)
                start += piece.size
                room -= piece.size
        return slices

    def between(self, least: int, end: int) -> Keys:
        """Return the keys of a range, joined where they lie in several blocks."""
        first = max(0, bisect_right(self._first, least) - 1)
        found = []
        for block in self.blocks[first : bisect_left(self._first, end)]:
            start = np.searchsorted(block, np.uint64(least))
            stop = block.size if end > int(block[-1]) else np.searchsorted(block, np.uint64(end))
            found.append(block[start:stop])
        return found[0] if len(found) == 1 else np.concatenate([np.empty(0, np.uint64), *found])

    def sample(self, boards: int) -> Keys:
        """Take about that many boards, evenly."""
        step = max(1, self.boards // boards)
        return np.concatenate([np.empty(0, np.uint64), *(block[::step] for block in self.blocks)])


def load_layer(puzzle: Puzzle, run: Run, depth: int) -> HeldLayer:
    """Read a layer back from disk; its boards know no used moves."""
    blocks = []
    total = 0
    for keys in run.blocks(depth):
        total += int(digest(keys))
        blocks.append(puzzle.pack(keys))
    if f"{total & (1 << 64) - 1:016x}" != run.layer(depth).digest:
        raise RunError(
            f"layer {depth} of {run.folder} is damaged: its boards are not those that were written; "
            f"restore its files, or start anew in another folder with --out"
        )
    return HeldLayer(depth, blocks, knows_used=False)


def start_layer(puzzle: Puzzle, starts: Keys) -> HeldLayer:
    """Make layer 0: nothing lies before it."""
    return HeldLayer(0, [puzzle.pack(starts)], knows_used=False)


def total_boards(layers: Iterable[HeldLayer]) -> int:
    """Count the boards of some layers."""
    return sum(layer.boards for layer in layers)
