"""Boards drawn with lines, read back: the boxes that slidefront draws, and those of + - and |.

┌───┬───────┐      +---+---+      A piece is the cells with no line between them; its name stands in one of them.
│ A │ X     │      | 3 | 7 |      Walls are ▒, and a piece without a name is blank.
│   │       │      +---+---+
└───┴───────┘      | 6 |   |
                   +---+---+
"""

import re

from slidefront.errors import BoardError

_LINES = "─│┌┐└┘├┤┬┴┼╴╵╶╷━┃┏┓┗┛┣┫┳┻╋═║╔╗╚╝╠╣╦╩╬"
_BARS = "│┃║"
_ASCII_RULE = re.compile(r"\+(?:[-=]+\+)+")


def is_box(text: str) -> bool:
    """Tell whether a text is a drawing, by its lines."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    return any(letter in text for letter in _LINES) or any(_ASCII_RULE.fullmatch(line) for line in lines)


def drawing_of(text: str) -> str:
    """Drop the line with the board that `slidefront show` writes below a drawing."""
    lines = text.rstrip().split("\n")
    drawn = [any(letter in line for letter in _LINES) for line in lines]
    below = len(lines) > 3 and drawn[-2] and not drawn[-1] and len(lines[-1].split()) == 1
    return "\n".join(lines[:-1]) if below else text


def cells_of_box(text: str) -> tuple[tuple[str, ...], ...]:
    """Read the cells of a drawing; a blank one is empty."""
    lines = [line.rstrip() for line in text.split("\n") if line.strip()]
    if any(letter in text for letter in _BARS):
        for heavy, light in zip("━┃║═", "─││─", strict=True):
            text = text.replace(heavy, light)
        rows = _plain_rows([line for line in lines if any(bar in line for bar in _BARS)], f"[{_BARS}]")
        return rows if _is_plain(lines, rows) else _pieces(lines)
    rows = _plain_rows([line for line in lines if "|" in line], r"\|")
    if len({len(row) for row in rows}) != 1:
        raise BoardError("the rows of the drawing differ in their number of cells: write rows such as 1 2 3/4 5 _")
    return rows


def _plain_rows(lines: list[str], bar: str) -> tuple[tuple[str, ...], ...]:
    rows = []
    for line in lines:
        parts = re.split(bar, line)[1:-1]
        rows.append(tuple(part.strip(" ·") for part in parts))
    return tuple(rows)


def _is_plain(lines: list[str], rows: tuple[tuple[str, ...], ...]) -> bool:
    """Tell a drawing with a box around each cell: its rules are whole, and its names stand in the middle."""
    ruled = [line.strip() for line in lines if not any(bar in line for bar in _BARS)]
    alternate = len(ruled) in (0, 2) or len(ruled) == len(rows) + 1
    if len({len(row) for row in rows}) != 1 or not alternate or any(set(rule) & {" ", "▒"} for rule in ruled):
        return False
    cells = [part for line in lines for part in re.split(f"[{_BARS}]", line.strip())[1:-1] if part.strip()]
    room = max((len(cell.strip()) for cell in cells), default=1)
    tight = all(len(cell) <= room + 2 for cell in cells)
    return tight or all(abs(len(cell) - len(cell.lstrip()) - len(cell) + len(cell.rstrip())) <= room for cell in cells)


def _pieces(lines: list[str]) -> tuple[tuple[str, ...], ...]:
    """Read a drawing whose pieces take several cells."""
    left = min(len(line) - len(line.lstrip()) for line in lines)
    lines = [line[left:] for line in lines]
    width = max(len(line) for line in lines)
    lines = [line.ljust(width) for line in lines]
    names = [name for line in lines[1::2] for name in re.split(f"[{_LINES}▒ ]+", line) if name]
    unit = max((len(name) for name in names), default=1) + 3
    if len(lines) % 2 == 0 or (width - 1) % unit:
        raise BoardError("the drawing is not complete: copy it whole, or write rows such as AAB/..B")
    height, across = len(lines) // 2, (width - 1) // unit
    inside = [[lines[2 * r + 1][c * unit + 1 : (c + 1) * unit] for c in range(across)] for r in range(height)]
    right = [[lines[2 * r + 1][(c + 1) * unit] in _LINES for c in range(across)] for r in range(height)]
    below = [[lines[2 * r + 2][c * unit + 2] in _LINES for c in range(across)] for r in range(height)]
    return _named(inside, right, below)


def _named(inside: list[list[str]], right: list[list[bool]], below: list[list[bool]]) -> tuple[tuple[str, ...], ...]:
    """Give each cell the name in its piece."""
    height, across = len(inside), len(inside[0])
    names = [[""] * across for _ in range(height)]
    wall = [[set(cell.strip()) == {"▒"} for cell in row] for row in inside]
    seen: set[tuple[int, int]] = set()
    for start in [(r, c) for r in range(height) for c in range(across)]:
        if start in seen:
            continue
        piece, waiting = {start}, [start]
        while waiting:
            r, c = waiting.pop()
            near = [(r, c + 1, right[r][c]), (r + 1, c, below[r][c])]
            near += [(r, c - 1, c == 0 or right[r][c - 1]), (r - 1, c, r == 0 or below[r - 1][c])]
            for nr, nc, parted in near:
                inside_board = 0 <= nr < height and 0 <= nc < across
                if inside_board and not parted and (nr, nc) not in piece and wall[nr][nc] == wall[r][c]:
                    piece.add((nr, nc))
                    waiting.append((nr, nc))
        seen |= piece
        name = next((inside[r][c].strip(" ") for r, c in sorted(piece) if inside[r][c].strip(" ")), "")
        for r, c in piece:
            names[r][c] = "#" if set(name) == {"▒"} else "." if name in ("", "·") else name
    return tuple(map(tuple, names))
