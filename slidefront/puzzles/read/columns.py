"""Rows of cells in columns, where the empty cell is a run of blanks.

     1  2  3  4          the second row has a cell less than the others: its cells stand under 1, 2 and 4,
     5  6     8          so the third is empty
     9 10 11 12

Where the columns do not tell which cell is empty, the board is refused.
"""

import re
from itertools import pairwise

from slidefront.errors import BoardError
from slidefront.units import counted

Span = tuple[int, int]
_CELL = re.compile(r"\S+")
_SAMPLE = "such as 1 2 3/4 5 6/7 8 _"


def fill_short_rows(lines: list[str]) -> tuple[tuple[tuple[str, ...], ...], str]:
    """Give the cells of lines of which one or some are a cell short, with an empty cell where it is missing."""
    found = [[(match.group(), match.span()) for match in _CELL.finditer(line)] for line in lines]
    width = max(len(row) for row in found)
    short = [number for number, row in enumerate(found) if len(row) < width]
    rows = [[word for word, _ in row] for row in found]
    for number in short:
        cells = counted(len(found[number]), "cell")
        words = {word for row in rows for word in row}
        if words & {"0", "_", "."} or any(len(word) > 2 and not word.isalpha() for word in words):
            raise BoardError(
                f"row {number + 1} has {cells} where another has {width}: write rows of one length, {_SAMPLE}"
            )
        gap = _gap(lines, found, number, width) if len(found[number]) == width - 1 else None
        if gap is None:
            raise BoardError(
                f"row {number + 1} has {cells} where another has {width}: mark the hole with _, "
                f"as in {_example(rows, number)}"
            )
        rows[number].insert(gap, "")
    where = " and ".join(f"row {number + 1}" for number in short)
    return tuple(map(tuple, rows)), f"the empty cell of {where} is the hole"


def _gap(lines: list[str], found: list[list[tuple[str, Span]]], number: int, width: int) -> int | None:
    """Find which cell of a short row is empty."""
    by_column = _by_columns([row for row in found if len(row) == width], [span for _, span in found[number]])
    return by_column if by_column is not None else _by_blanks(lines, number)


def _by_columns(full: list[list[tuple[str, Span]]], spans: list[Span]) -> int | None:
    """Compare with the columns of the rows that are full, where these do not overlap."""
    if not full:
        return None
    columns = [(min(row[c][1][0] for row in full), max(row[c][1][1] for row in full)) for c in range(len(full[0]))]
    if any(one[1] > other[0] for one, other in pairwise(columns)):
        return None
    taken = [[c for c, column in enumerate(columns) if span[0] < column[1] and column[0] < span[1]] for span in spans]
    if any(len(under) != 1 for under in taken):
        return None
    missing = {*range(len(columns))} - {under[0] for under in taken}
    return missing.pop() if len(missing) == 1 else None


def _by_blanks(lines: list[str], number: int) -> int | None:
    """Where all other cells are one blank apart, two blanks have an empty cell between; none is at the end."""
    others = [line.strip() for place, line in enumerate(lines) if place != number]
    if any("  " in line for line in others):
        return None
    line = lines[number]
    gaps = [match.start() for match in re.finditer(r"(?<=\S) {2,}(?=\S)", line)]
    indents = {len(other) - len(other.lstrip()) for place, other in enumerate(lines) if place != number}
    indented = line.startswith(" ") and len(line) - len(line.lstrip()) > max(indents, default=0)
    if len(gaps) + indented > 1:
        return None
    if gaps:
        return len(line[: gaps[0]].split())
    if indented:
        return 0
    return len(line.split()) if number == len(lines) - 1 else None


def _example(rows: list[list[str]], number: int) -> str:
    return " ".join([*rows[number], "_"])
