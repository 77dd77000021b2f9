"""What puzzles of every family share: goals given later, connected boards, positions on a route."""

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.errors import BoardError, IllegalMoveError
from slidefront.notation.load import load, read_puzzle
from slidefront.puzzles.blocks.puzzle import BlockPuzzle
from tests.explore.conftest import two_worlds
from tests.messages import refused
from tests.strategies import Case, cases, keys_of
from tests.strategies_blocks import BlockCase, block_cases
from tests.worlds import some


@some
@given(st.one_of(cases(), block_cases()))
def test_invalid_cells_are_refused(case: Case | BlockCase) -> None:
    """Cells in which one is changed or two are exchanged are refused exactly if their text is."""
    puzzle, random = case.puzzle, Random(0)
    if isinstance(puzzle, BlockPuzzle):
        width, labels = puzzle.grid.width, puzzle.cell_names
    else:
        width, labels = puzzle.frame.columns, puzzle.labels.names
    cells = puzzle.cells([puzzle.home])[0]
    for _ in range(12):
        wrong = cells.copy()
        cell, other = random.randrange(wrong.size), random.randrange(wrong.size)
        if random.random() < 0.5:
            wrong[cell], wrong[other] = wrong[other], wrong[cell]
        else:
            wrong[cell] = random.randrange(len(labels))
        names = [labels[label] for label in wrong]
        text = "/".join(" ".join(names[start : start + width]) for start in range(0, len(names), width))
        try:
            expected = puzzle.parse(text)
        except BoardError:
            with pytest.raises(BoardError, match="row 1 is not a board of"):
                puzzle.keys([cells, wrong])
        else:
            assert puzzle.keys([cells, wrong]).tolist() == [puzzle.home, expected]


def test_only_boards_have_cells() -> None:
    puzzle = load("2x3")
    with pytest.raises(BoardError, match="0x1 is not the key of a board"):
        puzzle.cells(np.array([puzzle.home, 1], np.uint64))
    for wrong in ([[1, 2, 3]], [[1, 2, 3, 4, 5, -1]], [[1, 2, 3, 4, 5, 0.0]], [[1], [2, 3]], [], 7):
        with pytest.raises(BoardError, match=r"of shape|row 0 is not a board"):
            puzzle.keys(wrong)
    assert puzzle.keys(np.empty((0, 6), int)).size == puzzle.cells([]).size == 0


@some
@given(st.one_of(cases(), block_cases()), st.integers(0, 99))
def test_new_goal_changes_nothing_else(case: Case | BlockCase, seed: int) -> None:
    puzzle, boards = case.puzzle, case.walk(10, seed)
    keys = case.keys(boards) if isinstance(case, BlockCase) else keys_of(boards)

    def known() -> tuple[Any, ...]:
        return puzzle.identity(), puzzle.home, puzzle.goal, puzzle.selected(keys).tolist(), puzzle.facts()

    before, text = known(), puzzle.format(int(keys[-1]))
    other = puzzle.with_goal(text)
    assert other.meets_goal(int(keys[-1]))
    assert {**other.identity(), "goal": 0} == {**puzzle.identity(), "goal": 0}
    if isinstance(case, Case):
        assert other.goal.key == keys[-1]
        assert (other.identity() == puzzle.identity()) == (other.goal == puzzle.goal)
    assert (other.home, other.metric, other.key_bits) == (puzzle.home, puzzle.metric, puzzle.key_bits)
    assert [other.moves(key) for key in keys.tolist()] == [puzzle.moves(key) for key in keys.tolist()]
    assert puzzle.with_goal(puzzle.format(puzzle.home)).with_goal(text).identity() == other.identity()
    assert known() == before


def test_boards_apart_from_home_may_be_connected() -> None:
    """Neither can be reached from home, and the one from the other."""
    puzzle = load("2x3")
    start, other, home = puzzle.parse("21345_"), puzzle.parse("2134_5"), puzzle.home
    pairs = [(home, start), (home, other), (start, other), (start, home)]
    assert [puzzle.theory.connects(*pair) for pair in pairs] == [False, False, True, False]
    parts = two_worlds()
    assert parts.theory.connects(parts.parse("dabc_efg"), parts.home) is False


@pytest.mark.parametrize("metric", ["step", "slide", "move"])
def test_connection_of_block_boards_is_unknown(metric: str) -> None:
    puzzle = load("klotski", metric)
    after = puzzle.moves(puzzle.home)[0].key
    assert puzzle.theory.connects(after, after) is True
    assert puzzle.theory.connects(puzzle.home, after) is None
    assert puzzle.theory.why_unreachable([puzzle.home], after) == [""]


STAR = f'kind = "graph"\nhome = "_abcdefghijk"\nedges = {[[0, leaf] for leaf in range(1, 12)]}\n'


@pytest.mark.parametrize(
    ("name", "move", "message"),
    [
        ("8-puzzle", "3 L", "the moves here are 3 U, 1 L"),
        ("14-puzzle", "b U", "the moves here are 11 12 D, 14 R"),
        ("pillars-6", "F 0", "the moves here are F 1, F 2"),
        ("klotski", "A R", "X is in the way"),
        ('kind = "graph"\nhome = "A_B"\nedges = []\n', "_ 0", "no move can be made here"),
        (STAR, "_ 0", f"the moves here are {', '.join(f'_ {leaf}' for leaf in range(1, 9))} ..."),
    ],
)
def test_impossible_move_is_explained(name: str, move: str, message: str) -> None:
    puzzle = read_puzzle(name) if "=" in name else load(name)
    assert refused(IllegalMoveError, lambda: [*puzzle.position(puzzle.home).play(*move.split())]) == message


def test_direction_alone_moves_the_fewest_tiles() -> None:
    home = load("8-puzzle", "line").position("_12345678")
    assert [[after.text for after in home.play(pieces, "L")] for pieces in ("", "1 2")] == [
        ["1_2345678"],
        ["12_345678"],
    ]


def test_tiles_before_illegal_one_are_moved() -> None:
    following = load("8-puzzle").position("_12345678").play("1 3 4", "L")
    assert next(following).text == "1_2345678"
    assert refused(IllegalMoveError, lambda: next(following)) == "the moves here are 4 U, 2 L, 1 R"
