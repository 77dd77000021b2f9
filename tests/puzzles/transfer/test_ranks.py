"""Ranks of transfer puzzles: one for each board that can be reached, and moves as tables of ranks."""

from math import comb
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from slidefront.notation.load import load, read_puzzle
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.ranking import Ranking, Shape
from slidefront.puzzles.transfer.ranks import KindRanking, TransferRanking
from tests.strategies import Case, GoalCase, cases, goal_cases, keys_of, patient

spaces = st.one_of(goal_cases(), goal_cases(7, distinct=True))


def ranking_of(puzzle: Puzzle, kind: type[Ranking] = Ranking) -> Ranking:
    ranking = puzzle.ranking()
    assert isinstance(ranking, kind)
    return ranking


def neighbours(ranking: Ranking, rank: int) -> list[int]:
    """Follow the tables of moves from one rank."""
    shape, moves = ranking.shape, ranking.moves
    word, place = divmod(rank, shape.per_word)
    row, word = divmod(word, shape.words)
    ends = []
    for move in range(moves.first[row], moves.first[row + 1]):
        by = moves.by[move]
        h, w = moves.shuffles.word_by[by, word], int(moves.shuffles.word_to[by, word])
        p = int(moves.shuffles.times[h, place])
        ends.append((int(moves.end[move]) * shape.words + w) * shape.per_word + p)
    return ends


def check_neighbours(puzzle: Puzzle, ranking: Ranking, rank: int) -> None:
    (key,) = ranking.keys(np.array([rank])).tolist()
    expected = np.array([move.key for move in puzzle.moves(key)], np.uint64)
    assert sorted(neighbours(ranking, rank)) == sorted(ranking.ranks(expected).tolist())


@patient
@given(spaces)
def test_ranks_number_all_boards_and_select_goal_boards(drawn: GoalCase) -> None:
    ranking, keys = ranking_of(drawn.puzzle), keys_of(drawn.every)
    ranks = ranking.ranks(keys)
    assert sorted(ranks.tolist()) == list(range(ranking.shape.board_count)) == list(range(len(drawn.every)))
    assert ranking.keys(ranks).tolist() == keys.tolist()
    if drawn.puzzle.goal.partial:
        assert ranking.marked_ranks().tolist() == sorted(ranking.ranks(keys_of(drawn.goals)).tolist())


@patient
@given(spaces, st.randoms(use_true_random=False))
def test_unreachable_boards_have_no_rank(drawn: GoalCase, random: Random) -> None:
    ranking, labels = ranking_of(drawn.puzzle), list(drawn.case.home)
    random.shuffle(labels)
    keys = keys_of([tuple(labels)])
    assert ranking.ranks(keys + np.uint64(1 << 60)).tolist() == [-1]
    assume(drawn.puzzle.are_boards(keys).all())  # the hole of a shuffled board may have another shape
    assert (ranking.ranks(keys)[0] >= 0) == (tuple(labels) in drawn.every)


def test_invalid_keys_have_no_rank() -> None:
    keys = np.array([0x123450, 0x012345, 0x612345, 0x1123450], np.uint64)  # tile 6 for the hole; a cell more
    assert (ranking_of(load("2x3")).ranks(keys) >= 0).tolist() == [True, True, False, False]


@patient
@given(cases(most_cells=9, distinct=True), st.data())
def test_move_tables_match_moves(case: Case, data: st.DataObject) -> None:
    ranking = ranking_of(case.puzzle, TransferRanking)
    assume(ranking.shape.rows < 10_000)
    for rank in data.draw(st.lists(st.integers(0, ranking.shape.board_count - 1), min_size=5, max_size=5)):
        check_neighbours(case.puzzle, ranking, rank)


@pytest.mark.parametrize("name", ["8-puzzle", "10-puzzle", "11-puzzle", "14-puzzle", "pillars", "2x6", "3x5+1x3"])
def test_known_puzzles_have_known_ranks(name: str) -> None:
    puzzle = load(name)
    ranking, size = ranking_of(puzzle, TransferRanking), puzzle.size()
    assert size is not None
    assert ranking.shape.board_count == size.board_count
    assert ranking.ranks(np.array([puzzle.home], np.uint64)).tolist() == [0]
    ranks = np.random.default_rng(1).integers(0, size.board_count, 10_000)
    keys = ranking.keys(ranks)
    assert (puzzle.theory.joins(puzzle.home, keys) == 1).all()
    assert (ranking.ranks(keys) == ranks).all()
    for rank in ranks[:50].tolist():
        check_neighbours(puzzle, ranking, rank)


RING = "[0, 1], [1, 2], [2, 3], [3, 4], [4, 0]"
LARGE_RING = "[0,1],[1,2],[2,3],[3,4],[4,5],[5,6],[6,7],[7,8],[0,8],[0,2]"


@pytest.mark.parametrize(
    ("text", "kind", "rows", "row_boards"),
    [
        # The last kinds are the bits of a row.
        ('kind = "tiles"\nhome = "1 2 3 4/x x x x/x x x _"', KindRanking, 12, 11 * 10 * 9 * 8),
        ('kind = "tiles"\nhome = "1 2 3 4/5 6 x x/x x x x/x x x _"', KindRanking, 16 * 15 * 14, 13 * 12 * 11 * 10),
        (
            'kind = "tiles"\nhome = "R R R R/G G G G/B B B B/Y Y Y _"',
            KindRanking,
            16 * comb(15, 4),
            comb(11, 4) * comb(7, 3),
        ),
        # Groups that do not make all arrangements are listed.
        (f'kind = "graph"\nhome = "_AABC"\nedges = [{RING}]', KindRanking, 5, 4),
        ('kind = "tiles"\nhome = "1 1 2 2 _"', KindRanking, 5, 1),
        # Words are full if odd orders can be reached too.
        (f'kind = "graph"\nhome = "_abcdefgh"\nedges = [{LARGE_RING}]', TransferRanking, 9, 672 * 60),
    ],
)
def test_shapes_of_rankings(text: str, kind: type[Ranking], rows: int, row_boards: int) -> None:
    shape: Shape = ranking_of(read_puzzle(text + "\n"), kind).shape
    assert (shape.rows, shape.boards_per_row) == (rows, row_boards)
