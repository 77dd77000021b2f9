"""Positions and start sets from boards in any form: `home`, `goal`, text (see `puzzles.board_text`), lists or a key."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from slidefront.arrays import Keys, key_array
from slidefront.errors import BoardError, LimitError, advise
from slidefront.keys.algebra import as_set, digest_of
from slidefront.puzzles.capabilities import Selection
from slidefront.puzzles.core import Board, Position, Puzzle, check_key_bits, plain
from slidefront.puzzles.ranking import Ranking

_MOST_ROWS = 1 << 27  # of a ranking, whose goal boards are listed in a minute or two
_MOST_CELLS = 256  # more than any board has


def position_of(puzzle: Puzzle, board: Board | Position) -> Position:
    """Return the position of a board in any form. Text and lists keep the names of equal pieces."""
    if isinstance(board, Position):
        return board if board.puzzle is puzzle else puzzle.position(board.text)
    if isinstance(board, str):
        return puzzle.position(board)
    if (numbers := _count(board)) > _MOST_CELLS:  # before they are read
        raise BoardError(f"start= is one board, and this has {numbers:,} numbers: pass many boards as starts=")
    key = plain(board)
    if not isinstance(key, str):
        puzzle.check_boards(key_array([key], puzzle.key_bits))
    return puzzle.position(key)


def _count(board: object) -> int:
    if isinstance(board, list | tuple):
        return len(board) if len(board) > _MOST_CELLS else sum(map(_count, board))
    return int(getattr(board, "size", 1))


class StartKind(Enum):
    """The kinds of start sets, which are layer 0."""

    HOME = "home"
    GOAL = "goal"
    GOALS = "goals"
    """All boards that meet the goal."""
    BOARD = "board"
    BOARDS = "boards"
    FILE = "file"


@dataclass(frozen=True)
class Starts:
    """A start set: its kind, its name for people, and its keys, ascending."""

    kind: StartKind
    name: str
    keys: Keys

    @property
    def is_set(self) -> bool:
        """Whether the start set has several boards."""
        return self.keys.size > 1


def start_at(puzzle: Puzzle, board: Board, ranking: Ranking | None = None) -> Starts:
    """Return the start set of one board; "goal" means all boards that meet the goal if it is partial."""
    if isinstance(board, str) and board == "goal" and puzzle.goal.partial:
        return Starts(StartKind.GOALS, StartKind.GOALS.value, list_goal_boards(puzzle, ranking))
    key = position_of(puzzle, board).key
    if key == puzzle.home:
        return Starts(StartKind.HOME, "home", puzzle.array([key]))
    if isinstance(board, str) and board == "goal":
        return Starts(StartKind.GOAL, "goal", puzzle.array([key]))
    return Starts(StartKind.BOARD, puzzle.format(key), puzzle.array([key]))


def list_goal_boards(puzzle: Puzzle, ranking: Ranking | None = None) -> Keys:
    """Return the reachable boards that meet a partial goal, ascending. `ranking` avoids building it again."""
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
    """Return the start set of several boards, as text, lists or keys."""
    check_key_bits(puzzle)
    if isinstance(boards, str) or not isinstance(boards, Iterable):
        raise BoardError(f"{boards!r} is not a list of boards: write one board as [{boards!r}]")
    keys = as_set(puzzle.array(boards))
    if keys.size == 0:
        raise BoardError("the start set is empty: pass at least one board")
    puzzle.check_boards(keys)
    if keys.size == 1:
        return start_at(puzzle, int(keys[0]))
    return Starts(StartKind.BOARDS, f"{keys.size}-boards-{digest_of([keys])}", keys)
