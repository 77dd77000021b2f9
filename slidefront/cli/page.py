"""`slidefront page`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront.cli.completion import values
from slidefront.cli.options import MetricOption
from slidefront.cli.output import check_new_file, note, open_output
from slidefront.cli.runs import find_run_or_puzzle

if TYPE_CHECKING:
    from slidefront.puzzles.core import Puzzle
    from slidefront.store.run import Run


def page(
    what: Annotated[
        str,
        typer.Argument(
            **values("PUZZLE|RUN|PACK"),
            help="A puzzle, a run, or a pack of problems; a pack needs --puzzle.",
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The HTML file to write.")],
    puzzle: Annotated[
        str | None, typer.Option("--puzzle", **values("PUZZLE"), help="The puzzle of the problems in PACK.")
    ] = None,
    problems: Annotated[
        Path | None, typer.Option("--problems", metavar="PACK", help="Problems to choose from on the page.")
    ] = None,
    start: Annotated[
        str | None,
        typer.Option("--from", **values("BOARD"), help="The first board. Default: that of the first problem, or home."),
    ] = None,
    metric: MetricOption = None,
    graph: Annotated[
        bool, typer.Option("--graph/--no-graph", help="Draw the graph of all boards if there are at most 50,000.")
    ] = True,
) -> None:
    """Write an HTML file on which people play a puzzle. It needs no network and no other file.

    The page knows the distance of every board if there are at most a million.
    """
    from slidefront import units
    from slidefront.puzzles.read.boards import board_typed
    from slidefront.view.page.data import PageOptions, page_data
    from slidefront.view.page.html import page_html
    from slidefront.view.page.pack import read_pack

    check_new_file(out)
    if puzzle is not None:
        if problems is not None:
            raise typer.BadParameter("the pack is given twice: remove --problems", param_hint="--puzzle")
        what, problems = puzzle, Path(what)
    played, run = _puzzle_and_run(what, metric)
    pack = [] if problems is None else read_pack(played, problems)
    first = None if start is None else board_typed(played, start)
    html = page_html(page_data(played, run, pack, PageOptions(first, graph)))
    with open_output(out) as file:
        file.write(html.encode())
    note(f"{out}, {units.size(out.stat().st_size)}: open it in a browser")


def _puzzle_and_run(what: str, metric: str | None) -> "tuple[Puzzle, Run | None]":
    """Find the run or the puzzle with this name."""
    from slidefront.errors import PuzzleError, SlidefrontError
    from slidefront.files import is_file
    from slidefront.puzzles.read.load import load
    from slidefront.store.run import Run

    try:
        found = find_run_or_puzzle(what)
    except SlidefrontError:
        if is_file(what) and not what.endswith(".toml"):
            raise PuzzleError(f"{what} is neither a run nor a puzzle; if it is a pack, add --puzzle NAME") from None
        raise
    if not isinstance(found, Run):
        return (load(what, metric) if metric else found), None
    if metric not in (None, found.manifest.metric):
        raise PuzzleError(f"{found.folder} is in the {found.manifest.metric} metric: remove --metric")
    return found.puzzle, found
