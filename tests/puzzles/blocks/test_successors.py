"""The kernels of block puzzles at their edges: classes without a table, many boards, placements and cells."""

from collections import Counter
from string import ascii_letters, digits

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slidefront.arrays import Keys
from slidefront.moves import METRICS
from slidefront.puzzles.blocks import successors
from slidefront.puzzles.blocks.puzzle import BlockPuzzle
from slidefront.puzzles.blocks.successors import BATCH_BOARDS
from slidefront.search.solve import solve
from slidefront.tables.build import make_table
from tests import naive_blocks as naive
from tests.puzzles.blocks.test_puzzle import check_moves
from tests.strategies_blocks import LIBRARY, BlockCase, block_case, block_cases, expanded, grow, metrics, one, rebuilt
from tests.worlds import some

WALLED = "/".join(["AA....##", "A.......", *["........"] * 6, "....#BB.", "...##BB.", "....####"])


def check_untabled(case: BlockCase, metric: str, keys: Keys) -> None:
    """Compare a puzzle with one that computes the sets of each class instead of looking them up."""
    tabled, other = case.puzzles[metric], rebuilt(case, "successors._LARGEST_TABLE", 0).puzzles[metric]
    assert other.codec.tables.unranked.size == 0
    assert np.all(other.codec.tables.classes[:, successors.ROW] == successors.NO_TABLE)
    assert np.array_equal(expanded(tabled, keys), expanded(other, keys))
    assert np.array_equal(tabled.selected(keys), other.selected(keys))
    assert tabled.count_selected(keys) == other.count_selected(keys)
    assert np.array_equal(tabled.cells(keys), other.cells(keys))


@metrics
@pytest.mark.parametrize("name", ["klotski", "century", "nine-blocks", "rush-hour-60", "daisy", "poppy"])
def test_library_puzzles_work_without_tables(name: str, metric: str) -> None:
    case = LIBRARY[name]
    check_untabled(case, metric, case.keys(case.walk(40, seed=4, metric=metric)))


@some
@given(block_cases(), st.sampled_from([*METRICS]))
def test_any_puzzle_works_without_tables(case: BlockCase, metric: str) -> None:
    check_untabled(case, metric, case.keys(case.walk(10, metric=metric)))


def test_class_with_too_many_sets_has_no_table() -> None:
    """Twelve pieces on 24 cells: 2.7 million sets."""
    case = block_case("ABCDEF/GHIJKL/....../......")
    puzzle = case.puzzle
    (of_all,) = puzzle.layout.classes
    assert of_all.sets * 12 > successors._LARGEST_TABLE
    assert puzzle.codec.tables.unranked.size == 0
    check_moves(case, "step", case.walk(20, seed=5))


def some_boards(puzzle: BlockPuzzle, count: int, layers: int = 40) -> Keys:
    """Take boards of some layers in any order, again and again if there are too few."""
    boards = np.random.default_rng(7).permutation(np.concatenate(grow(puzzle, layers)))
    return np.resize(boards, count)


@metrics
@pytest.mark.parametrize("boards", [BATCH_BOARDS - 1, BATCH_BOARDS, BATCH_BOARDS + 1, 2 * BATCH_BOARDS, 1500])
def test_batches_match_single_boards(metric: str, boards: int) -> None:
    puzzle = LIBRARY["klotski"].puzzles[metric]
    keys = some_boards(puzzle, boards)
    assert len(set(keys.tolist())) > BATCH_BOARDS // 2
    alone: Counter[int] = Counter()
    for key, times in Counter(keys.tolist()).items():
        alone.update(dict.fromkeys(expanded(puzzle, one(key)).tolist(), times))
    assert Counter(expanded(puzzle, keys).tolist()) == alone


@metrics
def test_output_needs_no_spare_room(metric: str) -> None:
    """Nothing is written behind the last one, not even for a while."""
    puzzle = LIBRARY["klotski"].puzzles[metric]
    keys = some_boards(puzzle, 700)
    expected = expanded(puzzle, keys)
    room = np.full(expected.size + 8, 0xDEAD, np.uint64)
    assert puzzle.write_successors(keys, room[4:-4]) == expected.size
    assert np.array_equal(room[4:-4], expected)
    assert np.all(room[:4] == 0xDEAD)
    assert np.all(room[-4:] == 0xDEAD)


@metrics
@pytest.mark.parametrize(("groups", "most"), [(None, 150), ([], 255)])
def test_more_than_255_placements_work(metric: str, groups: list[str] | None, most: int) -> None:
    """Seven pieces of two shapes on 49 cells: where all are distinct, the last placements have numbers above 255."""
    home = "AA.B..C/......./DD.E..F/......./GG...../......./......."
    case = block_case(home, groups=groups, goal=[["F", 7, 7], ["G", 7, 1]])
    assert sum(len(cls.places) for cls in case.puzzle.layout.classes) > most
    check_moves(case, metric, case.walk(6, seed=6, metric=metric))


@settings(max_examples=6)
@given(block_cases())
def test_any_puzzle_works_in_two_words(case: BlockCase) -> None:
    other = rebuilt(case, "successors._WORD", 5)
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
        assert set(table.depths_of(case.keys([*layer.values()][::5])).tolist()) == {depth}
    met = [any(naive.meets(board, case.rules) for board in layer.values()) for layer in layers]
    assert solve(case.puzzle).route.length == met.index(True)
