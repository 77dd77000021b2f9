"""The level loop itself: grow a run, layer by layer."""

import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass

from slidefront.arrays import Keys
from slidefront.explore.budget import Budget, check_layer
from slidefront.explore.buffers import Buffers
from slidefront.explore.chunks import Chunk, MemoryChunks
from slidefront.explore.gather import Gathered, gather, gather_bucket
from slidefront.explore.held import HeldLayer, load_layer, start_layer, total_boards
from slidefront.explore.plan import Plan, make_plan
from slidefront.explore.spread import spread
from slidefront.explore.watch import Step, Watcher
from slidefront.explore.workers import Serial, Threads, Workers
from slidefront.puzzles.puzzle import Puzzle
from slidefront.store.manifest import Layer
from slidefront.store.writer import RunWriter


class Interrupted(Exception):  # noqa: N818 - it is no error
    """The person asked to stop; all finished layers are committed."""


@dataclass
class Explorer:
    """Grows one run. Knows the frontier, and as many layers before it as must be subtracted."""

    puzzle: Puzzle
    writer: RunWriter
    budget: Budget
    watcher: Watcher
    stop: Callable[[], bool]
    slice_boards: int | None = None

    def __post_init__(self) -> None:
        self._buffers = Buffers()
        self._serial = Serial()
        self._fresh = 1.0
        self._one_sided = False

    def grow(self, starts: Keys, depth: int | None) -> bool:
        """Add layers up to a depth, or to the end of the space; tell whether the space ends there."""
        sides = self.puzzle.parity(starts)
        self._one_sided = sides is not None and len(set(sides.tolist())) == 1
        with closing(Threads(self.budget.threads)) as threads:
            try:
                whole = self._grow_layers(starts, depth, threads)
            except BaseException:
                self.writer.drop_unfinished()
                with suppress(OSError):  # what ended the work matters more than a second word on it
                    self.writer.finish(whole=False)
                raise
        self.writer.finish(whole)
        return whole

    def _grow_layers(self, starts: Keys, depth: int | None, threads: Threads) -> bool:
        manifest = self.writer.manifest
        if manifest.whole or (depth is not None and manifest.depth >= depth):
            return manifest.whole
        frontier, before = self._open_frontier(starts)
        while depth is None or frontier.depth < depth:
            self._check_stop()
            after = self._step(frontier, before, threads)
            if after.boards == 0:
                return True
            frontier, before = after, None if after.knows_used else frontier
        return False

    def _open_frontier(self, starts: Keys) -> tuple[HeldLayer, HeldLayer | None]:
        """Make layer 0, or read the deepest layer back with the one before."""
        run = self.writer.reader()
        if run.depth < 0:
            self._add(self._write_starts(starts))
        if run.depth <= 0:
            return start_layer(self.puzzle, starts), None
        return load_layer(self.puzzle, run, run.depth), load_layer(self.puzzle, run, run.depth - 1)

    def _check_stop(self) -> None:
        if self.stop():
            raise Interrupted

    def _write_starts(self, starts: Keys) -> Layer:
        began = time.perf_counter()
        path = self.writer.layer_scratch(0) / "part-00000.parquet"
        gathered = gather(self.puzzle, [self.puzzle.pack(starts)], path, 0)
        return _record(0, [gathered], began)

    def _add(self, layer: Layer) -> None:
        self.writer.add(layer)
        self.watcher.finished(layer)

    def _step(self, frontier: HeldLayer, before: HeldLayer | None, threads: Threads) -> HeldLayer:
        """Make the next layer. Empty: the space is whole."""
        began = time.perf_counter()
        depth = frontier.depth + 1
        plan = make_plan(self.puzzle, frontier, self.budget.threads, self._fresh, self.slice_boards)
        earlier = self._earlier(frontier, before)
        boards = int(plan.successors * self._fresh)
        held = total_boards({id(layer): layer for layer in [frontier, *earlier]}.values())
        check_layer(depth, held, plan.successors, boards, self.budget, self.writer.folder)
        chunks = self._spread_all(plan, frontier, threads)
        gathered = self._gather_all(plan, chunks, earlier, frontier, threads)
        after = HeldLayer(depth, [block for one in gathered for block in one.blocks], self.puzzle.used_bits > 0)
        if after.boards:
            self._add(_record(depth, gathered, began))
        self._fresh = after.boards / max(1, chunks.keys)
        return after

    def _earlier(self, frontier: HeldLayer, before: HeldLayer | None) -> list[HeldLayer]:
        """Choose the layers that successors can fall back to.

        The layer before, unless the boards know which moves lead there; the frontier itself, unless every move
        changes sides and all starts are on one side.
        """
        back = [before] if before is not None and not frontier.knows_used else []
        return back if self._one_sided else [*back, frontier]

    def _spread_all(self, plan: Plan, frontier: HeldLayer, threads: Threads) -> MemoryChunks:
        def task(boards: list[Keys]) -> Chunk:
            return spread(self.puzzle, boards, plan.buckets, self._buffers)

        chunks = MemoryChunks()
        workers: Workers = threads if len(plan.slices) > 1 else self._serial
        with closing(workers.run(task, plan.slices)) as results:
            for done, chunk in enumerate(results, 1):
                chunks.put(chunk)
                self._check_stop()
                self.watcher.advanced(Step(frontier.depth + 1, frontier.boards, done / len(plan.slices) / 2, 0))
        return chunks

    def _gather_all(
        self,
        plan: Plan,
        chunks: MemoryChunks,
        earlier: list[HeldLayer],
        frontier: HeldLayer,
        threads: Threads,
    ) -> list[Gathered]:
        depth = frontier.depth + 1
        folder = self.writer.layer_scratch(depth)
        low = self.puzzle.used_bits

        def task(number: int) -> tuple[int, Gathered]:
            buckets = (
                gather_bucket(chunks.bucket(b), earlier, plan.buckets.range(b, b + 1), low, self._buffers)
                for b in plan.parts[number]
            )
            return number, gather(self.puzzle, buckets, folder / _part_name(number), depth)

        gathered: dict[int, Gathered] = {}
        boards = 0
        workers: Workers = threads if len(plan.parts) > 1 else self._serial
        with closing(workers.run(task, range(len(plan.parts)))) as results:
            for number, one in results:
                gathered[number] = one
                boards += one.part.boards if one.part else 0
                self._check_stop()
                done = 0.5 + len(gathered) / len(plan.parts) / 2
                self.watcher.advanced(Step(depth, frontier.boards, done, boards))
        return [gathered[number] for number in sorted(gathered)]


def _part_name(number: int) -> str:
    return f"part-{number:05d}.parquet"


def _record(depth: int, gathered: list[Gathered], began: float) -> Layer:
    parts = tuple(one.part for one in gathered if one.part)
    digest = sum(one.digest for one in gathered) & (1 << 64) - 1
    return Layer(
        depth=depth,
        boards=sum(part.boards for part in parts),
        marked=sum(one.marked for one in gathered),
        digest=f"{digest:016x}",
        seconds=round(time.perf_counter() - began, 6),
        parts=parts,
    )
