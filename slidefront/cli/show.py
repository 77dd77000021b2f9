"""`slidefront show`."""

from typing import Annotated

import typer

from slidefront.cli.options import AxisOption, FrozenOption, GridGoalOption, GroupsOption, PuzzleArgument


def show(
    puzzle: PuzzleArgument,
    board: Annotated[
        str, typer.Argument(metavar="BOARD", help="The board to draw; `home` and `goal` are names of boards.")
    ] = "home",
    axis: AxisOption = None,
    frozen: FrozenOption = None,
    groups: GroupsOption = None,
    grid_goal: GridGoalOption = None,
) -> None:
    """Draw a board."""
    from slidefront.cli.inputs import load_puzzle, read_board
    from slidefront.puzzles.read.pasted import GridOptions
    from slidefront.view.route import draw_position

    loaded = load_puzzle(puzzle, None, GridOptions(axis, frozen, groups, grid_goal))
    position = loaded.position(read_board(loaded, board))
    typer.echo(draw_position(position))
    typer.echo(position.text)
