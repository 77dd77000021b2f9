"""The state graph of a small space: its moves, and where its boards are drawn."""

from typing import Any

import numpy as np
import pytest

from slidefront import read_puzzle
from slidefront.apps.page.graph import layout, moves, walk
from tests import naive

TEXTS = {
    "tiles": 'kind = "tiles"\nhome = "123/45_"',
    "graph": 'kind = "graph"\nhome = "ABCD"\nmover = "A"\nedges = [[0, 1], [1, 2], [2, 3], [0, 2]]\ngoal = "BACD"',
    "blocks": 'kind = "blocks"\nmetric = "move"\nhome = "AAB/C../C.D"\ngoal = [["B", 3, 3]]',
}


def boards_of(puzzle) -> tuple[list[Any], np.ndarray]:
    layers = naive.layers(lambda key: [move.key for move in puzzle.moves(key)], [puzzle.home])
    return layers, np.sort(np.array([key for layer in layers for key in layer], np.uint64))


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_graph_has_each_move_once(text) -> None:
    puzzle = read_puzzle(text)
    layers, keys = boards_of(puzzle)
    first, second = moves(puzzle, keys)
    pairs = [(int(keys[a]), int(keys[b])) for a, b in zip(first, second, strict=True)]
    assert len(pairs) == len(set(pairs))
    assert set(pairs) == {(key, move.key) for key in keys.tolist() for move in puzzle.moves(key) if key < move.key}
    ends = np.concatenate([first, second])
    order = np.argsort(ends, kind="stable")
    start = np.searchsorted(ends[order], np.arange(keys.size + 1))
    home = int(np.searchsorted(keys, np.uint64(puzzle.home)))
    out = walk(start, np.concatenate([second, first])[order], home)
    assert [set(keys[out == depth].tolist()) for depth in range(out.max() + 1)] == [set(layer) for layer in layers]


def test_layout_places_neighbours_close() -> None:
    path = np.arange(99, dtype=np.int32)
    places = layout(100, path, path + 1)
    assert places.shape == (100, 3)
    assert np.abs(places).max() <= 1
    steps = np.linalg.norm(np.diff(places, axis=0), axis=1)
    assert steps.max() < 0.2 * np.linalg.norm(places[0] - places[99])


def test_layout_is_deterministic_and_separates_boards() -> None:
    puzzle = read_puzzle(TEXTS["tiles"])
    _, keys = boards_of(puzzle)
    places = layout(keys.size, *moves(puzzle, keys))
    assert np.array_equal(places, layout(keys.size, *moves(puzzle, keys)))
    assert np.unique(places, axis=0).shape[0] == keys.size


@pytest.mark.parametrize("board_count", [0, 1, 2, 3])
def test_small_space_has_a_layout(board_count) -> None:
    path = np.arange(max(0, board_count - 1), dtype=np.int32)
    places = layout(board_count, path, path + 1)
    assert places.shape == (board_count, 3)
    assert np.isfinite(places).all()
