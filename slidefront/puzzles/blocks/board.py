"""A board of blocks on a route, on which every piece has its name.

A X X B      places: A (0, 0), X (0, 1), B (0, 3), C (2, 1)
A . . B      A can go down; X can go down once, and then C is in the way
. C . .
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from slidefront.errors import IllegalMoveError
from slidefront.puzzles.blocks.layout import GATE, WALL, Grid, next_place
from slidefront.puzzles.capabilities import Drawing, DrawnPiece, Move, Place
from slidefront.puzzles.core import Position

if TYPE_CHECKING:
    from slidefront.puzzles.blocks.puzzle import BlockPuzzle

_SIDES = {"U": "upper", "D": "lower", "L": "left", "R": "right"}


class BlockPosition(Position):
    """A board of blocks on a route, whose pieces keep their names."""

    puzzle: "BlockPuzzle"

    def __init__(self, puzzle: "BlockPuzzle", key: int, places: Mapping[str, Place], move: Move | None = None) -> None:
        super().__init__(puzzle, key, move)
        self.places = places
        """The place of each piece, frozen pieces included."""

    @cached_property
    def grid(self) -> Grid:
        """The board as rows of names."""
        rows = [*map(list, self.puzzle.grid.without(self.places).rows)]
        for name, place in self.places.items():
            for r, c in self.puzzle.layout.pieces[name].cells_at(place):
                rows[r][c] = name
        return Grid(tuple(map(tuple, rows)))

    @property
    def text(self) -> str:
        """The board on one line, rows with / between, equal pieces with their own names."""
        apart = "" if all(len(name) == 1 for name in self.places) else " "
        return "/".join(apart.join(row) for row in self.grid.rows)

    def _following(self, key: int | None = None) -> Iterator["BlockPosition"]:
        layout = self.puzzle.layout
        wanted = None if key is None else layout.places_of(key)
        for number, cls in enumerate(layout.classes):
            for piece in cls.pieces:
                place = self.places[piece.name]
                if wanted is not None and place in wanted[number]:
                    continue  # another piece has moved
                for to, path in [*self.grid.paths(piece, place, self.puzzle.metric).items()][1:]:
                    if wanted is None or to in wanted[number]:
                        yield self._after(piece.name, path, to)

    def _after(self, name: str, path: str, place: Place) -> "BlockPosition":
        places = {**self.places, name: place}
        key = self.puzzle.key_of(places)
        return BlockPosition(self.puzzle, key, places, Move(name, path, key))

    def play(self, what: str, way: str) -> Iterator["BlockPosition"]:
        """Make a move as it is written, cell by cell."""
        position = self
        for step in way:
            if hindrance := position.hindrance(what, step):
                raise IllegalMoveError(hindrance)
            position = position._after(what, step, next_place(position.places[what], step))
            yield position

    def hindrance(self, name: str, direction: str) -> str:
        """Explain why a piece cannot move one step; empty if it can."""
        piece = self.puzzle.layout.pieces[name]
        if not piece.directions:
            return f"{name} is frozen"
        if direction not in piece.directions:
            return f"{name} goes only {' and '.join(piece.directions)}"
        blockers = self.grid.blockers(piece, next_place(self.places[name], direction))
        kinds = {WALL: "a wall", GATE: "a gate that is shut to it", "": f"the {_SIDES[direction]} edge of the board"}
        named = [kinds.get(blocker, blocker) for blocker in blockers]
        return f"{' and '.join(named)} {'is' if len(named) == 1 else 'are'} in the way" if named else ""

    def drawing(self) -> Drawing:
        """Describe how the board looks; the places of a partial goal are its targets."""
        layout = self.puzzle.layout
        movable = [(name, place) for name, place in self.puzzle.goal.pieces if layout.pieces[name].directions]
        partial = movable if len(movable) < len(layout.pieces) - len(layout.fixed) else []
        wanted = {name for name, _ in partial}
        pieces = [layout.pieces[name] for name in layout.grid.pieces]
        return Drawing(
            len(layout.grid.rows),
            layout.grid.width,
            tuple(
                DrawnPiece(
                    piece.name, piece.cells_at(self.places[piece.name]), not piece.directions, piece.name in wanted
                )
                for piece in pieces
            ),
            walls=frozenset(layout.grid.cells(WALL)),
            gates=frozenset(layout.grid.cells(GATE)),
            targets=tuple(DrawnPiece(name, layout.pieces[name].cells_at(place)) for name, place in partial),
        )
