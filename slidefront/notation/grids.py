"""Puzzles that are written as a board only, without a puzzle file: `grid_file` writes the puzzle file.

    tiles     1 2 3/4 _ 5/7 8 6     1, 2, 3, ... once each and a hole: _, . or 0; the goal is in order, hole last
    blocks    AAB/..B               all other boards: equal names are one piece, . is blank, # a wall and - a gate
              1 2 2/1 0 0           if no cell is a point, _ or 0 is blank
    either    START -> GOAL         the goal of blocks may leave pieces out
    card      60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332

A card of Rush Hour is 36 letters in one word: o or . is empty, x a wall, and car A must leave to the right. Cars move
along their length. Collections put the number of moves before the letters, and the board count after them.

A board that looks like tiles but is not a permutation is either blocks, or a tile board with a mistake, which raises an
error. It is blocks if three names occur in several cells, or if a fifth of the cells repeat the name of a neighbour.
"""

import json
import re
from collections import Counter
from collections.abc import Sequence
from itertools import chain

from slidefront.errors import PuzzleError, error_at
from slidefront.puzzles.blocks.layout import (
    BLANK,
    GATE,
    WALL,
    Grid,
    connected_parts,
    plain_blanks,
    read_places,
    several_parts,
)
from slidefront.puzzles.board_text import EMPTY_MARKS, HOLE, BoardText, TextCell, TextRows, rows_text
from slidefront.puzzles.puzzle_file import tiles_in_order
from slidefront.puzzles.transfer.notation import is_hole, value

_ARROW = re.compile(r"(?<!\S)->(?!\S)")
_CARD = re.compile(r"\s*(?:([0-9]{1,9})\s+)?([A-Zxo.]{36})(?:\s+([0-9]+))?\s*")
_SIDE = 6
_NAME = re.compile(r"[^\W_]{1,20}|=")
_SAMPLE = "1 2 3/4 5 6/7 8 _, or of blocks AXXB/AXXB/C..D"
_MOST_REPEATED = 2
"""The most names that occur in several cells of a tile board by mistake."""


def grid_file(text: str) -> tuple[str, str]:
    """Return the puzzle file of a board, or of a start and a goal, and a name for the puzzle."""
    if card := _CARD.fullmatch(text):
        return _card(text, card)
    arrows = [*_ARROW.finditer(text)]
    if len(arrows) > 1:
        raise error_at(PuzzleError, text, arrows[1].start(), "a second -> starts here: write only one goal")
    start, goal = BoardText(text, PuzzleError, _SAMPLE), None
    if arrows:
        start = BoardText(text, PuzzleError, _SAMPLE, last=arrows[0].start())
        goal = BoardText(text, PuzzleError, _SAMPLE, first=arrows[0].end())
    rows = start.rows()
    return _tiles(start, rows, goal) if _are_tiles(start, rows) else _blocks(start, rows, goal)


def _are_tiles(board: BoardText, rows: TextRows) -> bool:
    """Whether a board has tiles; raise an error if it is a tile board with a mistake."""
    flat = [cell for row in rows for cell in row]
    marks = [cell for cell in flat if is_hole(cell.name)]
    numbers = [value(cell.name) for cell in flat if not is_hole(cell.name)]
    times = Counter(cell.name for cell in flat if not is_hole(cell.name))
    is_one = len({cell.name for cell in marks}) == 1
    if is_one and numbers and None not in numbers and sorted(map(int, numbers)) == [*range(1, len(numbers) + 1)]:  # type: ignore[arg-type]
        return True
    named = {cell.name for cell in marks}
    decimals = sum(cell.name.isdigit() for cell in flat)
    nearly = 5 * decimals >= 3 * len(flat)
    if HOLE not in named and not ("0" in named and BLANK not in named) and not nearly:
        return False
    if _cannot_be_tiles(rows, times):
        return False
    raise board.refused(*_mistake(flat, len(flat) - max(1, len(marks)), marks))


def _cannot_be_tiles(rows: TextRows, times: Counter[str]) -> bool:
    """Whether too many cells share their names for a tile board with a mistake. `times` counts names, except holes."""
    repeated = [name for name, count in times.items() if count > 1]
    if len(repeated) > _MOST_REPEATED:
        return True
    pieces = Grid.of(rows).pieces
    extra = sum(times[name] - 1 for name in repeated)
    return extra >= max(_MOST_REPEATED, times.total() / 5) and all(
        len(connected_parts(pieces[name].shape)) == 1 for name in repeated
    )


def _mistake(flat: Sequence[TextCell], tiles: int, marks: Sequence[TextCell]) -> tuple[int, str]:
    """Return the index and the reason of the mistake in a tile board."""
    once = f"{len(flat)} cells contain each of the tiles 1 to {tiles} once, and _ for the hole"
    seen: set[int] = set()
    for cell in flat:
        if marks and is_hole(cell.name) and cell.name != marks[0].name:
            return cell.offset, f"the hole is both {marks[0].name} and {cell.name}"
        number = value(cell.name)
        if is_hole(cell.name):
            continue
        if number is None or not 1 <= number <= tiles or number in seen:
            why = "occurs twice" if number in seen else "is not one of its tiles"
            return cell.offset, f"{cell.name!r} {why}: {once}"
        seen.add(number)
    return flat[-1].offset, f"there is no hole: {once}"


def _tiles(board: BoardText, rows: TextRows, goal: BoardText | None) -> tuple[str, str]:
    rows = _squared(board, rows)
    home = _plain(rows)
    hole = [(r, c) for r, row in enumerate(home) for c, name in enumerate(row) if name == HOLE]
    height, width = (max(indices) - min(indices) + 1 for indices in zip(*hole, strict=True))
    if len(hole) != height * width:
        raise board.refused(rows[0][0].offset, "the cells of the hole are not a rectangle")
    wanted = tiles_in_order(len(home), len(home[0]), height, width)
    if goal is not None:
        read = _squared(goal, goal.rows())
        wanted = _plain(read)
        for cell, name in zip(chain(*read), chain(*wanted), strict=True):
            if name not in chain(*home):
                raise goal.refused(cell.offset, f"{cell.name!r} is not a tile of the start")
        if sorted(chain(*wanted)) != sorted(chain(*home)) or len(wanted) != len(home):
            raise goal.refused(read[-1][-1].offset, "the goal must have the tiles and rows of the start")
    return f'kind = "tiles"\nhome = {_quoted(home, apart=True)}\ngoal = {_quoted(wanted, apart=True)}\n', _name(home)


def _squared(board: BoardText, rows: TextRows) -> TextRows:
    """Return the rows of a tile board. A single row is cut into a square."""
    if len(rows) > 1:
        return rows
    (row,) = rows
    side = round(len(row) ** 0.5)
    if side * side != len(row) or side < 2:
        raise board.refused(row[-1].offset, f"{len(row)} cells in one row do not make a square: put / between rows")
    return [row[start : start + side] for start in range(0, side * side, side)]


def _plain(rows: TextRows) -> list[list[str]]:
    """Write tiles as decimal numbers, and the hole as _."""
    return [[HOLE if is_hole(cell.name) else str(value(cell.name)) for cell in row] for row in rows]


def _blocks(board: BoardText, rows: TextRows, goal: BoardText | None) -> tuple[str, str]:
    names = {cell.name for row in rows for cell in row}
    blank = next((mark for mark in EMPTY_MARKS if mark in names), BLANK)
    rows = plain_blanks(rows, names - {blank})
    grid = Grid.of(rows)
    if len(rows) == 1:
        raise board.refused(rows[0][-1].offset, "a grid of blocks has several rows: put / between them")
    for cell in (cell for row in rows for cell in row):
        if cell.name not in (BLANK, WALL, GATE) and not _NAME.fullmatch(cell.name):
            hint = "names are letters and digits, . is blank, # a wall, - a gate"
            raise board.refused(cell.offset, f"{cell.name!r} is not the name of a piece: {hint}")
    for name, piece in grid.pieces.items():
        if connected_parts(piece.shape)[1:]:
            r, c = max(grid.cells(name))
            parted = f"write a puzzle file with the line parted = {json.dumps([name], ensure_ascii=False)}"
            raise error_at(PuzzleError, board.text, rows[r][c].offset, several_parts(grid, [name], parted))
    if not grid.cells(BLANK, GATE):
        raise board.refused(rows[-1][-1].offset, "there is no blank cell, so nothing can move: write blanks as .")
    wanted = ""
    if goal is not None:
        read_places(goal, grid, "the start")
        shown = plain_blanks(goal.rows(), grid.pieces)
        wanted = f"goal = {_quoted([[cell.name for cell in row] for row in shown])}\n"
    text = f'kind = "blocks"\nhome = {_quoted(grid.rows)}\n{wanted}'
    return text, _name(grid.rows)


def _card(text: str, card: re.Match[str]) -> tuple[str, str]:
    moves, letters, boards = card.groups()
    if boards and not moves:
        raise error_at(PuzzleError, text, card.start(3), "the board count needs the number of moves before the card")
    rows = [letters[start : start + _SIDE] for start in range(0, _SIDE**2, _SIDE)]
    grid = Grid(tuple(tuple({"o": BLANK, "x": WALL}.get(letter, letter) for letter in row) for row in rows))
    for name, piece in grid.pieces.items():
        height, width = (len({cell[side] for cell in piece.shape}) for side in (0, 1))
        if sorted((height, width)) not in ([1, 2], [1, 3]) or connected_parts(piece.shape)[1:]:
            why = f"car {name} is not two or three cells in a line"
            raise error_at(PuzzleError, text, card.start(2) + letters.rindex(name), why)
    if letters.count("A") != 2 or letters.index("A") + 1 != letters.rindex("A"):
        raise error_at(PuzzleError, text, card.start(2), "a card needs the car A, two cells in a row, which must leave")
    goal = [["A", grid.pieces["A"].place[0] + 1, _SIDE - 1]]
    head = 'kind = "blocks"\nmetric = "slide"\n' + (f"optimum = {int(moves)}\n" if moves else "")
    text = f"{head}home = {_quoted(grid.rows)}\ngoal = {json.dumps(goal)}\naxis = true\n"
    return text, f"rush-{letters}"


def _quoted(rows: Sequence[Sequence[str]], *, apart: bool = False) -> str:
    """Write rows as a string of TOML."""
    return json.dumps(rows_text(rows, apart=apart), ensure_ascii=False)


def _name(rows: Sequence[Sequence[str]]) -> str:
    """Name a puzzle after its grid."""
    apart = "" if all(len(cell) == 1 for row in rows for cell in row) else "-"
    return f"grid-{'-'.join(apart.join(row) for row in rows)[:80]}"
