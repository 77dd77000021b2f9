"""Boards of more than 16 cells with equal tiles: their keys are ranks, and they have layers and tables."""

import json
from typing import Any

import numpy as np
import pytest

import slidefront
from slidefront.apps.problems.packs import draw_problems
from slidefront.errors import BoardError, LimitError
from slidefront.notation.load import read_puzzle
from slidefront.puzzles.core import Puzzle
from tests import naive
from tests.strategies import Case

RING = (*((a, (a + 1) % 18) for a in range(18)), (0, 5), (3, 9))
SHAPES = {
    "2x9": (2, 9, (1, 2, *[3] * 15, 0), None),
    "4x5": (4, 5, (*[1] * 17, 2, 2, 0), None),
    "3x6+2x2": (3, 6, (1, 1, 1, 1, 0, 0, 2, 2, 2, 2, 0, 0, *[3] * 6), None),
    "6x6": (6, 6, (*[1] * 34, 2, 0), None),
    "ring": (1, 18, (0, 1, 2, *[3] * 15), RING),
}


def key_of(puzzle: Puzzle, board: naive.Board) -> int:
    return puzzle.parse("".join(puzzle.names[label] for label in board))


@pytest.fixture(params=SHAPES, scope="module")
def wide(request) -> tuple[Any, ...]:
    """A case, its puzzle with a goal that wants the first tiles at home, and its naive layers."""
    rows, columns, home, edges = SHAPES[request.param]
    letters = "".join("_123"[label] for label in home)
    lines = [letters[row * columns : (row + 1) * columns] for row in range(rows)]
    text = f'kind = "{"graph" if edges else "tiles"}"\nhome = "{"/".join(lines)}"\n'
    text += f"edges = {[*map(list, edges)]}\n" if edges else ""
    case = Case(read_puzzle(text, request.param), text, home, rows, columns, edges)
    goal = "".join("_123"[label] if label in (1, 2) else "*" for label in case.home)
    return case, case.puzzle.with_goal(goal), naive.layers(case.successors, [case.home])


def test_keys_are_ranks(wide) -> None:
    case, puzzle, layers = wide
    every = sorted(set().union(*layers))
    keys = np.array([key_of(puzzle, board) for board in every], np.uint64)
    assert np.unique(keys).size == keys.size
    assert puzzle.are_boards(keys).all()
    assert [*map(tuple, puzzle.cells(keys).tolist())] == every
    assert puzzle.keys(every).tolist() == keys.tolist()
    rows, after = puzzle.successor_pairs(keys)
    for board, row in [(every[0], 0), (every[-1], len(every) - 1)]:
        expected = sorted(key_of(puzzle, successor) for successor in case.successors(board))
        assert sorted(after[rows == row].tolist()) == expected
        assert sorted(move.key for move in puzzle.moves(int(keys[row]))) == expected
    with pytest.raises(BoardError, match="is not the key of a board"):
        puzzle.format((1 << 62) - 1)


def test_layers_and_tables_match_naive_search(wide, tmp_path) -> None:
    case, puzzle, layers = wide
    run = slidefront.expand(puzzle, out=tmp_path / "run")
    table = slidefront.make_table(puzzle, tmp_path / "a.table")
    assert json.loads((run.path / "_run.json").read_text())["keys"] == "ranks"
    for space in (run, table, slidefront.open_space(puzzle)):
        for depth, layer in enumerate(layers):
            assert space.keys(depth).tolist() == sorted(key_of(puzzle, board) for board in layer)
    goals = [board for board in set().union(*layers) if puzzle.meets_goal(key_of(puzzle, board))]
    back = naive.layers(case.successors, goals)
    to_goal = slidefront.make_table(puzzle, tmp_path / "goal.table", start="goal")
    assert [layer.board_count for layer in to_goal.layers] == [*map(len, back)]
    frame = run.to_pandas(0, ["state", "board", "depth"])
    assert frame.board.tolist() == [puzzle.format(puzzle.home)]
    start = key_of(puzzle, min(back[-1]))
    assert slidefront.solve(puzzle, start, algorithm="bfs").optimum == len(back) - 1
    assert {problem.length for problem in draw_problems(to_goal, [0, len(back) - 1], 2)} == {0, len(back) - 1}


def test_too_many_boards_have_wide_keys_and_no_layers(tmp_path) -> None:
    letters = "abcdefghijklmnopqrstuvw"
    puzzle = read_puzzle(f'kind = "tiles"\nhome = "{" ".join(letters[:23])} a _"\n')
    assert puzzle.key_bits == 125
    with pytest.raises(LimitError, match="each board needs a key of 125 bits"):
        slidefront.expand(puzzle, out=tmp_path / "run")


def test_partial_goal_is_solved_with_other_tiles_equal() -> None:
    puzzle = slidefront.load("2x9").with_goal("1 2 * * * * * * */* * * * * * * * *")
    start = puzzle.parse("17 16 15 14 13 12 11 10 9/8 7 6 5 4 3 2 1 _")
    home = (1, 2, *[3] * 15, 0)
    board = tuple(min(label, 3) for label in puzzle.labels_of(start))
    layers = naive.layers(lambda before: naive.tile_moves(2, 9, before).values(), [board])
    expected = next(depth for depth, layer in enumerate(layers) if any(cells[:2] == home[:2] for cells in layer))
    solved = slidefront.solve(puzzle, start)
    assert (solved.optimum, solved.algorithm) == (expected, "bfs")
    assert puzzle.meets_goal(solved.route.keys[-1])
    assert len({*map(tuple, puzzle.cells(puzzle.array(solved.route.keys)).tolist())}) == expected + 1
