"""Boards as people type them: rows or flat, with or without separators, any mark for the hole.

    1234/5678/9abc/de__        rows as words, `/` or a new line between rows
    123456789abcde__           flat
    1, 2, 3 / 4, 5, 6 ...      labels apart, by spaces or commas

Which label a token stands for is the affair of `Labels`.
"""

import re
from dataclasses import dataclass

from slidefront.errors import BoardError

HOLE_MARKS = ("_", ".", "0")
_HEX = "0123456789abcdef"


@dataclass(frozen=True)
class Labels:
    """The names of the labels of a puzzle: the number that a key holds for each, and back."""

    names: tuple[str, ...]
    """The name of label 0 (the hole or the mover) first."""

    @staticmethod
    def of_tiles(tokens: list[str]) -> "Labels":
        """Number the tiles of a home board: 1 to 15 are themselves, other names count in file order."""
        tiles = [token for token in tokens if token not in HOLE_MARKS]
        numbers = [_number(token) for token in tiles]
        if all(number is not None and 1 <= number <= 15 for number in numbers):
            return Labels(("_", *_HEX[1 : max((n for n in numbers if n), default=0) + 1]))
        return Labels(("_", *dict.fromkeys(tiles)))

    @staticmethod
    def of_graph(tokens: list[str], mover: str) -> "Labels":
        """Number the labels of a graph puzzle in file order, the mover 0."""
        return Labels((mover, *(token for token in dict.fromkeys(tokens) if token != mover)))

    def read(self, token: str) -> int | None:
        """Return the label that a token names."""
        if token in self.names:
            return self.names.index(token)
        if self.names[0] == "_":
            if token in HOLE_MARKS:
                return 0
            number = _number(token)
            if self.numbered and number is not None and number < len(self.names):
                return number
        return None

    @property
    def numbered(self) -> bool:
        """Whether the labels are the numbers 1 to 15, written a to f from 10 on."""
        return self.names == ("_", *_HEX[1 : len(self.names)])

    @property
    def short(self) -> bool:
        """Whether each name is one character, so that a board can be written without separators."""
        return all(len(name) == 1 for name in self.names)


def _number(token: str) -> int | None:
    if token.isascii() and token.isdigit():
        return int(token)
    return _HEX.index(token.lower()) if len(token) == 1 and token.lower() in _HEX else None


def _words(line: str) -> list[str]:
    return [word for word in re.split(r"[\s,]+", line) if word]


def _fit(words: list[str], wanted: int) -> list[str] | None:
    """Take words as labels, or their characters, whichever gives the wanted number of cells."""
    if len(words) == wanted:
        return words
    characters = list("".join(words))
    return characters if len(characters) == wanted else None


def _lines(text: str) -> list[list[str]]:
    return [words for line in re.split(r"[/\n;]", text) if (words := _words(line))]


def read_board(text: str, rows: int, columns: int) -> list[str]:
    """Read a board of known shape into its tokens, cell by cell."""
    lines = _lines(text)
    if 1 < len(lines) == rows:
        board: list[str] = []
        for number, words in enumerate(lines, 1):
            row = _fit(words, columns)
            if row is None:
                found = len(words) if len(words) > 1 else len(words[0])
                raise BoardError(f"row {number} of the board has {found} cells, the others {columns}: {text.strip()!r}")
            board += row
        return board
    flat = _fit([word for words in lines for word in words], rows * columns)
    if flat is None:
        found = len("".join(word for words in lines for word in words))
        shape = f"{rows} x {columns} = {rows * columns}" if rows > 1 else f"{columns}"
        raise BoardError(f"the board {text.strip()!r} has {found} cells where the puzzle has {shape}")
    return flat


def read_home(text: str) -> list[list[str]]:
    """Read a board whose shape is told by its own rows."""
    lines = _lines(text)
    if len(lines) == 1 and len(lines[0]) > 1 and all(len(word) > 2 for word in lines[0]):
        lines = [[word] for word in lines[0]]
    board = [list(words[0]) if len(words) == 1 else words for words in lines]
    for number, row in enumerate(board, 1):
        if len(row) != len(board[0]):
            raise BoardError(f"row {number} of the board has {len(row)} cells where row 1 has {len(board[0])}")
    return board
