"""Compute the figures of each shipped puzzle that fits an hour and 2 GiB.

What is found is stored at once, in a file for each puzzle, and runs continue where they stopped: an interrupted atlas
goes on with the same command.
"""

import csv
import json
import shutil
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import slidefront
from slidefront.frames.stats import distribution
from slidefront.puzzles import library
from slidefront.puzzles.capabilities import MOST_COUNTED

GOLDEN = Path(__file__).parents[2] / "data" / "golden"
RESOURCES = slidefront.Resources(memory="2GiB")
LARGEST = 2_000_000_000
"""Spaces with more boards take more than an hour, and are not explored."""


@dataclass(frozen=True)
class Figures:
    """A line of the atlas; None is what is not known."""

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
    """Compute what is missing, and read all."""
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for name in library.names():
        path = folder / f"{name}.json"
        if not path.exists():
            figures = compute(slidefront.load(name), folder / name)
            path.write_text(json.dumps(asdict(figures), ensure_ascii=False), "utf-8")
            shutil.rmtree(folder / name, ignore_errors=True)
            print(figures, flush=True)
        found.append(Figures(**json.loads(path.read_text("utf-8"))))
    return found


def compute(puzzle: slidefront.Puzzle, folder: Path) -> Figures:
    """Find out all about one puzzle, with runs in a folder."""
    found = Figures(puzzle.name)
    if puzzle.goal and not puzzle.meets_goal(puzzle.home):
        solved = {metric: slidefront.solve(puzzle, metric=metric, resources=RESOURCES) for metric in puzzle.metrics}
        lengths = {metric: one.optimum for metric, one in solved.items() if one.optimum is not None}
        found = replace(
            found, lengths=lengths, solutions=slidefront.solve(puzzle, all_routes=True, resources=RESOURCES).count
        )
    size = puzzle.theory.size(MOST_COUNTED)
    if size is not None and size.exact and size.board_count > LARGEST:
        return from_golden(replace(found, boards=size.board_count))
    run = expanded(puzzle, folder / "home")
    numbers, seconds = slidefront.stats(run).boards, round(sum(layer.seconds for layer in run.layers), 1)
    found = replace(found, boards=run.board_count, depth=numbers.deepest, mean=round(numbers.mean, 3), seconds=seconds)
    if not puzzle.goal:
        return found
    if puzzle.goal.key is None:
        run = expanded(puzzle, folder / "goal", starts=slidefront.goal_boards(puzzle, run))
    elif puzzle.goal.key != puzzle.home:
        run = expanded(puzzle, folder / "goal", start="goal")
    (deep,) = slidefront.hardest(run)
    text = puzzle.format(deep.keys[0])
    return replace(found, hardest=text, hardest_length=deep.depth, hardest_count=deep.board_count)


def expanded(puzzle: slidefront.Puzzle, out: Path, **start: Any) -> slidefront.Run:
    return slidefront.expand(puzzle, out=out, resources=RESOURCES, **start)


def from_golden(figures: Figures) -> Figures:
    """Take from the golden data what is known of a space that is too large to explore here."""
    growth = golden_growth(figures.name)
    if sum(growth) == figures.boards:
        numbers = distribution(growth)
        return replace(figures, depth=numbers.deepest, mean=round(numbers.mean, 3))
    if figures.name != "15-puzzle":
        return figures
    far = json.loads((GOLDEN / "fifteen.json").read_text("utf-8"))["antipodes"]
    puzzle = slidefront.load(figures.name)
    board, length = puzzle.format(puzzle.parse(far["boards"][0])), far["optimum"]
    return replace(figures, depth=length, hardest=board, hardest_length=length, hardest_count=len(far["boards"]))


def golden_growth(name: str) -> list[int]:
    """Read how many boards a puzzle has at each distance from home; nothing if there is no such file."""
    path = GOLDEN / "growth" / f"{name}.csv"
    if not path.exists():
        return []
    with path.open() as file:
        return [int(row["boards"]) for row in csv.DictReader(file)]
