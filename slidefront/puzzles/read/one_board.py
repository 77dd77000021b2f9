"""Refuse what a text says beyond one board, where one board is read.

724506831 -> 123804765            a start and a goal
Goal: 123804765                   a board that is named as the goal
724506831, 8 is the blank         words that contradict how the board is read
# all boards are column-major      the same in the comments of a file of boards
"""

import re
import tomllib

from slidefront.errors import BoardError, SlidefrontError
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.read.board_text import value
from slidefront.puzzles.read.contradictions import check_goal, check_hole, check_order
from slidefront.puzzles.read.labels import names_goal_only
from slidefront.puzzles.read.left_out import LEFT_OUT
from slidefront.puzzles.read.pasted_boards import PastedBoard
from slidefront.puzzles.read.pddl import is_pddl
from slidefront.puzzles.read.prose import BETWEEN
from slidefront.puzzles.read.sections import take_apart

USE_TO = "use --to for the goal"
_WORD = re.compile(r"[^\W\d_]{2}")
_APART = re.compile(r"[\s,;:=>|\"'()\[\]{}]+")
_GOES_TO = re.compile(r"goal|target|end|final|solved|\bto\b|[>→⇒➜➡]", re.IGNORECASE)
_OWN_REMARK = re.compile(r"# (?:slidefront |line \d+: |puzzle: |route \d+ of )")
_GOAL_AFTER = re.compile(r"\((?:the )?(?:goal|target|final|end)(?: (?:state|board|position))?\)\s*$", re.IGNORECASE)
_AROUND = re.compile(r"(?=.*[\s:=>])(?:.*[^\W\d_]{2}|.*[:=>])", re.DOTALL)
_LEAST_HOLE = 9  # the number after the tiles of the smallest usual board
_BEFORE_LABEL = " \t\"'*_{#%-"


def check_one_board(puzzle: Puzzle, text: str) -> None:
    """Refuse a text with two boards, with a board named as the goal, or with words that contradict the board."""
    if len(boards := _flat_boards(puzzle, text)) > 1:
        raise BoardError(f"the line has two boards: {boards[0]} and {boards[1]}: {USE_TO}")
    if _WORD.search(text) and not is_pddl(text):
        if names_goal_only(text) or _GOAL_AFTER.search(text):
            raise BoardError(f"{text.strip()[:60]!r} names a board as the goal: {USE_TO}, and give the start alone")
        check_words(puzzle, text)


def check_words(puzzle: Puzzle | None, text: str) -> None:
    """Refuse words that describe a goal, or another order or hole than a board is read with."""
    check_goal(text)
    if puzzle is None or (puzzle.frame is not None and puzzle.frame.is_grid):
        check_order(text)
        check_hole(text, {value(name) or 0 for name in puzzle.names} if puzzle else range(1, _LEAST_HOLE))


def board_alone(puzzle: Puzzle, text: str) -> str:
    """Return a board as it was typed, or as its puzzle writes it where the text has words around it."""
    if not _AROUND.match(text) or not (how := puzzle.how_read(text)):
        return text
    return puzzle.position(text).text if LEFT_OUT in how or {*text} & {*":=>"} else text


def _flat_boards(puzzle: Puzzle, text: str) -> list[str]:
    """List the words of a text that are each a board of the puzzle."""
    if puzzle.frame is None or not puzzle.frame.is_grid:
        return []
    cells = puzzle.frame.cells
    words = [word for word in _APART.split(text) if len(word.replace("/", "")) == cells]
    return [word for word in words if _is_board(puzzle, word)] if len(words) > 1 else []


def _is_board(puzzle: Puzzle, word: str) -> bool:
    try:
        puzzle.parse(word)
    except SlidefrontError:
        return False
    return True


def check_file(puzzle: Puzzle | None, text: str, where: str) -> None:
    """Refuse a file of boards of which a line names a goal, or a comment contradicts how the boards are read.

    Without a puzzle each line is a puzzle of its own, and only comments are checked.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    last = max((number for number, line in lines if line.lstrip()[0] != "#"), default=0)
    for number, line in lines:
        if puzzle and names_goal(line) and number <= last:
            raise BoardError(f"{where}, line {number}: {line.strip()[:60]!r} names a goal: {USE_TO}")
        if is_foreign_remark(line):
            try:
                check_words(puzzle, line)
            except BoardError as error:
                raise BoardError(f"{where}, line {number}: {error}") from None


def is_foreign_remark(line: str) -> bool:
    """Tell a comment that slidefront did not write."""
    line = line.lstrip()
    return line.startswith("#") and _WORD.search(line) is not None and not _OWN_REMARK.match(line)


def names_goal(line: str) -> bool:
    """Tell a line that names the board in it, or below it, as the goal."""
    return (
        names_goal_only(line.lstrip(_BEFORE_LABEL))
        or (BETWEEN.fullmatch(line) is not None and _GOES_TO.search(line) is not None)
        or _GOAL_AFTER.search(line) is not None
    )


def read_with_size(text: str, rows: int, columns: int) -> tuple[PastedBoard, list[str] | None] | None:
    """Read a PDDL problem, or a board below its size, as in place of a puzzle's name; a PDDL problem has a goal too.

    None if the text is neither; a start and a goal in any other form are refused.
    """
    from slidefront.puzzles.read.pasted import read_puzzle

    in_pddl = is_pddl(text)
    if re.search(r"\d{99}", text) or (not in_pddl and len(re.findall(r"\w", text)) <= rows * columns):
        return None
    try:
        pasted = read_puzzle(text)
    except BoardError as error:
        if in_pddl or "boards" in str(error) or str(error).startswith("the text has each number"):
            raise BoardError(
                str(error) if in_pddl else f"the text has several boards: give one, and {USE_TO}"
            ) from None
        return None
    fields = tomllib.loads(pasted.text)
    home, goal = ([row.split() for row in str(fields.get(name, "")).split("/")] for name in ("home", "goal"))
    if (len(home), len(home[0])) != (rows, columns):
        return None
    if pasted.has_goal:
        raise BoardError(f"the text has a start and a goal: give the start alone, and {USE_TO}")
    if not in_pddl and take_apart(text).size is None:
        return None
    how = pasted.how.removeprefix("read as tiles: ") or "the board below its size"
    board = PastedBoard(tuple(map(tuple, home)), how, pasted.decimal)
    return board, [cell for row in goal for cell in row] if in_pddl else None
