"""Verify a table: its file, and where asked its distances.

For its distances the space is explored again in memory, and all bits are compared.
"""

from dataclasses import dataclass
from itertools import chain, islice, repeat
from pathlib import Path

import numpy as np

from slidefront import units
from slidefront.errors import TableError
from slidefront.executors.budget import Budget, make_budget
from slidefront.keys.algebra import as_set, digest_of
from slidefront.puzzles.ranking import Ranking
from slidefront.store.manifest import Manifest
from slidefront.tables.file import FORMAT, read_table
from slidefront.tables.space import SpaceBits, check_room
from slidefront.tables.steps import ALL
from slidefront.tables.table import Table
from slidefront.threads import thread_pool
from slidefront.watch import Checked, Watcher

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
    threads: int | None = None,
    memory: int | str | None = None,
    watcher: Watcher | None = None,
) -> TableReport:
    """Check the file of a table; `deep` also computes its distances again and compares.

    Nothing is changed. `memory`, in bytes, limits a deep check.
    """
    path, manifest = table.path if isinstance(table, Table) else Path(table), None
    if path is None:
        raise TableError("a table in memory has no file to verify")
    budget = make_budget(threads, memory)
    try:
        found = read_table(path)
        manifest = found.header.manifest
        found.check()
    except TableError as error:
        return TableReport(path, deep, manifest, (str(error),))
    if not deep:
        return TableReport(path, deep, manifest)
    fault = _first_fault(table if isinstance(table, Table) else Table(path), budget, watcher or Watcher())
    return TableReport(path, deep, manifest, (str(FORMAT.fault(path, fault)),) if fault else ())


def _first_fault(table: Table, budget: Budget, watcher: Watcher) -> str:
    """Compute the distances again, depth by depth, until one is wrong."""
    check_room(table.ranking, f"computing the distances of {table.place} again", budget)
    space, done, fault = SpaceBits(table.ranking, table.start_ranks), 0, ""
    with thread_pool(budget.threads, "slidefront") as pool:
        for layer in table.layers:
            watcher.check()
            if layer.depth:
                boards, marked = space.step(layer.depth, pool, watcher)
                space.turn(layer.depth)
                if (boards, marked) != (layer.boards, layer.marked):
                    fault = (
                        f"its header has {layer.boards:,} boards, {layer.marked:,} of them marked, at depth "
                        f"{layer.depth}, and there are {boards:,}, {marked:,} of them marked"
                    )
            elif digest_of([table.ranking.keys(table.start_ranks)]) != table.manifest.start_digest:
                fault = f"its boards at depth 0 are not {table.manifest.start}"
            done += layer.boards
            watcher.on_check(Checked(done / table.boards, layer.depth, deep=True, finished=True, good=not fault))
            if fault:
                return fault
    return _difference(table, table.ranking, space) or _deepest(table)


def _difference(table: Table, ranking: Ranking, space: SpaceBits) -> str:
    """Compare all bits."""
    per_word, planes = ranking.shape.per_word, space.planes
    wrong, first = 0, 0
    for start in reversed(range(0, ranking.shape.all_words, _SLICE)):
        some = slice(start, start + _SLICE)
        words = np.bitwise_or.reduce([table.planes[name][some] ^ planes[name][some] for name in planes])
        words &= ALL >> np.uint64(64 - per_word)
        (places,) = np.nonzero(words)
        if places.size:
            word = int(words[places[0]])
            first = (start + int(places[0])) * per_word + (word & -word).bit_length() - 1
            wrong += sum(one.bit_count() for one in words[places].tolist())
    if not wrong:
        return ""
    board = table.puzzle.format(int(ranking.keys(np.array([first]))[0]))
    return f"the distances of {units.counted(wrong, 'board')} are wrong, such as that of {board}"


def _deepest(table: Table) -> str:
    """Compare the deepest boards of the header."""
    listed = np.array(table.header.deepest, np.uint64)
    every = chain.from_iterable(repeat(layer.depth, layer.boards) for layer in reversed(table.layers))
    same = as_set(listed).size == listed.size and table.depths_of(listed).tolist() == [*islice(every, listed.size)]
    return "" if same and listed.size else "the deepest boards of its header are not the deepest"
