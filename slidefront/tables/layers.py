"""The layers of a finished table, one after the other: as ascending keys in blocks, or as a run folder.

The neighbours of a board at depth d are at depths d - 1, d and d + 1, which have different codes. So the boards of
layer d + 1 are the neighbours of layer d whose code is that of d + 1. `KnownLayers` keeps the codes and one or
two more bits per board, for the last layer and the next, and lists the layers as fast as they were explored.

A table stores boards in order of rank, and a layer in order of key. So an `OrderedLayer` splits its boards into
buckets of keys and sorts each bucket, as `expand` does with successors (`slidefront.explore.tasks`): in memory, or
through files in a folder if the layer does not fit.
"""

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
from slidefront.errors import LimitError, TableError
from slidefront.executors.budget import CODED_BYTES_PER_KEY, HERE, Budget, Resources
from slidefront.explore.expand import known_total
from slidefront.explore.levels import SinkOf
from slidefront.explore.plan import MOST_GUESSED, parts_of
from slidefront.explore.tasks import (
    Chunk,
    GatherRecord,
    GatherTask,
    chunk_file,
    gather,
    make_chunk,
    part_sink,
    remove_chunks,
)
from slidefront.keys.algebra import as_set
from slidefront.keys.sorting import Buckets, draw_buckets
from slidefront.machine import free_disk, thread_pool
from slidefront.notation.boards import Starts
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.ranking import Ranking, whole_rows
from slidefront.store.array_files import Array
from slidefront.store.manifest import Layer, new_manifest
from slidefront.store.run import Run
from slidefront.store.writer import RunWriter
from slidefront.tables.kernels import NO_BITS, Sources, list_ranks, step_known
from slidefront.tables.rows import CodedSpace, RowLists, check_room, on_threads, reach_starts, rows_of
from slidefront.watch import Watcher

if TYPE_CHECKING:
    from slidefront.tables.table import Table

_SAMPLES_PER_BUCKET = 4
_BYTES_PER_BOARD = 32  # in memory: the key in its bucket, and the arrays of the tasks


def write_run(
    table: "Table",
    folder: str | Path,
    *,
    depth: int | None = None,
    replace: bool = False,
    resources: Resources = HERE,
    watcher: Watcher | None = None,
) -> Run:
    """Write the layers of a table, up to `depth` if given, into a run folder. The same call resumes interrupted work.

    The files and digests are the same as if `expand` had written them. With `replace`, another run in the folder is
    replaced.
    """
    watcher = watcher or Watcher()
    starts = Starts(table.manifest.start_kind, table.manifest.start, table.ranking.keys(table.start_ranks))
    last = table.last_depth if depth is None else table.layer(depth).depth
    whole = last == table.last_depth
    manifest = new_manifest(table.puzzle, starts, known_total(table.puzzle, starts, whole=whole))
    with RunWriter(Path(folder), manifest, replace=replace, sizes=resources.budget().sizes) as writer:
        watcher.on_open(writer.manifest)
        depths = range(writer.manifest.depth + 1, last + 1)
        writer.keys_scratch.open()
        try:
            for ordered in ordered_layers(table, depths, writer.keys_scratch.folder, resources, watcher):
                began, depth = time.perf_counter(), ordered.layer.depth
                parts = [record.kept for record in ordered.write(partial(part_sink, writer, depth))]
                layer = writer.finish_layer(depth, parts, began)
                writer.add(layer)
                watcher.on_layer(layer)
        finally:
            writer.finish(whole=writer.manifest.whole)
        writer.finish(whole=whole)
    return Run(folder, table.puzzle)


def ordered_layers(
    table: "Table",
    depths: Collection[int],
    folder: Path,
    resources: Resources = HERE,
    watcher: Watcher | None = None,
) -> Iterator["OrderedLayer"]:
    """Yield the layers of a table at some depths; each is valid until the next one is requested.

    `folder` is for the keys of layers that do not fit into memory.
    """
    budget = resources.budget(least=0)
    check_room(table.ranking, table.header.bits, f"exploring {table.path} again", budget)
    table.check()
    watcher = watcher or Watcher()
    with thread_pool(budget.threads, "slidefront") as pool:
        known = KnownLayers(table.ranking, table.start_ranks, table.planes)
        for layer in table.manifest.layers[: max(depths, default=-1) + 1]:
            watcher.check()
            board_count = known.step(layer.depth, pool) if layer.depth else layer.board_count
            if board_count != layer.board_count:
                raise TableError(
                    f"{table.place} is damaged: it says that {layer.board_count:,} boards are at depth {layer.depth}, "
                    f"and its codes lead to {board_count:,}; remove it and make it again"
                )
            if layer.depth in depths:
                yield OrderedLayer(layer, table.puzzle, known, budget, pool, folder)


@dataclass(frozen=True)
class OrderedLayer:
    """A layer of a table that is read in ascending order of keys."""

    layer: Layer
    puzzle: Puzzle
    known: "KnownLayers"
    budget: Budget
    pool: ThreadPoolExecutor
    folder: Path
    """Where the keys are stored if the layer does not fit into memory."""

    def blocks(self) -> Iterator[Keys]:
        """Yield the boards in blocks, ascending."""
        for record in map(partial(gather, self.puzzle), self._tasks()):
            yield from (self.puzzle.working.unpack(segment.load()) for segment in record.segments)
        remove_chunks(self.folder, self.layer.depth)

    def write(self, sink_of: SinkOf) -> list[GatherRecord]:
        """Write the boards to sinks, one per part; `sink_of` returns the sink of a part by its number."""
        records = [*self.pool.map(partial(gather, self.puzzle), self._tasks(sink_of))]
        remove_chunks(self.folder, self.layer.depth)
        return records

    def _tasks(self, sink_of: SinkOf = lambda _: None) -> Iterator[GatherTask]:
        """Split the layer into buckets, and yield a task per part; without a sink, a task keeps the boards."""
        folder, sizes = self._folder, self.budget.sizes
        # The boards of evenly spread rows give the bounds of buckets.
        count = min(MOST_GUESSED, -(-self.layer.board_count // sizes.bucket_keys))
        front, working = self.known.front, self.puzzle.working
        sampled = -(-front.size * _SAMPLES_PER_BUCKET * count // self.layer.board_count)
        spread = np.ascontiguousarray(front[:: max(1, front.size // max(sampled, 1))])  # kernels need contiguous arrays
        buckets = draw_buckets(working.pack(as_set(self.known.keys(spread))), count, working.bits)
        rows = np.array_split(front, -(-self.layer.board_count // sizes.chunk_boards))
        chunks = tuple(self.pool.map(partial(self._split, buckets, folder), range(len(rows)), rows))
        for number, part in enumerate(parts_of(self.layer.board_count, buckets, self.budget)):
            sink = sink_of(number)
            keeps = sink is None
            yield GatherTask(self.layer.depth, number, chunks, buckets, part, (), sizes.keys_at_once, sink, None, keeps)

    @property
    def _folder(self) -> Path | None:
        """The folder for the keys; None if they fit into memory."""
        need = _BYTES_PER_BOARD * self.layer.board_count
        if need <= self.budget.work_bytes:
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

    def _split(self, buckets: Buckets, folder: Path | None, number: int, rows: Small) -> Chunk:
        """Split the boards of some rows by bucket, into chunk `number`."""
        working = self.puzzle.working
        keys = working.pack(self.known.keys(rows))
        path = folder and chunk_file(folder, self.layer.depth, number)
        return make_chunk(keys, np.empty_like(keys), buckets, path, working.bits)


class KnownLayers:
    """The layers of a space whose codes are known; one layer is in memory at a time."""

    def __init__(self, ranking: Ranking, starts: Numbers, planes: Mapping[str, Array]) -> None:
        """Begin with the starts, given by ascending ranks."""
        shape, has_one_bit = ranking.shape, len(planes) == 1
        self.ranking = ranking
        self._codes = [read_only(plane).reshape(shape.rows, shape.words) for plane in planes.values()]
        self._layer = np.empty((shape.rows, shape.words), np.uint64)
        self._next = self._layer if has_one_bit else np.empty_like(self._layer)
        coded = CodedSpace(ranking, starts)
        rows = rows_of(coded, whole_rows(shape, np.zeros(shape.rows, np.uint8)))
        front_flags = rows.next_front if has_one_bit else np.zeros_like(rows.next_front)
        reach_starts(self._layer, NO_BITS, rows, front_flags, shape.per_word)
        self._lists = RowLists(coded, rows, front_flags, 0)

    @property
    def front(self) -> Small:
        """The rows with boards of the layer, ascending."""
        return self._lists.front

    def step(self, depth: int, pool: ThreadPoolExecutor) -> int:
        """Replace the layer by the next one, at the given depth; return its number of boards."""
        low, high = self._codes[0], self._codes[-1]
        code = 3 * ((depth >> 1) & 1) if len(self._codes) == 1 else depth % 3
        rows, front_flags = self._lists.rows, self._lists.front_flags
        sources = Sources(self._layer, self._layer[:0], front_flags, front_flags, self.ranking.moves)

        def run(listed: Small) -> int:
            return step_known((low, high, self._next), rows, sources, listed, code)

        board_count = sum(on_threads(run, self._lists.next(depth), low.shape[1], pool))
        self._lists.turn(depth)
        self._layer, self._next = self._next, self._layer
        return board_count

    def keys(self, rows: Small) -> Keys:
        """Return the boards of the layer in some rows, in no order."""
        ranks = np.empty(self._lists.rows.same_code[rows].sum(), np.int64)
        list_ranks(self._layer, rows, self.ranking.shape.per_word, ranks)
        return self.ranking.keys(ranks)
