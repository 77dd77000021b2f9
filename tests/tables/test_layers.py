"""Layers of tables on demand: those of a run, board for board, in one bit and in two, in memory and through files."""

from dataclasses import replace

import pytest

import slidefront
from slidefront import Resources
from slidefront.apps.problems.packs import samples
from slidefront.errors import LimitError, TableError
from slidefront.executors.budget import Budget
from slidefront.frames.stats import hardest
from slidefront.notation.load import load
from slidefront.puzzles.capabilities import Only
from slidefront.puzzles.core import Puzzle
from slidefront.store.run import Run
from slidefront.tables import layers
from slidefront.tables.build import make_table
from slidefront.tables.layers import write_run
from slidefront.watch import Interrupted, Watcher
from tests.explore.conftest import triangle
from tests.strategies_blocks import block_case

NAMED = block_case("AB.C/D##E/FG.H", groups=[], goal=[["A", 1, 2]])
ALIKE = block_case("AABC/DDEF/...F", goal=[["A", 3, 2]])
PUZZLES = {
    "one bit": lambda: load("2x3"),
    "two bits": triangle,
    "blocks": lambda: ALIKE.puzzles["step"],
    "blocks, any distance": lambda: ALIKE.puzzles["slide"],
    "names": lambda: NAMED.puzzles["step"],
    "names, any path": lambda: NAMED.puzzles["move"],
}


def records(run: Run) -> list[tuple[str, int, int, list[str]]]:
    return [
        (layer.digest, layer.board_count, layer.selected_count, [part.sha256 for part in layer.parts])
        for layer in run.layers
    ]


@pytest.fixture(params=PUZZLES)
def puzzle(request) -> Puzzle:
    return PUZZLES[request.param]()


def test_a_run_of_a_table_is_the_run_that_expand_makes(tmp_path, puzzle) -> None:
    expected = slidefront.expand(puzzle, out=tmp_path / "expected")
    table = make_table(puzzle, tmp_path / "a.table")
    actual = write_run(table, tmp_path / "run", resources=Resources(2))
    assert records(actual) == records(expected)
    assert actual.manifest.head() == expected.manifest.head()
    assert actual.manifest.whole
    assert slidefront.verify(tmp_path / "run", deep=True).good


def test_a_layer_that_goes_through_files_is_the_same(tmp_path, monkeypatch, puzzle) -> None:
    table = make_table(puzzle, tmp_path / "a.table")
    expected = records(write_run(table, tmp_path / "expected"))
    monkeypatch.setattr(Budget, "work", 0)
    monkeypatch.setattr(layers, "_CHUNK_BOARDS", 50)
    monkeypatch.setattr(layers, "BUCKET_KEYS", 64)
    assert [record[:3] for record in records(write_run(table, tmp_path / "run"))] == [record[:3] for record in expected]
    assert not [*tmp_path.rglob("*.keys")]


class StopAt(Watcher):
    """Stops after a layer."""

    def __init__(self, depth: int) -> None:
        self.depth, self.over = depth, False

    def on_layer(self, layer) -> None:
        self.over = layer.depth == self.depth

    def stop(self) -> bool:
        return self.over


def test_an_interrupted_run_of_a_table_continues(tmp_path) -> None:
    table = make_table("8-puzzle", tmp_path / "a.table")
    with pytest.raises(Interrupted):
        write_run(table, tmp_path / "run", watcher=StopAt(20))
    assert Run(tmp_path / "run").last_depth == 20
    assert write_run(table, tmp_path / "run").board_count == 181_440
    assert slidefront.verify(tmp_path / "run", deep=True).good


def test_expand_continues_a_run_of_a_table(tmp_path) -> None:
    table = make_table("8-puzzle", tmp_path / "a.table")
    part = write_run(table, tmp_path / "run", depth=12)
    assert (part.last_depth, part.manifest.whole) == (12, False)
    assert slidefront.expand("8-puzzle", out=tmp_path / "run").board_count == 181_440


def test_samples_and_hardest_boards_are_those_of_a_run(tmp_path) -> None:
    run = slidefront.expand("8-puzzle", out=tmp_path / "run")
    table = make_table("8-puzzle", tmp_path / "a.table")
    for marked in (False, True):
        pairs = zip(
            samples(table, [3, 20, 28], 27, 5, selected=marked),
            samples(run, [3, 20, 28], 27, 5, selected=marked),
            strict=True,
        )
        for (depth, actual), (same, expected) in pairs:
            assert (depth, actual.tolist()) == (same, expected.tolist())
        only: Only | None = "hole-home" if marked else None
        assert hardest(table, 1500, only=only) == hardest(run, 1500, only=only)
    assert [problem.board for problem in slidefront.problems(table, range(25, 29), 12, seed=2)] == [
        problem.board for problem in slidefront.problems(run, range(25, 29), 12, seed=2)
    ]
    rated = slidefront.problems(table, 24, 3, routes=True, difficulty=True)
    assert [problem.difficulty.solutions for problem in rated] == [
        problem.difficulty.solutions for problem in slidefront.problems(run, 24, 3, difficulty=True)
    ]


def test_counts_that_the_codes_do_not_lead_to_are_refused(tmp_path) -> None:
    table = make_table("8-puzzle", tmp_path / "a.table")
    table.manifest.layers[20] = replace(table.manifest.layers[20], board_count=7)
    with pytest.raises(TableError, match="it says that 7 boards are at depth 20"):
        [*table.blocks(25)]


def test_layers_that_need_more_memory_than_there_is_are_refused(tmp_path, monkeypatch) -> None:
    table = make_table("8-puzzle", tmp_path / "a.table")
    monkeypatch.setattr("slidefront.tables.rows.BASE_MEMORY", 1 << 50)
    with pytest.raises(LimitError, match=r"exploring .*a.table again needs 1024 TiB of memory"):
        write_run(table, tmp_path / "run")
    assert not (tmp_path / "run" / "layers").exists()
