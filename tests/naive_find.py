"""The slow twin of `slidefront.apps.find`: all boards as sets of cells, searched one by one with dictionaries."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

from tests import naive
from tests.naive_blocks import ends, shape

Cell = tuple[int, int]
Piece = frozenset[Cell]
Board = frozenset[Piece]


def around(cell: Cell) -> set[Cell]:
    r, c = cell
    return {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)}


def pieces_with(cell: Cell, free: frozenset[Cell]) -> set[Piece]:
    """All connected sets of free cells that have a cell."""
    return naive.reached(
        lambda piece: {piece | {other} for other in set().union(*map(around, piece)) & free - piece}, frozenset([cell])
    )


def divisions(free: frozenset[Cell]) -> Iterator[Board]:
    """All divisions of some cells into connected pieces and empty cells."""
    if not free:
        yield frozenset()
        return
    first = min(free)
    yield from divisions(free - {first})
    for piece in pieces_with(first, free):
        yield from (board | {piece} for board in divisions(free - piece))


def all_directions(_: Piece) -> set[Cell]:
    return around((0, 0))


def along(piece: Piece) -> set[Cell]:
    """The directions along the longer side of a piece."""
    height, width = (1 + max(cell[side] for cell in shape(piece)) for side in (0, 1))
    return {(1, 0), (-1, 0)} if height > width else {(0, 1), (0, -1)}


def placed(free: frozenset[Cell], sets: list[tuple[list[Piece], int, int]]) -> set[Board]:
    """All boards with pieces of some sets: shapes, and how many of them there are at least and at most."""
    boards: set[Board] = {frozenset()}
    for shapes, least, most in sets:
        places = [
            place
            for cells in shapes
            for top, left in free
            if (place := frozenset((r + top - min(cells)[0], c + left - min(cells)[1]) for r, c in cells)) <= free
        ]
        ready = boards if least == 0 else set()
        for number in range(1, most + 1):
            boards = {board | {place} for board in boards for place in places if not place & frozenset().union(*board)}
            ready |= boards if number >= least else set()
        boards = ready
    return boards


Directions = Callable[[Piece], set[Cell]]


def moves(board: Board, free: frozenset[Cell], metric: str, directions: Directions) -> Iterator[tuple[Piece, Piece]]:
    """All moves: a piece, and where it lies after the move."""
    for piece in board:
        others = frozenset().union(*board - {piece})
        for after in ends(metric, piece, free - others, directions(piece)):
            yield piece, after


Symmetry = Callable[[Cell], Cell]


def symmetries_of(rows: int, columns: int) -> list[Symmetry]:
    """All symmetries of a rectangle, the identity first."""

    def symmetry(transpose: bool, down: bool, across: bool) -> Symmetry:
        def image(cell: Cell) -> Cell:
            r, c = cell[::-1] if transpose else cell
            return rows - 1 - r if down else r, columns - 1 - c if across else c

        return image

    return [symmetry(*which) for which in product((False, True), repeat=3) if rows == columns or not which[0]]


def mapped(board: Board, image: Symmetry) -> Board:
    return frozenset(frozenset(map(image, piece)) for piece in board)


def of_question(
    boards: Iterable[Board],
    is_start: Callable[[Piece], bool],
    is_goal: Callable[[Piece], bool],
    directions: Directions,
    symmetries: Iterable[Symmetry],
) -> list[Symmetry]:
    """The symmetries that map boards to boards, starts to starts, goals to goals, and moves to moves."""
    boards = {*boards}
    pieces = {piece for board in boards for piece in board}

    def keeps(image: Symmetry) -> bool:
        images = {piece: frozenset(map(image, piece)) for piece in pieces}
        top, left = image((0, 0))

        def turned(direction: Cell) -> Cell:
            r, c = image(direction)
            return r - top, c - left

        return all(mapped(board, image) in boards for board in boards) and all(
            (is_start(piece), is_goal(piece)) == (is_start(other), is_goal(other))
            and {*map(turned, directions(piece))} == directions(other)
            for piece, other in images.items()
        )

    return [image for image in symmetries if keeps(image)]


def _orbits(lengths: dict[tuple[Board, Piece], int], symmetries: Sequence[Symmetry]) -> Counter:
    """Burnside's lemma: the orbits are as many as a symmetry leaves starts as they are, on average."""
    fixed: Counter = Counter()
    for image in symmetries:
        for (board, piece), length in lengths.items():
            fixed[length] += frozenset(map(image, piece)) == piece and mapped(board, image) == board
    assert all(count % len(symmetries) == 0 for count in fixed.values())
    return Counter({length: count // len(symmetries) for length, count in fixed.items()})


def table(
    free: frozenset[Cell],
    boards: Iterable[Board],
    is_start: Callable[[Piece], bool],
    is_goal: Callable[[Piece], bool],
    metric: str = "move",
    directions: Directions = all_directions,
    symmetries: Iterable[Symmetry] = (),
) -> dict[int, dict[str, object]]:
    """For each number of pieces, the columns of the table, the starts by length among them.

    Starts of each length are `different` if none of the symmetries of the question maps one to the other. These are
    some of `symmetries`; without any, all starts are different.
    """
    group = of_question(boards, is_start, is_goal, directions, symmetries or symmetries_of(1, 2)[:1])
    rows: dict[int, dict[str, object]] = {}
    for pieces in sorted({len(board) for board in boards} - {0}):
        same = [board for board in boards if len(board) == pieces]
        after = {board: [*moves(board, free, metric, directions)] for board in same}
        lengths = _lengths(same, after, is_goal)
        starts = [(board, piece) for board in same for piece in board if is_start(piece)]
        rows[pieces] = {
            "placements": len(same),
            "multisets": len({frozenset(Counter(map(shape, board)).items()) for board in same}),
            "components": _components(same, after),
            "starts": len(starts),
            "movable": sum(piece in dict(after[board]) for board, piece in starts),
            "lengths": Counter(lengths[start] for start in starts if start in lengths),
            "different": _orbits({start: lengths[start] for start in starts if start in lengths}, group),
        }
    return rows


def _lengths(boards, after, is_goal) -> dict[tuple[Board, Piece], int]:
    goals = {(board, piece) for board in boards for piece in board if is_goal(piece)}
    layers = naive.layers(
        lambda start: [
            (start[0] - {piece} | {to}, to if piece == start[1] else start[1]) for piece, to in after[start[0]]
        ],
        goals,
    )
    return {start: length for length, layer in enumerate(layers) for start in layer}


def _components(boards, after) -> int:
    left, count = {*boards}, 0
    while left:
        left -= naive.reached(lambda board: [board - {piece} | {to} for piece, to in after[board]], left.pop())
        count += 1
    return count
