"""Verify a table: its file, and where asked its distances.

For its distances the space is explored again in memory, and all bits are compared.
"""

from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import numpy as np

from slidefront import units
from slidefront.errors import TableError
from slidefront.executors.budget import HERE, Budget, Resources
from slidefront.notation.boards import Starts
from slidefront.store.manifest import Manifest
from slidefront.tables.explore import explore, new_header
from slidefront.tables.file import FORMAT, bare_layer, read_table
from slidefront.tables.space import SpaceBits, check_room
from slidefront.tables.steps import ALL
from slidefront.tables.table import Table
from slidefront.threads import thread_pool
from slidefront.watch import Watcher

_SLICE = 1 << 20  # words


@dataclass(frozen=True)
class TableReport:
    """What was found in a table."""

    path: Path
    deep: bool
    """Whether the distances were computed again."""
    manifest: Manifest | None
    """None if it cannot be read."""
    faults: tuple[str, ...] = ()

    @property
    def good(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


def verify_table(
    table: Table | str | Path,
    *,
    deep: bool = False,
    resources: Resources = HERE,
    watcher: Watcher | None = None,
) -> TableReport:
    """Check the file of a table; `deep` also computes its distances again and compares.

    Nothing is changed. The memory limit is for a deep check.
    """
    path, manifest = table.path if isinstance(table, Table) else Path(table), None
    budget = resources.budget()
    try:
        found = read_table(path)
        manifest = found.header.manifest
        if found.file is not None:
            found.file.check()
    except TableError as error:
        return TableReport(path, deep, manifest, (str(error),))
    if not deep:
        return TableReport(path, deep, manifest)
    fault = _first_fault(table if isinstance(table, Table) else Table(path), budget, watcher or Watcher())
    return TableReport(path, deep, manifest, (str(FORMAT.fault(path, fault)),) if fault else ())


def _first_fault(table: Table, budget: Budget, watcher: Watcher) -> str:
    """Explore the space again, and compare the layers, the bits and the deepest boards."""
    ranking, ranks = table.ranking, table.start_ranks
    check_room(ranking, table.header.bits, f"computing the distances of {table.place} again", budget)
    starts = Starts(table.manifest.start_kind, table.manifest.start, ranking.keys(ranks))
    again, space = new_header(table.puzzle, starts, ranking, ranks), SpaceBits(ranking, ranks)
    if again.manifest.start_digest != table.manifest.start_digest:
        return f"its boards at depth 0 are not {table.manifest.start}"
    with thread_pool(budget.threads, "slidefront") as pool:
        explore(again, space, pool, watcher)
    layers = zip_longest(table.manifest.layers, again.manifest.layers, fillvalue=bare_layer(0, 0, 0))
    for depth, (told, found) in enumerate(layers):
        if (told.board_count, told.marked) != (found.board_count, found.marked):
            return (
                f"its header has {told.board_count:,} boards, {told.marked:,} of them marked, at depth {depth}, and "
                f"there are {found.board_count:,}, {found.marked:,} of them marked"
            )
    if fault := _difference(table, space):
        return fault
    deepest = table.header.deepest[: len(again.deepest)]
    return "" if deepest == again.deepest else "the deepest boards of its header are not the deepest"


def _difference(table: Table, space: SpaceBits) -> str:
    """Compare all bits."""
    shape, planes = table.header.shape, space.planes
    wrong, first = 0, 0
    for start in reversed(range(0, shape.all_words, _SLICE)):
        some = slice(start, start + _SLICE)
        words = np.bitwise_or.reduce([table.planes[name][some] ^ planes[name][some] for name in planes])
        words &= ALL >> np.uint64(64 - shape.per_word)
        (places,) = np.nonzero(words)
        if places.size:
            word = int(words[places[0]])
            first = (start + int(places[0])) * shape.per_word + (word & -word).bit_length() - 1
            wrong += sum(one.bit_count() for one in words[places].tolist())
    if not wrong:
        return ""
    board = table.puzzle.format(int(table.ranking.keys(np.array([first]))[0]))
    return f"the distances of {units.counted(wrong, 'board')} are wrong, such as that of {board}"
