"""`slidefront check`."""

from typing import TYPE_CHECKING, Annotated

import typer

from slidefront.cli.options import JsonOption, MetricOption, NotationOption, PuzzleArgument
from slidefront.cli.output import print_json, say

if TYPE_CHECKING:
    from slidefront.routes.replay import Replay


def check(
    puzzle: PuzzleArgument,
    route: Annotated[
        str,
        typer.Argument(
            metavar="ROUTE",
            help="Moves (0 L,1 LLL or LURD or 13|9|5), problem lines, JSON, a file of these, or - for standard input.",
        ),
    ],
    start: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="home|goal|BOARD|FILE", help="The first board. Default: as in the route, or home."
        ),
    ] = None,
    metric: MetricOption = None,
    notation: NotationOption = None,
    optimal: Annotated[
        bool, typer.Option("--optimal", help="Also search for the length of a shortest route between the same boards.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Replay a route: tell whether it is legal, where it ends, and how many moves it has in each metric.

    If a move is illegal, the board before it is drawn and the exit code is 1.
    """
    from slidefront.cli.inputs import check_one_standard_input, load_puzzle, read_board, read_text
    from slidefront.errors import RouteError
    from slidefront.routes.read import read_typed
    from slidefront.routes.replay import replay
    from slidefront.view.route import draw_position, verdict, verdict_data

    check_one_standard_input(puzzle, route)
    loaded = load_puzzle(puzzle, metric, quiet=as_json)
    text = read_text(route)
    begin = None if start is None else read_board(loaded, start, quiet=as_json)
    text = route if text is None else text
    if not text.strip():
        raise RouteError("the route is empty: write moves, problem lines, or JSON")
    typed = read_typed(loaded, text, notation)
    replays = [replay(loaded, one, begin) for one in typed]
    shortest = _shortest(replays, as_json) if optimal else [None] * len(replays)
    if as_json:
        data = [verdict_data(*one) for one in zip(replays, shortest, strict=True)]
        print_json(data if len(data) > 1 else data[0])
    elif len(replays) > 1:
        what = "route" if typed[0].length is None else "line"
        for number, one in enumerate(zip(replays, shortest, strict=True), 1):
            say(f"{what} {number}: {verdict(*one)}")
    else:
        say(verdict(replays[0], shortest[0]))
        typer.echo(draw_position(replays[0].end))
    if any(one.fault for one in replays):
        raise typer.Exit(1)


def _shortest(replays: "list[Replay]", quiet: bool) -> list[int | None]:
    """Search from the start of each legal route to its end."""
    from slidefront.cli.search_progress import SearchProgress
    from slidefront.search.solve import solve

    found: list[int | None] = []
    with SearchProgress(quiet) as progress:
        for number, one in enumerate(replays, 1):
            hooks = progress.begin(f"line {number} of {len(replays)}" if len(replays) > 1 else "")
            ends = one.start.key, one.end.key
            found.append(None if one.fault else solve(one.puzzle, *ends, hooks=hooks).optimum)
    return found
