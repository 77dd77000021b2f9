"""Boards as SVG, and all colours of pictures and of the page.

A picture is a `Figure`: elements with a width and a height, which other figures can contain. It refers to nothing
outside itself. Only `text` turns text into SVG, and it escapes names from puzzle files.

╭──╮         The outline of a piece lies a little inside its cells and has rounded corners. It follows the sides of the
│  ╰──╮      cells clockwise, so that the inside is always at its right. A hole in the piece is a separate loop that
╰─────╯      runs counterclockwise; `fill-rule: evenodd` leaves it empty.

The style sheet of a picture gives elements their colours by their classes, which begin with `sf-`. Only pieces have
colours of their own. The colour of a piece stays the same along a route. Pieces have the colours of Paul Tol's "light"
scheme, and a violet. People with any kind of colour vision can distinguish these colours, and black letters can be read
on them. Each piece also has an outline and a name.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from string import Template

from slidefront.puzzles.capabilities import Drawing, DrawnGraph, DrawnPiece, Place
from slidefront.puzzles.core import Puzzle
from slidefront.units import escaped, width_of

CELL = 44
MARGIN, PAPER_MARGIN = 14, 4
_INSET, _RADIUS, _TAG = 2.5, 8.0, 8.0
_TARGET_INSET = 11  # keeps the dashes between the letters, which stand in the middle of cells or between two
_FONT = "'DejaVu Sans',Verdana,system-ui,sans-serif"
_LETTER = 0.62  # the width of a letter, for a font of size 1

# Colours and style sheets

WANTED = "#ee8866"
"""The colour of pieces that a partial goal names, and of the mover of a graph."""
FROZEN = "#8e887d"
PLAIN = "#dddddd"
"""The colour of a piece without a colour of its own."""
PIECE_COLOURS = ("#77aadd", "#eedd88", "#99ddff", "#44bb99", "#ffaabb", "#bbcc33", "#dddddd", "#a98bf0")
_AROUND = {
    "panel": ("#faf8f3", "#1b1d22"),
    "board": ("#e9e4d9", "#2c2f37"),
    "line": ("#8a8275", "#8d95a5"),
    "wall": ("#6d6455", "#0c0d10"),
    "gate": ("#c2b9a7", "#4a4f5c"),
    "blank": ("#9c9484", "#7d8494"),
    "target": ("#a34a26", "#ee8866"),
    "piece": ("#33302b", "#0c0d10"),
    "name": ("#1c1a17", "#1c1a17"),
    "text": ("#3c3832", "#e4e6eb"),
    "note": ("#6b655a", "#a9afbc"),
}
"""The other colours on light and on dark pages: `line` for edges of boards and graphs, `piece` for outlines."""
LIGHT, DARK = ({name: colours[index] for name, colours in _AROUND.items()} for index in (0, 1))
LIGHT_DISTANCES = ("#f39c12", "#e16462", "#b12a90", "#6a00a8", "#1b0a6b")
"""The colours of the state graph on light pages, from the goal to the farthest boards: each is darker than the last."""
DARK_DISTANCES = ("#f6f030", "#fca636", "#e9686a", "#c23fa0", "#7f47e8")
_RULES = Template(
    ".sf-panel{fill:$panel}.sf-board{fill:$board;stroke:$line}.sf-wall{fill:$wall;stroke:$line}.sf-gate{fill:$gate}"
    ".sf-blank{fill:$blank}.sf-target{stroke:$target}.sf-tag{stroke:$target}.sf-label{fill:$name}.sf-edge{stroke:$line}.sf-piece{stroke:$piece}"
    ".sf-name{fill:$name}.sf-text{fill:$text}.sf-note{fill:$note}"
)
_WHERE_DARK = "@media (prefers-color-scheme:dark)"
STYLE = f"{_RULES.substitute(LIGHT)}{_WHERE_DARK}{{{_RULES.substitute(DARK)}}}"
"""The style sheet of a picture."""
PAPER = _RULES.substitute(LIGHT)
INK = (
    ".sf-board,.sf-piece,.sf-tag{fill:#fff;stroke:#000}.sf-wall{fill:#bbb;stroke:#000}.sf-gate{fill:#eee}"
    ".sf-wanted{stroke-width:4}.sf-frozen{fill:#ddd}.sf-target{stroke:#000}.sf-name,.sf-text{fill:#000}"
)
"""The style sheet of pictures that take little ink, after the style sheet for paper."""

Colours = Mapping[str, str]
"""The colour of each piece, by its name."""


@dataclass(frozen=True)
class Figure:
    """SVG elements that fill a rectangle from (0, 0)."""

    width: float
    height: float
    body: str


def document(figure: Figure, title: str, *, paper: bool = False, save_ink: bool = False) -> str:
    """Write a figure as an SVG file, on a panel that can be read on light and dark pages.

    `paper` leaves out the panel and the dark colours and narrows the margin; `save_ink` leaves only black outlines.
    """
    style = PAPER + INK * save_ink if paper else STYLE
    margin = PAPER_MARGIN if paper else MARGIN
    width, height = figure.width + 2 * margin, figure.height + 2 * margin
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" role="img" font-family="{_FONT}">'
        f"<title>{escaped(title)}</title><style>{style}</style>"
        + ("" if paper else f'<rect class="sf-panel" width="{width:g}" height="{height:g}" rx="10"/>')
        + f'<g transform="translate({margin} {margin})">{figure.body}</g></svg>\n'
    )


def text_element(words: str, x: float, y: float, size: float, kind: str = "text", anchor: str = "middle") -> str:
    """Write a line of text; y is the middle of its height."""
    return (
        f'<text class="sf-{kind}" x="{x:g}" y="{y + 0.35 * size:g}" font-size="{size:g}" text-anchor="{anchor}">'
        f"{escaped(words)}</text>"
    )


def fitting(words: str, size: float, width: float) -> float:
    """Return the largest font size up to `size` with which a text fits a width."""
    return round(min(size, width / max(1, width_of(words)) / _LETTER), 2)


def board_figure(drawing: Drawing, chosen: Colours, pieces: Sequence[str] | None = None) -> Figure:
    """Draw a board; `pieces` are its pieces if they are drawn already, as in an animation."""
    ground = _background(drawing)
    drawn = [draw_piece(piece, drawing, chosen) for piece in drawing.pieces] if pieces is None else pieces
    targets = [_target(target, chosen, tagged=len(drawing.targets) > 1) for target in drawing.targets]
    return Figure(ground.width, ground.height, "".join([ground.body, *drawn, *targets]))


def _background(drawing: Drawing) -> Figure:
    """Draw everything under the pieces: the board, its walls and gates, and the dots on blanks."""
    if drawing.graph is not None:
        return _graph_background(drawing.graph)
    width, height = drawing.columns * CELL, drawing.rows * CELL
    parts = [f'<rect class="sf-board" x="-3" y="-3" width="{width + 6}" height="{height + 6}" rx="8"/>']
    parts += [_area(drawing.walls, "wall"), _area(drawing.gates, "gate")]
    parts += [
        f'<circle class="sf-blank" cx="{(c + 0.5) * CELL:g}" cy="{(r + 0.5) * CELL:g}" r="3"/>'
        for r in range(drawing.rows)
        for c in range(drawing.columns)
        if (r, c) not in drawing.walls
    ]
    return Figure(width, height, "".join(parts))


def _target(target: DrawnPiece, chosen: Colours, *, tagged: bool) -> str:
    """Draw a target of a partial goal above the pieces: an outline, and if `tagged` the name of its piece."""
    line = (
        f'<path class="sf-target" d="{outline(target.cells, CELL, _TARGET_INSET, _RADIUS)}" fill="none" '
        f'stroke-width="2.5" stroke-dasharray="6 4"/>'
    )
    if not tagged:
        return line
    top = min(row for row, _ in target.cells)
    right = max(column for row, column in target.cells if row == top)
    x, y = (right + 1) * CELL - _TAG - 1, top * CELL + _TAG + 1
    return (
        f'{line}<circle class="sf-tag" cx="{x:g}" cy="{y:g}" r="{_TAG:g}" '
        f'fill="{chosen.get(target.name, PLAIN)}" stroke-width="1"/>'
        + text_element(target.name, x, y, fitting(target.name, 10, 1.7 * _TAG), "label")
    )


def _area(cells: frozenset[Place], kind: str) -> str:
    if not cells:
        return ""
    return f'<path class="sf-{kind}" d="{outline(cells, CELL, 0, 4)}" fill-rule="evenodd"/>'


_APART = 8  # units between pieces that are drawn to be cut out
_UNIT, _DISC = 72, 19  # the length of an edge of a graph, and the radius of a vertex


def _graph_background(graph: DrawnGraph) -> Figure:
    points = _points(graph)
    lines = "".join(
        f'<path class="sf-edge" d="M{point_text(points[start])}L{point_text(points[end])}" stroke-width="3"/>'
        for start, end in graph.edges
    )
    numbers = "".join(
        text_element(str(vertex), point.real + _DISC * 0.95, point.imag - _DISC * 0.95, 11, "note")
        for vertex, point in enumerate(points)
    )
    width, height = max(point.real for point in points), max(point.imag for point in points)
    return Figure(width + _DISC + 8, height + _DISC + 8, lines + numbers)


def _points(graph: DrawnGraph) -> list[complex]:
    return [complex(round(x * _UNIT + _DISC + 2, 2), round(y * _UNIT + _DISC + 9, 2)) for x, y in graph.points]


def draw_piece(piece: DrawnPiece, drawing: Drawing, chosen: Colours) -> str:
    """Draw a piece with its name."""
    colour = chosen.get(piece.name, PLAIN)
    if drawing.graph is not None:
        point = place_of(piece, drawing)
        x, y = point.real, point.imag
        width = 4 if piece.name == drawing.graph.mover else 1.5
        shape = f'<circle class="sf-piece" cx="{x:g}" cy="{y:g}" r="{_DISC}" fill="{colour}" stroke-width="{width:g}"/>'
        return shape + text_element(piece.name, x, y, fitting(piece.name, 17, 2 * _DISC - 8), "name")
    width = 2.5 if piece.wanted else 1.5
    kind = " sf-wanted" * piece.wanted + " sf-frozen" * piece.frozen
    shape = outline(piece.cells, CELL, _INSET, _RADIUS)
    x, y, space = name_place(piece.cells)
    rivets = "".join(
        f'<circle cx="{(column + 0.22) * CELL:g}" cy="{(row + 0.22) * CELL:g}" r="2.6" fill-opacity="0.35"/>'
        for row, column in sorted(piece.cells if piece.frozen else ())
    )  # as on the page: frozen pieces are screwed to the board, and walls are not
    return (
        f'<path class="sf-piece{kind}" d="{shape}" fill="{colour}" fill-rule="evenodd" stroke-width="{width:g}"/>'
        + rivets
        + text_element(piece.name, x * CELL, y * CELL, fitting(piece.name, 19, space * CELL - 12), "name")
    )


def pieces_figure(drawing: Drawing, pieces: Sequence[DrawnPiece], chosen: Colours) -> Figure:
    """Draw pieces at their places on the board, with space between them."""
    corners = [place_of(piece, drawing) / CELL * _APART for piece in pieces]
    body = "".join(
        f'<g transform="translate({corner.real:g} {corner.imag:g})">{draw_piece(piece, drawing, chosen)}</g>'
        for piece, corner in zip(pieces, corners, strict=True)
    )
    width, height = (size * (CELL + _APART) - _APART for size in (drawing.columns, drawing.rows))
    return Figure(width, height, body)


def name_place(cells: frozenset[Place]) -> tuple[float, float, int]:
    """Return the place for the name of a piece: x and y in cells, and its width in cells.

    The place is the middle of the piece if the piece covers it, else the cell nearest to it.
    """
    rows, columns = [cell[0] for cell in cells], [cell[1] for cell in cells]
    y, x = (min(rows) + max(rows) + 1) / 2, (min(columns) + max(columns) + 1) / 2
    around = {(int(y - down), int(x - right)) for down in (0.01, -0.01) for right in (0.01, -0.01)}
    if around <= cells:
        across = max(columns) - min(columns) + 1
        return x, y, across if len(cells) == across * (max(rows) - min(rows) + 1) else 1
    row, column = min(cells, key=lambda cell: ((cell[0] + 0.5 - y) ** 2 + (cell[1] + 0.5 - x) ** 2, cell))
    return column + 0.5, row + 0.5, 1


def place_of(piece: DrawnPiece, drawing: Drawing) -> complex:
    """Return the corner of a piece, or its vertex, as x + yi in the units of the picture."""
    if drawing.graph is not None:
        return _points(drawing.graph)[min(piece.cells)[1]]
    return complex(min(column for _, column in piece.cells), min(row for row, _ in piece.cells)) * CELL


def lines_of(words: Sequence[str]) -> Figure:
    """Draw lines of text, for boards that have no drawing."""
    size = 15
    width = max(width_of(line) for line in words) * size * _LETTER
    body = "".join(
        text_element(line, 0, (number + 0.5) * size * 1.4, size, anchor="start") for number, line in enumerate(words)
    )
    return Figure(width, len(words) * size * 1.4, body)


_Side = tuple[complex, complex]
"""A corner as x + yi, and the direction in which a side leaves it; times i, it is the direction to the right."""
_SIDE_STARTS = {1 + 0j: 0, 1j: 1, -1 + 0j: 1 + 1j, -1j: 1j}
"""The directions of the sides of a cell, clockwise from its upper left corner, each with the corner where it begins."""


def outline(cells: Collection[Place], cell_size: float, inset: float, radius: float) -> str:
    """Return the outline of cells, given as (row, column), as the data of an SVG path."""
    return "".join(_path(loop, cell_size, inset, radius) for loop in loops(cells))


def loops(cells: Collection[Place]) -> list[list[_Side]]:
    """List the loops around cells, each as its sides of length 1.

    If two cells touch only at a corner, a loop stays with the same cell.
    """
    corners = dict.fromkeys(complex(column, row) for column, row in sorted((c, r) for r, c in cells))
    sides = dict.fromkeys(
        (corner + start, direction)
        for corner in corners
        for direction, start in _SIDE_STARTS.items()
        if corner - direction * 1j not in corners
    )
    unused, all_loops = dict(sides), []
    while unused:
        side, loop = next(iter(unused)), []
        while side in unused:
            del unused[side]
            loop.append(side)
            end, direction = sum(side), side[1]
            side = next((end, turn) for turn in (direction * 1j, direction, direction * -1j) if (end, turn) in sides)
        all_loops.append(loop)
    return all_loops


def _path(loop: list[_Side], cell_size: float, inset: float, radius: float) -> str:
    """Return the closed path of a loop, with corners that are moved inside along both sides, and rounded.

    A curve takes at most half of each of its sides.
    """
    turns = zip([loop[-1], *loop[:-1]], loop, strict=True)
    corners = [
        corner * cell_size + (before + after) * 1j * inset for (_, before), (corner, after) in turns if before != after
    ]
    path = ""
    for before, corner, after in zip([corners[-1], *corners[:-1]], corners, [*corners[1:], corners[0]], strict=True):
        enter, leave = (corner + (end - corner) * min(0.5, radius / abs(end - corner)) for end in (before, after))
        path += f"{'L' if path else 'M'}{point_text(enter)}Q{point_text(corner)} {point_text(leave)}"
    return path + "Z"


def point_text(point: complex) -> str:
    """Return a point for the data of a path."""
    return f"{point.real:g} {point.imag:g}"


SHEET_WIDTH = 960
"""The maximum width of a sheet. Wider figures exceed it, and so do sheets that would be higher than wide."""
_ASPECT = 1.15  # the square root of width divided by height of a large sheet
_GAP, _CAPTION, _SIZE = 26, 24, 14


def caption_figure(figure: Figure, caption: str) -> Figure:
    """Write a caption above a figure. A long caption has smaller letters, and is cut if that is not enough."""
    size = max(8.0, fitting(caption, _SIZE, figure.width + _GAP / 2))
    most = int((figure.width + _GAP) / size / 0.58)
    shown = caption if len(caption) <= most else caption[: most - 1] + "…"
    whole = f"<title>{escaped(caption)}</title>" if shown != caption else ""
    line = text_element(shown, figure.width / 2, _SIZE / 2, size)
    body = f'<g>{whole}{line}</g><g transform="translate(0 {_CAPTION})">{figure.body}</g>'
    return Figure(figure.width, figure.height + _CAPTION, body)


def arrange_figures(figures: Sequence[Figure]) -> Figure:
    """Arrange figures in rows."""
    cell = max(figure.width for figure in figures)
    high = max(figure.height for figure in figures)
    square = sqrt(len(figures) * (high + _GAP) / (cell + _GAP))
    across = max(1, int((SHEET_WIDTH + _GAP) // (cell + _GAP)), ceil(_ASPECT * square))
    parts, top = [], 0.0
    for start in range(0, len(figures), across):
        row = figures[start : start + across]
        for column, figure in enumerate(row):
            parts.append(f'<g transform="translate({column * (cell + _GAP):g} {top:g})">{figure.body}</g>')
        top += max(figure.height for figure in row) + _GAP
    used = min(across, len(figures))
    return Figure(used * (cell + _GAP) - _GAP, top - _GAP, "".join(parts))


# The colours of pieces and of the page


def page_style() -> str:
    """Return the style sheet of the page: colours such as `--sf-board`, and `--near-0` to `--near-4`."""

    def root(parts: Mapping[str, str], distances: tuple[str, ...]) -> str:
        names = [f"--sf-{name}:{colour}" for name, colour in parts.items()]
        names += [f"--near-{number}:{colour}" for number, colour in enumerate(distances)]
        return f":root{{{';'.join(names)}}}"

    return f"{root(LIGHT, LIGHT_DISTANCES)}{_WHERE_DARK}{{{root(DARK, DARK_DISTANCES)}}}\n"


def colours_of(puzzle: Puzzle) -> Colours:
    """Choose a colour for each piece by its name."""
    home = puzzle.drawing(puzzle.home)
    return {} if home is None else colours(home)


def colours(drawing: Drawing) -> Colours:
    """Choose the colours of a board: by row for tiles, so that their order shows, and else piece by piece."""
    plain = [piece for piece in drawing.pieces if not _special(piece, drawing)]
    tiles = drawing.graph is None and all(len(piece.cells) == 1 for piece in drawing.pieces) and drawing.rows > 1
    names = list(dict.fromkeys(piece.name for piece in plain))
    numbers = {name: number for number, name in enumerate(names)}
    if tiles:
        numbers = {piece.name: min(piece.cells)[0] for piece in reversed(plain)}
    chosen = {}
    for name, number in numbers.items():
        turn, index = divmod(number, len(PIECE_COLOURS))  # each further turn is a little darker
        colour, share = int(PIECE_COLOURS[index][1:], 16), 0.84 ** min(turn, 2)
        chosen[name] = "#" + "".join(f"{round((colour >> shift & 255) * share):02x}" for shift in (16, 8, 0))
    special = {piece.name: _special(piece, drawing) for piece in drawing.pieces if _special(piece, drawing)}
    return chosen | special


def _special(piece: DrawnPiece, drawing: Drawing) -> str:
    if piece.frozen:
        return FROZEN
    mover = drawing.graph is not None and piece.name == drawing.graph.mover
    return WANTED if piece.wanted or mover else ""
