"""The edges of a run, against the moves that each board has by itself."""

import pytest

import slidefront
from slidefront.frames.columns import moves_of
from slidefront.frames.export import edges

NAMES = ["tiles", "wide hole", "graph", "long names", "blocks", "alike"]


def pairs(run, depths=None):
    found = [
        (one, other, near, far)
        for batch in edges(run, depths)
        for one, other, near, far in zip(*(column.to_pylist() for column in batch.columns), strict=True)
    ]
    assert len({frozenset(pair[:2]) for pair in found}) == len(found), "an edge is listed twice"
    return set(found)


def slow_pairs(run, depths):
    """Every move of every board, one at a time, made at the end that is nearer, or at the lesser key."""
    depth = {key: one for one in depths for key in run.keys(one).tolist()}
    found = set()
    for key, near in depth.items():
        for move in run.puzzle.successors(key):
            far = depth.get(move.key, -1)
            if (near, key) < (far, move.key):
                found.add((key, move.key, near, far))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_edges_are_the_moves(small, name):
    run = small[name]
    assert pairs(run) == slow_pairs(run, range(len(run.layers)))
    assert pairs(run, [2, 3, 5]) == slow_pairs(run, [2, 3, 5])


def test_moves_of_a_board_are_listed_once_each(small):
    run = small["alike"]
    keys = run.keys(5)
    row, target = moves_of(run.puzzle, keys)
    for at, key in enumerate(keys.tolist()):
        assert target[row == at].tolist() == sorted({move.key for move in run.puzzle.successors(key)})


def test_a_whole_space_has_all_its_edges(tmp_path):
    """The 8-puzzle: each cell of the hole has a ninth of the boards; 24 moves over all nine cells."""
    run = slidefront.expand("8-puzzle", out=tmp_path / "run")
    assert sum(batch.num_rows for batch in edges(run)) == 181_440 // 9 * 24 // 2


def test_a_table_has_the_same_edges(tmp_path):
    table = slidefront.make_table("2x3", out=tmp_path / "small.table")
    run = slidefront.expand("2x3", out=tmp_path / "run")
    assert pairs(table) == pairs(run)
    assert pairs(table, [3, 4]) == pairs(run, [3, 4])
