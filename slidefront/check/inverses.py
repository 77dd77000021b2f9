"""Check that every move of a puzzle written in Python has an inverse, for all boards of a run.

If a move from x to y has no inverse, depths are not distances, and a board may be in several layers. Recomputing layers
does not reveal this. `write_successors` does not say which successor belongs to which board, and calling it once per
board takes minutes.

So each board gets one of 256 colours, by a hash of its key. The moves from all boards of one colour are computed
together, and counted by the colour of their successors. If all moves have inverses, the counts from one colour to
another and back are equal. Moves between boards of the same colour are invisible to this test, so it is repeated with
an independent hash: a single move without an inverse is missed once in 65,536 puzzles.

If the counts differ, they are computed again board by board, because `write_successors` may write a successor twice.
If they still differ, a board of these colours has a move without an inverse, and `check_inverses` names it.
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
    """List the colours whose move counts to some other colour and back differ.

    Moves from the last layer of an unfinished run to boards outside the run are not counted.
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
    """Yield all boards of a run in blocks, each with its depth."""
    for layer in run.layers:
        for keys in run.blocks(layer.depth):
            watcher.check()
            yield layer.depth, keys


def _colours(keys: Keys, factor: np.uint64) -> npt.NDArray[np.uint64]:
    """Return the colour of each board, a number below 256."""
    mixed = (keys ^ (keys >> np.uint64(31))) * factor
    return np.asarray(((mixed ^ (mixed >> np.uint64(29))) * factor) >> np.uint64(56))
