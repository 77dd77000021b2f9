"""Block grids as people paste them: which cells are blank, which are walls, which grid is the goal.

    AXXB                                                     5,4,             numbers between commas; equal numbers
    AXXB             blanks `.`, `_`, 0, `-` or a blank,     1,-1,-1,1,       are one piece. With -1 among them: 1 is
    C__D             one of them throughout                  1,0,3,1,         wall, 2 has to reach the cells of -1
                                                             1,2,2,1,

The result is a grid as a puzzle file writes it: `.` blank, `#` wall, `-` gate.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from slidefront.errors import BoardError
from slidefront.puzzles.read.cut import cuts
from slidefront.puzzles.read.drawings import is_box
from slidefront.puzzles.read.sections import Sections, take_apart

BLANK, WALL, GATE = ".", "#", "-"
Rows = tuple[tuple[str, ...], ...]
_SQUARES = str.maketrans("□▢☐", "...")
_BLANK_MARKS = (".", "_", "", "0", "-", "o")
_NO_NAMES = frozenset("\"'`()[]{}<>:,;\\")
_SHOWN = {"": "an empty cell", "-1": "-1"}


@dataclass(frozen=True)
class PastedGrid:
    """A grid of blocks, and the goal that was pasted with it."""

    rows: Rows
    goal: Rows | None = None
    title: str = ""
    how: str = ""
    wanted: tuple[tuple[str, int, int], ...] = ()
    """Pieces and their places in the goal: row and column."""
    goal_is: str = "second"
    """Which grid of the text is the goal."""

    def cells(self, name: str) -> list[tuple[int, int]]:
        """Find the cells of a name."""
        return [(r, c) for r, row in enumerate(self.rows) for c, cell in enumerate(row) if cell == name]

    @property
    def pieces(self) -> list[str]:
        """The names of the pieces in order."""
        return [
            name for name in dict.fromkeys(cell for row in self.rows for cell in row) if name not in (BLANK, WALL, GATE)
        ]


def read_grid_text(text: str) -> PastedGrid:
    """Read one grid, or two as start and goal."""
    sections = take_apart(text)
    if len(sections.parts) > 2:
        raise BoardError(f"the text has {len(sections.parts)} grids: give one, or two as start and goal")
    raw = [raw_cells(sections.parts[0])]
    raw += [raw_cells(part, len(raw[0][0])) for part in sections.parts[1:]]
    check_size(sections, raw)
    mark = blank_mark(raw[0])
    rows = plain(raw[0], mark)
    _check_names(rows)
    if len(rows) == 1 and len(text.strip().split("\n")) > 1 and len(sections.parts) == 1:
        raise BoardError(f"only one line of the text is a row of cells, {' '.join(rows[0])}: write the rows alone")
    _check_counts(rows)
    how = "" if mark == BLANK else f"{_SHOWN.get(mark, mark)} is blank"
    if any("@" in row for row in raw[0]):
        how = f"{how}, @ is wall" if how else "@ is wall"
    if any("-1" in row for row in raw[0]):
        return _with_exit(raw[0], sections.title)
    goal = plain(raw[1], blank_mark(raw[1], mark)) if len(raw) == 2 else None
    return PastedGrid(rows, goal, sections.title, how, goal_is=sections.goal)


def _check_names(rows: Rows) -> None:
    """Refuse cells that are what stands around a board, such as `+1`, `--` or `r1:`."""
    for name in dict.fromkeys(cell for row in rows for cell in row):
        word = len(name) > 1 and name.isascii() and not name.replace("_", "").replace("-", "").isalnum()
        if word or name in _NO_NAMES or (len(name) > 3 and name.isdecimal()):
            raise BoardError(
                f"{name!r} is not a cell of a grid: write only the cells, a name of letters and digits for each, . for "
                f"blank and # for wall, such as AAB/..B"
            )


def _check_counts(rows: Rows) -> None:
    """Refuse a first row or column that only counts the others, as on a chess board."""
    for what, cells in (("row", rows[0]), ("column", tuple(row[0] for row in rows))):
        names = [cell for cell in cells if cell != BLANK]
        others = {cell for row in rows for cell in row} - {*names, BLANK, WALL, GATE}
        numbers = [str(number) for number in range(1, len(names) + 1)]
        letters = [chr(ord("a") + number) for number in range(len(names))]
        alike = any(cell.isdecimal() if names[-1:] < ["a"] else cell.islower() for cell in others)
        if len(names) > 2 and names in (numbers, numbers[::-1], letters) and len(cells) < len(names) + 2 and not alike:
            raise BoardError(f"the first {what} of the grid, {' '.join(names)}, counts the others: remove it")


def raw_cells(text: str, width: int = 0) -> Rows:
    """Cut a grid into cells, of known width if any; a blank between letters that stand close is an empty cell."""
    if is_box(text) or "," in text or "|" in text or "\t" in text.strip() or text.lstrip()[:1] in ("[", "{", "("):
        rows = next(cut.rows for cut in cuts(text))
        rows = tuple(tuple("" if cell in ("null", "None", "nil") else cell for cell in row) for row in rows)
        return tuple(tuple(cell or BLANK for cell in row) for row in rows) if "|" in text else _trimmed(rows)
    lines = [line.rstrip() for line in re.split(r"[/\n;]", text.translate(_SQUARES))]
    lines = [line for line in lines if line.strip()]
    if not lines:
        raise BoardError("the grid is empty: write its rows, such as AAB/..B")
    if width and all(" " in line or len(line) < width for line in lines) and max(map(len, lines)) <= width:
        return tuple(tuple(cell.strip() for cell in line.ljust(width)) for line in lines)
    if not any(" " in line.strip() for line in lines) and len({len(line.strip()) for line in lines}) == 1:
        return tuple(tuple(line.strip()) for line in lines)
    words = [line.split() for line in lines]
    if len({len(row) for row in words}) == 1 and len(words[0]) > 1:
        return tuple(map(tuple, words))
    if set(text) & {".", "_"}:
        letters = all(len(cell) == 1 for row in words if len(row) > 1 for cell in row)
        return tuple(tuple(row[0]) if len(row) == 1 and letters else tuple(row) for row in words)
    return _positional(lines)


def _trimmed(rows: Rows) -> Rows:
    """Remove a last cell that is empty in all rows, after a comma at the end of each."""
    if len(rows) > 1 and all(row and not row[-1] for row in rows):
        return tuple(row[:-1] for row in rows)
    widest = max(len(row) for row in rows)
    return tuple(row[:-1] if len(row) == widest and not row[-1] and widest > len(rows[-1]) else row for row in rows)


def _positional(lines: Sequence[str]) -> Rows:
    """Take each character as a cell, or each second one where all between them are blanks."""
    left = min(len(line) - len(line.lstrip()) for line in lines) if len(lines) > 1 else 0
    bare = [line[left:] for line in lines]
    width = max(len(line) for line in bare)
    bare = [line.ljust(width) for line in bare]
    if width > 2 and all(set(line[1::2]) <= {" "} for line in bare):
        bare = [line[::2] for line in bare]
    return tuple(tuple(cell.strip() for cell in line) for line in bare)


def check_size(sections: Sections, grids: Sequence[Rows]) -> None:
    """Compare the grids with each other and with the heading."""
    for rows in grids:
        for number, row in enumerate(rows, 1):
            if len(row) != len(rows[0]):
                raise BoardError(f"row {number} of the grid has {len(row)} cells where row 1 has {len(rows[0])}")
    shapes = [(len(rows), len(rows[0])) for rows in grids]
    if len(set(shapes)) > 1:
        sizes = " and ".join(f"{rows} x {columns}" for rows, columns in shapes)
        first = " and ".join(repr("".join(rows[0])[:20]) for rows in grids)
        raise BoardError(
            f"the text is read as two grids, {sizes} cells, that begin with {first}: start and goal must be of one "
            f"size; remove lines that belong to no grid"
        )
    if sections.size and sections.size not in (shapes[0], shapes[0][::-1]):
        raise BoardError(
            f"the heading says {sections.size[0]} x {sections.size[1]}, the grid has {shapes[0][0]} x {shapes[0][1]}: "
            f"correct or remove the heading"
        )


def blank_mark(rows: Rows, like: str | None = None) -> str:
    """Find the mark of the blank cells; in a goal grid it may be another one than in the start."""
    there = {cell for row in rows for cell in row}
    marks = [mark for mark in _BLANK_MARKS if mark in there and (mark != "o" or len(rows) > 1)]
    if like in marks:
        return str(like)
    if like is not None and not marks:
        return like
    strong = [mark for mark in marks if mark in (".", "_", "")]
    if len(strong) > 1 or ("0" in marks and strong and strong[0] != "."):
        one, other = (_SHOWN.get(mark, mark) for mark in (strong if len(strong) > 1 else [strong[0], "0"])[:2])
        raise BoardError(
            f"the grid has both {one} and {other}: either {one} is blank and {other} a piece, or the other way round; "
            f"write blanks as . throughout, such as AAB/..B"
        )
    if not marks:
        raise BoardError("the grid has no blank cell, so nothing can move: write blanks as ., such as AAB/..B")
    return marks[0]


def plain(rows: Rows, mark: str) -> Rows:
    """Write blanks as `.`; a `-` that is not blank stays a gate."""
    return tuple(
        tuple(BLANK if cell == mark else WALL if cell in ("▒", "█", "@") else cell for cell in row) for row in rows
    )


def _with_exit(rows: Rows, title: str) -> PastedGrid:
    """Read numbers with -1: 1 is wall, 0 blank, 2 has to reach the cells of -1, all others are pieces."""
    meanings = {"-1": GATE, "1": WALL, "0": BLANK, "": BLANK}
    named = tuple(tuple(meanings.get(cell, cell) for cell in row) for row in rows)
    grid = PastedGrid(named)
    gates, master = grid.cells(GATE), grid.cells("2")
    if not master:
        raise BoardError("the grid has -1, the cells of the exit, and no 2, the piece that has to come there")
    row, column = min(r for r, _ in gates), min(c for _, c in gates)
    height, width = (max(cell[i] for cell in master) - min(cell[i] for cell in master) + 1 for i in (0, 1))
    place = _place_at_exit((row, column), gates, (height, width))
    how = "0 is blank, 1 is wall, and 2 has to reach the cells of -1"
    return PastedGrid(named, None, title, how, (("2", *place),))


def _place_at_exit(corner: tuple[int, int], gates: list[tuple[int, int]], size: tuple[int, int]) -> tuple[int, int]:
    rows, columns = len({r for r, _ in gates}), len({c for _, c in gates})
    if rows * columns != len(gates) or not (rows <= size[0] and columns <= size[1]):
        raise BoardError(
            "the cells of -1 are not as high and as wide as the piece 2, so it is not clear where it has to come"
        )
    return corner
