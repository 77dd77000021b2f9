"""The command that draws a board into a file."""

from pathlib import Path
from typing import Annotated

import typer

from slidefront.cli.options import PuzzleArgument


def draw(
    puzzle: PuzzleArgument,
    board: Annotated[str | None, typer.Argument(help="A board to draw in place of home; `goal` for the goal.")] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="A new file; its name ends in .svg or .png.")
    ] = None,
) -> None:
    """Draw a board as a picture; PNG needs the extra `plot`. `slidefront show` draws it on the terminal."""
    from slidefront.view.picture import draw as drawn
    from slidefront.view.picture import picture_file

    if out is None:
        raise typer.BadParameter("name the picture with -o, such as -o board.svg", param_hint="--out")
    picture_file(out)
    from slidefront.puzzles.read.load import load

    drawn(load(puzzle), board or "home").save(out)
