"""The parts of a puzzle (size, goal, moves, pictures, symmetries), and its optional capabilities.

A puzzle offers a capability as an attribute or as the result of a method: an object of one of these classes, or None.
Some capabilities have a default that works for every puzzle: `Theory`, which answers nothing, `MoveNotation`, and
`WorkingKeys`, which are the keys themselves. A puzzle of your own can derive from these classes and override methods.

All pictures (terminal, SVG, page) show a `Drawing`: pieces on a grid with walls and gates, or labels on a graph. A
graph has one row, and cell (0, v) is vertex v; `graph` has the positions of the vertices.

    # A A .      rows 2, columns 4      walls (0, 0)
    - B . .      pieces A {(0, 1), (0, 2)}, B {(1, 1)}      gates (1, 0)      blanks: all other cells
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from random import Random
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys, Numbers, key_array

MOST_SYMMETRIES = 10_000
"""The maximum number of symmetries to list."""
MOST_COUNTED = 30_000_000
"""The limit of boards of a smaller puzzle to explore for the size of a larger one, which takes some seconds."""
Label = TypeVar("Label", bound=Hashable)
Place = tuple[int, int]
"""A row and a column, counted from 0. People read and write them counted from 1."""
ParityOf = Callable[[Keys], npt.NDArray[np.int8]]
"""Returns the parity class of each board, 0 or 1."""


def place_text(place: Place) -> str:
    """Write a place as people read it.

    >>> place_text((3, 1))
    'row 4, column 2'
    """
    return f"row {place[0] + 1}, column {place[1] + 1}"


@dataclass(frozen=True)
class Size:
    """The number of boards that can be reached, or an upper bound."""

    board_count: int
    exact: bool

    def __str__(self) -> str:
        return f"{self.board_count:,}" if self.exact else f"at most {self.board_count:,}"


@dataclass(frozen=True)
class Goal:
    """The goal of a puzzle: none, one board, or a partial board, which many boards meet.

    >>> bool(Goal()), bool(Goal(0x123456780)), bool(Goal(partial=True))
    (False, True, True)
    """

    key: int | None = None
    """The only board that meets the goal; None if there is no goal, or a partial one."""
    partial: bool = False
    """Whether the goal is a partial board."""
    pieces: tuple[tuple[str, Place], ...] = ()
    """The pieces that a partial goal names, and their places; on block puzzles, also the pieces of a single board."""
    text: str = ""
    """A partial goal as text, if it is written as a board: `123/***/***`."""

    def __bool__(self) -> bool:
        return self.partial or self.key is not None


class Selection(Enum):
    """The boards of a layer that are counted separately: goal boards, or boards with the hole or the mover at home.

    >>> Selection.HOLE_HOME.word
    'hole-home'
    """

    NONE = "none"
    HOLE_HOME = "hole_home"
    MOVER_HOME = "mover_home"
    GOAL = "goal"

    @property
    def text(self) -> str:
        """The property of these boards in words; empty if no boards are counted separately."""
        return {"hole_home": "hole at home", "mover_home": "mover at home", "goal": "goal met"}.get(self.value, "")

    @property
    def word(self) -> str:
        """The name of these boards in parameters and options."""
        return self.value.replace("_", "-")

    @property
    def column(self) -> str:
        """The name of a column that counts or flags these boards; empty if layers count no boards separately."""
        return self.value if self.text else ""


class Move(NamedTuple):
    """A move of a board. It prints as people write it: `0 L`, `11 12 U`, `J 5`."""

    piece: str
    """The piece or the mover; for tiles, all tiles that move, with spaces between them."""
    path: str
    """The steps, such as `L` or `UUL`; on a graph, the new vertex of the mover."""
    key: int
    """The board that it leads to."""

    def __str__(self) -> str:
        return f"{self.piece} {self.path}".strip()


@dataclass(frozen=True)
class DrawnPiece:
    """A block, a tile, or the label on a vertex."""

    name: str
    """The name that moves use and people see; several equal tiles share it."""
    cells: frozenset[Place]
    frozen: bool = False
    """Whether the piece can never move."""
    wanted: bool = False
    """Whether a partial goal names the piece."""


@dataclass(frozen=True)
class DrawnGraph:
    """The positions of the vertices of a graph, and its edges."""

    points: tuple[tuple[float, float], ...]
    """For each vertex x (to the right) and y (downward); neighbours are about 1 apart."""
    edges: tuple[tuple[int, int], ...]
    mover: str
    """The name of the piece that moves."""


@dataclass(frozen=True)
class Drawing:
    """The appearance of a board."""

    rows: int
    columns: int
    pieces: tuple[DrawnPiece, ...]
    walls: frozenset[Place] = frozenset()
    gates: frozenset[Place] = frozenset()
    """Cells that only some pieces may enter; a piece can lie on them."""
    targets: tuple[DrawnPiece, ...] = ()
    """The places where a partial goal wants pieces; empty for a goal that is one board."""
    graph: DrawnGraph | None = None

    @cached_property
    def owners(self) -> dict[Place, DrawnPiece]:
        """The piece on each cell that is not free."""
        return {cell: piece for piece in self.pieces for cell in piece.cells}


class WorkingKeys:
    """Conversion to working keys, which have space for used-move bits. By default they are the keys themselves."""

    bits: int = 0
    """The number of used-move bits, the lowest bits of a working key."""

    def pack(self, keys: Keys) -> Keys:
        """Return working keys without used moves, in a new array."""
        return keys.copy()

    def unpack(self, work: Keys) -> Keys:
        """Return the keys of working keys, in a new array."""
        return work.copy()


class Theory:
    """Answers about a space that need no exploring. By default, all answers are unknown."""

    def size(self, most: int = 0) -> Size | None:  # noqa: ARG002 - for puzzles that can tell
        """Count the boards that can be reached from home; None if only exploring can tell.

        Some puzzles explore a smaller puzzle to find the answer, if it has at most `most` boards.
        """
        return None

    def joins(self, start: int, ends: Keys) -> npt.NDArray[np.int8]:
        """Return for each end 1 if moves lead to it from the start, 0 if not, -1 if only exploring can tell."""
        return np.where(ends == start, 1, -1).astype(np.int8)

    def connects(self, start: int, end: int) -> bool | None:
        """Whether moves lead from one board to another; None if only exploring can tell."""
        return {1: True, 0: False, -1: None}[int(self.joins(start, key_array([end], end.bit_length()))[0])]

    def why_unreachable(self, starts: Sequence[int], goal: int) -> list[str]:  # noqa: ARG002 - for puzzles that can tell
        """Explain for each board why no moves lead from it to a goal; empty if only a search can tell."""
        return [""] * len(starts)

    def random_boards(self, random: Random, count: int, *, at_home: bool = False) -> Keys | None:  # noqa: ARG002
        """Draw arrangements of the pieces, with the hole at home if `at_home` is set; some may be unreachable."""
        return None


UNREACHABLE = 1 << 15
"""The lower bound of a board from which no moves lead to the goal."""
Bounds = npt.NDArray[np.uint16]


class LowerBound(ABC):
    """A lower bound of the moves to one goal, which lets IDA* solve the boards of a puzzle."""

    @abstractmethod
    def of(self, keys: Keys) -> Bounds:
        """Return for each board a lower bound of the length of any route to the goal; 0 if the board meets the goal.

        The bound is `UNREACHABLE` if no route leads to the goal.
        """


class WrongWordError(ValueError):
    """Words that are not a move; `word` is the index of the wrong word."""

    def __init__(self, word: int, why: str) -> None:
        super().__init__(why)
        self.word = word


def way_letters(word: str) -> str:
    """Write directions as capital letters: `←`, `left` and `l` as L, `↑↑` as UU; return any other word as it is.

    >>> [way_letters(word) for word in ("←", "Left", "l2", "↓→×3", "⬅\ufe0f⬆", "12")]
    ['L', 'L', 'L2', 'DRRR', 'LU', '12']
    """
    if word.lower() in ("up", "down", "left", "right"):
        return word[0].upper()
    if _SMALL_LETTER.fullmatch(word):
        return word.upper()
    return _ARROW.sub(lambda match: match[1].translate(_LETTERS_OF_ARROWS) * int(match[2] or 1), word)


_SMALL_LETTER = re.compile("[udlr][0-9]*")
_LETTERS_OF_ARROWS = str.maketrans("↑↓←→⬆⬇⬅➡", "UDLRUDLR")
_ARROW = re.compile("([↑↓←→⬆⬇⬅➡])\ufe0f?(?:×([1-9][0-9]?))?")
"""An arrow, maybe with the mark of an emoji, and the number of times that sheets print after it."""


class MoveNotation:
    """The notation of moves. By default, a move may have any name."""

    def ends_of_moves(self, words: Sequence[str]) -> list[int]:
        """Divide words without commas into moves, and return the end of each move; by default they are one move."""
        return [len(words)]

    def read_move(self, words: Sequence[str]) -> tuple[str, str]:
        """Return what moves, and its path, from the words of a move; raise WrongWordError for a wrong word."""
        cut = 1 if words[0] == "to" else len(words) - 1
        return " ".join(words[:cut]), " ".join(words[cut:])

    def join(self, moves: Sequence[Move]) -> list[Move]:
        """Join consecutive moves that people write as one, such as two steps of a piece."""
        return list(moves)

    def hole_cell(self, key: int) -> int | None:  # noqa: ARG002 - for puzzles that have one hole
        """Return the first cell of the hole, or the mover's vertex; None if these cells do not identify a route."""
        return None


@dataclass(frozen=True)
class Columns:
    """Columns of data frames with the places of things, such as `at_5` and `row_5`."""

    places: Callable[[Keys], npt.NDArray[np.unsignedinteger]]
    """Returns the numbers of the places of all things: a row per thing, a column per board."""
    rows: Mapping[str, int]
    """The row of `places` of each thing, by name."""
    kinds: Mapping[str, npt.NDArray[np.int16]]
    """For each prefix of a column, such as `at` and `row`, its value for each place."""


class BoardSymmetry(NamedTuple):
    """A symmetry of a puzzle: where the content of each cell goes, and what it becomes.

    Boards become boards, moves become moves, and the goal becomes itself.

    A symmetry moves the contents of the cells and then gives them the names that make the goal look the same again. So
    the image of a board is as far from the goal as the board:

        goal  1 2 3    the diagonal takes cell 1 to cell 3,  1 4 7    the names that restore the goal:  1 2 3
              4 5 6    cell 2 to cell 6, ...                 2 5 8    4 is 2, 2 is 4, 7 is 3, ...       4 5 6
              7 8 _                                          3 6 _                                      7 8 _

        board  1 2 3                                   image  1 2 3
               4 5 _    the 6 is below the hole               4 5 6    the 8, which the 6 becomes, is right of the hole
               7 8 6                                          7 _ 8
    """

    cells: Numbers
    """For each cell, the cell that its content goes to."""
    labels: Cells
    """For each number in `Puzzle.cells`, the number that it becomes."""

    def apply(self, cells: Cells) -> Cells:
        """Return the images of boards, as `Puzzle.cells` gives them.

        >>> import slidefront
        >>> puzzle = slidefront.load("3x3")
        >>> [puzzle.strings(puzzle.keys(image.apply(puzzle.cells(["12345_786"]))))[0] for image in puzzle.symmetries]
        ['12345_786', '1234567_8']
        """
        images = np.empty_like(cells)
        images[:, self.cells] = self.labels[cells]
        return images


def rectangle_symmetries(rows: int, columns: int) -> list[tuple[int, ...]]:
    """List the rotations and reflections of a rectangle, the identity first, as the new cell of each cell."""
    cells = np.arange(rows * columns).reshape(rows, columns)
    images = [board[::down, ::right] for board in (cells, cells.T) for down in (1, -1) for right in (1, -1)]
    return [*dict.fromkeys(tuple(image.reshape(-1).tolist()) for image in images if image.shape == cells.shape)]


def graph_symmetries(neighbours: Sequence[Collection[int]]) -> Iterator[tuple[int, ...]]:
    """List the permutations of vertices that map neighbours to neighbours, the identity first."""
    joined = [frozenset(vertices) for vertices in neighbours]

    def extend(images: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        vertex = len(images)
        if vertex == len(joined):
            yield images
            return
        for image in range(len(joined)):
            if (
                image not in images
                and len(joined[image]) == len(joined[vertex])
                and all((i in joined[vertex]) == (earlier in joined[image]) for i, earlier in enumerate(images))
            ):
                yield from extend((*images, image))

    return extend(())


def match_labels(
    before: Iterable[Label], after: Iterable[Label], fixed: Iterable[Label]
) -> Mapping[Label, Label] | None:
    """Map the labels before to the labels after, with some labels fixed; None if the map is not one to one."""
    images = {label: label for label in fixed}
    for label, image in zip(before, after, strict=True):
        if images.setdefault(label, image) != image:
            return None
    return images if len({*images.values()}) == len(images) else None
