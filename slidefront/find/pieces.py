"""The kind `pieces`: given pieces on a board of any form, read from a file of rules.

kind = "pieces"
board = "..../..../..../..../...."    # . a free cell, # a wall

[goal]
piece = "king"                        # from = [0, 1], or covers = [0, 0]: where it starts, if not anywhere
to = [3, 1]                           # or edges = "DR": the edges of the board that it touches

[pieces.king]
cells = "XX/XX"

[pieces.soldier]
cells = "X"                           # or "any": every connected shape, of at most `largest` cells
count = 4                             # or least and most; also turned, axis, frozen = true
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from slidefront.errors import LimitError, PuzzleError
from slidefront.find.counting import count_all
from slidefront.find.kind import EDGES, Cell, Cells, Kind, Limit, PieceGoal, PieceShape, at_corner, free_cells
from slidefront.find.shapes import connected_shapes
from slidefront.puzzles.fields import Fields

FIELDS = {"kind", "title", "board", "metric", "most", "goal", "pieces", "symmetries"}
_OF_PIECE = {"cells", "count", "least", "most", "turned", "axis", "frozen", "largest"}
_OF_GOAL = {"piece", "from", "covers", "to", "edges"}
_TITLE = re.compile(r"[A-Za-z0-9_-]{1,40}")
MOST_CELLS = 36
MOST_CELLS_OF_ANY = 20
"""Boards with more cells have too many connected shapes."""
MOST_LARGEST = 6
ANY = "any"


def pieces(text: str, fields: Fields, metric: str, most: int | None) -> Kind:
    """Make the kind of a file."""
    fields.check_names("pieces", FIELDS)
    rows = _board(fields)
    size, free = (len(rows), len(rows[0])), free_cells(rows)
    given = {name: _fields_of(name, one) for name, one in _table(fields, "pieces").items()}
    shapes = [shape for number, one in enumerate(given.values()) for shape in _shapes(one, number, size, free)]
    shapes.sort(key=lambda shape: -len(shape.cells))
    if len({shape.cells for shape in shapes}) < len(shapes):
        raise PuzzleError("two tables of pieces have a shape in common: give it once, with a greater count")
    title = fields.line("title") or "pieces"
    if not _TITLE.fullmatch(title):
        raise PuzzleError(f"the title {title!r} names a folder: use at most 40 letters, digits and hyphens")
    return Kind(
        text=text,
        title=title,
        rows=rows,
        shapes=tuple(shapes),
        question=_question(Fields(_table(fields, "goal")), [*given], shapes, size),
        metric=metric,
        limits=tuple(_limit(name, one, len(free)) for name, one in given.items()),
        divisions=_divisions(given, size, free, most),
        most=most,
        symmetric=fields.flag("symmetries", default=True),
    )


def _fields_of(name: str, piece: object) -> Fields:
    if not isinstance(piece, dict):
        raise PuzzleError(f"the piece {name} must be a table: write [pieces.{name}] with cells")
    fields = Fields(piece)
    fields.check_names("a piece", _OF_PIECE)
    return fields


def _table(fields: Fields, name: str) -> dict[str, Any]:
    found = fields.raw(name)
    if not isinstance(found, dict) or not found:
        example = "[goal] with piece and to" if name == "goal" else "[pieces.A] with cells"
        raise PuzzleError(f"the table {name} is missing: write {example}")
    return found


def _board(fields: Fields) -> tuple[str, ...]:
    rows = fields.needed("board", 'rows of cells, . for a free one and # for a wall, such as "..#/..."').split()
    rows = [row for line in rows for row in line.split("/") if row]
    if not rows or {len(row) for row in rows} != {len(rows[0])} or {*"".join(rows)} - {*".#"}:
        raise PuzzleError("the board must be rows of equal length, with . for a free cell and # for a wall")
    if len(rows) * len(rows[0]) > MOST_CELLS:
        raise PuzzleError(f"the board has {len(rows) * len(rows[0])} cells, and may have {MOST_CELLS}")
    return tuple(rows)


def _shapes(piece: Fields, limit: int, size: Cell, free: Cells) -> Iterable[PieceShape]:
    """List the shapes of a piece."""
    found: Iterable[Cells]
    if piece.raw("cells") == ANY:
        largest = _number(piece, "largest", len(free))
        if largest > MOST_LARGEST and size[0] * size[1] > MOST_CELLS_OF_ANY:
            raise LimitError(f"the board has too many connected shapes: give largest, of at most {MOST_LARGEST} cells")
        found = connected_shapes(*size, largest)
    else:
        found = _turns(_cells(piece)) if piece.flag("turned", default=False) else [_cells(piece)]
    fitting = [one for one in found if all(r < size[0] and c < size[1] for r, c in one)]
    if not fitting:
        raise PuzzleError(f"the cells {piece.line('cells')!r} do not fit on the board")
    return [PieceShape(cells, _ways(piece, cells), limit=limit) for cells in fitting]


def _cells(piece: Fields) -> Cells:
    rows = piece.needed("cells", 'such as "XX/X."').replace("/", "\n").split()
    cells = frozenset((r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell != ".")
    reached: set[Cell] = set()
    rest = [min(cells)] if cells else []
    while rest:
        r, c = rest.pop()
        reached.add((r, c))
        rest += {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & cells - reached
    if not cells or reached != cells:
        raise PuzzleError(f"the cells {'/'.join(rows)!r} are not connected: give each piece its own table")
    return at_corner(cells)


def _turns(cells: Cells) -> list[Cells]:
    """List a shape in all orientations, without those that are equal; it is not turned over."""
    found = [cells]
    for _ in range(3):
        found.append(at_corner((c, -r) for r, c in found[-1]))
    return [*dict.fromkeys(found)]


def _ways(piece: Fields, cells: Cells) -> str:
    """Which ways a shape moves: along its longer side if it has an axis."""
    if piece.flag("frozen", default=False):
        return ""
    if not piece.flag("axis", default=False):
        return "".join(EDGES)
    height, width = (1 + max(cell[side] for cell in cells) for side in (0, 1))
    if height == width:
        raise PuzzleError("a piece that is as wide as it is high has no length to move along: remove axis")
    return "UD" if height > width else "LR"


def _number(fields: Fields, name: str, default: int) -> int:
    value = fields.raw(name)
    if value is None:
        return default
    if type(value) is not int or not 0 <= value <= MOST_CELLS:
        raise PuzzleError(f"{name} must be a number from 0 to {MOST_CELLS}")
    return value


def _limit(name: str, piece: Fields, free: int) -> Limit:
    """How many of a piece there are at least and at most: 1 if nothing is said, of `any` any number."""
    is_any = piece.raw("cells") == ANY
    count = _number(piece, "count", 0 if is_any else 1)
    least = _number(piece, "least", count)
    limit = Limit(least, _number(piece, "most", free if is_any and piece.raw("count") is None else max(count, least)))
    if limit.least > limit.most:
        raise PuzzleError(f"piece {name}: least is more than most")
    return limit


def _question(goal: Fields, names: list[str], shapes: list[PieceShape], size: Cell) -> PieceGoal:
    goal.check_names("a goal", _OF_GOAL)
    piece = goal.needed("piece", "the name of a piece")
    if piece not in names:
        raise PuzzleError(f"goal: {piece!r} is not a piece: choose from {', '.join(names)}")
    edges = goal.line("edges")
    if {*edges} - {*EDGES} or bool(edges) == (goal.raw("to") is not None):
        raise PuzzleError('goal: give one of to, such as [3, 1], and edges, some of U, D, L and R, such as "DR"')
    limit = names.index(piece)
    return PieceGoal(
        shapes=frozenset(number for number, shape in enumerate(shapes) if shape.limit == limit),
        covers=_cell(goal, "covers", size),
        start=_cell(goal, "from", size),
        edges=edges,
        place=_cell(goal, "to", size),
    )


def _cell(goal: Fields, name: str, size: Cell) -> Cell | None:
    value = goal.raw(name)
    if value is None:
        return None
    if not (isinstance(value, list) and len(value) == 2 and all(type(one) is int for one in value)):
        raise PuzzleError(f"goal: {name} must be a row and a column, counted from 0, such as [3, 1]")
    r, c = value
    if not (0 <= r < size[0] and 0 <= c < size[1]):
        raise PuzzleError(f"goal: {name} {value} is outside the board")
    return r, c


def _divisions(given: Mapping[str, Fields], size: Cell, free: Cells, most: int | None) -> dict[int, int] | None:
    """Count all placements, if there may be any pieces in any number; None if that is not so."""
    (first, *others) = given.values()
    if others or first.raw("cells") != ANY or any(first.raw(name) is not None for name in _OF_PIECE - {"cells"}):
        return None
    return count_all(*size, free, most)
