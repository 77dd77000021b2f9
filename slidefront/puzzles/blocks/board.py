"""One position of the pieces of a layout, on which every piece has its name: drawings, moves and routes use it.

A X X B      places: A (0, 0), X (0, 1), B (0, 3), C (1, 1)
A . . B      A can go D; C is in the way of X going D
. C . .
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from slidefront.puzzles.blocks.layout import BLANK, GATE, WALL, WAYS, Layout, Piece, PieceGoal
from slidefront.puzzles.capabilities import Drawing, DrawnPiece, Place

_SIDES = {"U": "upper", "D": "lower", "L": "left", "R": "right"}


@dataclass(frozen=True)
class BlockBoard:
    """One position of the pieces of a layout."""

    layout: Layout
    places: Mapping[str, Place]
    """The place of each piece, also of frozen ones."""

    @cached_property
    def rows(self) -> list[list[str]]:
        """The board as rows of names."""
        rows = [[name if name in (WALL, GATE) else BLANK for name in row] for row in self.layout.grid.rows]
        for name, place in self.places.items():
            for r, c in self.layout.pieces[name].cells_at(place):
                rows[r][c] = name
        return rows

    @property
    def text(self) -> str:
        """The board on one line, rows with / between."""
        apart = "" if all(len(name) == 1 for name in self.places) else " "
        return "/".join(apart.join(row) for row in self.rows)

    def moves(self, metric: str, names: Iterable[str] | None = None) -> Iterator[tuple[str, str, "BlockBoard"]]:
        """Make every move of a metric, or those of some pieces: the piece, its steps, and the board after."""
        for name in self.places if names is None else names:
            for place, path in self._paths(self.layout.pieces[name], metric):
                yield name, path, self.moved(name, place)

    def moved(self, name: str, place: Place) -> "BlockBoard":
        """Put one piece elsewhere."""
        return BlockBoard(self.layout, {**self.places, name: place})

    def _paths(self, piece: Piece, metric: str) -> list[tuple[Place, str]]:
        """Find the places that one piece can reach in one move, and the steps to them."""
        found = {self.places[piece.name]: ""}
        waiting = [*found]
        for place in waiting:
            for way in piece.ways:
                path = found[place]
                if path and (metric == "step" or (metric == "slide" and way != path[-1])):
                    continue
                to = _next(place, way)
                if to not in found and not self._blockers(piece, to):
                    found[to] = path + way
                    waiting.append(to)
        return [*found.items()][1:]

    def step(self, name: str, way: str) -> "BlockBoard":
        """Move one piece by one cell; `hindrance` tells whether it can."""
        return self.moved(name, _next(self.places[name], way))

    def hindrance(self, name: str, way: str) -> str:
        """Explain why a piece cannot move one step; empty if it can."""
        piece = self.layout.pieces[name]
        if not piece.ways:
            return f"{name} is frozen"
        if way not in piece.ways:
            return f"{name} goes only {' and '.join(piece.ways)}"
        blockers = self._blockers(piece, _next(self.places[name], way))
        kinds = {WALL: "a wall", GATE: "a gate that is shut to it", "": f"the {_SIDES[way]} edge of the board"}
        named = [kinds.get(blocker, blocker) for blocker in blockers]
        return f"{' and '.join(named)} {'is' if len(named) == 1 else 'are'} in the way" if named else ""

    def _blockers(self, piece: Piece, place: Place) -> list[str]:
        """Return the names of what a piece would overlap; beyond the edge the name is empty."""
        rows, (down, right) = self.rows, place
        height, width = len(rows), len(rows[0])
        there = {
            rows[r][c] if 0 <= r < height and 0 <= c < width else ""
            for r, c in ((r + down, c + right) for r, c in piece.shape)
        }
        passed = {BLANK, piece.name, GATE} if piece.passes_gates else {BLANK, piece.name}
        return sorted(there - passed)

    def drawing(self, goal: PieceGoal) -> Drawing:
        """Describe how the board looks; a goal that names a part of the pieces is shown as targets."""
        layout = self.layout
        movable = [(name, place) for name, place in goal if layout.pieces[name].ways]
        partial = movable if len(movable) < len(layout.pieces) - len(layout.fixed) else []
        wanted = {name for name, _ in partial}
        pieces = [layout.pieces[name] for name in layout.grid.pieces]
        return Drawing(
            len(layout.grid.rows),
            layout.grid.width,
            tuple(
                DrawnPiece(one.name, one.cells_at(self.places[one.name]), not one.ways, one.name in wanted)
                for one in pieces
            ),
            walls=frozenset(layout.grid.cells(WALL)),
            gates=frozenset(layout.grid.cells(GATE)),
            targets=tuple(DrawnPiece(name, layout.pieces[name].cells_at(place)) for name, place in partial),
        )


def _next(place: Place, way: str) -> Place:
    down, right = WAYS[way]
    return place[0] + down, place[1] + right
