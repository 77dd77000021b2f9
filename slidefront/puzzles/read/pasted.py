"""Convert what people paste in place of a puzzle's name to the text of a puzzle file.

    tiles           the board is home, and the goal is its tiles in order with the hole last; or a second board below it
    Rush Hour       36 cells of cars: they move along their length, the red car has to come out
    blocks          any other grid in which a name may take several cells

Each reading says in words how the text was understood. A text that two readings fit is refused with both.
"""

import json
import re
from dataclasses import dataclass, field, replace
from itertools import chain

from slidefront.errors import BoardError, PuzzleError
from slidefront.puzzles.read.contradictions import check_exit
from slidefront.puzzles.read.grid_options import GridOptions
from slidefront.puzzles.read.klotski_json import is_klotski_json, read_klotski_json
from slidefront.puzzles.read.labels import goal_is_first, names_both, names_goal_only
from slidefront.puzzles.read.likeness import (
    check_holes,
    check_number_pieces,
    check_repeats,
    in_rows,
    joined,
    like_blocks,
    like_tiles,
    repeats,
)
from slidefront.puzzles.read.numbers import boards_in_numbers
from slidefront.puzzles.read.pasted_blocks import (
    BLANK,
    GATE,
    WALL,
    PastedGrid,
    Rows,
    check_size,
    is_object,
    read_grid_text,
    take_apart,
)
from slidefront.puzzles.read.pasted_boards import HOLE, PastedBoard, fit, read_pasted, value
from slidefront.puzzles.read.pddl import is_pddl, read_pddl
from slidefront.puzzles.read.rush_hour import MOVES_ANY_WAY, SIDE, Card, check_cars, like_cars, read_card

_CARD_LIKE = re.compile(r"[A-Zox.]{30,42}")
_PLACE = re.compile(r"\s*(\S+)\s+(\d+)\s+(\d+)\s*")
_TILES_OR_BLOCKS = "; if equal cells are one piece, read it as blocks with --axis none"


@dataclass(frozen=True)
class PastedPuzzle:
    """A puzzle as it was pasted."""

    text: str
    """The equivalent puzzle file."""
    how: str
    title: str = ""
    name: str = field(default="grid")
    decimal: bool = False
    """Whether tiles above 9 were typed as decimal numbers."""


def read_puzzle(text: str, options: GridOptions | None = None) -> PastedPuzzle:
    """Read a pasted puzzle; what cannot be read is refused with an example."""
    options = options or GridOptions()
    if is_pddl(text):
        return _pddl(text)
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
    if not options.any and (tiles := _tiles_or_numbers(text)):
        return tiles
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


def _tiles_or_numbers(text: str) -> PastedPuzzle | None:
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
        if not tiles or not tiles.how.endswith("board is the goal"):
            raise
        return tiles
    read = _of_numbers(boards, text) if len(boards) == 2 or (boards and not tiles) else None
    if read:
        same = tiles and tiles.text == read.text and (len(boards) == 1 or tiles.how.endswith("board is the goal"))
        return tiles if same else read
    if tiles and names_both(text) and not tiles.how.endswith("board is the goal"):
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
    return _tile_puzzle(board, [*chain.from_iterable(goals[0] if goals else ordered(board))], "")


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
    goal = [*chain.from_iterable(ordered(boards[0]))]
    if len(boards) == 2:
        wanted = fit(sections.parts[1], *boards[0].shape, dict_of(boards[0].tokens))
        if wanted is None:
            raise BoardError(
                "the second board does not have the tiles of the first: start and goal must have the same tiles"
            )
        goal = wanted.tokens
    said = [boards[0].how] if boards[0].how else []
    said += [f"the {sections.goal} board is the goal"] if len(boards) == 2 else []
    if boards[0].numbers is None and len(boards) == 1:
        said.append("the goal has their names in alphabetical order; for another use --to")
    return _tile_puzzle(replace(boards[0], how=", ".join(said)), goal, sections.title)


def dict_of(tokens: list[str]) -> dict[str, int]:
    """Count how often each tile occurs."""
    return {token: tokens.count(token) for token in tokens}


def ordered(board: PastedBoard) -> list[list[str]]:
    """Put the tiles of a board in order, with its hole in the last corner."""
    height, width = _hole_size(board)
    rows, columns = board.shape
    numbers = {cell: value(cell) or 0 for cell in board.tokens} if board.numbers else dict.fromkeys(board.tokens, 0)
    tiles = iter(sorted((cell for cell in board.tokens if cell != HOLE), key=lambda cell: (numbers[cell], cell)))
    return [
        [HOLE if r >= rows - height and c >= columns - width else next(tiles) for c in range(columns)]
        for r in range(rows)
    ]


def _hole_size(board: PastedBoard) -> tuple[int, int]:
    cells = [(r, c) for r, row in enumerate(board.rows) for c, cell in enumerate(row) if cell == HOLE]
    return len({r for r, _ in cells}), len({c for _, c in cells})


def _tile_puzzle(board: PastedBoard, goal: list[str], title: str) -> PastedPuzzle:
    home = "/".join(" ".join(row) for row in board.rows)
    columns = board.shape[1]
    rows = [goal[start : start + columns] for start in range(0, len(goal), columns)]
    text = f'kind = "tiles"\nhome = {quoted(home)}\ngoal = {quoted("/".join(" ".join(row) for row in rows))}\n'
    how = f"read as tiles: {board.how}" if board.how else ""
    return PastedPuzzle(text, how, title, _name("grid", board.rows), board.decimal)


def _pddl(text: str) -> PastedPuzzle:
    problem = read_pddl(text)
    rows = tuple(tuple(str(tile) if tile else HOLE for tile in row) for row in problem.start)
    board = PastedBoard(rows, "the :init of a PDDL problem", decimal=True)
    goal = [str(tile) if tile else HOLE for row in problem.goal or [] for tile in row]
    return _tile_puzzle(board, goal or [*chain.from_iterable(ordered(board))], "")


def _rush_hour(card: Card, options: GridOptions, text: str) -> PastedPuzzle:
    if options.goal is None:
        check_exit(text, card.red)
    row = card.grid.cells(card.red)[0][0]
    goal = ((card.red, row, SIDE - 2),)
    axis = tuple(card.grid.pieces) if options.axis in (None, "all") else ()
    file = _block_text(card.grid, options, axis, goal if options.goal is None else ())
    file = file.replace('kind = "blocks"\n', 'kind = "blocks"\nmetric = "slide"\n')
    flat = "".join("".join(row) for row in card.grid.rows)
    return PastedPuzzle(file, card.how, card.grid.title, f"rush-{flat}")


def _blocks(grid: PastedGrid, options: GridOptions, axis: tuple[str, ...]) -> PastedPuzzle:
    goal = grid.wanted if options.goal is None else ()
    text = _block_text(grid, options, axis, goal)
    said = [grid.how] if grid.how else []
    cells = {cell for row in grid.rows for cell in row}
    said += ["- is a gate"] if GATE in cells else []
    said += ["equal numbers are one piece"] if all(map(str.isdecimal, grid.pieces)) else []
    said += [f"the {grid.goal_is} grid is the goal"] if grid.goal is not None else []
    said += [MOVES_ANY_WAY] if not axis and like_cars(grid, options.axis) else []
    how = ", ".join(said)
    how = how if how.startswith("read as") or not how else f"read as blocks: {how}"
    return PastedPuzzle(text, how, grid.title, _name("grid", grid.rows))


def _block_text(
    grid: PastedGrid, options: GridOptions, axis: tuple[str, ...], goal: tuple[tuple[str, int, int], ...]
) -> str:
    _checkjoined(grid)
    apart = _apart(grid.rows)
    home = "/".join(apart.join(row) for row in grid.rows)
    lines = ['kind = "blocks"', f"home = {quoted(home)}"]
    if options.goal is not None:
        lines.append(f"goal = {_goal_text(options.goal, grid)}")
    elif goal:
        lines.append(f"goal = {json.dumps([list(one) for one in goal])}")
    elif grid.goal is not None:
        lines.append(f"goal = {quoted('/'.join(_apart(grid.goal).join(row) for row in grid.goal))}")
    lines += _rules(grid, options, axis)
    return "\n".join(lines) + "\n"


def _rules(grid: PastedGrid, options: GridOptions, axis: tuple[str, ...]) -> list[str]:
    lines = []
    if options.axis not in (None, "none"):
        axis = tuple(grid.pieces) if options.axis == "all" else _pieces("--axis", options.axis or "", grid)
    if axis and len(axis) == len(grid.pieces):
        lines.append("axis = true")
    elif axis:
        lines.append(f"axis = {json.dumps(list(axis))}")
    if options.frozen is not None:
        lines.append(f"frozen = {json.dumps(list(_pieces('--frozen', options.frozen, grid)))}")
    if options.groups is not None:
        groups = [_pieces("--groups", group, grid) for group in options.groups.split(",")]
        lines.append(f"groups = {json.dumps([list(group) for group in groups])}")
    return lines


def _pieces(option: str, text: str, grid: PastedGrid) -> tuple[str, ...]:
    """Read names of pieces: apart by blanks or commas, or one character each."""
    names = [name for name in re.split(r"[\s,]+", text) if name]
    if not all(name in grid.pieces for name in names):
        names = [letter for name in names for letter in name]
    for name in names:
        if name not in grid.pieces:
            raise PuzzleError(f"{option} names {name!r}; the pieces of the grid are {' '.join(grid.pieces)}")
    if not names:
        raise PuzzleError(f"{option} names no piece: write some of {' '.join(grid.pieces)}")
    return tuple(names)


def _goal_text(goal: str, grid: PastedGrid) -> str:
    """Read `--goal`: pieces with row and column from 0, or a grid."""
    places = [_PLACE.fullmatch(part) for part in re.split("[,;]", goal)]
    if all(places):
        return json.dumps([[place[1], int(place[2]), int(place[3])] for place in places if place])
    try:
        shown = read_grid_text(goal).rows
    except BoardError:
        shown = ((),)
    if (len(shown), len(shown[0])) != (len(grid.rows), len(grid.rows[0])):
        raise PuzzleError(
            f"--goal {goal!r} is neither a grid of {len(grid.rows)} x {len(grid.rows[0])} cells nor a piece with row "
            f"and column from 0: write it as --goal '{grid.pieces[0]} 0 1'"
        )
    return quoted("/".join(_apart(shown).join(row) for row in shown))


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
    return (grid.rows, grid.how) if (len(grid.rows), len(grid.rows[0])) == (rows, width) else (None, "")


def _checkjoined(grid: PastedGrid) -> None:
    parted = [name for name in grid.pieces if not joined(grid.cells(name))]
    if not parted:
        return
    times = {len(grid.cells(name)) for name in grid.pieces}
    if len(times) == 1 and len(grid.pieces) > 4 and all(map(str.isdecimal, grid.pieces)):
        raise BoardError(
            f"the text has each number {times.pop()} times: give one board, or start and goal with goal: between them; "
            f"many boards go into a file, one a line, for --from"
        )
    raise BoardError(
        f"piece {parted[0]} is in several parts; equal names are one piece, so give each piece a name of its own, "
        f"write walls as {WALL} and blanks as {BLANK}"
    )


def _apart(rows: Rows) -> str:
    return "" if all(len(cell) == 1 for row in rows for cell in row) else " "


def _name(kind: str, rows: Rows) -> str:
    apart = _apart(rows)
    return f"{kind}-{'-'.join((apart or '').join(row) for row in rows).replace(' ', '-')[:80]}"


def quoted(text: str) -> str:
    """Write a text as TOML; unprintable characters, and what would end the text, are refused."""
    if not text.isprintable():
        raise PuzzleError("the grid has characters that cannot be printed: write names of letters and digits")
    return json.dumps(text, ensure_ascii=False)
