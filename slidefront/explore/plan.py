"""The plan of one step: the slices of the frontier, and the buckets and parts of the next layer."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from slidefront.arrays import Keys
from slidefront.explore.layers import LayerKeys
from slidefront.keys.segments import Segment
from slidefront.keys.sorting import Buckets, draw_buckets, sort
from slidefront.puzzles.core import Puzzle

SAMPLE = 1 << 14  # boards of a sample; smaller frontiers are not sampled
BUCKET_KEYS = 1 << 15  # a bucket and its copy stay in the second-level cache
MOST_BUCKETS = 1 << 12  # exceeded only for many tasks or little memory per task
BUCKETS_PER_TASK = 8
MOST_GUESSED = 1 << 16  # the most buckets, so that their numbers fit 16 bits
SLICE_BOARDS = 1 << 18
LEAST_SLICE = 1 << 14
MOST_SLICES = 256
PART_BOARDS = 1 << 20
LEAST_PART = 1 << 18  # of a run: smaller layers are one file for any number of threads
SEARCH_PART_BOARDS = 1 << 17  # if no files are written: when a search ends in a part, little work in others is lost
LEAST_SEARCH_PART = 1 << 16  # a smaller task costs more than another thread saves
MOST_PARTS = 64
MOST_PART_BOARDS = 1 << 26
KEYS_AT_ONCE = 1 << 19  # enough to amortise calls, few enough for the last-level cache
SPREAD_BYTES = 32  # per successor: its key, its copy by bucket, and a share of the slice and of the encoded words
GATHER_BYTES = 40  # per joined key: its key, its encoding, its Parquet row, and its share of two earlier layers


@dataclass(frozen=True)
class Plan:
    """The division of a step into tasks."""

    slices: list[tuple[Segment, ...]]
    buckets: Buckets
    parts: list[range]
    """The buckets of each part."""
    keys_at_once: int
    """The number of keys that a gather task joins at a time."""


@dataclass(frozen=True)
class Outlook:
    """The estimate of a step."""

    sample: Keys
    """A sample of the successors, ascending; empty for a small frontier."""
    successors: int
    boards: int
    """The estimated number of new boards."""


@dataclass(frozen=True)
class Limits:
    """The limits of tasks."""

    tasks: int
    """The number of tasks that run at a time."""
    task: int
    """The bytes for the arrays of one task."""
    in_files: bool
    """Whether the keys go to files."""
    written: bool = True
    """Whether each part becomes a file of a run."""


def look_ahead(puzzle: Puzzle, frontier: LayerKeys, fresh: float) -> Outlook:
    """Estimate a step from the successors of a sample. `fresh` is the expected share of new boards among successors."""
    sample = np.empty(0, np.uint64)
    successors = frontier.boards * puzzle.most_successors
    if frontier.boards > SAMPLE:
        boards = frontier.sample(SAMPLE)
        sample = np.empty(boards.size * puzzle.most_successors, np.uint64)
        sample = sample[: puzzle.write_checked_successors(boards, sample)]
        sort(sample, np.empty_like(sample), 0)
        successors = round(sample.size / boards.size * frontier.boards)
    return Outlook(sample, successors, int(successors * fresh))


def make_plan(puzzle: Puzzle, frontier: LayerKeys, outlook: Outlook, limits: Limits) -> Plan:
    """Divide a step into tasks of about equal size that fit the memory."""
    buckets = draw_buckets(outlook.sample, _bucket_count(outlook, limits), puzzle.working.bits)
    at_once = most_keys_at_once(limits.task)
    return Plan(
        frontier.slices(_slice_boards(frontier, outlook, limits)),
        buckets,
        parts_of(outlook.boards, buckets, limits),
        at_once if limits.in_files else min(KEYS_AT_ONCE, at_once),
    )


def _bucket_count(outlook: Outlook, limits: Limits) -> int:
    """Choose the number of buckets: each fits the memory of a task, and the cache unless there would be too many."""
    least = -(-2 * outlook.successors // most_keys_at_once(limits.task))
    most = max(MOST_BUCKETS, BUCKETS_PER_TASK * limits.tasks, least)
    return min(MOST_GUESSED, most, -(-outlook.successors // BUCKET_KEYS))


def _slice_boards(frontier: LayerKeys, outlook: Outlook, limits: Limits) -> int:
    """Choose the number of boards per slice; if chunks go to files, as many as fit into memory, to write few files."""
    ratio = max(1.0, outlook.successors / max(1, frontier.boards))
    most = max(LEAST_SLICE, int(limits.task / SPREAD_BYTES / ratio))
    if limits.in_files:
        rounds = -(-frontier.boards // (most * limits.tasks))
        return max(LEAST_SLICE, -(-frontier.boards // max(1, rounds * limits.tasks)))
    evenly = max(LEAST_SLICE, frontier.boards // (4 * limits.tasks))
    return min(most, max(min(SLICE_BOARDS, evenly), frontier.boards // MOST_SLICES))


def most_keys_at_once(task: int) -> int:
    """Return the number of keys that a gather task may join at a time, given the bytes for its arrays."""
    return max(1, task // GATHER_BYTES)


def parts_of(boards: int, buckets: Buckets, limits: Limits) -> list[range]:
    """Divide buckets into parts: one for a small layer, else as many as keep all tasks busy, of up to 64 Mi boards."""
    usual, least = (PART_BOARDS, LEAST_PART) if limits.written else (SEARCH_PART_BOARDS, LEAST_SEARCH_PART)
    parts = max(min(-(-boards // usual), MOST_PARTS), -(-boards // MOST_PART_BOARDS))
    even = -(-parts // limits.tasks) * limits.tasks
    count = max(1, min(buckets.count, even, max(parts // 2, boards // least)))
    return [range(*ends) for ends in pairwise(buckets.count * number // count for number in range(count + 1))]
