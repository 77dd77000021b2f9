"""The command that makes problem packs."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from slidefront.cli.making import note
from slidefront.cli.options import puzzle_names

if TYPE_CHECKING:
    from slidefront.analysis.problems import Problem
    from slidefront.puzzles.core import Puzzle

EVERY = 10.0  # seconds: off a terminal, so often a line says how far the search is


def problems(
    run: Annotated[
        str,
        typer.Argument(
            metavar="RUN",
            help="A run from the goal: its folder, or its name under data/; or a puzzle, which needs no run.",
            autocompletion=puzzle_names,
        ),
    ],
    depth: Annotated[
        str, typer.Option("--depth", metavar="A:B", help="The lengths from A to B; one, A: or :B will do as well.")
    ] = ":",
    per_depth: Annotated[
        int, typer.Option("--per-depth", metavar="N", min=1, help="So many of each length, or all there are.")
    ] = 200,
    hole_home: Annotated[
        bool, typer.Option("--hole-home", help="Only boards with the hole, or mover, at home.")
    ] = False,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The same seed draws the same boards.")] = 0,
    to: Annotated[
        str | None,
        typer.Option("--format", metavar="lines|jsonl|parquet", help="The format; by default that of FILE, or lines."),
    ] = None,
    route: Annotated[bool, typer.Option("--route", help="With a shortest solution, replayed.")] = False,
    difficulty: Annotated[
        bool, typer.Option("--difficulty", help="With what makes it difficult; see docs/problems.md.")
    ] = False,
    where: Annotated[
        list[str] | None,
        typer.Option("--where", metavar="CONDITION", help="Only such as solutions=1 or astray>=0.25; may be repeated."),
    ] = None,
    sort: Annotated[
        str | None,
        typer.Option("--sort", metavar="NUMBER", help="By length, solutions, astray, ...; -solutions: most first."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="A new file; standard output by default.")
    ] = None,
    memory: Annotated[
        str | None,
        typer.Option("--memory", metavar="SIZE", help="Without a run: memory for layers; by default 2GiB at most."),
    ] = None,
    tries: Annotated[
        int | None,
        typer.Option(
            "--tries",
            metavar="N",
            min=1,
            help="Without a run: so many random boards are solved at most; 1000 by default.",
        ),
    ] = None,
) -> None:
    """Make a pack of problems: boards drawn at random, of known shortest solutions.

    They come out of the layers of a run that starts from the goal. Given a puzzle in place of a run, short ones come
    from layers that are grown in memory, and others from random boards that are solved.
    """
    from slidefront.analysis.problem_files import FORMATS, write
    from slidefront.analysis.problems import check_number, parse_condition

    to = to or (out.suffix[1:] if out and out.suffix[1:] in FORMATS else "lines")
    if to not in FORMATS:
        raise typer.BadParameter(f"{to!r} is no format: take one of {', '.join(FORMATS)}", param_hint="'--format'")
    if out is None and to == "parquet":
        raise typer.BadParameter("parquet is no text for a terminal: name a file", param_hint="'--out'")
    if difficulty and to == "lines":
        raise typer.BadParameter(
            "lines have no place for it: take --format jsonl or parquet", param_hint="--difficulty"
        )
    conditions = [parse_condition(one) for one in where or []]
    names = [check_number(sort.removeprefix("-"))] if sort else []
    rated = difficulty or any(name != "length" for name in [*names, *(one.name for one in conditions)])
    found = _found(run, depth, per_depth, hole_home, seed, route, rated, memory, tries)
    found = _arranged(found, conditions, sort, difficulty)
    if out is None:
        write(found, sys.stdout.buffer, to)
        sys.stdout.buffer.flush()
        return
    from slidefront.analysis.export import new_file

    with new_file(out) as file:
        write(found, file, to)
    note(f"{_counted(found)} in {out}")


def _counted(found: "list[Problem]") -> str:
    from slidefront import units

    least, most = (end(problem.length for problem in found) for end in (min, max))
    span = units.counted(most, "move") if least == most else f"{least} to {most} moves"
    return f"{units.counted(len(found), 'problem')} of {span}"


def _arranged(found: "list[Problem]", conditions: list[Any], sort: str | None, difficulty: bool) -> "list[Problem]":
    """Filter and sort; numbers that were made for that alone are left away."""
    from dataclasses import replace

    from slidefront.analysis.problems import sort as sorted_by
    from slidefront.errors import LimitError

    kept = [problem for problem in found if all(one.holds(problem) for one in conditions)]
    if not kept:
        raise LimitError(f"none of {_counted(found)} is so: draw more with --per-depth, or ask for less")
    kept = sorted_by(kept, sort) if sort else kept
    return kept if difficulty else [replace(problem, difficulty=None) for problem in kept]


def _found(
    word: str,
    depth: str,
    per_depth: int,
    hole_home: bool,
    seed: int,
    route: bool,
    rated: bool,
    memory: str | None,
    tries: int | None,
) -> "list[Problem]":
    from slidefront import units
    from slidefront.analysis.problems import problems as draw
    from slidefront.analysis.random_problems import make_a_run
    from slidefront.cli.hardest import find_run_or_puzzle, marked_wanted
    from slidefront.errors import LimitError
    from slidefront.store.run import Run

    given = find_run_or_puzzle(word)
    if not isinstance(given, Run):
        marked = marked_wanted(given, hole_home, False)
        if rated:
            raise LimitError(f"how difficult a problem is only layers tell: {make_a_run(given)}")
        return _without_run(given, depth, per_depth, marked, seed, route, memory, tries)
    depths = units.parse_range(depth, given.depth)
    if depths[-1] > given.depth and not (rated or given.manifest.whole):
        note(f"{given.folder} ends at depth {given.depth}: the pack is made without it")
        marked = marked_wanted(given.puzzle, hole_home, False)
        return _without_run(given.puzzle, depth, per_depth, marked, seed, route, memory, tries)
    for option, value in (("--memory", memory), ("--tries", tries)):
        if value is not None:
            raise typer.BadParameter(f"{given.folder} is a run, whose layers need none", param_hint=option)
    marked = marked_wanted(given.puzzle, hole_home, False)
    found = draw(given, depths, per_depth, marked=marked, seed=seed, routes=route, difficulty=rated)
    if not found:
        raise LimitError(f"no board of depth {depth} in {given.folder} has the {given.puzzle.marks.text}")
    return found


def _without_run(
    puzzle: "Puzzle",
    depth: str,
    per_depth: int,
    marked: bool,
    seed: int,
    route: bool,
    memory: str | None,
    tries: int | None,
) -> "list[Problem]":
    from slidefront import units
    from slidefront.analysis.random_problems import TRIES, problems_of, shortages
    from slidefront.cli.live import LiveLine
    from slidefront.cli.signals import Stopper
    from slidefront.explore.grow import Interrupted

    if depth.rstrip().endswith(":"):
        raise typer.BadParameter("without a run the last length must be named, as in 30:40", param_hint="'--depth'")
    lengths = units.parse_range(depth, 0)
    size = units.parse_size(memory) if memory else None
    with Stopper() as stop, LiveLine("searching …", every=EVERY) as line:
        try:
            pack = problems_of(
                puzzle,
                lengths,
                per_depth,
                marked=marked,
                seed=seed,
                routes=route,
                memory=size,
                tries=tries or TRIES,
                stop=stop,
                tell=line.show,
            )
        except Interrupted:
            note("interrupted: no problem is written")
            raise typer.Exit(stop.exit_code) from None
    for text in shortages(puzzle, pack, per_depth):
        note(text)
    return pack.problems
