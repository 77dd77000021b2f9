"""A run: layers as arrays, as tables, and as other libraries read the folder; only its puzzle continues it."""

import shutil
from collections.abc import Callable
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import polars
import pyarrow.parquet as pq
import pytest

from slidefront.errors import LayerError, RunError
from slidefront.explore.expand import expand
from slidefront.notation.load import load, read_puzzle
from slidefront.puzzles.core import Puzzle, identity_hash
from slidefront.store.run import Run, layer_folder, open_run
from slidefront.store.writer import Scratch
from slidefront.tables.open_space import goal_boards
from tests import naive
from tests.messages import refused
from tests.store.conftest import first_layers, write_stored

LAYERS = first_layers(6)


def test_run_record_has_documented_fields(small_run: Path) -> None:
    run = Run(small_run)
    assert run.last_depth == 6
    assert [layer.board_count for layer in run.layers] == [len(layer) for layer in LAYERS]
    assert run.board_count == sum(len(layer) for layer in LAYERS)
    assert [len(layer.parts) for layer in run.layers] == [1, 1, 1, 1, 3, 3, 3]
    assert [layer.digest for layer in run.layers] == [f"{naive.digest(layer):016x}" for layer in LAYERS]
    assert [run.keys(depth).tolist() for depth in range(7)] == LAYERS
    assert run.keys(6).dtype == np.uint64
    assert [block.size for block in run.blocks(5)] == [part.board_count for part in run.layers[5].parts]
    assert run.puzzle.name == "8-puzzle"
    assert run.puzzle.format(int(run.keys(0)[0])) == "_12345678"


def test_opening_a_run_with_another_puzzle_raises(small_run: Path) -> None:
    assert "is a run of 8-puzzle, not of this 3x3" in refused(RunError, Run, small_run, load("3x3"))
    path = small_run / "_run.json"
    path.write_text(path.read_text("utf-8").replace("_12/345/678", "1_2/345/678"))
    assert "is a run of 8-puzzle, not of this 8-puzzle" in refused(RunError, lambda: Run(small_run).puzzle)


@pytest.mark.parametrize("depth", [-1, 7, 1000])
def test_missing_layer_is_refused(small_run: Path, depth: int) -> None:
    message = refused(LayerError, Run(small_run).layer, depth)
    assert "layers 0 to 6" in message
    assert message == refused(LayerError, Run(small_run).keys, depth)


def test_unlisted_files_are_not_read(small_run: Path) -> None:
    write_stored(layer_folder(small_run, 5) / "part-00003.parquet", np.array([1, 2], np.uint64), 5)
    assert Run(small_run).keys(5).tolist() == LAYERS[5]


def test_runs_are_found_by_name_and_path(small_run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = small_run.parent
    monkeypatch.chdir(here)
    refused(RunError, open_run, "14-puzzle")
    (here / "data").mkdir()
    shutil.copytree(small_run, here / "data" / "mine")
    assert open_run("8-puzzle").path == Path("8-puzzle")
    assert open_run("mine").path == Path("data/mine")
    assert open_run(str(small_run)).path == small_run
    assert "did you mean mine?" in refused(RunError, open_run, "mime")


READERS = {
    "pandas": pd.read_parquet,
    "polars": lambda folder: polars.scan_parquet(folder).collect().to_pandas(),
    "duckdb": lambda folder: duckdb.read_parquet(folder).df(),
    "pyarrow": lambda folder: pq.read_table(folder).to_pandas(),
}


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_libraries_read_the_layers_folder(small_run: Path, read: Callable[[str], pd.DataFrame]) -> None:
    scratch = Scratch(small_run / "_scratch")
    scratch.open()
    scratch.part(7, "part-00000.parquet").write_text("half")
    frame = read(f"{small_run}/layers")
    assert frame.dtypes.to_dict() == {"state": np.uint64, "depth": np.int16}
    expected = [(key, depth) for depth, layer in enumerate(LAYERS) for key in layer]
    assert list(zip(frame["state"].tolist(), frame["depth"].tolist(), strict=True)) == expected


def test_depths_of_skips_layers_of_the_other_parity(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = expand("8-puzzle", depth=9, out=tmp_path / "run")
    keys = run.keys(7)
    asked: list[int] = []
    find = run.find
    monkeypatch.setattr(run, "find", lambda depth, keys: asked.append(depth) or find(depth, keys))
    assert set(run.depths_of(keys).tolist()) == {7}
    assert asked == [9, 7]  # the layer with the most boards first


def test_depths_of_finds_boards_of_both_parities(tmp_path: Path) -> None:
    run = expand("8-puzzle", depth=4, starts=["_12345678", "1_2345678", "123456_78"], out=tmp_path / "run")
    for depth in range(5):
        assert set(run.depths_of(run.keys(depth)).tolist()) == {depth}


TILES = 'kind = "tiles"\nhome = "12/3_"\n'
GOAL = 'kind = "tiles"\nhome = "12/3_"\ngoal = "_1/32"\n'
GRAPH = 'kind = "graph"\nhome = "ABCD_"\nedges = [[0,1],[1,2],[2,3],[3,4],[4,0]]\n'
BLOCKS = 'kind = "blocks"\nhome = "AB./..."\ngoal = [["A", 2, 3]]\n'


@pytest.mark.parametrize(
    ("text", "old", "new", "said"),
    [
        (TILES, "12/3_", "1_/32", "its home was 123_ and is 1_32 now and its goal was 123_ and is 1_32 now"),
        (GOAL, "12/3_", "1_/32", "its home was 123_ and is 1_32 now"),
        (GOAL, "_1/32", "1_/32", "its goal was _132 and is 1_32 now"),
        (GRAPH, "ABCD_", "ABC_D", "its home was ABCD_ and is ABC_D now and its goal was ABCD_ and is ABC_D now"),
        (BLOCKS, "AB./...", "A.B/...", "its home was AB./... and is A.B/... now"),
        (BLOCKS, "2, 3", "2, 2", "its goal was A at row 2, column 3 and is A at row 2, column 2 now"),
    ],
)
def test_edited_home_or_goal_raises_run_error(tmp_path: Path, text: str, old: str, new: str, said: str) -> None:
    """The start is the same board before and after, so that only the puzzle differs."""
    puzzle, edited = read_puzzle(text, "mine"), read_puzzle(text.replace(old, new), "mine")
    start, out = puzzle.format(puzzle.home), tmp_path / "run"
    layers = expand(puzzle, start=start, depth=2, out=out).layers
    message = refused(RunError, lambda: expand(edited, start=start, out=out))
    assert message == f"{out} has a run of mine before an edit, where {said}: replace it, or choose another folder"
    assert Run(out).layers == layers
    assert len(expand(puzzle, start=start, out=out).layers) > 2


@pytest.mark.parametrize("goal", ["A.B/...", "../.A", None])
def test_replaced_goal_is_stored(tmp_path: Path, goal: str | None) -> None:
    puzzle: Puzzle = read_puzzle(BLOCKS, "mine").with_goal("..A/..." if goal == "../.A" else goal or 0x1)
    expand(puzzle, out=tmp_path / "run")
    assert Run(tmp_path / "run").puzzle == puzzle
    eight = load("2x3").with_goal("12345_"[::-1])
    expand(eight, depth=1, out=tmp_path / "two")
    assert Run(tmp_path / "two").puzzle == eight


def test_metrics_have_own_identities_and_the_same_goals(tmp_path: Path) -> None:
    """Journals and parts know runs by this hash; the goals of a run are boards, whatever counts as a move."""
    step, move = read_puzzle(BLOCKS, "mine", "step"), read_puzzle(BLOCKS, "mine", "move")
    assert identity_hash(step) != identity_hash(move)
    run = expand(step, out=tmp_path / "run")
    assert goal_boards(move, run).keys.tolist() == goal_boards(step, run).keys.tolist()
