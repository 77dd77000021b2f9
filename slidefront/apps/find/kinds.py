"""Kinds of puzzles as data: a board, the shapes of its pieces, their moves, and the question.

    rows        the board: . a free cell, # a wall
    shapes      their cells, places, directions and limits
    question    which piece must reach which goal, and where it starts

Three kinds are built in. `simple` and `corner` are all divisions of a board into connected pieces; they differ in the
goal. `rush` is Rush Hour on N x N cells. Other kinds are read from a file of rules:

    kind = "pieces"
    board = "..../..../..../..../...."    # . a free cell, # a wall

    [goal]
    piece = "king"                        # from = [1, 2], or covers = [1, 1]: where it starts, if not anywhere
    to = [4, 2]                           # or edges = "DR", which it touches; or reaches = [5, 3], which it covers

    [pieces.king]
    cells = "XX/XX"

    [pieces.soldier]
    cells = "X"                           # or "any": every connected shape, of at most `largest` cells
    count = 4                             # or least and most; also turned, axis, frozen = true

A kind is TOML text, from which any machine rebuilds it. Its symmetries are the symmetries of the board that map shapes
to shapes with the same rules. If a symmetry also maps the question to itself, a board and its image are the same
puzzle; otherwise the image asks the same question about another multiset.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from slidefront import Fields
from slidefront.apps.find.counting import count_all, count_boards, red_row
from slidefront.errors import LimitError, PuzzleError
from slidefront.moves import DIRECTIONS, METRICS, neighbours_of, reach

Cell = tuple[int, int]
CellSet = frozenset[Cell]


def at_corner(cells: Iterable[Cell]) -> CellSet:
    """Move cells up and left as far as possible."""
    cells = [*cells]
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return frozenset((r - top, c - left) for r, c in cells)


def free_cells(rows: Sequence[str]) -> CellSet:
    """List the cells without a wall."""
    return frozenset((r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == ".")


class PieceShape(NamedTuple):
    """A shape of pieces with its rules."""

    cells: CellSet
    """Its cells, at the upper left corner of the board."""
    directions: str = "UDLR"
    """The directions in which its pieces can move."""
    places: tuple[Cell, ...] | None = None
    """The cells where its bounding box can begin; None: wherever it fits."""
    limit: int = -1
    """The index of the limit that counts its pieces; -1: none."""
    amount: int = 1
    """The amount of the limit that a piece takes."""


class Limit(NamedTuple):
    """The least and the greatest amount that the pieces of some shapes take together."""

    least: int
    most: int


@dataclass(frozen=True)
class KindQuestion:
    """The question: a piece must move from a start to the goal."""

    shapes: frozenset[int] | None = None
    """The shapes that the goal's piece can have; None: any."""
    covers: Cell | None = None
    """A cell that the goal's piece covers at a start."""
    start: Cell | None = None
    """The cell where its bounding box begins at a start."""
    edges: str = ""
    """The edges of the board that its bounding box touches at the goal."""
    place: Cell | None = None
    """The cell where its bounding box begins at the goal; None: `edges` or `reaches` define the goal."""
    reaches: Cell | None = None
    """A cell that the goal's piece covers at the goal."""

    def is_met(self, corner: Cell, cells: CellSet, size: Cell) -> bool:
        """Whether a piece whose bounding box begins at `corner` is at the goal, on a board of this size."""
        height, width = (1 + max(cell[axis] for cell in cells) for axis in (0, 1))
        touched = {"U": 0, "D": size[0] - height, "L": 0, "R": size[1] - width}
        if self.reaches and (self.reaches[0] - corner[0], self.reaches[1] - corner[1]) not in cells:
            return False
        return self.place in (None, corner) and all(corner[edge in "LR"] == touched[edge] for edge in self.edges)


@dataclass(frozen=True)
class Kind:
    """A kind of puzzles; the module docstring explains its parts."""

    text: str
    """The kind as TOML."""
    title: str
    rows: tuple[str, ...]
    shapes: tuple[PieceShape, ...]
    question: KindQuestion
    metric: str = "move"
    limits: tuple[Limit, ...] = ()
    measures_clusters: bool = False
    """Whether the search measures clusters, as for rush, instead of questions."""
    divisions: Mapping[int, int] | None = None
    """The placement count by the number of pieces, if it is known in advance."""
    board_count: int | None = None
    """The board count, if clusters are measured and it is known in advance."""
    most: int | None = None
    """The most pieces of a puzzle, not counting walls; None: any number."""
    symmetric: bool = True
    """Whether the search uses the symmetries of the board."""

    @property
    def name(self) -> str:
        """A short name, which can be the name of a file."""
        most = "" if self.most is None else f"-{self.most}-pieces"
        return f"{self.title}-{len(self.rows)}x{len(self.rows[0])}{most}"

    @property
    def is_from_file(self) -> bool:
        """Whether a file of rules defines the kind; otherwise it is a built-in kind."""
        return tomllib.loads(self.text)["kind"] not in SHIPPED

    @property
    def most_symmetries(self) -> int:
        """The most symmetries that the board can have."""
        return 8 if len(self.rows) == len(self.rows[0]) else 4

    @property
    def size(self) -> tuple[int, int]:
        """The rows and columns of the board."""
        return len(self.rows), len(self.rows[0])

    @cached_property
    def free(self) -> CellSet:
        """The cells without a wall."""
        return free_cells(self.rows)

    @cached_property
    def directions(self) -> dict[CellSet, str]:
        """The directions in which pieces of each shape can move."""
        return {shape.cells: shape.directions for shape in self.shapes}

    def rows_of(self, board: str) -> list[str]:
        """Divide the cells of a board into rows."""
        columns = self.size[1]
        return [board[first : first + columns] for first in range(0, len(board), columns)]


def connected_shapes(rows: int, columns: int, largest: int = 64) -> list[CellSet]:
    """List the connected shapes of at most `largest` cells that fit on a rectangle, the largest first.

    Sets of cells are masks. Every connected set is a smaller connected set and a neighbour of it, so sets are built
    size by size, each with the mask of its neighbours.
    """
    cells = [divmod(cell, columns) for cell in range(rows * columns)]
    bits = {cell: 1 << number for number, cell in enumerate(cells)}
    neighbours = [sum(bits.get((r + down, c + right), 0) for down, right in DIRECTIONS.values()) for r, c in cells]
    top, left = (1 << columns) - 1, sum(1 << row * columns for row in range(rows))
    by_size: list[list[int]] = []
    sets = {bits[cell]: neighbours[number] for number, cell in enumerate(cells)}
    while sets and len(by_size) < largest:
        by_size.append(sorted(mask for mask in sets if mask & top and mask & left))
        larger = {}
        for mask, around in sets.items():
            waiting = around
            while waiting:
                bit = waiting & -waiting
                waiting ^= bit
                if mask | bit not in larger:
                    larger[mask | bit] = (around | neighbours[bit.bit_length() - 1]) & ~(mask | bit)
        sets = larger
    return [
        frozenset(cell for cell in cells if mask & bits[cell]) for same_size in reversed(by_size) for mask in same_size
    ]


def simple(text: str, rows: int, columns: int, metric: str, walls: int = 0, most: int | None = None) -> Kind:
    """Return the kind of all divisions of a board into connected pieces and empty cells.

    The piece in the upper left cell must move to the lower right, where its bounding box touches both edges.
    """
    if walls:
        raise PuzzleError("only the kind rush has walls", "walls")
    board = ("." * columns,) * rows
    divisions = count_all(rows, columns, frozenset((r, c) for r in range(rows) for c in range(columns)), most)
    shapes = tuple(map(PieceShape, connected_shapes(rows, columns)))
    question = KindQuestion(covers=(0, 0), edges="DR")
    return Kind(text, "simple", board, shapes, question, metric, divisions=divisions, most=most)


def corner(text: str, rows: int, columns: int, metric: str, walls: int = 0, most: int | None = None) -> Kind:
    """Return the kind `simple` with a stricter goal: the piece must cover the lower right cell."""
    question = KindQuestion(covers=(0, 0), reaches=(rows - 1, columns - 1))
    return replace(simple(text, rows, columns, metric, walls, most), title="corner", question=question)


def rush(text: str, rows: int, columns: int, metric: str, walls: int = 0, most: int | None = None) -> Kind:
    """Return the kind of Rush Hour: cars of two and three cells move along their length, and the red car leaves.

    The red car has two cells and leaves to the right. No other car in its row lies across. The lengths of the cars of a
    line add up to less than the line.
    """
    if rows != columns:
        raise PuzzleError(f"the board of rush must be a square, not {rows}x{columns}")
    lines, red = range(rows), red_row(rows)
    lengths = [Limit(0, rows - 1)] * (2 * rows)
    shapes = [PieceShape(_car(2, across=True), "LR", _row(red, rows - 1), 2 * rows)]
    for line in lines:
        for length in (2, 3):
            if line != red:
                shapes.append(PieceShape(_car(length, across=True), "LR", _row(line, rows - length + 1), line, length))
            places = tuple((r, line) for r in range(rows - length + 1))
            shapes.append(PieceShape(_car(length, across=False), "UD", places, rows + line, length))
    if walls:
        shapes += [PieceShape(frozenset({(0, 0)}), "", ((r, c),), 2 * rows + 1) for r in lines for c in lines]
    takes_minutes = walls and rows * columns == MOST_CELLS_OF["rush"]
    return Kind(
        text=text,
        title="rush",
        rows=("." * columns,) * rows,
        shapes=tuple(shapes),
        question=KindQuestion(frozenset({0}), edges="R"),
        metric=metric,
        limits=(*lengths, Limit(1, 1), Limit(0, walls)),
        measures_clusters=True,
        board_count=None if takes_minutes else sum(count_boards(rows, number, most) for number in range(walls + 1)),
        most=most,
    )


def _car(length: int, *, across: bool) -> CellSet:
    return frozenset((0, i) if across else (i, 0) for i in range(length))


def _row(row: int, places: int) -> tuple[tuple[int, int], ...]:
    return tuple((row, c) for c in range(places))


RULE_FIELDS = {"kind", "title", "board", "metric", "most", "goal", "pieces", "symmetries"}
_OF_PIECE = {"cells", "count", "least", "most", "turned", "axis", "frozen", "largest"}
_GOALS = ("to", "edges", "reaches")
_OF_GOAL = {"piece", "from", "covers", *_GOALS}
_TITLE = re.compile(r"[A-Za-z0-9_-]{1,40}")
MOST_KIND_CELLS = 36
MOST_CELLS_OF_ANY = 20
"""Larger boards have too many connected shapes."""
MOST_LARGEST = 6
ANY = "any"


def pieces(text: str, fields: Fields, metric: str, most: int | None) -> Kind:
    """Return the kind that a file of rules defines."""
    rows = _board(fields)
    size, free = (len(rows), len(rows[0])), free_cells(rows)
    given = {}
    for name, piece_fields in _table(fields, "pieces").items():
        if not isinstance(piece_fields, dict):
            raise PuzzleError(f"the piece {name} must be a table: write [pieces.{name}] with cells")
        given[name] = _fields(piece_fields, "pieces", _OF_PIECE)
    shapes = [shape for number, piece in enumerate(given.values()) for shape in _shapes(piece, number, size, free)]
    shapes.sort(key=lambda shape: -len(shape.cells))
    if len({shape.cells for shape in shapes}) < len(shapes):
        raise PuzzleError("two tables of pieces share a shape: write it once, with a greater count")
    title = fields.text("title") or "pieces"
    if not _TITLE.fullmatch(title):
        raise PuzzleError(f"the title {title!r} names a folder: use at most 40 letters, digits and hyphens")
    return Kind(
        text=text,
        title=title,
        rows=rows,
        shapes=tuple(shapes),
        question=_question(_fields(_table(fields, "goal"), "goals", _OF_GOAL), [*given], shapes, size),
        metric=metric,
        limits=tuple(_limit(name, piece, len(free)) for name, piece in given.items()),
        divisions=_divisions(given, size, free, most),
        most=most,
        symmetric=_flag(fields, "symmetries", default=True),
    )


def _flag(fields: Fields, name: str, *, default: bool = False) -> bool:
    value = fields.raw(name)
    if not isinstance(value, bool | None):
        raise PuzzleError(f"the field {name} must be true or false")
    return default if value is None else value


def _fields(values: dict[str, Any], kind: str, known: Iterable[str]) -> Fields:
    fields = Fields(values)
    fields.check_names(kind, known)
    return fields


def _table(fields: Fields, name: str) -> dict[str, Any]:
    table = fields.raw(name)
    if not isinstance(table, dict) or not table:
        example = "[goal] with piece and to" if name == "goal" else "[pieces.A] with cells"
        raise PuzzleError(f"the table {name} is missing: write {example}")
    return table


def _board(fields: Fields) -> tuple[str, ...]:
    rows = fields.needed("board", 'rows of cells, . for a free one and # for a wall, such as "..#/..."').split()
    rows = [row for line in rows for row in line.split("/") if row]
    if not rows or {len(row) for row in rows} != {len(rows[0])} or {*"".join(rows)} - {*".#"}:
        raise PuzzleError("the board must be rows of equal length, with . for a free cell and # for a wall")
    if len(rows) * len(rows[0]) > MOST_KIND_CELLS:
        raise PuzzleError(f"the board has {len(rows) * len(rows[0])} cells; the maximum is {MOST_KIND_CELLS}")
    return tuple(rows)


def _shapes(piece: Fields, limit: int, size: Cell, free: CellSet) -> Iterable[PieceShape]:
    """List the shapes of a piece; `limit` is the index of its limit."""
    shapes: Iterable[CellSet]
    if piece.raw("cells") == ANY:
        largest = _number(piece, "largest", len(free))
        if largest > MOST_LARGEST and size[0] * size[1] > MOST_CELLS_OF_ANY:
            raise LimitError(
                f"the board has too many connected shapes: limit their cells with largest, at most {MOST_LARGEST}"
            )
        shapes = connected_shapes(*size, largest)
    else:
        turns = [_cells(piece)]
        for _ in range(3 if _flag(piece, "turned") else 0):
            turns.append(at_corner((c, -r) for r, c in turns[-1]))
        shapes = dict.fromkeys(turns)
    fitting = [cells for cells in shapes if all(r < size[0] and c < size[1] for r, c in cells)]
    if not fitting:
        raise PuzzleError(f"the cells {piece.text('cells')!r} do not fit on the board")
    return [PieceShape(cells, _directions(piece, cells), limit=limit) for cells in fitting]


def _cells(piece: Fields) -> CellSet:
    rows = piece.needed("cells", 'such as "XX/X."').replace("/", "\n").split()
    cells = frozenset((r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell != ".")
    if {*reach([*cells][:1], lambda cell: neighbours_of(cell) & cells)} != cells or not cells:
        raise PuzzleError(f"the cells {'/'.join(rows)!r} are not connected: give each piece its own table")
    return at_corner(cells)


def _directions(piece: Fields, cells: CellSet) -> str:
    """Return the directions of a shape: along its longer side if it has an axis."""
    if _flag(piece, "frozen"):
        return ""
    if not _flag(piece, "axis"):
        return "".join(DIRECTIONS)
    height, width = (1 + max(cell[side] for cell in cells) for side in (0, 1))
    if height == width:
        raise PuzzleError("a piece that is as wide as it is high has no direction of its own: remove axis")
    return "UD" if height > width else "LR"


def _number(fields: Fields, name: str, default: int) -> int:
    value = fields.raw(name)
    if value is None:
        return default
    if type(value) is not int or not 0 <= value <= MOST_KIND_CELLS:
        raise PuzzleError(f"{name} must be a number from 0 to {MOST_KIND_CELLS}")
    return value


def _limit(name: str, piece: Fields, free: int) -> Limit:
    """Return the least and the greatest piece count in the file; by default 1, or any number for the shape `any`."""
    is_any = piece.raw("cells") == ANY
    count = _number(piece, "count", 0 if is_any else 1)
    least = _number(piece, "least", count)
    limit = Limit(least, _number(piece, "most", free if is_any and piece.raw("count") is None else max(count, least)))
    if limit.least > limit.most:
        raise PuzzleError(f"piece {name}: least must not exceed most")
    return limit


def _question(goal: Fields, names: list[str], shapes: list[PieceShape], size: Cell) -> KindQuestion:
    piece = goal.needed("piece", "the name of a piece")
    if piece not in names:
        raise PuzzleError(f"goal: {piece!r} is not a piece: choose from {', '.join(names)}")
    edges = goal.text("edges") or ""
    if {*edges} - {*DIRECTIONS} or sum(bool(goal.raw(name)) for name in _GOALS) != 1:
        raise PuzzleError('goal: write to = [4, 2], reaches = [4, 2] or edges = "DR", with letters of U, D, L and R')
    limit = names.index(piece)
    return KindQuestion(
        shapes=frozenset(number for number, shape in enumerate(shapes) if shape.limit == limit),
        covers=_cell(goal, "covers", size),
        start=_cell(goal, "from", size),
        edges=edges,
        place=_cell(goal, "to", size),
        reaches=_cell(goal, "reaches", size),
    )


def _cell(goal: Fields, name: str, size: Cell) -> Cell | None:
    value = goal.raw(name)
    if value is None:
        return None
    if not (isinstance(value, list) and len(value) == 2 and all(type(number) is int for number in value)):
        raise PuzzleError(f"goal: {name} must be a row and a column, such as [4, 2]")
    r, c = value
    if not (1 <= r <= size[0] and 1 <= c <= size[1]):
        raise PuzzleError(f"goal: {name} = {value} is outside the board: write [1, 1] to [{size[0]}, {size[1]}]")
    return r - 1, c - 1


def _divisions(given: Mapping[str, Fields], size: Cell, free: CellSet, most: int | None) -> dict[int, int] | None:
    """Count all placements if all pieces are allowed in any number; otherwise return None."""
    (first, *others) = given.values()
    if others or first.raw("cells") != ANY or any(first.raw(name) is not None for name in _OF_PIECE - {"cells"}):
        return None
    return count_all(*size, free, most)


_SIZE = re.compile(r"([0-9]+)\s*[xX×]\s*([0-9]+)")
SHIPPED = {"simple": simple, "corner": corner, "rush": rush}
DEFAULT = {"rush": "slide"}
"""The default metric by kind; other kinds count moves along any path."""
MOST_CELLS_OF = {"simple": 25, "corner": 25, "rush": 36}
"""Larger boards raise an error at once, because counting them would take long."""
MOST_WALLS = 2


def kind_of(word: str, rules: str = "simple", walls: int = 0, most: int | None = None) -> Kind:
    """Return a built-in kind on a board such as 4x5, or the kind of a file."""
    if _SIZE.fullmatch(word):
        line = f"walls = {walls}\n" if walls else ""
        line += "" if most is None else f"most = {most}\n"
        return read_kind(f'kind = "{rules}"\nboard = "{word}"\n{line}')
    if rules != "simple" or walls or most is not None:
        raise PuzzleError(
            f"{word} is not a size such as 4x5, and a file contains its own rules: leave the other options out",
            "rules",
            "walls",
            "most",
        )
    try:
        return read_kind(Path(word).read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", "it is not UTF-8 text")
        raise PuzzleError(f"{word} is neither a size such as 4x5 nor a file that can be read: {why}") from None


@lru_cache(maxsize=4)
def read_kind(text: str) -> Kind:
    """Return the kind that a TOML text defines."""
    try:
        fields = Fields(tomllib.loads(text))
    except (ValueError, RecursionError) as error:  # ValueError: no TOML, or a number beyond all use
        raise PuzzleError(f"the kind cannot be read: {error}") from None
    name = fields.raw("kind")
    known = RULE_FIELDS if name == "pieces" else ("kind", "board", "metric", "walls", "most")
    fields.check_names(f"puzzles of the kind {name}", known)
    name = fields.choice("kind", (*SHIPPED, "pieces"))
    metric = fields.choice("metric", METRICS, DEFAULT.get(name, "move"))
    most = fields.raw("most")
    if most is not None and (type(most) is not int or most < 1):
        raise PuzzleError(f"most must be a number of pieces, not {most}")
    if name == "pieces":
        return pieces(text, fields, metric, most)
    board = fields.needed("board", "a size, such as 4x5")
    match = _SIZE.fullmatch(board)
    if match is None or not 1 <= int(match[1]) * int(match[2]) <= MOST_CELLS_OF[name]:
        raise PuzzleError(f"the board {board!r} must be a size of at most {MOST_CELLS_OF[name]} cells, such as 4x5")
    walls = 0 if fields.raw("walls") is None else fields.raw("walls")
    if type(walls) is not int or not 0 <= walls <= MOST_WALLS:
        raise PuzzleError(f"a board has 0 to {MOST_WALLS} walls, not {walls}")
    return SHIPPED[name](text, int(match[1]), int(match[2]), metric, walls, most)
