"""What the tests of searches share: a route is legal if every step is a move of the naive twin."""

from itertools import pairwise

from slidefront.search.question import SearchAnswer
from tests import naive, naive_blocks
from tests.strategies import Case
from tests.strategies_blocks import BlockCase


def check_route(case: Case, result: SearchAnswer, start: naive.Board, goal: naive.Board) -> None:
    """The route goes by legal moves from start to goal and is as long as was proved."""
    assert result.route is not None
    cells = len(start)
    boards = [naive.board(key, cells) for key in result.route]
    assert (boards[0], boards[-1]) == (start, goal)
    for before, after in pairwise(boards):
        assert after in case.successors(before)
    assert len(boards) - 1 == result.at_least


def check_block_route(case: BlockCase, metric: str, result: SearchAnswer, start: int) -> naive_blocks.Board:
    """The route goes by legal moves from start; give the board where it ends."""
    assert result.route is not None
    assert result.route[0] == start
    for before, after in pairwise(result.route):
        moves = naive_blocks.moves(case.board(before), case.rules, metric)
        assert case.canon(after) in [naive_blocks.canon(to, case.rules) for _, to in moves]
    assert len(result.route) - 1 == result.at_least
    return case.board(result.route[-1])
