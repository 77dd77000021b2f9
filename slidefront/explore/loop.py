"""The level loop of a run: layer after layer is planned, spread, gathered and committed, to a depth or to the end."""

import time
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from slidefront.arrays import Keys
from slidefront.executors import ExecutorError
from slidefront.explore.disk import check_layer
from slidefront.explore.journal import Journal
from slidefront.explore.layers import LayerKeys, start_layer
from slidefront.explore.levels import Levels, Means, is_one_sided
from slidefront.explore.parts import layer_of, part_sink, warm_up
from slidefront.explore.plan import most_keys_at_once
from slidefront.keys.algebra import digest
from slidefront.puzzles.core import Puzzle, identity_hash
from slidefront.store.run import Run
from slidefront.store.scratch import Scratch
from slidefront.store.writer import Finished, RunWriter
from slidefront.watch import Interrupted


@dataclass
class LevelLoop:
    """Adds layers to a run."""

    puzzle: Puzzle
    starts: Keys
    writer: RunWriter
    means: Means
    scratch: Path | None = None
    """The folder for keys that do not fit into memory; by default in the run's scratch folder."""

    def __post_init__(self) -> None:
        self._keys = Scratch(self.scratch or self.writer.scratch.folder / "keys")
        self._journal: Journal | None = None
        self.means = replace(self.means, folder=self._keys.folder)

    def run(self, depth: int | None) -> None:
        """Add layers up to a depth, or to the end of the space."""
        manifest = self.writer.manifest
        if manifest.whole or (depth is not None and manifest.depth >= depth):
            return
        self._keys.open()
        try:
            folders = [self.writer.scratch.folder, self._keys.folder]
            self.means.executor.prepare(partial(warm_up, self.puzzle), folders)
            whole = self._add_layers(depth)
        except BaseException as error:
            self.means.executor.close()  # running tasks must not write files that are removed now
            stopped = isinstance(error, Interrupted | KeyboardInterrupt | ExecutorError)
            if stopped and self._journal is not None and self._journal.begun:
                self.writer.keeps_unfinished = True
            else:
                self.writer.drop_unfinished()
                self._keys.remove()
            with suppress(OSError):  # the first error matters more
                self.writer.finish(whole=False)
            raise
        self._keys.remove()
        self.writer.finish(whole=whole)

    def _add_layers(self, depth: int | None) -> bool:
        """Add layers; return whether the space ends with the last one."""
        frontier, before = self._open_frontier()
        levels = Levels(self.puzzle, frontier, before, self.means, is_one_sided(self.puzzle, self.starts))
        if levels.files is None:
            self._journal_of(frontier.depth + 1).close()  # of a step that was planned for less memory
        while depth is None or levels.frontier.depth < depth:
            self.means.watcher.check()
            if not self._add_layer(levels):
                return True
        return False

    def _open_frontier(self) -> tuple[LayerKeys, LayerKeys | None]:
        """Make layer 0, or load the deepest layer and the one before."""
        run = Run(self.writer.folder)
        if run.greatest_depth < 0:
            self._add(self._make_starts())
        if run.greatest_depth <= 0:
            return start_layer(self.puzzle, self.starts), None
        last = run.greatest_depth
        return self.means.load(self.puzzle, run, last), self.means.load(self.puzzle, run, last - 1)

    def _make_starts(self) -> Finished:
        """Make layer 0."""
        began, starts = time.perf_counter(), self.puzzle.working.pack(self.starts)
        record = part_sink(self.writer, 0, 0, keep_small=True).take(self.puzzle, [starts])
        return layer_of(0, [record], self.writer.scratch, began)

    def _add(self, finished: Finished) -> None:
        self.writer.add(*finished)
        self.means.watcher.on_layer(finished[0])

    def _add_layer(self, levels: Levels) -> bool:
        """Make the next layer; return whether it has boards."""
        began, depth, folder = time.perf_counter(), levels.frontier.depth + 1, levels.files
        small = folder is None or self.means.executor.shares_memory
        check_layer(depth, levels.needs(), self.writer.folder, folder)
        levels.written = levels.read = 0
        self._journal = self._journal_of(depth) if folder is not None else None
        records = levels.step(partial(part_sink, self.writer, depth, keep_small=small), self._journal)
        if levels.frontier.boards:
            kept, scratch = [record.kept for record in records], self.writer.scratch
            self._add(layer_of(depth, kept, scratch, began, levels.written, levels.read))
        return levels.frontier.boards > 0

    def _journal_of(self, depth: int) -> Journal:
        """Open the journal of a step, which the start and the depth identify; its frontier may not be committed yet."""
        start = f"{int(digest(self.starts)):016x}"
        step = {"run": identity_hash(self.puzzle), "start": start, "depth": depth}
        return Journal(self.writer.scratch.folder, self._keys.folder, step, most_keys_at_once(self.means.budget.task))
