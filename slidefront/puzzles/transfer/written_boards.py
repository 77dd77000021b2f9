"""Boards of a transfer puzzle as people type and paste them, and routes that write tiles as the board did.

Labels are single digits, then letters: tile 13 is `d`. On a board that was typed in decimals it is `13`, in
the board and in its moves. The hole is `_`, `.`, 0, an empty cell, or one of the marks that are not among the labels;
or the number after the last tile. Letters A, B, C, ... may stand for the tiles 1, 2, 3, ...
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from string import ascii_letters, ascii_uppercase

from slidefront.errors import BoardError
from slidefront.puzzles.tile_cells import is_joined
from slidefront.puzzles.transfer.encoding import TransferEncoding
from slidefront.text.boards import BOARDS, grammar_of
from slidefront.text.cells import Cells
from slidefront.text.choice import Grammar, read
from slidefront.text.cursor import Cursor, Stop
from slidefront.text.pddl import problem
from slidefront.text.sections import sections
from slidefront.text.tokens import Token
from slidefront.units import counted

HOLES = ("", "x", "X", "-", "*", "null", "None", "nil")
"""Marks of the hole beside `_`, `.` and 0, if no label has this name."""


@dataclass(frozen=True)
class WrittenBoard:
    """The label of each cell, and how the board was written."""

    labels: tuple[int, ...]
    how: str = field(default="", compare=False)
    decimal: bool = field(default=False, compare=False)
    """Whether tiles above 9 were typed as decimal numbers."""


def read_written_board(puzzle: TransferEncoding, text: str) -> WrittenBoard:
    """Read a board of a puzzle in the one form that fits."""
    grammars: dict[str, Grammar[WrittenBoard]] = {
        name: partial(_board, puzzle, grammar) for name, grammar in BOARDS.items()
    }
    if puzzle.frame.is_grid:
        grammars["pddl"] = partial(_pddl, puzzle)
    alone = grammar_of(text)
    return read(text, grammars, error=BoardError, show=lambda one: puzzle.written(one.labels), alone=alone).value


def _board(puzzle: TransferEncoding, grammar: Grammar[Cells], cursor: Cursor) -> WrittenBoard:
    start, goal = sections(cursor)
    if goal:
        raise Stop(goal[0], "", f"the text has a start and a goal: give one board of {puzzle.name}")
    inside = Cursor(start)
    cells = grammar(inside)
    inside.finish()
    return fit(puzzle, cells)


def _pddl(puzzle: TransferEncoding, cursor: Cursor) -> WrittenBoard:
    first = cursor.token
    found = problem(cursor)
    board = fit(puzzle, found.start)
    if found.goal and puzzle.frame.key_of(fit(puzzle, found.goal).labels) != puzzle.goal.key:
        raise Stop(first, "", f"the PDDL problem has another goal than {puzzle.name}: give the board alone")
    return replace(board, decimal=True)


def fit(puzzle: TransferEncoding, cells: Cells) -> WrittenBoard:
    """Read cells as labels; stop where they are not a board of the puzzle."""
    frame, flat = puzzle.frame, cells.flat
    shape = (len(cells.rows), len(cells.rows[0]))
    if len(flat) != frame.cells or (frame.is_grid and shape not in ((1, frame.cells), (frame.rows, frame.columns))):
        wanted = f"{frame.rows} x {frame.columns} = {frame.cells}" if frame.is_grid and frame.rows > 1 else frame.cells
        has = f"{shape[0]} x {shape[1]} cells" if len(flat) == frame.cells else counted(len(flat), "cell")
        raise Stop(flat[-1], "", f"the board has {has} where the puzzle has {wanted}")
    texts = [cell.text for cell in flat]
    if joined := next((cell for cell in flat if is_joined(cell.text, texts)), None):
        raise Stop(joined, "", f"{joined.text} is one cell: write a blank between its digits")
    hole = _hole(puzzle, flat)
    lettered: Mapping[str, int] = {}  # A, B, C, ... may stand for the tiles 1, 2, 3, ...
    tiles = [text for text in texts if text != hole and puzzle.labels.label(text) != 0]
    if all(len(text) == 1 and text in ascii_letters for text in tiles):
        lettered = {ascii_uppercase[label - 1]: label for label in range(1, min(len(puzzle.names), 27))}
    refusal: Stop | None = None
    for names in ({}, lettered):
        try:
            labels = tuple(_label(puzzle, cell, hole, names) for cell in flat)
            puzzle.check(labels)
        except Stop as stop:
            refusal = refusal or stop
        except BoardError as error:
            refusal = refusal or Stop(flat[0], "", str(error))
        else:
            return WrittenBoard(labels, _how(cells, hole, letters=bool(names)), in_decimals(flat, len(puzzle.names)))
    assert refusal is not None
    raise refusal


def _hole(puzzle: TransferEncoding, flat: Sequence[Token]) -> str:
    """Find the mark of the hole where it is none of `_`, `.` and 0."""
    texts = [cell.text for cell in flat]
    if any(puzzle.labels.label(text) == 0 for text in texts):
        return ""
    marks = [mark for mark in (*HOLES, str(len(flat))) if mark in texts and puzzle.labels.label(mark) is None]
    return marks[0] if marks and puzzle.frame.is_grid else ""


def _label(puzzle: TransferEncoding, cell: Token, hole: str, letters: Mapping[str, int]) -> int:
    label = letters.get(cell.text.upper()) if letters else None
    if label is None:
        label = 0 if cell.text == hole else puzzle.labels.label(cell.text)
    if label is None:
        raise Stop(cell, "", f"{cell.text!r} is not a label of {puzzle.name}: its labels are {' '.join(puzzle.names)}")
    return label


def _how(cells: Cells, hole: str, *, letters: bool) -> str:
    said = [cells.how] if cells.how else []
    if "" in (cell.text for cell in cells.flat) and "empty cell" not in cells.how:
        said.append("the empty cell is the hole")
    elif hole:
        said.append(f"{hole} is the hole")
    return ", ".join([*said, *["A, B, C, ... are the tiles 1, 2, 3, ..."] * letters])


def in_decimals(cells: Sequence[Token], labels: int) -> bool:
    """Tell whether tiles were typed as decimal numbers: one of them has two digits."""
    texts = (cell.text for cell in cells)
    return any(len(text) == 2 and text.isdecimal() and 9 < int(text) < labels for text in texts)
