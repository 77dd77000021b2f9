"""The keys of a layer, the plan of one step, and the journal with which an interrupted step resumes.

A layer is ascending segments of working keys, in memory or in files (`LayerKeys`). A plan divides a step into tasks:
the slices of the frontier, the buckets of its successors, and the parts of the next layer. The journal is in the
scratch folder while a step goes through files:

    plan.json     the plan: the first key of each slice, the bounds of the buckets, the buckets of each part
    done.jsonl    the log (`store.log`) of the records of finished tasks

An interrupted step resumes with the same plan. A task with a record does not run again, unless its files have changed,
which happens after a power failure or on a bad disk. So a record has the digests of its files. The journal is the same
for all executors.
"""

import os
from bisect import bisect_left, bisect_right
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from slidefront.arrays import NO_KEYS, Keys, joined
from slidefront.executors.budget import Budget
from slidefront.explore.tasks import FileChunk, GatherRecord, SpreadRecord, layer_file
from slidefront.files import replacement
from slidefront.keys.segments import Block, FileSegment, MemorySegment, Segment, SegmentWriter
from slidefront.keys.sorting import Buckets, buckets_of, draw_buckets, sort
from slidefront.puzzles.core import Puzzle
from slidefront.store.log import append_record, read_log, sealed, unsealed
from slidefront.store.manifest import JOURNAL, PartRecord, part_of, stored
from slidefront.store.parts import differs

StepRecord = TypeVar("StepRecord", SpreadRecord, GatherRecord)
UNUSABLE = (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError)
"""The exceptions that reading a damaged journal, or one of another version, raises."""

MOST_GUESSED = 1 << 16  # the most buckets, so that their numbers fit 16 bits


@dataclass
class LayerKeys:
    """The boards at one depth."""

    depth: int
    segments: list[Segment]
    """Ascending segments with ascending keys."""
    board_count: int = field(init=False)
    resident: int = field(init=False)
    """The number of boards in memory."""

    def __post_init__(self) -> None:
        self.board_count = sum(segment.size for segment in self.segments)
        self.resident = sum(part.size for part in self.segments if isinstance(part, MemorySegment))
        self._firsts = [segment.first for segment in self.segments]

    def slices(self, slice_boards: int) -> list[tuple[Segment, ...]]:
        """Divide the layer into slices of `slice_boards` boards; the last may have fewer."""
        slices: list[list[Segment]] = []
        left = 0
        for segment in self.segments:
            start = 0
            while start < segment.size:
                if left == 0:
                    slices.append([])
                    left = slice_boards
                end = min(segment.size, start + left)
                slices[-1].append(segment.cut(start, end))
                left -= end - start
                start = end
        return [tuple(segments) for segments in slices]

    def between(self, least: int, end: int) -> tuple[Segment, ...]:
        """Return the keys from `least` up to, but not including, `end`."""
        inside: list[Segment] = []
        for segment in self.segments[max(0, bisect_right(self._firsts, least) - 1) : bisect_left(self._firsts, end)]:
            start, stop = segment.count_below(least), segment.count_below(end)
            if start < stop:
                inside.append(segment if stop - start == segment.size else segment.cut(start, stop))
        return tuple(inside)

    def sample(self, board_count: int) -> Keys:
        """Return about `board_count` evenly spread boards; fewer if most boards are in files.

        Searches base decisions on the sample, so it does not depend on how the boards in memory form segments.
        """
        step, skip, samples = max(1, self.board_count // board_count), 0, []
        for segment in self.segments:
            samples.append(segment.sample(step, skip))
            skip = (skip - segment.size) % step
        return joined(samples)

    def move_to(self, folder: Path, block_keys: int) -> int:
        """Move the boards in memory to files, in blocks of `block_keys`; return the number of words written."""
        written = 0
        for number, segment in enumerate(self.segments):
            if isinstance(segment, MemorySegment):
                writer = SegmentWriter(layer_file(folder, self.depth, f"moved-{number:05d}"))
                writer.append(segment.load(), block_keys)
                self.segments[number] = writer.finish()
                written += writer.words
        self.resident = 0
        return written

    def drop(self, folder: Path | None) -> None:
        """Remove the files of the layer."""
        if folder is not None and self.resident < self.board_count:
            for path in folder.glob(f"layer-{self.depth:04d}-*.keys"):
                path.unlink(missing_ok=True)


@dataclass(frozen=True)
class Plan:
    """The division of a step into tasks."""

    slices: list[tuple[Segment, ...]]
    buckets: Buckets
    parts: list[range]
    """The buckets of each part."""
    keys_at_once: int
    """The number of keys that a gather task joins at a time."""
    folder: Path | None
    """The folder for the keys of the step; None if they stay in memory."""


@dataclass(frozen=True)
class Outlook:
    """The estimate of a step."""

    sample: Keys
    """A sample of the successors, ascending; empty for a small frontier."""
    successors: int
    """The estimated number of successors, with duplicates; for a small frontier, an upper bound."""
    board_count: int
    """The estimated number of new boards."""


def look_ahead(puzzle: Puzzle, frontier: LayerKeys, fresh: float, sample_boards: int) -> Outlook:
    """Estimate a step from the successors of a sample. `fresh` is the expected share of new boards among successors."""
    sample = NO_KEYS
    successors = frontier.board_count * puzzle.most_successors
    if frontier.board_count > sample_boards:
        boards = frontier.sample(sample_boards)
        sample = np.empty(boards.size * puzzle.most_successors, np.uint64)
        sample = sample[: puzzle.write_checked_successors(boards, sample)]
        sort(sample, np.empty_like(sample), 0)
        successors = round(sample.size / boards.size * frontier.board_count)
    return Outlook(sample, successors, int(successors * fresh))


def make_plan(
    puzzle: Puzzle,
    frontier: LayerKeys,
    outlook: Outlook,
    budget: Budget,
    *,
    task_bytes: int,
    folder: Path | None = None,
) -> Plan:
    """Divide a step into tasks of about equal size.

    `budget.tasks` run at a time, each with `task_bytes` for its arrays. Keys go to files of `folder`.
    """
    sizes, tasks = budget.sizes, budget.tasks
    ratio, at_once = max(1.0, outlook.successors / max(1, frontier.board_count)), sizes.most_keys_at_once(task_bytes)
    # A bucket fits the memory of a task, and the cache unless there would be too many buckets.
    most_buckets = max(sizes.most_buckets, sizes.buckets_per_task * tasks, -(-2 * outlook.successors // at_once))
    count = min(MOST_GUESSED, most_buckets, -(-outlook.successors // sizes.bucket_keys))
    buckets = draw_buckets(outlook.sample, count, puzzle.working.bits)
    most = max(sizes.least_slice, int(task_bytes / sizes.spread_bytes / ratio))
    if folder is None:
        at_once = min(sizes.keys_at_once, at_once)
        evenly = max(sizes.least_slice, frontier.board_count // (4 * tasks))
        slice_boards = min(most, max(min(sizes.slice_boards, evenly), frontier.board_count // sizes.most_slices))
    else:  # as many as fit into memory, to write few files
        rounds = -(-frontier.board_count // (most * tasks))
        slice_boards = max(sizes.least_slice, -(-frontier.board_count // max(1, rounds * tasks)))
    parts = parts_of(outlook.board_count, buckets, budget)
    return Plan(frontier.slices(slice_boards), buckets, parts, at_once, folder)


def parts_of(board_count: int, buckets: Buckets, budget: Budget) -> list[range]:
    """Divide buckets into parts: one for a small layer, otherwise enough for all tasks, of up to 64 Mi boards."""
    sizes, tasks = budget.sizes, budget.tasks
    parts = max(min(-(-board_count // sizes.part_boards), sizes.most_parts), -(-board_count // sizes.most_part_boards))
    even = -(-parts // tasks) * tasks
    count = max(1, min(buckets.count, even, max(parts // 2, board_count // sizes.least_part)))
    return [range(*ends) for ends in pairwise(buckets.count * number // count for number in range(count + 1))]


@dataclass
class Journal:
    """The journal of the step of a run that is in progress."""

    folder: Path
    """The folder of the journal, and of the parts until their layer is finished."""
    keys_folder: Path
    """The folder of the files of keys."""
    run: str
    """The identity of the run; a journal of another run is ignored."""

    def __post_init__(self) -> None:
        self._plan, self._done = self.folder / JOURNAL, self.folder / "done.jsonl"
        self._lines: list[Any] = []

    @property
    def begun(self) -> bool:
        """Whether the folder has the plan of an unfinished step."""
        return self._plan.exists()

    def begin(self, depth: int, plan: Plan, low: int) -> None:
        """Write a new plan. Slices are stored without the `low` used-move bits, which loaded keys do not have."""
        self._lines = []
        record = {
            "run": self.run,
            "depth": depth,
            "slices": [0, *(boards[0].first >> low << low for boards in plan.slices[1:])],
            "bounds": plan.buckets.bounds.tolist(),
            "shift": plan.buckets.shift,
            "parts": [[part.start, part.stop] for part in plan.parts],
            "keys_at_once": plan.keys_at_once,
        }
        self._done.unlink(missing_ok=True)
        with replacement(self._plan) as file:
            file.write(sealed(record))

    def read(self, frontier: LayerKeys, most_at_once: int) -> Plan | None:
        """Read the plan and the records of an interrupted step; return the plan, or None if it cannot be used.

        A task may join `most_at_once` keys at a time; a plan for more memory cannot be used.
        """
        try:
            record = unsealed(self._plan.read_bytes())
            if (record["run"], record["depth"]) != (self.run, frontier.depth + 1):
                return None
            if not 0 < record["keys_at_once"] <= most_at_once:
                return None
            buckets = buckets_of(np.array(record["bounds"], np.uint64), int(record["shift"]))
            ends = [*record["slices"][1:], 1 << 64]
            slices = [frontier.between(*pair) for pair in zip(record["slices"], ends, strict=True)]
            parts = [range(*pair) for pair in record["parts"]]
            records = [*read_log(self._done, independent=True)]
            if records:
                os.truncate(self._done, records[-1].end)
            self._lines = [record.value for record in records]
            return Plan(slices, buckets, parts, record["keys_at_once"], self.keys_folder)
        except UNUSABLE:
            self._lines = []
            return None

    def records(self) -> tuple[dict[int, SpreadRecord], dict[int, GatherRecord]]:
        """Return the records of finished tasks whose files are unchanged, by the numbers of slices and parts."""
        spreads: dict[int, SpreadRecord] = {}
        gathers: dict[int, GatherRecord] = {}
        for line in self._lines:
            with suppress(*UNUSABLE):
                kind, number, data = line
                if kind == "spread":
                    chunk = FileChunk(**{**data, "path": _inside(self.keys_folder, data["path"])})
                    chunk.check()
                    spreads[number] = SpreadRecord(number, chunk)
                    continue
                path = part = None
                if data["part"]:
                    path, part = _inside(self.folder, data["path"]), part_of(data["part"])
                    if fault := differs(path, part):
                        raise ValueError(fault)
                segments = []
                for fields in data["segments"]:
                    blocks = tuple(Block(*block) for block in fields["blocks"])
                    segment = FileSegment(
                        **{**fields, "path": _inside(self.keys_folder, fields["path"]), "blocks": blocks}
                    )
                    segment.check()
                    segments.append(segment)
                kept = PartRecord(part, data["digest"], data["marked"], path)
                gathers[number] = GatherRecord(number, tuple(segments), kept)
        return spreads, gathers

    def note(self, record: SpreadRecord | GatherRecord) -> None:
        """Append the record of a finished task, if everything that it refers to is on disk."""
        files = [record.chunk] if isinstance(record, SpreadRecord) else record.segments
        fields = [{**vars(file), "path": file.path.name} for file in files if isinstance(file, FileChunk | FileSegment)]
        if len(fields) < len(files):
            return
        if isinstance(record, SpreadRecord):
            line = ["spread", record.number, fields[0]]
        else:
            kept = record.kept
            part = {"part": kept.part and stored(kept.part), "path": kept.path and kept.path.name}
            data = {"segments": fields, "marked": kept.selected_count, "digest": kept.digest, **part}
            line = ["gather", record.number, data]
        with self._done.open("ab") as file:
            append_record(file, line)

    def close(self) -> None:
        """Remove the journal of the step."""
        self._plan.unlink(missing_ok=True)
        self._done.unlink(missing_ok=True)


def _inside(folder: Path, name: str) -> Path:
    if name != Path(name).name:
        raise ValueError("a file outside the folder")
    return folder / name
