"""Tile boards as people paste them: their shape, and which number or name each tile has (see `holes` for the hole).

`read_pasted` reads a board whose rows tell its shape; `fit` reads one of a puzzle that is known.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from slidefront.errors import BoardError
from slidefront.puzzles.read.board_text import value
from slidefront.puzzles.read.cut import Cut, cuts
from slidefront.puzzles.read.holes import HOLE, can_be_hole, describe, find_hole, is_tile, sample_board
from slidefront.puzzles.read.numbers import boards_in_numbers
from slidefront.units import counted

_EXAMPLE = "such as 1 2 3/4 5 6/7 8 _"


@dataclass(frozen=True)
class PastedBoard:
    """A tile board in rows, its hole as `_`, its tiles as they were typed."""

    rows: tuple[tuple[str, ...], ...]
    how: str
    """How it was understood, in words; empty if there was nothing to understand."""
    decimal: bool = False
    """Whether tiles above 9 were typed as decimal numbers."""

    @property
    def tokens(self) -> list[str]:
        """All cells in order."""
        return [cell for row in self.rows for cell in row]

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows and of columns."""
        return len(self.rows), len(self.rows[0])

    @property
    def numbers(self) -> list[int] | None:
        """The tiles as numbers, 0 the hole; None if they are names."""
        if not any(cell.isdigit() for cell in self.tokens) or not all(
            cell == HOLE or value(cell) for cell in self.tokens
        ):
            return None
        return [0 if cell == HOLE else value(cell) or 0 for cell in self.tokens]


def read_pasted(text: str) -> PastedBoard:
    """Read a tile board whose rows determine its shape; a flat one is square."""
    faults = []
    for cut in cuts(text):
        try:
            return _read(cut)
        except BoardError as error:
            faults.append(error)
    raise faults[0]


def _read(cut: Cut) -> PastedBoard:
    if len(cut.rows) == 1:
        find_hole(cut.flat)  # what is wrong with the cells matters more than the shape
    rows = _shaped(cut)
    flat = [cell for row in rows for cell in row]
    if "..." in flat:
        raise BoardError("the text leaves cells out, at ...: write all cells of the board")
    hole, how = find_hole(flat)
    _check_names([cell for cell in flat if cell != hole])
    named = [[HOLE if cell == hole else cell for cell in row] for row in rows]
    said = [cut.how] if cut.how else []
    how = "" if cut.how.endswith("is the hole") else how
    said += [f"{len(rows)} x {len(rows[0])}"] if len(cut.rows) == 1 and len(rows) > 1 else []
    said += [how] if how else []
    letters = all(cell == HOLE or (cell.isalpha() and cell.isascii()) for row in named for cell in row)
    said = ["letters are names of tiles", *said] if letters and all(len(cell) == 1 for cell in flat) else said
    decimal = any(cell.isdigit() and len(cell) > 1 for row in named for cell in row)
    return PastedBoard(tuple(map(tuple, named)), ", ".join(said), decimal)


def _check_names(tiles: Sequence[str]) -> None:
    """Refuse tokens that are not tiles, and boards with missing numbers."""
    if several := next((cell for cell in tiles if len(cell.split()) > 1), ""):
        raise BoardError(f"the text has {several!r} as one cell: write one number or name for each cell, {_EXAMPLE}")
    numbers = [cell for cell in tiles if cell.isascii() and cell.isdigit()]
    odd = [cell for cell in tiles if not cell.isalnum()]
    if 2 * len(numbers) < len(tiles):
        odd = [cell for cell in odd if set(cell) & set("()[]{}<>\"'=:;+")]
        odd += [cell for cell in tiles if len(cell) > 1 and "_" in cell]
    elif 3 * len(numbers) >= 2 * len(tiles):
        odd += [cell for cell in tiles if len(cell) > 1 and not cell.isdigit()]
    if odd:
        raise BoardError(
            f"{odd[0]!r} is not a tile{' among numbers' if numbers else ''}: write only the cells, such as "
            f"{sample_board(['_', *tiles])}"
        )
    values = [value(cell) for cell in tiles]
    digits = all(v is not None for v in values) and numbers and any(cell.isdigit() for cell in tiles)
    if digits and len(numbers) < len(tiles) and len({*values}) == len(values):
        missing = [str(v) for v in range(1, len(tiles) + 1) if v not in values]
        if missing:
            raise BoardError(
                f"the board has no {', '.join(missing[:4])}: a is 10, b is 11 and so on among numbers, and a board of "
                f"{len(tiles) + 1} cells has the tiles 1 to {len(tiles)} once each"
            )


def _shaped(cut: Cut) -> list[list[str]]:
    if len(cut.rows) > 1:
        for number, row in enumerate(cut.rows, 1):
            if len(row) != len(cut.rows[0]):
                raise BoardError(
                    f"row {number} of the board has {counted(len(row), 'cell')} where row 1 has {len(cut.rows[0])}: "
                    f"write rows of one length, such as 1 2 3/4 5 6/7 8 _"
                )
        side = round(len(cut.rows) ** 0.5)
        if len(cut.rows[0]) > 1:
            return [list(row) for row in cut.rows]
        if side * side != len(cut.rows):
            raise BoardError(shape_question(cut.flat).replace("on one line", "in rows of one cell"))
        raise BoardError(
            f"the board has {len(cut.rows)} rows of one cell; if it is {side} x {side}, omit the separators "
            f"within the rows, such as {sample_board(cut.flat)}"
        )
    flat = cut.flat
    side = round(len(flat) ** 0.5)
    if side * side == len(flat) and side > 1:
        return [list(flat[start : start + side]) for start in range(0, len(flat), side)]
    raise BoardError(shape_question(flat))


def shape_question(flat: Sequence[str]) -> str:
    """Explain that one line does not determine its rows, and list possible rows."""
    cells = len(flat)
    shapes = [(rows, cells // rows) for rows in range(2, cells) if cells % rows == 0 and cells // rows > 1]
    apart = " " if any(len(cell) > 1 for cell in flat) else ""
    if not shapes:
        return f"the board has {counted(cells, 'cell')} on one line: put / between its rows, such as 123/45_"
    examples = [
        f"{rows} x {columns}, {'/'.join(apart.join(flat[r * columns : (r + 1) * columns]) for r in range(rows))}"
        for rows, columns in shapes[:3]
    ]
    return f"the board has {cells} cells on one line: put / between its rows; it can be {', or '.join(examples)}"


def fit(text: str, rows: int, columns: int, tiles: Mapping[str, int]) -> PastedBoard | None:
    """Read a board of known shape and tiles (each with how often it is there); None if no reading fits.

    The tiles of the result are named as in `tiles`.
    """
    found: dict[tuple[tuple[str, ...], ...], PastedBoard] = {}
    for cut in _candidates(text):
        flat = cut.flat
        if len(flat) != rows * columns:
            continue
        for names, how in _namings(flat, tiles):
            board = tuple(tuple(names[r * columns : (r + 1) * columns]) for r in range(rows))
            said = ", ".join(part for part in (cut.how, "" if cut.how.endswith("is the hole") else how) if part)
            decimal = any(cell.isdigit() and len(cell) > 1 for cell in flat)
            found.setdefault(board, PastedBoard(board, said, decimal))
    if len(found) > 1:
        one, other, *_ = found
        raise BoardError(
            f"the board can be read as {_flat(one)} or as {_flat(other)}: write it the first or second way"
        )
    return next(iter(found.values()), None)


def _candidates(text: str) -> list[Cut]:
    """Cut a text in every way, and take its numbers alone."""
    try:
        found = [cut for cut in cuts(text) if len(cut.rows) == 1 or cut.even]
    except BoardError:
        found = []
    boards = boards_in_numbers(text)
    return found + [Cut(board, "the numbers in the text") for board in boards if len(boards) == 1]


def _flat(rows: Sequence[Sequence[str]]) -> str:
    apart = " " if any(len(cell) > 1 for row in rows for cell in row) else ""
    return "/".join(apart.join(row) for row in rows)


def _namings(flat: Sequence[str], tiles: Mapping[str, int]) -> list[tuple[list[str], str]]:
    """Name the tokens of a board by the tiles of a puzzle in each way that gives all its tiles."""
    by_value = {value(name): name for name in tiles if name != HOLE and value(name)}
    letters = {chr(ord("A") + index): name for index, name in enumerate(name for name in tiles if name != HOLE)}
    found = []
    for mark in dict.fromkeys(flat):
        if (
            (mark != HOLE and HOLE in flat)
            or not can_be_hole(mark, flat)
            or not (mark.isalnum() or not is_tile(mark) or not mark.isascii() or mark == r"\_")
        ):
            continue
        spelled = [HOLE if cell == mark else cell for cell in flat]
        plain = [cell if cell in tiles else by_value.get(value(cell), "") for cell in spelled]
        lettered = [cell if cell == HOLE else letters.get(cell.upper(), "") for cell in spelled]
        if Counter(plain) == Counter(tiles):
            found.append((plain, describe(mark, flat)))
        elif Counter(lettered) == Counter(tiles) and all(len(cell) == 1 for cell in flat):
            found.append((lettered, "letters A, B, C, ... are the tiles 1, 2, 3, ..."))
    return found
