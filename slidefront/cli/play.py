"""`slidefront play`."""

import sys
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Annotated

import typer

from slidefront.cli.inputs import read_board, read_text
from slidefront.cli.options import PUZZLE_HELP, PuzzleFields, argument, option
from slidefront.cli.output import remark
from slidefront.errors import SlidefrontError


@dataclass(frozen=True, kw_only=True)
class PlayFields(PuzzleFields):
    """The puzzle to play, or none."""

    puzzle: Annotated[str, argument("PUZZLE", f"{PUZZLE_HELP} Default: choose from a list.", show_default=False)] = ""


def play(
    asked: PlayFields,
    start: Annotated[str, option("--from")] = "home",
    route: Annotated[
        str | None, option("--replay", "A route, or a file with a route, to play and scrub through.", "ROUTE")
    ] = None,
) -> None:
    """Play a puzzle on the terminal, with hints and solutions. Needs the extra `play`."""
    if find_spec("textual") is None:
        raise SlidefrontError("the player needs the extra `play`: pip install 'slidefront[play]'")
    if not asked.puzzle and (asked != PlayFields() or start != "home" or route is not None):
        raise typer.BadParameter("options need a PUZZLE")
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise SlidefrontError("the player needs a terminal: its input or output is redirected")
    from slidefront.routes.replay import read_route
    from slidefront.view.play.app import PlayApp
    from slidefront.view.play.picker import PickApp

    name = asked.puzzle or PickApp().run()
    if name is None:
        return
    puzzle = replace(asked, puzzle=name).load_with_goal()
    board = read_board(puzzle, start)
    read = route and read_route(puzzle, read_text(route) or route, board if start != "home" else None)
    if read and read.read_as:
        remark(read.read_as)
    if puzzle.position(board).drawing() is None:
        raise SlidefrontError(f"{puzzle.name} offers no drawing, so it cannot be played")
    PlayApp(puzzle, board, read or None).run()
