"""Lists of boards as studies and databases print them: a board a line, with numbers before it or after it, or both.

     1  14 13 15  7 11 12  9  5  6  0  2  1  4  8 10  3        the 100 boards of Korf: number, then the cells
    14 13 15  7 11 12  9  5  6  0  2  1  4  8 10  3 57         cells, then the length of a shortest solution
    60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332               Rush Hour: moves, board, size of its cluster

Which of the numbers are the board is told by the cells that it needs: each tile once, and 0. Where a line alone does
not tell it, the other lines do, for all lines of a list have one form.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy.typing as npt

from slidefront.errors import BoardError, PuzzleError

_NUMBERS = re.compile(r"[\s,;:.()\[\]{}-]*\d{1,9}(?:[\s,;:.()\[\]{}-]+\d{1,9})*[\s,;:.()\[\]{}-]*")
_BEFORE_LENGTH = re.compile(r"\s*(?:[\[({].*[\])}]\s*:?|[^:]{8,}\d:|(?:\d+,)+\d+\s)\s*\d+(?::\d*)?\s*")
"""A board in brackets or between commas, and its length apart: no list."""
_LENGTH_AFTER = re.compile(r"\d{1,4}(?::.*)?")
_CARD = re.compile(r"(\d{1,4})[\s,]+([A-Za-z.o=0_-]{36})(?:[\s,]+\d+)?")

Pasted = Sequence[Any] | npt.NDArray[Any]
"""A board as lists or an array."""


@dataclass(frozen=True)
class ListedBoard:
    """A board of a list."""

    cells: tuple[int, ...]
    number: int | None = None
    optimum: int | None = None

    @property
    def text(self) -> str:
        """The board on one line."""
        return " ".join(map(str, self.cells))


def read_list(lines: Sequence[str], cells: int) -> list[ListedBoard] | None:
    """Read lines of numbers as boards of `cells` cells; None if they do not all have the same suitable form."""
    rows = [[int(number) for number in re.findall(r"\d+", line)] for line in lines if _NUMBERS.fullmatch(line)]
    if any(_BEFORE_LENGTH.fullmatch(line) and line.count(",") in (0, cells - 1) for line in lines):
        return None
    if not rows or len(rows) != len(lines) or len({len(row) for row in rows}) != 1:
        return None
    extra = len(rows[0]) - cells
    if not 0 < extra <= 2:
        return None
    offsets = [
        offset
        for offset in range(extra + 1)
        if all(_is_board(row[offset : offset + cells]) for row in rows)
        and all(_is_apart(line, offset, cells) for line in lines)
    ]
    if len(offsets) > 1:
        raise BoardError(
            f"the line {lines[0].strip()!r} can be a number and a board, or a board and its length: remove one of the "
            f"numbers"
        )
    if not offsets:
        return None
    (offset,) = offsets
    return [_listed(row, offset, cells) for row in rows]


def _is_board(cells: Sequence[int]) -> bool:
    return sorted(cells) == [*range(len(cells))]


def _is_apart(line: str, offset: int, cells: int) -> bool:
    """Tell whether the numbers around a board stand outside its brackets, or it is a plain row of numbers."""
    gaps = re.split(r"\d+", line)
    depths = [*accumulate(len(re.findall(r"[\[({]", gap)) - len(re.findall(r"[\])}]", gap)) for gap in gaps[:-1])]
    inside = min(depths[offset : offset + cells])
    outside = max(depths[:offset] + depths[offset + cells :])
    plain_row = len({gap.strip() for gap in gaps[offset + 1 : offset + cells]}) == 1
    return outside < inside or (plain_row and inside <= 0)


def _listed(row: list[int], offset: int, cells: int) -> ListedBoard:
    after = row[offset + cells :]
    return ListedBoard(
        tuple(row[offset : offset + cells]), row[offset - 1] if offset else None, after[0] if after else None
    )


def without_answer(text: str) -> str:
    """Keep only the board of a problem line, or of a line of a study's list."""
    bare = text.strip()
    board, _, rest = bare.partition(":")
    if re.search(r"\d", board) and _LENGTH_AFTER.fullmatch(rest):
        return board
    flat = re.fullmatch(r"([0-9a-z_.]{9}|[0-9a-z_.]{16})\s+[-=]?\s*\d{1,3}", bare, re.IGNORECASE)
    if flat and len({*flat[1].lower()}) == len(flat[1]):
        return flat[1]
    for side in (3, 4):
        if "\n" not in bare and not _is_whole(bare) and (listed := read_list([bare], side * side)):
            return listed[0].text
    return text


def _is_whole(line: str) -> bool:
    """Tell 10 or 18 numbers that are the tiles of 2 x 5 or 3 x 6 cells, and no smaller board with a number."""
    numbers = sorted(map(int, re.findall(r"\d{1,9}", line)))
    return numbers == [*range(len(numbers))] and len(numbers) in (10, 18)


def database_line(text: str) -> tuple[int, str] | None:
    """Read a line of a Rush Hour database: the moves and the board."""
    line = _CARD.fullmatch(text.strip())
    return (int(line[1]), line[2]) if line else None


def as_text(board: object) -> str:
    """Write lists, tuples, an array or a data frame as JSON; a text stays as it is."""
    if isinstance(board, str):
        return board
    values = board.to_numpy() if hasattr(board, "to_numpy") else board
    values = values.tolist() if hasattr(values, "tolist") else values
    try:
        if isinstance(values, list | tuple):
            return json.dumps(values)
    except (TypeError, ValueError):
        pass
    raise PuzzleError(f"{type(board).__name__} is not a board: give a text, or lists such as [[1, 2], [3, 0]]")


def plain(board: str | int | Pasted) -> str | int:
    """Write a board that is given as lists or an array as text."""
    if isinstance(board, list | tuple) or getattr(board, "ndim", None):
        return as_text(board)
    return board  # type: ignore[return-value]
