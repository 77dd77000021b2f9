"""Block puzzles as lists of rectangles, in JSON or as a JavaScript object: the form of the npm package `klotski`.

    {"blocks": [{"shape": [2, 2], "position": [0, 1]}, ...],      rows and columns, from 0
     "boardSize": [5, 4],                                         rows, columns
     "escapePoint": [3, 1]}                                       where the first block has to come

A block may have `directions`: 0 down, 1 right, 2 up, 3 left. Those that are along its length become an axis.
"""

import json
import re
from typing import Any

from slidefront.errors import BoardError
from slidefront.puzzles.read.pasted_blocks import BLANK, PastedGrid, Rows

_NAMES = "XABCDEFGHIJKLMNOPQRSTUVWYZabcdefghijklmnopqrstuvwyz"
_EXAMPLE = '{"blocks": [{"shape": [2, 2], "position": [0, 1]}], "boardSize": [5, 4], "escapePoint": [3, 1]}'


def is_klotski_json(text: str) -> bool:
    """Tell the form by its fields."""
    return "{" in text and "blocks" in text and "shape" in text


def read_klotski_json(text: str) -> tuple[PastedGrid, tuple[str, ...]]:
    """Read the grid with its goal, and the pieces that keep to their length."""
    record = _object(text)
    try:
        rows, columns = (_number(value) for value in record["boardSize"])
        blocks = [(_pair(one["shape"]), _pair(one["position"]), one.get("directions")) for one in record["blocks"]]
        escape = _pair(record["escapePoint"])
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BoardError(f"the blocks are not of the form {_EXAMPLE}") from None
    if not (0 < rows <= 64 and 0 < columns <= 64 and 0 < len(blocks) <= len(_NAMES)):
        raise BoardError(f"a board of {rows} x {columns} cells with {len(blocks)} blocks cannot be read: {_EXAMPLE}")
    grid = _placed(blocks, rows, columns)
    how = "read as blocks from JSON: X is the first block, and has to come to row {} and column {}, from 0"
    axis = tuple(name for name, block in zip(_NAMES, blocks, strict=False) if _axis(name, *block))
    return PastedGrid(grid, None, "", how.format(*escape), (("X", *escape),)), axis


def _object(text: str) -> dict[str, Any]:
    """Read JSON, or what JavaScript writes for it: names without quotes, commas at the end, remarks."""
    start, end = text.find("{"), text.rfind("}")
    body = re.sub(r"//[^\n]*", "", text[start : end + 1])
    body = re.sub(r"(?<=[{,\s])([A-Za-z_]\w*)\s*:", r'"\1":', body.replace("'", '"'))
    body = re.sub(r",(\s*[\]}])", r"\1", body)
    try:
        record = json.loads(body)
    except (ValueError, RecursionError):
        raise BoardError(f"the text begins like JSON and is not valid JSON: write {_EXAMPLE}") from None
    return record if isinstance(record, dict) else {}


def _number(value: object) -> int:
    if type(value) is not int:
        raise TypeError
    return value


def _pair(values: Any) -> tuple[int, int]:
    one, other = values
    return _number(one), _number(other)


def _placed(blocks: list[tuple[tuple[int, int], tuple[int, int], Any]], rows: int, columns: int) -> Rows:
    grid = [[BLANK] * columns for _ in range(rows)]
    for name, ((height, width), (top, left), _) in zip(_NAMES, blocks, strict=False):
        for r, c in [(r, c) for r in range(top, top + height) for c in range(left, left + width)]:
            if not (0 <= r < rows and 0 <= c < columns):
                raise BoardError(f"block {_NAMES.index(name)} lies outside the board of {rows} x {columns} cells")
            if grid[r][c] != BLANK:
                raise BoardError(f"blocks {_NAMES.index(grid[r][c])} and {_NAMES.index(name)} overlap at [{r}, {c}]")
            grid[r][c] = name
    return tuple(map(tuple, grid))


def _axis(name: str, shape: tuple[int, int], _place: tuple[int, int], directions: Any) -> bool:
    """Tell whether a block keeps to its length; other limits cannot be kept."""
    if directions is None or set(directions) >= {0, 1, 2, 3}:
        return False
    along = {0, 2} if shape[0] > shape[1] else {1, 3}
    if set(directions) == along and shape[0] != shape[1]:
        return True
    raise BoardError(
        f"block {_NAMES.index(name)} may move in directions {directions}: only all four, or those along its length, "
        f"can be kept; omit the directions"
    )
