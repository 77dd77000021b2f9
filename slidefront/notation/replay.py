"""Make the moves of a written route one by one, to its end or to the first illegal move."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from slidefront.errors import BoardError, IllegalMoveError, NoBoardsError, RouteError
from slidefront.files import is_folder
from slidefront.notation.boards import position_of
from slidefront.notation.load import load
from slidefront.notation.moves import WrittenMove, read_moves
from slidefront.notation.route import Route, count, moves_to, runs
from slidefront.puzzles.capabilities import Move
from slidefront.puzzles.core import Board, Position, Puzzle

_ENDINGS = (".txt", ".csv", ".json", ".jsonl", ".toml", ".parquet")  # a board is unlikely to end with these


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
        return Route.found(self.start, keys)


def replay(start: Position, moves: Sequence[WrittenMove], length: int | None = None) -> Replay:
    """Make written moves from a board; `length` is how many moves the text says that they are."""
    positions = [start]
    for number, move in enumerate(moves, 1):
        try:
            for position in _made(positions[-1], move):
                positions.append(position)  # noqa: PERF402 - those before an illegal step stay
        except IllegalMoveError as illegal:
            return Replay(positions, Fault(str(illegal), number, move.text))
    found = count(start.puzzle, moves_to(positions))[start.puzzle.metric]
    fault = None if length in (None, found) else Fault(f"the line says {length} moves; the route has {found}")
    return Replay(positions, fault)


def _made(here: Position, move: WrittenMove) -> Iterator[Position]:
    if move.cell is None:
        yield from here.play(move.what, move.way)
        return
    find = here.puzzle.notation.hole_cell
    ends = {find(after.key): after.key for after in here.puzzle.successors(here.key)}
    if move.cell not in ends:
        cells = ", ".join(map(str, sorted(cell for cell in ends if cell is not None))) or "nowhere"
        raise IllegalMoveError(f"from place {find(here.key)} it can go to {cells}")
    yield here.to(ends[move.cell])


def read_route(puzzle: Puzzle | str | Path, text: str, start: Board | None = None, *, form: str = "") -> Route:
    """Read one route and make its moves; an illegal move is refused.

    Equal pieces keep the names of `start`, a board in any form; without it, the route starts at home. Moves are steps,
    letters or places, by their form; the ways of the hole are read where `form` is hole-letters.
    """
    puzzle = load(puzzle)
    begin = position_of(puzzle, "home" if start is None else start)
    replayed = replay(begin, read_moves(puzzle, text, form))
    if replayed.fault:
        raise RouteError(str(replayed.fault))
    return replayed.route()


def board_typed(puzzle: Puzzle, word: str) -> Position:
    """Start at what a word of a command line says: home, goal, a board, or moves that lead to it from home."""
    try:
        return position_of(puzzle, word)
    except BoardError:
        if word.endswith(_ENDINGS):
            raise NoBoardsError(f"there is no file {word}") from None
        if word.strip() and is_folder(word):
            raise BoardError(f"{word} is a folder: name a file of boards, or a board") from None
        try:
            moves = read_moves(puzzle, word)
        except RouteError:
            moves = []
        if not moves or any(move.cell is not None for move in moves):
            raise
    found = replay(puzzle.position(puzzle.home), moves)
    if found.fault:
        raise RouteError(str(found.fault))
    return found.end
