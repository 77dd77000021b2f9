"""What is known of a transfer puzzle before any exploring: by the parity of its tiles, or by the group of its loops."""

from random import Random

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.puzzles.capabilities import Theory
from slidefront.puzzles.transfer.encoding import TransferEncoding
from slidefront.puzzles.transfer.group import HomeLoops, makes_all_even, parity_of, signs
from slidefront.puzzles.values import Size


class TransferTheory(Theory):
    """The boards that moves reach."""

    def __init__(self, encoding: TransferEncoding, loops: HomeLoops) -> None:
        super().__init__(encoding.home)
        self._of = encoding
        self._loops = loops

    def size(self) -> Size | None:
        """Count the boards that can be reached from home, with the group of the loops."""
        return self._loops.size()

    def reaches(self, key: int) -> bool | None:
        """Test with the group whether a board can be reached from home."""
        return self._loops.reaches(self._of.labels_of(key))

    def reaches_all(self, keys: Keys) -> npt.NDArray[np.int8]:
        """Do the same for many boards, a million in some seconds."""
        cells = self._of.cells(keys)
        wrong = (np.sort(cells, axis=1) != self._of.tiles).any(axis=1)
        if wrong.any():
            self._of.labels_of(int(keys[wrong.argmax()]))
        return self._loops.reaches_all(cells)

    def why_unreachable(self, one: int, other: int) -> str:
        """Explain it by the parity if that is enough, else by the group."""
        if self._odd(one, other):
            return "the goal is an odd permutation of the start, and moves make only even ones"
        if self.connects(one, other) is False:
            return "the goal is not among the boards that the group of the hole's loops makes of the start"
        return ""

    def _odd(self, one: int, other: int) -> bool:
        """Tell whether parity shows that no moves lead from one board to the other."""
        boards = [self._of.labels_of(key) for key in (one, other)]
        of_anchors = signs(self._of.frame)
        orders = [[label for label in board if label] for board in boards]
        if of_anchors is None or len(set(orders[0])) < len(orders[0]):
            return False
        anchors = [self._of.frame.anchor_of(board) for board in boards]
        before, after = (parity_of(order) ^ of_anchors[anchor] for order, anchor in zip(orders, anchors, strict=True))
        return before != after

    def connects(self, one: int, other: int) -> bool | None:
        """Test whether moves lead from one board to another, by a theorem or by the group of the loops."""
        if makes_all_even(self._of.frame):
            return not self._odd(one, other)
        return HomeLoops(self._of.frame, self._of.labels_of(one)).reaches(self._of.labels_of(other))

    def random_boards(self, random: Random, count: int, *, at_home: bool = False) -> Keys | None:
        """Put the hole anywhere, or at home, and the tiles in any order around it."""
        return self._of.encode(np.array([self._arrangement(random, at_home=at_home) for _ in range(count)], np.uint8))

    def _arrangement(self, random: Random, *, at_home: bool) -> list[int]:
        hole = random.choice(self._of.frame.holes)
        if at_home:
            hole = self._of.frame.holes[self._of.frame.anchor(self.home)]
        tiles = [label for label in self._of.home_cells if label]
        random.shuffle(tiles)
        return [0 if cell in hole else tiles.pop() for cell in range(self._of.frame.cells)]
