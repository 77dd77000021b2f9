"""Problem packs in Python: from the layers of a run, or from a puzzle that has no run."""

from collections.abc import Iterable
from pathlib import Path

from slidefront import units
from slidefront.analysis.problems import ProblemPack, draw_problems
from slidefront.analysis.random_problems import TRIES, ProblemSearch, make_a_run
from slidefront.errors import LimitError
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.load import load
from slidefront.store.explored import Explored
from slidefront.store.manifest import NAME
from slidefront.store.run import Run
from slidefront.tables.file import is_table
from slidefront.tables.table import Table


def problems(
    source: Explored | Puzzle | str | Path,
    lengths: Iterable[int] | int,
    per_length: int = 200,
    *,
    marked: bool = False,
    seed: int = 0,
    routes: bool = False,
    difficulty: bool = False,
    memory: int | str | None = None,
    threads: int | None = None,
    tries: int | None = None,
) -> ProblemPack:
    """Draw `per_length` problems of each length, or all if there are fewer. The same seed draws the same boards.

    From a run or a table from the goal, problems are boards of its layers. From a puzzle, short problems are boards of
    layers that are computed in memory, within `memory` bytes, and others are random boards that are solved, at most
    `tries` of them.
    """
    lengths = [units.whole(length, "a length") for length in (lengths if isinstance(lengths, Iterable) else [lengths])]
    per_length, seed = units.whole(per_length, "per_length", 1), units.whole(seed, "seed")
    tries = None if tries is None else units.whole(tries, "tries", 1)
    if isinstance(source, str | Path) and (Path(source) / NAME).is_file():
        source = Run(source)
    elif isinstance(source, str | Path) and is_table(Path(source)):
        source = Table(source)
    if isinstance(source, Explored):
        if (memory, threads, tries) != (None, None, None):
            raise LimitError(
                "memory, threads and tries apply only to a puzzle: those of a run or a table need no search"
            )
        return draw_problems(
            source, lengths, per_length, marked=marked, seed=seed, routes=routes, difficulty=difficulty
        )
    puzzle = load(source) if isinstance(source, str | Path) else source
    if difficulty:
        run = make_a_run(puzzle, depth=max(lengths, default=None))
        raise LimitError(f"only the layers of a run tell how difficult a problem is: {run}")
    search = ProblemSearch(puzzle, lengths, per_length, marked, seed, routes, memory, threads, tries or TRIES)
    return ProblemPack(puzzle, search.run().problems)
