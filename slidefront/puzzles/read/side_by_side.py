"""Start and goal side by side, as exercises print them: the board at the right goes below the one at the left.

Start State     Goal State
7 2 4             1 2          a band of blanks runs through all rows, between the boards
5   6           3 4 5
8 3 1           6 7 8
"""

import re

from slidefront.puzzles.read.labels import roles_in

_ARROW = re.compile(r"[-=]+>|[→⇒➜➡]")
_ROW = re.compile(r"[\s\d_.xX*|-]*\d[\s\d_.xX*|-]*|[\sA-Z_.#]*[A-Z][\sA-Z_.#]*")
_LEAST_BAND = 3


def below_each_other(text: str) -> str:
    """Write two boards that are side by side under two labels one below the other; any other text stays."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        roles = roles_in(line)
        if len(roles) == 2 and len({*roles}) == 2 and not re.search(r"\d", line):
            rows = _rows_below(lines[number + 1 :])
            if len(rows) > 1 and (band := _band(rows)):
                left, right = ("\n".join(row[part].rstrip() for row in rows) for part in band)
                rest = lines[:number] + lines[number + 1 + len(rows) :]
                return "\n".join([f"{roles[0]}:", left, "", f"{roles[1]}:", right, "", *rest])
    return text


def _rows_below(lines: list[str]) -> list[str]:
    """Take the rows that follow a line of labels; arrows become blanks."""
    rows = []
    for line in lines:
        bare = _ARROW.sub(lambda arrow: " " * len(arrow[0]), line.expandtabs())
        if not _ROW.fullmatch(bare):
            break
        rows.append(bare)
    width = max(map(len, rows), default=0)
    return [row.ljust(width) for row in rows]


def _band(rows: list[str]) -> tuple[slice, slice] | None:
    """Find the widest band of blanks between the columns; None where there is none, or two."""
    blank = "".join(" " if all(row[place] == " " for row in rows) else "x" for place in range(len(rows[0])))
    bands = sorted((match.span() for match in re.finditer(r"(?<=x) +(?=x)", blank)), key=lambda span: span[0] - span[1])
    widths = [end - start for start, end in bands]
    if not widths or widths[0] < _LEAST_BAND or (len(widths) > 1 and widths[1] == widths[0]):
        return None
    return slice(0, bands[0][0]), slice(bands[0][1], None)
