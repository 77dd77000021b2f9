"""A route: a start board and the boards after it, each a move from the one before.

The keys determine the route; the names of its moves follow from them and from the names on the start board. The number
of moves depends on the metric:

    0 L, 1 L, 1 L, 6 U, 6 L      step metric 5: each cell      slide metric 4: each straight run of one piece
                                                               move metric 3: each run of one piece
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import overload

from slidefront.display import Displayed
from slidefront.errors import RouteError
from slidefront.puzzles.capabilities import Move
from slidefront.puzzles.core import Position, Puzzle
from slidefront.units import counted

_SAME: dict[str, Callable[[Move], object]] = {
    "slide": lambda step: (step.what, step.way),
    "move": lambda step: step.what,
    "line": lambda step: step.way,
}
"""What steps have in common that are one move."""


class Route(Displayed):
    """Some moves of a puzzle, one after the other."""

    def __init__(self, puzzle: Puzzle, keys: Iterable[int], board: str | None = None) -> None:
        """Make a route from the keys of its boards, the start first. `board` is the start as typed: its names are kept.

        A key that no move reaches from the key before is refused.
        """
        self.puzzle = puzzle
        self.keys = tuple(int(key) for key in keys)
        if not self.keys:
            raise RouteError("a route needs at least its start board")
        self._first = puzzle.position(self.keys[0] if board is None else board)
        if self._first.key != self.keys[0]:
            raise RouteError(f"the route starts at {puzzle.format(self.keys[0])}, not at {self._first.text}")
        self.positions  # noqa: B018 - refuses keys that no move reaches

    @classmethod
    def found(cls, start: Position, keys: Sequence[int]) -> "Route":
        """Make a route of keys that a search has found; its moves are made when they are asked for."""
        route = cls.__new__(cls)
        route.puzzle, route.keys, route._first = start.puzzle, tuple(keys), start
        return route

    @cached_property
    def positions(self) -> list[Position]:
        """The boards with their names and the moves that led to them, the start first."""
        found = [self._first]
        for key in self.keys[1:]:
            found.append(found[-1].to(key))
        return found

    @property
    def start(self) -> int:
        """The key of the first board."""
        return self.keys[0]

    @property
    def end(self) -> int:
        """The key of the last board."""
        return self.keys[-1]

    @property
    def length(self) -> int:
        """The number of moves, in the metric of the puzzle."""
        return len(self.keys) - 1

    @property
    def moves(self) -> list[Move]:
        """The moves, each in the metric of the puzzle."""
        return moves_to(self.positions[1:])

    @property
    def boards(self) -> list[str]:
        """All boards as text, the start first; a piece keeps its name from board to board."""
        return [position.text for position in self.positions]

    @cached_property
    def steps(self) -> list[Move]:
        """The moves as single steps: for blocks, one piece by one cell."""
        pairs = zip(self.positions[:-1], self.moves, strict=True)
        return moves_to(step for before, move in pairs for step in before.play(move.what, move.way))

    @property
    def groups(self) -> list[Move]:
        """Consecutive moves joined, as people count them."""
        return self.puzzle.notation.join(self.moves)

    @property
    def counts(self) -> dict[str, int]:
        """The number of moves in each metric of the puzzle."""
        return count(self.puzzle, self.steps)

    @overload
    def __getitem__(self, number: int) -> Move: ...
    @overload
    def __getitem__(self, number: slice) -> list[Move]: ...
    def __getitem__(self, number: int | slice) -> Move | list[Move]:
        """Give one of the moves, from 0 on, or several."""
        return self.moves[number]

    def __len__(self) -> int:
        """The number of moves."""
        return self.length

    def __bool__(self) -> bool:
        """True also for a route without moves."""
        return True

    def __iter__(self) -> Iterator[Move]:
        """One move after the other."""
        return iter(self.moves)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Route) and (self.keys, self.boards) == (other.keys, other.boards)

    def __hash__(self) -> int:
        return hash(self.keys)

    def __str__(self) -> str:
        return "\n".join(map(str, self.moves))

    def __repr__(self) -> str:
        return f"<Route of {counted(self.length, 'move')} from {self.boards[0]} to {self.boards[-1]}>"


def moves_to(positions: Iterable[Position]) -> list[Move]:
    """List the moves that led to positions."""
    return [position.move for position in positions if position.move]


def count(puzzle: Puzzle, steps: Sequence[Move]) -> dict[str, int]:
    """Count steps as each metric of the puzzle does."""
    return {metric: sum(1 for _ in runs(steps, metric)) for metric in puzzle.metrics}


def runs(steps: Sequence[Move], metric: str) -> Iterator[list[Move]]:
    """Group the steps that are one move in a metric."""
    same = _SAME.get(metric)
    return ([*run] for _, run in groupby(steps, same)) if same else ([step] for step in steps)


def route_of(board: Position, way: Sequence[int], *, to_goal: bool) -> Route:
    """Make a route of a way down from a board: from the board to the goal, or from the start to the board."""
    return Route.found(board, way) if to_goal else Route.found(board.puzzle.position(way[-1]), way[::-1])
