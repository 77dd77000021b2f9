"""The command about the deepest boards."""

import json
import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront.cli.making import make_run, note
from slidefront.cli.options import MOST, JsonOption, puzzle_names

if TYPE_CHECKING:
    from slidefront.puzzles.core import Puzzle
    from slidefront.puzzles.read.boards import Starts
    from slidefront.store.run import Run


def hardest(
    run: Annotated[
        str,
        typer.Argument(
            metavar="RUN",
            help="A run folder, or its name under data/; or a puzzle, whose run is made where there is none.",
            autocompletion=puzzle_names,
        ),
    ],
    hole_home: Annotated[
        bool, typer.Option("--hole-home", help="Only boards with the hole, or mover, at home.")
    ] = False,
    goal: Annotated[bool, typer.Option("--goal", help="Only boards of a block puzzle that meet its goal.")] = False,
    start: Annotated[
        bool,
        typer.Option(
            "--start", help="The hardest starts: from a run from the goal, which is made where there is none."
        ),
    ] = False,
    places: Annotated[
        bool, typer.Option("--places", help="The places of the goal's piece, by the moves until it first lies there.")
    ] = False,
    top: Annotated[
        int | None,
        typer.Option(
            "--top", metavar="N", min=1, max=MOST, help="So many boards, of less deep layers too; or so many places."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Draw the deepest boards of a run; by default those of its deepest layer, at most twelve."""
    from slidefront.analysis import hardest as work
    from slidefront.view import hardest as view

    if places + start > 1 or (places and (hole_home or goal)):
        raise typer.BadParameter("--places stands alone: it is told from a run from home")
    given = find_run_or_puzzle(run)
    puzzle = _puzzle(given)
    width = shutil.get_terminal_size((100, 24)).columns
    if places:
        pieces = puzzle.goal_pieces()
        made = _from_home(given, as_json)
        taken = {piece: work.places(made, piece) for piece in pieces}
        as_text = view.places_text(made, taken, top, width)
        typer.echo(_json(view.places_data(made, taken, top)) if as_json else as_text)
        return
    marked = marked_wanted(puzzle, hole_home, goal)
    made = _from_goal(given, as_json) if start else _run_or_made(given, as_json)
    found = work.hardest(made, top, marked)
    if as_json:
        typer.echo(_json(view.hardest_data(made, found, marked)))
        return
    typer.echo(view.hardest_text(made, found, marked, width))
    if work.from_home(made) and not work.from_goal(made) and puzzle.goal:
        command = shlex.join(["slidefront", "hardest", run, "--start"])
        note(f"these are distances from home; for the boards farthest from the goal: {command}")


def _json(data: object) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False)


def find_run_or_puzzle(word: str) -> "Run | Puzzle":
    """Take a word as a run, or else as a puzzle."""
    from slidefront.errors import PuzzleError, RunError
    from slidefront.puzzles.read.load import load
    from slidefront.store.manifest import NAME
    from slidefront.store.run import find_run

    if any((folder / NAME).is_file() for folder in (Path(word), Path("data") / word)):
        return find_run(word)
    try:
        return load(word)
    except PuzzleError as error:
        raise RunError(f"there is no run in {word} or {Path('data') / word}, and {error}") from None


def _puzzle(given: "Run | Puzzle") -> "Puzzle":
    from slidefront.store.run import Run

    return given.puzzle if isinstance(given, Run) else given


def _run_or_made(given: "Run | Puzzle", silent: bool) -> "Run":
    from slidefront.store.run import Run

    return given if isinstance(given, Run) else _make(given, "home", silent)


def _make(puzzle: "Puzzle", start: str, silent: bool) -> "Run":
    from slidefront.explore.expand import default_folder
    from slidefront.puzzles.read.boards import start_at

    starts = start_at(puzzle, start)
    return _explored(puzzle, starts, default_folder(puzzle, starts), silent)


def _explored(puzzle: "Puzzle", starts: "Starts", folder: Path, silent: bool) -> "Run":
    """Make a run on the way: what it takes is shown live on a terminal, and else only that it is made."""
    if not silent and not folder.exists():
        note(f"making {folder}, the run that this needs")
    return make_run(puzzle, starts, folder, silent or not sys.stderr.isatty())


def _from_home(given: "Run | Puzzle", silent: bool) -> "Run":
    """Find the whole run from home, or make it."""
    from slidefront.analysis.hardest import from_home
    from slidefront.store.run import Run

    if isinstance(given, Run) and from_home(given):
        return _whole(given, "home", silent)
    return _make(_puzzle(given), "home", silent)


def _whole(run: "Run", start: str, silent: bool) -> "Run":
    """Finish a run in its default folder; of any other say how it is finished."""
    from slidefront.errors import RunError
    from slidefront.explore.expand import default_folder
    from slidefront.puzzles.read.boards import start_at

    if run.manifest.whole:
        return run
    starts = start_at(run.puzzle, start)
    if run.folder != default_folder(run.puzzle, starts):
        rooted = [] if start == "home" else ["--from", start]
        command = shlex.join(["slidefront", "expand", run.manifest.puzzle, *rooted, "--out", str(run.folder)])
        raise RunError(f"{run.folder} is not finished, and this needs the whole space: go on with `{command}`")
    return _explored(run.puzzle, starts, run.folder, silent)


def _from_goal(given: "Run | Puzzle", silent: bool) -> "Run":
    """Find the run from the goal, or make it; where the goal is partial, of all boards that meet it."""
    from slidefront.analysis.hardest import from_goal
    from slidefront.explore.expand import default_folder
    from slidefront.explore.starts import goals_of
    from slidefront.store.run import Run

    puzzle = _puzzle(given)
    one_board = not puzzle.goal.partial
    if isinstance(given, Run) and from_goal(given):
        return _whole(given, "goal", silent) if one_board else given
    if one_board:
        return _make(puzzle, "goal", silent)
    starts = goals_of(puzzle, _from_home(given, silent))
    return _explored(puzzle, starts, default_folder(puzzle, starts), silent)


def marked_wanted(puzzle: "Puzzle", hole_home: bool, goal: bool) -> bool:
    """Tell whether only marked boards are wanted, and refuse a mark that the puzzle has not."""
    from slidefront.errors import PuzzleError
    from slidefront.puzzles.core import Marks

    marks_goal = puzzle.marks is Marks.GOAL
    for wanted, option, there in ((hole_home, "--hole-home", puzzle.marks.at_home), (goal, "--goal", marks_goal)):
        if wanted and not there:
            what = puzzle.marks.text or "nothing"
            raise PuzzleError(f"{option} says nothing of {puzzle.name}: what its layers mark is {what}")
    return hole_home or goal
