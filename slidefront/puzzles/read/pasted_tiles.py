"""Tile boards that are pasted in place of a puzzle's name: in a usual form, by their numbers alone, or in PDDL.

The board is home. The goal is its tiles in order with the hole last, or a second board.
"""

from collections import Counter
from dataclasses import replace
from itertools import chain

from slidefront.errors import BoardError
from slidefront.puzzles.read.board_text import value
from slidefront.puzzles.read.holes import HOLE
from slidefront.puzzles.read.labels import goal_is_first, names_both
from slidefront.puzzles.read.likeness import check_holes, check_repeats, in_rows, like_blocks, like_tiles, repeats
from slidefront.puzzles.read.numbers import boards_in_numbers
from slidefront.puzzles.read.pasted_blocks import Rows, check_size
from slidefront.puzzles.read.pasted_boards import PastedBoard, fit, read_pasted
from slidefront.puzzles.read.pddl import read_pddl
from slidefront.puzzles.read.puzzle_text import PastedPuzzle, tile_puzzle
from slidefront.puzzles.read.sections import is_object, take_apart

_TILES_OR_BLOCKS = "; if equal cells are one piece, read it as blocks with --axis none"


def tiles_or_numbers(text: str) -> PastedPuzzle | None:
    """Read tile boards in a usual form, else by their numbers alone."""
    tiles, refusal = None, None
    try:
        tiles = _tiles(text)
    except BoardError as error:
        refusal = error
    if tiles and is_object(text):
        return tiles
    try:
        boards = boards_in_numbers(text)
    except BoardError:
        if not tiles or not tiles.has_goal:
            raise
        return tiles
    read = _of_numbers(boards, text) if len(boards) == 2 or (boards and not tiles) else None
    if read:
        same = tiles and tiles.text == read.text and (len(boards) == 1 or tiles.has_goal)
        return tiles if same else read
    if tiles and names_both(text) and not tiles.has_goal:
        raise BoardError("the text names a start and a goal, and they cannot be told apart: use --from and --to")
    if refusal and not tiles:
        raise refusal
    return tiles


def _of_numbers(boards: list[Rows], text: str) -> PastedPuzzle:
    turned = len(boards) == 2 and goal_is_first(text, ["0"])
    boards = boards[::-1] if turned else boards
    start, *goals = ([[HOLE if cell == "0" else cell for cell in row] for row in board] for board in boards)
    how = f"the numbers 0 to {len(start) * len(start[0]) - 1} in the text, {len(start)} x {len(start[0])}"
    how += f", the {'first' if turned else 'second'} board is the goal" if goals else ""
    board = PastedBoard(tuple(map(tuple, start)), how, decimal=True)
    goal = [*chain.from_iterable(goals[0] if goals else _in_order(board))]
    return replace(tile_puzzle(board, goal, ""), has_goal=bool(goals))


def _tiles(text: str) -> PastedPuzzle | None:
    """Read a tile board, or two as start and goal; None if the text looks like blocks."""
    sections = take_apart(text)
    if len(sections.parts) > 2:
        raise BoardError(f"the text has {len(sections.parts)} boards: give one, or two as start and goal")
    try:
        boards = [read_pasted(part) for part in sections.parts]
    except BoardError as error:
        if like_tiles(sections.parts[0]):
            raise BoardError(f"{error}{_TILES_OR_BLOCKS if repeats(sections.parts[0]) else ''}") from None
        return None
    check_size(sections, [board.rows for board in boards])
    check_holes(boards[0])
    if like_blocks(boards[0].rows) or (boards[0].numbers is None and "_" not in text and in_rows(text)):
        return None
    check_repeats(boards[0])
    goal = [*chain.from_iterable(_in_order(boards[0]))]
    if len(boards) == 2:
        wanted = fit(sections.parts[1], *boards[0].shape, Counter(boards[0].tokens))
        if wanted is None:
            raise BoardError(
                "the second board does not have the tiles of the first: start and goal must have the same tiles"
            )
        goal = wanted.tokens
    said = [boards[0].how] if boards[0].how else []
    said += [f"the {sections.goal} board is the goal"] if len(boards) == 2 else []
    if boards[0].numbers is None and len(boards) == 1:
        said.append("the goal has their names in alphabetical order; for another use --to")
    puzzle = tile_puzzle(replace(boards[0], how=", ".join(said)), goal, sections.title)
    return replace(puzzle, has_goal=len(boards) == 2)


def _in_order(board: PastedBoard) -> list[list[str]]:
    """Put the tiles of a board in order, with its hole in the last corner."""
    height, width = _size_of_hole(board)
    rows, columns = board.shape
    numbers = {cell: value(cell) or 0 for cell in board.tokens} if board.numbers else dict.fromkeys(board.tokens, 0)
    tiles = iter(sorted((cell for cell in board.tokens if cell != HOLE), key=lambda cell: (numbers[cell], cell)))
    return [
        [HOLE if r >= rows - height and c >= columns - width else next(tiles) for c in range(columns)]
        for r in range(rows)
    ]


def _size_of_hole(board: PastedBoard) -> tuple[int, int]:
    cells = [(r, c) for r, row in enumerate(board.rows) for c, cell in enumerate(row) if cell == HOLE]
    return len({r for r, _ in cells}), len({c for _, c in cells})


def read_pddl_puzzle(text: str) -> PastedPuzzle:
    """Read the boards of a PDDL problem."""
    problem = read_pddl(text)
    rows = tuple(tuple(str(tile) if tile else HOLE for tile in row) for row in problem.start)
    board = PastedBoard(rows, "the :init of a PDDL problem", decimal=True)
    goal = [str(tile) if tile else HOLE for row in problem.goal or [] for tile in row]
    return tile_puzzle(board, goal or [*chain.from_iterable(_in_order(board))], "")
