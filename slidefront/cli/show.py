"""`slidefront show`."""

import shutil
from typing import Annotated

import typer

from slidefront.cli.completion import values
from slidefront.cli.options import AxisOption, FrozenOption, GridGoalOption, GroupsOption, PuzzleArgument


def show(
    puzzle: PuzzleArgument,
    board: Annotated[
        str,
        typer.Argument(**values("home|goal|BOARD"), help="The board to draw, or the name of one."),
    ] = "home",
    form: Annotated[
        str,
        typer.Option(
            "--format", **values("draw|rows|lines|json|table|pddl|card|klotski"), help="How the board is written."
        ),
    ] = "draw",
    axis: AxisOption = None,
    frozen: FrozenOption = None,
    groups: GroupsOption = None,
    grid_goal: GridGoalOption = None,
) -> None:
    """Draw a board."""
    from slidefront.cli.inputs import load_puzzle, read_board
    from slidefront.puzzles.grid_options import GridOptions
    from slidefront.view.board_forms import write_board
    from slidefront.view.goal import goal_text, goal_words
    from slidefront.view.route import draw_position

    loaded = load_puzzle(puzzle, None, GridOptions(axis, frozen, groups, grid_goal))
    width = shutil.get_terminal_size().columns
    if form == "draw" and board == "goal" and (drawn := goal_text(loaded, width)):
        typer.echo(f"{drawn}\n{goal_words(loaded)}")
        return
    position = loaded.position(read_board(loaded, board))
    if form != "draw":
        typer.echo(write_board(loaded, position.key, form))
        return
    typer.echo(draw_position(position, width))
    typer.echo(position.text)
