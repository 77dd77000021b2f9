"""`slidefront problems`."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from slidefront.cli.completion import listed, values
from slidefront.cli.options import HoleHomeOption, MetricOption, OutFileOption
from slidefront.cli.output import check_new_file, choose_format, note, note_file, open_output

if TYPE_CHECKING:
    from slidefront.analysis.problems import Problem, ProblemPack
    from slidefront.puzzles.core import Puzzle
    from slidefront.store.run import Run

_MEASURES = ("length", "solutions", "astray", "forced_first", "forced_last")


@dataclass(frozen=True)
class PackOptions:
    """Which problems to draw, and how."""

    depth: str
    per_depth: int
    hole_home: bool
    seed: int
    routes: bool
    rated: bool
    memory: str | None
    tries: int | None
    metric: str | None


def problems(
    run: Annotated[
        str,
        typer.Argument(
            **values("RUN|PUZZLE"),
            help="A run from the goal: its folder, or its name under data/; or a puzzle, which needs no run.",
        ),
    ],
    depth: Annotated[
        str,
        typer.Option(
            "--depth", metavar="A:B:C", help="Lengths from A to B, both included, in steps of C; or A, A: or :B."
        ),
    ] = ":",
    per_depth: Annotated[
        int, typer.Option("--per-depth", metavar="N", min=1, help="Problems of each length, or all if there are fewer.")
    ] = 200,
    hole_home: HoleHomeOption = False,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="Random seed; the same seed draws the same boards.")
    ] = 0,
    to: Annotated[
        str | None,
        typer.Option(
            "--format", **values("lines|csv|jsonl|parquet"), help="The format. Default: that of FILE, or lines."
        ),
    ] = None,
    route: Annotated[bool, typer.Option("--route", help="Add a shortest solution.")] = False,
    difficulty: Annotated[
        bool, typer.Option("--difficulty", help="Add measures of difficulty; see docs/problems.md.")
    ] = False,
    where: Annotated[
        list[str] | None,
        typer.Option(
            "--where", metavar="CONDITION", help="A condition such as solutions=1 or astray>=0.25. Can be repeated."
        ),
    ] = None,
    sort: Annotated[
        str | None,
        typer.Option(
            "--sort",
            **listed("MEASURE", *_MEASURES, *(f"-{name}" for name in _MEASURES)),
            help="Sort by a measure such as length; -length: longest first.",
        ),
    ] = None,
    out: OutFileOption = None,
    memory: Annotated[
        str | None,
        typer.Option("--memory", metavar="SIZE", help="Memory limit without a run. Default: 2GiB or less."),
    ] = None,
    tries: Annotated[
        int | None,
        typer.Option("--tries", metavar="N", min=1, help="Random boards to solve without a run. Default: 1000."),
    ] = None,
    metric: MetricOption = None,
) -> None:
    """Make a pack of problems with known solutions.

    Problems are random boards with the length of a shortest solution. The boards come from the layers of a run that
    starts from the goal. If RUN is a puzzle, easy boards come from layers that are computed in memory, and harder
    ones are random boards that are solved.
    """
    from slidefront.analysis.problem_files import ENDINGS, FORMATS, write
    from slidefront.analysis.problems import check_number, parse_condition

    to = choose_format(to, out, FORMATS, "'--format'", ENDINGS)
    check_new_file(out)
    conditions = [parse_condition(one) for one in where or []]
    names = [check_number(sort.removeprefix("-"))] if sort else []
    rated = difficulty or any(name != "length" for name in [*names, *(one.name for one in conditions)])
    found = _draw(run, PackOptions(depth, per_depth, hole_home, seed, route, rated, memory, tries, metric))
    found = _filter_and_sort(found, conditions, sort)
    with open_output(out) as file:
        write(found if difficulty else _without_difficulty(found), file, to)
    if out is not None:
        note_file(_summary(found), out)


def _summary(found: "list[Problem]") -> str:
    from slidefront import units

    shortest, longest = (end(problem.length for problem in found) for end in (min, max))
    span = units.counted(longest, "move") if shortest == longest else f"{shortest} to {longest} moves"
    return f"{units.counted(len(found), 'problem')} of {span}"


def _filter_and_sort(found: "ProblemPack", conditions: list[Any], sort: str | None) -> "ProblemPack":
    from slidefront.analysis.problems import ProblemPack
    from slidefront.analysis.problems import sort as sorted_by
    from slidefront.errors import LimitError

    kept = [problem for problem in found if all(one.accepts(problem) for one in conditions)]
    if not kept:
        raise LimitError(f"none of {_summary(found)} meets --where: draw more with --per-depth, or relax the condition")
    return ProblemPack(found.puzzle, sorted_by(kept, sort) if sort else kept)


def _without_difficulty(found: "ProblemPack") -> "ProblemPack":
    """Remove measures that only filters and sorting need."""
    from dataclasses import replace

    from slidefront.analysis.problems import ProblemPack

    return ProblemPack(found.puzzle, [replace(problem, difficulty=None) for problem in found])


def _draw(word: str, options: PackOptions) -> "ProblemPack":
    """Draw problems from a run, or without one."""
    from slidefront import units
    from slidefront.analysis.random_problems import make_a_run
    from slidefront.cli.runs import find_run_or_puzzle
    from slidefront.errors import LimitError
    from slidefront.store.run import Run

    found = find_run_or_puzzle(word, options.metric)
    if isinstance(found, Run):
        return _draw_from(found, options)
    if options.rated:
        depth = None if options.depth.rstrip().endswith(":") else units.parse_range(options.depth, 0)[-1]
        raise LimitError(f"measures of difficulty need the layers of a run: {make_a_run(found, word, depth)}")
    return _draw_without_run(found, word, options)


def _draw_from(run: "Run", options: PackOptions) -> "ProblemPack":
    from slidefront import units
    from slidefront.analysis.problems import draw_problems
    from slidefront.analysis.random_problems import SearchedPack, why_none
    from slidefront.cli.runs import wants_marked
    from slidefront.errors import LimitError

    lengths = units.parse_range(options.depth, run.depth)
    if lengths[-1] > run.depth and not (options.rated or run.manifest.whole):
        note(f"{run.folder} ends at depth {run.depth}: making the pack without it")
        return _draw_without_run(run.puzzle, run.manifest.puzzle, options)
    for option, value in (("--memory", options.memory), ("--tries", options.tries)):
        if value is not None:
            raise typer.BadParameter(
                f"{run.folder} is a run: this option is for puzzles without one", param_hint=option
            )
    deeper = [length for length in lengths if length > run.depth]
    if run.manifest.whole and 0 < len(deeper) < len(lengths):
        note(why_none(run.puzzle, SearchedPack([], [*lengths], run.depth, whole=True), deeper))
        lengths = range(lengths.start, run.depth + 1, lengths.step)
    found = draw_problems(
        run,
        lengths,
        options.per_depth,
        marked=wants_marked(run.puzzle, options.hole_home, False),
        seed=options.seed,
        routes=options.routes,
        difficulty=options.rated,
    )
    if not found:
        raise LimitError(f"no board of depth {options.depth} in {run.folder} has the {run.puzzle.marks.text}")
    return found


def _draw_without_run(puzzle: "Puzzle", word: str, options: PackOptions) -> "ProblemPack":
    from slidefront import units
    from slidefront.analysis.problems import ProblemPack
    from slidefront.analysis.random_problems import TRIES, make_a_run, search_problems, shortages
    from slidefront.cli.line_progress import PackProgress
    from slidefront.cli.runs import wants_marked
    from slidefront.errors import LimitError

    marked = wants_marked(puzzle, options.hole_home, False)
    if puzzle.goal.key is None:
        raise LimitError(f"the goal of {puzzle.name} is not one board: {make_a_run(puzzle, word)}")
    if options.depth.rstrip().endswith(":"):
        raise typer.BadParameter("without a run, name the greatest length too, as in 30:40", param_hint="'--depth'")
    lengths = units.parse_range(options.depth, 0)
    with PackProgress("searching …") as progress:
        pack = search_problems(
            puzzle,
            lengths,
            options.per_depth,
            marked=marked,
            seed=options.seed,
            routes=options.routes,
            memory=options.memory,
            tries=options.tries or TRIES,
            watcher=progress,
        )
    for text in shortages(puzzle, pack, options.per_depth):
        note(text)
    return ProblemPack(puzzle, pack.problems)
