"""Boards written in the forms that other programs and communities read; each is read back.

rows      5 1 2 4/9 6 3 8/...       one line, as scrambles are written; blocks AXXB/AXXB/C..D
lines     the same on lines
lists     [[5, 1, 2, 4], ...]       0 is the hole; blocks as strings
table     a Markdown table
pddl      a PDDL problem of tiles, with start and goal
card      IBBxoo...                 a Rush Hour card on one line
klotski   {"blocks": [...]}         the JSON of the npm package klotski, which has no names: read back, they are others
"""

import json
from collections.abc import Callable, Sequence

from slidefront.errors import BoardError
from slidefront.puzzles.blocks.grid import WALL, Grid, corner
from slidefront.puzzles.capabilities import BoardRows
from slidefront.puzzles.cards import Rows, card_of, letters
from slidefront.puzzles.core import Puzzle


def board_rows(puzzle: Puzzle, key: int) -> Rows:
    """Return a board as rows of names: numbered tiles in decimals with 0 for the hole; blanks as points."""
    return _form(puzzle).of(key)


def _form(puzzle: Puzzle) -> BoardRows:
    if puzzle.rows is None:
        raise BoardError(f"the boards of {puzzle.name} have no rows: draw them")
    return puzzle.rows


def rows_text(puzzle: Puzzle, key: int) -> str:
    """Write rows with / between."""
    rows = board_rows(puzzle, key)
    apart = " " if _form(puzzle).apart or any(len(cell) > 1 for row in rows for cell in row) else ""
    return "/".join(apart.join(row) for row in rows)


def _lists(rows: Rows) -> list[list[int | str]]:
    return [[int(cell) if cell.isdecimal() else cell for cell in row] for row in rows]


def board_data(puzzle: Puzzle, key: int) -> dict[str, object]:
    """Return a board as plain data; a graph has no rows."""
    rows = None if puzzle.rows is None else _lists(puzzle.rows.of(key))
    return {"puzzle": puzzle.name, "board": puzzle.format(key), "key": key, "rows": rows}


def table_text(puzzle: Puzzle, key: int) -> str:
    """Write a Markdown table, the hole or a blank as an empty cell, unless a piece is called 0."""
    rows = board_rows(puzzle, key)
    empty = _form(puzzle).blank
    if empty != "0" and any("0" in row for row in rows):
        empty = ""
    lines = ["| " + " | ".join("" if cell in (empty, "_") else cell for cell in row) + " |" for row in rows]
    return "\n".join(["|" + "   |" * len(rows[0]), "|" + "---|" * len(rows[0]), *lines])


def pddl_text(puzzle: Puzzle, key: int) -> str:
    """Write a PDDL problem: positions x1 y1, the tiles t1, t2, ..."""
    rows = board_rows(puzzle, key)
    flat = [cell for row in rows for cell in row]
    if puzzle.pieces is not None or not all(cell.isdecimal() for cell in flat) or flat.count("0") != 1:
        raise BoardError(f"{puzzle.name} is not a board of numbered tiles with one hole, so it is not written as PDDL")
    goal = "" if puzzle.goal.key is None else f"\n (:goal (and{_facts(board_rows(puzzle, puzzle.goal.key))}))"
    return f"(define (problem board) (:domain tiles)\n (:init{_facts(rows)}){goal})"


def _facts(rows: Rows) -> str:
    cells = [(r, c, cell) for r, row in enumerate(rows, 1) for c, cell in enumerate(row, 1)]
    return "".join(f" (blank x{c} y{r})" if cell == "0" else f" (at t{cell} x{c} y{r})" for r, c, cell in cells)


def card_text(puzzle: Puzzle, key: int) -> str:
    """Write a Rush Hour card on one line."""
    card = card_of(board_rows(puzzle, key)) if puzzle.pieces else None
    if card is None:
        raise BoardError(f"{puzzle.name} is not a Rush Hour card of 6 x 6 cells with a red car")
    return letters(card)


def klotski_text(puzzle: Puzzle, key: int) -> str:
    """Write the JSON of the npm package klotski; the first block is the one that the goal names."""
    rows = board_rows(puzzle, key)
    pieces, grid = puzzle.pieces, Grid(rows)
    if pieces is None or not puzzle.goal or any(WALL in row or "-" in row for row in rows):
        raise BoardError(f"{puzzle.name} is not a block puzzle with a goal and without walls and gates")
    wanted = pieces.in_goal()[:1]
    order = [*wanted, *(name for name in grid.pieces if name not in wanted)]
    blocks = [_block(puzzle.name, grid, name, pieces.ways_of(name)) for name in order]
    escape = next(place for name, place in puzzle.goal.pieces if name in wanted)
    return json.dumps({"blocks": blocks, "boardSize": [len(rows), len(rows[0])], "escapePoint": list(escape)})


def _block(puzzle: str, grid: Grid, name: str, ways: Sequence[str]) -> dict[str, list[int]]:
    """Write one rectangle, with the directions along its length if it has no others."""
    cells = grid.cells(name)
    top, left = corner(cells)
    height, width = len({r for r, _ in cells}), len({c for _, c in cells})
    if height * width != len(cells):
        raise BoardError(f"piece {name} of {puzzle} is not a rectangle, so it is not written as klotski JSON")
    kept = {} if len(ways) == 4 else {"directions": [0, 2] if "U" in ways else [1, 3]}
    return {"shape": [height, width], "position": [top, left], **kept}


FORMS: dict[str, Callable[[Puzzle, int], str]] = {
    "rows": rows_text,
    "lines": lambda puzzle, key: rows_text(puzzle, key).replace("/", "\n"),
    "lists": lambda puzzle, key: json.dumps(_lists(board_rows(puzzle, key)), ensure_ascii=False),
    "table": table_text,
    "pddl": pddl_text,
    "card": card_text,
    "klotski": klotski_text,
}


def write_board(puzzle: Puzzle, key: int, form: str) -> str:
    """Write a board in a form by its name."""
    if form not in FORMS:
        raise BoardError(f"form {form!r} is unknown: choose from draw, {', '.join(FORMS)}")
    return FORMS[form](puzzle, key)
