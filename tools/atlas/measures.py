"""How hard the shipped puzzles are, for pages to compare with: `make atlas` writes the file."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import slidefront
from slidefront.apps.page.about import About, Measured, about, measured, write
from slidefront.puzzles import library

MOST_BOARDS = 300_000
FILE = Path(slidefront.__file__).parent / "apps" / "page" / "shipped.csv"


def measures(name: str) -> Iterator[Measured]:
    """Measure a puzzle in each of its metrics, if its space is small."""
    with suppress(slidefront.LimitError):
        if slidefront.open_space(name).board_count <= MOST_BOARDS:
            found = (measured(_about(slidefront.load(name, metric))) for metric in slidefront.load(name).metrics)
            yield from (one for one in found if one is not None)


def _about(puzzle: slidefront.Puzzle) -> About:
    def solved(*_: object) -> slidefront.SolveResult:
        raise slidefront.LimitError("not asked")

    return about(puzzle, puzzle.home, slidefront.open_space, solved)


if __name__ == "__main__":
    with FILE.open("w") as file:
        write((one for name in library.names() for one in measures(name)), file)
