"""Samples: the same seed samples the same boards, and none is harder than what a whole search proves."""

import json
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from slidefront.explore.watch import Interrupted, Watcher
from slidefront.find.found import add
from slidefront.find.sampling import Sample, change, climb, pieces_of, random_board, sample, search
from tests import naive_find

GOLDEN = json.loads((Path(__file__).parents[2] / "data" / "golden" / "finder.json").read_text("utf-8"))


def test_samples_of_a_small_board_are_at_most_as_hard_as_the_proved_ones():
    found = {}
    for more in islice(climb(Sample((3, 3)), Random(1)), 400):
        add(found, more, 10)
    assert {
        pieces: group.longest <= GOLDEN["3x3"][str(pieces)]["longest"] for pieces, group in found.items()
    } == dict.fromkeys(found, True)
    assert max(group.longest for group in found.values()) >= 18


def test_the_same_seed_samples_the_same():
    one, same, other = ([*islice(climb(Sample((3, 4)), Random(seed)), 30)] for seed in (1, 1, 2))
    assert one == same != other


def test_a_set_of_pieces_is_equal_to_the_slow_twin():
    what, random = Sample((3, 3), "step"), Random(5)
    free = frozenset(what.cells)
    for _ in range(20):
        shapes = pieces_of(random_board(what.cells, random))
        boards = naive_find.placed(free, [([shape], count, count) for shape, count in shapes.items()])
        expected = naive_find.table(
            free,
            boards,
            lambda piece: (0, 0) in piece,
            lambda piece: max(r for r, _ in piece) == max(c for _, c in piece) == 2,
            "step",
        )
        found = search(what, shapes)
        (pieces,) = found
        assert found[pieces].lengths == expected[pieces]["lengths"]
        assert found[pieces].counts["placements"] == expected[pieces]["placements"]


def test_a_change_is_of_one_cell():
    what, random = Sample((3, 4)), Random(3)
    board = random_board(what.cells, random)
    for _ in range(200):
        changed = change(board, what.cells, random)
        same_piece = [
            (one, other)
            for one in what.cells
            for other in what.cells
            if (board.get(one) == board.get(other)) != (changed.get(one) == changed.get(other))
        ]
        assert len(changed) < 12
        assert not same_piece or any(all(cell in pair for pair in same_piece) for cell in what.cells)
        board = changed


def test_too_many_boards_are_left_out(monkeypatch):
    monkeypatch.setattr("slidefront.find.sampling.MOST_ROWS", 10)
    what = Sample((3, 3))
    assert search(what, pieces_of({(0, 0): 1, (2, 2): 2})) == {}


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (2, 1)])
def test_the_smallest_boards_are_sampled(size):
    found = {}
    for more in islice(climb(Sample(size), Random(1)), 20):
        add(found, more, 10)
    assert [group.longest for group in found.values()] == ([] if size == (1, 1) else [1])


class Stop(Watcher):
    """Stops at once."""

    def stop(self) -> bool:
        return True


def test_a_sample_can_be_stopped():
    with pytest.raises(Interrupted):
        sample(Sample((2, 3)), 60, seed=1, threads=1, watcher=Stop())


def test_the_command_says_that_it_found_lower_bounds(slidefront_command, tmp_path):
    answer = slidefront_command("find", "2x3", "--seconds", "1", "--out", "found", "--threads", "1")
    assert "lower bounds" in answer.err
    assert "at least" in answer.out
    assert [*(tmp_path / "found" / "puzzles").iterdir()]
    again = slidefront_command("find", "2x3", "--seconds", "1", "--out", "found", code=2)
    assert "choose a new folder" in again.err
    other = slidefront_command("find", "5x5", "--rules", "rush", "--seconds", "1", code=2)
    assert "'--seconds'" in other.err
