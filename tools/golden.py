"""The figures in data/golden, which other programs computed or which are published."""

import csv
from pathlib import Path

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "data" / "golden"


def golden_counts(name: str) -> list[int]:
    """Return the board count of a puzzle at each distance from home; an empty list if there is no file."""
    path = GOLDEN / "growth" / f"{name}.csv"
    if not path.exists():
        return []
    with path.open() as file:
        return [int(row["boards"]) for row in csv.DictReader(file)]
