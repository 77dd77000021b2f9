"""Slow, obvious twins of fast functions, written with dicts, sets and nested lists. They share no code with slidefront.

A board is a tuple of labels in cell order. 0 is the hole or the mover.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

Board = tuple[int, ...]
Successors = Callable[[Board], Iterable[Board]]


def key(board: Board) -> int:
    """Return the number of a board: 4 bits per cell, cell 0 highest."""
    return int("".join(f"{label:x}" for label in board), 16)


def board(key: int, cells: int) -> Board:
    """Return the board of a number."""
    return tuple(int(digit, 16) for digit in f"{key:0{cells}x}")


def tile_moves(rows: int, columns: int, board: Board) -> dict[str, Board]:
    """Return every move of a tile board with a rigid hole, by the direction in which the tiles go."""
    grid = [list(board[row * columns : (row + 1) * columns]) for row in range(rows)]
    hole = [(row, column) for row in range(rows) for column in range(columns) if grid[row][column] == 0]
    (top, left), (bottom, right) = min(hole), max(hole)
    across = [(column, column) for column in range(left, right + 1)]
    along = [(row, row) for row in range(top, bottom + 1)]
    carried = {
        "U": [((bottom + 1, a), (top, b)) for a, b in across],
        "D": [((top - 1, a), (bottom, b)) for a, b in across],
        "L": [((a, right + 1), (b, left)) for a, b in along],
        "R": [((a, left - 1), (b, right)) for a, b in along],
    }
    moves = {}
    for name, tiles in carried.items():
        if all(0 <= row < rows and 0 <= column < columns for (row, column), _ in tiles):
            after = [list(row) for row in grid]
            for (from_row, from_column), (to_row, to_column) in tiles:
                after[to_row][to_column] = grid[from_row][from_column]
                after[from_row][from_column] = 0
            moves[name] = tuple(label for row in after for label in row)
    return moves


def graph_moves(edges: Iterable[Sequence[int]], board: Board) -> dict[str, Board]:
    """Return every swap of the mover with a neighbour, by the vertex of the neighbour."""
    mover = board.index(0)
    moves = {}
    for a, b in edges:
        if mover in (a, b):
            to = a + b - mover
            after = list(board)
            after[mover], after[to] = after[to], after[mover]
            moves[str(to)] = tuple(after)
    return moves


def layers(
    successors: Successors, starts: Iterable[Board], depth: int | None = None, most: int | None = None
) -> list[set[Board]]:
    """Return the boards at each depth, up to a depth, until there are more than `most` boards, or to the end."""
    layers = [set(starts)]
    seen = set(layers[0])
    while (depth is None or len(layers) <= depth) and (most is None or len(seen) <= most):
        layer = {after for before in layers[-1] for after in successors(before)} - seen
        if not layer:
            break
        seen |= layer
        layers.append(layer)
    return layers


def reached(successors: Successors, start: Board) -> set[Board]:
    return set().union(*layers(successors, [start]))


def between(successors: Successors, starts: Iterable[Board], goals: set[Board]) -> list[set[Board]]:
    """Return all boards of the shortest routes by depth, or an empty list if there is no route."""
    layers = [set(starts)]
    seen = set(layers[0])
    while not layers[-1] & goals:
        layers.append({after for before in layers[-1] for after in successors(before)} - seen)
        seen |= layers[-1]
        if not layers[-1]:
            return []
    on_routes = [layers.pop() & goals]
    for layer in reversed(layers):
        on_routes.append({board for board in layer if on_routes[-1].intersection(successors(board))})
    return on_routes[::-1]


def count_routes(successors: Successors, starts: Iterable[Board], goals: set[Board]) -> int:
    """Count all shortest routes. The count of a board is the sum of the counts of the boards before it."""
    counts = Counter({*starts})
    seen = set(counts)
    while counts and not counts.keys() & goals:
        after: Counter[Board] = Counter()
        for before, count in counts.items():
            for board in set(successors(before)) - seen:
                after[board] += count
        counts = after
        seen |= set(counts)
    return sum(count for board, count in counts.items() if board in goals)


def walk(successors: Successors, start: Board, steps: int, seed: int = 0) -> list[Board]:
    """Return the boards of a random walk, each once."""
    return list(dict.fromkeys(path(successors, start, steps, seed)))


def path(successors: Successors, start: Board, steps: int, seed: int = 0) -> list[Board]:
    """Return the boards of a random walk in order."""
    choose = random.Random(seed).choice
    boards = [start]
    for _ in range(steps):
        following = list(successors(boards[-1]))
        if not following:
            break
        boards.append(choose(following))
    return boards


def sorted_set(keys: Iterable[int], low: int = 0) -> list[int]:
    """Return ascending keys without repeats. Keys that differ only in low bits are united."""
    united: dict[int, int] = {}
    for key in keys:
        united[key >> low] = united.get(key >> low, 0) | key
    return [united[head] for head in sorted(united)]


def coded(keys: list[int], stretch: int) -> list[int]:
    """Code ascending keys. Each stretch has its first key, and then differences in groups of sixteen of equal width."""
    words = []
    for start in range(0, len(keys), stretch):
        differences = [after - before for before, after in pairwise(keys[start : start + stretch])]
        bits = ""  # the first bit of the stream last
        for group in range(0, len(differences), 16):
            width = max(1, max(differences[group : group + 16]).bit_length())
            bits = f"{width - 1:06b}" + bits
            for difference in differences[group : group + 16]:
                bits = f"{difference:0{width}b}" + bits
        words.append(keys[start])
        while bits:
            words.append(int(bits[-64:], 2))
            bits = bits[:-64]
    return words


def difference(keys: Iterable[int], other: Iterable[int], low: int = 0) -> list[int]:
    """Return the keys that are not in `other`, ignoring low bits."""
    dropped = {key >> low for key in other}
    return [key for key in keys if key >> low not in dropped]


def intersection(keys: Iterable[int], other: Iterable[int], low: int = 0) -> list[int]:
    """Return the keys that are also in `other`, without low bits."""
    kept = {key >> low for key in other}
    return [key >> low << low for key in keys if key >> low in kept]


def digest(keys: Iterable[int]) -> int:
    """Return the sum of splitmix64 of all keys, modulo 2^64."""
    total = 0
    for key in keys:
        z = (key + 0x9E3779B97F4A7C15) % 2**64
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        total += z ^ z >> 31
    return total % 2**64
