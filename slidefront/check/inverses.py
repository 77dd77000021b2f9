"""Check that every move of a puzzle written in Python has an inverse, for all boards of a run.

If a move from x to y has no inverse, layers are not distances, and a board may be in several of them. Comparing each
layer with the successors of the one before finds no fault then. `write_successors` does not tell which successor
belongs to which board, and calling it once for each board takes minutes.

So each board gets one of 256 colours by a hash of its key. Moves from one colour are made together, and counted by the
colours that they lead to. If all moves have inverses, as many moves lead from one colour to another as back. Moves
between boards of one colour are invisible, so two independent hashes give colours: a single move without an inverse is
missed once in 65,536 puzzles. If the counts differ, they are computed again board by board, without the repeated
successors that `write_successors` may write. If they still differ, one of the boards of these colours has such a move.
"""

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys, Numbers
from slidefront.puzzles.contract import check_inverses
from slidefront.puzzles.core import Puzzle, list_successors
from slidefront.store.run import Run
from slidefront.watch import Watcher

_FEW = 4096
"""Runs of at most this many boards are checked board by board."""
_COLOURS = 256
_FACTORS = (np.uint64(0x9E37_79B9_7F4A_7C15), np.uint64(0xC2B2_AE3D_27D4_EB4F))


def check_all_inverses(run: Run, puzzle: Puzzle, watcher: Watcher) -> None:
    """Raise PuzzleError if a move between two boards of a run has no inverse."""
    if puzzle.is_built_in:
        return
    if run.board_count <= _FEW:
        for _, keys in _blocks(run, watcher):
            check_inverses(puzzle, keys)
        return
    for factor in _FACTORS:
        if _unequal(run, factor, puzzle.successors, watcher).size:
            for colour in _unequal(run, factor, lambda keys: list_successors(puzzle, keys).target, watcher).tolist():
                for _, keys in _blocks(run, watcher):
                    check_inverses(puzzle, keys[_colours(keys, factor) == colour])


def _unequal(run: Run, factor: np.uint64, successors: Callable[[Keys], Keys], watcher: Watcher) -> Numbers:
    """List the colours to which another number of moves leads from some colour than back.

    Moves from the last layer of an unfinished run to boards that it does not have are left out.
    """
    counts = np.zeros((_COLOURS, _COLOURS), np.int64)
    for depth, keys in _blocks(run, watcher):
        colours = _colours(keys, factor)
        for colour in range(_COLOURS):
            after = successors(keys[colours == colour])
            if depth == run.last_depth and not run.manifest.whole:
                after = after[run.find(depth, after) | (run.find(depth - 1, after) if depth else False)]
            counts[colour] += np.bincount(_colours(after, factor).astype(np.int64), minlength=_COLOURS)
    return np.flatnonzero((counts != counts.T).any(axis=1))


def _blocks(run: Run, watcher: Watcher) -> Iterator[tuple[int, Keys]]:
    """Read all boards of a run, each block with its depth."""
    for layer in run.layers:
        for keys in run.blocks(layer.depth):
            watcher.check()
            yield layer.depth, keys


def _colours(keys: Keys, factor: np.uint64) -> npt.NDArray[np.uint64]:
    """Give each board one of 256 colours."""
    mixed = (keys ^ (keys >> np.uint64(31))) * factor
    return np.asarray(((mixed ^ (mixed >> np.uint64(29))) * factor) >> np.uint64(56))
