"""From one layer to the next: plan, spread, gather. Runs, searches and deep verification all use it.

    levels = Levels(puzzle, [before, frontier], workspace)
    records = levels.step(sink_of)        # levels.frontier is the new layer

    plan      slices of the frontier, bounds of the buckets, parts of the new layer
    spread    a task per slice: its successors, by bucket
    gather    a task per part: its buckets from all slices, unique, without earlier layers, to its sink
    advance   the new boards become the frontier

The sink of a part does everything else with the new boards, such as writing a file. If the keys of a step do not fit
into memory, they go to files of the scratch folder, and the records of its tasks to a journal, so that an interrupted
step can resume.
"""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TypeVar

from slidefront.arrays import Keys
from slidefront.executors import Executor, Threads
from slidefront.executors.budget import Budget, step_memory
from slidefront.explore.plan import Journal, LayerKeys, Outlook, Plan, StepRecord, look_ahead, make_plan
from slidefront.explore.tasks import (
    Chunk,
    GatherRecord,
    GatherTask,
    Sink,
    SpreadTask,
    gather,
    layer_file,
    remove_chunks,
    spread,
)
from slidefront.keys.segments import MemorySegment, SegmentWriter
from slidefront.machine import release_memory
from slidefront.puzzles.contract import check_layer
from slidefront.puzzles.core import Puzzle
from slidefront.store.run import Run
from slidefront.watch import Step, Watcher

_SAMPLED = 1024  # boards of the sample for `check_layer`
StepTask = TypeVar("StepTask", SpreadTask, GatherTask)
SinkOf = Callable[[int], Sink | None]
"""Returns the sink of a part by its number; None if the boards are only the next frontier."""


@dataclass
class Workspace:
    """The means of a step: an executor, a budget, a watcher, and a folder for keys."""

    executor: Executor
    budget: Budget
    watcher: Watcher = field(default_factory=Watcher)
    folder: Path | None = None
    """The folder for keys that do not fit the budget; without it all keys stay in memory."""

    def load(self, puzzle: Puzzle, run: Run, depth: int) -> LayerKeys:
        """Load a layer of a run; a large layer goes to a file. The boards have no used-move bits."""
        run.check_files(depth)
        blocks = map(puzzle.working.pack, run.blocks(depth))
        if self.folder is None or run.layer(depth).board_count <= self.budget.layer_boards:
            return LayerKeys(depth, [MemorySegment(keys) for keys in blocks])
        writer = SegmentWriter(layer_file(self.folder, depth, "loaded"))
        for keys in blocks:
            writer.append(keys, self.budget.sizes.block_keys)
        return LayerKeys(depth, [writer.finish()])

    def load_last(self, puzzle: Puzzle, run: Run, depth: int) -> list[LayerKeys]:
        """Load a layer of a run and the layer before it, if there is one, in ascending order."""
        return [self.load(puzzle, run, loaded) for loaded in range(max(0, depth - 1), depth + 1)]


@contextmanager
def workspace_in_memory(budget: Budget, watcher: Watcher) -> Iterator[Workspace]:
    """Start threads for steps that write nothing, and end them afterwards."""
    with closing(Threads(budget.tasks)) as executor:
        yield Workspace(executor, budget.without_files(), watcher)


@dataclass
class Levels:
    """The frontier and, if it must be subtracted, the layer before it. `step` computes the next layer."""

    puzzle: Puzzle
    layers: list[LayerKeys]
    """The frontier, after the layer before it if that must be subtracted.

    Used-move bits make this unnecessary, but loaded layers do not have these bits.
    """
    workspace: Workspace
    in_one_class: bool = False
    """Whether each layer is in one parity class, because all starts are, and every move changes the class."""
    outlook: Outlook = field(init=False)
    """The estimate of the next step."""
    generated: int = 0
    """The number of successors that the last step computed."""
    written: int = 0
    """The number of words that the last step wrote to files of keys."""
    read: int = 0
    """The number of words that the last step read from files of keys."""

    def __post_init__(self) -> None:
        self._first = self.layers[0].segments[0].first if self.layers[0].segments else None
        self._check(self.frontier)
        self.outlook = self._look_ahead(1.0)

    @property
    def frontier(self) -> LayerKeys:
        """The deepest layer."""
        return self.layers[-1]

    @property
    def resident(self) -> int:
        """The number of boards of the layers in memory."""
        return sum(layer.resident for layer in self.layers)

    @property
    def key_count(self) -> int:
        """The estimated number of keys in memory during the next step, if it uses no files."""
        return self.resident + self.outlook.successors + self.outlook.board_count

    @property
    def files(self) -> Path | None:
        """The folder for the keys of the next step; None if they stay in memory."""
        return None if self.workspace.budget.fits(self.key_count) else self.workspace.folder

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
        plan, depth = self._plan(journal), self.frontier.depth + 1
        journal = None if plan.folder is None else journal
        spread_already, gathered_already = journal.records() if journal else ({}, {})
        spreading = [SpreadTask(depth, n, boards, plan.buckets, plan.folder) for n, boards in enumerate(plan.slices)]
        spreads = self._run(plan, spread, spreading, spread_already, journal)
        if self.puzzle.working.bits and self.in_one_class:
            self.frontier.drop(plan.folder)  # nothing is subtracted from the next layer
        chunks = tuple(record.chunk for record in spreads)
        gathering = self._gather_tasks(plan, chunks, sink_of)
        records = self._run(plan, gather, gathering, gathered_already, journal, enough)
        segments = [segment for record in records for segment in record.segments]
        earlier = [segment for task in gathering for layer in task.earlier for segment in layer]
        self.written += sum(file.words for file in [*chunks, *segments])
        self.read = sum(file.words for file in [*chain(*plan.slices), *chunks, *earlier])
        self.generated = sum(chunk.generated for chunk in chunks)
        self._advance(LayerKeys(depth, segments))
        if journal is not None:
            journal.close()
        if plan.folder is not None:
            remove_chunks(plan.folder, depth)
        return records

    def _plan(self, journal: Journal | None) -> Plan:
        """Divide the step into tasks, by the plan of the interrupted step if there is one."""
        budget, folder = self.workspace.budget, self.files
        if folder is not None:
            for layer in self.layers:
                if layer.resident > budget.layer_boards:
                    self.written += layer.move_to(folder, budget.sizes.block_keys)
            release_memory()
            most_at_once = budget.sizes.most_keys_at_once(budget.task_bytes)
            if journal is not None and (plan := journal.read(self.frontier, most_at_once)) is not None:
                return plan
        plan = make_plan(
            self.puzzle,
            self.frontier,
            self.outlook,
            budget,
            task_bytes=budget.task_beside(self.key_count) if folder is None else budget.task_bytes,
            folder=folder,
        )
        if folder is not None and journal is not None:
            journal.begin(self.frontier.depth + 1, plan, self.puzzle.working.bits)
        return plan

    def _gather_tasks(self, plan: Plan, chunks: tuple[Chunk, ...], sink_of: SinkOf) -> list[GatherTask]:
        """Return a gather task per part."""
        buckets, budget = plan.buckets, self.workspace.budget
        layers = self.layers[:-1] if self.in_one_class else self.layers  # the frontier is in the other parity class
        return [
            GatherTask(
                depth=self.frontier.depth + 1,
                number=number,
                chunks=chunks,
                buckets=buckets,
                part=part,
                earlier=tuple(layer.between(buckets.least(part.start), buckets.least(part.stop)) for layer in layers),
                keys_at_once=plan.keys_at_once,
                sink=sink_of(number),
                folder=plan.folder if self.outlook.board_count >= budget.layer_boards else None,
                block_keys=budget.sizes.block_keys,
            )
            for number, part in enumerate(plan.parts)
        ]

    def _run(
        self,
        plan: Plan,
        work: Callable[[Puzzle, StepTask], StepRecord],
        tasks: list[StepTask],
        done: dict[int, StepRecord],
        journal: Journal | None,
        enough: Callable[[StepRecord], bool] = lambda _: False,
    ) -> list[StepRecord]:
        """Run the tasks without a record in `done`; return all records, in order."""
        executor, watcher = self.workspace.executor, self.workspace.watcher
        if plan.folder is None and not executor.shares_memory:
            executor = Threads()  # only this process has the keys in memory
        last, board_count = len(tasks), sum(record.board_count for record in done.values())
        finished, task_count = (0 if work is spread else 0.5), len(plan.slices) + len(plan.parts)
        waiting = (task for task in tasks if task.number not in done and task.number < last)
        with closing(executor.run(partial(work, self.puzzle), waiting)) as records:
            for record in records:
                done[record.number] = record
                board_count += record.board_count
                if journal is not None:
                    journal.note(record)
                if enough(record):
                    last = min(last, record.number)
                watcher.check()
                share = finished + len(done) / len(tasks) / 2
                depth, frontier = self.frontier.depth + 1, self.frontier.board_count
                watcher.on_progress(Step(depth, frontier, share, board_count, task_count, executor.workers))
        return [done[number] for number in sorted(done)]

    def _look_ahead(self, fresh: float) -> Outlook:
        """Estimate the next step; `fresh` is the expected share of new boards among successors."""
        return look_ahead(self.puzzle, self.frontier, fresh, self.workspace.budget.sizes.sample)

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
            layer.drop(self.workspace.folder)
        self.layers = [*needed, after]
        self.outlook = self._look_ahead(after.board_count / max(1, self.generated))
        if 2 * step_memory(self.key_count, self.workspace.budget.threads) > self.workspace.budget.memory:
            release_memory()


def start_layer(puzzle: Puzzle, starts: Keys) -> LayerKeys:
    """Return layer 0."""
    return LayerKeys(0, [MemorySegment(puzzle.working.pack(starts))])


def are_in_one_class(puzzle: Puzzle, starts: Keys) -> bool:
    """Whether every move changes the parity class and all starts are in one class."""
    parities = puzzle.parity_of and puzzle.parity_of(starts)
    return parities is not None and len(set(parities.tolist())) == 1


def levels_from(puzzle: Puzzle, starts: Keys, workspace: Workspace) -> Levels:
    """Return levels that begin with layer 0, in memory."""
    return Levels(puzzle, [start_layer(puzzle, starts)], workspace, are_in_one_class(puzzle, starts))
