"""The labels of tiles and graphs: which number each name has, and the boards of puzzle files in these names."""

from dataclasses import dataclass

from slidefront.errors import BoardError
from slidefront.text.cells import Cells
from slidefront.text.choice import read
from slidefront.text.rows import column, rows, words
from slidefront.units import counted

HOLE_MARKS = ("_", ".", "0")
LONGEST_NAME = 20
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LEAST_LARGEST = 15  # tiles up to this one are numbers on small boards too


@dataclass(frozen=True)
class Labels:
    """The names of the labels of a puzzle: the number that stands for each in a key, and back."""

    names: tuple[str, ...]
    """The name of label 0 (the hole or the mover) first."""

    @staticmethod
    def of_tiles(tokens: list[str]) -> "Labels":
        """Number the tiles of a home board: 1 to 15, or to the last cell, are themselves; names count in file order."""
        _check_lengths(tokens)
        tiles = [token for token in tokens if not is_hole(token)]
        numbers = [value(token) for token in tiles]
        largest = max(_LEAST_LARGEST, len(tokens) - 1)
        if all(number is not None and 1 <= number <= largest for number in numbers):
            return Labels(("_", *DIGITS[1 : max((n for n in numbers if n), default=0) + 1]))
        return Labels(("_", *dict.fromkeys(tiles)))

    @staticmethod
    def of_graph(tokens: list[str], mover: str) -> "Labels":
        """Number the labels of a graph puzzle in file order, the mover 0."""
        _check_lengths(tokens)
        return Labels((mover, *(token for token in dict.fromkeys(tokens) if token != mover)))

    def label(self, token: str) -> int | None:
        """Return the label that a token names."""
        if token in self.names:
            return self.names.index(token)
        if self.names[0] == "_":
            if is_hole(token):
                return 0
            number = value(token)
            if self.numbered and number is not None and number < len(self.names):
                return number
        return None

    @property
    def numbered(self) -> bool:
        """Whether the labels are numbers from 1 on, written as letters from 10 on."""
        return self.names == ("_", *DIGITS[1 : len(self.names)])

    @property
    def short(self) -> bool:
        """Whether each name is one character, so that a board can be written without separators."""
        return all(len(name) == 1 for name in self.names)


def _check_lengths(tokens: list[str]) -> None:
    for token in tokens:
        if len(token) > LONGEST_NAME:
            raise BoardError(f"the name {token[:LONGEST_NAME]}... is longer than {LONGEST_NAME} characters")


def is_hole(token: str) -> bool:
    """Tell whether a token marks the hole."""
    return token in HOLE_MARKS or value(token) == 0


def value(token: str) -> int | None:
    """Read a tile as a decimal number, or as one digit, with letters after 9."""
    if token.isascii() and token.isdigit() and len(token) < 4:
        return int(token)
    return DIGITS.index(token.lower()) if len(token) == 1 and token.lower() in DIGITS else None


def read_home(text: str, shape: tuple[int, int] | None = None) -> list[list[str]]:
    """Read the home board of a puzzle file: its rows, or one line of cells where the shape is known."""
    rows = [[cell.text for cell in row] for row in _cells(text).rows]
    if shape is None or (len(rows), len(rows[0])) == shape:
        return rows
    flat = [cell for row in rows for cell in row]
    if len(rows) > 1 or len(flat) != shape[0] * shape[1]:
        raise BoardError(
            f"the board has {len(flat)} cells in {counted(len(rows), 'row')} where the size is {shape[0]} x {shape[1]}"
        )
    return [flat[start : start + shape[1]] for start in range(0, len(flat), shape[1])]


def _cells(text: str) -> Cells:
    """Read rows; words on one line are rows if a mark of the hole is within one of them, as in 12 3_."""
    cells = read(text, {"rows": rows, "column": column}, error=BoardError).value
    if cells.is_flat and any(len(cell.text) > 1 and {*cell.text} & {"_", "."} for cell in cells.flat):
        return read(text, {"words": words}, error=BoardError).value
    return cells


def read_labels(text: str) -> list[str]:
    """Read the labels of a graph, with blanks between them or one character each."""
    return [cell.text for cell in read(text, {"rows": rows}, error=BoardError).value.flat]
