"""Chunks give back, bucket by bucket, what was put in: as it was from memory, sorted and unique from scratch."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slidefront.explore.scratch import Scratch

from slidefront.explore.chunks import Chunk, Chunks, MemoryChunks, ScratchChunks
from tests import naive


@pytest.fixture
def scratch(tmp_path: Path) -> Iterator[Scratch]:
    made = Scratch(tmp_path / "keys")
    made.open()
    yield made
    made.close()
    assert not made.folder.exists()


def chunk(*buckets: list[int]) -> Chunk:
    keys = [key for bucket in buckets for key in bucket]
    return Chunk(np.array(keys, np.uint64), np.cumsum([0, *map(len, buckets)]))


def bucket(chunks: Chunks, number: int) -> list[int]:
    out = np.empty(chunks.size(number), np.uint64)
    chunks.read(number, out)
    return out.tolist()


def test_memory() -> None:
    chunks = MemoryChunks()
    chunks.put(0, chunk([2, 1, 2], [], [9]))
    chunks.put(1, chunk([], [6, 5], []))
    assert [bucket(chunks, b) for b in range(3)] == [[2, 1, 2], [6, 5], [9]]
    chunks.drop()
    assert chunks.size(0) == 0


def test_scratch_counts_its_bytes_and_leaves_no_file(scratch: Scratch) -> None:
    chunks = ScratchChunks(scratch, 7, 0)
    chunks.put(0, chunk([2, 1, 2], [], [9]))
    chunks.put(1, chunk([], [6, 5], []))
    assert [bucket(chunks, b) for b in range(3)] == [[1, 2], [5, 6], [9]]
    assert scratch.written == scratch.read == sum(file.stat().st_size for file in scratch.folder.iterdir()) > 0
    assert len(list(scratch.folder.iterdir())) == 2
    chunks.drop()
    assert list(scratch.folder.iterdir()) == []


keys = st.lists(st.integers(0, 40) | st.integers(2**64 - 40, 2**64 - 1), max_size=40)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.lists(keys, min_size=3, max_size=3), max_size=4), st.sampled_from([0, 3]))
def test_scratch_gives_what_memory_gives(
    tmp_path_factory: pytest.TempPathFactory, put: list[list[list[int]]], low: int
) -> None:
    folder = Scratch(tmp_path_factory.mktemp("chunks") / "keys")
    folder.open()
    chunks = ScratchChunks(folder, 1, low)
    for number, buckets in enumerate(put):
        chunks.put(number, chunk(*buckets))
    for b in range(3):
        expected = [key for buckets in put for key in naive.sorted_set(buckets[b], low)]
        assert bucket(chunks, b) == expected
    folder.close()


def test_a_file_cut_short_is_noticed(scratch: Scratch) -> None:
    chunks = ScratchChunks(scratch, 7, 0)
    chunks.put(0, chunk([1, 2, 3]))
    (file,) = scratch.folder.iterdir()
    file.write_bytes(file.read_bytes()[:-3])
    read: Callable[[], object] = lambda: bucket(chunks, 0)  # noqa: E731
    with pytest.raises(OSError, match="cut short"):
        read()


def test_chunks_are_taken_up_as_they_were_or_not_at_all(scratch: Scratch) -> None:
    made, found = ScratchChunks(scratch, 7, 0), ScratchChunks(scratch, 7, 0)
    made.put(0, chunk([2, 1, 2], [], [9]))
    record = made.record(0)
    for name in record:
        assert not found.take_up(0, {key: value for key, value in record.items() if key != name})
    assert not found.take_up(1, record)
    assert found.take_up(0, record)
    assert [bucket(found, b) for b in range(3)] == [[1, 2], [], [9]]
    assert found.generated == 4
    (file,) = scratch.folder.iterdir()
    file.write_bytes(bytes([file.read_bytes()[0] ^ 1]) + file.read_bytes()[1:])
    assert not ScratchChunks(scratch, 7, 0).take_up(0, record)
