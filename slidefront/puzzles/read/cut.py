"""Split the text of a board into cells: find its separators and empty cells.

    1 2 3/4 5 6/7 8 _         rows by `/`, `;`, `|` or lines; cells by blanks, commas, tabs or `|`
    [[1,2,3],[4,5,null]]      JSON, and what programs print like it: numpy, tuples, braces
    | 1 | 2 |                 Markdown tables, boxes of + - | and of line-drawing characters
    | 3 |   |
     1  2  3                  columns of equal width, where the empty cell is a run of blanks
     4     5

A cut says nothing about what the cells mean: `pasted_boards` and `pasted_blocks` do. Where two cuts are possible, both
are given, the usual one first.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from slidefront.errors import BoardError
from slidefront.puzzles.read.board_text import words_of
from slidefront.puzzles.read.columns import fill_short_rows
from slidefront.puzzles.read.drawings import cells_of_box, is_box
from slidefront.puzzles.read.wrapping import unwrap

_RULE = re.compile(r"[|:\s+=-]*-[|:\s+=-]*")
_MATRIX = re.compile(r"\s*[\[({]([^\[\](){}]*;[^\[\](){}]*)[\])}][\s;]*")
_MOST_CELLS = 4096


@dataclass(frozen=True)
class Cut:
    """A text in cells."""

    rows: tuple[tuple[str, ...], ...]
    how: str
    """The separators, in words; nothing for the plain forms."""

    @property
    def flat(self) -> tuple[str, ...]:
        """All cells in order."""
        return tuple(cell for row in self.rows for cell in row)

    @property
    def even(self) -> bool:
        """Whether all rows have the same number of cells."""
        return len({len(row) for row in self.rows}) == 1


def cuts(text: str) -> list[Cut]:
    """Split a text in every way that its separators allow."""
    text = unwrap(text)
    if not text.strip():
        raise BoardError("the board is empty: write its rows, such as 1 2 3/4 5 6/7 8 _")
    found = [_without_heading(cut) for cut in _cuts(text) if cut.flat]
    if not found:
        raise BoardError("the text has no cells: write the rows of a board, such as 1 2 3/4 5 6/7 8 _")
    for cut in found:
        _check_zeros(cut.flat)
    if any(len(cut.flat) > _MOST_CELLS for cut in found):
        raise BoardError(f"the text has more than {_MOST_CELLS} cells: give one board")
    return found


def _check_zeros(cells: Sequence[str]) -> None:
    """Refuse a number that begins with 0 beside others of one digit: two cells without a blank between."""
    joined = next((cell for cell in cells if re.fullmatch(r"0\d", cell)), None)
    if joined and any(re.fullmatch("[1-9]", cell) for cell in cells):
        raise BoardError(f"the text has {joined} as one cell: write a blank between its digits, 0 {joined[1]}")


def _cuts(text: str) -> list[Cut]:
    if "/" in text and all(";" in part for part in text.split("/")):
        text = text.replace(";", ",")
    if text.lstrip()[:1] in ("[", "(", "{"):
        return [_bracketed(text)]
    if is_box(text):
        return [Cut(cells_of_box(text), "a drawing")]
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) > 1 and all("|" in line for line in lines):
        return [_table(lines)]
    parts = [[part for part in re.split("[/;]", line) if part.strip() or "/" in line] for line in lines]
    lines = [part for line in parts for part in line]
    single = all(len(part.split()) == 1 for part in lines) and any(len(part.strip()) == 1 for part in lines)
    if single and len({*map(len, parts)}) > 1:
        raise BoardError("the lines have different numbers of cells: write rows of one length, such as 1 2/3 4/5 _")
    while lines and not lines[-1].strip():
        lines.pop()
    if len(lines) == 1 and "|" in lines[0]:
        return [_piped(lines[0])]
    return _lines(lines)


def _bracketed(text: str) -> Cut:
    """Read nested brackets of any kind; a list in the list is a row."""
    rows: list[list[str]] = []
    row: list[str] = []
    depth = deepest = 0
    text = _with_row_brackets(text)
    for token in re.findall(r"[\[({]|[\])}]|\"[^\"\n]*\"|'[^'\n]*'|,|[^\s,\[\](){}\"';]+", text):
        if token in "[({" and row:
            raise BoardError("the list has cells and lists in one row: write it as [[1,2,3],[4,5,6],[7,8,0]]")
        if token in "[({":
            depth, deepest = depth + 1, max(deepest, depth + 1)
            row = []
        elif token in "])}":
            depth -= 1
            if row:
                rows.append(row)
            row = []
        elif token != "," and depth > 0:
            row.append(token.strip("\"' ") if token[0] in "\"'" else token)
    if depth or not rows:
        raise BoardError("the list is not complete: write it as [[1,2,3],[4,5,6],[7,8,0]]")
    if deepest > 1:
        return Cut(tuple(map(tuple, rows)), "a list of lists")
    return _flat_list(rows)


def _flat_list(rows: list[list[str]]) -> Cut:
    """Read a list whose elements are cells, or texts that are rows."""
    cells = rows[0]
    if len(rows) == 1 and all(len(cell.split()) > 1 for cell in cells):
        return Cut(tuple(tuple(cell.split()) for cell in cells), "a list of rows")
    tiles = _are_numbers(cells, least=0)
    if all(len(cell) > 1 for cell in cells) and len({*map(len, cells)}) == 1 and not tiles:
        return Cut(tuple(map(tuple, cells)), "a list of rows")
    return Cut(tuple(map(tuple, rows)), "a list")


def _with_row_brackets(text: str) -> str:
    """Write a matrix such as [1 2 3; 4 5 6; 7 8 0] as a list of lists."""
    matrix = _MATRIX.fullmatch(text)
    rows = [row for row in matrix[1].split(";") if row.strip()] if matrix else []
    return f"[[{'],['.join(rows)}]]" if any(len(words_of(row)) > 1 for row in rows) else text


def _table(lines: list[str]) -> Cut:
    """Read a table with bars between cells; its rule is left out, and so is a heading above it."""
    rules = [number for number, line in enumerate(lines) if _RULE.fullmatch(line)]
    ruled = next((number for number in rules if "--" in lines[number] or rules == [1]), None)
    closed = all(line.strip().startswith("|") for line in lines)
    rows = []
    for number, line in enumerate(lines):
        if _RULE.fullmatch(line) and (number == ruled or "--" in line):
            continue
        bare = line.strip().removeprefix("|") if closed else line
        cells = [cell.strip(" *`") or cell.strip() for cell in bare.removesuffix("|").split("|")]
        rows.append(cells)
    if ruled == 1 and len(rows) > 1 and (not any(rows[0]) or _are_headings(rows)):
        rows = rows[1:]
    if len(rows) > 1 and not any(row[0] for row in rows):
        rows = [row[1:] for row in rows]
    widest = max((len(row) for row in rows), default=0)
    filled = [row if len(row) != widest - 1 or closed else [*row, ""] for row in rows]
    return Cut(tuple(map(tuple, filled)), "a table")


def _without_heading(cut: Cut) -> Cut:
    """Leave out a row of words above columns of numbers."""
    words = all(cell[:1].isalpha() for cell in cut.rows[0])
    return Cut(cut.rows[1:], cut.how) if len(cut.rows) > 2 and words and _are_headings(cut.rows) else cut


def _are_headings(rows: Sequence[Sequence[str]]) -> bool:
    """Tell words above columns of numbers from the first row of a board."""
    numbers = [cell for row in rows[1:] for cell in row if cell.isdecimal()]
    return not any(cell.isdecimal() for cell in rows[0]) and len(numbers) >= sum(map(len, rows[1:])) - 2


def _piped(line: str) -> Cut:
    """Read one line with bars: between rows where these have several cells, else between cells."""
    parts = line.strip().strip("|").split("|")
    if any(len(words_of(part)) > 1 for part in parts):
        return Cut(tuple(tuple(words_of(part)) for part in parts), "rows between |")
    words = [part.strip() for part in parts]
    if len(words) > 1 and len({len(word) for word in words}) == 1 and len(words[0]) > 1 and not _are_numbers(words):
        return Cut(tuple(tuple(word) for word in words), "rows between |")
    return Cut((tuple(words),), "cells between |")


def _lines(lines: list[str]) -> list[Cut]:
    if not lines:
        raise BoardError("the board is empty: write its rows, such as 1 2 3/4 5 6/7 8 _")
    if all("\t" in line for line in lines):
        indent = all(line.startswith("\t") for line in lines)
        rows = [[cell.strip() for cell in line.removeprefix("\t" if indent else "").split("\t")] for line in lines]
        if len(rows[-1]) == len(rows[0]) - 1 and all(len(row) == len(rows[0]) for row in rows[:-1]):
            rows[-1].append("")  # an empty last cell is often lost
        if all(len(cell.split()) < 2 for row in rows for cell in row):
            return [Cut(tuple(map(tuple, rows)), "cells between tabs")]
    if all("," in line for line in lines):
        return [Cut(tuple(map(tuple, _comma_rows(lines))), "cells between commas")]
    if len(lines) == 1:
        return _one_line(lines[0])
    return _word_rows(lines)


def _comma_rows(lines: list[str]) -> list[list[str]]:
    rows = [[cell.strip().strip("\"'") for cell in line.split(",")] for line in lines]
    if all(not row[-1] for row in rows[:-1]) and len(rows) > 1:
        width = len(rows[0]) - 1
        rows = [row[:-1] if len(row) == width + 1 and not row[-1] else row for row in rows]
    return rows


def _one_line(line: str) -> list[Cut]:
    words = words_of(line)
    if len(words) == 1:
        return [Cut((tuple(words[0]),), "")]
    found = [Cut((tuple(words),), "")]
    if len({len(word) for word in words}) == 1 and len(words[0]) > 1:
        characters = Cut(tuple(tuple(word) for word in words), "rows between blanks")
        found = [found[0], characters] if _are_numbers(words) else [characters, found[0]]
    return found


def _word_rows(lines: list[str]) -> list[Cut]:
    if blank := _with_blank(lines):
        return [blank]
    rows = [words_of(line) for line in lines]
    if all(len(row) == 1 for row in rows):
        if pairs := _pairs([row[0] for row in rows]):
            return [pairs]
        letters = Cut(tuple(tuple(row[0]) for row in rows), "")
        column = Cut(tuple(map(tuple, rows)), "")
        widths = {len(row[0]) for row in rows}
        if widths == {1}:
            return [column]
        return [letters] if len(widths) == 1 and not _are_numbers([row[0] for row in rows]) else [letters, column]
    widest = max((len(row) for row in rows), default=0)
    rows = [[*row[0]] if len(row) == 1 and len(row[0]) == widest else row for row in rows]
    if len({len(row) for row in rows}) > 1 and not any("," in line for line in lines):
        filled, how = fill_short_rows(lines)
        return [Cut(filled, how)]
    return [Cut(tuple(map(tuple, rows)), "")]


def _pairs(words: list[str]) -> Cut | None:
    """Read rows of numbers of two digits each, without blanks; None where they are something else."""
    rows = tuple(tuple(word[start : start + 2] for start in range(0, len(word), 2)) for word in words)
    cells = [cell for row in rows for cell in row]
    numbered = all(map(str.isdecimal, cells)) and sorted(map(int, cells)) == [*range(len(cells))]
    if not numbered or any(len(cell) < 2 for cell in cells):
        return None
    return Cut(tuple(tuple(str(int(cell)) for cell in row) for row in rows), "two digits for each cell")


def _with_blank(lines: list[str]) -> Cut | None:
    """Read rows of single letters or digits of which one is a blank; None where they are something else."""
    width = max(map(len, lines))
    cells = "".join(line.ljust(width) for line in lines)
    if any(len(line) < width for line in lines[:-1]) and not any(map(str.isdigit, cells)):
        return None
    if cells.count(" ") != 1 or not cells.replace(" ", "").isalnum():
        return None
    rows = tuple(tuple(cell.strip() for cell in line.ljust(width)) for line in lines)
    return Cut(rows, "the blank is the hole")


def _are_numbers(words: list[str], least: int = 10) -> bool:
    """Tell words that can be tiles, of two digits if nothing else is said, from words that are rows of characters."""
    return all(word.isascii() and word.isdigit() and len(word) < 5 and least <= int(word) < 36 for word in words)
