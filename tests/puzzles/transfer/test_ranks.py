"""Ranks of transfer puzzles: one for each board that can be reached, and moves as tables of ranks."""

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from slidefront.notation.load import load, read_puzzle
from slidefront.puzzles.transfer.ranks import TransferRanking
from tests import naive
from tests.strategies import Case, cases

FEW = settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])


def ranking_of(puzzle) -> TransferRanking:
    ranking = puzzle.ranking()
    assert isinstance(ranking, TransferRanking)
    return ranking


def neighbours(ranking: TransferRanking, rank: int) -> list[int]:
    """Follow the tables of moves from one rank."""
    shape, moves = ranking.shape, ranking.moves
    word, place = divmod(rank, shape.per_word)
    row, word = divmod(word, shape.words)
    found = []
    for move in range(moves.first[row], moves.first[row + 1]):
        by = moves.by[move]
        h, w = moves.shuffles.word_by[by, word], int(moves.shuffles.word_to[by, word])
        p = int(moves.shuffles.times[h, place])
        found.append((int(moves.end[move]) * shape.words + w) * shape.per_word + p)
    return found


def check_neighbours(puzzle, ranking: TransferRanking, rank: int) -> None:
    (key,) = ranking.keys(np.array([rank])).tolist()
    expected = np.array([move.key for move in puzzle.moves(key)], np.uint64)
    assert sorted(neighbours(ranking, rank)) == sorted(ranking.ranks(expected).tolist())


@FEW
@given(cases(most_cells=7, distinct=True))
def test_ranks_number_all_boards_that_can_be_reached(case: Case):
    ranking = ranking_of(case.puzzle)
    expected = {naive.key(board) for board in naive.reached(case.successors, case.home)}
    assert ranking.shape.board_count == len(expected)
    keys = ranking.keys(np.arange(ranking.shape.board_count))
    assert set(keys.tolist()) == expected
    assert ranking.ranks(keys).tolist() == list(range(len(expected)))


@FEW
@given(cases(most_cells=7, distinct=True), st.randoms(use_true_random=False))
def test_other_boards_have_no_rank(case: Case, random):
    ranking = ranking_of(case.puzzle)
    labels = list(case.home)
    random.shuffle(labels)
    reached = naive.reached(case.successors, case.home)
    keys = np.array([naive.key(tuple(labels))], np.uint64)
    assume(case.puzzle.are_boards(keys).all())  # the hole of a shuffled board may have another shape
    assert (ranking.ranks(keys) >= 0).tolist() == [tuple(labels) in reached]


def test_keys_that_are_no_boards_have_no_rank():
    ranking = ranking_of(load("2x3"))
    keys = np.array([0x123450, 0x012345, 0x612345, 0x1123450], np.uint64)  # tile 6 for the hole; a cell more
    assert (ranking.ranks(keys) >= 0).tolist() == [True, True, False, False]


@FEW
@given(cases(most_cells=9, distinct=True), st.data())
def test_tables_of_moves_lead_where_moves_lead(case: Case, data):
    ranking = ranking_of(case.puzzle)
    assume(ranking.shape.rows < 10_000)
    for rank in data.draw(st.lists(st.integers(0, ranking.shape.board_count - 1), min_size=5, max_size=5)):
        check_neighbours(case.puzzle, ranking, rank)


@pytest.mark.parametrize("name", ["8-puzzle", "10-puzzle", "11-puzzle", "14-puzzle", "pillars", "2x6", "3x5+1x3"])
def test_known_puzzles(name):
    puzzle = load(name)
    ranking = ranking_of(puzzle)
    size = puzzle.size()
    assert size is not None
    assert ranking.shape.board_count == size.board_count
    assert ranking.ranks(np.array([puzzle.home], np.uint64)).tolist() == [0]
    ranks = np.random.default_rng(1).integers(0, size.board_count, 10_000)
    keys = ranking.keys(ranks)
    assert (puzzle.theory.joins(puzzle.home, keys) == 1).all()
    assert (ranking.ranks(keys) == ranks).all()
    for rank in ranks[:50].tolist():
        check_neighbours(puzzle, ranking, rank)


def test_words_are_full_where_odd_orders_can_be_reached_too():
    ring = "kind = 'graph'\nhome = '_abcdefgh'\nedges = [[0,1],[1,2],[2,3],[3,4],[4,5],[5,6],[6,7],[7,8],[0,8],[0,2]]\n"
    shape = ranking_of(read_puzzle(ring)).shape
    assert (shape.board_count, shape.per_word) == (362_880, 60)
