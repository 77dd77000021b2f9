"""Gather: the new boards of a bucket, and the part they become."""

import gc
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slidefront.explore.buffers import Buffers
from slidefront.explore.gather import PartKeeper, gather, gather_bucket
from slidefront.explore.held import HeldLayer

from slidefront.arrays import Keys
from slidefront.explore.chunks import Chunk, MemoryChunks
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.read.load import load
from slidefront.store.parts import PartWriter, read_part
from slidefront.store.run import Run
from tests import naive
from tests.explore.conftest import SMALL, bfs

boards = st.integers(0, 60) | st.integers((1 << 60) - 60, (1 << 60) - 1)
used = st.integers(0, 15)


@st.composite
def working_keys(draw: st.DrawFn, low: int) -> list[int]:
    drawn = draw(st.lists(st.tuples(boards, used), max_size=50))
    return [board << low | bits & (1 << low) - 1 for board, bits in drawn]


def array(keys: list[int]) -> Keys:
    return np.array(keys, np.uint64)


def chunks_of(pieces: list[Keys]) -> MemoryChunks:
    """Chunks of one bucket."""
    chunks = MemoryChunks()
    for number, piece in enumerate(pieces):
        chunks.put(number, Chunk(piece, np.array([0, piece.size])))
    return chunks


def keeper(puzzle: Puzzle, path: Path, depth: int) -> PartKeeper:
    return PartKeeper(puzzle, lambda: PartWriter(path, depth))


@settings(deadline=None, max_examples=200)
@given(st.data(), st.sampled_from([0, 4]))
def test_bucket_is_sorted_unique_and_new(data: st.DataObject, low: int) -> None:
    pieces = data.draw(st.lists(working_keys(low), max_size=4))
    layers = data.draw(st.lists(working_keys(low), max_size=2))
    held = [HeldLayer(0, [array(naive.sorted_set(keys, low))], knows_used=False) for keys in layers]
    found = gather_bucket(chunks_of([array(piece) for piece in pieces]), 0, held, (0, 1 << 64), low, Buffers())
    expected = naive.sorted_set([key for piece in pieces for key in piece], low)
    for keys in layers:
        expected = naive.difference(expected, keys, low)
    assert found.tolist() == expected


def test_bucket_subtracts_its_own_range_of_a_layer_in_blocks() -> None:
    layer = HeldLayer(0, [array([1, 5, 10]), array([11, 15, 20]), array([21, 25])], knows_used=False)
    found = gather_bucket(chunks_of([array([11, 12, 21, 15, 10])]), 0, [layer], (10, 22), 0, Buffers())
    assert found.tolist() == [12]


def test_bucket_does_not_change_its_pieces() -> None:
    pieces = [array([5, 3, 3]), array([9, 1])]
    gather_bucket(chunks_of(pieces), 0, [], (0, 1 << 64), 0, Buffers())
    assert [piece.tolist() for piece in pieces] == [[5, 3, 3], [9, 1]]


def test_bucket_without_pieces() -> None:
    assert gather_bucket(chunks_of([]), 0, [], (0, 1 << 64), 0, Buffers()).size == 0


@pytest.mark.parametrize("make", SMALL.values(), ids=SMALL.keys())
@pytest.mark.parametrize("buckets", [1, 3, 50])
def test_part_holds_the_boards(tmp_path: Path, make: type[Puzzle], buckets: int) -> None:
    puzzle = make()
    keys = bfs(puzzle, [puzzle.home], 5)[-1]
    work = np.array_split(puzzle.pack(array(keys)), buckets)
    blocks, kept = gather(work, keeper(puzzle, tmp_path / "part-00003.parquet", 5))
    assert kept.part is not None
    assert (kept.part.file, kept.part.boards) == ("part-00003.parquet", len(keys))
    assert np.concatenate(list(read_part(tmp_path / "part-00003.parquet"))).tolist() == keys
    assert np.array_equal(np.concatenate(blocks), np.concatenate(work))
    assert kept.digest % 2**64 == naive.digest(keys)
    assert kept.marked == sum(home_hole(puzzle) == hole(puzzle, key) for key in keys)


def hole(puzzle: Puzzle, key: int) -> list[int]:
    return [cell for cell, label in enumerate(puzzle.cells(array([key]))[0]) if label == 0]


def home_hole(puzzle: Puzzle) -> list[int]:
    return hole(puzzle, puzzle.home)


def test_no_boards_make_no_file(tmp_path: Path) -> None:
    blocks, kept = gather([array([]), array([])], keeper(load("8-puzzle"), tmp_path / "a.parquet", 5))
    assert blocks == []
    assert (kept.part, kept.marked, kept.digest) == (None, 0, 0)
    assert list(tmp_path.iterdir()) == []


def test_blocks_do_not_change_when_buffers_are_used_again(tmp_path: Path, eight: Run) -> None:
    puzzle, buffers = load("8-puzzle"), Buffers()
    work = np.array_split(puzzle.pack(eight.keys(10)), 3)
    buckets = (gather_bucket(chunks_of([piece]), 0, [], (0, 1 << 64), puzzle.used_bits, buffers) for piece in work)
    blocks, _ = gather(buckets, keeper(puzzle, tmp_path / "a.parquet", 10))
    assert np.array_equal(np.concatenate(blocks), np.concatenate(work))
    assert np.array_equal(np.concatenate(list(read_part(tmp_path / "a.parquet"))), eight.keys(10))


def test_error_in_a_bucket_comes_out_and_is_the_only_one(tmp_path: Path, eight: Run) -> None:
    puzzle = load("8-puzzle")

    def buckets() -> object:
        yield puzzle.pack(eight.keys(20))
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        gather(buckets(), keeper(puzzle, tmp_path / "a.parquet", 20))
    gc.collect()  # the abandoned writer must go in silence


class First:
    """Keeps the first bucket, and wants no more."""

    def __init__(self) -> None:
        self.taken: list[list[int]] = []

    def take(self, work: Keys) -> bool:
        self.taken.append(work.tolist())
        return False

    def finish(self) -> list[list[int]]:
        return self.taken

    def abandon(self) -> None:
        pass


def test_a_keeper_that_has_enough_gets_no_more() -> None:
    blocks, kept = gather(iter([array([]), array([1, 2]), array([3])]), First())
    assert kept == [[1, 2]]
    assert [block.tolist() for block in blocks] == [[1, 2]]
