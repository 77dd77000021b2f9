"""The API as a typed package: an example script does what it says; `make lint` checks its types."""

from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import slidefront
from tests.messages import refused
from tests.typed.example import main


def test_package_is_marked_as_typed() -> None:
    assert (resources.files(slidefront) / "py.typed").is_file()


def test_example_produces_documented_results(tmp_path: Path) -> None:
    sizes = [1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748]
    assert main(tmp_path) == [
        f"13 layers, {sum(sizes)} boards, 8 of depth 3",
        "12 2 None",
        "RD 2 12 True",
        "[4, 8] ['3124_5678', '12345678_'] [1, 0] U 3",
        "4 U, 2 L, 1 R (True, True, '_12345678')",
        f"[6, 8, 8] ({sum(sizes)}, 2) [(748, 12, 753)] ({sum(sizes)}, 2) True",
        "4 [1, 1, 1, 1] [6, 6, 6] 12 12",
        "21 [21, 0] 21 ['L']",
        "<svg 2 True",
        "0: 1, 1: 2, 2: 3, 3: 5, 1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 1, RunNotFoundError",
        "True True 11 3 1",
    ]


def test_puzzles_are_equal_if_boards_goal_and_home_are() -> None:
    eight = slidefront.load("8-puzzle")
    assert eight == slidefront.read_puzzle(eight.text, "other name")
    assert hash(eight) == hash(slidefront.load("8-puzzle"))
    assert eight != eight.with_goal("12345678_")
    assert eight != slidefront.load("3x3")
    assert eight != slidefront.load("2x3")
    assert eight != "8-puzzle"
    lists = [[1, 2], [3, 0]]
    assert slidefront.read_puzzle(lists) == slidefront.read_puzzle(np.array(lists))
    assert slidefront.read_puzzle(lists) == slidefront.read_puzzle(pd.DataFrame(lists))


def test_invalid_lists_are_refused() -> None:
    eight = slidefront.load("8-puzzle")
    assert "None is not a board: give a text, lists" in refused(slidefront.BoardError, eight.key, None)
    assert eight.key(np.uint64(eight.home)) == eight.home
    with pytest.raises(slidefront.PuzzleError, match="set is not a board: give a text, or lists"):
        slidefront.read_puzzle({1, 2})  # type: ignore[arg-type]


LISTED = [[3, 1, 2], [4, 0, 5], [6, 7, 8]]
FORMS = [LISTED, np.array(LISTED), tuple(map(tuple, LISTED)), pd.DataFrame(LISTED), "312/4_5/678"]


@pytest.mark.parametrize("board", FORMS, ids=lambda board: type(board).__name__)
def test_lists_and_arrays_are_accepted_as_boards(tmp_path: Path, board: Any) -> None:
    run = slidefront.expand("8-puzzle", out=tmp_path / "run", depth=4)
    puzzle = run.puzzle
    wanted = puzzle.parse("3124_5678")
    assert puzzle.key(board) == wanted
    assert puzzle.strings(puzzle.array([board, wanted])).tolist() == ["3124_5678"] * 2
    assert puzzle.meets(puzzle.array([board, puzzle.home])).tolist() == [False, True]
    assert run.depth_of(board) == 2
    assert run.depths_of([board, wanted, "_12345678"]).tolist() == [2, 2, 0]
    assert run.find(2, [board]).tolist() == [True]
    assert run.route(board).start == wanted
    assert slidefront.open_run(str(tmp_path / "run")).route(board).length == 2
    assert slidefront.solve(puzzle, board).optimum == 2
    assert puzzle.with_goal(board).goal.key == wanted
    assert slidefront.read_route(puzzle, "RD", board).end == puzzle.home
    assert str(slidefront.draw_board(puzzle, board)) == str(slidefront.draw_board(puzzle, "3124_5678"))
    assert slidefront.expand("8-puzzle", start=board, out=tmp_path / "one", depth=1).keys(0).tolist() == [wanted]
    several = slidefront.expand("8-puzzle", starts=[board, puzzle.home], out=tmp_path / "two", depth=1)
    assert several.keys(0).tolist() == sorted([wanted, puzzle.home])


@pytest.mark.parametrize("form", [str, Path])
def test_folders_are_accepted_as_runs(tmp_path: Path, form: type) -> None:
    run = slidefront.expand("2x3", out=tmp_path / "run")
    folder = form(tmp_path / "run")
    assert slidefront.stats(folder) == slidefront.stats(run)
    assert [deep.depth for deep in slidefront.hardest(folder)] == [21]
    assert slidefront.verify(folder).good
    assert len(slidefront.problems(folder, 21)) == 1
    for read in (slidefront.to_pandas, lambda one: slidefront.to_polars(one).collect()):
        assert read(folder).shape == (360, 2)
    assert slidefront.to_duckdb(folder).aggregate("count(*)").fetchall() == [(360,)]


def test_block_boards_are_lists() -> None:
    klotski = slidefront.load("klotski")
    rows = klotski.format(klotski.home).split("/")
    for board in (rows, [[*row] for row in rows], np.array([[*row] for row in rows])):
        assert klotski.key(board) == klotski.home
        assert klotski.meets(klotski.array([board])).tolist() == [False]
