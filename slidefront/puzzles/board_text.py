"""Boards as text: the names in their cells, in rows or in a list.

    rows    12345678_    123/456/78_    1 2 3/4 5 6/7 8 _    10, 11/12, _    AXXB/AXXB/C..D
    list    [[1, 2, 3], [4, null, 5], [6, 7, 8]]    [1, 2, 3, 4, 5, 6, 7, 8, 0]    ["AXXB", "AXXB", "C..D"]

Rows are separated by /, by ; or by ends of lines, the same throughout. If every row is one word, each character is a
cell; otherwise blanks or commas separate the cells. A list contains rows, or cells, or texts; if some texts have
several characters, each text is a row. For anything else, an error shows the line and column.

A name contains no blank, comma, /, ;, :, quote or bracket, so that no text can be read in two ways.

`BoardWriter` writes many boards of a puzzle at once.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys
from slidefront.errors import BoardError, SlidefrontError, error_at
from slidefront.units import counted

HOLE = "_"
EMPTY_MARKS = (".", HOLE, "0")
"""Marks for an empty cell. On block boards, a mark that is the name of a piece stands for the piece."""
ARROW = "->"
MOST_CHARACTERS = 1 << 16
MOST_TEXT_CELLS = 1 << 12
_CUTS = {"/": "/", ";": ";", "\n": "ends of lines"}
_RESERVED = re.compile(r"[\[\]\"':,;/]")
_ODD = re.compile(r"[\[\]\"':,;/\s]")
_ITEM = re.compile(r"\s*(?:([\[\],])|(null|None|-?[0-9]+)(?![\w.])|\"([^\"\\\n]*)\"|'([^'\\\n]*)')")


class TextCell(NamedTuple):
    """The name in a cell, and where it stands in the text."""

    name: str
    offset: int


TextRows = list[list[TextCell]]


@dataclass(frozen=True)
class BoardText:
    """A text that must be a board, and the error if it is not."""

    text: str
    error: type[SlidefrontError] = BoardError
    sample: str = ""
    """An example of a board, for messages."""
    first: int = 0
    """The index of the beginning of the board in the text."""
    last: int | None = None
    """The index of its end."""

    def refused(self, offset: int, why: str) -> SlidefrontError:
        """Return the error that shows a place of the text."""
        sample = f"; write a board such as {self.sample}" if self.sample else ""
        return error_at(self.error, self.text, offset, f"{why}{sample}")

    def rows(self, is_name: Callable[[str], bool] | None = None, what: str = "") -> TextRows:
        """Read the cells in rows of equal length; raise an error for a name that is not `what`, by `is_name`."""
        if not isinstance(self.text, str):
            raise self.error(f"a {type(self.text).__name__} is not the text of a board")
        text = self.text[self.first : self.last]
        if len(text) > MOST_CHARACTERS:
            raise self.error(
                f"a text of {len(text):,} characters is too long for a board: write at most {MOST_CHARACTERS:,}"
            )
        if not text.strip():
            raise self.refused(self.first, "there is no board")
        rows = self._list() if text.lstrip().startswith("[") else self._rows()
        if odd := next((cell for row in rows for cell in row if is_name and not is_name(cell.name)), None):
            raise self.refused(odd.offset, f"{odd.name!r} is not {what}")
        self._check_lengths(rows)
        if len(rows) * len(rows[0]) > MOST_TEXT_CELLS:
            raise self.error(f"a board has at most {MOST_TEXT_CELLS:,} cells")
        return rows

    def _check_lengths(self, rows: TextRows) -> None:
        """Raise an error for a row that is longer or shorter than most rows."""
        usual, times = Counter(map(len, rows)).most_common(1)[0]
        others = f"the others have {usual}" if times == len(rows) - 1 > 1 else f"row {{}} has {usual}"
        first = next(number for number, row in enumerate(rows, 1) if len(row) == usual)
        for number, row in enumerate(rows, 1):
            if len(row) != usual:
                message = f"row {number} has {counted(len(row), 'cell')}, but {others.format(first)}"
                raise self.refused(row[min(len(row) - 1, usual)].offset, message)

    def _rows(self) -> TextRows:
        text = self.text[: self.last]
        start, end = len(text) - len(text[self.first :].lstrip()), len(text.rstrip())
        cuts = sorted((text.index(cut, start, end), cut) for cut in _CUTS if cut in text[start:end])
        if len(cuts) > 1:
            first, second = (_CUTS[cut] for _, cut in cuts[:2])
            raise self.refused(cuts[1][0], f"rows are separated by {first}, but here by {second}")
        mark = "," if "," in text[start:end] else ""
        rows: TextRows = []
        for row in text[start:end].split(cuts[0][1]) if cuts else [text[start:end]]:
            rows.append(self._row(row, start, mark))
            start += len(row) + 1
        return rows if mark else self._spread(rows)

    @staticmethod
    def _spread(rows: TextRows) -> TextRows:
        """Make each character a cell, if each row is one word."""
        if any(len(row) > 1 for row in rows):
            return rows
        return [[TextCell(name, word.offset + place) for place, name in enumerate(word.name)] for [word] in rows]

    def _row(self, row: str, start: int, mark: str) -> list[TextCell]:
        """Cut a row at blanks, or at commas."""
        cells: list[TextCell] = []
        for part in row.split(",") if mark else [row]:
            words = [TextCell(word[0], start + word.start()) for word in re.finditer(r"\S+", part)]
            if not words or (mark and len(words) > 1):
                place = words[1].offset if words else start + len(part)
                raise self.refused(place, "a cell is missing here" if not words else "a comma is missing before this")
            for word in words:
                if word.name == ARROW:
                    raise self.refused(word.offset, "a second board starts here: write only one")
                if reserved := _RESERVED.search(word.name):
                    raise self.refused(
                        word.offset + reserved.start(), f"the name of a cell must not contain {reserved[0]}"
                    )
            cells += words
            start += len(part) + 1
        return cells

    def _list(self) -> TextRows:
        items, after = self._items(self.first, deep=False)
        if tail := self.text[after : self.last].lstrip():
            raise self.refused(len(self.text[: self.last]) - len(tail), "the list ends before this")
        rows = [item for item in items if isinstance(item, list)]
        cells = [item for item in items if isinstance(item, TextCell)]
        if rows and cells:
            raise self.refused(cells[0].offset, "a cell must not stand between lists")
        if any(len(cell.name) > 1 and self.text[cell.offset - 1] in "\"'" for cell in cells):
            return self._spread([self._row(cell.name, cell.offset, "") for cell in cells])
        return rows or [cells]

    def _items(self, start: int, *, deep: bool) -> tuple[list[TextCell | list[TextCell]], int]:
        """Read a list, which may contain lists, from its opening bracket; return its items and the index after it."""
        offset = self._item(start).end()
        items: list[TextCell | list[TextCell]] = []
        while True:
            match = self._item(offset)
            if match[1] == "[" and not deep:
                inner, offset = self._items(match.start(1), deep=True)
                items.append([cell for cell in inner if isinstance(cell, TextCell)])
            elif match[1]:
                raise self.refused(match.start(1), "a cell is missing here")
            else:
                group = match.lastindex or 0
                name = match[group] if match[group] not in ("null", "None") or group > 2 else HOLE
                odd = (_ODD if deep else _RESERVED).search(name)
                if odd or not name.strip():
                    raise self.refused(
                        match.start(group) + (odd.start() if odd else 0),
                        "the name of a cell must not be blank or contain this",
                    )
                items.append(TextCell(name, match.start(group)))
                offset = match.end()
            match = self._item(offset)
            offset = match.end()
            if match[1] == "]":
                return items, offset
            if match[1] != ",":
                raise self.refused(match.start(match.lastindex or 0), "a comma is missing before this")

    def _item(self, offset: int) -> re.Match[str]:
        match = _ITEM.match(self.text, offset, len(self.text[: self.last]))
        if match is None:
            tail = self.text[offset : self.last]
            raise self.refused(
                offset + len(tail) - len(tail.lstrip()), "a list may contain only numbers, texts and lists"
            )
        return match


def rows_text(rows: Sequence[Sequence[str]], *, apart: bool = False) -> str:
    """Write rows of names on one line, separated by blanks if `apart` or if a name is longer than a character.

    A single column of long names becomes a list, because in rows of one word each character would be a cell.
    """
    is_long = any(len(name) > 1 for row in rows for name in row)
    apart = apart or is_long
    if is_long and len(rows[0]) == 1:
        return json.dumps(rows, ensure_ascii=False)
    return "/".join((" " if apart else "").join(row) for row in rows)


class BoardWriter:
    """Writes many boards of one puzzle, whose texts differ only in the names in their cells."""

    def __init__(self, cells: Callable[[Keys], Cells], names: Mapping[int, str], text: str) -> None:
        """Prepare to write boards, given a decoder of keys, the name of each label, and the text of any board."""
        self._cells = cells
        self._names = np.full(256, "", object)
        self._names[[*names]] = [*names.values()]
        self._pattern = re.sub(r"[^ /]+", "{}", text)
        self._text = np.array([*map(ord, text)], np.uint32)
        self._codes: npt.NDArray[np.uint32] | None = None
        """The character of each label; None if some have several."""
        if all(len(name) == 1 for name in names.values()):
            self._codes = np.array([ord(name or "?") for name in self._names], np.uint32)

    def _fill(self, keys: Keys, codes: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
        """Write boards as rows of characters."""
        out = np.tile(self._text, (keys.size, 1))
        out[:, self._text != ord("/")] = codes[self._cells(keys)]
        return out

    def strings(self, keys: Keys) -> npt.NDArray[np.str_]:
        """Return the texts of boards as an array of strings."""
        if self._codes is not None:
            return self._fill(keys, self._codes).view(f"<U{self._text.size}").reshape(-1)
        return np.array([self._pattern.format(*row) for row in self._names[self._cells(keys)].tolist()], np.str_)

    def utf8(self, keys: Keys) -> Cells | None:
        """Write boards as rows of bytes; None if some names take several."""
        if self._codes is None or self._codes.max() > 127:
            return None
        return self._fill(keys, self._codes).astype(np.uint8)
