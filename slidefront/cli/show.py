"""`slidefront show`."""

import shutil
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront.cli.inputs import read_board
from slidefront.cli.options import JsonOption, PictureOption, PuzzleFields, argument, option
from slidefront.cli.output import echo, note_file, print_json

if TYPE_CHECKING:
    from slidefront.puzzles.core import Puzzle


def show(
    asked: PuzzleFields,
    board: Annotated[
        str, argument("home|goal|BOARD|MOVES", "The board to draw, or its name, or moves from home.")
    ] = "home",
    form: Annotated[str, option("--format", "See docs/pasting.md.", "draw|rows|lines|lists|card")] = "draw",
    out: PictureOption = None,
    size: Annotated[int | None, option("--size", "The width of the picture. Needs --out.", "PIXELS")] = None,
    as_json: JsonOption = False,
) -> None:
    """Draw a board on the terminal, or as a picture in a file."""
    from slidefront.draw.picture import draw_board as picture_of
    from slidefront.draw.picture import picture_file
    from slidefront.notation.boards import board_data, write_board

    if out is not None:
        picture_file(out)
    elif size is not None:
        raise typer.BadParameter("the width is that of a picture: name a file with --out", param_hint="'--size'")
    loaded = asked.load_with_goal()
    if out is not None:
        picture_of(loaded, board).save(out, size)
        note_file("1 board", out)
    elif form == "draw" and not as_json:
        _draw(loaded, board)
    else:
        key = read_board(loaded, board).key
        if as_json:
            print_json(board_data(loaded, key))
        else:
            echo(write_board(loaded, key, form))


def _draw(puzzle: "Puzzle", board: str) -> None:
    from slidefront.draw.board import draw_position
    from slidefront.draw.goal import goal_text, goal_words

    width = shutil.get_terminal_size().columns
    if board == "goal" and (drawn := goal_text(puzzle, width)):
        echo(f"{drawn}\n{goal_words(puzzle)}")
        return
    position = read_board(puzzle, board)
    echo(draw_position(position, width))
    echo(position.text)
