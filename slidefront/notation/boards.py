"""Boards: from what people say of them to positions and keys; those that a run starts from.

home, goal          words for the puzzle's own boards
_12345678           a board as text (see `puzzles.board_text`), lists, an array or a key
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from slidefront.arrays import KEY_BITS, Keys, check_key_bits, key_array
from slidefront.errors import BoardError, LimitError, advise
from slidefront.keys.algebra import as_set, digest_of
from slidefront.puzzles.capabilities import Selection
from slidefront.puzzles.core import Board, Position, Puzzle, plain
from slidefront.puzzles.ranking import Ranking

_TOGETHER = 1 << 18
_MOST_ROWS = 1 << 27  # of a ranking, whose goal boards are listed in a minute or two
_MOST_CELLS = 256  # more than any board has


def position_of(puzzle: Puzzle, board: Board | Position) -> Position:
    """Start a route at a board: `home`, `goal`, a board as text or lists, with its own names, a key or a position."""
    if isinstance(board, Position):
        return board if board.puzzle is puzzle else puzzle.position(board.text)
    if isinstance(board, str):
        return puzzle.position(board)
    if (numbers := _count(board)) > _MOST_CELLS:  # before they are read
        raise BoardError(f"start= is one board, and this has {numbers:,} numbers: give many boards as starts=")
    key = plain(board)
    return puzzle.position(key if isinstance(key, str) else check_key(puzzle, key))


def _count(board: object) -> int:
    if isinstance(board, list | tuple):
        return len(board) if len(board) > _MOST_CELLS else sum(map(_count, board))
    return int(getattr(board, "size", 1))


def check_keys(puzzle: Puzzle, keys: Keys) -> None:
    """Refuse keys of which one is not that of a board."""
    for at in range(0, keys.size, _TOGETHER):
        some = keys[at : at + _TOGETHER]
        for key in some[~puzzle.are_boards(some)].tolist():
            raise BoardError(f"the start {key:#x} is not a board of {puzzle.name}")


def check_key(puzzle: Puzzle, key: int) -> int:
    """Refuse a number that is not the key of a board."""
    bits = max(KEY_BITS, puzzle.key_bits)
    if not 0 <= key < 1 << bits:
        raise BoardError(f"the start {key:#x} is not a board of {puzzle.name}")
    check_keys(puzzle, key_array([key], bits))
    return int(key)


class StartKind(Enum):
    """The kind of the boards of layer 0."""

    HOME = "home"
    GOAL = "goal"
    GOALS = "goals"
    """All boards that meet the goal."""
    BOARD = "board"
    BOARDS = "boards"
    FILE = "file"


@dataclass(frozen=True)
class Starts:
    """The boards of layer 0, ascending, what they are, and their name for people."""

    kind: StartKind
    name: str
    keys: Keys

    @property
    def is_set(self) -> bool:
        """Whether there are several boards."""
        return self.keys.size > 1


def start_at(puzzle: Puzzle, board: Board, ranking: Ranking | None = None) -> Starts:
    """Start at one board, or with "goal" at all boards that meet a partial goal."""
    if isinstance(board, str) and board == "goal" and puzzle.goal.partial:
        return Starts(StartKind.GOALS, StartKind.GOALS.value, goal_boards(puzzle, ranking))
    key = position_of(puzzle, board).key
    if key == puzzle.home:
        return Starts(StartKind.HOME, "home", puzzle.array([key]))
    if isinstance(board, str) and board == "goal":
        return Starts(StartKind.GOAL, "goal", puzzle.array([key]))
    return Starts(StartKind.BOARD, puzzle.format(key), puzzle.array([key]))


def goal_boards(puzzle: Puzzle, ranking: Ranking | None = None) -> Keys:
    """List the boards that meet a partial goal and that home can reach, ascending; `ranking` saves making it."""
    ranking = ranking or puzzle.ranking()
    if ranking is None or puzzle.selection is not Selection.GOAL:
        raise BoardError(
            f"the boards of {puzzle.name} that meet its goal cannot be listed: explore from home, then from all boards "
            f"of that run that meet the goal",
            advice=advise("expand", puzzle, start_goals_of="RUN"),
        )
    if ranking.shape.rows > _MOST_ROWS:
        raise LimitError(
            f"{puzzle.name} has {ranking.shape.board_count:,} boards, too many to list the boards that meet its goal"
        )
    keys = as_set(ranking.keys(ranking.marked_ranks()))
    if not keys.size:
        raise BoardError(f"no board that {puzzle.name} can reach meets its goal")
    return keys


def start_with(puzzle: Puzzle, boards: Iterable[Board]) -> Starts:
    """Start with several boards, as text, lists or keys, and check that each is a board of the puzzle."""
    check_key_bits(puzzle)
    if isinstance(boards, str) or not isinstance(boards, Iterable):
        raise BoardError("the starts are not several boards: give one board as start=, or a list of boards")
    keys = as_set(puzzle.array(boards))
    if keys.size == 0:
        raise BoardError("the start set is empty: give at least one board")
    check_keys(puzzle, keys)
    if keys.size == 1:
        return start_at(puzzle, int(keys[0]))
    return Starts(StartKind.BOARDS, f"{keys.size}-boards-{digest_of([keys])}", keys)
