"""All colours of pictures and of the page. The colour of a piece stays the same along a route.

Pieces have the colours of Paul Tol's "light" scheme, and a violet. People with any kind of colour vision can
distinguish these colours, and black letters can be read on them. Each piece also has an outline and a name.
"""

from collections.abc import Mapping
from string import Template

from slidefront.puzzles.capabilities import Drawing, DrawnPiece
from slidefront.puzzles.core import Puzzle

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
