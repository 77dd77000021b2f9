import pytest

from slidefront.errors import LimitError
from slidefront.search.patterns.databases import LARGE, MEASURED, SMALL, Partition, hole_for, partition, usual_sizes
from slidefront.search.patterns.pattern import CellGraph, grid


@pytest.mark.parametrize(
    ("shape", "small", "large"),
    [
        (grid(4, 4), [6, 6, 3], [8, 7]),
        (grid(3, 5), [6, 6, 2], [8, 6]),
        (grid(3, 3), [8], [8]),
        (grid(5, 5), [5, 5, 5, 5, 4], [6, 6, 6, 6]),
    ],
)
def test_the_usual_sizes(shape, small, large):
    assert usual_sizes(shape, SMALL) == small
    assert usual_sizes(shape, LARGE) == large


@pytest.mark.parametrize("hole", range(16))
@pytest.mark.parametrize("sizes", [[6, 6, 3], [8, 7], [5, 5, 5], [1] * 15])
def test_each_tile_is_in_one_group_and_the_hole_in_none(hole, sizes):
    made = partition(grid(4, 4), hole, sizes)
    assert [len(group) for group in made.groups] == sizes
    assert sorted([made.hole, *(cell for group in made.groups for cell in group)]) == list(range(16))


def test_all_corners_share_a_partition():
    made = {partition(grid(4, 4), hole, [8, 7]).identity for hole in (0, 3, 12, 15)}
    assert len(made) == 1
    assert hole_for(grid(3, 3), 1) == 7
    assert partition(grid(4, 4), 5, [8, 7]).identity not in made


def test_measured_partitions_are_taken():
    assert partition(grid(4, 4), 0, [6, 6, 3]).groups == MEASURED[4, 4, "step"][0]
    assert partition(grid(5, 5), 24, [6, 6, 6, 6]).groups == MEASURED[5, 5, "step"][0]


@pytest.mark.parametrize("sizes", [[8, 8], [9, 6], [15], [8, 7, 0], []])
def test_sizes_that_do_not_fit_are_refused(sizes):
    with pytest.raises(LimitError, match="they must add up to 15 tiles"):
        partition(grid(4, 4), 15, sizes)


def test_a_partition_with_a_tile_in_two_groups_is_refused():
    with pytest.raises(LimitError, match="each tile in one group"):
        Partition(CellGraph(((1,), (0, 2), (1,))), 2, ((0, 1), (1,)))


def test_three_groups_of_the_24_puzzle_share_a_database():
    made = partition(grid(5, 5), 24, [6, 6, 6, 6])
    assert len(made.patterns) == 2
    assert made.stored_bytes == 2 * 720 * 177_100 // 2
    for group, (pattern, image) in zip(made.groups, made.placed, strict=True):
        assert sorted(image[cell] for cell in group) == list(pattern.cells)
