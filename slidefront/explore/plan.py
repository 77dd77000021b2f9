"""The plan of one step: the slices of the frontier, and the buckets and parts of the next layer."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from slidefront.arrays import Keys
from slidefront.explore.held import HeldLayer
from slidefront.frontier.buckets import Buckets, draw_buckets
from slidefront.frontier.sorting import sort
from slidefront.puzzles.puzzle import Puzzle

SAMPLE = 1 << 14
BUCKET_KEYS = 1 << 15  # a bucket and its copy stay in the second-level cache
MOST_BUCKETS = 1 << 12
SLICE_BOARDS = 1 << 18
LEAST_SLICE = 1 << 14
MOST_SLICES = 256
PART_BOARDS = 1 << 20
MOST_PARTS = 64
MOST_PART_BOARDS = 1 << 26


@dataclass(frozen=True)
class Plan:
    """How a step is cut into tasks."""

    slices: list[list[Keys]]
    buckets: Buckets
    parts: list[range]
    """The buckets of each part."""
    successors: int
    """About how many successors there will be."""


def make_plan(puzzle: Puzzle, frontier: HeldLayer, threads: int, fresh: float, slice_boards: int | None) -> Plan:
    """Cut a step. `fresh` is the share of successors expected to be new boards."""
    sample = np.empty(0, np.uint64)
    successors = frontier.boards * puzzle.most_successors
    if frontier.boards > SAMPLE:
        boards = frontier.sample(SAMPLE)
        sample = np.empty(boards.size * puzzle.most_successors, np.uint64)
        sample = sample[: puzzle.expand(boards, sample)]
        sort(sample, np.empty_like(sample), 0)
        successors = round(sample.size / boards.size * frontier.boards)
    buckets = draw_buckets(sample, min(MOST_BUCKETS, -(-successors // BUCKET_KEYS)), puzzle.used_bits)
    if not slice_boards:
        evenly = max(LEAST_SLICE, frontier.boards // (4 * threads))
        slice_boards = max(min(SLICE_BOARDS, evenly), frontier.boards // MOST_SLICES)
    parts = _part_count(int(successors * fresh), threads, buckets.count)
    ends = [buckets.count * number // parts for number in range(parts + 1)]
    return Plan(
        frontier.slices(slice_boards),
        buckets,
        [range(*pair) for pair in pairwise(ends)],
        successors,
    )


def _part_count(boards: int, threads: int, most: int) -> int:
    """One part for a small layer, then as many as keep the threads even, of 1 to 64 Mi boards."""
    if boards < PART_BOARDS // 4:
        return 1
    parts = max(min(-(-boards // PART_BOARDS), MOST_PARTS), -(-boards // MOST_PART_BOARDS))
    return min(most, -(-parts // threads) * threads)
