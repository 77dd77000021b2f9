"""`slidefront draw`."""

from typing import Annotated

import typer

from slidefront.cli.completion import values
from slidefront.cli.options import PictureOption, PuzzleArgument
from slidefront.cli.output import note_file


def draw(
    puzzle: PuzzleArgument,
    board: Annotated[
        str,
        typer.Argument(**values("home|goal|BOARD"), help="The board to draw, or the name of one."),
    ] = "home",
    out: PictureOption = None,
) -> None:
    """Draw a board as a picture. `slidefront show` draws it on the terminal."""
    from slidefront.view.picture import draw as draw_picture
    from slidefront.view.picture import picture_file

    if out is None:
        raise typer.BadParameter("name the picture with -o, such as -o board.svg", param_hint="--out")
    picture_file(out)
    draw_picture(puzzle, board).save(out)
    note_file("1 board", out)
