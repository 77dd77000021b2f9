"""Puzzles, comparisons and interruptions that several tests of tables share."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from slidefront.arrays import Keys
from slidefront.errors import TableError
from slidefront.notation.load import read_puzzle
from slidefront.puzzles.core import Puzzle
from slidefront.tables.build import make_table
from slidefront.tables.rows import DEEPEST
from slidefront.tables.table import Table, log_of, read_table
from slidefront.watch import Interrupted, TableProgress, Watcher
from tests import naive


def phase(name: str) -> Puzzle:
    """Make the puzzle of a golden file: its tiles are in their cells, and the others are equal."""
    size, _, *tiles = name.split("-")
    rows, columns = map(int, size.split("x"))
    home = [str(cell) if str(cell) in tiles else "x" for cell in range(1, rows * columns)] + ["_"]
    goal = [name if name in tiles else "*" for name in home]
    home_text, goal_text = (
        "/".join(" ".join(cells[row * columns :][:columns]) for row in range(rows)) for cells in (home, goal)
    )
    return read_puzzle(f'kind = "tiles"\nhome = "{home_text}"\ngoal = "{goal_text}"\n', name)


def sizes(table: Table) -> list[int]:
    """Count the boards of each layer."""
    return [layer.board_count for layer in table.layers]


def check_distances(table: Table, layers: Sequence[Iterable[naive.Board]]) -> None:
    """Compare each distance of a table with the layers of the slow twin."""
    expected = [np.array([naive.key(board) for board in layer], np.uint64) for layer in layers]
    assert sizes(table) == [keys.size for keys in expected]
    for depth, keys in enumerate(expected):
        assert (table.depths_of(keys) == depth).all()
    check_deepest(table, expected[-1])


def check_deepest(table: Table, last: Keys) -> None:
    """Compare the deepest boards that a table names with the last layer: the first ones by rank."""
    ranks = np.sort(table.ranking.ranks(last))[:DEEPEST]
    assert table.header.deepest == tuple(table.ranking.keys(ranks).tolist())


def check_same(table: Table, expected: Table) -> None:
    """Compare all of two tables but the times and the names of the files."""
    files = [read_table(Path(str(either.path))) for either in (table, expected)]
    counts = [[(layer.board_count, layer.selected_count) for layer in either.layers] for either in (table, expected)]
    assert counts[0] == counts[1]
    assert files[0].header.deepest == files[1].header.deepest
    arrays, expected_arrays = ({**file.file.arrays} for file in files if file.file is not None)
    assert arrays.keys() == expected_arrays.keys()
    assert all((array == expected_arrays[name]).all() for name, array in arrays.items())
    assert not log_of(Path(str(table.path))).exists()


class Stop(Watcher):
    """Stops after so many questions, or with None after each depth."""

    def __init__(self, after: int | None) -> None:
        self.left = after
        self.depths: list[TableProgress] = []

    def stop(self) -> bool:
        if self.left is None:
            return bool(self.depths)
        self.left -= 1
        return self.left < 0

    def on_depth(self, progress: TableProgress) -> None:
        self.depths.append(progress)


def make_in_parts(puzzle: Puzzle | str, path: Path, after: Callable[[int], int | None], **options: Any) -> Table:
    """Make a table in as many calls as it takes; `after` returns when the call of a number stops."""
    depths: list[int] = []
    for number in range(1000):
        watcher = Stop(after(number))
        try:
            table = make_table(puzzle, path, watcher=watcher, **options)
            break
        except Interrupted:
            with pytest.raises(TableError, match="is not finished"):
                Table(path)
        finally:
            depths += [progress.depth for progress in watcher.depths]
    assert number or table.last_depth < 2
    assert depths == [*range(1, table.last_depth + 1)]
    return table
