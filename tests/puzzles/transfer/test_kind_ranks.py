"""Ranks of boards with equal tiles, and the marks of partial goals, compared with all boards that the twin lists."""

from math import comb

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from slidefront.notation.load import read_puzzle
from slidefront.puzzles.transfer.ranks import KindRanking
from tests.strategies import GoalCase, goal_cases, keys_of

FEW = settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])


@FEW
@given(goal_cases())
def test_ranks_number_all_boards_and_mark_those_that_meet_the_goal(drawn: GoalCase):
    ranking, keys = drawn.puzzle.ranking(), keys_of(drawn.every)
    ranks = ranking.ranks(keys)
    assert sorted(ranks.tolist()) == list(range(ranking.shape.board_count)) == list(range(len(drawn.every)))
    assert ranking.keys(ranks).tolist() == keys.tolist()
    if drawn.puzzle.goal.partial:
        assert ranking.marked_ranks().tolist() == sorted(ranking.ranks(keys_of(drawn.goals)).tolist())


@FEW
@given(goal_cases(), st.randoms(use_true_random=False))
def test_other_boards_have_no_rank(drawn: GoalCase, random):
    labels = list(drawn.case.home)
    random.shuffle(labels)
    keys = keys_of([tuple(labels)])
    assert (drawn.puzzle.ranking().ranks(keys)[0] >= 0) == (tuple(labels) in drawn.every)
    assert drawn.puzzle.ranking().ranks(keys + np.uint64(1 << 60)).tolist() == [-1]


@pytest.mark.parametrize(
    ("home", "rows", "row_boards"),
    [
        ("1 2 3 4/x x x x/x x x _", 12, 11 * 10 * 9 * 8),
        ("1 2 3 4/5 6 x x/x x x x/x x x _", 16 * 15 * 14, 13 * 12 * 11 * 10),
        ("R R R R/G G G G/B B B B/Y Y Y _", 16 * comb(15, 4), comb(11, 4) * comb(7, 3)),
    ],
)
def test_a_row_has_the_bits_of_the_last_kinds(home, rows, row_boards):
    ranking = read_puzzle(f'kind = "tiles"\nhome = "{home}"\n').ranking()
    assert isinstance(ranking, KindRanking)
    assert (ranking.shape.rows, ranking.shape.boards_per_row) == (rows, row_boards)


def test_groups_that_do_not_make_all_arrangements_are_listed():
    ring = read_puzzle('kind = "graph"\nhome = "_AABC"\nedges = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 0]]\n')
    assert ring.ranking().shape.board_count == 5 * 4
    line = read_puzzle('kind = "tiles"\nhome = "1 1 2 2 _"\n')
    assert line.ranking().shape.board_count == 5
