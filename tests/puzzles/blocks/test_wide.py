"""Boards whose cells take two words: the same moves, boards and distances as the slow twin has."""

from string import ascii_letters, digits

import numpy as np
import pytest
from hypothesis import given, settings

from slidefront.moves import METRICS
from slidefront.puzzles.blocks import successors
from slidefront.search.solve import solve
from slidefront.tables.build import make_table
from tests import naive_blocks as naive
from tests.puzzles.blocks.test_puzzle import check_moves
from tests.strategies_blocks import BlockCase, block_case, block_cases

metrics = pytest.mark.parametrize("metric", METRICS)
WALLED = "/".join(["AA....##", "A.......", *["........"] * 6, "....#BB.", "...##BB.", "....####"])


def in_two_words(case: BlockCase) -> BlockCase:
    """Build the puzzles of a case with words of five cells."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(successors, "_WORD", 5)
        other = BlockCase(case.text)
        assert len(other.puzzles) == len(METRICS)
    return other


@settings(max_examples=6)
@given(block_cases())
def test_any_puzzle_works_in_two_words(case: BlockCase) -> None:
    other = in_two_words(case)
    assert other.puzzle.codec.tables.mask.ndim == (1 if len(case.rules.floor) <= 5 else 2)
    boards = case.walk(8)
    for metric in METRICS:
        check_moves(other, metric, boards)
    keys = np.arange(min(1 << case.puzzle.key_bits, 2000), dtype=np.uint64)
    assert other.puzzle.are_boards(keys).tolist() == case.puzzle.are_boards(keys).tolist()


@metrics
def test_board_of_79_cells_works(metric: str) -> None:
    case = block_case(WALLED, goal=[["A", 7, 2]])
    assert case.puzzle.codec.tables.mask.ndim == 2
    assert len(case.rules.floor) == 79
    check_moves(case, metric, case.walk(20, seed=2, metric=metric))


@metrics
def test_62_equal_pieces_on_70_cells_work(metric: str) -> None:
    """Some C(n, k) of such a size exceed a signed word; none of them is used."""
    cells = ascii_letters + digits + "." * 8
    case = block_case("/".join(cells[at : at + 10] for at in range(0, 70, 10)))
    assert case.puzzle.key_bits == 34
    check_moves(case, metric, case.walk(8, seed=3, metric=metric))


def test_distances_on_79_cells_match_naive_search(tmp_path) -> None:
    case = block_case(WALLED, goal=[["A", 7, 2]])  # by steps: the moves of the other metrics are compared above
    layers = naive.layers(case.rules, "step")
    table = make_table(case.puzzle, tmp_path / "a.table")
    assert [layer.board_count for layer in table.layers] == [len(layer) for layer in layers]
    for depth, layer in enumerate(layers):
        assert set(table.depths_of(case.keys([*layer.values()])).tolist()) == {depth}
    met = [any(naive.meets(board, case.rules) for board in layer.values()) for layer in layers]
    assert solve(case.puzzle).route.length == met.index(True)
