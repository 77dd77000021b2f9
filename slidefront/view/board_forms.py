"""Boards written in the forms that other programs and communities read; `load` reads each of them back.

rows      5 1 2 4/9 6 3 8/...       one line, as scrambles are written; blocks AXXB/AXXB/C..D
lines     the same on lines
json      [[5, 1, 2, 4], ...]       0 is the hole; blocks as strings
table     a Markdown table
pddl      a PDDL problem of tiles, with start and goal
card      IBBxoo...                 a Rush Hour card on one line
klotski   {"blocks": [...]}         the JSON of the npm package klotski
"""

import json
from collections.abc import Callable

from slidefront.errors import BoardError
from slidefront.puzzles.blocks.grid import BLANK, WALL, Grid, corner, read_grid
from slidefront.puzzles.cards import Rows, card_of, letters
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.labels import DIGITS


def board_rows(puzzle: Puzzle, key: int) -> Rows:
    """Return a board as rows of names: numbered tiles in decimals with 0 for the hole; blanks as points."""
    frame = puzzle.frame
    if frame is None:
        return read_grid(puzzle.format(key)).rows
    if not frame.is_grid:
        raise BoardError(f"{puzzle.name} is a graph, whose boards have no rows: use --format draw")
    names = [puzzle.names[label] for label in frame.labels_of(key)]
    numbers = {name: str(number) for number, name in enumerate(DIGITS)}
    if all(name == "_" or name in numbers for name in puzzle.names):
        names = ["0" if name == "_" else numbers[name] for name in names]
    return tuple(tuple(names[start : start + frame.columns]) for start in range(0, frame.cells, frame.columns))


def _apart(rows: Rows, *, tiles: bool) -> str:
    return " " if tiles or any(len(cell) > 1 for row in rows for cell in row) else ""


def rows_text(puzzle: Puzzle, key: int) -> str:
    """Write rows with / between."""
    rows = board_rows(puzzle, key)
    return "/".join(_apart(rows, tiles=puzzle.frame is not None).join(row) for row in rows)


def lines_text(puzzle: Puzzle, key: int) -> str:
    """Write rows on lines."""
    return rows_text(puzzle, key).replace("/", "\n")


def json_text(puzzle: Puzzle, key: int) -> str:
    """Write lists in a list."""
    rows = board_rows(puzzle, key)
    return json.dumps([[int(cell) if cell.isdecimal() else cell for cell in row] for row in rows], ensure_ascii=False)


def table_text(puzzle: Puzzle, key: int) -> str:
    """Write a Markdown table, the hole or a blank as an empty cell."""
    rows = board_rows(puzzle, key)
    empty = "0" if puzzle.frame is not None else BLANK
    lines = ["| " + " | ".join("" if cell in (empty, "_") else cell for cell in row) + " |" for row in rows]
    return "\n".join(["|" + "   |" * len(rows[0]), "|" + "---|" * len(rows[0]), *lines])


def pddl_text(puzzle: Puzzle, key: int) -> str:
    """Write a PDDL problem: positions x1 y1, the tiles t1, t2, ..."""
    rows = board_rows(puzzle, key)
    flat = [cell for row in rows for cell in row]
    if puzzle.frame is None or not all(cell.isdecimal() for cell in flat) or flat.count("0") != 1:
        raise BoardError(f"{puzzle.name} is not a board of numbered tiles with one hole, so it is not written as PDDL")
    goal = "" if puzzle.goal.key is None else f"\n (:goal (and{_facts(board_rows(puzzle, puzzle.goal.key))}))"
    return f"(define (problem board) (:domain tiles)\n (:init{_facts(rows)}){goal})"


def _facts(rows: Rows) -> str:
    cells = [(r, c, cell) for r, row in enumerate(rows, 1) for c, cell in enumerate(row, 1)]
    return "".join(f" (blank x{c} y{r})" if cell == "0" else f" (at t{cell} x{c} y{r})" for r, c, cell in cells)


def card_text(puzzle: Puzzle, key: int) -> str:
    """Write a Rush Hour card on one line."""
    card = card_of(board_rows(puzzle, key)) if puzzle.frame is None else None
    if card is None:
        raise BoardError(f"{puzzle.name} is not a Rush Hour card of 6 x 6 cells with a red car")
    return letters(card)


def klotski_text(puzzle: Puzzle, key: int) -> str:
    """Write the JSON of the npm package klotski; the first block is the one that the goal names."""
    rows = board_rows(puzzle, key) if puzzle.frame is None else ()
    grid = Grid(rows)
    wanted = puzzle.goal_pieces()[:1] if puzzle.frame is None and puzzle.goal else []
    if not rows or not wanted or any(WALL in row or "-" in row for row in rows):
        raise BoardError(f"{puzzle.name} is not a block puzzle with a goal and without walls and gates")
    order = [*wanted, *(name for name in grid.pieces if name not in wanted)]
    blocks = [_block(puzzle, grid, name) for name in order]
    places = puzzle.layout.goal if puzzle.layout is not None else ()
    escape = next(place for name, place in places if name == wanted[0])
    return json.dumps({"blocks": blocks, "boardSize": [len(rows), len(rows[0])], "escapePoint": list(escape)})


def _block(puzzle: Puzzle, grid: Grid, name: str) -> dict[str, list[int]]:
    """Write one rectangle, with the directions along its length if it has no others."""
    cells = grid.cells(name)
    top, left = corner(cells)
    height, width = len({r for r, _ in cells}), len({c for _, c in cells})
    if height * width != len(cells):
        raise BoardError(f"piece {name} of {puzzle.name} is not a rectangle, so it is not written as klotski JSON")
    ways = puzzle.layout.pieces[name].ways if puzzle.layout is not None else ()
    kept = {} if len(ways) == 4 else {"directions": [0, 2] if "U" in ways else [1, 3]}
    return {"shape": [height, width], "position": [top, left], **kept}


FORMS: dict[str, Callable[[Puzzle, int], str]] = {
    "rows": rows_text,
    "lines": lines_text,
    "json": json_text,
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
