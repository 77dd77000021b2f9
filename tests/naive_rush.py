"""The slow twin of the kind `rush`: every legal board as sets of cells, searched with dictionaries."""

from collections.abc import Collection, Iterator
from itertools import combinations
from typing import NamedTuple

from tests import naive

Cell = tuple[int, int]
Car = tuple[Cell, ...]
Board = frozenset[Car]
"""The cars; the red one comes with them."""
ALL = range(6)


class Cluster(NamedTuple):
    size: int
    length: int
    """-1 if no board is solved."""
    board: str
    """The representative; empty if no board is solved."""
    is_minimal: bool


def cars_of_line(side: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ways to put cars of two and three cells on a line, of fewer cells together than it has."""
    places = [tuple(range(at, at + length)) for length in (2, 3) for at in range(side - length + 1)]
    for number in range(side // 2 + 1):
        for chosen in combinations(places, number):
            cells = [cell for place in chosen for cell in place]
            if len({*cells}) == len(cells) < side:
                yield chosen


def boards(
    side: int, walls: frozenset[Cell], rows: Collection[int] = ALL, columns: Collection[int] = ALL, most: int = 36
) -> Iterator[Board]:
    """All legal boards with some walls, at most some cars, and no cars but the red one in other rows and columns."""
    red, ways = (side - 1) // 2, [*cars_of_line(side)]
    lines: list[list[list[Car]]] = [[[((red, at), (red, at + 1))] for at in range(side - 1)]]
    for line in range(side):
        if line != red and line in rows:
            lines.append([[tuple((line, c) for c in place) for place in places] for places in ways])
        if line in columns:
            lines.append([[tuple((r, line) for r in place) for place in places] for places in ways])
    yield from _filled(lines, frozenset(), walls, most)


def _filled(lines: list[list[list[Car]]], board: Board, taken: frozenset[Cell], most: int) -> Iterator[Board]:
    if not lines or len(board) == most:
        yield board
        return
    for cars in lines[0]:
        cells = frozenset(cell for car in cars for cell in car)
        if not cells & taken and len(board) + len(cars) <= most:
            yield from _filled(lines[1:], board | {*cars}, taken | cells, most)


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


def clusters(side: int, walls: frozenset[Cell], **lines: Collection[int]) -> Iterator[tuple[int, int, Cluster]]:
    """For each cluster the number of its cars, of its placements, and what it is."""
    yield from clusters_of({*boards(side, walls, **lines)}, side, walls)


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
