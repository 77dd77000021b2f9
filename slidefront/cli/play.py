"""`slidefront play`."""

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront.cli.completion import values
from slidefront.cli.inputs import read_board, read_text
from slidefront.cli.options import PUZZLE_HELP, GoalOption, MetricOption, PuzzleFields, start_option
from slidefront.cli.output import note

if TYPE_CHECKING:
    from slidefront.puzzles.core import Puzzle
    from slidefront.routes.route import Route


def play(
    puzzle: Annotated[
        str | None, typer.Argument(**values("PUZZLE"), help=f"{PUZZLE_HELP} Default: choose from a list.")
    ] = None,
    start: Annotated[str, start_option()] = "home",
    replayed: Annotated[
        str | None,
        typer.Option("--replay", metavar="ROUTE", help="A route, or a file with a route, to play and scrub through."),
    ] = None,
    goal: GoalOption = None,
    metric: MetricOption = None,
) -> None:
    """Play a puzzle on the terminal, with hints and solutions. Needs the extra `play`."""
    from slidefront.errors import SlidefrontError

    if find_spec("textual") is None:
        raise SlidefrontError("the player needs the extra `play`: pip install 'slidefront[play]'")
    if puzzle is None and (start, replayed, goal, metric) != ("home", None, None, None):
        raise typer.BadParameter("options need a PUZZLE")
    _check_terminal()
    name = puzzle or _pick()
    if name is None:
        return
    loaded = PuzzleFields(puzzle=name, goal=goal, metric=metric).load_with_goal()
    board = read_board(loaded, start)
    read = None if replayed is None else _read(loaded, replayed, board if start != "home" else None)
    if loaded.position(board).drawing() is None:
        raise SlidefrontError(f"{loaded.name} offers no drawing, so it cannot be played")
    from slidefront.view.play.app import PlayApp

    PlayApp(loaded, board, read).run()


def _check_terminal() -> None:
    from slidefront.errors import SlidefrontError

    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise SlidefrontError("the player needs a terminal: its input or output is redirected")


def _pick() -> str | None:
    from slidefront.view.play.picker import PickApp

    return PickApp().run()


def _read(puzzle: "Puzzle", word: str, start: str | int | None) -> "Route":
    from slidefront.routes.replay import read_route

    text = read_text(word)
    route = read_route(puzzle, word if text is None else text, start)
    if route.read_as:
        note(route.read_as)
    return route
