"""Tile boards: a rectangle of tiles with a hole of h x w cells that stays rigid.

The hole moves one cell at a time, and the line of tiles that it moves onto goes to its other side. Moves are named
by the way the tiles go. With a hole of 1 x 2:

    1 2 3        1 2 3        1 2 3
    4 _ _   R    _ _ 4   U    5 6 4     R: one tile goes two cells right
    5 6 7        5 6 7        _ _ 7     U: two tiles go one cell up

In the line metric, for a hole of one cell, a move takes all tiles between the hole and its new cell one cell further:

    1 2 3        1 2 3
    _ 4 5        4 5 _        4 5 L
"""

from slidefront.errors import PuzzleError
from slidefront.puzzles.labels import DIGITS, Labels, is_hole
from slidefront.puzzles.transfer.frame import Frame, Transfer, check_cells
from slidefront.puzzles.transfer.puzzle import TransferPuzzle

_HOLE_WAYS = (("U", 1, 0), ("D", -1, 0), ("L", 0, 1), ("R", 0, -1))  # tiles up: the hole one row down


def frame(rows: int, columns: int, hole_rows: int = 1, hole_columns: int = 1, metric: str = "step") -> Frame:
    """Make the frame of a tile board."""
    check_cells(rows * columns)
    if metric == "line":
        if hole_rows * hole_columns > 1:
            raise PuzzleError("the line metric needs a hole of one cell")
        return _line_frame(rows, columns)
    tops, lefts = rows - hole_rows + 1, columns - hole_columns + 1

    def hole(anchor: int) -> tuple[int, ...]:
        top, left = divmod(anchor, lefts)
        return tuple((top + r) * columns + left + c for r in range(hole_rows) for c in range(hole_columns))

    moves = []
    for anchor in range(tops * lefts):
        top, left = divmod(anchor, lefts)
        for name, down, right in _HOLE_WAYS:
            if 0 <= top + down < tops and 0 <= left + right < lefts:
                end = (top + down) * lefts + left + right
                entered = sorted(set(hole(end)) - set(hole(anchor)))
                by = down * hole_rows * columns + right * hole_columns
                moves.append(Transfer(anchor, end, name, tuple((cell, cell - by) for cell in entered)))
    return Frame("tiles", rows, columns, tuple(hole(anchor) for anchor in range(tops * lefts)), tuple(moves))


def _line_frame(rows: int, columns: int) -> Frame:
    moves = []
    for hole in range(rows * columns):
        row, column = divmod(hole, columns)
        for name, down, right in _HOLE_WAYS:
            by = down * columns + right
            room = {1: rows - 1 - row, -1: row}[down] if down else {1: columns - 1 - column, -1: column}[right]
            cells = [hole + by * step for step in range(room + 1)]
            for last in range(1, room + 1):
                carries = tuple((cells[step], cells[step - 1]) for step in range(1, last + 1))
                moves.append(Transfer(hole, cells[last], name, carries))
    return Frame("tiles", rows, columns, tuple((cell,) for cell in range(rows * columns)), tuple(moves), "line")


def ordered_home(rows: int, columns: int, hole_rows: int, hole_columns: int) -> list[list[str]]:
    """Write the tiles in order with the hole in the last corner."""
    check_cells(rows * columns)
    tiles = iter(range(1, rows * columns))
    return [
        ["_" if r >= rows - hole_rows and c >= columns - hole_columns else DIGITS[next(tiles)] for c in range(columns)]
        for r in range(rows)
    ]


def tile_puzzle(name: str, text: str, home: list[list[str]], metric: str = "step") -> TransferPuzzle:
    """Make a puzzle of its home board; the hole is where the marks for it are."""
    rows, columns = len(home), len(home[0])
    check_cells(rows * columns)
    tokens = [token for row in home for token in row]
    if not any(is_hole(token) for token in tokens):
        raise PuzzleError("home has no hole: mark it with _ or . or 0")
    labels = Labels.of_tiles(tokens)
    board = [labels.label(token) or 0 for token in tokens]
    hole = [divmod(cell, columns) for cell, label in enumerate(board) if label == 0]
    if len(hole) == len(board):
        raise PuzzleError("home has no tiles")
    top, left = hole[0]
    bottom, right = hole[-1]
    if hole != [(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)]:
        raise PuzzleError("the hole of home is not a rectangle: its cells are one rigid piece of h x w")
    layout = frame(rows, columns, bottom - top + 1, right - left + 1, metric)
    return TransferPuzzle(name, text, layout, labels, board)
