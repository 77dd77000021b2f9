"""Draw a board as text, with a line around each piece and its name in its first cell.

┌───┬───────┬───┐
│ A │ X     │ B │        walls ▒, gates -, blanks and the hole empty
│   │       │   │
├───┼───┬───┼───┤
│ C │ D │   │ E │
└───┴───┴───┴───┘
"""

from collections.abc import Iterable

import numpy as np

from slidefront.puzzles.blocks.grid import BLANK, GATE, WALL
from slidefront.puzzles.blocks.puzzle import BlockPuzzle
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.transfer.puzzle import TransferPuzzle

_CORNERS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"  # by the lines that meet: 1 up, 2 down, 4 left, 8 right


def draw(puzzle: Puzzle, key: int) -> str:
    """Draw a board in the style of its puzzle."""
    if isinstance(puzzle, BlockPuzzle):
        return draw_grid(puzzle.board(key).rows)
    if not isinstance(puzzle, TransferPuzzle):
        return puzzle.format(key)
    labels = puzzle.cells(np.array([key], np.uint64))[0].tolist()
    return _graph(puzzle, labels) if puzzle.kind == "graph" else draw_grid(_tile_rows(puzzle, labels), joined=False)


def draw_side_by_side(puzzle: Puzzle, keys: Iterable[int], width: int) -> str:
    """Draw boards side by side within a width, each above its text."""
    drawn = [[*draw(puzzle, key).split("\n"), puzzle.format(key)] for key in keys]
    room = max((len(line) for lines in drawn for line in lines), default=0) + 3
    across = max(1, (width + 3) // room)
    rows = []
    for start in range(0, len(drawn), across):
        lines = zip(*drawn[start : start + across], strict=True)
        rows.append("\n".join("".join(part.ljust(room) for part in parts).rstrip() for parts in lines))
    return "\n\n".join(rows)


def _tile_rows(puzzle: TransferPuzzle, labels: list[int]) -> list[list[str]]:
    numbered, columns = puzzle.labels.numbered, puzzle.frame.columns
    names = [BLANK if label == 0 else str(label) if numbered else puzzle.labels.names[label] for label in labels]
    return [names[start : start + columns] for start in range(0, len(names), columns)]


def draw_grid(rows: list[list[str]], joined: bool = True) -> str:
    """Draw rows of names; neighbours with the same name are one piece, unless `joined` is false."""
    height, width = len(rows), len(rows[0])
    room = max(len(name) for row in rows for name in row)

    def cell(r: int, c: int) -> str | None:
        return rows[r][c] if 0 <= r < height and 0 <= c < width else None

    def parted(one: str | None, other: str | None) -> bool:
        return one != other or not (joined or one in (None, BLANK))

    def corner(r: int, c: int) -> str:
        up, down = parted(cell(r - 1, c - 1), cell(r - 1, c)), parted(cell(r, c - 1), cell(r, c))
        left, right = parted(cell(r - 1, c - 1), cell(r, c - 1)), parted(cell(r - 1, c), cell(r, c))
        return _CORNERS[up + 2 * down + 4 * left + 8 * right]

    lines = []
    seen: set[str] = set()
    for r in range(height + 1):
        rule = [
            corner(r, c) + ("─" if parted(cell(r - 1, c), cell(r, c)) else _fill(cell(r, c))) * (room + 2)
            for c in range(width)
        ]
        lines.append("".join(rule) + corner(r, width))
        if r == height:
            break
        line = ""
        for c in range(width):
            name = rows[r][c]
            line += "│" if parted(cell(r, c - 1), name) else _fill(name)
            shown = "" if name in (BLANK, WALL) or (joined and name in seen and name != GATE) else name
            line += f" {shown:>{room}} " if name != WALL else "▒" * (room + 2)
            seen.add(name)
        lines.append(line + "│")
    return "\n".join(lines)


def _fill(name: str | None) -> str:
    return "▒" if name == WALL else " "


def _graph(puzzle: TransferPuzzle, labels: list[int]) -> str:
    """List the vertices with their labels and mark the mover."""
    names = [puzzle.labels.names[label] for label in labels]
    mover = labels.index(0)
    width = max(len(name) for name in names)
    lines = []
    for vertex, name in enumerate(names):
        near = " ".join(move.name for move in puzzle.frame.moves_at(vertex))
        mark = "*" if vertex == mover else " "
        lines.append(f"{mark} vertex {vertex:>2}  {name:<{width}}  next to {near or 'nothing'}")
    return "\n".join([*lines, f"* {puzzle.labels.names[0]} moves"])
