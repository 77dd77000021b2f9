"""Tables of runs: for block puzzles, several starts, and boards whose tiles are equal."""

import numpy as np
import pytest

import slidefront
from slidefront.errors import LimitError, TableError
from slidefront.explore.starts import goals_of
from slidefront.puzzles.load import load, load_text
from slidefront.tables.explore import make_table
from slidefront.tables.table import Table

SMALL = 'kind = "blocks"\nhome = "A..B/C..B/D.E."\ngoal = [["B", 1, 0]]\n'


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    puzzle = load_text(SMALL, "small")
    return slidefront.expand(puzzle, out=tmp_path_factory.mktemp("small") / "run")


def check(table: Table, run: slidefront.Run) -> None:
    assert [layer.boards for layer in table.layers] == [layer.boards for layer in run.layers]
    assert [layer.marked for layer in table.layers] == [layer.marked for layer in run.layers]
    for depth in range(run.depth + 1):
        keys = run.keys(depth)
        assert (table.depths(keys) == depth).all()
        for key in keys[:1].tolist() if depth % 10 == 0 else []:
            assert len(table.way(key)) == depth + 1


def test_a_block_puzzle(small, tmp_path):
    table = make_table(small.puzzle, tmp_path / "a.table", run=small)
    check(table, small)
    route = table.route(table.header.deepest[0])
    assert (route.start, route.length) == (small.puzzle.home, small.depth)
    every = np.sort(np.concatenate([small.keys(depth) for depth in range(small.depth + 1)]))
    absent = np.setdiff1d(np.arange(every[-1] + np.uint64(10), dtype=np.uint64), every)
    assert (table.depths(absent) == -1).all()


def test_all_goals_as_starts(small, tmp_path):
    starts = goals_of(small.puzzle, small)
    run = slidefront.expand(small.puzzle, starts=starts, out=tmp_path / "run")
    table = make_table(small.puzzle, tmp_path / "a.table", run=tmp_path / "run")
    check(table, run)
    route = table.route(table.header.deepest[0])
    assert small.puzzle.meets_goal(route.end)
    assert route.length == run.depth


def test_a_run_of_tiles_gives_the_depths_that_ranks_give(tmp_path):
    run = slidefront.expand("8-puzzle", out=tmp_path / "run")
    listed = make_table("8-puzzle", tmp_path / "a.table", run=run)
    bits = make_table("8-puzzle", tmp_path / "b.table")
    check(listed, run)
    assert [layer.boards for layer in listed.layers] == [layer.boards for layer in bits.layers]


def test_runs_that_will_not_do(small, tmp_path):
    part = slidefront.expand("8-puzzle", depth=5, out=tmp_path / "part")
    with pytest.raises(TableError, match="is not finished: continue it with `slidefront expand`"):
        make_table("8-puzzle", tmp_path / "a.table", run=part)
    with pytest.raises(TableError, match="is a run of small, not of this 8-puzzle"):
        make_table("8-puzzle", tmp_path / "a.table", run=small)
    with pytest.raises(LimitError, match=r"needs .* of memory, more than the 1\.0 MiB"):
        make_table(small.puzzle, tmp_path / "a.table", run=small, memory=1 << 20)
    make_table("pillars-6", tmp_path / "other.table")
    with pytest.raises(TableError, match="is a table of another puzzle"):
        make_table(small.puzzle, tmp_path / "other.table", run=small)
    assert not (tmp_path / "a.table").exists()


def test_a_table_takes_less_than_its_layers(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run = slidefront.expand("klotski")
    table = make_table("klotski")
    check(table, run)
    assert table.bytes < sum(layer.bytes for layer in run.layers)
    assert load("klotski").home in table.header.starts
