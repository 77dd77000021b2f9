"""From one layer to the next: plan, spread, gather. Runs, searches and deep verification all use it.

    levels = Levels(puzzle, [before, frontier], means)
    records = levels.step(sink_of)        # levels.frontier is the new layer

    plan      slices of the frontier, bounds of the buckets, parts of the new layer
    spread    a task per slice: its successors, by bucket
    gather    a task per part: its buckets from all slices, unique, without earlier layers, to its sink
    advance   the new boards become the frontier

The sink of a part does everything else with the new boards, such as writing a file. If the keys of a step do not fit
into memory, they go to files of the scratch folder, and the records of its tasks to a journal, so that an interrupted
step can resume.
"""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TypeVar

from slidefront.arrays import Keys
from slidefront.executors import Executor, Threads
from slidefront.executors.budget import Budget, memory_of
from slidefront.explore.journal import Journal
from slidefront.explore.layers import LayerKeys, layer_file, remove_chunks
from slidefront.explore.plan import Limits, Outlook, Plan, look_ahead, make_plan
from slidefront.explore.tasks import Chunk, GatherRecord, GatherTask, Sink, SpreadRecord, SpreadTask, gather, spread
from slidefront.keys.segments import MemorySegment, SegmentWriter
from slidefront.machine import release_memory
from slidefront.puzzles.contract import check_layer
from slidefront.puzzles.core import Puzzle
from slidefront.store.run import Run
from slidefront.watch import Step, Watcher

_SAMPLED = 1024  # boards of the sample for `check_layer`
Task = TypeVar("Task", SpreadTask, GatherTask)
Record = TypeVar("Record", SpreadRecord, GatherRecord)
SinkOf = Callable[[int], Sink | None]
"""Returns the sink of a part by its number; None if the boards are only the next frontier."""


@dataclass
class Means:
    """The executor, budget and watcher of steps."""

    executor: Executor
    budget: Budget
    watcher: Watcher = field(default_factory=Watcher)
    folder: Path | None = None
    """The folder for keys that do not fit the budget; without it all keys stay in memory."""
    written: bool = True
    """Whether new layers become files of a run."""

    def load(self, puzzle: Puzzle, run: Run, depth: int) -> LayerKeys:
        """Load a layer of a run, a large layer into a file. Its boards have no used-move bits."""
        run.check_files(depth)
        blocks = map(puzzle.working.pack, run.blocks(depth))
        if self.folder is None or run.layer(depth).board_count <= self.budget.layer:
            return LayerKeys(depth, [MemorySegment(keys) for keys in blocks])
        writer = SegmentWriter(layer_file(self.folder, depth, "loaded"))
        for keys in blocks:
            writer.append(keys)
        return LayerKeys(depth, [writer.finish()])

    def load_last(self, puzzle: Puzzle, run: Run, depth: int) -> list[LayerKeys]:
        """Load a layer of a run and the layer before it, if there is one, in ascending order."""
        return [self.load(puzzle, run, loaded) for loaded in range(max(0, depth - 1), depth + 1)]


@dataclass
class Levels:
    """The frontier, the layer before it if that must be subtracted, and the step to the next layer."""

    puzzle: Puzzle
    layers: list[LayerKeys]
    """The frontier, and in front of it the layer before, unless used-move bits prevent moves back."""
    means: Means
    one_sided: bool = False
    """Whether all starts are in one parity class and every move changes it."""
    outlook: Outlook = field(init=False)
    """The estimate of the next step."""
    generated: int = 0
    """The number of successors that the last step computed."""
    written: int = 0
    """The number of words that it wrote to files of keys."""
    read: int = 0
    """The number of words that it read from them."""

    def __post_init__(self) -> None:
        self._first = self.layers[0].segments[0].first if self.layers[0].segments else None
        self._check(self.frontier)
        self.outlook = look_ahead(self.puzzle, self.frontier, 1.0)

    @property
    def frontier(self) -> LayerKeys:
        """The deepest layer."""
        return self.layers[-1]

    @property
    def resident(self) -> int:
        """The number of boards of the layers in memory."""
        return sum(layer.resident for layer in self.layers)

    @property
    def keys(self) -> int:
        """The estimated number of keys in memory during the next step, if it uses no files."""
        return self.resident + self.outlook.successors + self.outlook.boards

    @property
    def files(self) -> Path | None:
        """The folder for the keys of the next step; None if they stay in memory."""
        return None if self.means.budget.fits(self.keys) else self.means.folder

    def step(
        self,
        sink_of: SinkOf = lambda _: None,
        journal: Journal | None = None,
        enough: Callable[[GatherRecord], bool] = lambda _: False,
    ) -> list[GatherRecord]:
        """Compute the next layer, which is empty at the end of the space. Return the records of its parts, in order.

        As soon as a record is `enough`, later parts may be left out; the layer is incomplete then.
        """
        self.written = self.read = 0
        step = self._plan(journal)
        journal = step.journal
        buckets, folder = step.plan.buckets, step.folder
        slices = enumerate(step.plan.slices)
        spreading = [SpreadTask(step.depth, number, boards, buckets, folder) for number, boards in slices]
        spreads = step.run(spread, spreading, journal.spreads() if journal else {})
        if self.puzzle.working.bits and self.one_sided:
            self.frontier.drop(step.folder)  # nothing is subtracted from the next layer
        chunks = tuple(record.chunk for record in spreads)
        gathering = self._gather_tasks(step, chunks, sink_of)
        records = step.run(gather, gathering, journal.gathers() if journal else {}, enough)
        segments = [segment for record in records for segment in record.segments]
        earlier = [segment for task in gathering for layer in task.earlier for segment in layer]
        self.written += sum(file.words for file in [*chunks, *segments])
        self.read = sum(file.words for file in [*chain(*step.plan.slices), *chunks, *earlier])
        self.generated = sum(chunk.generated for chunk in chunks)
        self._advance(LayerKeys(step.depth, segments))
        if journal is not None:
            journal.close()
        if step.folder is not None:
            remove_chunks(step.folder, step.depth)
        return records

    def _plan(self, journal: Journal | None) -> "_Step":
        """Divide the step into tasks, by the plan of the interrupted step if there is one."""
        budget, folder = self.means.budget, self.files
        if folder is not None:
            for layer in self.layers:
                if layer.resident > budget.layer:
                    self.written += layer.move_to(folder)
            release_memory()
        journal = journal if folder is not None else None
        plan = journal.read(self.frontier) if journal is not None else None
        if plan is None:
            task = budget.task_beside(self.keys) if folder is None else budget.task
            limits = Limits(budget.tasks, task, folder is not None, self.means.written)
            plan = make_plan(self.puzzle, self.frontier, self.outlook, limits)
            if journal is not None:
                journal.begin(self.frontier.depth + 1, plan, self.puzzle.working.bits)
        return _Step(self.puzzle, self.frontier, plan, self.means, folder, journal)

    def _gather_tasks(self, step: "_Step", chunks: tuple[Chunk, ...], sink_of: SinkOf) -> list[GatherTask]:
        """Return a gather task per part."""
        buckets = step.plan.buckets
        layers = self.layers[:-1] if self.one_sided else self.layers  # the frontier is in the other parity class
        return [
            GatherTask(
                depth=step.depth,
                number=number,
                chunks=chunks,
                buckets=buckets,
                part=part,
                earlier=tuple(layer.between(buckets.least(part.start), buckets.least(part.stop)) for layer in layers),
                keys_at_once=step.plan.keys_at_once,
                sink=sink_of(number),
                folder=step.folder if self.outlook.boards >= self.means.budget.layer else None,
            )
            for number, part in enumerate(step.plan.parts)
        ]

    def _check(self, layer: LayerKeys) -> None:
        """Check a sample of a new layer, if the puzzle is written in Python."""
        if self.puzzle.is_built_in or self._first is None:
            return
        sample = self.puzzle.working.unpack(layer.sample(_SAMPLED))
        key = self._first >> self.puzzle.working.bits
        is_new = layer is not self.layers[0]
        again = is_new and any(segment.size for segment in layer.between(self._first, self._first + 1))
        check_layer(self.puzzle, layer.depth, sample, key if again else None)

    def _advance(self, after: LayerKeys) -> None:
        """Make the new layer the frontier, and remove layers that no later step needs."""
        self._check(after)
        needed = [] if self.puzzle.working.bits else [self.frontier]
        for layer in self.layers[: len(self.layers) - len(needed)]:
            layer.drop(self.means.folder)
        self.layers = [*needed, after]
        self.outlook = look_ahead(self.puzzle, after, after.boards / max(1, self.generated))
        if 2 * memory_of(self.keys, self.means.budget.threads) > self.means.budget.memory:
            release_memory()


@dataclass
class _Step:
    """One step in progress: its plan, and the running of its tasks."""

    puzzle: Puzzle
    frontier: LayerKeys
    plan: Plan
    means: Means
    folder: Path | None
    """The folder for the keys of the step, if they go to files."""
    journal: Journal | None

    begun: int = 0
    """The number of finished phases: spread and gather."""

    @property
    def depth(self) -> int:
        """The depth of the new layer."""
        return self.frontier.depth + 1

    def run(
        self,
        work: Callable[[Puzzle, Task], Record],
        tasks: list[Task],
        done: dict[int, Record],
        enough: Callable[[Record], bool] = lambda _: False,
    ) -> list[Record]:
        """Run the tasks without a record in `done`; return all records, in order."""
        executor = self.means.executor
        if self.folder is None and not executor.shares_memory:
            executor = Threads()  # only this process has the keys in memory
        last, boards = len(tasks), sum(record.boards for record in done.values())
        of_step = len(self.plan.slices) + len(self.plan.parts)
        waiting = (task for task in tasks if task.number not in done and task.number < last)
        with closing(executor.run(partial(work, self.puzzle), waiting)) as records:
            for record in records:
                done[record.number] = record
                boards += record.boards
                if self.journal is not None:
                    self.journal.note(record)
                if enough(record):
                    last = min(last, record.number)
                share = (self.begun + len(done) / len(tasks)) / 2
                self.means.watcher.check()
                self.means.watcher.on_progress(
                    Step(self.depth, self.frontier.boards, share, boards, of_step, executor.workers)
                )
        self.begun += 1
        return [done[number] for number in sorted(done)]


def is_one_sided(puzzle: Puzzle, starts: Keys) -> bool:
    """Whether every move changes the parity class and all starts are in one class."""
    sides = puzzle.parity_of and puzzle.parity_of(starts)
    return sides is not None and len(set(sides.tolist())) == 1
