"""The table of a finished run, for puzzles that cannot rank their boards: the sorted boards, and a depth for each.

The list takes about a byte per board. The depth takes another byte: it is written in full, not modulo 3, so that no
lookup needs neighbours.
"""

from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path

import numpy as np

from slidefront import units
from slidefront.arrays import Keys
from slidefront.errors import LimitError, TableError
from slidefront.puzzles.core import Puzzle
from slidefront.store.array_files import Array
from slidefront.store.run import Run
from slidefront.tables.file import TableFile, TableHeader, bare_layer, write_table
from slidefront.tables.kernels import Numbers
from slidefront.tables.key_list import Decoder, KeyList, all_keys, make_decoder, make_list, places

_LISTED_STARTS = 1000
_DEEPEST = 1000
BYTES_PER_BOARD = 40
"""Bytes while all boards are sorted in memory."""
BASE_MEMORY = 224 << 20
"""Bytes of the interpreter, libraries, compiled kernels and the tables of moves."""


def table_of_run(run: Run, path: Path, memory: int) -> None:
    """Write the table of a finished run."""
    if not run.manifest.whole:
        raise TableError(f"{run.folder} is not finished: continue it with `slidefront expand`, without --depth")
    need = BASE_MEMORY + BYTES_PER_BOARD * run.boards
    if need > memory:
        raise LimitError(
            f"the table of {run.folder} needs {units.size(need)} of memory, more than the {units.size(memory)} "
            f"allowed: give more --memory"
        )
    layers = [run.keys(depth) for depth in range(run.depth + 1)]
    sizes = [layer.size for layer in layers]
    kind = np.uint8 if run.depth < 256 else np.uint16
    keys, depths = np.concatenate(layers), np.repeat(np.arange(run.depth + 1, dtype=kind), sizes)
    header = _header(run, layers)
    del layers
    order = np.argsort(keys, kind="stable")
    listed = make_list(keys[order])
    write_table(path, header, {**listed._asdict(), "depth": depths[order]})


def _header(run: Run, layers: list[Keys]) -> TableHeader:
    starts = layers[0].tolist() if layers[0].size <= _LISTED_STARTS else []
    deepest: list[int] = []
    for layer in reversed(layers):
        deepest += layer[: _DEEPEST - len(deepest)].tolist()
        if len(deepest) == _DEEPEST:
            break
    bare = [bare_layer(one.depth, one.boards, one.marked, one.seconds) for one in run.layers]
    manifest = replace(run.manifest, layers=bare, total=run.boards)
    return TableHeader(manifest, starts=tuple(starts), kind="list", shape=(), deepest=tuple(deepest))


class ListReader:
    """Reads the table of a run."""

    def __init__(self, puzzle: Puzzle, table: TableFile) -> None:
        self._puzzle = puzzle
        self._listed = KeyList(*(table.file.arrays[name] for name in KeyList._fields))
        self._depth: Array = table.file.arrays["depth"]

    @cached_property
    def _decoder(self) -> Decoder:
        return make_decoder(self._listed)

    def prepare(self) -> None:
        """Prepare for many boards on several threads."""
        self.depths(np.empty(0, np.uint64))

    def depths(self, keys: Keys) -> Numbers:
        """Find the depth of each board; -1 if the table has none."""
        found = places(self._listed, self._decoder, self._depth.size, keys)
        return np.where(found < 0, -1, self._depth[found].astype(np.int64))

    def keys(self) -> Keys:
        """List all boards, ascending."""
        return all_keys(self._listed, self._decoder, self._depth.size)

    def way(self, key: int) -> list[int]:
        """Return the boards on a way down from a board to a start, the board first."""
        way = [key]
        (depth,) = self.depths(np.array([key], np.uint64)).tolist()
        while depth > 0:
            near = [move.key for move in self._puzzle.successors(way[-1])]
            depth -= 1
            with suppress(ValueError):
                way.append(near[self.depths(np.array(near, np.uint64)).tolist().index(depth)])
        return way
