"""How hard the shipped puzzles are, for reports to compare with: `make atlas` writes the file."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import slidefront
from slidefront.analysis.report import Measured, measured, report, write
from slidefront.analysis.space import explore
from slidefront.errors import LimitError
from slidefront.puzzles import library

MOST_BOARDS = 300_000
FILE = Path(slidefront.__file__).parent / "analysis" / "shipped.csv"


def measures(name: str) -> Iterator[Measured]:
    """Measure a puzzle in each of its metrics, if its space is small."""
    if explore(slidefront.load(name), MOST_BOARDS) is None:
        return
    for metric in slidefront.load(name).metrics:
        with TemporaryDirectory() as folder:
            found = measured(_report(slidefront.load(name, metric), Path(folder)))
        if found is not None:
            yield found


def _report(puzzle: slidefront.Puzzle, folder: Path):
    def explored(puzzle: slidefront.Puzzle, start: str) -> slidefront.Run:
        starts = slidefront.goals_of(puzzle, folder / "home") if start == "goal" and puzzle.goal.partial else None
        return slidefront.expand(puzzle, start="home" if starts else start, starts=starts, out=folder / start)

    def solved(other: slidefront.Puzzle, start: int) -> slidefront.Solved:
        if other.metric != puzzle.metric:
            raise LimitError("only in one metric")
        return slidefront.solve(other, start)

    return report(puzzle, explored, solved)


if __name__ == "__main__":
    with FILE.open("w") as file:
        write((one for name in library.names() for one in measures(name)), file)
