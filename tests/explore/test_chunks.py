"""Chunks: joined, bucket by bucket, they are what was put in: as it was from memory, sorted and unique from files."""

import copy
import pickle
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slidefront.explore import chunks as module
from slidefront.explore.chunks import Chunk, FileChunk, Joiner, MemoryChunk, place_buckets, write_chunk
from slidefront.keys.segments import SegmentWriter
from tests import naive

Content = Sequence[Sequence[int]]
some = settings(max_examples=40)


def in_memory(*buckets: Sequence[int]) -> MemoryChunk:
    keys = [key for bucket in buckets for key in bucket]
    return MemoryChunk(np.array(keys, np.uint64), np.cumsum([0, *map(len, buckets)]))


def in_file(path: Path, *buckets: Sequence[int], low: int = 0) -> FileChunk:
    chunk = in_memory(*buckets)
    return write_chunk(path, chunk, np.empty(chunk.keys.size, np.uint64), low)[0]


def join(joiner: Joiner, first: int, end: int) -> list[list[int]]:
    """Join some buckets of the part into exactly the room that they need, before a sentinel."""
    count = int(joiner.bounds[end] - joiner.bounds[first])
    out = np.full(count + 1, 0xDEAD, np.uint64)
    bounds = joiner.join(first, end, out[:count])
    assert (int(bounds[0]), int(bounds[-1]), int(out[count])) == (0, count, 0xDEAD)
    return [out[start:stop].tolist() for start, stop in pairwise(bounds.tolist())]


def test_in_memory() -> None:
    chunks = [in_memory([2, 1, 2], [], [9]), in_memory([], [6, 5], [])]
    joiner = Joiner(chunks, 0, 3)
    assert np.diff(joiner.bounds).tolist() == [3, 2, 1]
    assert join(joiner, 0, 3) == [[2, 1, 2], [6, 5], [9]]
    assert joiner.read == 0
    assert [chunk.generated for chunk in chunks] == [4, 2]
    assert chunks[0].keys.tolist() == [2, 1, 2, 9], "the chunk is as it was"


def test_in_files(tmp_path: Path) -> None:
    chunks = [in_file(tmp_path / "a", [2, 1, 2], [], [9]), in_file(tmp_path / "b", [], [6, 5], [])]
    joiner = Joiner(chunks, 0, 3)
    assert np.diff(joiner.bounds).tolist() == [2, 2, 1]
    assert join(joiner, 0, 3) == [[1, 2], [5, 6], [9]]
    assert [chunk.generated for chunk in chunks] == [4, 2], "repeats count"


def test_what_is_written_and_read_is_counted(tmp_path: Path) -> None:
    chunk = in_memory([2, 1, 2], [], [9])
    there, written = write_chunk(tmp_path / "a", chunk, np.empty(4, np.uint64), 0)
    assert written == (tmp_path / "a").stat().st_size == 8 * (there.table + 2 * 3 + 1)
    joiner = Joiner([there], 0, 3)
    join(joiner, 0, 3)
    assert joiner.read == written, "all is read, and once"
    first = Joiner([there], 0, 1)
    join(first, 0, 1)
    assert first.read < written


def test_no_chunks() -> None:
    joiner = Joiner([], 2, 5)
    assert np.diff(joiner.bounds).tolist() == [0, 0, 0]
    assert join(joiner, 0, 3) == [[], [], []]


keys = st.lists(st.integers(0, 40) | st.integers(2**64 - 40, 2**64 - 1), max_size=40)
contents = st.lists(st.lists(keys, min_size=4, max_size=4), max_size=4)


def united(content: Sequence[Content], low: int, in_files: Sequence[bool]) -> list[list[int]]:
    """What all chunks have for each bucket: as it is from memory, sorted and unique from a file."""
    return [
        [
            key
            for buckets, in_a_file in zip(content, in_files, strict=True)
            for key in (naive.sorted_set(buckets[bucket], low) if in_a_file else buckets[bucket])
        ]
        for bucket in range(4)
    ]


@some
@given(contents, st.sampled_from([0, 3]), st.data())
def test_any_part_of_any_chunks(
    tmp_path_factory: pytest.TempPathFactory, content: list[list[list[int]]], low: int, data: st.DataObject
) -> None:
    """In memory and in files side by side, whole or a part of the buckets, at once or in turns."""
    folder = tmp_path_factory.mktemp("chunks")
    in_files = [data.draw(st.booleans()) for _ in content]
    chunks: list[Chunk] = [
        in_file(folder / str(number), *buckets, low=low) if in_a_file else in_memory(*buckets)
        for number, (buckets, in_a_file) in enumerate(zip(content, in_files, strict=True))
    ]
    expected = united(content, low, in_files)
    first = data.draw(st.integers(0, 3))
    end = data.draw(st.integers(first + 1, 4))
    joiner = Joiner(chunks, first, end)
    assert np.diff(joiner.bounds).tolist() == [len(bucket) for bucket in expected[first:end]]
    cuts = [0, *sorted(data.draw(st.sets(st.integers(0, end - first)))), end - first]
    found = [bucket for pair in pairwise(cuts) for bucket in join(joiner, *pair)]
    assert found == expected[first:end]


@some
@given(st.lists(keys, min_size=1, max_size=6), st.sampled_from([0, 3]), st.sampled_from([1, 5, 100]))
def test_a_chunk_is_written_in_pieces(
    tmp_path_factory: pytest.TempPathFactory, buckets: list[list[int]], low: int, words: int
) -> None:
    path = tmp_path_factory.mktemp("chunks") / "a"
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(module, "WRITE_WORDS", words)
        chunk = in_file(path, *buckets, low=low)
    chunk.check()
    assert join(Joiner([chunk], 0, len(buckets)), 0, len(buckets)) == [naive.sorted_set(one, low) for one in buckets]


def test_a_file_is_as_documented(tmp_path: Path) -> None:
    """Block after block, then the sizes of all buckets, then their places, and the end."""
    chunk = in_file(tmp_path / "a", [5, 3, 3], [], list(range(100, 200)))
    words = np.fromfile(tmp_path / "a", np.uint64).tolist()
    blocks = [naive.coded([3, 5], 2), [], naive.coded(list(range(100, 200)), 100)]
    assert words[: chunk.table] == [word for block in blocks for word in block]
    ends = np.cumsum([0, *map(len, blocks)]).tolist()
    assert words[chunk.table :] == [2, 0, 100, *ends]
    assert chunk.digest == naive.digest(words)


def test_buckets_are_placed_where_they_belong() -> None:
    chunk = in_memory([1, 2], [3], [], [4, 5])
    out, at = np.zeros(8, np.uint64), np.array([6, 0, 3])
    place_buckets(chunk.keys, chunk.bounds[1:], out, at)
    assert (out.tolist(), at.tolist()) == ([0, 0, 0, 4, 5, 0, 3, 0], [7, 0, 5])


# Files that have changed


def damaged_use(chunk: FileChunk, buckets: int) -> None:
    join(Joiner([chunk], 0, buckets), 0, buckets)


@pytest.mark.parametrize("left", [0, 8, -57, -56, -9, -8, -3, -1])
def test_a_file_cut_short_is_noticed(tmp_path: Path, left: int) -> None:
    chunk = in_file(tmp_path / "a", [1, 2, 3], [4, 9], [17])
    (tmp_path / "a").write_bytes((tmp_path / "a").read_bytes()[:left])
    with pytest.raises(OSError, match="cut short"):
        damaged_use(chunk, 3)
    with pytest.raises(OSError, match="cut short"):
        chunk.check()


def test_a_chunk_that_is_gone_is_an_os_error(tmp_path: Path) -> None:
    chunk = in_file(tmp_path / "a", [1, 2, 3])
    (tmp_path / "a").unlink()
    with pytest.raises(FileNotFoundError):
        damaged_use(chunk, 1)
    with pytest.raises(FileNotFoundError):
        chunk.check()


def test_any_flipped_bit_is_noticed_by_the_check(tmp_path: Path) -> None:
    path = tmp_path / "a"
    chunk = in_file(path, [1, 2, 3], [], [4, 9, 1 << 40])
    sound = path.read_bytes()
    for bit in range(0, 8 * len(sound), 7):
        content = bytearray(sound)
        content[bit // 8] ^= 1 << bit % 8
        path.write_bytes(content)
        with pytest.raises(OSError, match="has changed"):
            chunk.check()
    path.write_bytes(sound)
    chunk.check()


@pytest.mark.parametrize("bad", [-1, 7, 1 << 40, (1 << 63) - 1, -(1 << 63)])
@pytest.mark.parametrize("place", range(7))
def test_a_damaged_table_is_an_os_error(tmp_path: Path, place: int, bad: int) -> None:
    """Not an array of a size that no machine has, and nothing read or written outside its place."""
    path = tmp_path / "a"
    chunk = in_file(path, [1, 2, 3], [5, 6], [9])
    words = np.fromfile(path, np.int64)
    words[chunk.table + place] = bad
    words.tofile(path)
    with pytest.raises(OSError, match="has changed"):
        damaged_use(chunk, 3)


@some
@given(st.data())
def test_any_damage_ends_in_keys_or_in_an_os_error(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("chunks") / "a"
    chunk = in_file(path, [1, 2, 3], [], list(range(10, 60)), [1 << 60])
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(content)
    try:
        damaged_use(chunk, 4)
    except OSError as error:
        assert error.filename == str(path)


def test_words_that_do_not_make_a_bucket(tmp_path: Path) -> None:
    """The words say less than the table promises."""
    chunk = in_file(tmp_path / "a", list(range(40)))
    writer = SegmentWriter(tmp_path / "a")
    writer.write(np.array([0], np.uint64))
    writer.write(np.array([40, 0, 1], np.uint64))
    with pytest.raises(OSError, match="has changed"):
        damaged_use(FileChunk(chunk.path, 1, 1, 40, writer.digest), 1)


# References


def test_a_reference_to_a_file_survives_copies(tmp_path: Path) -> None:
    chunk = in_file(tmp_path / "a", [2, 1, 2], [], [9])
    for again in (copy.copy(chunk), copy.deepcopy(chunk), pickle.loads(pickle.dumps(chunk))):
        assert again == chunk
        assert join(Joiner([again], 0, 3), 0, 3) == [[1, 2], [], [9]]


def test_chunks_are_frozen(tmp_path: Path) -> None:
    for chunk in (in_memory([1]), in_file(tmp_path / "a", [1])):
        with pytest.raises(AttributeError):
            chunk.generated = 3  # type: ignore[misc]
