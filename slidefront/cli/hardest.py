"""`slidefront hardest`."""

import shlex
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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
from slidefront.cli.output import echo, note_file, print_json, remark
from slidefront.cli.sources import check_marks, find_source, puzzle_of, space_of

if TYPE_CHECKING:
    from slidefront.puzzles.core import Puzzle
    from slidefront.store.space import Space


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
    top: Annotated[
        int | None,
        option("--top", "Boards, also of earlier layers. Default: those of the deepest layer, at most 12."),
    ] = None,
    out: PictureOption = None,
    as_json: JsonOption = False,
) -> None:
    """Draw the deepest boards of a run or a table."""
    from slidefront.draw.picture import picture_file

    if out is not None:
        picture_file(out)
    made = _made(find_source(run, metric), start, goal)
    _deepest(made, top, marked, out, as_json)
    if not as_json and out is None and start is None:
        _say_more(made, run)


def _made(found: "Space | Puzzle", start: str | None, goal: str | None) -> "Space":
    """Give the run or table that is asked about; a space that has none is explored for this command."""
    from slidefront.cli.inputs import read_board
    from slidefront.search.solve import choose_goal
    from slidefront.store.space import Space

    puzzle = puzzle_of(found)
    if goal is not None:
        found = puzzle = choose_goal(puzzle, goal)
    if start is None and goal is None and isinstance(found, Space):
        return found
    start = start or ("home" if goal is None else "goal")
    if start not in ("home", "goal"):
        start = puzzle.format(read_board(puzzle, start).key)
    return space_of(found, start)


def _deepest(run: "Space", top: int | None, marked: bool, out: Path | None, as_json: bool) -> None:
    """Draw the deepest boards."""
    from slidefront.draw import hardest as view
    from slidefront.frames.stats import hardest as deepest_of

    if marked:
        check_marks(run.puzzle)
    deepest = deepest_of(run, top, marked=marked)
    if as_json:
        print_json(view.hardest_data(run, deepest, marked=marked))
    elif out is not None:
        view.hardest_picture(run, deepest, marked=marked).save(out)
        note_file(units.counted(sum(len(deep.keys) for deep in deepest), "board"), out)
    else:
        echo(view.hardest_text(run, deepest, shutil.get_terminal_size((100, 24)).columns, marked=marked))


def _say_more(run: "Space", word: str) -> None:
    """Say how to ask for the boards farthest from the goal, where depths are other distances."""
    if run.leads_from_home and not run.leads_to_goal and run.puzzle.goal:
        command = shlex.join(["slidefront", "hardest", word, "--from", "goal"])
        remark(f"depths are distances from home; for the boards farthest from the goal, run:\n    {command}")
