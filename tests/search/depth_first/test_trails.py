"""Trails leave out no board at its true depth, and walk no detour."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.puzzles.transfer.puzzle import Move, TransferPuzzle
from slidefront.search.depth_first.transfer_engine import MOVE_BITS, find_trails
from tests import naive
from tests.strategies import Case, cases, few, graph_case, tile_case


def carry(board: naive.Board, move: Move) -> naive.Board:
    after = list(board)
    for cell, _ in move.carries:
        after[cell] = 0
    for cell, to in move.carries:
        after[to] = board[cell]
    return tuple(after)


def walks(puzzle: TransferPuzzle, board: naive.Board, depth: int, most: int) -> Iterator[list[naive.Board]]:
    """At each depth the boards that the trails lead to, each as often as there are ways to it."""
    trails, moves = find_trails(puzzle.frame, most), puzzle.frame.moves
    hole = tuple(cell for cell, label in enumerate(board) if label == 0)
    there = [(puzzle.frame.holes.index(hole), board)]
    for _ in range(depth + 1):
        yield [board for _, board in there]
        there = [
            (edge >> MOVE_BITS, carry(board, moves[edge & (1 << MOVE_BITS) - 1]))
            for trail, board in there
            for edge in trails.edges[trails.first[trail] : trails.first[trail + 1]].tolist()
        ]


def check_depths(case: Case, depth: int, most: int = 0) -> None:
    """By trails every board is come to at its own depth; few ways lead on, so depths may be large."""
    seen: set[naive.Board] = set()
    layers = naive.layers(case.successors, [case.home], depth)
    for layer, walked in zip(layers, walks(case.puzzle, case.home, depth, most), strict=False):
        assert set(walked) - seen == layer
        seen |= layer


@pytest.mark.parametrize(
    "case",
    [
        tile_case(3, 3, (0, 1, 2, 3, 4, 5, 6, 7, 8)),
        tile_case(2, 4, (0, 1, 2, 3, 4, 5, 6, 7)),
        tile_case(3, 4, (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)),
        tile_case(4, 3, (0, 0, 1, 0, 0, 2, 3, 4, 5, 6, 7, 8)),
        tile_case(2, 3, (1, 1, 2, 2, 0, 3)),
        graph_case((0, 1, 2, 3, 4, 5), ((0, 3), (0, 4), (1, 3), (1, 4), (1, 5), (2, 4), (2, 5))),
        graph_case(tuple(range(5)), tuple((a, b) for a in range(5) for b in range(a))),
    ],
    ids=["3x3", "2x4", "3x4+1x2", "4x3+2x2", "2x3 repeated", "pillars-6", "complete graph"],
)
def test_trails_reach_every_board_at_its_depth(case) -> None:
    check_depths(case, 14)


@few
@given(cases(most_cells=7), st.integers(0, 200))
def test_trails_of_few_words_reach_every_board_at_its_depth(case, most) -> None:
    check_depths(case, 7, most)


def test_graph_of_one_vertex_has_a_trail_without_moves() -> None:
    trails = find_trails(graph_case((0,), ()).puzzle.frame)
    assert trails.first.tolist() == [0, 0]
    assert trails.edges.size == 0
