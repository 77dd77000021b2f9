"""Small spaces for tests of tables, golden growth, and what several tests compare and interrupt."""

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from slidefront.notation.load import read_puzzle
from slidefront.puzzles.core import Puzzle
from slidefront.tables.table import Table
from slidefront.watch import TableProgress, Watcher
from tests import naive

GROWTH = Path(__file__).parents[2] / "data" / "golden" / "growth"


def growth(name: str) -> list[dict[str, int]]:
    """Read the golden growth of a puzzle, one row a depth."""
    with (GROWTH / f"{name}.csv").open() as file:
        return [{field: int(value) for field, value in row.items()} for row in csv.DictReader(file)]


def triangle() -> Puzzle:
    """A graph whose moves keep to no two sides."""
    edges = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [0, 5], [0, 2], [2, 4]]
    return read_puzzle(f'kind = "graph"\nhome = "_abcde"\nedges = {edges}\n', "triangle")


def sizes(table: Table) -> list[int]:
    """Count the boards of each layer."""
    return [layer.boards for layer in table.layers]


def check_distances(table: Table, layers: Sequence[Iterable[naive.Board]]) -> None:
    """Compare each distance of a table with the layers of the slow twin."""
    found = [np.array([naive.key(board) for board in layer], np.uint64) for layer in layers]
    assert sizes(table) == [keys.size for keys in found]
    for depth, keys in enumerate(found):
        assert (table.depths_of(keys) == depth).all()


class Stop(Watcher):
    """Wishes to stop after so many questions."""

    def __init__(self, after: int) -> None:
        self.left = after
        self.depths: list[TableProgress] = []

    def stop(self) -> bool:
        self.left -= 1
        return self.left < 0

    def on_depth(self, progress: TableProgress) -> None:
        self.depths.append(progress)
