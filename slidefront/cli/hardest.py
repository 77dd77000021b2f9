"""`slidefront hardest`."""

import shlex
import shutil
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront.cli.completion import values
from slidefront.cli.options import LARGEST_COUNT, HoleHomeOption, JsonOption, PictureOption
from slidefront.cli.output import note, note_file, print_json
from slidefront.cli.runs import (
    any_run,
    find_run_or_puzzle,
    find_table,
    puzzle_of,
    run_from_goal,
    run_from_home,
    wants_marked,
)

if TYPE_CHECKING:
    from slidefront.puzzles.core import Puzzle
    from slidefront.store.run import Run
    from slidefront.tables.table import Table


def hardest(
    run: Annotated[
        str,
        typer.Argument(
            **values("RUN|TABLE|PUZZLE"),
            help="A run or a table, or its name under data/; or a puzzle, which is explored if it has no run.",
        ),
    ],
    hole_home: HoleHomeOption = False,
    goal: Annotated[bool, typer.Option("--goal", help="Only boards of a block puzzle that meet its goal.")] = False,
    start: Annotated[
        bool,
        typer.Option("--start", help="The boards farthest from the goal. Makes the run from the goal if necessary."),
    ] = False,
    places: Annotated[
        bool, typer.Option("--places", help="The places of the goal's piece, by the moves to bring it there.")
    ] = False,
    top: Annotated[
        int | None,
        typer.Option(
            "--top", metavar="N", min=1, max=LARGEST_COUNT, help="Draw N boards, also of earlier layers; or N places."
        ),
    ] = None,
    as_json: JsonOption = False,
    out: PictureOption = None,
) -> None:
    """Draw the deepest boards of a run or a table. By default, those of its deepest layer, at most twelve."""
    from slidefront import units
    from slidefront.analysis import hardest as analysis
    from slidefront.view import hardest as view
    from slidefront.view.picture import picture_file

    if places and (start or hole_home or goal):
        raise typer.BadParameter("--places cannot be combined with --start, --hole-home or --goal")
    if out is not None and (places or as_json):
        raise typer.BadParameter("--out draws boards, and cannot be combined with --places or --json")
    if out is not None:
        picture_file(out)
    table = find_table(run)
    if places and table is not None:
        raise typer.BadParameter("--places needs the layers of a run, and this is a table")
    if places:
        _places(find_run_or_puzzle(run), top, as_json)
        return
    found = table or find_run_or_puzzle(run)
    puzzle = puzzle_of(found)
    marked = wants_marked(puzzle, hole_home, goal)
    made = _made(found, start, as_json)
    deepest = analysis.hardest(made, top, marked=marked)
    if as_json:
        print_json(view.hardest_data(made, deepest, marked=marked))
        return
    if out is not None:
        view.hardest_picture(made, deepest, marked=marked).save(out)
        note_file(units.counted(sum(len(deep.keys) for deep in deepest), "board"), out)
        return
    typer.echo(view.hardest_text(made, deepest, _width(), marked=marked))
    if analysis.from_home(made) and not analysis.from_goal(made) and puzzle.goal:
        command = shlex.join(["slidefront", "hardest", run, "--start"])
        note(f"depths are distances from home; for the boards farthest from the goal, run:\n    {command}")


def _made(found: "Run | Table | Puzzle", start: bool, quiet: bool) -> "Run | Table":
    """The run or table that is asked about; a run is made if it does not exist."""
    from slidefront.analysis.hardest import from_goal
    from slidefront.errors import TableError
    from slidefront.tables.table import Table

    if not isinstance(found, Table):
        return run_from_goal(found, quiet) if start else any_run(found, quiet)
    if start and not from_goal(found):
        raise TableError(
            f"{found.path} has distances from {found.manifest.start}, and --start needs distances to the goal: make "
            f"such a table with `slidefront table {found.manifest.puzzle} --from goal`"
        )
    return found


def _places(found: "Run | Puzzle", top: int | None, as_json: bool) -> None:
    """Print the places of the goal's pieces."""
    from slidefront.analysis import hardest as analysis
    from slidefront.view import hardest as view

    pieces = puzzle_of(found).goal_pieces()
    made = run_from_home(found, as_json)
    taken = {piece: analysis.places(made, piece) for piece in pieces}
    if as_json:
        print_json(view.places_data(made, taken, top))
    else:
        typer.echo(view.places_text(made, taken, top, _width()))


def _width() -> int:
    return shutil.get_terminal_size((100, 24)).columns
