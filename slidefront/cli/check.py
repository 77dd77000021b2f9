"""The command that replays a route."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront.cli.options import JsonOption, MetricOption, PuzzleArgument

if TYPE_CHECKING:
    from slidefront.routes.replay import Replay


def check(
    puzzle: PuzzleArgument,
    route: Annotated[
        str,
        typer.Argument(
            metavar="ROUTE",
            help="Moves (0 L,1 LLL or LURD or 13|9|5), problem lines, JSON, or a file of these (- reads input).",
        ),
    ],
    start: Annotated[
        str | None,
        typer.Option("--from", metavar="home|goal|BOARD|FILE", help="Where the route starts; home if it does not say."),
    ] = None,
    metric: MetricOption = None,
    optimal: Annotated[
        bool, typer.Option("--optimal", help="Say how many moves a shortest route between its ends would have.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Replay a route: whether it is legal, where it ends, how many moves it has in each metric.

    The exit code is 1 if a move cannot be made; the board before it is drawn.
    """
    from slidefront.cli.given import text_in
    from slidefront.errors import RouteError
    from slidefront.puzzles.read.boards import board_typed
    from slidefront.puzzles.read.load import load
    from slidefront.routes.read import read_typed
    from slidefront.routes.replay import replay
    from slidefront.view.route import draw_position, verdict, verdict_data

    if puzzle == route == "-":
        raise typer.BadParameter("standard input can hold the puzzle or the route, not both")
    loaded = load(puzzle, metric)
    text = text_in(route)
    begin = None if start is None else board_typed(loaded, start)
    text = route if text is None else text
    if not text.strip():
        raise RouteError("the route is empty: write its moves, problem lines, or JSON")
    typed = read_typed(loaded, text)
    replays = [replay(loaded, one, begin) for one in typed]
    shortest = _shortest(replays, as_json) if optimal else [None] * len(replays)
    if as_json:
        data = [verdict_data(*one) for one in zip(replays, shortest, strict=True)]
        typer.echo(json.dumps(data if len(data) > 1 else data[0], indent=1, ensure_ascii=False))
    elif len(replays) > 1:
        what = "route" if typed[0].length is None else "line"
        for number, one in enumerate(zip(replays, shortest, strict=True), 1):
            typer.echo(f"{what} {number}: {verdict(*one)}")
    else:
        typer.echo(f"{verdict(replays[0], shortest[0])}\n{draw_position(replays[0].end)}")
    if any(one.fault for one in replays):
        raise typer.Exit(1)


def _shortest(replays: "list[Replay]", quiet: bool) -> list[int | None]:
    """Search from the start of each legal route to its end."""
    from slidefront.cli.searching import Searching
    from slidefront.search.solve import solve

    found: list[int | None] = []
    with Searching(quiet) as searching:
        for number, one in enumerate(replays, 1):
            hooks = searching.begin(f"line {number} of {len(replays)}" if len(replays) > 1 else "")
            ends = one.start.key, one.end.key
            found.append(None if one.fault else solve(one.puzzle, *ends, hooks=hooks).optimum)
    return found
