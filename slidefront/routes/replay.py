"""Make the moves of a written route one by one, to its end or to the first illegal move."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from slidefront.errors import IllegalMoveError, RouteError
from slidefront.puzzles.core import Position, Puzzle
from slidefront.puzzles.listed import Board, plain
from slidefront.puzzles.load import load
from slidefront.puzzles.values import Move
from slidefront.routes.notations import NAMES
from slidefront.routes.read import lines_of_moves, read_routes
from slidefront.routes.route import Route, count, moves_to, runs
from slidefront.routes.write import check_hole
from slidefront.routes.written import WrittenMove, WrittenRoute
from slidefront.text.choice import choose, reading_as
from slidefront.units import counted

_LINES = ("route", "routes")
"""The readings of lines that can be one route, and a route each, by the names that choose one."""
MOST_TOGETHER = 16
"""The most tiles of one move that is written as tiles alone."""


@dataclass(frozen=True)
class Fault:
    """What is wrong with a route."""

    why: str
    number: int | None = None
    """The number of the written move, from 1; None if the moves are legal, and their stated number is wrong."""
    move: str = ""
    readings: tuple[str, ...] = ()
    """The names of other readings, in which the moves are legal."""

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
    def length(self) -> int:
        """How many moves they are in the metric of the puzzle."""
        return self.counts[self.puzzle.metric]

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
        route = Route(self.puzzle, keys, self.start.text)
        route.read_as = self.reading
        return route


def replay(puzzle: Puzzle, written: WrittenRoute, start: str | int | None = None) -> Replay:
    """Make the moves of a written route from its own start, or from `start`, or from home.

    Of several readings of the moves, the legal one is chosen, or the only one that meets the goal.
    """
    found = [_replay(puzzle, one, start) for one in (written, *written.others)]
    return found[0] if len(found) == 1 else _choose(found, firm=written.firm)


def routes_by_line(puzzle: Puzzle, text: str, start: int | str | None = None) -> list[tuple[int, WrittenRoute]]:
    """Read a text whose lines are a route each, with the number of each line; none if it is another text.

    Lines with one move each are one route, as `solve` writes it. Of others the goal decides whether they are one route:
    lines that reach it by themselves are routes. If only one of the two can be played, it is meant.
    """
    found = lines_of_moves(puzzle, text)
    if found is None or not any(_has_several(line) for _, line in found[1]):
        return []
    together = _legal(puzzle, found[0], start)
    alone = [_legal(puzzle, line, start) for _, line in found[1]]
    solved = any(one is not None and one.meets_goal for one in alone)
    if together is not None and (bool(together.meets_goal) == solved) and all(alone):
        name = choose(*_LINES)
        if not name:
            error = RouteError(f"the {len(alone)} lines can be one route, and a route each")
            error.readings = _LINES
            raise error
        solved, together = name == "routes", together if name == "route" else None
    is_one = together is not None and (together.meets_goal or not solved)
    return [] if is_one or not (solved or all(alone)) else found[1]


def _has_several(line: WrittenRoute) -> bool:
    """Tell several moves from one, which may be several steps of one piece."""
    return len([what for what, _ in groupby(line.moves, lambda move: move.what or object())]) > 1


def _legal(puzzle: Puzzle, written: WrittenRoute, start: int | str | None) -> Replay | None:
    """Make the moves of a route; None if that is not possible."""
    try:
        played = replay(puzzle, written, start)
    except RouteError:
        return None
    return None if played.fault is not None else played


def _choose(found: Sequence[Replay], *, firm: bool) -> Replay:
    """Choose between readings of the same moves; refuse moves that are ambiguous."""
    first = found[0]
    legal = [one for one in found if one.fault is None or one.fault.number is None]
    if firm:
        better = [one for one in legal if one.meets_goal and not first.meets_goal]
        if legal and legal[0] is not first and first.fault is not None:
            why = f"{first.fault.why}; all are legal where {legal[0].reading}"
            return replace(first, fault=replace(first.fault, why=why, readings=_names(legal[:1])))
        if better and legal[0] is first:
            raise _ambiguous(
                f"the moves are legal in both readings, and meet the goal where {better[0].reading}", (first, better[0])
            )
        return first
    if not legal:
        raise _ambiguous("; ".join(f"where {one.reading}, {one.fault}" for one in found), found)
    legal = [one for one in legal if one.meets_goal] or legal
    if all(one.steps == legal[0].steps for one in legal):
        return legal[0]
    ends = ", and ".join(f"where {one.reading}, to {one.end.text}" for one in legal)
    raise _ambiguous(f"the moves are legal {ends}", legal)


def _ambiguous(why: str, found: Sequence[Replay]) -> RouteError:
    error = RouteError(why)
    error.readings = _names(found)
    return error


def _names(found: Sequence[Replay]) -> tuple[str, ...]:
    return tuple(NAMES[one.reading] for one in found if one.reading in NAMES)


def _replay(puzzle: Puzzle, written: WrittenRoute, start: str | int | None) -> Replay:
    positions = [_start(puzzle, written, start)]
    ahead = 0
    for number, move in enumerate(written.moves, 1):
        if ahead:
            ahead -= 1
            continue
        try:
            if move.what and not move.way:
                tiles = [one.what for one in written.moves[number - 1 :]]
                after, ahead = _pushed(positions[-1], tiles)
                positions.append(after)
                continue
            for position in _made(positions[-1], move):
                positions.append(position)  # noqa: PERF402 - those before an illegal step stay
        except IllegalMoveError as illegal:
            return Replay(positions, Fault(str(illegal), number, move.text), written.reading)
        said = positions[-1] if move.board is None else puzzle.position(move.board)
        if said.key != positions[-1].key:
            why = f"it leads to {positions[-1].text}, not to {said.text}"
            return Replay(positions, Fault(why, number, move.text), written.reading)
    return Replay(positions, _contradiction(written, positions), written.reading)


def _start(puzzle: Puzzle, written: WrittenRoute, given: str | int | None) -> Position:
    if written.start is None:
        return puzzle.position(puzzle.home if given is None else given)
    start = puzzle.position(written.start)
    if given is not None and puzzle.position(given).key != start.key:
        raise RouteError(f"the route says that it starts at {start.text}: remove the other start")
    return start


def _made(here: Position, move: WrittenMove) -> Iterator[Position]:
    if move.cell is None:
        yield from here.play(move.what, move.way)
        return
    puzzle = here.puzzle
    check_hole(puzzle)
    ends = {puzzle.notation.hole_cell(after.key): after.key for after in puzzle.successors(here.key)}
    if move.cell not in ends:
        cells = ", ".join(map(str, sorted(cell for cell in ends if cell is not None))) or "nowhere"
        raise IllegalMoveError(f"from cell {puzzle.notation.hole_cell(here.key)} the hole can go to {cells}")
    yield here.to(ends[move.cell])


def _pushed(here: Position, tiles: Sequence[str]) -> tuple[Position, int]:
    """Push the first of some tiles into the hole, and those after it that move with it; return how many these are."""
    moves = here.puzzle.successors(here.key)
    try:
        names = [here.puzzle.notation.read_move([tile, moves[0].way])[0][0] for tile in tiles[:MOST_TOGETHER] if moves]
    except RouteError as error:
        raise IllegalMoveError(str(error)) from None
    fitting = [move for move in moves if move.what.split() == names[: len(move.what.split())]]
    if not fitting:
        raise IllegalMoveError(f"the tiles that can move are {', '.join(move.what for move in moves)}")
    move = max(fitting, key=lambda one: len(one.what))
    return here.to(move.key), len(move.what.split()) - 1


def _contradiction(written: WrittenRoute, positions: Sequence[Position]) -> Fault | None:
    """Compare what is beside the moves, their number and the last board, with the moves."""
    puzzle, steps = positions[0].puzzle, moves_to(positions)
    counts = count(puzzle, steps)
    found = counts[puzzle.metric]
    if written.length not in (None, found):
        return Fault(f"the line says that the route has {written.length} moves; it has {found}")
    if written.stated not in (None, *counts.values(), len(puzzle.notation.join(steps))):
        return Fault(f"the text says that these are {counted(written.stated or 0, 'move')}; they are {found}")
    if written.end is not None and puzzle.position(written.end).key != positions[-1].key:
        return Fault(f"the route says that it ends at {written.end}; it ends at {positions[-1].text}")
    if written.groups is not None and (groups := _joined(positions)) != written.groups:
        return Fault(f"the groups of the route are {', '.join(groups)}")
    return None


def _joined(positions: Sequence[Position]) -> tuple[str, ...]:
    return tuple(map(str, Replay([*positions], None).route().groups))


def read_route(
    puzzle: Puzzle | str | Path, text: str, start: Board | None = None, *, read_as: str | None = None
) -> Route:
    """Parse one route in any form and make its moves; an illegal move is refused.

    Equal pieces keep the names of `start`, a board or its key. Without it, the route starts at its own start or home.
    `read_as` chooses between two readings, by the name that a refusal shows.
    """
    puzzle = load(puzzle)
    start = None if start is None else plain(start)
    with reading_as(read_as):
        routes = [one for _, one in routes_by_line(puzzle, text, start)] or read_routes(puzzle, text)
    if len(routes) != 1:
        raise RouteError(f"these are {len(routes)} routes where one is wanted")
    replayed = replay(puzzle, routes[0], start)
    if replayed.fault:
        raise RouteError(str(replayed.fault))
    return replayed.route()
