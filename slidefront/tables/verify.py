"""Verify a table: its file, and where asked its distances.

A table of two bits per board is explored again in memory, and its bits are compared. The table of a run lists its
boards: all neighbours of a board at depth d must be at d - 1, d or d + 1, and one of them at d - 1, unless d is 0.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice, repeat
from pathlib import Path
from typing import cast

import numpy as np

from slidefront import units
from slidefront.arrays import Keys
from slidefront.errors import LimitError, TableError
from slidefront.explore.budget import Budget, make_budget
from slidefront.explore.watch import Checked, Interrupted, Watcher
from slidefront.keys.algebra import as_set, digest, without
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.transfer.ranks import TransferRanking
from slidefront.store.manifest import Layer, Manifest
from slidefront.tables.file import FORMAT, read_table
from slidefront.tables.from_run import BASE_MEMORY, BYTES_PER_BOARD
from slidefront.tables.kernels import ALL
from slidefront.tables.space import HOME, Bits
from slidefront.tables.table import Table
from slidefront.threads import thread_pool

_SLICE = 1 << 20  # boards, or words of a table


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
    budget = make_budget(threads, memory)
    try:
        found = read_table(path)
        manifest = found.header.manifest
        found.file.check()
    except TableError as error:
        return TableReport(path, deep, manifest, (str(error),))
    if not deep:
        return TableReport(path, deep, manifest)
    fault = _first_fault(table if isinstance(table, Table) else Table(path), budget, watcher or Watcher())
    return TableReport(path, deep, manifest, (str(FORMAT.fault(path, fault)),) if fault else ())


def _first_fault(table: Table, budget: Budget, watcher: Watcher) -> str:
    """Compute the distances again, depth by depth, until one is wrong."""
    listed, layers = table.header.kind == "list", table.layers
    need = BASE_MEMORY + (BYTES_PER_BOARD * table.boards if listed else table.bytes)
    if need > budget.memory:
        raise LimitError(
            f"computing the distances of {table.path} again needs {units.size(need)} of memory, more than the "
            f"{units.size(budget.memory)} allowed: give more --memory"
        )
    done = 0
    for depth, fault in enumerate(_listed(table) if listed else _explored(table, budget.threads, watcher)):
        watcher.check()
        if depth < len(layers):
            done += layers[depth].boards
            watcher.checked(Checked(done / table.boards, depth, deep=True, finished=True, good=not fault))
        if fault:
            return fault
    return _deepest(table)


def _explored(table: Table, threads: int, watcher: Watcher) -> Iterator[str]:
    """Explore the space again: yield what is wrong with the count of each depth, and then with the bits."""
    starts = np.array(table.header.starts, np.uint64)
    yield _start(table, starts)
    table.depths(starts)  # refuses a table that numbers boards in another way
    ranking = cast(TransferRanking, table.puzzle.ranking())
    bits, rank = Bits(ranking), int(ranking.ranks(starts)[0])
    bits.start(rank)
    with thread_pool(1 if ranking.sides is None else threads, "slidefront") as pool:
        for layer in table.layers[1:]:
            found = bits.step(layer.depth, bits.anchors_at(layer.depth, rank), pool, watcher)
            if not found.complete:
                raise Interrupted
            bits.turn()
            yield _count(layer, int(found.boards.sum()), int(found.boards[HOME]))
    yield _difference(table, ranking, bits)


def _start(table: Table, starts: Keys) -> str:
    same = f"{int(digest(starts)):016x}" == table.manifest.start_digest
    return "" if same else f"its boards at depth 0 are not {table.manifest.start}"


def _count(layer: Layer, boards: int, marked: int) -> str:
    if (boards, marked) == (layer.boards, layer.marked):
        return ""
    return (
        f"its header has {layer.boards:,} boards, {layer.marked:,} of them marked, at depth {layer.depth}, and there "
        f"are {boards:,}, {marked:,} of them marked"
    )


def _difference(table: Table, ranking: TransferRanking, bits: Bits) -> str:
    """Compare all bits."""
    per_word, arrays = ranking.shape.per_word, bits.arrays
    wrong, first = 0, 0
    for start in reversed(range(0, ranking.shape.all_words, _SLICE)):
        some = slice(start, start + _SLICE)
        words = np.bitwise_or(*(table.arrays[name][some] ^ arrays[name][some] for name in ("low", "high")))
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


def _listed(table: Table) -> Iterator[str]:
    """Compare the distances of neighbours: yield what is wrong with each depth."""
    puzzle, keys, depths = table.puzzle, table.keys(), table.arrays["depth"]
    whole = keys.size == table.boards and bool((keys[:-1] < keys[1:]).all())
    if not whole or (puzzle.unpack(puzzle.pack(keys)) != keys).any():
        yield "its list is not boards of the puzzle in order, each once, as many as its header says"
        return
    order = np.argsort(depths, kind="stable")
    cuts = np.cumsum([0, *np.bincount(depths, minlength=len(table.layers))])
    near = keys[:0]
    for layer in table.layers:
        boards = keys[order[cuts[layer.depth] : cuts[layer.depth + 1]]]
        fault = _count(layer, boards.size, puzzle.count_marked(boards))
        fault = fault or (_alone(table, layer.depth, without(boards, near)) if layer.depth else _start(table, boards))
        near = _neighbours(puzzle, boards)
        places = np.minimum(np.searchsorted(keys, near), keys.size - 1)
        far = (keys[places] != near) | (np.abs(depths[places].astype(np.int64) - layer.depth) > 1)
        yield fault or _far(table, layer.depth, near[far])


def _neighbours(puzzle: Puzzle, boards: Keys) -> Keys:
    """List the neighbours of boards."""
    out = np.empty(min(boards.size, _SLICE) * puzzle.most_successors, np.uint64)
    found = [boards[:0]]
    for first in range(0, boards.size, _SLICE):
        count = puzzle.expand(puzzle.pack(boards[first : first + _SLICE]), out)
        found.append(as_set(puzzle.unpack(out[:count])))
    return as_set(np.concatenate(found))


def _alone(table: Table, depth: int, boards: Keys) -> str:
    if not boards.size:
        return ""
    board = table.puzzle.format(int(boards[0]))
    return f"{board} is at depth {depth} and has no neighbour at depth {depth - 1}"


def _far(table: Table, depth: int, boards: Keys) -> str:
    if not boards.size:
        return ""
    found = table.depth(int(boards[0]))
    place = "not in the list" if found is None else f"at depth {found}"
    return f"{table.puzzle.format(int(boards[0]))} has a neighbour at depth {depth} and is {place}"


def _deepest(table: Table) -> str:
    """Compare the deepest boards of the header."""
    listed = np.array(table.header.deepest, np.uint64)
    every = chain.from_iterable(repeat(layer.depth, layer.boards) for layer in reversed(table.layers))
    same = as_set(listed).size == listed.size and table.depths(listed).tolist() == [*islice(every, listed.size)]
    return "" if same and listed.size else "the deepest boards of its header are not the deepest"
