"""How hard the puzzles that ship are, to compare a new one with: `shipped.csv`, which `make atlas` writes again."""

import csv
from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from functools import cache
from importlib.resources import files
from typing import TextIO

from slidefront.analysis.report import PuzzleReport


@dataclass(frozen=True)
class Measured:
    """A puzzle in one metric, with the measures of its start."""

    name: str
    kind: str
    metric: str
    boards: int
    length: int
    solutions: int
    astray: float
    forced_first: int
    forced_last: int


def measured(report: PuzzleReport) -> Measured | None:
    """Take the measures out of a report; None if it has not all of them."""
    puzzle, rated, home = report.puzzle, report.difficulty, report.home
    if rated is None or home is None or puzzle.metric not in report.solved:
        return None
    length = report.solved[puzzle.metric].optimum
    if length is None:
        return None
    counts = rated.solutions, round(rated.astray, 3), rated.forced_first, rated.forced_last
    return Measured(puzzle.name, puzzle.kind, puzzle.metric, home.boards, length, *counts)


@cache
def shipped() -> tuple[Measured, ...]:
    """Read the measures of the puzzles that ship."""
    with files(__package__).joinpath("shipped.csv").open(encoding="utf-8") as file:
        return tuple(_read(row) for row in csv.DictReader(file))


def _read(row: dict[str, str]) -> Measured:
    texts = {name: row[name] for name in ("name", "kind", "metric")}
    numbers = {name: int(row[name]) for name in ("boards", "length", "solutions", "forced_first", "forced_last")}
    return Measured(**texts, **numbers, astray=float(row["astray"]))  # type: ignore[arg-type]


def write(rows: Iterable[Measured], file: TextIO) -> None:
    """Write measures as they are read."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([one.name for one in fields(Measured)])
    writer.writerows(map(astuple, rows))


def beside(one: Measured) -> list[Measured]:
    """List the puzzles that ship of the same kind, in the same metric, from the shortest solution to the longest."""
    same = [other for other in shipped() if (other.kind, other.metric) == (one.kind, one.metric)]
    return sorted(same, key=lambda other: (other.length, other.name))
