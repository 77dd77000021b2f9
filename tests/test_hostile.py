"""Every public function and method with hostile values: it returns, or raises an error of one clear line."""

import copy
import pickle
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from inspect import isfunction
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pytest

import slidefront

HOSTILE: dict[str, Any] = {
    "None": None,
    "True": True,
    "nan": float("nan"),
    "-1": -1,
    "1.5": 1.5,
    "2**64": 1 << 64,
    "10**400": 10**400,
    "int8": np.int8(-1),
    "uint64": np.uint64((1 << 64) - 1),
    "bool_": np.bool_(True),
    "object": object(),
    "no board": np.array([1], np.uint64),
    "array of 1": np.array([1]),
    "array of -1": np.array([-1]),
    "no dimension": np.array(5),
    "empty": np.array([], np.uint64),
    "2-D": np.zeros((2, 2), np.uint64),
    "floats": np.array([0.5, np.nan]),
    "texts": np.array(["a", "b"]),
    "objects": np.array([None, 1], object),
    "[]": [],
    "[[]]": [[]],
    "[None]": [None],
    "deep list": [[[[[1]]]]],
    "{}": {},
    "text": "nothing",
    "empty text": "",
    "NUL": "a\0b",
    "lines": "a\nb",
    "surrogate": "\ud800",
    "long": "1" * 10_000,
    "bytes": b"8-puzzle",
    "path": Path("missing/folder"),
    "long path": Path("x" * 5000),
    "folder": Path("/"),
    "set": {1, 2},
    "class": slidefront.Puzzle,
}


@contextmanager
def ends(seconds: int) -> Iterator[None]:
    """Raise an error in this thread after some seconds."""

    def late(_signal: int, _frame: FrameType | None) -> None:
        raise AssertionError(f"no answer after {seconds} s")

    assert threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


PUZZLE, OTHER = slidefront.load("2x3"), slidefront.load("klotski")
START = "12345_"
Calls = dict[str, tuple[Callable[..., Any], dict[str, Any]]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Work in a folder with a run, a table and a file of boards."""
    path = tmp_path_factory.mktemp("hostile")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(path)
        slidefront.expand(PUZZLE, out="run", start="goal")
        slidefront.make_table(PUZZLE, "table")
        Path("boards.txt").write_text(f"{START}\n")
        Path("locked").mkdir(mode=0o500)
        yield path


def functions() -> Calls:
    """Return a valid call of each public function, with the parameters to replace."""
    run, route = slidefront.open_run("run"), slidefront.open_run("run").route(START)
    budget, puzzle = {"memory": "1GiB", "threads": 1}, {"puzzle": PUZZLE}
    space: dict[str, Any] = {"source": run, "depths": 1, "columns": "state"}
    search = {"algorithm": "auto", "metric": None, "max_depth": 9, "max_ratio": 1, "max_seconds": 5}
    s = slidefront
    return {
        "ProblemPack": (s.ProblemPack, {**puzzle, "problems": []}),
        "Resources": (lambda **few: s.expand(PUZZLE, depth=1, out="few", resources=s.Resources(**few)), budget),
        "Route": (s.Route, {**puzzle, "keys": [PUZZLE.home]}),
        "Run": (s.Run, {"folder": "run", "puzzle": None}),
        "Table": (s.Table, {"path": "table", "puzzle": None}),
        "check_puzzle": (s.check_puzzle, {**puzzle, "board_count": 5}),
        "difficulties": (s.difficulties, {"space": run, "route_keys": [route.keys]}),
        "draw_board": (s.draw_board, {**puzzle, "board": "home"}),
        "draw_boards": (s.draw_boards, {**puzzle, "boards": [START], "captions": ["a"], "title": ""}),
        "draw_route": (s.draw_route, {"route": route}),
        "drawing_data": (s.drawing_data, puzzle),
        "expand": (s.expand, {**puzzle, "depth": 1, "out": "new", "start": "home", "metric": None}),
        "expand starts": (lambda starts: s.expand(PUZZLE, depth=1, out="set", starts=starts), {"starts": [START]}),
        "describe_goal": (s.describe_goal, puzzle),
        "estimate_depth": (s.estimate_depth, {**puzzle, "depth": 2, "start": "home", "out": None}),
        "goal_boards": (s.goal_boards, {"puzzle": PUZZLE, "space": run}),
        "grade": (s.grade, {"source": "2x3", "board": START}),
        "hardest": (s.hardest, {"source": run, "top": 1}),
        "iter_layers": (lambda **g: [*s.iter_layers(**g)], {**puzzle, "boards": [START]}),
        "load": (s.load, {"puzzle": "2x3", "metric": None}),
        "lower_bound": (s.lower_bound, puzzle),
        "make_table": (s.make_table, {**puzzle, "out": "t", "start": "home"}),
        "successors": (s.successors, {**puzzle, "keys": PUZZLE.array([START])}),
        "open_run": (s.open_run, {"folder": "run", "puzzle": None}),
        "open_space": (s.open_space, {"source": "2x3", "start": "home"}),
        "open_table": (s.open_table, {"path": "table", "puzzle": None}),
        "prepare": (s.prepare, {**puzzle, "goal": None, "metric": None}),
        "problems": (s.problems, {"source": run, "depths": [3], "count": 1, "seed": 0, "max_attempts": 9}),
        "describe_puzzle": (s.describe_puzzle, puzzle),
        "read_boards": (s.read_boards, {**puzzle, "boards": Path("boards.txt")}),
        "read_puzzle": (s.read_puzzle, {"text": "12/3_", "name": "", "metric": None}),
        "read_route": (s.read_route, {**puzzle, "text": "", "start": "home", "form": ""}),
        "repair": (s.repair, {"report": s.verify(run), "puzzle": None}),
        "solve": (s.solve, {**puzzle, "start": "home", "goal": None, **search}),
        "stats": (s.stats, {"source": run}),
        "to_duckdb": (s.to_duckdb, {**space, "connection": None}),
        "to_pandas": (s.to_pandas, space),
        "to_polars": (s.to_polars, space),
        "default_notation": (s.default_notation, puzzle),
        "verify": (s.verify, {"space": run}),
        "write_moves": (s.write_moves, {"route": route, "form": "", "between": ","}),
    }


def listed(call: Callable[[Any], Any], depth: Any) -> list[Any]:
    """Call a method, and exhaust an iterator that it returns."""
    answer = call(depth)
    return [*answer] if isinstance(answer, Iterator) else [answer]


def methods() -> Calls:
    """Return a valid call of each method that accepts a board, a key or a depth."""
    position = PUZZLE.position(START)
    found: Calls = {
        "Position.to": (position.to, {"key": position.moves()[0].key}),
        "Position.play": (lambda **given: [*position.play(**given)], {"piece": "3", "path": "D"}),
        "Picture.save": (slidefront.draw_board(PUZZLE).save, {"path": "a.svg"}),
    }
    for name, puzzle in (("tiles", PUZZLE), ("blocks", OTHER)):
        home = puzzle.home
        for method in ("format", "moves", "drawing", "meets_goal"):
            found[f"{name}.{method}"] = (getattr(puzzle, method), {"key": home})
        for method in ("are_boards", "strings", "successor_pairs", "successors", "meets", "selected", "count_selected"):
            found[f"{name}.{method}"] = (getattr(puzzle, method), {"keys": puzzle.array([home])})
        for method, parameter in (("parse", "text"), ("key", "board"), ("with_goal", "board"), ("position", "board")):
            found[f"{name}.{method}"] = (getattr(puzzle, method), {parameter: puzzle.format(home)})
        found[f"{name}.cells"] = (puzzle.cells, {"boards": [home]})
        found[f"{name}.keys"] = (puzzle.keys, {"cells": puzzle.cells([home])})
        found[f"{name}.array"] = (puzzle.array, {"boards": [home]})
        found[f"{name}.read_many"] = (puzzle.read_many, {"texts": ["a"]})
        found[f"{name}.route_parity"] = (puzzle.route_parity, {"start": home, "end": home})
    spaces = {"run": slidefront.open_run("run"), "table": slidefront.open_table("table")}
    for name, space in {**spaces, "space": slidefront.open_space(PUZZLE)}.items():
        for method in ("keys", "layer", "blocks"):
            found[f"{name}.{method}"] = (partial(listed, getattr(space, method)), {"depth": 1})
        found[f"{name}.find"] = (space.find, {"depth": 1, "boards": PUZZLE.array([START])})
        for method in ("depth_of", "route"):
            found[f"{name}.{method}"] = (getattr(space, method), {"board": START})
        for method in ("depths_of", "routes", "route_keys"):
            found[f"{name}.{method}"] = (getattr(space, method), {"boards": [START]})
        found[f"{name}.starts_at"] = (space.starts_at, {"key": PUZZLE.home})
        found[f"{name}.sample"] = (space.sample, {"count": 3, "depths": 1, "seed": 0})
        found[f"{name}.to_pandas"] = (space.to_pandas, {"depths": 1, "columns": "state"})
    return found


# Classes of results, errors, and tables of users' own rankings: nobody makes them of unchecked values.
@pytest.mark.usefixtures("folder")
def test_every_public_function_is_listed() -> None:
    public = {name: getattr(slidefront, name) for name in slidefront.__all__}
    assert {name for name, value in public.items() if isfunction(value)} <= {*functions()}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("calls", [functions, methods])
def test_hostile_values_get_an_answer_or_one_clear_line(calls: Callable[[], Calls]) -> None:
    """An error is a SlidefrontError or a TypeError with a message of one line that does not come from numpy."""
    values = HOSTILE | {
        "another puzzle": OTHER,
        "key of another puzzle": OTHER.home,
        "keys of another puzzle": OTHER.array([OTHER.home]),
        "board of another puzzle": OTHER.format(OTHER.home),
        "run": slidefront.open_run("run"),
        "read-only folder": Path("locked"),
    }
    faults = []
    for name, (call, given) in calls().items():
        call(**given) if name not in ("goal_boards", "Picture.save", "Position.play") else None
        for parameter, (kind, value) in ((parameter, one) for parameter in given for one in values.items()):
            try:
                with ends(20):
                    call(**{**given, parameter: value})
            except (slidefront.SlidefrontError, TypeError) as error:
                text = str(error)
                if len(text.splitlines()) != 1 or "ufunc" in text or "truth value" in text:
                    faults.append(f"{name}({parameter}={kind}): {text}")
            except Exception as error:
                faults.append(f"{name}({parameter}={kind}): {type(error).__name__}: {error}"[:300])
    assert not faults, "\n".join(faults)


def test_invalid_keys_raise_board_error() -> None:
    wrong = np.array([1], np.uint64)
    for call in (slidefront.successors, slidefront.iter_layers):
        with pytest.raises(slidefront.BoardError, match="0x1 is not"):
            call(PUZZLE, wrong)
    with pytest.raises(slidefront.BoardError, match="start set is empty"):
        slidefront.iter_layers(PUZZLE, [])
    assert [layer.board_count for layer in slidefront.iter_layers("2x2", ["123_"])] == [1, 2, 2, 2, 2, 2, 1]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("again", [lambda value: pickle.loads(pickle.dumps(value)), copy.copy, copy.deepcopy])
def test_results_can_be_pickled_and_copied(again: Callable[[Any], Any]) -> None:
    """Copies of a run and of a table read their files again."""
    run, table = slidefront.open_run("run"), slidefront.open_table("table")
    for space in (run, table, slidefront.open_space(PUZZLE)):
        depth = space.depth_of(START)  # fills what a space keeps
        assert again(space).depth_of(START) == depth
        assert repr(again(space)) == repr(space)
    solved = slidefront.solve(PUZZLE, START)
    assert again(solved).route == solved.route
    assert again(PUZZLE) == PUZZLE
    assert again(OTHER) == OTHER
    reports = slidefront.verify(run), slidefront.verify(table), slidefront.stats(run), slidefront.hardest(run)
    for value in (*reports, slidefront.problems(run, [3], 1), slidefront.Resources()):
        assert repr(again(value)) == repr(value)
    assert str(again(slidefront.draw_board(PUZZLE))) == str(slidefront.draw_board(PUZZLE))
    error = slidefront.BoardError("wrong", "start")
    assert (str(again(error)), again(error).parameters) == ("wrong", ("start",))
