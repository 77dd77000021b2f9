"""Keys that number heads, because numbers of placements would be too many: the same boards as the slow twin has."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings

import slidefront
from slidefront.errors import BoardError
from slidefront.puzzles.blocks.puzzle import METRICS, BlockPuzzle
from slidefront.search.bounds.blocks import BlockBound
from tests import naive_blocks as naive
from tests.messages import refused
from tests.puzzles.blocks.test_mixed import in_form
from tests.puzzles.blocks.test_puzzle import check_goals, check_moves, check_parity, check_texts
from tests.puzzles.blocks.test_wide import WALLED
from tests.strategies_blocks import BlockCase, block_case, block_cases, expanded, one
from tests.tables.test_blocks import ALL_ORDERS, FEW_ORDERS

metrics = pytest.mark.parametrize("metric", METRICS)
PAIRS = block_case(
    "AABBCCDDEEFFGGHHIIJJKKLLMMNNOO...",
    interchangeable=False,
    goal=[["A", 0, 1], ["O", 0, 31]],
)
"""Fifteen pieces of two cells in a row of 33: 32 places each are 75 bits, 18 heads 50."""


def board_of_key(puzzle: BlockPuzzle, key: int) -> frozenset[tuple[int, naive.Cells]] | None:
    """Lay the pieces of each class, by its number, at their heads, as slowly as can be; None if they do not fit."""
    every = [(c, one.pieces[0].cells_at(place)) for c, one in enumerate(puzzle.classes) for place in one.places]
    cells = sorted(frozenset().union(*(own for _, own in every)))
    left = len(cells) - sum(len(piece.shape) - 1 for one in puzzle.classes for piece in one.pieces)
    sets = []
    for cls in puzzle.classes:
        sets.append(sorted(combinations(range(left), len(cls.pieces)), key=lambda chosen: chosen[::-1]))
        left -= len(cls.pieces)
    chosen = []
    for of_class in reversed(sets):
        key, rank = divmod(key, len(of_class))
        chosen.insert(0, of_class[rank])
    reading: list[int | None] = [None] * left  # the blank cells
    for number, own in reversed([*enumerate(chosen)]):
        for at in own:
            reading.insert(at, number)
    laid: list[tuple[int, naive.Cells]] = []
    for number in reading:
        free = [cell for cell in cells if not any(cell in own for _, own in laid)]
        fitting = [own for c, own in every if c == number and free and min(own) == free[0] and own <= {*free}]
        if number is None and free:
            fitting = [frozenset(free[:1])]
        if not fitting:
            return None
        laid.append((-1 if number is None else number, fitting[0]))
    return frozenset((number, own) for number, own in laid if number >= 0) if key == 0 else None


@settings(max_examples=25)
@given(block_cases())
def test_any_puzzle_in_keys_of_heads(case: BlockCase) -> None:
    assume(case.puzzle.classes)  # a key of no class is one of fields
    other = in_form("heads", case)
    boards = case.walk(8)
    for metric in METRICS:
        check_moves(other, metric, boards)
    check_texts(other, boards)
    check_goals(other, boards)
    check_parity(other, boards)
    puzzle = other.puzzle
    keys = [*range(min(puzzle.layout.keys + 3, 300)), 2**64 - 1]
    expected = [board_of_key(puzzle, key) for key in keys]
    assert puzzle.are_boards(np.array(keys, np.uint64)).tolist() == [board is not None for board in expected]
    numbers = {piece.name: number for number, cls in enumerate(puzzle.classes) for piece in cls.pieces}
    for key, board in zip(keys, expected, strict=True):
        if board is not None:
            found = other.board(key).items()
            assert board == frozenset((numbers[name], own) for name, own in found if name in numbers)
    for key in [key for key, board in zip(keys, expected, strict=True) if board is None][:5]:
        assert "is not a board of" in refused(BoardError, expanded, puzzle, one(key))
        assert "is not the key of a board of" in refused(BoardError, puzzle.board, key)


@metrics
def test_a_board_of_79_cells_in_keys_of_heads(metric: str) -> None:
    case = in_form("heads", block_case(WALLED, goal=[["A", 6, 1]]))
    assert len(case.puzzle.layout.heads.cells) > 64
    boards = case.walk(60, seed=2, metric=metric)
    check_moves(case, metric, boards)
    check_texts(case, boards)


@metrics
@pytest.mark.parametrize("name", ["ring", "singles", "singles and pairs"])
def test_bounds_are_those_of_fields(name: str, metric: str) -> None:
    case = (FEW_ORDERS | ALL_ORDERS)[name]
    every = [board for layer in naive.layers(case.rules, metric) for board in layer.values()]
    bounds = []
    for of in (case, in_form("heads", case)):
        puzzle = of.puzzles[metric]
        bounds.append(BlockBound(puzzle.layout, puzzle.goal).of(of.keys(every)).tolist())
    assert bounds[0] == bounds[1]


@metrics
def test_a_puzzle_of_75_bits_in_all_that_works_on_boards(tmp_path, metric: str) -> None:
    puzzle = PAIRS.puzzles[metric]
    assert sum(cls.bits for cls in puzzle.classes) == 75
    assert (puzzle.layout.form, puzzle.key_bits) == ("heads", 50)
    layers = naive.layers(PAIRS.rules, metric)
    assert sum(map(len, layers)) == 18 * 17 * 16 // 6
    first = next(
        depth for depth, layer in enumerate(layers) if any(naive.meets(board, PAIRS.rules) for board in layer.values())
    )
    run = slidefront.expand(puzzle, out=tmp_path / "run")
    assert [layer.boards for layer in run.layers] == [len(layer) for layer in layers]
    for layer in layers:
        keys = PAIRS.keys([*layer.values()])
        assert PAIRS.canons(keys) == [*layer]
    assert slidefront.verify(tmp_path / "run", deep=True).good
    assert slidefront.solve(puzzle).optimum == first
    assert 0 < BlockBound(puzzle.layout, puzzle.goal).of(one(puzzle.home))[0] <= first
    table = slidefront.make_table(puzzle, tmp_path / "a.table")
    for depth in (0, len(layers) // 2, len(layers) - 1):
        assert set(table.depths(PAIRS.keys([*layers[depth].values()])).tolist()) == {depth}
