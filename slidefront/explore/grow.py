"""Growing: a frontier that goes from one layer to the next. Runs on disk and searches in memory grow the same way.

What is done with the new boards of a layer beside making them the next frontier is for the keepers that a step is
given, one for each part.
"""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from slidefront.arrays import Keys
from slidefront.explore.budget import Budget, Needs, give_back_memory, memory_of
from slidefront.explore.buffers import Buffers
from slidefront.explore.chunks import Chunks, MemoryChunks, ScratchChunks
from slidefront.explore.gather import Keeper, Kept, gather, gather_bucket
from slidefront.explore.held import Block, HeldLayer, layer_file, to_scratch, total_resident
from slidefront.explore.journal import Journal
from slidefront.explore.plan import Outlook, Plan, look_ahead, make_plan, make_scratch_plan
from slidefront.explore.scratch import Scratch
from slidefront.explore.spread import spread
from slidefront.explore.watch import Step
from slidefront.explore.workers import Serial, Threads, Workers
from slidefront.puzzles.core import Puzzle

Hold = Callable[[int], Callable[[Keys], Block]]
"""For each part, how its buckets are held."""


class Interrupted(Exception):  # noqa: N818 - it is no error
    """The person asked to stop; all finished layers are committed."""


@dataclass
class Growth:
    """A frontier, as many layers before it as must be subtracted, and the step to the next."""

    puzzle: Puzzle
    frontier: HeldLayer
    before: HeldLayer | None
    one_sided: bool
    """Whether all starts are on one side and every move changes sides."""
    threads: Threads
    budget: Budget
    stop: Callable[[], bool]
    tell: Callable[[Step], None]
    scratch: Scratch | None = None
    """Where chunks and layers go that do not fit the budget; without it all stays in memory."""
    slice_boards: int | None = None
    generated: int = field(default=0, init=False)
    """How many successors have been made."""
    examined: int = field(default=0, init=False)
    """How many boards have been expanded."""
    _fresh: float = field(default=1.0, init=False)
    _outlook: Outlook | None = field(default=None, init=False)
    _needs: Needs | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._buffers = Buffers()
        self._serial = Serial()

    def check_stop(self) -> None:
        """Leave off where the person wishes it."""
        if self.stop():
            raise Interrupted

    @property
    def outlook(self) -> Outlook:
        """What is known of the next step."""
        if self._outlook is None:
            self._outlook = look_ahead(self.puzzle, self.frontier, self._fresh)
        return self._outlook

    def needs(self) -> Needs:
        """Estimate the next step."""
        if self._needs is None:
            held = total_resident({id(layer): layer for layer in [self.frontier, *self._earlier()]}.values())
            self._needs = Needs(held, self.outlook.successors, self.outlook.boards)
        return self._needs

    @property
    def spills(self) -> bool:
        """Whether the next step goes through the scratch folder."""
        return self.scratch is not None and memory_of(self.needs()) > self.budget.memory

    def step(self, keeper_of: Callable[[int], Keeper[Kept]], journal: Journal[Kept] | None = None) -> list[Kept]:
        """Make the next layer; an empty one says that the space ends here. Return what the keepers kept, in order.

        A step through the scratch folder writes a journal, and takes up what an interrupted one has left.
        """
        depth = self.frontier.depth + 1
        if self.scratch is None or not self.spills:
            chunks, plan, hold = self._in_memory()
            journal = None
        else:
            chunks, plan, hold = self._through_scratch(depth, self.scratch, journal)
        self._spread_all(plan, chunks, journal)
        if self.puzzle.used_bits and self.one_sided:
            self.frontier.drop(self.scratch)  # before the system has written it: nothing is subtracted from the next
        gathered = self._gather_all(plan, chunks, keeper_of, hold, journal)
        after = HeldLayer(depth, [block for blocks, _ in gathered for block in blocks], self.puzzle.used_bits > 0)
        self._fresh = after.boards / max(1, chunks.generated)
        self.generated += chunks.generated
        self.examined += self.frontier.boards
        self._move_on(after)
        kept = [kept for _, kept in gathered]
        if journal is not None:
            journal.close()
        chunks.drop()
        del chunks, gathered
        if 2 * memory_of(self.needs()) > self.budget.memory:
            give_back_memory()
        return kept

    def _in_memory(self) -> tuple[Chunks, Plan, Hold]:
        plan = make_plan(self.puzzle, self.frontier, self.outlook, self.threads.count, self.slice_boards)
        return MemoryChunks(), plan, lambda _: np.copy

    def _through_scratch(
        self, depth: int, scratch: Scratch, journal: Journal[Kept] | None
    ) -> tuple[Chunks, Plan, Hold]:
        """Let go of memory, and cut the step so that it fits: as an interrupted one was cut, if there is one."""
        for layer in (self.frontier, self.before):
            if layer is not None and layer.resident > self.budget.layer:
                layer.move_to(scratch, keep=self.budget.layer)
        self._buffers = Buffers()  # those of steps in memory may be larger than there is room for now
        give_back_memory()
        chunks = ScratchChunks(scratch, depth, self.puzzle.used_bits) if journal is None else journal.chunks
        plan = journal.plan(self.frontier) if journal is not None else None
        if plan is None:
            plan = make_scratch_plan(self.puzzle, self.frontier, self.outlook, self.budget, self.slice_boards)
            if journal is not None:
                journal.begin(plan)
        if self.outlook.boards <= self.budget.layer:
            return chunks, plan, lambda _: np.copy
        return chunks, plan, lambda part: partial(to_scratch, file=scratch.file(layer_file(depth, f"{part:05d}")))

    def _move_on(self, after: HeldLayer) -> None:
        """Make the new layer the frontier, and let go of what no step needs any more."""
        if self.before is not None:
            self.before.drop(self.scratch)
        if after.knows_used:
            self.frontier.drop(self.scratch)
        self.before = None if after.knows_used else self.frontier
        self.frontier = after
        self._outlook = self._needs = None

    def _earlier(self) -> list[HeldLayer]:
        """Choose the layers that successors can fall back to.

        The layer before, unless the boards know which moves lead there; the frontier itself, unless every move
        changes sides and all starts are on one side.
        """
        back = [self.before] if self.before is not None and not self.frontier.knows_used else []
        return back if self.one_sided else [*back, self.frontier]

    def _spread_all(self, plan: Plan, chunks: Chunks, journal: Journal[Kept] | None) -> None:
        frontier = self.frontier

        def task(number: int) -> int:
            chunks.put(number, spread(self.puzzle, plan.slices[number], plan.buckets, self._buffers))
            return number

        waiting = range(len(plan.slices)) if journal is None else journal.unfinished_slices(plan)
        workers: Workers = self.threads if len(plan.slices) > 1 else self._serial
        with closing(workers.run(task, waiting)) as results:
            for left, number in zip(reversed(range(len(waiting))), results, strict=True):
                if journal is not None:
                    journal.note_slice(number)
                self.check_stop()
                done = 1 - left / len(plan.slices)
                self.tell(Step(frontier.depth + 1, frontier.boards, done / 2, 0))

    def _gather_all(
        self,
        plan: Plan,
        chunks: Chunks,
        keeper_of: Callable[[int], Keeper[Kept]],
        hold: Hold,
        journal: Journal[Kept] | None,
    ) -> list[tuple[list[Block], Kept]]:
        frontier, earlier, low = self.frontier, self._earlier(), self.puzzle.used_bits

        def task(number: int) -> tuple[int, tuple[list[Block], Kept]]:
            buckets = (
                gather_bucket(chunks, b, earlier, plan.buckets.range(b, b + 1), low, self._buffers)
                for b in plan.parts[number]
            )
            return number, gather(buckets, keeper_of(number), hold(number))

        gathered = {} if journal is None else journal.finished_parts()
        boards = sum(block.size for blocks, _ in gathered.values() for block in blocks)
        waiting = [number for number in range(len(plan.parts)) if number not in gathered]
        workers: Workers = self.threads if len(plan.parts) > 1 else self._serial
        with closing(workers.run(task, waiting)) as results:
            for number, one in results:
                gathered[number] = one
                boards += sum(block.size for block in one[0])
                if journal is not None:
                    journal.note_part(number, *one)
                self.check_stop()
                done = 0.5 + len(gathered) / len(plan.parts) / 2
                self.tell(Step(frontier.depth + 1, frontier.boards, done, boards))
        return [gathered[number] for number in sorted(gathered)]


def is_one_sided(puzzle: Puzzle, starts: Keys) -> bool:
    """Tell whether starts are all on one side of a puzzle whose moves change sides."""
    sides = puzzle.parity(starts)
    return sides is not None and len(set(sides.tolist())) == 1
