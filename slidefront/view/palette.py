"""The colours of pictures: those of pieces, which stay the same along a route, and those of everything else.

The piece colours are Paul Tol's "light" scheme, which people of all kinds of colour vision tell apart and which black
letters can be read on. Colour is never all that tells pieces apart: each has an outline and its name.
"""

from collections.abc import Mapping

from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.drawing import Drawing, DrawnPiece

WANTED = "#ee8866"
"""The colour of pieces that a partial goal names, and of the mover of a graph."""
FROZEN = "#b4ada2"
PIECES = ("#77aadd", "#eedd88", "#99ddff", "#44bb99", "#ffaabb", "#bbcc33", "#dddddd", "#c9b3e0")
STYLE = """
.sf-panel{fill:#faf8f3}.sf-board{fill:#e9e4d9;stroke:#8a8275}.sf-wall{fill:#57524a}.sf-gate{fill:#c2b9a7}
.sf-blank{fill:#9c9484}.sf-target{stroke:#a34a26}.sf-edge{stroke:#8a8275}.sf-piece{stroke:#33302b}
.sf-name{fill:#1c1a17}.sf-text{fill:#3c3832}.sf-note{fill:#6b655a}
@media (prefers-color-scheme:dark){
.sf-panel{fill:#1b1d22}.sf-board{fill:#2c2f37;stroke:#7d8494}.sf-wall{fill:#9aa1b0}.sf-gate{fill:#4a4f5c}
.sf-blank{fill:#7d8494}.sf-target{stroke:#ee8866}.sf-edge{stroke:#9aa1b0}.sf-piece{stroke:#0c0d10}
.sf-text{fill:#e4e6eb}.sf-note{fill:#a9afbc}}
""".replace("\n", "")

Colours = Mapping[str, str]
"""The colour of each piece, by its name."""


def colours_of(puzzle: Puzzle) -> Colours:
    """Choose a colour for each piece of a puzzle, by its board at home."""
    drawing = puzzle.drawing(puzzle.home)
    return {} if drawing is None else colours(drawing)


def colours(drawing: Drawing) -> Colours:
    """Choose colours on one board: for tiles by row, so that order shows; for all others piece by piece."""
    plain = [piece for piece in drawing.pieces if not _special(piece, drawing)]
    tiles = drawing.graph is None and all(len(piece.cells) == 1 for piece in drawing.pieces) and drawing.rows > 1
    names = list(dict.fromkeys(piece.name for piece in plain))
    number = {name: at for at, name in enumerate(names)}
    if tiles:
        number = {piece.name: min(piece.cells)[0] for piece in reversed(plain)}
    chosen = {name: _shade(at) for name, at in number.items()}
    special = {piece.name: _special(piece, drawing) for piece in drawing.pieces if _special(piece, drawing)}
    return chosen | special


def _special(piece: DrawnPiece, drawing: Drawing) -> str:
    if piece.frozen:
        return FROZEN
    mover = drawing.graph is not None and piece.name == drawing.graph.mover
    return WANTED if piece.wanted or mover else ""


def _shade(number: int) -> str:
    """Take the colours in turn; each further round is a little darker."""
    turn, at = divmod(number, len(PIECES))
    colour = int(PIECES[at][1:], 16)
    share = 0.84 ** min(turn, 3)
    return "#" + "".join(f"{round((colour >> shift & 255) * share):02x}" for shift in (16, 8, 0))
