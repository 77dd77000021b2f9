"""The boards of each arrangement that meet the goal, as masks of rows: few masks are different.

The goal wants some placements to be taken by certain pieces. Which orders of the names do so depends only on which of
these placements an arrangement takes, and on the place of their pieces in the order of their class.
"""

import numpy as np

from slidefront.arrays import Keys
from slidefront.puzzles.blocks.arrangement_kernels import Codes, Numbers, Orders
from slidefront.puzzles.blocks.arrangements import Bare
from slidefront.puzzles.blocks.encoding import BlockEncoding
from slidefront.puzzles.groups.words import GroupWords


class MarkFinder:
    """Finds the mask of each row."""

    def __init__(self, puzzle: BlockEncoding, bare: Bare, words: GroupWords) -> None:
        self._bare = bare
        self._words = words
        self.masks = [np.zeros(words.words, np.uint64)]
        self._number: dict[bytes, int] = {}
        self._has_goal, self._total, wanted = bool(puzzle.goal), puzzle.wanted_total, puzzle.wanted
        sizes = [len(one.places) for one in puzzle.classes]
        firsts = np.cumsum([0, *sizes])
        by_class = [wanted[firsts[number] : firsts[number + 1]].astype(np.int64) for number in range(len(sizes))]
        self._always: list[Numbers] = []
        """For each class of arrangements, by placement: whether a piece there counts, whatever its name."""
        self._by_name: list[list[Numbers]] = []
        """And for each of its pieces with a name whether it counts there."""
        for one, (first, alone) in zip(bare.bare.classes, bare.names.classes.tolist(), strict=True):
            if first < 0:
                self._always.append(by_class[alone])
                self._by_name.append([])
            else:
                points = range(first, first + len(one.pieces))
                self._always.append(np.zeros(len(one.places), np.int64))
                self._by_name.append([by_class[bare.names.of_point[point]] for point in points])

    def masks_of(self, keys: Keys, orders: Orders) -> Codes:
        """Find the number of the mask of some arrangements, each with the order that stands for its row."""
        found = np.zeros(keys.size, np.uint16)
        if not self._has_goal:
            return found
        missing, slots = self._missing(keys)
        possible = np.flatnonzero((missing >= 0) & ((slots >= 0).sum(axis=1) >= missing))
        if possible.size == 0:
            return found
        rows = np.column_stack([missing[possible], slots[possible], orders[possible]]).astype(np.int64)
        different, of_row = np.unique(rows, axis=0, return_inverse=True)
        numbers = [self._number_of(row) for row in different]
        found[possible] = np.array(numbers, np.uint16)[of_row.reshape(-1)]
        return found

    def _missing(self, keys: Keys) -> tuple[Numbers, Numbers]:
        """Count the wanted placements that names must take; and list, for each point in order, its placement.

        A placement that the goal wants no piece with a name on is -1.
        """
        missing = np.full(keys.size, self._total, np.int64)
        slots = np.full((keys.size, self._bare.points), -1, np.int64)
        places = self._bare.bare.places(keys).astype(np.int64)
        slot = first_place = 0
        for number, one in enumerate(self._bare.bare.classes):
            first = int(self._bare.names.classes[number, 0])
            names = self._by_name[number]
            for i in range(len(one.pieces)):
                place = places[slot + i] - first_place
                missing -= self._always[number][place]
                if names:
                    slots[:, first + i] = np.where(np.sum(names, axis=0)[place] > 0, place, -1)
            slot += len(one.pieces)
            first_place += len(one.places)
        return missing, slots

    def _number_of(self, row: Numbers) -> int:
        """Number the mask of rows that have some placements to fill, pieces at wanted placements, and an order."""
        known = self._number.get(row.tobytes())
        if known is None:
            mask = self._mask_of(int(row[0]), row[1 : 1 + self._bare.points], row[1 + self._bare.points :])
            known = 0
            if mask.any():
                known = len(self.masks)
                self.masks.append(mask)
            self._number[row.tobytes()] = known
        return known

    def _mask_of(self, missing: int, slots: Numbers, order: Numbers) -> Keys:
        """Find the names that take all placements that are wanted of them, as bits of words."""
        elements = self._words.cosets.inner
        met = np.zeros(len(elements), np.int64)
        for number, (first, _) in enumerate(self._bare.names.classes.tolist()):
            for i, counts in enumerate(self._by_name[number]):
                place = slots[order[elements[:, first + i]]]
                met += np.where(place >= 0, counts[place], 0)
        bits = np.zeros((self._words.words, 64), np.uint8)
        bits[:, : self._words.per_word] = (met == missing).reshape(self._words.words, self._words.per_word)
        return np.packbits(bits, axis=1, bitorder="little").view("<u8").reshape(-1).astype(np.uint64)
