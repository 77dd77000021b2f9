"""Boards in bulk as UTF-8 text. All boards of a puzzle have the same pieces, so their texts are equally long:

cells      1 2 0 0 3 3      labels, one row a board
names      0 "."  1 "A"  2 "B"  3 "red"
after      " " " " "/" " " " " ""                what follows each cell
text       A B ./. red red                       the bytes of one row of the result
"""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells
from slidefront.compile import kernel


@kernel
def spell(cells: Cells, names: Cells, lengths: Cells, after: Cells, out: Cells) -> None:
    """Write the name of each cell, and the byte that follows it, if it is not 0; never beyond the end of a row."""
    for i in range(cells.shape[0]):
        n = 0
        for c in range(cells.shape[1]):
            label = cells[i, c]
            for j in range(min(lengths[label], out.shape[1] - n)):
                out[i, n] = names[label, j]
                n += 1
            if after[c] and n < out.shape[1]:
                out[i, n] = after[c]
                n += 1


class BoardStrings:
    """How the boards of one puzzle are written."""

    def __init__(self, names: Mapping[int, str], after: Sequence[str], board: Cells) -> None:
        """Take the name of each label, what follows each cell (one letter or none), and any one board."""
        spelled = {label: name.encode() for label, name in names.items()}
        self._names = np.zeros((256, max(map(len, spelled.values()))), np.uint8)
        self._lengths = np.zeros(256, np.uint8)
        for label, name in spelled.items():
            self._names[label, : len(name)] = list(name)
            self._lengths[label] = len(name)
        self._after = np.array([ord(letter or "\0") for letter in after], np.uint8)
        self.length = int(self._lengths[board].sum()) + np.count_nonzero(self._after)
        self._ascii = all(name.isascii() for name in names.values())

    def rows(self, cells: Cells) -> Cells:
        """Write boards as rows of bytes."""
        out = np.zeros((len(cells), self.length), np.uint8)
        spell(cells, self._names, self._lengths, self._after, out)
        return out

    def strings(self, cells: Cells) -> npt.NDArray[np.str_]:
        """Write boards as one array of strings."""
        rows = self.rows(cells)
        if self._ascii:
            return rows.astype(np.uint32).view(f"<U{self.length}").reshape(-1)
        return np.char.decode(rows.view(f"S{self.length}").reshape(-1), "utf-8")
