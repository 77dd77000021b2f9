"""The plan of one step: the slices of the frontier, and the buckets and parts of the next layer."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from slidefront.arrays import Keys
from slidefront.explore.budget import Budget
from slidefront.explore.held import HeldLayer, Piece
from slidefront.keys.buckets import Buckets, draw_buckets
from slidefront.keys.sorting import sort
from slidefront.puzzles.core import Puzzle

SAMPLE = 1 << 14
BUCKET_KEYS = 1 << 15  # a bucket and its copy stay in the second-level cache
MOST_BUCKETS = 1 << 12
SLICE_BOARDS = 1 << 18
LEAST_SLICE = 1 << 14
MOST_SLICES = 256
PART_BOARDS = 1 << 20
MOST_PARTS = 64
MOST_PART_BOARDS = 1 << 26
PIECE_KEYS = 1 << 12  # what one slice has of a bucket in the scratch folder should be read at one go


@dataclass(frozen=True)
class Plan:
    """How a step is cut into tasks."""

    slices: list[list[Piece]]
    buckets: Buckets
    parts: list[range]
    """The buckets of each part."""
    successors: int
    """About how many successors there will be."""


@dataclass(frozen=True)
class Outlook:
    """What is known of a step beforehand."""

    sample: Keys
    """Some of the successors, ascending; none where there are few."""
    successors: int
    boards: int
    """About how many of them will be new boards."""


def look_ahead(puzzle: Puzzle, frontier: HeldLayer, fresh: float) -> Outlook:
    """Expand a sample of a frontier. `fresh` is the share of successors expected to be new boards."""
    sample = np.empty(0, np.uint64)
    successors = frontier.boards * puzzle.most_successors
    if frontier.boards > SAMPLE:
        boards = frontier.sample(SAMPLE)
        sample = np.empty(boards.size * puzzle.most_successors, np.uint64)
        sample = sample[: puzzle.expand(boards, sample)]
        sort(sample, np.empty_like(sample), 0)
        successors = round(sample.size / boards.size * frontier.boards)
    return Outlook(sample, successors, int(successors * fresh))


def make_plan(
    puzzle: Puzzle, frontier: HeldLayer, outlook: Outlook, threads: int, slice_boards: int | None = None
) -> Plan:
    """Cut a step whose chunks stay in memory."""
    if not slice_boards:
        evenly = max(LEAST_SLICE, frontier.boards // (4 * threads))
        slice_boards = max(min(SLICE_BOARDS, evenly), frontier.boards // MOST_SLICES)
    return _cut(puzzle, frontier, outlook, threads, slice_boards, BUCKET_KEYS)


def make_scratch_plan(
    puzzle: Puzzle, frontier: HeldLayer, outlook: Outlook, budget: Budget, slice_boards: int | None = None
) -> Plan:
    """Cut a step whose chunks go through the scratch folder: few large slices, and buckets that fit memory.

    A thread has the successors of a slice twice, and a bucket, its copy, and the ranges of earlier layers.
    """
    room = budget.work // 8 // budget.threads
    ratio = max(1.0, outlook.successors / max(1, frontier.boards))
    if not slice_boards:
        slices = -(-frontier.boards // max(LEAST_SLICE, int(room / 8 / ratio)))
        evenly = -(-slices // budget.threads) * budget.threads if slices > 1 else 1
        slice_boards = max(LEAST_SLICE, -(-frontier.boards // evenly))
    slices = -(-frontier.boards // slice_boards)
    bucket_keys = min(max(BUCKET_KEYS, slices * PIECE_KEYS), max(BUCKET_KEYS, room // 16))
    return _cut(puzzle, frontier, outlook, budget.threads, slice_boards, bucket_keys)


def _cut(
    puzzle: Puzzle, frontier: HeldLayer, outlook: Outlook, threads: int, slice_boards: int, bucket_keys: int
) -> Plan:
    successors = outlook.successors
    buckets = draw_buckets(outlook.sample, min(MOST_BUCKETS, -(-successors // bucket_keys)), puzzle.used_bits)
    parts = _part_count(outlook.boards, threads, buckets.count)
    ends = [buckets.count * number // parts for number in range(parts + 1)]
    return Plan(frontier.slices(slice_boards), buckets, [range(*pair) for pair in pairwise(ends)], successors)


def _part_count(boards: int, threads: int, most: int) -> int:
    """One part for a small layer, then as many as keep the threads even, of 1 to 64 Mi boards."""
    if boards < PART_BOARDS // 4:
        return 1
    parts = max(min(-(-boards // PART_BOARDS), MOST_PARTS), -(-boards // MOST_PART_BOARDS))
    return min(most, -(-parts // threads) * threads)
