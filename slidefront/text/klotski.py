"""Rectangles: block puzzles as the npm package `klotski` writes them.

    {"blocks": [{"shape": [2, 2], "position": [0, 1]}, ...],      rows and columns, from 0
     "boardSize": [5, 4],                                         rows, columns
     "escapePoint": [3, 1]}                                       where the first block has to come

A block may have `directions`: 0 down, 1 right, 2 up, 3 left; all four, or those along its length.
"""

from dataclasses import dataclass
from typing import Any

from slidefront.text.cells import MOST_SIDE
from slidefront.text.cursor import Cursor, Stop
from slidefront.text.objects import Record, value
from slidefront.text.tokens import Token

NAMES = "XABCDEFGHIJKLMNOPQRSTUVWYZabcdefghijklmnopqrstuvwyz"
_BLANK = "."
_MOST = 2


@dataclass(frozen=True)
class Rectangles:
    """A grid of blocks, the place of the first one in the goal, and the blocks that keep to their length."""

    rows: tuple[tuple[str, ...], ...]
    goal: tuple[str, int, int]
    axis: tuple[str, ...]


def rectangles(cursor: Cursor) -> Rectangles:
    """Read rectangles."""
    cursor.skip_ends()
    first = cursor.token
    record = value(cursor) if cursor.fits("{") else None
    if not isinstance(record, Record) or "blocks" not in record.values:
        raise Stop(first, '{"blocks": [...], "boardSize": [5, 4], "escapePoint": [3, 1]}')
    height, width = _pair(record.take("boardSize", "the number of rows and columns"), first, "boardSize")
    escape = _pair(record.take("escapePoint", "a row and a column"), first, "escapePoint")
    blocks = record.take("blocks")
    record.finish()
    if not isinstance(blocks, list) or not 0 < len(blocks) <= len(NAMES):
        raise Stop(first, "", f"blocks must be a list of 1 to {len(NAMES)} blocks")
    if not (0 < height <= MOST_SIDE and 0 < width <= MOST_SIDE):
        raise Stop(first, "", f"a board of {height} x {width} cells is not 1 to {MOST_SIDE} on each side")
    grid = [[_BLANK] * width for _ in range(height)]
    axis = [name for name, block in zip(NAMES, blocks, strict=False) if _put(grid, name, block, first)]
    return Rectangles(tuple(map(tuple, grid)), ("X", *escape), tuple(axis))


def _pair(values: Any, place: Token, name: str) -> tuple[int, int]:
    if not (isinstance(values, list) and len(values) == _MOST and all(type(one) is int for one in values)):
        raise Stop(place, "", f"{name} must be a list of two numbers, such as [2, 1]")
    return values[0], values[1]


def _put(grid: list[list[str]], name: str, block: Any, first: Token) -> bool:
    """Put a block on the grid; tell whether it keeps to its length."""
    if not isinstance(block, Record):
        raise Stop(first, "", 'each block must be an object such as {"shape": [2, 2], "position": [0, 1]}')
    place = block.first
    height, width = shape = _pair(block.take("shape", "rows and columns"), place, "shape")
    top, left = _pair(block.take("position", "a row and a column"), place, "position")
    directions = block.take("directions")
    block.finish()
    if not (height > 0 < width and 0 <= top <= len(grid) - height and 0 <= left <= len(grid[0]) - width):
        raise Stop(place, "", f"the block of {height} x {width} cells at [{top}, {left}] is not on the board")
    for row in grid[top : top + height]:
        for column in range(left, left + width):
            if row[column] != _BLANK:
                raise Stop(place, "", f"the block at [{top}, {left}] lies on another one")
            row[column] = name
    return _keeps(shape, directions, place)


def _keeps(shape: tuple[int, int], directions: Any, place: Token) -> bool:
    if directions is None or (isinstance(directions, list) and sorted(map(str, directions)) == ["0", "1", "2", "3"]):
        return False
    along = [0, 2] if shape[0] > shape[1] else [1, 3]
    if shape[0] != shape[1] and isinstance(directions, list) and sorted(map(str, directions)) == [*map(str, along)]:
        return True
    raise Stop(place, "", "directions of a block must be all four, 0 to 3, or those along its length")
