"""The moves that a person makes: step by step, undone, redone, counted as the puzzle counts.

    history   home, a, b, c, d        boards, each a step from the one before
    marks     0, 1, 4                 where each action began: `b`, `c` and `d` are undone together

An action is a key, a click, or a drag, which can take a block through several cells.
"""

from collections import deque
from collections.abc import Iterator
from random import Random

from slidefront.errors import IllegalMoveError, RouteError
from slidefront.puzzles.core import Position, Puzzle
from slidefront.puzzles.drawing import Cell, Drawing
from slidefront.puzzles.values import Move
from slidefront.routes.route import count, moves_to

WAYS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
_MOST_PLACES = 500
_SHUFFLED = 300  # moves


class Game:
    """A puzzle that is being played."""

    def __init__(self, puzzle: Puzzle, start: str | int) -> None:
        self.puzzle = puzzle
        self.begin(puzzle.position(start))

    def begin(self, position: Position) -> None:
        """Begin anew."""
        self.history: list[Position] = [position]
        self._marks: list[int] = []
        self._undone: list[list[Position]] = []

    @property
    def position(self) -> Position:
        """The present board."""
        return self.history[-1]

    @property
    def moves(self) -> int:
        """How many moves were made, in the metric of the puzzle."""
        return count(self.puzzle, moves_to(self.history))[self.puzzle.metric]

    @property
    def solved(self) -> bool:
        """Whether the present board meets the goal."""
        return bool(self.puzzle.meets_goal(self.position.key))

    def drawing(self, position: Position | None = None) -> Drawing:
        """Describe how the present board looks, or another."""
        drawing = (position or self.position).drawing()
        if drawing is None:
            raise RouteError(f"{self.puzzle.name} offers no drawing, so that it cannot be played")
        return drawing

    def push(self, cell: Cell, way: str) -> str:
        """Move the piece on a cell one step; say what is in its way if it cannot move."""
        piece = self.drawing().owners.get(cell)
        if piece is None:
            return "there is no piece to move"
        for reached in self._steps(self.position, cell, way):
            self._act(reached)
            return ""
        try:
            self._act([*self.position.play(piece.name, way)])
        except IllegalMoveError as illegal:
            return str(illegal)
        return ""

    def ways(self, cell: Cell) -> list[tuple[str, str]]:
        """List the single steps of the piece on a cell, as names and ways; on a graph, those that swap it."""
        drawing, position = self.drawing(), self.position
        name = drawing.owners[cell].name
        if drawing.graph is not None:
            moves = position.moves()
            return [(move.what, move.way) for move in moves if name == move.what or int(move.way) == cell[1]]
        found = [(way, reached) for way in WAYS for reached in self._steps(position, cell, way)]
        return [(reached[-1].move.what, way) for way, reached in found if reached[-1].move]

    def make(self, what: str, way: str) -> None:
        """Make a move of the puzzle as a route names it."""
        self._act([*self.position.play(what, way)])

    def drag(self, start: int, cell: Cell, to: Cell) -> None:
        """Move the piece on a cell as near as possible to another cell, replacing the moves since the drag began.

        The piece takes the shortest way round corners; `start` is the length of the history when the drag began.
        """
        path = self._way_to(self.history[start - 1], cell, to)
        del self.history[start:]
        while self._marks and self._marks[-1] >= start:
            self._marks.pop()
        if path:
            self._act(path)

    def _way_to(self, start: Position, cell: Cell, to: Cell) -> list[Position]:
        """Search the places of one piece, nearest first, for the one nearest to where it is wanted."""
        paths: dict[Cell, list[Position]] = {cell: []}
        waiting = deque([cell])
        while waiting and len(paths) < _MOST_PLACES:
            here = waiting.popleft()
            position = paths[here][-1] if paths[here] else start
            for after, reached in self._neighbours(position, here):
                if after not in paths:
                    paths[after] = paths[here] + reached
                    waiting.append(after)
        graph = self.drawing(start).graph is not None

        def away(cell: Cell) -> int:
            return int(cell != to) if graph else abs(cell[0] - to[0]) + abs(cell[1] - to[1])

        return min(paths.items(), key=lambda one: (away(one[0]), len(one[1])))[1]

    def _neighbours(self, position: Position, cell: Cell) -> Iterator[tuple[Cell, list[Position]]]:
        """List where the piece on a cell can go in one step: its cell then, and the steps."""
        if self.drawing(position).graph is not None:
            mover = self.drawing(position).owners[cell].name
            for move in position.moves():
                if move.what == mover:
                    yield (0, int(move.way)), [*position.play(move.what, move.way)]
            return
        for way, (down, right) in WAYS.items():
            for reached in self._steps(position, cell, way):
                name = self.drawing(position).owners[cell].name
                yield self._cell_after(reached[-1], name, cell, (down, right)), reached

    def _steps(self, position: Position, cell: Cell, way: str) -> Iterator[list[Position]]:
        """Find the step that takes the piece on a cell one way; on tile boards others can move with it."""
        before = self.drawing(position)
        name = before.owners[cell].name
        for move in position.moves():
            if move.way == way and name in move.what.split():
                reached = [*position.play(move.what, way)]
                if self.drawing(reached[-1]).owners.get(cell) != before.owners[cell]:
                    yield reached

    def _cell_after(self, position: Position, name: str, cell: Cell, way: tuple[int, int]) -> Cell:
        """Find where a cell of a piece has gone; on boards with a wide hole a tile goes farther than one cell."""
        owners = self.drawing(position).owners
        (row, column), (down, right) = cell, way
        while True:
            row, column = row + down, column + right
            if (row, column) in owners and owners[row, column].name == name:
                return row, column

    def _act(self, reached: list[Position]) -> None:
        self._marks.append(len(self.history))
        self.history += reached
        self._undone.clear()

    def undo(self) -> bool:
        """Take back the last action."""
        if not self._marks:
            return False
        mark = self._marks.pop()
        self._undone.append(self.history[mark:])
        del self.history[mark:]
        return True

    def redo(self) -> bool:
        """Make the last action again that was taken back."""
        if not self._undone:
            return False
        self._marks.append(len(self.history))
        self.history += self._undone.pop()
        return True

    def reset(self) -> None:
        """Go back to the start; one undo brings all of it back."""
        moved, first = self.history[1:], self.history[:1]
        if moved:
            self.history, self._marks = first, []
            self._undone = [moved]

    def shuffle(self, random: Random) -> None:
        """Begin anew at a board that many random moves lead to."""
        before, key = -1, self.position.key
        for _ in range(_SHUFFLED):
            ways = [move.key for move in self.puzzle.successors(key)]
            onward = [after for after in ways if after != before] or ways
            before, key = key, random.choice(onward) if onward else key
        self.begin(self.puzzle.position(key))


# Which move an arrow key means

_NAMES = {"U": "up", "D": "down", "L": "left", "R": "right"}


def piece_for(position: Position, drawing: Drawing, way: str) -> Cell | None:
    """Find the one piece that can move a way; None if several can, or none."""
    moves = [move for move in position.moves() if move.way == way]
    names = moves[0].what.split() if len(moves) == 1 else []
    cells = {min(piece.cells) for piece in drawing.pieces if names and piece.name == names[0]}
    down, right = WAYS[way]
    found = [(r, c) for r, c in cells if (r + down, c + right) in drawing.blanks] or [*cells]  # of equal tiles
    return found[0] if len(found) == 1 or names else None


def why_no_piece(position: Position, way: str) -> str:
    """Say why an arrow alone moves nothing."""
    if any(move.way.startswith(way) for move in position.moves()):
        return "select a piece first: with Tab, or with a click"
    return f"nothing can move {_NAMES[way]}"


def step_on_graph(position: Position, drawing: Drawing, way: str) -> Move | None:
    """Find the neighbour of the mover that lies most in the way of an arrow."""
    points = drawing.graph.points if drawing.graph else ()
    down, right = WAYS[way]
    best: tuple[float, Move] | None = None
    for move in position.moves():
        (start,) = [min(piece.cells)[1] for piece in drawing.pieces if piece.name == move.what]
        x, y = (points[int(move.way)][axis] - points[start][axis] for axis in (0, 1))
        straight = (x * right + y * down) / max(1e-9, (x * x + y * y) ** 0.5)
        if straight > 0.5 and (best is None or straight > best[0]):
            best = straight, move
    return best[1] if best else None
