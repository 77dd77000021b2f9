"""`slidefront problems`."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront import units
from slidefront.cli.options import (
    STORED_HELP,
    GoalOption,
    MarkedOption,
    MetricOption,
    RoutesOption,
    SeedOption,
    argument,
    option,
)
from slidefront.cli.output import choose_format, note, note_file, open_output
from slidefront.cli.progress import LineProgress
from slidefront.cli.sources import check_marks, find_source, puzzle_of, space_of
from slidefront.errors import LimitError

if TYPE_CHECKING:
    from slidefront.apps.problems.problems import Problem, ProblemPack
    from slidefront.puzzles.core import Puzzle
    from slidefront.store.space import Space


@dataclass(frozen=True, kw_only=True)
class PackFields:
    """Which problems to draw, and how."""

    goal: GoalOption = None
    metric: MetricOption = None
    depth: Annotated[
        str, option("--depth", "These are the lengths; a third number is their step. Default: all.", "A:B:C")
    ] = ":"
    per_depth: Annotated[
        int, option("--per-depth", "Problems of each length, or all if there are fewer.", "N", min=1)
    ] = 200
    marked: MarkedOption = False
    routes: RoutesOption = False
    difficulty: Annotated[bool, option("--difficulty", "Add measures of difficulty; see docs/problems.md.")] = False
    seed: SeedOption = 0
    memory: Annotated[
        str | None, option("--memory", "It is for problems without a run. Default: 2GiB, or half of the memory.")
    ] = None
    tries: Annotated[
        int | None, option("--tries", "Random boards to solve without a run. Default: 1000.", "N", min=1)
    ] = None

    @property
    def has_no_greatest_length(self) -> bool:
        """Whether lengths go to the end of the space."""
        return self.depth.rstrip().endswith(":")


def problems(
    run: Annotated[
        str,
        argument(
            "RUN|TABLE|PUZZLE", f"A run or a table from the goal: {STORED_HELP}; or a puzzle, which needs no run."
        ),
    ],
    wanted: PackFields,
    form: Annotated[str | None, option("--format", "Default: that of the file, or lines.", "lines|jsonl")] = None,
    out: Annotated[Path | None, option("--out", "A new file. Default: standard output.")] = None,
) -> None:
    """Make a pack of problems with known solutions.

    Problems are random boards with the length of a shortest solution. The boards come from the layers of a run or
    a table from the goal. If RUN is a puzzle, easy boards come from layers that are computed in memory, and harder
    ones are random boards that are solved.
    """
    from slidefront.apps.problems.pack_files import ENDINGS, FORMATS, write

    form = choose_format(form, out, FORMATS, ENDINGS)
    found = _draw(run, wanted)
    with open_output(out) as file:
        write(found, file, form)
    if out is not None:
        note_file(_summary(found), out)


def _summary(found: "list[Problem]") -> str:
    shortest, longest = (end(problem.length for problem in found) for end in (min, max))
    span = units.counted(longest, "move") if shortest == longest else f"{shortest} to {longest} moves"
    return f"{units.counted(len(found), 'problem')} of {span}"


def _draw(word: str, wanted: PackFields) -> "ProblemPack":
    """Draw problems from a run or a table, or without one: from the layers of a small space, or from a search."""
    from slidefront.apps.problems.packs import make_a_run
    from slidefront.search.solve import choose_goal
    from slidefront.store.space import Space

    found = find_source(word, wanted.metric)
    puzzle = puzzle_of(found)
    if wanted.marked:
        check_marks(puzzle)
    if isinstance(found, Space) and wanted.goal is None:
        return _draw_from(found, wanted)
    puzzle = puzzle if wanted.goal is None else choose_goal(puzzle, wanted.goal)
    if wanted.difficulty or wanted.has_no_greatest_length or puzzle.goal.partial:
        run = None
        with suppress(LimitError):
            run = space_of(puzzle, "goal")
        if run is not None:
            return _draw_from(run, wanted)
    if wanted.difficulty:
        depth = None if wanted.has_no_greatest_length else units.parse_range(wanted.depth, 0)[-1]
        raise LimitError(f"measures of difficulty need the layers of a run: {make_a_run(puzzle, word, depth)}")
    return _draw_without_run(puzzle, word, wanted)


def _draw_from(run: "Space", wanted: PackFields) -> "ProblemPack":
    from slidefront.apps.problems.packs import none_so_far
    from slidefront.apps.problems.problems import draw_problems

    lengths = units.parse_range(wanted.depth, run.greatest_depth)
    if lengths[-1] > run.greatest_depth and not (wanted.difficulty or run.manifest.whole):
        note(f"{run.place} ends at depth {run.greatest_depth}: making the pack without it")
        return _draw_without_run(run.puzzle, run.manifest.puzzle, wanted)
    for name, value in (("--memory", wanted.memory), ("--tries", wanted.tries)):
        if value is not None:
            raise typer.BadParameter(
                "the problems come from layers: this option is for problems that are searched", param_hint=name
            )
    deeper = [length for length in lengths if length > run.greatest_depth]
    if run.manifest.whole and 0 < len(deeper) < len(lengths):
        note(none_so_far(run.puzzle, deeper, run.greatest_depth))
        lengths = range(lengths.start, run.greatest_depth + 1, lengths.step)
    found = draw_problems(
        run,
        lengths,
        wanted.per_depth,
        marked=wanted.marked,
        seed=wanted.seed,
        routes=wanted.routes,
        difficulty=wanted.difficulty,
    )
    if not found:
        raise LimitError(f"no board of depth {wanted.depth} of {run.puzzle.name} has the {run.puzzle.marks.text}")
    return found


def _draw_without_run(puzzle: "Puzzle", word: str, wanted: PackFields) -> "ProblemPack":
    from slidefront.apps.problems.packs import TRIES, ProblemSearch, make_a_run
    from slidefront.apps.problems.problems import ProblemPack

    if puzzle.goal.key is None:
        raise LimitError(f"the goal of {puzzle.name} is not one board: {make_a_run(puzzle, word)}")
    if wanted.has_no_greatest_length:
        raise typer.BadParameter("without a run, name the greatest length too, as in 30:40", param_hint="'--depth'")
    with LineProgress("searching …", ": no problems were written") as progress:
        search = ProblemSearch(
            puzzle,
            units.parse_range(wanted.depth, 0),
            wanted.per_depth,
            marked=wanted.marked,
            seed=wanted.seed,
            routes=wanted.routes,
            memory=wanted.memory,
            tries=wanted.tries or TRIES,
            watcher=progress,
        ).run()
    for text in search.shortages():
        note(text)
    return ProblemPack(puzzle, search.problems)
