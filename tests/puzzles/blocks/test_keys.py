"""Keys of blocks as fields or one mixed number: any number is a board of the slow twin, or is refused."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import slidefront
from slidefront.errors import BoardError
from slidefront.moves import METRICS
from slidefront.puzzles.blocks import layout
from slidefront.puzzles.blocks.bound import BlockBound
from slidefront.puzzles.blocks.puzzle import BlockPuzzle
from slidefront.store.run import Run
from slidefront.tables.layers import write_run
from tests import naive_blocks as naive
from tests.messages import refused
from tests.puzzles.blocks.test_puzzle import check_goals, check_moves, check_texts
from tests.strategies import few
from tests.strategies_blocks import BlockCase, block_case, block_cases, one, rebuilt
from tests.tables.test_blocks import ORDERS, check

LANE = block_case(
    "ABCDEFGHIJKLMNO../#################/XX..#############",
    groups=[],
    goal=[["A", 1, 2], ["O", 1, 16], ["X", 3, 2]],
)
"""Fifteen pieces in a row of 17 cells and one in a row of its own: 15 x 5 + 2 bits."""


def in_mixed_keys(case: BlockCase) -> BlockCase:
    """Build the puzzles of a case with keys that are mixed numbers."""
    other = rebuilt(case, "layout.MOST_FIELDS", 0)
    for puzzle in other.puzzles.values():
        assert [*puzzle.layout.radices] == [cls.sets for cls in puzzle.layout.classes]
    return other


def cells_of_key(puzzle: BlockPuzzle, key: int) -> set[frozenset[tuple[int, int]]] | None:
    """Read a key as slowly as can be: the cells of each piece; None if it is not the key of a board."""
    laid: list[frozenset[tuple[int, int]]] = []
    for cls in reversed(puzzle.layout.classes):
        sets = sorted(combinations(cls.places, len(cls.pieces)), key=lambda chosen: chosen[::-1])
        numbers = 1 << (len(sets) - 1).bit_length() if puzzle.layout.has_fields else len(sets)
        key, rank = divmod(key, numbers)
        if rank >= len(sets):
            return None
        laid += [cls.pieces[0].cells_at(place) for place in sets[rank]]
    apart = sum(map(len, laid)) == len(frozenset().union(*laid))
    return set(laid) if key == 0 and apart else None


@few
@given(block_cases(), st.sampled_from([*METRICS]), st.booleans(), st.data())
def test_any_number_is_a_board_or_is_refused(case: BlockCase, metric: str, mixed: bool, data: st.DataObject) -> None:
    case = in_mixed_keys(case) if mixed else case
    puzzle = case.puzzles[metric]
    in_range = st.integers(0, puzzle.layout.key_count + 2)
    flipped = st.sampled_from(case.keys(case.walk(5)).tolist()).flatmap(
        lambda key: st.integers(0, 63).map(lambda bit: key ^ 1 << bit)
    )
    keys = data.draw(st.lists(in_range | flipped | st.integers(0, 2**64 - 1), min_size=1, max_size=30))
    keys += [0, puzzle.layout.key_count - 1, puzzle.layout.key_count, 2**64 - 1]
    expected = [cells_of_key(puzzle, key) for key in keys]
    assert puzzle.are_boards(np.array(keys, np.uint64)).tolist() == [board is not None for board in expected]
    for key, board in zip(keys, expected, strict=True):
        if board is not None:
            assert {cells for name, cells in case.board(key).items() if case.rules.ways[name]} == board
            assert puzzle.parse(puzzle.format(key)) == puzzle.key(key) == key
        else:
            refused(BoardError, puzzle.format, key)
            refused(BoardError, puzzle.key, key)
            if puzzle.layout.classes:
                refused(BoardError, puzzle.successors, np.array([puzzle.home] * 700 + [key], np.uint64))
    for key in (-1, -20):
        assert f"{key:#x} is not the key of a board" in refused(BoardError, puzzle.position, key)


@settings(max_examples=25)
@given(block_cases())
def test_mixed_keys_have_naive_layers(case: BlockCase) -> None:
    other = in_mixed_keys(case)
    boards = case.walk(8)
    for metric in METRICS:
        check_moves(other, metric, boards)
    check_texts(other, boards)
    check_goals(other, boards)
    assert other.puzzle.layout.key_count <= case.puzzle.layout.key_count


@pytest.mark.parametrize(
    ("name", "metric"),
    [
        ("ring", "step"),
        ("ring with equal pieces", "slide"),
        ("singles and pairs", "move"),
        ("all orders, singles", "step"),
    ],
)
def test_mixed_keys_have_tables(tmp_path, monkeypatch, name: str, metric: str) -> None:
    monkeypatch.setattr(layout, "MOST_FIELDS", 0)  # of arrangements too
    case = BlockCase(ORDERS[name].text)
    check(slidefront.make_table(case.puzzles[metric], tmp_path / "a.table"), case, naive.layers(case.rules, metric))


def test_puzzle_of_77_bits_works_in_mixed_keys(tmp_path) -> None:
    metric = "slide"
    puzzle = LANE.puzzles[metric]
    assert sum((cls.sets - 1).bit_length() for cls in puzzle.layout.classes) == 77
    assert (puzzle.layout.has_fields, puzzle.key_bits) == (False, 63)
    check_moves(LANE, metric, LANE.walk(20, metric=metric))
    layers = naive.layers(LANE.rules, metric)
    first = [any(naive.meets(board, LANE.rules) for board in layer.values()) for layer in layers].index(True)
    assert slidefront.solve(puzzle).optimum == first
    assert 0 < BlockBound(puzzle.layout, puzzle.goal).of(one(puzzle.home))[0] <= first
    run = slidefront.expand(puzzle, out=tmp_path / "run")
    assert [layer.board_count for layer in run.layers] == [len(layer) for layer in layers]
    assert slidefront.verify(tmp_path / "run", deep=True).good
    table = slidefront.make_table(puzzle, tmp_path / "a.table")
    for depth in (0, len(layers) // 2, len(layers) - 1):
        assert set(table.depths_of(LANE.keys([*layers[depth].values()])).tolist()) == {depth}
    assert [layer.digest for layer in write_run(table, tmp_path / "again").layers] == [
        layer.digest for layer in run.layers
    ]
    assert Run(tmp_path / "again").route(table.header.deepest[0]).length == len(layers) - 1


def test_64_key_bits_fit_with_an_immobile_piece() -> None:
    """The first class takes no bits, and those of the others fill the key."""
    case = block_case("A#BCDEFGHIJK" + "." * 38 + "#" + "L" + "." * 14, groups=[])
    puzzle = case.puzzle
    assert (puzzle.layout.classes[0].sets, puzzle.key_bits, puzzle.layout.has_fields) == (1, 64, True)
    turned = {
        name: frozenset({(0, 51 - c if 2 <= c < 50 else c) for _, c in own}) for name, own in case.rules.home.items()
    }
    boards = [case.rules.home, *case.walk(4, seed=3), turned]
    assert max(case.keys(boards).tolist()) >= 1 << 63
    check_moves(case, "step", boards)
