"""Kinds of puzzles as data: a board, the pieces that may lie on it, how they move, and the question.

    rows        . a free cell, # a wall
    shapes      cells, where they may lie, how they may move, how many there may be
    question    which piece must go where, and where it starts

Three kinds ship with the program. `simple` and `corner` are every division of a board into connected pieces, and
differ in where the goal piece must go. `rush` is Rush Hour on N x N cells. Others are read from a file of rules:

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

A kind is TOML, which makes it again on any machine. Its symmetries are those of its board that map shapes to shapes
with the same rules. Those that also map the question to itself make the same puzzle of a board and its image; the
others make the same question of another multiset.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from slidefront import Fields
from slidefront.apps.find.counting import count_all
from slidefront.arrays import Numbers
from slidefront.errors import LimitError, PuzzleError
from slidefront.moves import DIRECTIONS, METRICS

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
    """A shape of pieces."""

    cells: CellSet
    """Its cells, at the upper left corner of the board."""
    ways: str = "UDLR"
    """The ways that its pieces may move."""
    places: tuple[Cell, ...] | None = None
    """Where its bounding box may be: all that is not None is a rule; None: wherever it fits."""
    limit: int = -1
    """The number of the limit that counts its pieces; -1: none."""
    amount: int = 1
    """How much of the limit one piece takes."""


class Limit(NamedTuple):
    """How much the pieces of some shapes may take together."""

    least: int
    most: int


@dataclass(frozen=True)
class PieceGoal:
    """What is asked of a board: a piece must come from a start to the goal."""

    shapes: frozenset[int] | None = None
    """The shapes of the goal's piece; None: any."""
    covers: Cell | None = None
    """A cell that the goal's piece covers at a start."""
    start: Cell | None = None
    """Where its bounding box is at a start."""
    edges: str = ""
    """The edges of the board that its bounding box touches at the goal."""
    place: Cell | None = None
    """Where its bounding box is at the goal; None: `edges` or `reaches` says it."""
    reaches: Cell | None = None
    """A cell that the goal's piece covers at the goal."""

    def is_met(self, corner: Cell, cells: CellSet, size: Cell) -> bool:
        """Tell whether a piece of the goal whose bounding box begins at a cell is at the goal."""
        height, width = (1 + max(cell[axis] for cell in cells) for axis in (0, 1))
        touched = {"U": 0, "D": size[0] - height, "L": 0, "R": size[1] - width}
        if self.reaches and (self.reaches[0] - corner[0], self.reaches[1] - corner[1]) not in cells:
            return False
        return self.place in (None, corner) and all(corner[edge in "LR"] == touched[edge] for edge in self.edges)


@dataclass(frozen=True)
class Kind:
    """A kind of puzzles."""

    text: str
    """The kind as TOML, which makes it again on any machine."""
    title: str
    rows: tuple[str, ...]
    shapes: tuple[PieceShape, ...]
    question: PieceGoal
    metric: str = "move"
    limits: tuple[Limit, ...] = ()
    measure: str = "questions"
    divisions: Mapping[int, int] | None = None
    """The number of placements by the number of pieces, if it is known."""
    boards: int | None = None
    """The number of all boards, if clusters are measured and it is known."""
    most: int | None = None
    """The most pieces of a puzzle; walls are not counted. None: any number."""
    symmetric: bool = True
    """Whether images under the symmetries of the board are the same puzzle."""

    @property
    def name(self) -> str:
        """The kind in a few words, which can be the name of a file."""
        most = "" if self.most is None else f"-{self.most}-pieces"
        return f"{self.title}-{len(self.rows)}x{len(self.rows[0])}{most}"

    @property
    def is_from_file(self) -> bool:
        """Whether a file of rules describes the kind, rather than a size of a shipped kind."""
        return tomllib.loads(self.text)["kind"] not in SHIPPED

    @property
    def symmetries(self) -> int:
        """How many symmetries the board has at most."""
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
    def sharing(self) -> Counter[int]:
        """For each limit, how many shapes share it."""
        return Counter(shape.limit for shape in self.shapes)

    @cached_property
    def ways(self) -> dict[CellSet, str]:
        """The ways that pieces of each shape move."""
        return {shape.cells: shape.ways for shape in self.shapes}

    def rows_of(self, board: str) -> list[str]:
        """Divide the cells of a board into rows."""
        columns = self.size[1]
        return [board[at : at + columns] for at in range(0, len(board), columns)]


def connected_shapes(rows: int, columns: int, largest: int = 64) -> list[CellSet]:
    """List the connected shapes of at most so many cells that fit on a rectangle, the largest first.

    Each connected set of cells is a smaller one and a neighbour, so sets are found size by size.
    """
    near = [_near(cell, rows, columns) for cell in range(rows * columns)]
    found: list[list[int]] = []
    sets = {1 << cell: near[cell] for cell in range(rows * columns)}
    while sets and len(found) < largest:
        top, left = (1 << columns) - 1, sum(1 << row * columns for row in range(rows))
        found.append(sorted(one for one in sets if one & top and one & left))
        larger = {}
        for one, around in sets.items():
            rest = around
            while rest:
                bit = rest & -rest
                rest ^= bit
                if one | bit not in larger:
                    larger[one | bit] = (around | near[bit.bit_length() - 1]) & ~(one | bit)
        sets = larger
    cells = [divmod(cell, columns) for cell in range(rows * columns)]
    return [
        frozenset(cell for number, cell in enumerate(cells) if one >> number & 1)
        for same in reversed(found)
        for one in same
    ]


def _near(cell: int, rows: int, columns: int) -> int:
    r, c = divmod(cell, columns)
    around = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
    return sum(1 << y * columns + x for y, x in around if 0 <= y < rows and 0 <= x < columns)


def simple(text: str, rows: int, columns: int, metric: str, walls: int = 0, most: int | None = None) -> Kind:
    """Every division of a board into connected pieces and empty cells.

    The piece in the upper left cell goes to the lower right: its bounding box touches both edges there.
    """
    if walls:
        raise PuzzleError("only the kind rush has walls", "walls")
    board = ("." * columns,) * rows
    divisions = count_all(rows, columns, frozenset((r, c) for r in range(rows) for c in range(columns)), most)
    shapes = tuple(map(PieceShape, connected_shapes(rows, columns)))
    question = PieceGoal(covers=(0, 0), edges="DR")
    return Kind(text, "simple", board, shapes, question, metric, divisions=divisions, most=most)


def corner(text: str, rows: int, columns: int, metric: str, walls: int = 0, most: int | None = None) -> Kind:
    """The kind `simple` with a stricter goal: the piece covers the lower right cell itself."""
    question = PieceGoal(covers=(0, 0), reaches=(rows - 1, columns - 1))
    return replace(simple(text, rows, columns, metric, walls, most), title="corner", question=question)


MOST_SIDE = 6
"""The largest board whose boards are counted beforehand."""


def rush(text: str, rows: int, columns: int, metric: str, walls: int = 0, most: int | None = None) -> Kind:
    """Cars of two and three cells that move along their length, and some walls; the red one leaves to the right.

    The red car is of two cells, and the only one across in its row. The lengths of the cars of a line add up to less
    than the line.
    """
    if rows != columns:
        raise PuzzleError(f"the board of rush must be a square, not {rows}x{columns}")
    lines, red = range(rows), _red_row(rows)
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
    minutes = rows > MOST_SIDE or (rows == MOST_SIDE and walls)  # that counting would take
    return Kind(
        text=text,
        title="rush",
        rows=("." * columns,) * rows,
        shapes=tuple(shapes),
        question=PieceGoal(frozenset({0}), edges="R"),
        metric=metric,
        limits=(*lengths, Limit(1, 1), Limit(0, walls)),
        measure="clusters",
        boards=None if minutes else sum(count_boards(rows, some, most) for some in range(walls + 1)),
        most=most,
    )


def count_boards(side: int, walls: int, most: int | None = None) -> int:
    """Count all boards with so many walls, and at most so many cars, without listing their cars.

    Once it is known which cells the cars across and the walls cover, the cars of each column are free of each other.
    """
    weight, degrees = (0, 1) if most is None else (1, most + 1)  # a polynomial counts boards by their cars
    lines = np.array([(mask, weight * cars) for mask, cars in _lines(side)])
    red = np.array([(3 << at, weight) for at in range(side - 1)])
    down = np.zeros((1 << side, 1 + int(lines[:, 1].max())), np.int64)
    for taken in range(1 << side):
        np.add.at(down[taken], lines[lines[:, 0] & taken == 0, 1], 1)
    count = 0
    for some in combinations(product(range(side), repeat=2), walls):
        walled = [sum(1 << c for r, c in some if r == row) for row in range(side)]
        across = [(red if row == _red_row(side) else lines) for row in range(side)]
        across = [options[options[:, 0] & mask == 0] | (mask, 0) for options, mask in zip(across, walled, strict=True)]
        count += sum(_boards_below(first, across[1:], down, degrees) for first in across[0])
    return count


def _boards_below(first: Numbers, across: list[Numbers], down: Numbers, degrees: int) -> int:
    """Add up, over all choices of a mask for each row, the product of the ways to fill the columns."""
    side = len(across) + 1
    rows, cars = first[None, 0], first[None, 1]
    for row, options in enumerate(across, 1):
        rows = (rows[:, None] | options[:, 0] << row * side).reshape(-1)
        cars = (cars[:, None] + options[:, 1]).reshape(-1)
        rows, cars = rows[cars < degrees], cars[cars < degrees]
    ways = (cars == np.arange(degrees)[:, None]).astype(np.int64)
    for column in range(side):
        taken = np.zeros(rows.size, np.int64)
        for row in range(side):
            taken |= (rows >> row * side + column & 1) << row
        before, ways = ways, np.zeros_like(ways)
        for more, factor in enumerate(down[taken].T[:degrees]):
            ways[more:] += before[: degrees - more] * factor
    return int(ways.sum())


def _lines(side: int) -> list[tuple[int, int]]:
    """The masks of all ways to put cars on a line, and how many cars that are."""
    found, rest = [], [(0, 0, 0, 0)]
    while rest:
        mask, begin, length, cars = rest.pop()
        found.append((mask, cars))
        for car in (2, 3):
            rest += [
                (mask | (1 << car) - 1 << at, at + car, length + car, cars + 1)
                for at in range(begin, side - car + 1)
                if length + car < side
            ]
    return found


def _red_row(side: int) -> int:
    return (side - 1) // 2


def _car(length: int, *, across: bool) -> CellSet:
    return frozenset((0, i) if across else (i, 0) for i in range(length))


def _row(row: int, places: int) -> tuple[tuple[int, int], ...]:
    return tuple((row, c) for c in range(places))


FIELDS = {"kind", "title", "board", "metric", "most", "goal", "pieces", "symmetries"}
_OF_PIECE = {"cells", "count", "least", "most", "turned", "axis", "frozen", "largest"}
_GOALS = ("to", "edges", "reaches")
_OF_GOAL = {"piece", "from", "covers", *_GOALS}
_TITLE = re.compile(r"[A-Za-z0-9_-]{1,40}")
MOST_CELLS = 36
MOST_CELLS_OF_ANY = 20
"""Boards with more cells have too many connected shapes."""
MOST_LARGEST = 6
ANY = "any"


def pieces(text: str, fields: Fields, metric: str, most: int | None) -> Kind:
    """Make the kind of a file."""
    rows = _board(fields)
    size, free = (len(rows), len(rows[0])), free_cells(rows)
    given = {name: _fields_of(name, one) for name, one in _table(fields, "pieces").items()}
    shapes = [shape for number, one in enumerate(given.values()) for shape in _shapes(one, number, size, free)]
    shapes.sort(key=lambda shape: -len(shape.cells))
    if len({shape.cells for shape in shapes}) < len(shapes):
        raise PuzzleError("two tables of pieces have a shape in common: give it once, with a greater count")
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
        limits=tuple(_limit(name, one, len(free)) for name, one in given.items()),
        divisions=_divisions(given, size, free, most),
        most=most,
        symmetric=_flag(fields, "symmetries", default=True),
    )


def _flag(fields: Fields, name: str, *, default: bool = False) -> bool:
    value = fields.raw(name)
    if not isinstance(value, bool | None):
        raise PuzzleError(f"the field {name} must be true or false")
    return default if value is None else value


def _fields_of(name: str, piece: object) -> Fields:
    if not isinstance(piece, dict):
        raise PuzzleError(f"the piece {name} must be a table: write [pieces.{name}] with cells")
    return _fields(piece, "pieces", _OF_PIECE)


def _fields(values: dict[str, Any], kind: str, known: Iterable[str]) -> Fields:
    fields = Fields(values)
    fields.check_names(kind, known)
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


def _shapes(piece: Fields, limit: int, size: Cell, free: CellSet) -> Iterable[PieceShape]:
    """List the shapes of a piece."""
    found: Iterable[CellSet]
    if piece.raw("cells") == ANY:
        largest = _number(piece, "largest", len(free))
        if largest > MOST_LARGEST and size[0] * size[1] > MOST_CELLS_OF_ANY:
            raise LimitError(f"the board has too many connected shapes: give largest, of at most {MOST_LARGEST} cells")
        found = connected_shapes(*size, largest)
    else:
        found = _turns(_cells(piece)) if _flag(piece, "turned") else [_cells(piece)]
    fitting = [one for one in found if all(r < size[0] and c < size[1] for r, c in one)]
    if not fitting:
        raise PuzzleError(f"the cells {piece.text('cells')!r} do not fit on the board")
    return [PieceShape(cells, _ways(piece, cells), limit=limit) for cells in fitting]


def _cells(piece: Fields) -> CellSet:
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


def _turns(cells: CellSet) -> list[CellSet]:
    """List a shape in all orientations, without those that are equal; it is not turned over."""
    found = [cells]
    for _ in range(3):
        found.append(at_corner((c, -r) for r, c in found[-1]))
    return [*dict.fromkeys(found)]


def _ways(piece: Fields, cells: CellSet) -> str:
    """Which ways a shape moves: along its longer side if it has an axis."""
    if _flag(piece, "frozen"):
        return ""
    if not _flag(piece, "axis"):
        return "".join(DIRECTIONS)
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
    piece = goal.needed("piece", "the name of a piece")
    if piece not in names:
        raise PuzzleError(f"goal: {piece!r} is not a piece: choose from {', '.join(names)}")
    edges = goal.text("edges") or ""
    if {*edges} - {*DIRECTIONS} or sum(bool(goal.raw(name)) for name in _GOALS) != 1:
        raise PuzzleError('goal: write one of to = [4, 2], reaches = [4, 2] and edges = "DR", some of U, D, L and R')
    limit = names.index(piece)
    return PieceGoal(
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
    if not (isinstance(value, list) and len(value) == 2 and all(type(one) is int for one in value)):
        raise PuzzleError(f"goal: {name} must be a row and a column, such as [4, 2]")
    r, c = value
    if not (1 <= r <= size[0] and 1 <= c <= size[1]):
        corner = f"from [1, 1], its upper left cell, to [{size[0]}, {size[1]}]"
        raise PuzzleError(f"goal: {name} = {value} is outside the board, whose rows and columns count {corner}")
    return r - 1, c - 1


def _divisions(given: Mapping[str, Fields], size: Cell, free: CellSet, most: int | None) -> dict[int, int] | None:
    """Count all placements, if there may be any pieces in any number; None if that is not so."""
    (first, *others) = given.values()
    if others or first.raw("cells") != ANY or any(first.raw(name) is not None for name in _OF_PIECE - {"cells"}):
        return None
    return count_all(*size, free, most)


_SIZE = re.compile(r"([0-9]+)\s*[xX×]\s*([0-9]+)")
SHIPPED = {"simple": simple, "corner": corner, "rush": rush}
DEFAULT = {"rush": "slide"}
"""The metric of a kind; the others count moves along any path."""
MOST_CELLS_OF = {"simple": 25, "corner": 25, "rush": 49}
"""Larger boards are refused without counting them."""
MOST_WALLS = 2


def kind_of(word: str, rules: str = "simple", walls: int = 0, most: int | None = None) -> Kind:
    """Find a kind: a shipped one on a board such as 4x5, or the one in a file."""
    if _SIZE.fullmatch(word):
        line = f"walls = {walls}\n" if walls else ""
        line += "" if most is None else f"most = {most}\n"
        return read_kind(f'kind = "{rules}"\nboard = "{word}"\n{line}')
    if rules != "simple" or walls or most is not None:
        raise PuzzleError(
            f"{word} is not a size such as 4x5, and a file has rules of its own: leave the other options out",
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
    """Read a kind."""
    try:
        fields = Fields(tomllib.loads(text))
    except (ValueError, RecursionError) as error:  # ValueError: no TOML, or a number beyond all use
        raise PuzzleError(f"the kind cannot be read: {error}") from None
    name = fields.raw("kind")
    known = FIELDS if name == "pieces" else ("kind", "board", "metric", "walls", "most")
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
    walls = fields.raw("walls") or 0
    if walls not in range(MOST_WALLS + 1):
        raise PuzzleError(f"a board has 0 to {MOST_WALLS} walls, not {walls}")
    return SHIPPED[name](text, int(match[1]), int(match[2]), metric, walls, most)
