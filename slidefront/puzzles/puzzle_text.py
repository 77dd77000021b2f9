"""Boards in place of a puzzle: cells become tiles, a Rush Hour card or blocks, and a puzzle file.

    tiles           the board is home, and the goal is its tiles in order with the hole last; or the board after goal:
    Rush Hour       6 x 6 cells of cars: they move along their length, the red car has to come out
    blocks          any other grid; equal names are one piece

Options beside a grid say what a puzzle file would: with any of them the cells are blocks.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from slidefront.errors import PuzzleError
from slidefront.puzzles.block_cells import blocks_of, file_of_blocks
from slidefront.puzzles.blocks.grid import GATE, Grid
from slidefront.puzzles.cards import SIDE, Card, read_card
from slidefront.puzzles.tile_cells import TileBoard, read_tiles
from slidefront.puzzles.values import GridOptions
from slidefront.text.boards import BOARDS
from slidefront.text.cells import Cells
from slidefront.text.choice import Grammar, Reading, attempt, chosen, read
from slidefront.text.cursor import Cursor, Stop
from slidefront.text.klotski import rectangles
from slidefront.text.pddl import problem
from slidefront.text.sections import sections
from slidefront.text.tokens import Token


@dataclass(frozen=True)
class PuzzleOfBoard:
    """The puzzle that a board stands for; two with the same file are the same."""

    text: str
    """The equivalent puzzle file."""
    how: str = field(default="", compare=False)
    """How the text was understood, in words; empty for the plain forms."""
    name: str = field(default="", compare=False)
    decimal: bool = field(default=False, compare=False)
    """Whether tiles above 9 were typed as decimal numbers."""
    has_goal: bool = field(default=False, compare=False)
    """Whether the text has a second board, which is the goal."""


def read_board_of_puzzle(text: str, options: GridOptions) -> PuzzleOfBoard:
    """Read a puzzle in the one form that fits."""
    grammars: dict[str, Grammar[PuzzleOfBoard]] = {
        name: partial(_of_cells, grammar, options) for name, grammar in BOARDS.items()
    }
    grammars |= {"pddl": partial(_of_pddl, options), "klotski": partial(_of_rectangles, options)}
    return read(text, grammars, error=PuzzleError, show=_shown).value


def _shown(puzzle: PuzzleOfBoard) -> str:
    return " ".join(puzzle.text.split("\n")[:3]).strip()


def _of_cells(grammar: Grammar[Cells], options: GridOptions, cursor: Cursor) -> PuzzleOfBoard:
    start, goal = sections(cursor)
    inside = Cursor(start)
    cells = grammar(inside)
    inside.finish()
    goals = _readings(goal) if goal else []
    card = None if options.axis == "none" or goal else read_card(cells, named=options.any)
    if card is not None:
        return _rush_hour(card, options, cells.moves)
    if cells.moves is not None:
        raise Stop(start[0], "", f"a number before {SIDE * SIDE} letters is for a Rush Hour card, and this is none")
    tiles = None if options.any else read_tiles(cells)
    if tiles is not None:
        return _tiles(tiles, goals, goal)
    return _blocks(cells, goals, options)


def _readings(tokens: Sequence[Token]) -> list[Reading[Cells]]:
    """Read the goal in every form; stop where the one that came furthest does."""
    found, stops = attempt(tokens, BOARDS)
    if not found:
        raise max(stops, key=lambda stop: stop.reached)
    return found


def _only(goals: Sequence[Reading[Cells]], use: Callable[[Cells], PuzzleOfBoard]) -> PuzzleOfBoard:
    """Use the goal that fits its start; stop if none does, and refuse two that do."""
    found: list[Reading[PuzzleOfBoard]] = []
    refusal: Stop | None = None
    for goal in goals:
        try:
            found.append(Reading(use(goal.value), goal.grammar))
        except Stop as stop:
            refusal = refusal or stop
    if refusal and not found:
        raise refusal
    return chosen(found, PuzzleError, _shown).value


def _tiles(board: TileBoard, goals: Sequence[Reading[Cells]], tokens: Sequence[Token]) -> PuzzleOfBoard:
    if not goals:
        return _file_of_tiles(board, board.in_order(), "")

    def use(goal: Cells) -> PuzzleOfBoard:
        wanted = read_tiles(goal)
        if wanted is None or sorted(wanted.flat) != sorted(board.flat) or len(wanted.rows) != len(board.rows):
            raise Stop(tokens[0], "", "the goal does not have the tiles of the start, in rows of the same length")
        return _file_of_tiles(board, wanted.flat, "the second board is the goal")

    return _only(goals, use)


def _file_of_tiles(board: TileBoard, goal: Sequence[str], goal_is: str) -> PuzzleOfBoard:
    """Write a tile board and the cells of its goal as a puzzle file."""
    columns = len(board.rows[0])
    rows = [goal[start : start + columns] for start in range(0, len(goal), columns)]
    texts = ["/".join(" ".join(row) for row in some) for some in (board.rows, rows)]
    said = ", ".join(part for part in (board.how, goal_is) if part)
    if not goal_is and not any(cell.isdecimal() for cell in board.flat):
        said = f"{said}{', ' * bool(said)}the goal has their names in alphabetical order"
    return PuzzleOfBoard(
        f'kind = "tiles"\nhome = {json.dumps(texts[0])}\ngoal = {json.dumps(texts[1])}\n',
        f"read as tiles: {said}" if said else "",
        name_of(board.rows),
        board.decimal,
        bool(goal_is),
    )


def _rush_hour(card: Card, options: GridOptions, moves: int | None) -> PuzzleOfBoard:
    goal = ((card.red, card.row, SIDE - 2),) if card.red else ()
    axis = tuple(card.grid.pieces) if options.axis in (None, "all") else ()
    file = file_of_blocks(card.grid, options, axis, goal)
    said = f"optimum = {moves}\n" if moves is not None else ""
    file = file.replace('kind = "blocks"\n', f'kind = "blocks"\nmetric = "slide"\n{said}')
    how = f"read as Rush Hour: only {options.axis} moves along its length, the others any way"
    if axis:
        red = f"{card.red} has to come to the right end of row {card.row + 1}; " if card.red else ""
        how = f"read as Rush Hour: cars move along their length, {red}use axis=none for blocks that move any way"
    return PuzzleOfBoard(file, how, f"rush-{''.join(map(''.join, card.grid.rows))}")


def _blocks(cells: Cells, goals: Sequence[Reading[Cells]], options: GridOptions) -> PuzzleOfBoard:
    home = blocks_of(cells)

    def puzzle(goal: Grid | None) -> PuzzleOfBoard:
        text = file_of_blocks(home.grid, options, (), home.goal, goal)
        said = [home.how] * bool(home.how) + ["- is a gate"] * bool(home.grid.cells(GATE) and not home.goal)
        said += ["equal numbers are one piece"] * all(map(str.isdecimal, home.grid.pieces))
        said += ["the second grid is the goal"] * (goal is not None)
        how = f"read as blocks: {', '.join(said)}" if said else ""
        return PuzzleOfBoard(text, how, name_of(home.grid.rows), has_goal=goal is not None)

    if not goals:
        return puzzle(None)

    def use(goal: Cells) -> PuzzleOfBoard:
        found = blocks_of(goal, like=home.grid)
        return puzzle(found.grid)

    return _only(goals, use)


def _of_pddl(options: GridOptions, cursor: Cursor) -> PuzzleOfBoard:
    first = cursor.token
    found = problem(cursor)
    board, goal = read_tiles(found.start), read_tiles(found.goal) if found.goal else None
    if options.any or board is None:
        raise Stop(first, "", "a PDDL problem is one of tiles, without options beside it")
    if goal is not None and sorted(goal.flat) != sorted(board.flat):
        raise Stop(first, "", "the :goal of the PDDL problem has other tiles than its :init")
    read_as = _file_of_tiles(board, goal.flat if goal else board.in_order(), "")
    return replace(read_as, how=f"read as tiles: {found.start.how}", decimal=True, has_goal=goal is not None)


def _of_rectangles(options: GridOptions, cursor: Cursor) -> PuzzleOfBoard:
    found = rectangles(cursor)
    grid = Grid(found.rows)
    text = file_of_blocks(grid, options, found.axis, (found.goal,))
    _, row, column = found.goal
    how = f"read as blocks from JSON: X is the first block, and has to come to row {row} and column {column}, from 0"
    return PuzzleOfBoard(text, how, name_of(grid.rows))


def name_of(rows: Sequence[Sequence[str]]) -> str:
    """Name a puzzle after its grid."""
    apart = "" if all(len(cell) == 1 for row in rows for cell in row) else "-"
    return f"grid-{'-'.join(apart.join(row) for row in rows)[:80]}"
