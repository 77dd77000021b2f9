"""What several tests of tables compare and interrupt."""

from collections.abc import Iterable, Sequence

import numpy as np

from slidefront.arrays import Keys
from slidefront.tables.rows import DEEPEST
from slidefront.tables.table import Table
from slidefront.watch import TableProgress, Watcher
from tests import naive


def sizes(table: Table) -> list[int]:
    """Count the boards of each layer."""
    return [layer.board_count for layer in table.layers]


def check_distances(table: Table, layers: Sequence[Iterable[naive.Board]]) -> None:
    """Compare each distance of a table with the layers of the slow twin."""
    found = [np.array([naive.key(board) for board in layer], np.uint64) for layer in layers]
    assert sizes(table) == [keys.size for keys in found]
    for depth, keys in enumerate(found):
        assert (table.depths_of(keys) == depth).all()
    check_deepest(table, found[-1])


def check_deepest(table: Table, last: Keys, most: int = DEEPEST) -> None:
    """Compare the deepest boards that a table names with the last layer: the first ones by rank."""
    ranks = np.sort(table.ranking.ranks(last))[:most]
    assert table.header.deepest == tuple(table.ranking.keys(ranks).tolist())


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
