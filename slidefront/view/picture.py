"""Pictures of boards and routes: what `slidefront.draw` returns, notebooks show, and files contain.

>>> import slidefront
>>> picture = slidefront.draw("8-puzzle", "1234567_8")
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
from pathlib import Path

from slidefront.errors import SlidefrontError
from slidefront.files import write_new
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.listed import Pasted, plain
from slidefront.routes.route import Route
from slidefront.view import board as as_text
from slidefront.view.animation import animated
from slidefront.view.goal import goal_figure, goal_text, goal_words
from slidefront.view.palette import Colours, colours_of
from slidefront.view.raster import check_extra, png
from slidefront.view.strip import captioned, sheet
from slidefront.view.svg import Figure, board, document, lines_of

FORMATS = (".svg", ".png")


class Picture:
    """A picture: SVG for files and notebooks, lines and letters for terminals."""

    def __init__(self, title: str, figure: Figure, text: str) -> None:
        self.title = title
        self.svg = document(figure, title)
        """The picture as the text of an SVG file."""
        self._text = text

    def save(self, path: str | Path) -> None:
        """Write the picture to a new file, as SVG or PNG by its name; PNG needs the extra `plot`."""
        path = picture_file(path)
        data = png(self.svg) if path.suffix == ".png" else self.svg.encode()
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
        raise SlidefrontError(f"{path} must end in .svg or .png")
    if path.suffix == ".png":
        check_extra()
    return new_path(path)


def new_path(path: Path) -> Path:
    """Raise an error if a file exists, or if its folder does not."""
    if path.exists():
        raise SlidefrontError(f"{path} already exists: choose another file")
    if not path.parent.is_dir():
        raise SlidefrontError(f"cannot write {path}: the folder {path.parent} does not exist")
    return path


def draw(puzzle: Puzzle | str | Path | Pasted, board: int | str | Pasted = "home") -> Picture:
    """Draw a board of a puzzle, by default home; `goal` draws the goal."""
    from slidefront.puzzles.load import load
    from slidefront.puzzles.starts import board_typed

    puzzle = load(puzzle)
    board = plain(board)
    figure, words = goal_figure(puzzle), goal_text(puzzle)
    if board == "goal" and figure is not None and words is not None:
        return Picture(f"{puzzle.name}: {goal_words(puzzle)}", figure, words)
    asked = board_typed(puzzle, board) if isinstance(board, str) else board
    words = asked if isinstance(asked, str) else puzzle.format(asked)
    return Picture(f"{puzzle.name}: {words}", board_figure(puzzle, asked), as_text.draw(puzzle, asked))


def board_figure(puzzle: Puzzle, board_: int | str, chosen: Colours | None = None) -> Figure:
    """Draw one board, in the colours of its puzzle."""
    drawing = puzzle.drawing(board_)
    if drawing is None:
        return lines_of([board_ if isinstance(board_, str) else puzzle.format(board_)])
    return board(drawing, colours_of(puzzle) if chosen is None else chosen)


def boards_figure(puzzle: Puzzle, boards: Iterable[int | str], captions: Sequence[str]) -> Figure:
    """Draw several boards, each under its caption."""
    chosen = colours_of(puzzle)
    figures = (board_figure(puzzle, one, chosen) for one in boards)
    return sheet([captioned(figure, caption) for figure, caption in zip(figures, captions, strict=True)])


def draw_route(route: Route, *, strip: bool = False) -> Picture:
    """Draw a route as a picture that plays it, or with `strip` as all of its boards side by side."""
    from slidefront.view.route import boards, summary

    title = f"{route.puzzle.name}: {summary(route)}"
    captions = ["start", *(f"{number}. {move}" for number, move in enumerate(route.moves, 1))]
    figure = boards_figure(route.puzzle, route.boards, captions) if strip else animated(route)
    return Picture(title, figure, boards(route))
