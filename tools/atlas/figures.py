"""Compute the figures of each shipped puzzle that can be explored in an hour and 2 GiB.

The figures of each puzzle are stored in a file as soon as they are known. Runs resume, so the same command continues an
interrupted atlas.
"""

import json
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import slidefront
from slidefront.apps.page.about import RatedPuzzle, about, rated_puzzle
from slidefront.frames.stats import distribution
from slidefront.puzzles import library
from slidefront.puzzles.capabilities import MOST_COUNTED
from tools.golden import GOLDEN, golden_counts

RESOURCES = slidefront.Resources(memory="2GiB")
LARGEST = 2_000_000_000
"""Spaces with more boards would take more than an hour, and are not explored."""
MOST_MEASURED = 300_000
"""The largest space in which difficulty is measured."""


@dataclass(frozen=True)
class Figures:
    """A line of the atlas; unknown figures are None."""

    name: str
    boards: int | None = None
    depth: int | None = None
    """The distance of the farthest boards from home."""
    mean: float | None = None
    """The mean distance from home."""
    hardest: str | None = None
    """A board that is as far from the goal as any."""
    hardest_length: int | None = None
    hardest_count: int | None = None
    lengths: dict[str, int] | None = None
    """The length of a shortest solution of home, by metric."""
    solutions: int | None = None
    """How many shortest solutions home has, in the metric of the puzzle."""
    seconds: float | None = None
    """How long it took to explore the space from home."""


def all_figures(folder: Path) -> list[Figures]:
    """Return the figures of all puzzles, computing those that the folder does not contain."""
    folder.mkdir(parents=True, exist_ok=True)
    puzzles = []
    for name in library.names():
        path = folder / f"{name}.json"
        if not path.exists():
            figures = compute(slidefront.load(name), folder / name)
            path.write_text(json.dumps(asdict(figures), ensure_ascii=False), "utf-8")
            shutil.rmtree(folder / name, ignore_errors=True)
            print(figures, flush=True)
        puzzles.append(Figures(**json.loads(path.read_text("utf-8"))))
    return puzzles


def compute(puzzle: slidefront.Puzzle, folder: Path) -> Figures:
    """Compute the figures of a puzzle, with runs in a folder."""
    figures = Figures(puzzle.name)
    if puzzle.goal and not puzzle.meets_goal(puzzle.home):
        solved = {metric: slidefront.solve(puzzle, metric=metric, resources=RESOURCES) for metric in puzzle.metrics}
        lengths = {metric: result.optimum for metric, result in solved.items() if result.optimum is not None}
        solutions = slidefront.solve(puzzle, all_routes=True, resources=RESOURCES).count
        figures = replace(figures, lengths=lengths, solutions=solutions)
    size = puzzle.theory.size(MOST_COUNTED)
    if size is not None and size.exact and size.board_count > LARGEST:
        return from_golden(replace(figures, boards=size.board_count))
    run = expanded(puzzle, folder / "home")
    numbers, seconds = slidefront.stats(run).boards, round(sum(layer.seconds for layer in run.layers), 1)
    mean = round(numbers.mean, 3)
    figures = replace(figures, boards=run.board_count, depth=numbers.deepest, mean=mean, seconds=seconds)
    if not puzzle.goal:
        return figures
    if puzzle.goal.key is None:
        run = expanded(puzzle, folder / "goal", starts=slidefront.goal_boards(puzzle, run))
    elif puzzle.goal.key != puzzle.home:
        run = expanded(puzzle, folder / "goal", start="goal")
    (deep,) = slidefront.hardest(run)
    text = puzzle.format(deep.keys[0])
    return replace(figures, hardest=text, hardest_length=deep.depth, hardest_count=deep.board_count)


def expanded(puzzle: slidefront.Puzzle, out: Path, **start: Any) -> slidefront.Run:
    return slidefront.expand(puzzle, out=out, resources=RESOURCES, **start)


def from_golden(figures: Figures) -> Figures:
    """Add the figures in data/golden of a space that is too large to explore here."""
    counts = golden_counts(figures.name)
    if sum(counts) == figures.boards:
        numbers = distribution(counts)
        return replace(figures, depth=numbers.deepest, mean=round(numbers.mean, 3))
    if figures.name != "15-puzzle":
        return figures
    far = json.loads((GOLDEN / "fifteen.json").read_text("utf-8"))["antipodes"]
    puzzle = slidefront.load(figures.name)
    board, length = puzzle.format(puzzle.parse(far["boards"][0])), far["optimum"]
    return replace(figures, depth=length, hardest=board, hardest_length=length, hardest_count=len(far["boards"]))


def measures(name: str) -> Iterator[RatedPuzzle]:
    """Measure how hard a puzzle is in each of its metrics, if its space is small."""

    def leave_out(*_: object) -> slidefront.SolveResult:
        raise slidefront.LimitError("only spaces are used")

    with suppress(slidefront.LimitError):
        if slidefront.open_space(name).board_count > MOST_MEASURED:
            return
        for metric in slidefront.load(name).metrics:
            puzzle = slidefront.load(name, metric)
            if row := rated_puzzle(about(puzzle, puzzle.home, slidefront.open_space, leave_out)):
                yield row
