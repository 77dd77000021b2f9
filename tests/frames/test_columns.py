"""Columns decoded in bulk, against boards read one by one from their text."""

import numpy as np
import pytest

from slidefront.errors import PuzzleError
from slidefront.frames import columns as work
from slidefront.notation.load import load, read_puzzle
from slidefront.search.layer_search import iter_layers
from slidefront.store.run import Run
from slidefront.tables.open_space import open_space
from tests.messages import refused


def test_column_names_are_a_list_or_text(small: dict[str, Run]) -> None:
    puzzle = small["tiles"].puzzle
    wanted = ["board", "at_1", "depth"]
    assert [one.name for one in work.select(puzzle, "board, at_1,depth,board")] == wanted
    assert [one.name for one in work.select(puzzle, iter(wanted))] == wanted


@pytest.mark.parametrize(
    ("name", "column", "said"),
    [
        ("14-puzzle", "at_15", "14-puzzle has no column 'at_15': it has state, depth, board, moves, ahead, "),
        ("14-puzzle", "boards", "14-puzzle has no column 'boards'"),
        ("14-puzzle", "at_", "14-puzzle has no column 'at_'"),
        ("pillars-6", "row_A", "pillars-6 has no column 'row_A'"),
        ("klotski", "hole", "klotski has no column 'hole'"),
        ("klotski", "at_Z", "klotski has no column 'at_Z'"),
        ("klotski", "manhattan", "klotski has no column manhattan, which needs a tile board and a goal: use bound"),
        ("pillars-6", "row_hole", "pillars-6 has no column 'row_hole'"),
    ],
)
def test_unknown_columns_are_errors(name: str, column: str, said: str) -> None:
    assert refused(PuzzleError, work.select, load(name), [column]).startswith(said)


def test_equal_tiles_have_no_place() -> None:
    puzzle = read_puzzle('kind = "tiles"\nhome = "112/23_"\n')
    assert refused(PuzzleError, work.select, puzzle, "at_1").endswith("with one of these names: hole 3")
    assert work.select(puzzle, "at_3")
    assert "no columns: name at least one" in refused(PuzzleError, work.select, puzzle, [])


def test_unreachable_goal_has_no_bound() -> None:
    puzzle = read_puzzle('kind = "tiles"\nhome = "1234/56__"\ngoal = "2134/56__"\n')
    (column,) = work.select(puzzle, "bound")
    assert column.array(work.LayerBoards(open_space(puzzle), np.array([puzzle.home], np.uint64), 0)).to_pylist() == [-1]
    blocks = read_puzzle('kind = "blocks"\nhome = "AB."\n')
    assert "has no lower bound of moves" in refused(PuzzleError, work.select, blocks, "bound")


def test_pattern_bound_lies_between_bound_and_depth() -> None:
    puzzle = load("11-puzzle")
    keys = next(next(layer.blocks) for layer in iter_layers(puzzle, [puzzle.home]) if layer.depth == 23)[:2000]
    near, patterns = work.select(puzzle, "bound,pattern_bound")
    boards = work.LayerBoards(open_space("2x2"), keys, 23)  # the columns need no layers
    low, high = (np.array(column.array(boards)) for column in (near, patterns))
    assert (low <= high).all() and (low < high).any() and (high <= 23).all()
    assert "no pattern_bound in the line metric" in refused(
        PuzzleError, work.select, load("11-puzzle", "line"), "pattern_bound"
    )
    assert "cannot have pattern databases" in refused(
        PuzzleError, work.select, load("klotski", "step"), "pattern_bound"
    )


def test_label_named_hole_has_its_own_column() -> None:
    puzzle = read_puzzle('kind = "tiles"\nhome = "hole a _"\n')
    (column,) = work.select(puzzle, "column_hole")
    assert column.array(work.LayerBoards(open_space(puzzle), np.array([puzzle.home], np.uint64), 0)).to_pylist() == [0]
