"""Layers: slices, ranges and samples of segments are those of the layer as one array, in memory and in files."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.errors import RunError
from slidefront.executors import Threads
from slidefront.executors.budget import Budget
from slidefront.explore.expand import expand
from slidefront.explore.layers import LayerKeys, keys_of, start_layer
from slidefront.explore.levels import Workspace
from slidefront.keys.segments import MemorySegment, Segment
from slidefront.notation.load import load
from tests.explore.tamper import rewrite

MOST = (1 << 64) - 1
keys = st.integers(0, MOST) | st.integers(0, 50) | st.integers(MOST - 50, MOST)


def segments(*content: list[int]) -> list[Segment]:
    return [MemorySegment(np.array(one, np.uint64)) for one in content]


@st.composite
def layers(draw: st.DrawFn) -> LayerKeys:
    """Draw ascending keys, cut anywhere into segments that are not empty."""
    found = sorted(draw(st.sets(keys, max_size=40)))
    ends = sorted(draw(st.sets(st.integers(1, max(1, len(found))), max_size=6)) | {len(found)})
    parts = [found[start:end] for start, end in pairwise([0, *ends])]
    return LayerKeys(3, segments(*[part for part in parts if part]))


def whole(layer: LayerKeys) -> list[int]:
    return [int(key) for segment in layer.segments for key in segment.load()]


@given(layers(), st.integers(1, 50))
def test_slices_join_to_the_layer(layer: LayerKeys, boards: int) -> None:
    slices = layer.slices(boards)
    assert [int(key) for one in slices for segment in one for key in segment.load()] == whole(layer)
    sizes = [sum(segment.size for segment in one) for one in slices]
    assert all(size == boards for size in sizes[:-1])
    assert all(0 < size <= boards for size in sizes[-1:])
    assert all(segment.size for one in slices for segment in one)


@given(layers(), st.integers(1, 60))
def test_sample_is_independent_of_segments(layer: LayerKeys, boards: int) -> None:
    sample = layer.sample(boards).tolist()
    assert sample == sorted(set(sample))
    assert sample == whole(layer)[:: max(1, layer.boards // boards)], "however it is cut into segments"
    assert len(sample) <= 2 * boards


@pytest.mark.parametrize("in_files", [False, True])
@pytest.mark.parametrize("name", ["8-puzzle", "15-puzzle"])
def test_loaded_layers_have_no_used_move_bits(tmp_path: Path, name: str, in_files: bool) -> None:
    puzzle = load(name)
    run = expand(puzzle, depth=4, out=tmp_path / "run")
    layer = Workspace(Threads(), Budget(1, 0), folder=tmp_path if in_files else None).load(puzzle, run, 4)
    assert layer.depth == 4
    assert layer.resident == (0 if in_files else layer.boards)
    assert (tmp_path / "layer-0004-loaded.keys").exists() is in_files
    assert np.array_equal(puzzle.working.unpack(keys_of(layer.segments)), run.keys(4))
    assert np.array_equal(keys_of(layer.segments), puzzle.working.pack(run.keys(4)))
    first = start_layer(puzzle, run.keys(0))
    assert (first.depth, first.boards) == (0, 1)
    assert puzzle.working.unpack(first.segments[0].load()).tolist() == [puzzle.home]


@pytest.mark.parametrize("in_files", [False, True])
def test_loading_a_changed_layer_raises(tmp_path: Path, in_files: bool) -> None:
    """Its files agree with the manifest, its digest does not."""
    puzzle = load("8-puzzle")
    run = expand(puzzle, depth=4, out=tmp_path / "run")
    digest = run.layer(4).digest
    rewrite(run, 4, [*run.keys(4).tolist()[:-1], int(run.keys(4)[-1]) + 1])
    object.__setattr__(run.manifest.layers[4], "digest", digest)
    with pytest.raises(RunError, match=r"the boards of layer 4 have changed since they were written"):
        Workspace(Threads(), Budget(1, 0), folder=tmp_path if in_files else None).load(puzzle, run, 4)
