"""What a board looks like, free of any family: pieces on a grid with walls and gates, or labels on a graph.

    # A A .      rows 2, columns 4      walls (0, 0)
    - B . .      pieces A {(0, 1), (0, 2)}, B {(1, 1)}      gates (1, 0)      blanks: all other cells

A graph has one row, and cell (0, v) is vertex v; `graph` gives the vertices their positions.

Everything that people look at (terminal, SVG, page) is made of a `Drawing`. A puzzle family that offers one
needs no code outside its own package to be drawn; a family that offers none is shown as its text.
"""

from dataclasses import dataclass
from functools import cached_property

Cell = tuple[int, int]
"""A row and a column, counted from 0."""


@dataclass(frozen=True)
class DrawnPiece:
    """A block, a tile, or the label on a vertex."""

    name: str
    """The name that moves use; several equal tiles share it."""
    label: str
    """What people see on the piece."""
    cells: frozenset[Cell]
    frozen: bool = False
    """Whether the piece can never move."""
    wanted: bool = False
    """Whether it is one of the few pieces that a partial goal names."""


@dataclass(frozen=True)
class DrawnGraph:
    """Where the vertices of a graph lie, and how they are joined."""

    points: tuple[tuple[float, float], ...]
    """For each vertex x to the right and y downward; neighbours are about 1 apart."""
    edges: tuple[tuple[int, int], ...]
    mover: str
    """The name of the piece that moves."""


@dataclass(frozen=True)
class Drawing:
    """One board."""

    rows: int
    columns: int
    pieces: tuple[DrawnPiece, ...]
    walls: frozenset[Cell] = frozenset()
    gates: frozenset[Cell] = frozenset()
    """Cells that only some pieces may enter; a piece can lie on them."""
    targets: tuple[DrawnPiece, ...] = ()
    """Where a partial goal wants pieces; empty for a goal that fixes the whole board."""
    graph: DrawnGraph | None = None

    @cached_property
    def owners(self) -> dict[Cell, DrawnPiece]:
        """The piece on each cell that has one."""
        return {cell: piece for piece in self.pieces for cell in piece.cells}

    @cached_property
    def blanks(self) -> frozenset[Cell]:
        """The cells with no piece, wall or gate."""
        every = {(row, column) for row in range(self.rows) for column in range(self.columns)}
        return frozenset(every - self.walls - self.gates - self.owners.keys())
