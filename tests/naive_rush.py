"""The slow twin of the kind `rush`: every legal board as sets of cells, searched with dictionaries."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from tests import naive

Cell = tuple[int, int]
Car = tuple[Cell, ...]
Board = frozenset[Car]
"""The cars; the red one comes with them."""


class Cluster(NamedTuple):
    size: int
    length: int
    """-1 if no board is solved."""
    board: str
    """The representative; empty if no board is solved."""
    is_minimal: bool


def cars_of_line(side: int, most: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ways to put cars of two and three cells on a line, of fewer than `most` cells together."""
    places = [tuple(range(at, at + length)) for length in (2, 3) for at in range(side - length + 1)]
    for number in range(side // 2 + 1):
        for chosen in combinations(places, number):
            cells = [cell for place in chosen for cell in place]
            if len({*cells}) == len(cells) < most:
                yield chosen


class Lines(NamedTuple):
    """The lines that have cars, but for the row of the red one."""

    rows: set[int]
    columns: set[int]


def boards(side: int, walls: frozenset[Cell], used: Lines | None = None) -> Iterator[Board]:
    """All legal boards with some walls."""
    red = (side - 1) // 2
    used = used or Lines({*range(side)}, {*range(side)})
    rows = [[*cars_of_line(side, side)] if row in used.rows else [()] for row in range(side)]
    rows[red] = [((at, at + 1),) for at in range(side - 1)]
    columns = [[*cars_of_line(side, side)] if column in used.columns else [()] for column in range(side)]
    for across in product(*rows):
        cars = [tuple((r, c) for c in place) for r, places in enumerate(across) for place in places]
        taken = {cell for car in cars for cell in car}
        if not taken & walls:
            yield from _with_columns(cars, taken | walls, columns)


def boards_of_few(side: int, most: int) -> Iterator[Board]:
    """All legal boards without walls that have at most `most` cars; each set of cars is tried."""
    cars = [tuple((r, c + i) for i in range(n)) for n in (2, 3) for r in range(side) for c in range(side - n + 1)]
    cars += [tuple((c, r) for r, c in car) for car in cars]
    reds = [car for car in cars if len(car) == 2 and is_across(car) and car[0][0] == (side - 1) // 2]
    others = [car for car in cars if not (is_across(car) and car[0][0] == (side - 1) // 2)]
    for red, number in product(reds, range(most)):
        for chosen in combinations(others, number):
            cells = [*red, *(cell for car in chosen for cell in car)]
            lines: Counter[tuple[bool, int]] = Counter()
            for car in chosen:
                lines[line_of(car)] += len(car)
            if len({*cells}) == len(cells) and all(length < side for length in lines.values()):
                yield frozenset((red, *chosen))


def line_of(car: Car) -> tuple[bool, int]:
    """Whether a car moves across, and its row or column."""
    return is_across(car), car[0][0] if is_across(car) else car[0][1]


def _with_columns(cars: list[Car], taken: set[Cell], columns: list) -> Iterator[Board]:
    if not columns:
        yield frozenset(cars)
        return
    column = len(columns) - 1
    for places in columns[-1]:
        new = [tuple((r, column) for r in place) for place in places]
        cells = {cell for car in new for cell in car}
        if not cells & taken:
            yield from _with_columns(cars + new, taken | cells, columns[:-1])


def is_across(car: Car) -> bool:
    return car[0][0] == car[1][0]


def red_of(board: Board, side: int) -> Car:
    return next(car for car in board if is_across(car) and car[0][0] == (side - 1) // 2)


def moves(board: Board, side: int, walls: frozenset[Cell]) -> Iterator[Board]:
    """The boards after one move of a car along its axis, any distance."""
    for car in board:
        others = {cell for other in board - {car} for cell in other} | walls
        for sign in (-1, 1):
            by = (0, sign) if is_across(car) else (sign, 0)
            after = tuple((r + by[0], c + by[1]) for r, c in car)
            while all(0 <= r < side and 0 <= c < side and (r, c) not in others for r, c in after):
                yield board - {car} | {after}
                after = tuple((r + by[0], c + by[1]) for r, c in after)


def is_packed(board: Board, walls: frozenset[Cell]) -> bool:
    """No car can move left or up."""
    taken = {cell for car in board for cell in car} | walls
    before = [(car[0][0], car[0][1] - 1) if is_across(car) else (car[0][0] - 1, car[0][1]) for car in board]
    return all(cell in taken or min(cell) < 0 for cell in before)


def clusters(side: int, walls: frozenset[Cell], used: Lines | None = None) -> Iterator[tuple[int, int, Cluster]]:
    """For each cluster the number of its cars, of its placements, and what it is."""
    yield from clusters_of({*boards(side, walls, used)}, side, walls)


def clusters_of(left: set[Board], side: int, walls: frozenset[Cell]) -> Iterator[tuple[int, int, Cluster]]:
    """The same for some boards and no others: with a board come all that its moves lead to."""
    while left:
        members = naive.reached(lambda board: moves(board, side, walls), left.pop())
        left -= members
        packed = sum(is_packed(board, walls) for board in members)
        yield len(next(iter(members))), packed, _measure(members, side, walls)


def _measure(members: set[Board], side: int, walls: frozenset[Cell]) -> Cluster:
    solved = {board for board in members if red_of(board, side)[-1][1] == side - 1}
    if not solved:
        return Cluster(len(members), -1, "", is_minimal=False)
    layers = naive.layers(lambda board: moves(board, side, walls), solved)
    longest = len(layers) - 1
    board = min(layers[-1], key=lambda board: masks(board, side))
    red = red_of(board, side)
    minimal = longest > 0 and all(optimum(board - {car}, side, walls) < longest for car in board - {red})
    return Cluster(len(members), longest, text(board, side, walls), minimal)


def masks(board: Board, side: int) -> tuple[int, int]:
    cells = [[cell for car in board if is_across(car) == across for cell in car] for across in (True, False)]
    return tuple(sum(1 << r * side + c for r, c in group) for group in cells)


def optimum(board: Board, side: int, walls: frozenset[Cell]) -> int | None:
    """The fewest moves that bring the red car to the right edge; None if no moves do."""
    seen, layer, depth = {board}, {board}, 0
    while layer and all(red_of(each, side)[-1][1] < side - 1 for each in layer):
        layer = {after for each in layer for after in moves(each, side, walls)} - seen
        seen |= layer
        depth += 1
    return depth if layer else None


def text(board: Board, side: int, walls: frozenset[Cell]) -> str:
    """The board as letters in the order of the first cells of the cars."""
    cells = dict.fromkeys(walls, "#")
    for number, car in enumerate(sorted(board)):
        cells |= dict.fromkeys(car, chr(ord("A") + number))
    return "".join(cells.get((r, c), ".") for r in range(side) for c in range(side))
