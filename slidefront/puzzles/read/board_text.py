"""Boards as people type them: rows or flat, with or without separators, any mark for the hole.

    1234/5678/9abc/de__        rows as words, `/` or a new line between rows
    123456789abcde__           flat
    1, 2, 3 / 4, 5, 6 ...      labels apart, by spaces or commas

`Labels` tells which label a token stands for.
"""

import re
from dataclasses import dataclass

from slidefront.errors import BoardError
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

    def read(self, token: str) -> int | None:
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


def words_of(line: str) -> list[str]:
    """Split a line at blanks and commas."""
    return [word for word in re.split(r"[\s,]+", line) if word]


def _fit(words: list[str], wanted: int) -> list[str] | None:
    """Split a text into labels, by words or by characters, whichever gives the wanted number of cells."""
    if len(words) == wanted:
        return words
    characters = list("".join(words))
    return characters if len(characters) == wanted and len({*map(len, words)}) == 1 else None


def _lines(text: str) -> list[list[str]]:
    return [words for line in re.split(r"[/\n;]", text) if (words := words_of(line))]


def read_board(text: str, rows: int, columns: int) -> list[str]:
    """Read a board of known shape into its tokens, cell by cell."""
    lines = _lines(text)
    if re.search(r",\s*,", text):
        raise BoardError(f"the board {text.strip()!r} has an empty cell: mark the hole with _")
    if 1 < len(lines) == rows:
        board: list[str] = []
        for number, words in enumerate(lines, 1):
            row = _fit(words, columns)
            if row is None:
                found = counted(len(words) if len(words) > 1 else len(words[0]), "cell")
                raise BoardError(
                    f"row {number} of the board has {found}, and the others have {columns}: {text.strip()!r}"
                )
            board += row
        return board
    words = [word for line in lines for word in line]
    widths = [len(line) if len(words) == rows * columns else len("".join(line)) for line in lines]
    if rows > 1 and sum(widths) == rows * columns and len({*widths[:-1]}) > 1:
        raise BoardError(f"the lines of the board {text.strip()!r} have different numbers of cells: write its rows")
    flat = _fit(words, rows * columns)
    if flat is None:
        found = counted(len(words) if len(words) > len(lines) else len("".join(words)), "cell")
        shape = f"{rows} x {columns} = {rows * columns}" if rows > 1 else f"{columns}"
        raise BoardError(f"the board {text.strip()!r} has {found} where the puzzle has {shape}")
    return flat


def read_home(text: str) -> list[list[str]]:
    """Read a board whose rows determine its shape."""
    lines = _lines(text)
    if not lines:
        raise BoardError("the board is empty")
    if len(lines) == 1 and len(lines[0]) > 1 and _are_rows(lines[0]):
        lines = [[word] for word in lines[0]]
    one_word_each = all(len(words) == 1 for words in lines)
    if one_word_each and len({len(words[0]) for words in lines}) > 1 and all(_is_label(words[0]) for words in lines):
        return lines  # one column of numbers
    board = [list(words[0]) if len(words) == 1 else words for words in lines]
    for number, row in enumerate(board, 1):
        if len(row) != len(board[0]):
            found = counted(len(row), "cell")
            raise BoardError(f"row {number} of the board has {found} where row 1 has {len(board[0])}")
    return board


def read_labels(text: str) -> list[str]:
    """Read labels in a row, with spaces between them or one character each."""
    lines = _lines(text)
    if any(len(words) > 1 for words in lines):
        return [word for words in lines for word in words]
    return [letter for words in lines for letter in words[0]]


def _is_label(word: str) -> bool:
    number = value(word)
    return is_hole(word) or (number is not None and number <= 15)


def _are_rows(words: list[str]) -> bool:
    """Tell words that are rows, such as 12 3_, from words that are labels, such as 10 11 or red blue."""
    if all(_is_label(word) for word in words):
        return False
    return len({len(word) for word in words}) == 1 or any(len(word) > 1 and set(word) & {"_", "."} for word in words)
