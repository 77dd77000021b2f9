"""The command that writes the page on which people play."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront.cli.making import note
from slidefront.cli.options import MetricOption, puzzle_names

if TYPE_CHECKING:
    from slidefront.puzzles.core import Puzzle
    from slidefront.store.run import Run


def page(
    what: Annotated[
        str,
        typer.Argument(
            metavar="PUZZLE|RUN|PACK",
            help="A puzzle, a run, or a pack of problems; a pack needs --puzzle.",
            autocompletion=puzzle_names,
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The new HTML file.")],
    puzzle: Annotated[
        str | None, typer.Option("--puzzle", metavar="PUZZLE", help="The puzzle that the problems of a pack are of.")
    ] = None,
    problems: Annotated[
        Path | None, typer.Option("--problems", metavar="PACK", help="A pack of problems to choose from on the page.")
    ] = None,
    start: Annotated[
        str | None, typer.Option("--from", metavar="BOARD", help="The board to begin with; home by default.")
    ] = None,
    metric: MetricOption = None,
    graph: Annotated[
        bool, typer.Option("--graph/--no-graph", help="Draw the graph of all boards where they are at most 50,000.")
    ] = True,
) -> None:
    """Write one HTML file on which people play a puzzle; it needs no network and no other file.

    Up to a million boards travel in the file with their distances; up to 50,000 are drawn as a graph.
    """
    from slidefront import units
    from slidefront.analysis.export import new_file
    from slidefront.view.page.data import Wishes, page_data
    from slidefront.view.page.html import page_html
    from slidefront.view.page.pack import read_pack

    if puzzle is not None:
        if problems is not None:
            raise typer.BadParameter("the pack is named twice: leave --problems away", param_hint="--puzzle")
        what, problems = puzzle, Path(what)
    played, run = _played(what, metric)
    pack = [] if problems is None else read_pack(played, problems)
    begin: str | int | None = start
    if start is not None:
        from slidefront.explore.starts import given_board

        begin = given_board(played, start)
    elif problems is not None and pack:
        begin = pack[0]["board"]
    with new_file(out) as file:
        file.write(page_html(page_data(played, run, pack, Wishes(begin, graph))).encode())
    note(f"{out}, {units.size(out.stat().st_size)}: open it in a browser")


def _played(what: str, metric: str | None) -> "tuple[Puzzle, Run | None]":
    """Take a word as a run or as a puzzle; say what to add where it is a pack."""
    from slidefront.cli.hardest import find_run_or_puzzle
    from slidefront.errors import PuzzleError, SlidefrontError
    from slidefront.files import is_file
    from slidefront.puzzles.read.load import load
    from slidefront.store.run import Run

    try:
        found = find_run_or_puzzle(what)
    except SlidefrontError:
        if is_file(what) and not what.endswith(".toml"):
            raise PuzzleError(
                f"{what} is neither a run nor a puzzle; for a pack of problems name its --puzzle"
            ) from None
        raise
    if not isinstance(found, Run):
        return (load(what, metric) if metric else found), None
    if metric not in (None, found.manifest.metric):
        raise PuzzleError(f"{found.folder} is in the {found.manifest.metric} metric: leave --metric away")
    return found.puzzle, found
