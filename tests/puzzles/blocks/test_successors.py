"""The kernels of block puzzles at their edges: tables of sets, classes without one, many boards, many placements."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.arrays import Keys
from slidefront.moves import METRICS
from slidefront.puzzles.blocks import successors
from slidefront.puzzles.blocks.puzzle import BlockPuzzle
from slidefront.puzzles.blocks.successors import BATCH_BOARDS
from tests.puzzles.blocks.test_puzzle import check_moves
from tests.strategies_blocks import BlockCase, block_case, block_cases, expanded, grow, library_cases, one
from tests.worlds import some

LIBRARY = library_cases()
metrics = pytest.mark.parametrize("metric", METRICS)


# Classes too large for a table


def untabled(case: BlockCase, metric: str) -> BlockPuzzle:
    """The puzzle with every class of several pieces worked out, not looked up."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(successors, "_LARGEST_TABLE", 0)
        puzzle = BlockCase(case.text).puzzles[metric]
    assert puzzle.codec.tables.unranked.size == 0
    assert np.all(puzzle.codec.tables.classes[:, successors.ROW] == successors.NO_TABLE)
    return puzzle


def check_untabled(case: BlockCase, metric: str, keys: Keys) -> None:
    tabled, other = case.puzzles[metric], untabled(case, metric)
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


# Many boards at once


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


# Many placements


@metrics
@pytest.mark.parametrize(("groups", "most"), [(None, 150), ([], 255)])
def test_more_than_255_placements_work(metric: str, groups: list[str] | None, most: int) -> None:
    """Seven pieces of two shapes on 49 cells: where all are distinct, the last placements have numbers above 255."""
    home = "AA.B..C/......./DD.E..F/......./GG...../......./......."
    case = block_case(home, groups=groups, goal=[["F", 7, 7], ["G", 7, 1]])
    assert sum(len(cls.places) for cls in case.puzzle.layout.classes) > most
    check_moves(case, metric, case.walk(6, seed=6, metric=metric))
