"""Boards in bulk as text: written as UTF-8, and read one a line.

All boards of a puzzle have the same pieces, so their texts are equally long:

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

_END, _BLANK, _CUT = 10, 32, 47  # the end of a line, a blank and /


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


@kernel
def scan(text: Cells, labels: Cells, rows: int, out: Cells) -> int:
    """Read the boards of lines: a row of labels each; 255 in the first cell where a line is no plain board.

    `labels` has the label of each character, and at 256 + n that of the number n; 255 for all others. A line without
    blanks has a cell for each character, and / between rows or not; in others, blanks and / separate cells. What
    `cells.BoardText` would refuse is never read; some lines that it reads are left to it.
    """
    line, start = 0, 0
    for end in range(text.size):
        if text[end] == _END:
            if not scan_line(text[start:end], labels, rows, out[line]):
                out[line, 0] = 255
            line += 1
            start = end + 1
    return line


@kernel
def scan_line(text: Cells, labels: Cells, rows: int, out: Cells) -> bool:
    """Read one board; tell whether it is one in plain form."""
    apart, columns = np.any(text == _BLANK), out.size // rows
    n, cuts, i = 0, 0, 0
    while i < text.size:
        first, i = text[i], i + 1
        if first == _BLANK:
            continue
        if first == _CUT:
            cuts += 1
            if n != cuts * columns:
                return False
            continue
        label = labels[first]
        if apart and i < text.size and text[i] != _BLANK and text[i] != _CUT:
            label = labels[number_at(text, i - 1)] if columns > 1 else np.uint8(255)
            i += 1
        if label == 255 or n == out.size:
            return False
        out[n] = label
        n += 1
    return n == out.size and (cuts == 0 or cuts == rows - 1)


@kernel
def number_at(text: Cells, i: int) -> int:
    """Find the place of a number of two digits in a table of labels; a place without a label if it is none."""
    tens, ones = np.int64(text[i]) - 48, np.int64(text[i + 1]) - 48
    ends = i + 2 == text.size or text[i + 2] == _BLANK or text[i + 2] == _CUT
    return int(256 + 10 * tens + ones) if ends and 1 <= tens <= 3 and 0 <= ones <= 9 else 0


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
