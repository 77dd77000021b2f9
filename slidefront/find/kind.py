"""A kind of puzzles as data: a board, the pieces that may lie on it, how they move, and the question.

    rows        . a free cell, # a wall
    shapes      cells, where they may lie, how they may move, how many there may be
    question    which piece must go where, and where it starts

The symmetries of a kind are those of its board that map shapes to shapes with the same rules. Those that also map the
question to itself make the same puzzle of a board and its image; the others make the same question of another multiset.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

Cell = tuple[int, int]
Cells = frozenset[Cell]

WAYS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
EDGES = tuple(WAYS)


def at_corner(cells: Iterable[Cell]) -> Cells:
    """Move cells up and left as far as possible."""
    cells = [*cells]
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return frozenset((r - top, c - left) for r, c in cells)


def free_cells(rows: Sequence[str]) -> Cells:
    """List the cells without a wall."""
    return frozenset((r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == ".")


class PieceShape(NamedTuple):
    """A shape of pieces."""

    cells: Cells
    """Its cells, at the upper left corner of the board."""
    ways: str = "UDLR"
    """The ways that its pieces may move."""
    places: tuple[Cell, ...] | None = None
    """Where its bounding box may be: all that is not None is a rule; None: wherever it fits."""
    limit: int = -1
    """The number of the limit that counts its pieces; -1: none."""
    amount: int = 1
    """How much of the limit one piece takes."""


class Limit(NamedTuple):
    """How much the pieces of some shapes may take together."""

    least: int
    most: int


@dataclass(frozen=True)
class PieceGoal:
    """What is asked of a board: a piece must come from a start to the goal."""

    shapes: frozenset[int] | None = None
    """The shapes of the goal's piece; None: any."""
    covers: Cell | None = None
    """A cell that the goal's piece covers at a start."""
    start: Cell | None = None
    """Where its bounding box is at a start."""
    edges: str = ""
    """The edges of the board that its bounding box touches at the goal."""
    place: Cell | None = None
    """Where its bounding box is at the goal; None: `edges` say it."""

    def corner(self, cells: Cells, rows: int, columns: int) -> Cell:
        """Return where the bounding box of a piece is at the goal; along an axis that the goal leaves open, as now."""
        if self.place is not None:
            return self.place
        top, left = min(r for r, _ in cells), min(c for _, c in cells)
        bottom, right = max(r for r, _ in cells), max(c for _, c in cells)
        row = 0 if "U" in self.edges else rows - 1 - bottom + top if "D" in self.edges else top
        return row, 0 if "L" in self.edges else columns - 1 - right + left if "R" in self.edges else left


@dataclass(frozen=True)
class Kind:
    """A kind of puzzles."""

    text: str
    """The kind as TOML, which makes it again on any machine."""
    title: str
    rows: tuple[str, ...]
    shapes: tuple[PieceShape, ...]
    question: PieceGoal
    metric: str = "move"
    limits: tuple[Limit, ...] = ()
    measure: str = "questions"
    divisions: Mapping[int, int] | None = None
    """The number of placements by the number of pieces, if it is known."""
    boards: int | None = None
    """The number of all boards, if clusters are measured and it is known."""
    most: int | None = None
    """The most pieces of a puzzle; walls are not counted. None: any number."""
    symmetric: bool = True
    """Whether images under the symmetries of the board are the same puzzle."""

    @property
    def name(self) -> str:
        """The kind in a few words, which can be the name of a file."""
        most = "" if self.most is None else f"-{self.most}-pieces"
        return f"{self.title}-{len(self.rows)}x{len(self.rows[0])}{most}"

    @property
    def symmetries(self) -> int:
        """How many symmetries the board has at most."""
        return 8 if len(self.rows) == len(self.rows[0]) else 4

    @property
    def size(self) -> tuple[int, int]:
        """The rows and columns of the board."""
        return len(self.rows), len(self.rows[0])

    @cached_property
    def free(self) -> Cells:
        """The cells without a wall."""
        return free_cells(self.rows)

    def rows_of(self, board: str) -> list[str]:
        """Divide the cells of a board into rows."""
        columns = self.size[1]
        return [board[at : at + columns] for at in range(0, len(board), columns)]
