"""Slow, obvious twins of what slidefront does fast: dicts, sets and nested lists. Shares no code with slidefront.

A board is a tuple of labels, cell by cell, 0 the hole or the mover.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

Board = tuple[int, ...]
Successors = Callable[[Board], Iterable[Board]]


def key(board: Board) -> int:
    """Write a board as a number: 4 bits a cell, cell 0 highest."""
    return int("".join(f"{label:x}" for label in board), 16)


def board(key: int, cells: int) -> Board:
    """Read a number as a board."""
    return tuple(int(digit, 16) for digit in f"{key:0{cells}x}")


def tile_moves(rows: int, columns: int, board: Board) -> dict[str, Board]:
    """Make every move of a tile board with a rigid hole; moves are named by the way the tiles go."""
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


def tile_successors(rows: int, columns: int, board: Board) -> list[Board]:
    return list(tile_moves(rows, columns, board).values())


def graph_moves(edges: Iterable[Sequence[int]], board: Board) -> dict[str, Board]:
    """Swap the mover with each neighbour; moves are named by the vertex it goes to."""
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
    """Explore breadth first: the boards at each depth, to a depth, to more than `most`, or to the end of the space."""
    found = [set(starts)]
    seen = set(found[0])
    while (depth is None or len(found) <= depth) and (most is None or len(seen) <= most):
        layer = {after for before in found[-1] for after in successors(before)} - seen
        if not layer:
            break
        seen |= layer
        found.append(layer)
    return found


def reached(successors: Successors, start: Board) -> set[Board]:
    return set().union(*layers(successors, [start]))


def between(successors: Successors, starts: Iterable[Board], goals: set[Board]) -> list[set[Board]]:
    """Find all boards on the shortest routes, at each depth of them; nothing where there is no route."""
    found = [set(starts)]
    seen = set(found[0])
    while not found[-1] & goals:
        found.append({after for before in found[-1] for after in successors(before)} - seen)
        seen |= found[-1]
        if not found[-1]:
            return []
    way = [found.pop() & goals]
    for layer in reversed(found):
        way.append({board for board in layer if way[-1].intersection(successors(board))})
    return way[::-1]


def count_routes(successors: Successors, starts: Iterable[Board], goals: set[Board]) -> int:
    """Count all shortest routes: to each board lead as many as to all boards before it together."""
    ways = dict.fromkeys(starts, 1)
    seen = set(ways)
    while ways and not ways.keys() & goals:
        after: Counter[Board] = Counter()
        for before, count in ways.items():
            for board in set(successors(before)) - seen:
                after[board] += count
        ways = dict(after)
        seen |= set(ways)
    return sum(count for board, count in ways.items() if board in goals)


def routes(successors: Successors, way: Sequence[set[Board]]) -> list[list[Board]]:
    """List all routes through the boards at each depth."""
    found = [[board] for board in way[0]]
    for layer in way[1:]:
        found = [[*route, board] for route in found for board in layer.intersection(successors(route[-1]))]
    return found


def walk(successors: Successors, start: Board, steps: int, seed: int = 0) -> list[Board]:
    """Walk at random, and give every board on the way, each once."""
    return list(dict.fromkeys(path(successors, start, steps, seed)))


def path(successors: Successors, start: Board, steps: int, seed: int = 0) -> list[Board]:
    """Walk at random, and give the boards in the order of the walk."""
    choose = random.Random(seed).choice
    way = [start]
    for _ in range(steps):
        following = list(successors(way[-1]))
        if not following:
            break
        way.append(choose(following))
    return way


def sorted_set(keys: Iterable[int], low: int = 0) -> list[int]:
    """Sort keys, drop repeats; the low bits do not count and are united where keys meet."""
    united: dict[int, int] = {}
    for key in keys:
        united[key >> low] = united.get(key >> low, 0) | key
    return [united[head] for head in sorted(united)]


def coded(keys: list[int], stretch: int) -> list[int]:
    """Code ascending keys as a stream of bits: in each stretch the first key, then sixteen differences to a width."""
    words = []
    for start in range(0, len(keys), stretch):
        some = keys[start : start + stretch]
        differences = [after - before for before, after in pairwise(some)]
        bits = ""  # the first bit of the stream last
        for group in range(0, len(differences), 16):
            width = max(1, max(differences[group : group + 16]).bit_length())
            bits = f"{width - 1:06b}" + bits
            for difference in differences[group : group + 16]:
                bits = f"{difference:0{width}b}" + bits
        words.append(some[0])
        while bits:
            words.append(int(bits[-64:], 2))
            bits = bits[:-64]
    return words


def difference(keys: Iterable[int], other: Iterable[int], low: int = 0) -> list[int]:
    """Drop the keys that stand in `other`, whatever their low bits."""
    dropped = {key >> low for key in other}
    return [key for key in keys if key >> low not in dropped]


def intersection(keys: Iterable[int], other: Iterable[int], low: int = 0) -> list[int]:
    """Keep the keys that stand in `other` too, without their low bits."""
    kept = {key >> low for key in other}
    return [key >> low << low for key in keys if key >> low in kept]


def digest(keys: Iterable[int]) -> int:
    """Add up splitmix64 of each key, modulo 2^64."""
    total = 0
    for key in keys:
        z = (key + 0x9E3779B97F4A7C15) % 2**64
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        total += z ^ z >> 31
    return total % 2**64
