"""Pictures of boards and routes, which `slidefront.draw_board` returns, notebooks show, and files contain.

>>> import slidefront
>>> picture = slidefront.draw_board("8-puzzle", "1234567_8")
>>> picture
<Picture of 8-puzzle: 1234567_8>
>>> print(picture)
┌───┬───┬───┐
│ 1 │ 2 │ 3 │
├───┼───┼───┤
│ 4 │ 5 │ 6 │
├───┼───┼───┤
│ 7 │ · │ 8 │
└───┴───┴───┘
"""

from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from slidefront.draw import board as as_text
from slidefront.draw.animation import animated
from slidefront.draw.board import describe_goal, describe_route, goal_drawing, route_captions
from slidefront.draw.svg import (
    CELL,
    FROZEN,
    PIECE_COLOURS,
    WANTED,
    Colours,
    Figure,
    arrange_figures,
    board_figure,
    caption_figure,
    colours_of,
    document,
    lines_of,
    name_place,
    outline,
    page_style,
    pieces_figure,
)
from slidefront.errors import BoardError, SlidefrontError, check_type
from slidefront.files import check_new, write_new
from slidefront.notation.load import load
from slidefront.notation.route import Route
from slidefront.puzzles.core import Board, Position, Puzzle, plain
from slidefront.units import escaped

PICTURE_FORMATS = (".svg", ".png")


class Picture:
    """A picture: SVG for files and notebooks, and text for terminals."""

    def __init__(self, title: str, figure: Figure, text: str, *, paper: bool = False, save_ink: bool = False) -> None:
        self.title = title
        self.svg = document(figure, title, paper=paper, save_ink=save_ink)
        """The picture as the text of an SVG file."""
        self._text = text

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height of the picture, in cells of a board."""
        width, height = size_of(self.svg)
        return width / CELL, height / CELL

    def save(self, path: str | Path, *, replace: bool = False) -> None:
        """Write the picture to a file, as SVG or PNG by its name; PNG needs the extra `plot`."""
        path = Path(path)
        check_picture(path, replace=replace)
        write_new(path, self.svg.encode() if path.suffix == ".svg" else png(self.svg), replace=replace)

    def image(self, style: str = "max-width:100%") -> str:
        """Return an HTML element that contains the picture as data, so that its styles do not affect the page."""
        data = b64encode(self.svg.encode()).decode()
        return f'<img alt="{escaped(self.title)}" style="{style}" src="data:image/svg+xml;base64,{data}">'

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<Picture of {self.title}>"


def check_picture(path: Path | None, *, replace: bool = False) -> None:
    """Raise an error if a file cannot become a picture, before anything is drawn."""
    if path is None:
        return
    if path.suffix not in PICTURE_FORMATS:
        raise SlidefrontError(f"{path} must end in {' or '.join(PICTURE_FORMATS)}")
    if path.suffix == ".png":
        check_extra()
    check_new(path, replace=replace)


def draw_board(
    puzzle: Puzzle | str | Path, board: Board = "home", *, for_paper: bool = False, save_ink: bool = False
) -> Picture:
    """Draw a board of a puzzle, by default home; `goal` draws the goal, with only the pieces that a partial goal names.

    With `for_paper`, a picture has no background and only its light colours, and with `save_ink` only black outlines.
    As `board`, `empty` draws a grid without the pieces that move, and `pieces` draws these pieces apart, to cut out.
    """
    from slidefront.notation.board_files import board_typed

    puzzle, board = load(puzzle), plain(board)
    chosen, home = colours_of(puzzle), puzzle.drawing(puzzle.home)
    if board == "goal" and (drawing := goal_drawing(puzzle)) is not None:
        title, lines = f"{puzzle.name}: {describe_goal(puzzle)}", as_text.draw_text(drawing)
        return Picture(title, board_figure(drawing, chosen), lines, paper=for_paper, save_ink=save_ink)
    if board in ("empty", "pieces") and home is not None and home.graph is None:
        empty = replace(home, pieces=tuple(piece for piece in home.pieces if piece.frozen))
        free = [piece for piece in home.pieces if not piece.frozen]
        figure = board_figure(empty, chosen) if board == "empty" else pieces_figure(home, free, chosen)
        return Picture(f"{puzzle.name}: {board}", figure, as_text.draw_text(empty), paper=for_paper, save_ink=save_ink)
    position = board_typed(puzzle, board) if isinstance(board, str) else puzzle.position(puzzle.key(board))
    figure = _figure_of(position, chosen)
    title, lines = f"{puzzle.name}: {position.text}", as_text.draw_position(position)
    return Picture(title, figure, lines, paper=for_paper, save_ink=save_ink)


def draw_boards(
    puzzle: Puzzle | str | Path, boards: Iterable[Board], captions: Sequence[str], title: str = ""
) -> Picture:
    """Draw several boards side by side, each under its caption."""
    puzzle = load(puzzle)
    positions = [puzzle.position(plain(board)) for board in boards]
    check_type(title, str, "title")
    if not positions:
        raise BoardError("there are no boards to draw")
    if len(captions) != len(positions):
        raise BoardError(f"{len(positions)} boards need as many captions, and there are {len(captions)}", "captions")
    title = title or f"boards of {puzzle.name}"
    return Picture(title, _figures_of(puzzle, positions, captions), as_text.captioned(positions, captions))


def draw_route(route: Route, *, strip: bool = False) -> Picture:
    """Draw a route as a picture that plays it, or with `strip` as all of its boards side by side."""
    check_type(route, Route, "route")
    captions = route_captions(route)
    figure = _figures_of(route.puzzle, route.positions, captions) if strip else animated(route)
    return Picture(
        f"{route.puzzle.name}: {describe_route(route)}", figure, as_text.captioned(route.positions, captions)
    )


def _figure_of(position: Position, chosen: Colours) -> Figure:
    """Draw a board, or its text if the puzzle has no drawing."""
    drawing = position.drawing()
    return lines_of([position.text]) if drawing is None else board_figure(drawing, chosen)


def _figures_of(puzzle: Puzzle, positions: Sequence[Position], captions: Sequence[str]) -> Figure:
    chosen = colours_of(puzzle)
    pairs = zip(positions, captions, strict=True)
    return arrange_figures([caption_figure(_figure_of(position, chosen), caption) for position, caption in pairs])


def drawing_data(puzzle: Puzzle | str | Path) -> dict[str, Any]:
    """Return how pictures of a puzzle look, for programs that draw its boards themselves, as the page does.

    The data contain a style sheet with the colours of boards, the colour of each piece, the palette for other puzzles,
    and for blocks the outlines of the walls and pieces as the data of SVG paths with 100 units per cell. Each piece has
    its outline, a second outline inside it, and the middle of its name.
    """
    puzzle = load(puzzle)
    rules, drawing = puzzle.description() or {}, puzzle.drawing(puzzle.home)
    shapes = {piece["name"]: frozenset((r, c) for r, c in piece["shape"]) for piece in rules.get("pieces", [])}
    pieces = {
        name: {
            "path": outline(shape, 100, 3, 16),
            "inside": outline(shape, 100, 9, 14),
            "middle": name_place(shape)[:2],
        }
        for name, shape in shapes.items()
    }
    return {
        "style": page_style(),
        "colours": dict(colours_of(puzzle)),
        "palette": {"frozen": FROZEN, "wanted": WANTED, "pieces": PIECE_COLOURS},
        "outlines": {"walls": outline(drawing.walls, 100, 1, 8) if drawing else "", "pieces": pieces},
    }


SCALE = 2.0
"""Pixels per unit of a picture."""
_LARGEST = 4_096  # pixels


def check_extra() -> None:
    """Raise an error if the library that draws PNG is not installed."""
    if find_spec("resvg_py") is None:
        raise SlidefrontError("PNG needs a library that is not installed: pip install resvg-py")


def size_of(svg: str) -> tuple[float, float]:
    """Read the width and the height of an SVG."""
    width, height = map(float, svg.split('viewBox="0 0 ', 1)[1].split('"', 1)[0].split())
    return width, height


def png(svg: str) -> bytes:
    """Draw an SVG as a PNG, in its light colours."""
    check_extra()
    from resvg_py import svg_to_bytes

    width, height = size_of(svg)
    scale = min(SCALE, _LARGEST / max(width, height))
    matplotlib = find_spec("matplotlib")  # contains the font, and is not imported
    fonts = Path(matplotlib.origin).parent / "mpl-data/fonts/ttf" if matplotlib and matplotlib.origin else None
    drawn = svg_to_bytes(
        svg_string=svg,
        width=round(width * scale),
        height=round(height * scale),
        font_files=[*map(str, fonts.glob("DejaVuSans.ttf"))] if fonts else [],
        font_family="DejaVu Sans",
    )
    return bytes(drawn)
