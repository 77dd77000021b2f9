"""Spread and gather as plain functions of a task, against slow twins: in memory and through files, with any sink."""

import copy
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.arrays import Keys
from slidefront.explore.tasks import (
    Chunk,
    FileChunk,
    GatherRecord,
    GatherTask,
    Joiner,
    MemoryChunk,
    PartSink,
    SpreadRecord,
    SpreadTask,
    gather,
    layer_file,
    spread,
    write_chunk,
)
from slidefront.keys.segments import FileSegment, MemorySegment, Segment, keys_of
from slidefront.keys.sorting import ONE_BUCKET, Buckets, draw_buckets
from slidefront.notation.load import load
from slidefront.puzzles.core import Puzzle
from tests import naive
from tests.explore.conftest import SMALL, bfs
from tests.keys.test_segments import array, in_file, some

every_puzzle = pytest.mark.parametrize("make", SMALL.values(), ids=SMALL.keys())


def some_boards(puzzle: Puzzle, count: int = 60) -> list[int]:
    """Take boards from all depths of a small world."""
    reached = sorted(key for layer in bfs(puzzle, [puzzle.home], 8) for key in layer)
    return reached[:: max(1, len(reached) // count)]


def successors_of(puzzle: Puzzle, boards: Sequence[int]) -> list[int]:
    return [move.key for board in boards for move in puzzle.moves(board)]


def slice_of(puzzle: Puzzle, boards: Sequence[int], pieces: int, folder: Path | None = None) -> tuple[Segment, ...]:
    """Cut boards into segments; every second is in a file if there is a folder."""
    parts = [part for part in np.array_split(puzzle.working.pack(array(boards)), pieces) if part.size]
    return tuple(
        in_file(folder / f"slice-{number}.keys", part.tolist()) if folder and number % 2 else MemorySegment(part)
        for number, part in enumerate(parts)
    )


def drawn_for(puzzle: Puzzle, after: Sequence[int], count: int) -> Buckets:
    return draw_buckets(np.sort(puzzle.working.pack(array(after))), count, puzzle.working.bits)


def content_of(chunk: Chunk, buckets: int) -> list[list[int]]:
    return join(Joiner([chunk], 0, buckets), 0, buckets)


@every_puzzle
@pytest.mark.parametrize("buckets", [1, 9])
@pytest.mark.parametrize("pieces", [1, 4])
def test_spread_splits_all_successors_by_bucket(tmp_path: Path, make: type[Puzzle], buckets: int, pieces: int) -> None:
    """A file has what memory has, sorted and unique."""
    puzzle = make()
    boards = some_boards(puzzle)
    after = successors_of(puzzle, boards)
    drawn = drawn_for(puzzle, after, buckets)
    there = slice_of(puzzle, boards, pieces, tmp_path)
    record = spread(puzzle, SpreadTask(7, 3, there, drawn, None))
    chunk = record.chunk
    assert (record.number, chunk.words) == (3, 0)
    assert isinstance(chunk, MemoryChunk)
    assert chunk.generated == len(after)
    assert Counter(puzzle.working.unpack(chunk.keys).tolist()) == Counter(after)
    content = content_of(chunk, drawn.count)
    assert len(content) == drawn.count
    for number, bucket in enumerate(content):
        assert all(drawn.least(number) <= key < drawn.least(number + 1) for key in bucket)
    record = spread(puzzle, SpreadTask(7, 3, there, drawn, tmp_path))
    assert isinstance(record.chunk, FileChunk)
    assert [*tmp_path.glob("chunk-0007-00003-*.keys")] == [record.chunk.path]
    assert record.chunk.generated == chunk.generated
    assert 8 * record.chunk.words == record.chunk.path.stat().st_size
    record.chunk.check()
    assert content_of(record.chunk, drawn.count) == [naive.sorted_set(one, puzzle.working.bits) for one in content]


PUZZLES = {0: SMALL["wide"](), 4: load("15-puzzle")}
"""Working keys of a puzzle without used moves, and with four bits for them; any numbers do as keys here."""
boards = st.integers(0, 60) | st.integers((1 << 60) - 60, (1 << 60) - 1)
used = st.integers(0, 15)


@st.composite
def working_keys(draw: st.DrawFn, low: int) -> list[int]:
    drawn = draw(st.lists(st.tuples(boards, used), max_size=50))
    return [board << low | bits & (1 << low) - 1 for board, bits in drawn]


def chunk_of(keys: Sequence[int], buckets: Buckets, path: Path | None, low: int) -> Chunk:
    """Split keys as `spread` does."""
    parts = [[key for key in keys if buckets.least(b) <= key < buckets.least(b + 1)] for b in range(buckets.count)]
    content = array([key for part in parts for key in part])
    chunk = MemoryChunk(content, np.cumsum([0, *map(len, parts)]))
    return chunk if path is None else write_chunk(path, chunk, np.empty_like(content), low)


def layer_of(keys: Sequence[int], path: Path | None, cut: int) -> tuple[Segment, ...]:
    """Make a layer of two segments, of which one may be in a file."""
    parts = [part for part in (keys[:cut], keys[cut:]) if part]
    return tuple(
        in_file(path / f"{number}.keys", part) if path and number == 0 else MemorySegment(array(part))
        for number, part in enumerate(parts)
    )


@dataclass(frozen=True)
class ListSink:
    """Keeps all that it gets, and says after so many calls that it has enough."""

    most: int = 1 << 30

    def take(self, _: Puzzle, boards: Iterable[Keys]) -> list[list[int]]:
        return [work.tolist() for work in islice(boards, self.most)]


def task_of(chunks: Sequence[Chunk], buckets: Buckets = ONE_BUCKET, **given: Any) -> GatherTask:
    usual = GatherTask(5, 0, tuple(chunks), buckets, range(buckets.count), (), 1 << 20, None, None, block_keys=5)
    return replace(usual, **given)


@some
@given(st.data(), st.sampled_from([0, 4]))
def test_gather_returns_new_boards_sorted(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject, low: int
) -> None:
    """Chunks, earlier layers and new boards in memory or in files; any part of the buckets, any number at a time."""
    folder = tmp_path_factory.mktemp("keys")
    puzzle = PUZZLES[low]
    assert puzzle.working.bits == low
    contents = data.draw(st.lists(working_keys(low), max_size=4))
    sample = [*sorted(key for content in contents for key in content), (1 << 64) - 1]
    buckets = draw_buckets(array(sample), data.draw(st.integers(1, 8)), low)
    first = data.draw(st.integers(0, buckets.count - 1))
    end = data.draw(st.integers(first + 1, buckets.count))
    in_files = st.booleans().map(lambda there: folder if there else None)
    chunks = []
    for number, content in enumerate(contents):
        there = data.draw(in_files)
        chunks.append(chunk_of(content, buckets, there and there / f"chunk-{number}", low))
    layers = [naive.sorted_set(keys, low) for keys in data.draw(st.lists(working_keys(low), max_size=2))]
    least, above = buckets.least(first), buckets.least(end)
    earlier = []
    for number, keys in enumerate(layers):
        inside = [key for key in keys if least <= key < above]
        there = data.draw(in_files)
        place = there and there / f"layer-{number}"
        if place:
            place.mkdir()
        earlier.append(layer_of(inside, place, data.draw(st.integers(0, len(inside)))))
    kept_in = data.draw(in_files)
    task = GatherTask(
        depth=5,
        number=8,
        chunks=tuple(chunks),
        buckets=buckets,
        part=range(first, end),
        earlier=tuple(earlier),
        keys_at_once=data.draw(st.sampled_from([1, 10, 1 << 20])),
        sink=ListSink(),
        folder=kept_in,
        block_keys=5,
    )
    expected = naive.sorted_set([key for content in contents for key in content if least <= key < above], low)
    for keys in layers:
        expected = naive.difference(expected, keys, low)
    record = gather(puzzle, task)
    assert keys_of(record.segments).tolist() == expected
    assert record.board_count == len(expected)
    assert [key for call in record.kept for key in call] == expected
    assert all(record.kept), "a sink is not called with nothing"
    assert record.number == 8
    files = [*folder.glob(layer_file(folder, 5, "00008-*").name)]
    if kept_in is None:
        assert all(isinstance(segment, MemorySegment) for segment in record.segments)
    else:
        assert all(isinstance(segment, FileSegment) for segment in record.segments)
        assert len(record.segments) == bool(expected)
    assert len(files) == bool(kept_in and expected)
    assert 8 * sum(one.words for one in record.segments) == sum(file.stat().st_size for file in files)
    for file in files:
        file.unlink()


def test_keys_at_once_limits_joined_keys() -> None:
    """As many buckets as fit, and one at least: the memory of a task depends on it. The second bucket has repeats."""
    drawn = draw_buckets(array(range(100)), 10, 0)
    chunk = chunk_of([*range(100), *range(10, 20)], drawn, None, 0)
    for at_once, expected in {
        1: [10] * 10,
        30: [20, 30, 30, 20],
        35: [20, 30, 30, 20],
        109: [90, 10],
        110: [100],
        1 << 40: [100],
    }.items():
        record = gather(PUZZLES[0], task_of([chunk], drawn, keys_at_once=at_once, sink=ListSink()))
        assert [len(joined) for joined in record.kept] == expected


def test_sink_may_stop_early() -> None:
    drawn = draw_buckets(array(range(30)), 3, 0)
    chunk = chunk_of(range(30), drawn, None, 0)
    record = gather(PUZZLES[0], task_of([chunk], drawn, keys_at_once=1, sink=ListSink(most=1)))
    assert record.kept == [list(range(10))]
    assert keys_of(record.segments).tolist() == list(range(10))


def tasks_in_files(folder: Path) -> tuple[Puzzle, SpreadTask, GatherTask]:
    """Describe work that refers to files of a folder only."""
    puzzle = load("pillars-6")
    layers = bfs(puzzle, [puzzle.home], 8)
    before, frontier = (puzzle.working.pack(array(layer)).tolist() for layer in layers[-2:])
    drawn = drawn_for(puzzle, successors_of(puzzle, layers[-1]), 4)
    spreading = SpreadTask(9, 2, (in_file(folder / "frontier.keys", frontier),), drawn, folder)
    chunk = spread(puzzle, spreading).chunk
    sink = PartSink(folder / "0009-part-00001.parquet", 9, "part-00001.parquet", {})
    earlier = ((in_file(folder / "before.keys", before),), spreading.boards)
    return puzzle, spreading, task_of([chunk], drawn, depth=9, number=1, earlier=earlier, sink=sink, folder=folder)


ELSEWHERE = """
import pickle, sys
from slidefront.explore.tasks import gather, spread
from slidefront.notation.load import load
puzzle = load("pillars-6")
spreading, gathering = pickle.load(sys.stdin.buffer)
sys.stdout.buffer.write(pickle.dumps([spread(puzzle, spreading), gather(puzzle, gathering)]))
"""


def files_of(record: SpreadRecord | GatherRecord) -> list[Path]:
    if isinstance(record, SpreadRecord):
        assert isinstance(record.chunk, FileChunk)
        return [record.chunk.path]
    return [*(segment.path for segment in record.segments if isinstance(segment, FileSegment)), record.kept.path]


def without_files(record: SpreadRecord | GatherRecord) -> list[str]:
    """Take out of a record what is of one attempt only, and put in the contents of its files."""
    text = repr(record)
    for path in files_of(record):
        text = text.replace(path.name, "")
    return [text, *(sha256(path.read_bytes()).hexdigest() for path in files_of(record))]


def test_each_attempt_writes_own_files_with_equal_content(tmp_path: Path) -> None:
    """Also where the task has been copied on the way, or runs in another process."""
    puzzle, spreading, gathering = tasks_in_files(tmp_path)
    records: list[SpreadRecord | GatherRecord] = [spread(puzzle, spreading), gather(puzzle, gathering)]
    here = [without_files(record) for record in records]
    for task in (spreading, gathering):
        for again in (copy.copy(task), copy.deepcopy(task), pickle.loads(pickle.dumps(task))):
            run = spread if isinstance(again, SpreadTask) else gather
            records.append(run(puzzle, again))
            assert without_files(records[-1]) == here[isinstance(again, GatherTask)]
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE],
        input=pickle.dumps((spreading, gathering)),
        stdout=subprocess.PIPE,
        check=True,
    )
    there: list[SpreadRecord | GatherRecord] = pickle.loads(done.stdout)
    assert [without_files(record) for record in there] == here
    written = [path for record in [*records, *there] for path in files_of(record)]
    assert len(written) == len({*written}) == 5 * 3
    assert isinstance(there[1], GatherRecord)
    assert there[1].board_count > 0


def chunk_in_file(path: Path, *buckets: Sequence[int], low: int = 0, **given: int) -> FileChunk:
    keys = array([key for bucket in buckets for key in bucket])
    return write_chunk(path, MemoryChunk(keys, np.cumsum([0, *map(len, buckets)])), np.empty_like(keys), low, **given)


def join(joiner: Joiner, first: int, end: int) -> list[list[int]]:
    """Join some buckets of the part into exactly the room that they need, before a sentinel."""
    count = int(joiner.bounds[end] - joiner.bounds[first])
    out = np.full(count + 1, 0xDEAD, np.uint64)
    bounds = joiner.join(first, end, out[:count])
    assert (int(bounds[0]), int(bounds[-1]), int(out[count])) == (0, count, 0xDEAD)
    return [out[start:stop].tolist() for start, stop in pairwise(bounds.tolist())]


keys = st.lists(st.integers(0, 40) | st.integers(2**64 - 40, 2**64 - 1), max_size=40)


@some
@given(st.lists(keys, min_size=1, max_size=6), st.sampled_from([0, 3]), st.sampled_from([1, 5, 100]))
def test_chunk_is_written_in_pieces(
    tmp_path_factory: pytest.TempPathFactory, buckets: list[list[int]], low: int, words: int
) -> None:
    path = tmp_path_factory.mktemp("chunks") / "a"
    chunk = chunk_in_file(path, *buckets, low=low, words_at_once=words)
    chunk.check()
    assert content_of(chunk, len(buckets)) == [naive.sorted_set(one, low) for one in buckets]


def test_chunk_file_matches_documented_format(tmp_path: Path) -> None:
    """Block after block, then the sizes of all buckets, then their places, and the end."""
    chunk = chunk_in_file(tmp_path / "a", [5, 3, 3], [], list(range(100, 200)))
    words = np.fromfile(tmp_path / "a", np.uint64).tolist()
    blocks = [naive.coded([3, 5], 2), [], naive.coded(list(range(100, 200)), 100)]
    assert words[: chunk.table] == [word for block in blocks for word in block]
    ends = np.cumsum([0, *map(len, blocks)]).tolist()
    assert words[chunk.table :] == [2, 0, 100, *ends]
    assert chunk.digest == naive.digest(words)


@pytest.mark.parametrize("bad", [-1, 7, 1 << 40, (1 << 63) - 1, -(1 << 63)])
@pytest.mark.parametrize("place", range(7))
def test_damaged_block_table_raises_os_error(tmp_path: Path, place: int, bad: int) -> None:
    """Not an array of a size that no machine has, and nothing read or written outside its place."""
    path = tmp_path / "a"
    chunk = chunk_in_file(path, [1, 2, 3], [5, 6], [9])
    words = np.fromfile(path, np.int64)
    words[chunk.table + place] = bad
    words.tofile(path)
    with pytest.raises(OSError, match="has changed"):
        content_of(chunk, 3)
