"""Samples: the same seed samples the same boards, and none is harder than what a whole search proves."""

import json
from collections import Counter
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from slidefront.find.found import add
from slidefront.find.read import kind_of, read_kind, sampler_of
from slidefront.find.sampling import Divisions, Sets, climb, is_allowed, sample, search
from slidefront.watch import Interrupted, Watcher
from tests import naive_find, naive_rush

GOLDEN = json.loads((Path(__file__).parents[2] / "data" / "golden" / "finder.json").read_text("utf-8"))


def test_samples_of_a_small_board_are_at_most_as_hard_as_the_proved_ones():
    found = {}
    for more in islice(climb(Divisions((3, 3)), Random(1)), 400):
        add(found, more, 10)
    assert {
        pieces: group.longest <= GOLDEN["3x3"][str(pieces)]["longest"] for pieces, group in found.items()
    } == dict.fromkeys(found, True)
    assert max(group.longest for group in found.values()) >= 18


def test_the_same_seed_samples_the_same():
    one, same, other = ([*islice(climb(Divisions((3, 4)), Random(seed)), 30)] for seed in (1, 1, 2))
    assert one == same != other


def test_a_set_of_pieces_is_equal_to_the_slow_twin():
    what, random = Divisions((3, 3), "step"), Random(5)
    free = frozenset(what.cells)
    for _ in range(20):
        shapes = what.pieces(what.first(random))
        boards = naive_find.placed(free, [([shape], count, count) for (shape, *_), count in shapes.items()])
        expected = naive_find.table(
            free,
            boards,
            lambda piece: (0, 0) in piece,
            lambda piece: max(r for r, _ in piece) == max(c for _, c in piece) == 2,
            "step",
        )
        found = search(what.kind, shapes, 10)
        (pieces,) = found
        assert found[pieces].lengths == expected[pieces]["lengths"]
        assert found[pieces].counts["placements"] == expected[pieces]["placements"]


def test_a_change_is_of_one_cell():
    what, random = Divisions((3, 4)), Random(3)
    board = what.first(random)
    for _ in range(200):
        changed = what.change(board, random)
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
    what = Divisions((3, 3))
    assert search(what.kind, what.pieces({(0, 0): 1, (2, 2): 2}), 10) == {}


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (2, 1)])
def test_the_smallest_boards_are_sampled(size):
    found = {}
    for more in islice(climb(Divisions(size), Random(1)), 20):
        add(found, more, 10)
    assert [group.longest for group in found.values()] == ([] if size == (1, 1) else [1])


class Stop(Watcher):
    """Stops at once."""

    def stop(self) -> bool:
        return True


def test_a_sample_can_be_stopped():
    with pytest.raises(Interrupted):
        sample(Divisions((2, 3)), 60, top=1, seed=1, threads=1, watcher=Stop())


def test_the_command_says_that_it_found_lower_bounds(slidefront_command, tmp_path):
    answer = slidefront_command("find", "2x3", "--seconds", "1", "--out", "found", "--threads", "1")
    assert "lower bounds" in answer.err
    assert "at least" in answer.out
    assert [*(tmp_path / "found" / "puzzles").iterdir()]
    again = slidefront_command("find", "2x3", "--seconds", "1", "--out", "found", code=2)
    assert "choose a new folder" in again.err
    other = slidefront_command("find", "5x5", "--seconds", "1", "--minimal", code=2)
    assert "'--seconds'" in other.err


def test_rush_too_large_for_a_whole_search_is_sampled(slidefront_command, tmp_path):
    whole = slidefront_command("find", "7x7", "--rules", "rush", code=2)
    assert "sample this one (--seconds)" in whole.err
    words = ("find", "7x7", "--rules", "rush", "--walls", "2", "--most", "9", "--seconds", "2", "--threads", "1")
    answer = slidefront_command(*words, "--out", "found", "--json")
    rows = json.loads(answer.out)["pieces"]
    assert max(row["at_least"] for row in rows) > 0
    assert {*range(10)} >= {row["pieces"] for row in rows}
    problems = map(json.loads, (tmp_path / "found" / "hardest.jsonl").read_text("utf-8").splitlines())
    assert max(problem["length"] for problem in problems) == max(row["at_least"] for row in rows)


def test_a_set_of_cars_is_equal_to_the_slow_twin():
    sampler, random = Sets(kind_of("4x4", "rush", walls=1)), Random(7)
    state, searched = sampler.first(random), 0
    for _ in range(600):
        state = sampler.change(state, random)
        lines, walls = Counter(), set()
        for shape, count in state.items():
            r, c = shape.places[0]
            if len(shape.cells) == 1:
                walls.add((r, c))
            else:
                lines[shape.ways == "LR", r if shape.ways == "LR" else c, len(shape.cells)] += count
        boards = boards_by_lines(frozenset(walls)).get(frozenset(lines.items()), set())
        found = search(sampler.kind, state, 1000)
        expected = [one for _, _, one in naive_rush.clusters_of({*boards}, 4, frozenset(walls))]
        lengths = Counter(one.length for one in expected if one.length >= 0)
        assert sum((group.lengths for group in found.values()), Counter()) == lengths
        minimal = {(one.length, one.board) for one in expected if one.is_minimal}
        assert {(hard.length, hard.board) for group in found.values() for hard in group.best} == minimal
        searched += bool(boards)
    assert searched > 20


@cache
def boards_by_lines(walls: frozenset) -> dict[frozenset, set]:
    found: dict[frozenset, set] = {}
    for board in naive_rush.boards(4, walls):
        lines = Counter((*naive_rush.line_of(car), len(car)) for car in board)
        found.setdefault(frozenset(lines.items()), set()).add(board)
    return found


def test_sets_keep_the_rules_of_a_file():
    text = """
kind = "pieces"
board = "...../...../..#../....."
most = 5
goal = {piece = "red", to = [3, 3]}
pieces.red = {cells = "XX"}
pieces.square = {cells = "XX/XX", least = 1, most = 2}
pieces.bar = {cells = "XXX", turned = true, least = 0, most = 3}
"""
    sampler, random = Sets(read_kind(text)), Random(2)
    state, seen = sampler.first(random), set()
    for _ in range(200):
        assert is_allowed(sampler.kind, state)
        assert state.total() <= 5
        seen.add(frozenset(state.items()))
        state = sampler.change(state, random)
    assert len(seen) > 10
    assert any(group.best for found in islice(climb(sampler, random), 50) for group in found.values())


def test_a_board_without_rules_is_sampled_as_divisions():
    assert isinstance(sampler_of("6x6"), Divisions)
    assert isinstance(sampler_of("6x6", "rush", walls=1), Sets)
