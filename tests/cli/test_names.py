"""A space has the same names, and a board the same forms, in every function and command that takes one."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import slidefront as library
from tools.references import COMMANDS

RUN = ["3x3-goal", "data/3x3-goal"]
TABLE = ["all.table", "all", "data/all.table", "data/all"]
PUZZLE = ["pillars-6"]
FUNCTIONS: dict[str, tuple[list[str], Callable[[str | Path], Any]]] = {
    "open_space": (RUN + TABLE + PUZZLE, library.open_space),
    "stats": (RUN + TABLE + PUZZLE, library.stats),
    "hardest": (RUN + TABLE + PUZZLE, library.hardest),
    "to_pandas": (RUN + TABLE + PUZZLE, lambda name: library.to_pandas(name, 3)),
    "to_polars": (RUN + TABLE + PUZZLE, lambda name: library.to_polars(name, 3).collect()),
    "to_duckdb": (RUN + TABLE + PUZZLE, lambda name: library.to_duckdb(name, 3).fetchall()),
    "problems": (RUN + TABLE + PUZZLE, lambda name: library.problems(name, 3, 2)),
    "grade": (RUN + TABLE + PUZZLE, lambda name: library.grade(name, "home")),
    "verify": (RUN + TABLE, library.verify),
    "open_run": (RUN, library.open_run),
    "open_table": (TABLE, library.open_table),
}


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose data/ has a run and a table, neither of which has the name of a puzzle."""
    folder = tmp_path_factory.mktemp("names")
    puzzle = library.load("pillars-6")
    library.expand(puzzle, out=folder / "data" / "3x3-goal", start="goal")
    library.make_table(puzzle, folder / "data" / "all.table", start="goal")
    return folder


@pytest.fixture
def here(stored: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(stored)
    before = {*stored.iterdir()}
    yield stored
    for path in {*stored.iterdir()} - before:
        path.unlink()


@pytest.mark.parametrize(("call", "name"), [(call, name) for call, (names, _) in FUNCTIONS.items() for name in names])
def test_functions_find_a_space_by_each_of_its_names(here: Path, call: str, name: str) -> None:
    FUNCTIONS[call][1](name)
    if name not in PUZZLE:
        path = here / name if name.startswith("data/") else here / "data" / name
        for form in (path, str(path)):
            FUNCTIONS[call][1](form)


def test_puzzle_name_hides_other_tables(here: Path) -> None:
    library.make_table("2x3", here / "data" / "3x2.table")
    assert library.open_space("3x2").puzzle.name == "3x2"
    assert library.open_table("3x2").puzzle.name == "2x3"


def test_run_precedes_table_of_the_same_name(slidefront: Any, here: Path) -> None:
    library.make_table("2x3", here / "data" / "both.table")
    run = library.expand(library.load("2x3", "line"), out=here / "data" / "both")
    assert isinstance(library.open_space("both"), library.Run)
    assert isinstance(library.open_space("both.table"), library.Table)
    assert "layers 0 to 20" in slidefront("verify", "both").out
    assert "nothing to repair" in slidefront("verify", "both", "--repair").out
    moves = slidefront("solve", "both", "--start", "45_123", "--goal", "home").out.splitlines()
    assert len(moves) == run.depth_of("45_123") == 18


HOME = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
WITH_BOARDS: dict[str, Callable[[library.Space, Any], Any]] = {
    "key": lambda space, board: space.puzzle.key(board),
    "position": lambda space, board: space.puzzle.position(board).key,
    "array": lambda space, board: space.puzzle.array([board]).tolist(),
    "cells": lambda space, board: space.puzzle.cells([board]).tolist(),
    "meets": lambda space, board: space.puzzle.meets(space.puzzle.array([board, "1_2345678"])).tolist(),
    "find": lambda space, board: space.find(0, [board]).tolist(),
    "expand": lambda space, board: library.expand(space.puzzle, start=board, depth=1).keys(0).tolist(),
    "expand starts": lambda space, board: (
        library.expand(space.puzzle, starts=[board, "1_2345678"], depth=1, out="starts").keys(0).tolist()
    ),
    "depth_of": lambda space, board: space.depth_of(board),
    "depths_of": lambda space, board: space.depths_of([board]).tolist(),
    "route": lambda space, board: space.route(board).length,
    "routes": lambda space, board: space.routes([board])[0],
    "grade": library.grade,
    "solve": lambda space, board: library.solve(space.puzzle, board).optimum,
    "open_space": lambda space, board: library.open_space(space.puzzle, board).board_count,
    "draw_board": lambda space, board: str(library.draw_board(space.puzzle, board)),
    "read_route": lambda space, board: library.read_route(space.puzzle, "", board).boards,
}


@pytest.fixture(scope="module")
def spaces(tmp_path_factory: pytest.TempPathFactory) -> list[library.Space]:
    return [library.open_space("8-puzzle"), library.expand("8-puzzle", out=tmp_path_factory.mktemp("boards") / "run")]


FORMS = ["goal", "_12345678", HOME, tuple(map(tuple, HOME)), np.array(HOME), pd.DataFrame(HOME), np.uint64(0x12345678)]


@pytest.mark.parametrize("board", FORMS, ids=lambda board: type(board).__name__)
@pytest.mark.parametrize("call", WITH_BOARDS)
def test_functions_accept_every_board_form(
    spaces: list[library.Space], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, board: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    for space in spaces:
        assert WITH_BOARDS[call](space, board) == WITH_BOARDS[call](space, "home")


READ_ALL = {
    "depth": ["1_2/345", "_12/345", "--routes"],
    "stats": ["--format", "bars"],
    "hardest": ["--top", "5"],
    "export": ["--columns", "depth,board,hole_home"],
    "problems": ["--depths", "5:8", "--count", "8"],  # of several shortest routes any may be given
    "page": ["--out", "{}.html"],
    "graph": ["--out", "{}.svg"],
}
READ_WHAT_IS_STORED = {"verify", "expand"}


@pytest.fixture
def explored(slidefront) -> Any:
    slidefront("expand", "2x3", "--out", "data/run", "-q")
    slidefront("table", "2x3", "--out", "data/made.table", "-q")
    return slidefront


def test_list_of_commands_that_read_a_space_is_complete() -> None:
    named = {name for name, command in COMMANDS.items() for one in command.params if "TABLE" in str(one.metavar)}
    assert named == READ_ALL.keys() | READ_WHAT_IS_STORED


@pytest.mark.parametrize("words", ["solve {} --start 1_2/345 -q", "info {}", "show {}", "grade {} home goal"])
def test_commands_take_the_puzzle_of_a_run_or_table(explored, words) -> None:
    answers = [explored(*words.format(space).split()).out for space in ("run", "made", "data/made.table", "2x3")]
    assert answers == [answers[-1]] * 4
    assert answers[-1]


def test_metric_of_a_stored_space_cannot_be_chosen(explored) -> None:
    assert "leave out --metric line" in explored("solve", "run", "--metric", "line", code=2).err


@pytest.mark.parametrize("command", READ_ALL)
def test_run_table_and_puzzle_give_the_same_answers(explored, tmp_path, command) -> None:
    found = []
    for number, space in enumerate(("run", "made.table", "2x3")):
        words = [word.format(number) for word in READ_ALL[command]]
        printed = explored(command, space, *words, "-q").out
        file = tmp_path / words[-1]
        found.append((printed, file.read_text("utf-8") if file.exists() else ""))
    assert any(found[0])
    assert found[0] == found[1] == found[2]
