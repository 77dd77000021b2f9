"""`slidefront hardest`."""

import shlex
import shutil
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront import units
from slidefront.cli.options import (
    STORED_HELP,
    GoalOption,
    JsonOption,
    MarkedOption,
    MetricOption,
    PictureOption,
    argument,
    option,
)
from slidefront.cli.output import note_file, print_json, remark
from slidefront.cli.sources import check_marks, find_source, folder_of, puzzle_of, whole_run
from slidefront.errors import TableError

if TYPE_CHECKING:
    from slidefront.puzzles.core import Puzzle
    from slidefront.store.explored import Explored


def hardest(
    run: Annotated[
        str,
        argument(
            "RUN|TABLE|PUZZLE",
            f"A run or a table: {STORED_HELP}; or a puzzle, whose space is explored if it has no run.",
        ),
    ],
    start: Annotated[
        str | None, option("--from", "Depths are distances from it. Default: as in the run, or home.")
    ] = None,
    goal: GoalOption = None,
    metric: MetricOption = None,
    marked: MarkedOption = False,
    places: Annotated[
        bool, option("--places", "The places of the goal's piece, by the moves to bring it there.")
    ] = False,
    top: Annotated[
        int | None,
        option("--top", "Boards, also of earlier layers; or places. Default: those of the deepest layer, at most 12."),
    ] = None,
    out: PictureOption = None,
    as_json: JsonOption = False,
) -> None:
    """Draw the deepest boards of a run or a table."""
    from slidefront.view.picture import picture_file

    if places and (start not in (None, "home") or marked or out is not None):
        raise typer.BadParameter("--places cannot be combined with a --from other than home, --marked or --out")
    if out is not None:
        picture_file(out)
    with ExitStack() as stack:
        made = _made(stack, find_source(run, metric), start, goal, places=places)
        if places:
            _places(made, top, as_json)
        else:
            _deepest(made, top, marked, out, as_json)
    if not as_json and out is None and not places and start is None:
        _say_more(made, run)


def _made(
    stack: ExitStack, found: "Explored | Puzzle", start: str | None, goal: str | None, *, places: bool
) -> "Explored":
    """Give the run or table that is asked about; a space that has none is explored for this command."""
    from slidefront.routes.starts import board_typed
    from slidefront.search.solve import choose_goal
    from slidefront.store.explored import Explored
    from slidefront.tables.table import Table

    puzzle = puzzle_of(found) if goal is None else choose_goal(puzzle_of(found), goal)
    start = start or ("goal" if goal is not None else "home" if places else None)
    if start not in (None, "goal"):
        start = puzzle.format(puzzle.key(board_typed(puzzle, start)))
    if isinstance(found, Explored) and goal is None:
        fits = start is None or (found.leads_to_goal if start == "goal" else found.starts_at(puzzle.key(start)))
        if fits and (start is None or found.manifest.whole) and not (places and isinstance(found, Table)):
            return found
    if isinstance(found, Table):
        raise TableError(
            f"{found.path} has distances from {found.manifest.start}, and no layers: make a table or a run with what "
            f"is asked for, with `slidefront table` or `slidefront expand`, and its --from and --to"
        )
    return stack.enter_context(whole_run(puzzle, start or "home"))


def _deepest(run: "Explored", top: int | None, marked: bool, out: Path | None, as_json: bool) -> None:
    """Draw the deepest boards."""
    from slidefront.analysis.hardest import hardest as deepest_of
    from slidefront.view import hardest as view

    if marked:
        check_marks(run.puzzle)
    deepest = deepest_of(run, top, marked=marked)
    if as_json:
        print_json(view.hardest_data(run, deepest, marked=marked) | {"path": folder_of(run)})
    elif out is not None:
        view.hardest_picture(run, deepest, marked=marked).save(out)
        note_file(units.counted(sum(len(deep.keys) for deep in deepest), "board"), out)
    else:
        typer.echo(view.hardest_text(run, deepest, shutil.get_terminal_size((100, 24)).columns, marked=marked))


def _say_more(run: "Explored", word: str) -> None:
    """Say how to ask for the boards farthest from the goal, where depths are other distances."""
    if run.leads_from_home and not run.leads_to_goal and run.puzzle.goal:
        command = shlex.join(["slidefront", "hardest", word, "--from", "goal"])
        remark(f"depths are distances from home; for the boards farthest from the goal, run:\n    {command}")


def _places(run: "Explored", top: int | None, as_json: bool) -> None:
    """Print the places of the goal's pieces."""
    from slidefront.analysis import hardest as analysis
    from slidefront.store.run import Run
    from slidefront.view import hardest as view

    pieces = analysis.pieces_of(run.puzzle).in_goal()
    taken = {piece: analysis.places(run, piece) for piece in pieces if isinstance(run, Run)}
    if as_json:
        print_json(view.places_data(run, taken, top) | {"path": folder_of(run)})
    else:
        typer.echo(view.places_text(run, taken, top, shutil.get_terminal_size((100, 24)).columns))
