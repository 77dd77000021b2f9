"""Boards as text: the names in their cells, in rows or in a list.

    rows    12345678_    123/456/78_    1 2 3/4 5 6/7 8 _    10, 11/12, _    AXXB/AXXB/C..D
    list    [[1, 2, 3], [4, null, 5], [6, 7, 8]]    [1, 2, 3, 4, 5, 6, 7, 8, 0]    ["AXXB", "AXXB", "C..D"]

Rows are cut by /, by ; or by ends of lines, one of them throughout. In a row of one word each character is a cell, if
that is so in all rows; else blanks, or commas, separate the cells. A list has rows, or cells, or texts of which some
have several characters: then each is a row. Whatever fits neither form is refused at its line and column.

No name has a blank, a comma, /, ;, :, a quote or a bracket in it, so that no text can be read in two ways.

Boards in bulk as text: written as UTF-8, and read one a line.

All boards of a puzzle have the same pieces, so their texts are equally long:

cells      1 2 0 0 3 3      labels, one row a board
names      0 "."  1 "A"  2 "B"  3 "red"
after      " " " " "/" " " " " ""                what follows each cell
text       A B ./. red red                       the bytes of one row of the result
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells
from slidefront.compile import kernel
from slidefront.errors import BoardError, SlidefrontError, refusal
from slidefront.units import counted

HOLE = "_"
ARROW = "->"
MOST_CHARACTERS = 1 << 16
MOST_CELLS = 1 << 12
_CUTS = {"/": "/", ";": ";", "\n": "ends of lines"}
_RESERVED = re.compile(r"[\[\]\"':]")
_ODD = re.compile(r"[\[\]\"':,;/\s]")
_ODD_IN_ROW = re.compile(r"[\[\]\"':,;/]")
_ITEM = re.compile(r"\s*(?:([\[\],])|(null|None|-?\d+)(?![\w.])|\"([^\"\\\n]*)\"|'([^'\\\n]*)')")


class Cell(NamedTuple):
    """The name in a cell, and where it stands in the text."""

    name: str
    at: int


Rows = list[list[Cell]]


@dataclass(frozen=True)
class BoardText:
    """A text that must be a board, and how it is refused."""

    text: str
    error: type[SlidefrontError] = BoardError
    sample: str = ""
    """What a board looks like here."""
    first: int = 0
    """Where the board begins, if the text has more than a board."""
    last: int | None = None
    """Where it ends."""

    def refused(self, at: int, why: str) -> SlidefrontError:
        """Make the error that shows a place of the text."""
        sample = f"; a board is such as {self.sample}" if self.sample else ""
        return refusal(self.error, self.text, at, f"{why}{sample}")

    def rows(self, is_name: Callable[[str], bool] | None = None, what: str = "") -> Rows:
        """Read the cells, in rows of one length; refuse a name that is not `what`, as `is_name` tells."""
        text = self.text[self.first : self.last]
        if len(text) > MOST_CHARACTERS:
            raise self.error(f"a text of {len(text):,} characters is no board: give at most {MOST_CHARACTERS:,}")
        if not text.strip():
            raise self.refused(self.first, "there is no board")
        rows = self._list() if text.lstrip().startswith("[") else self._rows()
        if odd := next((cell for row in rows for cell in row if is_name and not is_name(cell.name)), None):
            raise self.refused(odd.at, f"{odd.name!r} is not {what}")
        for number, row in enumerate(rows, 1):
            if len(row) != len(rows[0]):
                said = f"row {number} has {counted(len(row), 'cell')}, and row 1 has {len(rows[0])}"
                raise self.refused(row[min(len(row) - 1, len(rows[0]))].at, said)
        if len(rows) * len(rows[0]) > MOST_CELLS:
            raise self.error(f"a board has at most {MOST_CELLS:,} cells")
        return rows

    def _rows(self) -> Rows:
        text = self.text[: self.last]
        start, end = len(text) - len(text[self.first :].lstrip()), len(text.rstrip())
        cuts = sorted((text.index(cut, start, end), cut) for cut in _CUTS if cut in text[start:end])
        if len(cuts) > 1:
            one, other = (_CUTS[cut] for _, cut in cuts[:2])
            raise self.refused(cuts[1][0], f"rows are cut by {one}, and here by {other}")
        mark = "," if "," in text[start:end] else ""
        rows: Rows = []
        for row in text[start:end].split(cuts[0][1]) if cuts else [text[start:end]]:
            rows.append(self._row(row, start, mark))
            start += len(row) + 1
        if not mark and all(len(row) == 1 for row in rows):
            rows = [[Cell(name, word.at + place) for place, name in enumerate(word.name)] for [word] in rows]
        return rows

    def _row(self, row: str, start: int, mark: str) -> list[Cell]:
        """Cut a row at blanks, or at commas."""
        cells: list[Cell] = []
        for part in row.split(",") if mark else [row]:
            words = [Cell(word[0], start + word.start()) for word in re.finditer(r"\S+", part)]
            if not words or (mark and len(words) > 1):
                place = words[1].at if words else start + len(part)
                raise self.refused(place, "a cell is missing here" if not words else "a comma is missing before this")
            for word in words:
                if word.name == ARROW:
                    raise self.refused(word.at, "a second board: one is wanted here")
                if reserved := _RESERVED.search(word.name):
                    raise self.refused(word.at + reserved.start(), f"no name of a cell has {reserved[0]} in it")
            cells += words
            start += len(part) + 1
        return cells

    def _list(self) -> Rows:
        items, after = self._items(self.first, deep=False)
        if rest := self.text[after : self.last].lstrip():
            raise self.refused(len(self.text[: self.last]) - len(rest), "the list ends before this")
        rows = [item for item in items if isinstance(item, list)]
        cells = [item for item in items if isinstance(item, Cell)]
        if rows and cells:
            raise self.refused(cells[0].at, "a cell stands among lists")
        if any(len(cell.name) > 1 and self.text[cell.at - 1] in "\"'" for cell in cells):
            return [self._of_text(cell) for cell in cells]
        return rows or [cells]

    def _of_text(self, cell: Cell) -> list[Cell]:
        """Cut a text of a list that is a row."""
        words = self._row(cell.name, cell.at, "")
        return words if len(words) > 1 else [Cell(name, words[0].at + n) for n, name in enumerate(words[0].name)]

    def _items(self, start: int, *, deep: bool) -> tuple[list[Cell | list[Cell]], int]:
        """Read a list, which may have lists in it, from its opening bracket; return where the text goes on."""
        at = self._item(start).end()
        items: list[Cell | list[Cell]] = []
        while True:
            match = self._item(at)
            if match[1] == "[" and not deep:
                inner, at = self._items(match.start(1), deep=True)
                items.append([cell for cell in inner if isinstance(cell, Cell)])
            elif match[1]:
                raise self.refused(match.start(1), "a cell is missing here")
            else:
                group = match.lastindex or 0
                name = match[group] if match[group] not in ("null", "None") or group > 2 else HOLE
                odd = (_ODD if deep else _ODD_IN_ROW).search(name)
                if odd or not name.strip():
                    raise self.refused(match.start(group) + (odd.start() if odd else 0), "no name of a cell has this")
                items.append(Cell(name, match.start(group)))
                at = match.end()
            match = self._item(at)
            at = match.end()
            if match[1] == "]":
                return items, at
            if match[1] != ",":
                raise self.refused(match.start(match.lastindex or 0), "a comma is missing before this")

    def _item(self, at: int) -> re.Match[str]:
        match = _ITEM.match(self.text, at, len(self.text[: self.last]))
        if match is None:
            rest = self.text[at : self.last]
            raise self.refused(at + len(rest) - len(rest.lstrip()), "the list is not one of numbers, texts and lists")
        return match


def rows_text(rows: Sequence[Sequence[str]], *, apart: bool = False) -> str:
    """Write names in rows, on one line; they stand apart where one is longer than a character.

    Then one column is written as one row, because a row of one word has a cell for each character.
    """
    is_long = any(len(name) > 1 for row in rows for name in row)
    apart = apart or is_long
    if is_long and len(rows[0]) == 1:
        return " ".join(row[0] for row in rows)
    return "/".join((" " if apart else "").join(row) for row in rows)


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
