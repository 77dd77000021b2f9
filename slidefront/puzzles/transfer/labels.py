"""The names of the tiles of a tile board, or of the labels of a graph, and the number of each in a key."""

from dataclasses import dataclass
from functools import cached_property

from slidefront.errors import BoardError

HOLE_MARKS = ("_", ".", "0")
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LONGEST_NAME = 20
_LEAST_LARGEST = 15  # tiles up to this one are numbers on small boards too


@dataclass(frozen=True)
class Labels:
    """The names of the labels of a puzzle: the number that stands for each in a key, and back."""

    names: tuple[str, ...]
    """The name of label 0 (the hole or the mover) first."""

    def __post_init__(self) -> None:
        if long := [name for name in self.names if len(name) > _LONGEST_NAME]:
            raise BoardError(f"the name {long[0][:_LONGEST_NAME]}... is longer than {_LONGEST_NAME} characters")

    @staticmethod
    def of_tiles(tokens: list[str]) -> "Labels":
        """Number the tiles of a home board: 1 to 15, or to the last cell, are themselves; names count in file order."""
        tiles = [token for token in tokens if not is_hole(token)]
        numbers = [value(token) for token in tiles]
        largest = max(_LEAST_LARGEST, len(tokens) - 1)
        are_names = all(token.isupper() for token in tiles)  # capital letters without a number among them
        if not are_names and all(number is not None and 1 <= number <= largest for number in numbers):
            return Labels(("_", *DIGITS[1 : max((n for n in numbers if n), default=0) + 1]))
        return Labels(("_", *dict.fromkeys(tiles)))

    @staticmethod
    def of_graph(tokens: list[str], mover: str) -> "Labels":
        """Number the labels of a graph puzzle in file order, the mover 0."""
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

    @cached_property
    def short(self) -> bool:
        """Whether each name is one character, so that a board can be written without separators."""
        return all(len(name) == 1 for name in self.names)

    @cached_property
    def in_decimals(self) -> tuple[str, ...]:
        """The names in moves and pictures: numbers are in decimals there, also from 10 on."""
        return (self.names[0], *map(str, range(1, len(self.names)))) if self.numbered else self.names


def is_hole(token: str) -> bool:
    """Tell whether a token marks the hole."""
    return token in HOLE_MARKS or value(token) == 0


def value(token: str) -> int | None:
    """Read a tile as a decimal number, or as one digit, with letters after 9."""
    if token.isascii() and token.isdigit() and len(token) < 4:
        return int(token) if token == str(int(token)) else None
    return DIGITS.index(token.lower()) if len(token) == 1 and token.lower() in DIGITS else None
