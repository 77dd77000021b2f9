"""Held layers: slices, ranges and samples of blocks are those of the layer as one array."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slidefront.explore.held import HeldLayer, load_layer, start_layer, to_scratch, total_resident
from slidefront.explore.held import load as load_piece
from slidefront.explore.scratch import Extent, Scratch

from slidefront.arrays import Keys
from slidefront.explore.expand import expand
from slidefront.puzzles.read.load import load

MOST = (1 << 64) - 1
keys = st.integers(0, MOST) | st.integers(0, 50) | st.integers(MOST - 50, MOST)


def blocks(content: list[list[int]]) -> list[Keys]:
    return [np.array(block, np.uint64) for block in content]


@st.composite
def held(draw: st.DrawFn) -> HeldLayer:
    """Draw ascending keys, cut anywhere, also into empty blocks."""
    found = sorted(draw(st.sets(keys, max_size=40)))
    ends = sorted(draw(st.lists(st.integers(0, len(found)), max_size=6)))
    cuts = [0, *ends, len(found)]
    content = [found[start:end] for start, end in pairwise(cuts)]
    return HeldLayer(3, blocks(content), knows_used=False)


def whole(layer: HeldLayer) -> list[int]:
    return [int(key) for block in layer.blocks for key in block]


def test_empty_layer() -> None:
    layer = HeldLayer(0, blocks([[], []]), knows_used=False)
    assert layer.boards == 0
    assert layer.blocks == []
    assert layer.slices(10) == []
    assert layer.between(0, 1 << 64).size == 0
    assert layer.sample(10).size == 0
    assert layer.between(0, 1 << 64).dtype == layer.sample(10).dtype == np.uint64


@given(held())
def test_empty_blocks_go(layer: HeldLayer) -> None:
    assert all(block.size for block in layer.blocks)
    assert layer.boards == len(whole(layer))


@settings(deadline=None)
@given(held(), st.integers(1, 50))
def test_slices_are_the_layer_in_pieces(layer: HeldLayer, boards: int) -> None:
    slices = layer.slices(boards)
    assert [int(key) for pieces in slices for piece in pieces for key in piece] == whole(layer)
    sizes = [sum(piece.size for piece in pieces) for pieces in slices]
    assert all(size == boards for size in sizes[:-1])
    assert all(0 < size <= boards for size in sizes[-1:])
    assert all(piece.size for pieces in slices for piece in pieces)


@settings(deadline=None, max_examples=300)
@given(held(), keys, st.integers(0, 1 << 64))
def test_between(layer: HeldLayer, least: int, end: int) -> None:
    least, end = min(least, end), max(least, end)
    found = layer.between(least, end)
    assert found.dtype == np.uint64
    assert found.tolist() == [key for key in whole(layer) if least <= key < end]


@settings(deadline=None)
@given(held(), st.lists(keys, max_size=8))
def test_ranges_side_by_side_are_the_layer(layer: HeldLayer, bounds: list[int]) -> None:
    ends = [0, *sorted(bounds), 1 << 64]
    found = [layer.between(*pair).tolist() for pair in pairwise(ends)]
    assert [key for part in found for key in part] == whole(layer)


def test_between_at_block_borders() -> None:
    layer = HeldLayer(0, blocks([[2, 4], [6, 8], [10, MOST]]), knows_used=False)
    assert layer.between(4, 6).tolist() == [4]
    assert layer.between(4, 7).tolist() == [4, 6]
    assert layer.between(5, 6).tolist() == []
    assert layer.between(6, 10).tolist() == [6, 8]
    assert layer.between(0, 2).tolist() == []
    assert layer.between(10, MOST).tolist() == [10]
    assert layer.between(10, 1 << 64).tolist() == [10, MOST]
    assert layer.between(0, 1 << 64).tolist() == [2, 4, 6, 8, 10, MOST]


@given(held(), st.integers(1, 60))
def test_sample_is_of_the_layer_and_ascending(layer: HeldLayer, boards: int) -> None:
    sample = layer.sample(boards).tolist()
    assert sample == sorted(set(sample))
    assert set(sample) <= set(whole(layer))
    if boards >= layer.boards:
        assert sample == whole(layer)
    else:
        assert len(sample) <= 2 * boards + len(layer.blocks)


def test_sample_is_even() -> None:
    layer = HeldLayer(0, [np.arange(1000, dtype=np.uint64)], knows_used=False)
    assert layer.sample(10).tolist() == list(range(0, 1000, 100))


@pytest.mark.parametrize("name", ["8-puzzle", "15-puzzle"])
def test_layers_from_disk_and_from_starts_know_no_used_moves(tmp_path: Path, name: str) -> None:
    puzzle = load(name)
    run = expand(puzzle, depth=4, out=tmp_path / "run")
    layer = load_layer(puzzle, run, 4)
    assert layer.depth == 4
    assert not layer.knows_used
    assert np.array_equal(puzzle.unpack(np.concatenate(layer.blocks)), run.keys(4))
    assert np.array_equal(np.concatenate(layer.blocks), puzzle.pack(run.keys(4)))
    first = start_layer(puzzle, run.keys(0))
    assert (first.depth, first.boards, first.knows_used) == (0, 1, False)
    assert puzzle.unpack(first.blocks[0]).tolist() == [puzzle.home]


def test_boards_in_memory_are_counted(tmp_path: Path) -> None:
    layers = [HeldLayer(0, blocks([[1, 2], [5]]), False), HeldLayer(1, blocks([[7]]), False)]
    assert total_resident(layers) == 4
    scratch = Scratch(tmp_path / "keys")
    scratch.open()
    layers[0].move_to(scratch)
    assert total_resident(layers) == 1
    assert layers[0].boards == 3
    assert layers[0].between(2, 6).tolist() == [2, 5]
    layers[0].drop(scratch)
    assert list(scratch.folder.iterdir()) == []


@pytest.mark.parametrize("keep", [0, 100])
@pytest.mark.parametrize("stretch", [1, 2, 7, 1024])
def test_a_layer_in_scratch_is_as_one_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stretch: int, keep: int
) -> None:
    monkeypatch.setattr(Scratch, "stretch", stretch)
    rng = np.random.default_rng(5)
    keys = np.unique(rng.integers(0, 1 << 63, 300, np.uint64)) << np.uint64(1)
    there = HeldLayer(3, np.array_split(keys, 7), knows_used=False)
    moved = HeldLayer(3, np.array_split(keys, 7), knows_used=False)
    scratch = Scratch(tmp_path / "keys")
    scratch.open()
    moved.move_to(scratch, keep)
    assert moved.resident == (2 * 43 if keep else 0)
    for boards in (1, 10, 1000):
        pieces = [piece for boards in moved.slices(boards) for piece in boards]
        assert np.array_equal(np.concatenate([*map(load_piece, pieces)]), keys)
        firsts = [piece.first() for piece in pieces if isinstance(piece, Extent)]
        assert firsts == [int(piece.load()[0]) for piece in pieces if isinstance(piece, Extent)]
        assert [sum(p.size for p in one) for one in moved.slices(boards)] == [
            sum(p.size for p in one) for one in there.slices(boards)
        ]
    bounds = [0, 1, *keys[::20].tolist(), *(keys[::31] + np.uint64(1)).tolist(), int(keys[-1]), (1 << 64) - 1, 1 << 64]
    for least in bounds[:-1]:
        for end in bounds:
            if least < end:
                assert np.array_equal(moved.between(least, end), there.between(least, end)), (least, end)
    assert set(moved.sample(30).tolist()) <= set(keys.tolist())
    assert moved.sample(30).size > 0


def test_the_first_key_is_read_without_the_others(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "keys")
    scratch.open()
    block = to_scratch(np.arange(0, 1 << 62, 1 << 45, dtype=np.uint64), scratch.file("some"))
    assert block.cut(5000, block.size).first() == 5000 << 45
    assert scratch.read < 16 << 10 < scratch.written
