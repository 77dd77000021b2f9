"""The slow twin of `slidefront.apps.find`: all boards as sets of cells, searched one by one with dictionaries."""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

Cell = tuple[int, int]
Piece = frozenset[Cell]
Board = frozenset[Piece]


def around(cell: Cell) -> set[Cell]:
    r, c = cell
    return {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)}


def pieces_with(cell: Cell, free: frozenset[Cell]) -> set[Piece]:
    """All connected sets of free cells that have a cell."""
    found = {frozenset([cell])}
    rest = [frozenset([cell])]
    while rest:
        one = rest.pop()
        for near in set().union(*map(around, one)) & free - one:
            if (larger := one | {near}) not in found:
                found.add(larger)
                rest.append(larger)
    return found


def divisions(free: frozenset[Cell]) -> Iterator[Board]:
    """All divisions of some cells into connected pieces and empty cells."""
    if not free:
        yield frozenset()
        return
    first = min(free)
    for rest in divisions(free - {first}):
        yield rest
    for piece in pieces_with(first, free):
        for rest in divisions(free - piece):
            yield rest | {piece}


def shape(piece: Piece) -> Piece:
    top, left = min(r for r, _ in piece), min(c for _, c in piece)
    return frozenset((r - top, c - left) for r, c in piece)


def any_way(_: Piece) -> set[Cell]:
    return around((0, 0))


def along(piece: Piece) -> set[Cell]:
    """The ways along the longer side of a piece."""
    height, width = (1 + max(cell[side] for cell in shape(piece)) for side in (0, 1))
    return {(1, 0), (-1, 0)} if height > width else {(0, 1), (0, -1)}


def placed(free: frozenset[Cell], sets: list[tuple[list[Piece], int, int]]) -> set[Board]:
    """All boards with pieces of some sets: shapes, and how many of them there are at least and at most."""
    found: set[Board] = {frozenset()}
    for shapes, least, most in sets:
        places = [
            place
            for one in shapes
            for top, left in free
            if (place := frozenset((r + top - min(one)[0], c + left - min(one)[1]) for r, c in one)) <= free
        ]
        ready = found if least == 0 else set()
        for number in range(1, most + 1):
            found = {board | {place} for board in found for place in places if not place & frozenset().union(*board)}
            ready |= found if number >= least else set()
        found = ready
    return found


Ways = Callable[[Piece], set[Cell]]


def moves(board: Board, free: frozenset[Cell], metric: str, ways: Ways) -> Iterator[tuple[Piece, Piece]]:
    """All moves: a piece, and where it lies after the move."""
    for piece in board:
        others = frozenset().union(*board - {piece})
        for after in reach(piece, free - others, metric, ways(piece)):
            yield piece, after


def reach(piece: Piece, free: frozenset[Cell], metric: str, ways: set[Cell]) -> set[Piece]:
    def step(one: Piece, way: Cell) -> Piece | None:
        after = frozenset((r + way[0], c + way[1]) for r, c in one)
        return after if after <= free else None

    if metric == "move":
        found, rest = {piece}, [piece]
        while rest:
            one = rest.pop()
            for after in (step(one, way) for way in ways):
                if after is not None and after not in found:
                    found.add(after)
                    rest.append(after)
        return found - {piece}
    found = set()
    for way in ways:
        after = step(piece, way)
        while after is not None:
            found.add(after)
            after = step(after, way) if metric == "slide" else None
    return found


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
    ways: Ways,
    symmetries: Iterable[Symmetry],
) -> list[Symmetry]:
    """The symmetries that map boards to boards, starts to starts, goals to goals, and moves to moves."""
    boards = {*boards}
    pieces = {piece for board in boards for piece in board}

    def keeps(image: Symmetry) -> bool:
        images = {piece: frozenset(map(image, piece)) for piece in pieces}
        top, left = image((0, 0))

        def turned(way: Cell) -> Cell:
            r, c = image(way)
            return r - top, c - left

        return all(mapped(board, image) in boards for board in boards) and all(
            (is_start(piece), is_goal(piece)) == (is_start(other), is_goal(other))
            and {*map(turned, ways(piece))} == ways(other)
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
    ways: Ways = any_way,
    symmetries: Iterable[Symmetry] = (),
) -> dict[int, dict[str, object]]:
    """For each number of pieces, the columns of the table, the starts by length among them.

    Starts of each length are `different` if none of the symmetries of the question maps one to the other. These are
    some of `symmetries`; without any, all starts are different.
    """
    group = of_question(boards, is_start, is_goal, ways, symmetries or symmetries_of(1, 2)[:1])
    found: dict[int, dict[str, object]] = {}
    for pieces in sorted({len(board) for board in boards} - {0}):
        same = [board for board in boards if len(board) == pieces]
        after = {board: [*moves(board, free, metric, ways)] for board in same}
        lengths = _lengths(same, after, is_goal)
        starts = [(board, piece) for board in same for piece in board if is_start(piece)]
        found[pieces] = {
            "placements": len(same),
            "multisets": len({frozenset(Counter(map(shape, board)).items()) for board in same}),
            "components": _components(same, after),
            "starts": len(starts),
            "movable": sum(any(one == piece for one, _ in after[board]) for board, piece in starts),
            "lengths": Counter(lengths[start] for start in starts if start in lengths),
            "different": _orbits({start: lengths[start] for start in starts if start in lengths}, group),
        }
    return found


def _lengths(boards, after, is_goal) -> dict[tuple[Board, Piece], int]:
    lengths = {(board, piece): 0 for board in boards for piece in board if is_goal(piece)}
    rest = deque(lengths)
    while rest:
        board, goal = rest.popleft()
        for piece, to in after[board]:
            new = board - {piece} | {to}, to if piece == goal else goal
            if new not in lengths:
                lengths[new] = lengths[board, goal] + 1
                rest.append(new)
    return lengths


def _components(boards, after) -> int:
    seen: set[Board] = set()
    count = 0
    for root in boards:
        if root not in seen:
            count += 1
            rest = [root]
            seen.add(root)
            while rest:
                board = rest.pop()
                for piece, to in after[board]:
                    new = board - {piece} | {to}
                    if new not in seen:
                        seen.add(new)
                        rest.append(new)
    return count
