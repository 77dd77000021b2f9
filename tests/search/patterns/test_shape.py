from itertools import permutations

import pytest

from slidefront.notation.load import load
from slidefront.search.patterns.pattern import FAR, CellGraph, grid, hole_in, shape_of

SQUARE = CellGraph(((1, 3), (0, 2), (1, 3), (0, 2)))
TRIANGLE_AND_TAIL = CellGraph(((1, 2), (0, 2), (0, 1, 3), (2,)))


def naive_images(shape, hole, onto):
    return {
        image
        for image in permutations(range(shape.cells))
        if image[hole] == onto
        and all(
            (b in shape.neighbours[a]) == (image[b] in shape.neighbours[image[a]])
            for a in range(shape.cells)
            for b in range(shape.cells)
        )
    }


@pytest.mark.parametrize("shape", [SQUARE, TRIANGLE_AND_TAIL, grid(2, 3), grid(1, 4), grid(2, 2)])
def test_images_are_all_the_symmetries_that_take_one_cell_to_another(shape):
    for hole in range(shape.cells):
        for onto in range(shape.cells):
            found = shape.images(hole, onto)
            assert len(found) == len(set(found))
            assert set(found) == naive_images(shape, hole, onto)


def test_no_more_than_eight_images_are_listed_and_the_identity_is_first():
    everyone = CellGraph(tuple(tuple(other for other in range(6) if other != cell) for cell in range(6)))
    found = everyone.images(5, 5)
    assert len(found) == 8
    assert found[0] == tuple(range(6))


@pytest.mark.parametrize("size", [(3, 3), (4, 4), (3, 5), (1, 6)])
def test_the_shape_of_a_tile_board_is_a_grid(size):
    rows, columns = size
    frame = load(f"{rows}x{columns}").frame
    assert frame is not None
    assert shape_of(frame) == grid(rows, columns)


def test_distances_on_a_grid_are_manhattan_distances():
    shape = grid(3, 4)
    for a in range(12):
        for b in range(12):
            assert shape.distances[a, b] == abs(a // 4 - b // 4) + abs(a % 4 - b % 4)
    assert shape.two_sided


def test_a_triangle_is_not_two_sided():
    assert not TRIANGLE_AND_TAIL.two_sided
    assert TRIANGLE_AND_TAIL.connected


def test_two_parts_are_not_connected():
    shape = CellGraph(((1,), (0,), (3,), (2,)))
    assert not shape.connected
    assert shape.distances[0, 2] == FAR


@pytest.mark.parametrize("name", ["14-puzzle", "3x4+1x2"])
def test_larger_holes_have_no_shape(name):
    frame = load(name).frame
    assert frame is not None
    assert shape_of(frame) is None


def test_the_hole_of_a_board_with_equal_tiles_is_not_told():
    frame = load("3x3").frame
    assert frame is not None
    assert hole_in(frame, 0x123405678) == 4
    assert hole_in(frame, 0x113405678) is None
