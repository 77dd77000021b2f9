"""The layers of a finished table, found again one after the other, as ascending keys or as a run."""

import time
from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from slidefront import units
from slidefront.arrays import Keys, Numbers, Small, read_only
from slidefront.errors import LimitError
from slidefront.executors.budget import CODED_BYTES_PER_KEY, HERE, Budget, Resources
from slidefront.explore.expand import known_total
from slidefront.explore.layers import chunk_file, for_this_attempt, remove_chunks
from slidefront.explore.levels import SinkOf
from slidefront.explore.plan import BUCKET_KEYS, KEYS_AT_ONCE, MOST_GUESSED, Limits, parts_of
from slidefront.explore.tasks import (
    Chunk,
    GatherRecord,
    GatherTask,
    MemoryChunk,
    gather,
    layer_of,
    part_sink,
    write_chunk,
)
from slidefront.keys.algebra import as_set
from slidefront.keys.sorting import Buckets, draw_buckets, split
from slidefront.machine import free_disk
from slidefront.notation.boards import Starts
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.ranking import Ranking, whole_rows
from slidefront.store.array_files import Array
from slidefront.store.manifest import Layer, new_manifest
from slidefront.store.run import Run
from slidefront.store.writer import RunWriter
from slidefront.tables.kernels import NO_BITS, Sources, list_ranks, step_known
from slidefront.tables.rows import RowLists, begin, check_room, new_rows, on_threads, rows_of, side_of_starts
from slidefront.threads import thread_pool
from slidefront.watch import Watcher

if TYPE_CHECKING:
    from slidefront.tables.table import Table

_CHUNK = 1 << 21  # boards of a chunk, about
_SAMPLED = 4  # boards for each bucket
_BYTES = 32  # of a board in memory: its key by bucket, and the arrays of the tasks


@dataclass(frozen=True)
class OrderedLayer:
    """A layer of a table, which is at hand until the next one is asked for."""

    layer: Layer
    puzzle: Puzzle
    known: "KnownLayers"
    budget: Budget
    pool: ThreadPoolExecutor
    folder: Path
    """For a layer that does not fit into memory."""

    def blocks(self) -> Iterator[Keys]:
        """Yield its boards in blocks, ascending."""
        for record in map(partial(gather, self.puzzle), self._tasks()):
            yield from (self.puzzle.working.unpack(segment.load()) for segment in record.segments)
        remove_chunks(self.folder, self.layer.depth)

    def write(self, sink_of: SinkOf) -> list[GatherRecord]:
        """Give its boards to sinks, one for each part."""
        records = [*self.pool.map(partial(gather, self.puzzle), self._tasks(sink_of))]
        remove_chunks(self.folder, self.layer.depth)
        return records

    @property
    def _folder(self) -> Path | None:
        """Where its keys go; None if they stay in memory."""
        need = _BYTES * self.layer.board_count
        if need <= self.budget.work:
            return None
        free = free_disk(self.folder)
        if CODED_BYTES_PER_KEY * self.layer.board_count > free:
            raise LimitError(
                f"the {self.layer.board_count:,} boards at depth {self.layer.depth} need {units.size(need)} of memory, "
                f"or {units.size(CODED_BYTES_PER_KEY * self.layer.board_count)} of disk, and {units.size(free)} are "
                f"free for {self.folder}: give more memory",
                "memory",
            )
        return self.folder

    def _tasks(self, sink_of: SinkOf = lambda _: None) -> Iterator[GatherTask]:
        """Split the layer, and describe the work on its parts: boards without a sink are kept."""
        folder = self._folder
        rows = np.array_split(self.known.front, -(-self.layer.board_count // _CHUNK))
        buckets = self._draw()
        chunks = tuple(self.pool.map(partial(self._split, buckets, folder), range(len(rows)), rows))
        limits = Limits(self.budget.tasks, self.budget.task, folder is not None)
        for number, part in enumerate(parts_of(self.layer.board_count, buckets, limits)):
            sink = sink_of(number)
            keeps = sink is None
            yield GatherTask(self.layer.depth, number, chunks, buckets, part, (), KEYS_AT_ONCE, sink, None, keeps)

    def _draw(self) -> Buckets:
        """Draw buckets from the boards of some rows, evenly spread."""
        count = min(MOST_GUESSED, -(-self.layer.board_count // BUCKET_KEYS))
        front = self.known.front
        wanted = -(-front.size * _SAMPLED * count // self.layer.board_count)
        working = self.puzzle.working
        some = np.ascontiguousarray(front[:: max(1, front.size // max(wanted, 1))])  # so that no kernel compiles again
        sample = self.known.keys(some)
        return draw_buckets(working.pack(as_set(sample)), count, working.bits)

    def _split(self, buckets: Buckets, folder: Path | None, number: int, rows: Small) -> Chunk:
        """Split the boards of some rows by bucket."""
        working = self.puzzle.working
        keys = working.pack(self.known.keys(rows))
        chunk = MemoryChunk(out := np.empty_like(keys), split(keys, buckets, out))
        if folder is None:
            return chunk
        path = for_this_attempt(chunk_file(folder, self.layer.depth, number))
        return write_chunk(path, chunk, keys, working.bits)


def ordered_layers(
    table: "Table",
    depths: Collection[int],
    folder: Path,
    resources: Resources = HERE,
    watcher: Watcher | None = None,
) -> Iterator[OrderedLayer]:
    """Explore again, and give each of some layers in order; what does not fit into memory goes to a folder."""
    budget = resources.budget()
    check_room(table.ranking, table.header.bits, f"exploring {table.path} again", budget)
    table.check()
    watcher = watcher or Watcher()
    with thread_pool(budget.threads, "slidefront") as pool:
        known = KnownLayers(table.ranking, table.start_ranks, table.planes)
        for layer in table.manifest.layers[: max(depths, default=-1) + 1]:
            watcher.check()
            found = known.step(layer.depth, pool) if layer.depth else layer.board_count
            if found != layer.board_count:
                raise table.damaged(
                    f"it says that {layer.board_count:,} boards are at depth {layer.depth}, and its codes lead to "
                    f"{found:,}; remove it and make it again"
                )
            if layer.depth in depths:
                yield OrderedLayer(layer, table.puzzle, known, budget, pool, folder)


def write_run(
    table: "Table",
    folder: str | Path,
    *,
    depth: int | None = None,
    replace: bool = False,
    resources: Resources = HERE,
    watcher: Watcher | None = None,
) -> Run:
    """Write the layers of a table to a depth, or all, into a run folder; the same call continues after an interruption.

    The files and digests are those that `expand` makes. With `replace`, another run in the folder is replaced.
    """
    watcher = watcher or Watcher()
    starts = Starts(table.manifest.start_kind, table.manifest.start, table.ranking.keys(table.start_ranks))
    manifest = new_manifest(table.puzzle, starts, known_total(table.puzzle, starts, whole=depth is None))
    last = table.last_depth if depth is None else table.layer(depth).depth
    with RunWriter(Path(folder), manifest, replace=replace) as writer:
        watcher.on_open(writer.manifest)
        wanted = range(writer.manifest.depth + 1, last + 1)
        writer.keys.open()
        try:
            for found in ordered_layers(table, wanted, writer.keys.folder, resources, watcher):
                began, at = time.perf_counter(), found.layer.depth
                kept = [record.kept for record in found.write(partial(part_sink, writer, at))]
                layer = layer_of(at, kept, writer.scratch, began)
                writer.add(layer)
                watcher.on_layer(layer)
        finally:
            writer.finish(whole=writer.manifest.whole)
        writer.finish(whole=last == table.last_depth)
    return Run(folder, table.puzzle)


class KnownLayers:
    """The layers of a table, of which one is at hand."""

    def __init__(self, ranking: Ranking, starts: Numbers, planes: Mapping[str, Array]) -> None:
        """Begin with the starts, given by ascending ranks."""
        shape, one = ranking.shape, len(planes) == 1
        self.ranking = ranking
        self._codes = [read_only(plane).reshape(shape.rows, shape.words) for plane in planes.values()]
        self._layer = np.empty((shape.rows, shape.words), np.uint64)
        self._next = self._layer if one else np.empty_like(self._layer)
        marks = whole_rows(shape, np.zeros(shape.rows, np.uint8))
        arrays = new_rows(ranking, marks)
        self._front = arrays["front"]
        if not one:
            arrays["following"] = np.zeros(shape.rows, np.uint8)
        self._rows = rows_of(starts, arrays, marks, shape.boards_per_row)
        begin(self._layer, NO_BITS, self._rows, self._front, shape.per_word)
        sides = side_of_starts(ranking, starts) if one else None
        self._lists = RowLists(self._rows, ranking.moves, sides, self._front, 0)

    @property
    def front(self) -> Small:
        """The rows that have boards of the layer, ascending."""
        return self._lists.front

    def step(self, depth: int, pool: ThreadPoolExecutor) -> int:
        """Go to the next layer, that at a depth; return how many boards it has."""
        low, high = (self._codes * 2)[:2]
        code = 3 * ((depth >> 1) & 1) if low is high else depth % 3
        sources = Sources(self._layer, self._layer[:0], self._front, self._front, self.ranking.moves)

        def run(listed: Small) -> int:
            return step_known((low, high, self._next), self._rows, sources, listed, code)

        found = sum(on_threads(run, self._lists.next(self._rows, depth), low.shape[1], pool))
        self._lists.turn(self._rows, depth)
        self._layer, self._next = self._next, self._layer
        self._rows, self._front = self._rows._replace(following=self._front), self._rows.following
        return found

    def keys(self, rows: Small) -> Keys:
        """List the boards of the layer in some rows, in no order."""
        shape = self.ranking.shape
        ranks = np.empty(self._rows.alike[rows].sum(), np.int64)
        list_ranks(self._layer, rows, shape.per_word, ranks)
        return self.ranking.keys(ranks)
