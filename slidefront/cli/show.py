"""`slidefront show`."""

from typing import Annotated

import typer

from slidefront.cli.options import PuzzleArgument


def show(
    puzzle: PuzzleArgument,
    board: Annotated[
        str, typer.Argument(metavar="BOARD", help="The board to draw; `home` and `goal` are names of boards.")
    ] = "home",
) -> None:
    """Draw a board."""
    from slidefront.puzzles.read.boards import board_typed
    from slidefront.puzzles.read.load import load
    from slidefront.view.route import draw_position

    loaded = load(puzzle)
    position = loaded.position(board_typed(loaded, board))
    typer.echo(draw_position(position))
    typer.echo(position.text)
