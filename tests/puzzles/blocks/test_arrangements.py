"""Exact sizes of block puzzles whose equal pieces have names, against exploring them."""

import numpy as np
import pytest
from hypothesis import given

import slidefront
from slidefront.notation.load import load, read_puzzle
from slidefront.puzzles.blocks.arrangements import arrangements_of, find_loops
from slidefront.puzzles.blocks.puzzle import BlockPuzzle
from tests.explore.conftest import growth
from tests.strategies import patient
from tests.strategies_blocks import BlockCase, block_cases, file_text


def explored(puzzle, folder) -> int:
    return slidefront.expand(puzzle, out=folder / "run").board_count


@patient
@given(block_cases())
def test_size_matches_exploring(tmp_path_factory, case: BlockCase) -> None:
    size = case.puzzle.theory.size(100_000)
    if size is not None:
        assert size.exact
        assert size.board_count == explored(case.puzzle, tmp_path_factory.mktemp("names"))


@pytest.mark.parametrize(
    ("home", "fields"),
    [
        ("AB/C.", {"groups": []}),  # a ring of three names: only rotations
        ("ABC/D.E", {"groups": []}),  # even orders alone
        ("ABC/D..", {"groups": []}),
        ("A.B/###/C.D", {"groups": []}),  # names that never meet
        ("AAB/CCB/D.E", {"groups": []}),
        ("ABC/DE.", {"groups": [["A", "B"]]}),  # two colours
        ("ABC/D.E", {"groups": [["A", "B"], ["C", "D"]]}),
        ("ABC/D..", {"groups": [["A", "B"], ["C", "D"]]}),  # all orders of two colours
        ("AB.C/DE.F", {"goal": [["A", 2, 3]]}),
    ],
)
@pytest.mark.parametrize("metric", ["step", "move"])
def test_sizes_with_names_match_exploring(tmp_path, home, fields, metric) -> None:
    puzzle = read_puzzle(file_text(home, metric=metric, **fields), "names")
    size = puzzle.theory.size(100_000)
    if size is None:
        assert isinstance(puzzle, BlockPuzzle)
        alike = {(cls.pieces[0].shape, cls.places) for cls in puzzle.layout.classes}
        assert len(alike) == len(puzzle.layout.classes)
    else:
        assert size.board_count == explored(puzzle, tmp_path)


@pytest.mark.parametrize(
    ("name", "most"), [("mural-frozen", 1_000_000), pytest.param("mural", 30_000_000, marks=pytest.mark.soak)]
)
def test_size_of_mural_is_exact(name: str, most: int) -> None:
    size = load(name).theory.size(most)
    assert size is not None
    assert size.board_count == sum(row["boards"] for row in growth(name))


def test_counting_keeps_loops_for_ranks() -> None:
    puzzle = read_puzzle(file_text("ABC/D..", groups=[]), "names")
    boards = puzzle.theory.size(100_000).board_count
    assert find_loops(arrangements_of(puzzle.codec), 1).orders is None, "without them, one arrangement is not enough"
    ranking = puzzle.ranking()
    assert ranking.shape.board_count == boards
    assert (ranking.ranks(ranking.keys(np.arange(boards))) == np.arange(boards)).all()


def test_too_many_boards_and_boards_without_distinct_names_are_not_counted() -> None:
    assert load("mural").theory.size(1000) is None
    assert load("klotski").theory.size(1_000_000) is None
