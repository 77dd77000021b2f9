"""Pictures of boards and routes: what `slidefront.draw_board` returns, notebooks show, and files contain.

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

from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path

from slidefront.draw import board as as_text
from slidefront.draw.animation import animated
from slidefront.draw.board import goal_drawing, goal_text, goal_words
from slidefront.draw.palette import Colours, colours_of
from slidefront.draw.svg import Figure, board, captioned, document, lines_of, resized, sheet
from slidefront.errors import LimitError, SlidefrontError
from slidefront.files import check_new, write_new
from slidefront.notation.route import Route
from slidefront.puzzles.core import Board, Puzzle, plain

FORMATS = (".svg", ".png")
SMALLEST, LARGEST = 16, 8192
"""The least and the greatest width of a picture in pixels."""


class Picture:
    """A picture: SVG for files and notebooks, lines and letters for terminals."""

    def __init__(self, title: str, figure: Figure, text: str) -> None:
        self.title = title
        self.svg = document(figure, title)
        """The picture as the text of an SVG file."""
        self._text = text

    def save(self, path: str | Path, size: int | None = None) -> None:
        """Write the picture to a new file, as SVG or PNG by its name; `size` is its width in pixels.

        PNG needs the extra `plot`.
        """
        path = picture_file(path)
        if size is not None and not SMALLEST <= size <= LARGEST:
            raise LimitError(f"a picture is {SMALLEST} to {LARGEST:,} pixels wide, not {size:,}")
        if path.suffix == ".svg":
            data = (self.svg if size is None else resized(self.svg, size)).encode()
        else:
            data = png(self.svg, size)
        write_new(path, data)

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<Picture of {self.title}>"


def picture_file(path: str | Path) -> Path:
    """Check that a path can become a new picture, before anything is drawn."""
    path = Path(path)
    if path.suffix not in FORMATS:
        raise SlidefrontError(f"{path} must end in {' or '.join(FORMATS)}")
    if path.suffix == ".png":
        check_extra()
    check_new(path)
    return path


def draw_board(puzzle: Puzzle | str | Path, board: Board = "home") -> Picture:
    """Draw a board of a puzzle, by default home; `goal` draws the goal."""
    from slidefront.notation.load import load
    from slidefront.notation.route import board_typed

    puzzle = load(puzzle)
    board = plain(board)
    if board == "goal" and (figure := goal_figure(puzzle)) is not None:
        return Picture(f"{puzzle.name}: {goal_words(puzzle)}", figure, goal_text(puzzle) or "")
    position = board_typed(puzzle, board) if isinstance(board, str) else puzzle.position(puzzle.key(board))
    text = position.text
    return Picture(f"{puzzle.name}: {text}", board_figure(puzzle, text), as_text.draw(puzzle, text))


def board_figure(puzzle: Puzzle, board_: int | str, chosen: Colours | None = None) -> Figure:
    """Draw one board, in the colours of its puzzle."""
    position = puzzle.position(board_)
    drawing = position.drawing()
    if drawing is None:
        return lines_of([position.text])
    return board(drawing, colours_of(puzzle) if chosen is None else chosen)


def goal_figure(puzzle: Puzzle) -> Figure | None:
    """Draw the goal: of a partial one, only the pieces that it names; None if nothing can be drawn."""
    drawing = goal_drawing(puzzle)
    if drawing is not None:
        return board(drawing, colours_of(puzzle))
    return None if puzzle.goal.key is None else lines_of([puzzle.format(puzzle.goal.key)])


def boards_figure(puzzle: Puzzle, boards: Iterable[int | str], captions: Sequence[str]) -> Figure:
    """Draw several boards, each under its caption."""
    chosen = colours_of(puzzle)
    figures = (board_figure(puzzle, one, chosen) for one in boards)
    return sheet([captioned(figure, caption) for figure, caption in zip(figures, captions, strict=True)])


def draw_route(route: Route, *, strip: bool = False) -> Picture:
    """Draw a route as a picture that plays it, or with `strip` as all of its boards side by side."""
    from slidefront.draw.routes import boards, summary

    title = f"{route.puzzle.name}: {summary(route)}"
    captions = ["start", *(f"{number}. {move}" for number, move in enumerate(route.moves, 1))]
    figure = boards_figure(route.puzzle, route.boards, captions) if strip else animated(route)
    return Picture(title, figure, boards(route))


SCALE = 2.0
"""Pixels for each unit of a picture, unless its width is given."""
_TOO_LARGE = 12_000  # pixels


def check_extra() -> None:
    """Raise an error if the library that draws PNG is not installed."""
    if find_spec("resvg_py") is None:
        raise SlidefrontError("PNG needs the extra `plot`: pip install 'slidefront[plot]'")


def png(svg: str, pixels: int | None = None) -> bytes:
    """Draw an SVG as a PNG, in its light colours, as many pixels wide as asked."""
    check_extra()
    from resvg_py import svg_to_bytes

    width, height = map(float, svg.split('viewBox="0 0 ', 1)[1].split('"', 1)[0].split())
    scale = min(SCALE if pixels is None else pixels / width, _TOO_LARGE / max(width, height))
    drawn = svg_to_bytes(
        svg_string=svg,
        width=round(width * scale),
        height=round(height * scale),
        font_files=[*map(str, fonts())],
        font_family="DejaVu Sans",
    )
    return bytes(drawn)


def fonts() -> list[Path]:
    """Find the fonts that matplotlib brings, without importing it."""
    found = find_spec("matplotlib")
    if found is None or found.origin is None:
        return []
    folder = Path(found.origin).parent / "mpl-data" / "fonts" / "ttf"
    return sorted(folder.glob("DejaVuSans.ttf")) + sorted(folder.glob("DejaVuSans-Bold.ttf"))
