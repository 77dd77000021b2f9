"""Small spaces for tests of tables, and golden growth."""

import csv
from pathlib import Path

from slidefront.notation.load import read_puzzle
from slidefront.puzzles.core import Puzzle

GROWTH = Path(__file__).parents[2] / "data" / "golden" / "growth"


def growth(name: str) -> list[dict[str, int]]:
    """Read the golden growth of a puzzle, one row a depth."""
    with (GROWTH / f"{name}.csv").open() as file:
        return [{field: int(value) for field, value in row.items()} for row in csv.DictReader(file)]


def triangle() -> Puzzle:
    """A graph whose moves keep to no two sides."""
    edges = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [0, 5], [0, 2], [2, 4]]
    return read_puzzle(f'kind = "graph"\nhome = "_abcde"\nedges = {edges}\n', "triangle")
