"""The level loop itself: grow a run on disk, layer by layer."""

import errno
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from slidefront.arrays import Keys
from slidefront.explore.budget import Budget, check_layer
from slidefront.explore.gather import PartKeeper, PartKept, gather
from slidefront.explore.grow import Growth, Interrupted, is_one_sided
from slidefront.explore.held import HeldLayer, load_layer, start_layer
from slidefront.explore.journal import Journal
from slidefront.explore.scratch import Scratch
from slidefront.explore.watch import Watcher
from slidefront.explore.workers import Threads
from slidefront.keys.algebra import digest
from slidefront.keys.coding import GROUP
from slidefront.puzzles.core import Puzzle, identity_hash
from slidefront.store.manifest import Layer, part_of
from slidefront.store.run import Run
from slidefront.store.writer import RunWriter

__all__ = ["Explorer", "Interrupted"]


@dataclass
class Explorer:
    """Grows one run: what a growth finds becomes parts, and each finished layer goes to the writer."""

    puzzle: Puzzle
    writer: RunWriter
    budget: Budget
    watcher: Watcher
    stop: Callable[[], bool]
    slice_boards: int | None = None
    scratch: Path | None = None
    """Where keys go that do not fit memory; in the run if nowhere else."""

    def __post_init__(self) -> None:
        self._scratch = Scratch(self.scratch or self.writer.scratch / "keys")
        self._journal: Journal[PartKept] | None = None
        self._run = identity_hash(self.puzzle)

    def grow(self, starts: Keys, depth: int | None) -> bool:
        """Add layers up to a depth, or to the end of the space; tell whether the space ends there."""
        self._scratch.open()
        with closing(Threads(self.budget.threads)) as threads:
            try:
                whole = self._grow_layers(starts, depth, threads)
            except BaseException as error:
                threads.close()  # what is cleared away now must not be written again
                self._leave(error)
                with suppress(OSError):  # what ended the work matters more than a second word on it
                    self.writer.finish(whole=False)
                raise
        self._scratch.close()
        self.writer.finish(whole)
        return whole

    def _leave(self, error: BaseException) -> None:
        """Clear away a layer that is half done; keep one that was interrupted on its way through the scratch folder."""
        stopped = isinstance(error, Interrupted | KeyboardInterrupt)
        if stopped and self._journal is not None and self._journal.begun:
            self.writer.keep_unfinished()
        else:
            self.writer.drop_unfinished()
            self._scratch.close()

    def _grow_layers(self, starts: Keys, depth: int | None, threads: Threads) -> bool:
        manifest = self.writer.manifest
        if manifest.whole or (depth is not None and manifest.depth >= depth):
            return manifest.whole
        growth = Growth(
            self.puzzle,
            *self._open_frontier(starts),
            is_one_sided(self.puzzle, starts),
            threads,
            self.budget,
            self.stop,
            self.watcher.advanced,
            self._scratch,
            self.slice_boards,
        )
        if not growth.spills:
            self._journal_of(growth.frontier.depth + 1, starts).close()  # of a step that was cut for less memory
        while depth is None or growth.frontier.depth < depth:
            growth.check_stop()
            if not self._add_layer(growth, starts):
                return True
        return False

    def _open_frontier(self, starts: Keys) -> tuple[HeldLayer, HeldLayer | None]:
        """Make layer 0, or read the deepest layer back with the one before."""
        run = self.writer.reader()
        if run.depth < 0:
            self._write_starts(starts)
        if run.depth <= 0:
            return start_layer(self.puzzle, starts), None
        return self._load(run, run.depth), self._load(run, run.depth - 1)

    def _load(self, run: Run, depth: int) -> HeldLayer:
        large = run.layer(depth).boards > self.budget.layer
        return load_layer(self.puzzle, run, depth, self._scratch if large else None)

    def _write_starts(self, starts: Keys) -> None:
        began = time.perf_counter()
        _, kept = gather([self.puzzle.pack(starts)], self._keeper(0, 0))
        self._add(0, [kept], began)

    def _keeper(self, depth: int, number: int) -> PartKeeper:
        return PartKeeper(self.puzzle, lambda: self.writer.part(depth, number))

    def _add_layer(self, growth: Growth, starts: Keys) -> bool:
        """Make the next layer; tell whether there is one."""
        began = time.perf_counter()
        depth = growth.frontier.depth + 1
        check_layer(depth, growth.needs(), growth.spills, self.writer.folder, self._scratch.folder)
        written, read = self._scratch.written, self._scratch.read
        self._journal = self._journal_of(depth, starts) if growth.spills else None
        kept = growth.step(lambda number: self._keeper(depth, number), self._journal)
        if growth.frontier.boards:
            self._add(depth, kept, began, self._scratch.written - written, self._scratch.read - read)
        return growth.frontier.boards > 0

    def _journal_of(self, depth: int, starts: Keys) -> Journal[PartKept]:
        """Open the journal of a step. The frontier may not be committed yet: the starts and the depth tell it."""
        start = f"{int(digest(starts)):016x}"
        coding = [GROUP, self._scratch.stretch]
        step = {"run": self._run, "start": start, "depth": depth, "memory": self.budget.memory, "coding": coding}
        write, read = partial(self._write_kept, depth), partial(self._read_kept, depth)
        return Journal(self.writer.scratch, self._scratch, step, self.puzzle.used_bits, write, read)

    def _write_kept(self, depth: int, kept: PartKept) -> dict[str, Any] | None:
        if kept.part is not None and not self.writer.has_part(depth, kept.part.file):
            return None  # a small part, which is in memory until its layer is committed
        return {**vars(kept), "part": kept.part and vars(kept.part)}

    def _read_kept(self, depth: int, record: dict[str, Any]) -> PartKept:
        part = part_of(record["part"]) if record["part"] else None
        if part is not None and self.writer.hash_of_part(depth, part.file) != part.sha256:
            raise OSError(errno.EIO, "a part in the scratch folder has changed", part.file)
        return PartKept(part, int(record["marked"]), int(record["digest"]))

    def _add(self, depth: int, kept: list[PartKept], began: float, written: int = 0, read: int = 0) -> None:
        parts = tuple(one.part for one in kept if one.part)
        layer = Layer(
            depth=depth,
            boards=sum(part.boards for part in parts),
            marked=sum(one.marked for one in kept),
            digest=f"{sum(one.digest for one in kept) & (1 << 64) - 1:016x}",
            seconds=round(time.perf_counter() - began, 6),
            parts=parts,
            written=written,
            read=read,
        )
        self.writer.add(layer)
        self.watcher.finished(layer)
