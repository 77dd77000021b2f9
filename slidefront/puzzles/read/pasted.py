"""Convert what people paste in place of a puzzle's name to the text of a puzzle file.

    tiles           the board is home, and the goal is its tiles in order with the hole last; or a second board below it
    Rush Hour       36 cells of cars: they move along their length, the red car has to come out
    blocks          any other grid in which a name may take several cells

Each reading says in words how the text was understood. A text that two readings fit is refused with both.
"""

import re

from slidefront.errors import BoardError
from slidefront.puzzles.read.contradictions import check_exit, check_rules
from slidefront.puzzles.read.grid_options import GridOptions
from slidefront.puzzles.read.klotski_json import is_klotski_json, read_klotski_json
from slidefront.puzzles.read.labels import names_goal_only
from slidefront.puzzles.read.likeness import check_number_pieces
from slidefront.puzzles.read.pasted_blocks import GATE, PastedGrid, Rows, read_grid_text
from slidefront.puzzles.read.pasted_tiles import read_pddl_puzzle, tiles_or_numbers
from slidefront.puzzles.read.pddl import is_pddl
from slidefront.puzzles.read.puzzle_text import PastedPuzzle, block_text, name_of
from slidefront.puzzles.read.rush_hour import MOVES_ANY_WAY, SIDE, Card, check_cars, like_cars, read_card
from slidefront.puzzles.read.sections import take_apart

_CARD_LIKE = re.compile(r"[A-Zox.]{30,42}")


def read_puzzle(text: str, options: GridOptions | None = None) -> PastedPuzzle:
    """Read a pasted puzzle; what cannot be read is refused with an example."""
    options = options or GridOptions()
    if is_pddl(text):
        return read_pddl_puzzle(text)
    bare = text.strip()
    if _CARD_LIKE.fullmatch(bare) and len(bare) != SIDE**2:
        raise BoardError(
            f"a board on one line is a Rush Hour board of 36 letters; this one has {len(bare)}: {bare[:80]}"
        )
    if is_klotski_json(text):
        grid, axis = read_klotski_json(text)
        return _blocks(grid, options, axis)
    if names_goal_only(text):
        raise BoardError("the text names a board as the goal and has no start: give both, or use --to for the goal")
    card = None if options.axis == "none" else _card(text, options)
    if card is not None:
        return _rush_hour(card, options, text)
    if not options.any and (tiles := tiles_or_numbers(text)):
        return tiles
    if not options.any:
        check_rules(text)
    grid = read_grid_text(text)
    check_cars(grid, options.axis)
    check_number_pieces(grid)
    return _blocks(grid, options, ())


def _card(text: str, options: GridOptions) -> Card | None:
    """Read a Rush Hour card, with its heading if it has one; with options a red car need not be told."""
    sections = take_apart(text)
    if len(sections.parts) != 1:
        return None
    try:
        return read_card(sections.parts[0])
    except BoardError:
        if options.any:
            return None
        raise


def _rush_hour(card: Card, options: GridOptions, text: str) -> PastedPuzzle:
    if options.goal is None:
        check_exit(text, card.red)
    row = card.grid.cells(card.red)[0][0]
    goal = ((card.red, row, SIDE - 2),)
    axis = tuple(card.grid.pieces) if options.axis in (None, "all") else ()
    file = block_text(card.grid, options, axis, goal if options.goal is None else ())
    file = file.replace('kind = "blocks"\n', 'kind = "blocks"\nmetric = "slide"\n')
    flat = "".join("".join(row) for row in card.grid.rows)
    how = card.how if axis else f"read as Rush Hour: only {options.axis} moves along its length, the others any way"
    return PastedPuzzle(file, how, card.grid.title, f"rush-{flat}")


def _blocks(grid: PastedGrid, options: GridOptions, axis: tuple[str, ...]) -> PastedPuzzle:
    goal = grid.wanted if options.goal is None else ()
    text = block_text(grid, options, axis, goal)
    said = [grid.how] if grid.how else []
    said += ["- is a gate"] if grid.cells(GATE) else []
    said += ["equal numbers are one piece"] if all(map(str.isdecimal, grid.pieces)) else []
    said += [f"the {grid.goal_is} grid is the goal"] if grid.goal is not None else []
    said += [MOVES_ANY_WAY] if not axis and like_cars(grid, options.axis) else []
    how = ", ".join(said)
    how = how if how.startswith("read as") or not how else f"read as blocks: {how}"
    return PastedPuzzle(text, how, grid.title, name_of(grid.rows), has_goal=grid.goal is not None)


def grid_like(text: str, rows: int, width: int) -> tuple[Rows | None, str]:
    """Read one block board of known size, and how it was read; None if it cannot be read so."""
    try:
        card = read_card(text) if (rows, width) == (SIDE, SIDE) else None
    except BoardError:
        card = None
    if card is not None:
        return card.grid.rows, "a Rush Hour card"
    try:
        grid = read_grid_text(text)
    except BoardError:
        return None, ""
    if grid.goal is not None:
        raise BoardError("the text has a start and a goal: give the start alone, and use --to for the goal")
    return (grid.rows, grid.how) if (len(grid.rows), len(grid.rows[0])) == (rows, width) else (None, "")
