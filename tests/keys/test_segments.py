"""Segments: in memory and in files they are the same keys, whole, cut or read piece by piece."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slidefront.keys import segments as module
from slidefront.keys.segments import (
    FileSegment,
    MemorySegment,
    Reader,
    Segment,
    SegmentWriter,
    check_words,
)
from tests import naive
from tests.damage import flipped
from tests.keys.adversaries import array
from tests.strategies import keys

END = 1 << 64
some = settings(max_examples=40)
sets = st.lists(keys, min_size=1, max_size=40).map(naive.sorted_set)


def in_file(path: Path, *content: Sequence[int]) -> FileSegment:
    """Write keys in blocks of at most five, in as many calls as there are lists."""
    writer = SegmentWriter(path)
    for one in content:
        writer.append(array(one), block_keys=5)
    return writer.finish()


def in_memory(_: Path, *content: Sequence[int]) -> MemorySegment:
    return MemorySegment(array([key for one in content for key in one]))


kinds = pytest.mark.parametrize("make", [in_memory, in_file])
MakeSegment = Callable[..., Segment]


def content_of(segments: Sequence[Segment]) -> list[int]:
    return [key for segment in segments for key in segment.load().tolist()]


def check_segment(segment: Segment, ours: list[int]) -> None:
    assert segment.load().tolist() == ours
    assert (segment.size, segment.first) == (len(ours), ours[0])
    blocks = [*segment.blocks_of()]
    assert content_of(blocks) == ours
    assert [block.first for block in blocks] == [int(block.load()[0]) for block in blocks]
    assert all(block.size > 0 for block in blocks)


@kinds
@some
@given(sets, st.lists(st.integers(0, 40), max_size=4), st.data())
def test_segments_and_their_cuts_round_trip(
    tmp_path_factory: pytest.TempPathFactory, make: MakeSegment, ours: list[int], cuts: list[int], data: st.DataObject
) -> None:
    """However many calls have written them."""
    ends = [0, *sorted(min(cut, len(ours)) for cut in cuts), len(ours)]
    calls = [ours[start:end] for start, end in pairwise(ends)]
    segment = make(tmp_path_factory.mktemp("keys") / "a.keys", *calls)
    assert segment.load().dtype == np.uint64
    check_segment(segment, ours)
    for _ in range(3):
        start = data.draw(st.integers(0, len(ours) - 1))
        end = data.draw(st.integers(start + 1, len(ours)))
        segment, ours = segment.cut(start, end), ours[start:end]
        check_segment(segment, ours)


def test_cut_reads_only_its_blocks(tmp_path: Path) -> None:
    segment = in_file(tmp_path / "a.keys", list(range(0, 100, 3)))
    assert len(segment.blocks) == 7
    assert [block.size for block in segment.blocks] == [5, 5, 5, 5, 5, 5, 4]
    part = segment.cut(7, 18)
    assert part.blocks == segment.blocks[1:4]
    assert part.words == sum(block.words for block in segment.blocks[1:4])
    assert segment.cut(5, 10).blocks == segment.blocks[1:2]
    (tmp_path / "a.keys").write_bytes(
        (tmp_path / "a.keys").read_bytes()[: 8 * (part.blocks[-1].place + part.blocks[-1].words)]
    )
    assert part.load().tolist() == list(range(21, 54, 3))


def test_writer_replaces_an_abandoned_file(tmp_path: Path) -> None:
    in_file(tmp_path / "a.keys", [1, 2, 3])
    segment = in_file(tmp_path / "a.keys", [7, 8])
    assert segment.load().tolist() == [7, 8]
    assert segment.digest == naive.digest(np.fromfile(tmp_path / "a.keys", np.uint64).tolist())


def test_sample_of_a_file_reads_nothing(tmp_path: Path) -> None:
    segment = in_file(tmp_path / "a.keys", list(range(100)))
    (tmp_path / "a.keys").unlink()
    assert segment.sample(1).tolist() == segment.sample(9).tolist() == list(range(0, 100, 5))
    assert segment.sample(10).tolist() == list(range(0, 100, 10))
    assert segment.sample(1000).tolist() == [0]


@st.composite
def layers(draw: st.DrawFn) -> tuple[list[int], list[list[int]]]:
    """Draw ascending keys, cut anywhere into lists that are not empty."""
    ours = draw(sets)
    ends = sorted(draw(st.sets(st.integers(1, len(ours)), max_size=5)) | {len(ours)})
    return ours, [ours[start:end] for start, end in pairwise([0, *ends])]


bounds = keys | st.just(END)


def segments_of(make: MakeSegment, folder: Path, parts: list[list[int]]) -> list[Segment]:
    return [make(folder / f"{number}.keys", part) for number, part in enumerate(parts)]


def mixed(path: Path, *content: Sequence[int]) -> Segment:
    """Every second segment is in a file."""
    return in_file(path, *content) if int(path.stem) % 2 else in_memory(path, *content)


makes = pytest.mark.parametrize("make", [in_memory, in_file, mixed])


@makes
@some
@given(layers(), st.lists(bounds, max_size=8))
def test_reader_yields_each_key_once(
    tmp_path_factory: pytest.TempPathFactory,
    make: MakeSegment,
    layer: tuple[list[int], list[list[int]]],
    turns: list[int],
) -> None:
    ours, parts = layer
    reader = Reader(segments_of(make, tmp_path_factory.mktemp("keys"), parts))
    before = 0
    for end in [*sorted(turns), END]:
        assert reader.below(end).tolist() == [key for key in ours if before <= key < end]
        before = end
    assert reader.below(END).tolist() == []
    assert reader.below(END).dtype == np.uint64


def test_reader_reads_blocks_as_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies behind the bound is not read, but for the block that the bound is in."""
    segment = in_file(tmp_path / "a.keys", list(range(100)))
    read: list[int] = []
    original = module.read_words
    monkeypatch.setattr(module, "read_words", lambda path, *place: read.append(place[0]) or original(path, *place))
    reader = Reader([segment])
    assert reader.below(12).tolist() == list(range(12))
    assert read == [block.place for block in segment.blocks[:3]]
    assert reader.below(14).tolist() == [12, 13]
    assert len(read) == 3, "each block is read once"
    assert reader.below(END).tolist() == list(range(14, 100))
    assert read == [block.place for block in segment.blocks]


@pytest.mark.parametrize("at_once", [1, 3, 1 << 17])
def test_flipped_bit_raises_os_error(tmp_path: Path, at_once: int) -> None:
    path = tmp_path / "a.keys"
    segment = in_file(path, list(range(30)))
    segment.check()
    check_words(path, 0, segment.words, segment.digest, at_once)
    sound = path.read_bytes()
    for bit in range(0, 8 * len(sound), 13):
        path.write_bytes(flipped(sound, bit // 8, 1 << bit % 8))
        with pytest.raises(OSError, match="has changed"):
            check_words(path, 0, segment.words, segment.digest, at_once)
    with pytest.raises(OSError, match="has changed"):
        segment.check()


@pytest.mark.parametrize("left", [0, 1, 8, -9, -8, -1])
def test_truncated_file_raises_os_error(tmp_path: Path, left: int) -> None:
    path = tmp_path / "a.keys"
    segment = in_file(path, list(range(30)))
    path.write_bytes(path.read_bytes()[:left])
    for use in (segment.check, segment.load, lambda: Reader([segment]).below(END)):
        with pytest.raises(OSError, match="cut short or has changed") as caught:
            use()
        assert str(path) in str(caught.value)
