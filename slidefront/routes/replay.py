"""Make the moves of a written route one by one, to its end or to the first illegal move."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from slidefront.errors import RouteError
from slidefront.puzzles.core import Move, Puzzle
from slidefront.puzzles.position import IllegalMoveError, Position
from slidefront.puzzles.read.lists import Pasted, plain
from slidefront.routes.notations import NOTATIONS
from slidefront.routes.read import WrittenMove, WrittenRoute, read_routes
from slidefront.routes.route import Route, count, moves_to, runs
from slidefront.routes.write import check_hole


@dataclass(frozen=True)
class Fault:
    """What is wrong with a route."""

    why: str
    number: int | None = None
    """The number of the written move, from 1; None if the moves are legal, and their stated number is wrong."""
    move: str = ""

    def __str__(self) -> str:
        return f"move {self.number}, {self.move}: {self.why}" if self.number else self.why


@dataclass(frozen=True)
class Replay:
    """A route, as far as its moves are legal."""

    positions: list[Position]
    """The start, then the board after each step; of blocks a step is one piece by one cell."""
    fault: Fault | None
    reading: str = ""
    """How moves were understood that can mean two things."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that is played."""
        return self.positions[0].puzzle

    @property
    def start(self) -> Position:
        """Where the route starts."""
        return self.positions[0]

    @property
    def end(self) -> Position:
        """Where the route ends, or the board before the move that cannot be made."""
        return self.positions[-1]

    @property
    def steps(self) -> list[Move]:
        """The steps that were made."""
        return moves_to(self.positions[1:])

    @property
    def counts(self) -> dict[str, int]:
        """How many moves they are in each metric."""
        return count(self.puzzle, self.steps)

    @property
    def meets_goal(self) -> bool | None:
        """Whether the end meets the goal; None if there is no goal."""
        return self.puzzle.meets_goal(self.end.key)

    def route(self) -> Route:
        """Return the steps as a route in the metric of the puzzle; a piece that returns to its place has not moved."""
        keys = [self.start.key]
        for run in runs(self.steps, self.puzzle.metric):
            if run[-1].key != keys[-1]:
                keys.append(run[-1].key)
        return Route(self.puzzle, keys, self.start.text)


def replay(puzzle: Puzzle, written: WrittenRoute, start: str | int | None = None) -> Replay:
    """Make the moves of a written route from its own start, or from `start`, or from home.

    Of two readings of the moves, the legal one is chosen, or the only one that meets the goal.
    """
    first = _replay(puzzle, written, start)
    return first if written.other is None else _choose(first, _replay(puzzle, written.other, start), firm=written.firm)


def _choose(first: Replay, other: Replay, *, firm: bool) -> Replay:
    """Choose between two readings of the same moves; refuse moves that are ambiguous."""
    legal = [one.fault is None or one.fault.number is None for one in (first, other)]
    say = f"use --notation {' or '.join(NOTATIONS)}"
    if firm:
        better = other.meets_goal and not first.meets_goal
        if legal == [False, True] and first.fault is not None:
            fault = replace(first.fault, why=f"{first.fault.why}; all are legal where {other.reading}: {say}")
            return replace(first, fault=fault)
        if all(legal) and better:
            raise RouteError(f"the moves are legal in both readings, and meet the goal where {other.reading}: {say}")
        return first
    if legal[0] != legal[1]:
        return first if legal[0] else other
    if not any(legal):
        raise RouteError(f"where {first.reading}, {first.fault}; where {other.reading}, {other.fault}: {say}")
    if bool(first.meets_goal) != bool(other.meets_goal):
        return first if first.meets_goal else other
    if first.end.key == other.end.key and first.steps == other.steps:
        return first
    raise RouteError(
        f"the moves are legal where {first.reading}, to {first.end.text}, and where {other.reading}, "
        f"to {other.end.text}: {say}"
    )


def _replay(puzzle: Puzzle, written: WrittenRoute, start: str | int | None) -> Replay:
    positions = [_start(puzzle, written, start)]
    for number, move in enumerate(written.moves, 1):
        try:
            for position in _made(positions[-1], move):
                positions.append(position)  # noqa: PERF402 - those before an illegal step stay
        except IllegalMoveError as illegal:
            return Replay(positions, Fault(str(illegal), number, move.text), written.reading)
        said = positions[-1] if move.board is None else puzzle.position(move.board)
        if said.key != positions[-1].key:
            why = f"it leads to {positions[-1].text}, not to {said.text}"
            return Replay(positions, Fault(why, number, move.text), written.reading)
    return Replay(positions, _miscounted(puzzle, written, moves_to(positions)), written.reading)


def _start(puzzle: Puzzle, written: WrittenRoute, given: str | int | None) -> Position:
    if written.start is None:
        return puzzle.position(puzzle.home if given is None else given)
    start = puzzle.position(written.start)
    if given is not None and puzzle.position(given).key != start.key:
        raise RouteError(f"the route says that it starts at {start.text}: remove the other start")
    return start


def _made(here: Position, move: WrittenMove) -> Iterator[Position]:
    if move.what and not move.way:
        yield here.to(_pushed(here, move.what))
        return
    if move.cell is None:
        yield from here.play(move.what, move.way)
        return
    puzzle = here.puzzle
    check_hole(puzzle)
    ends = {puzzle.hole_cell(after.key): after.key for after in puzzle.successors(here.key)}
    if move.cell not in ends:
        cells = ", ".join(map(str, sorted(cell for cell in ends if cell is not None))) or "nowhere"
        raise IllegalMoveError(f"from cell {puzzle.hole_cell(here.key)} the hole can go to {cells}")
    yield here.to(ends[move.cell])


def _pushed(here: Position, tile: str) -> int:
    """Find the board after a tile is pushed into the hole."""
    puzzle = here.puzzle
    moves = puzzle.successors(here.key)
    try:
        name = puzzle.read_move([tile, moves[0].way])[0][0] if moves else tile
    except RouteError as error:
        raise IllegalMoveError(str(error)) from None
    for move in moves:
        if move.what == name:
            return move.key
    raise IllegalMoveError(f"the tiles that can move are {', '.join(move.what for move in moves)}")


def _miscounted(puzzle: Puzzle, written: WrittenRoute, steps: list[Move]) -> Fault | None:
    found = count(puzzle, steps)[puzzle.metric]
    if written.length in (None, found):
        return None
    return Fault(f"the line says that the route has {written.length} moves; it has {found}")


def read_route(
    puzzle: Puzzle, text: str, start: str | int | Pasted | None = None, *, notation: str | None = None
) -> Route:
    """Parse one route in any form and make its moves; an illegal move is refused.

    Equal pieces keep the names of `start`, a board or its key. Without it, the route starts at its own start or home.
    """
    routes = read_routes(puzzle, text, notation)
    if len(routes) != 1:
        raise RouteError(f"these are {len(routes)} routes where one is wanted")
    replayed = replay(puzzle, routes[0], None if start is None else plain(start))
    if replayed.fault:
        raise RouteError(str(replayed.fault))
    return replayed.route()
