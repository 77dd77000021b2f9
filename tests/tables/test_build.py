"""Make tables in memory: the layers of other sources, for any threads, interruptions, starts and puzzles."""

import errno
import tracemalloc
from collections.abc import Callable
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import slidefront
from examples.pancakes import Pancakes
from slidefront import Resources
from slidefront.arrays import Keys
from slidefront.errors import BoardError, LimitError, PuzzleError, SlidefrontError, TableError
from slidefront.executors.budget import WorkSizes
from slidefront.notation.load import load, read_puzzle
from slidefront.puzzles.ranking import Ranks, RowMarks, RowMoves, Shape, Shuffles, whole_rows
from slidefront.tables import build
from slidefront.tables.build import make_table
from slidefront.tables.table import Table, ranking_of, read_table
from slidefront.watch import Interrupted, TableProgress, Watcher
from tests import naive, naive_blocks
from tests.explore.conftest import Divided, check_growth, growth, triangle
from tests.messages import refused
from tests.store.conftest import Full
from tests.strategies import Case, cases, patient, tile_case
from tests.strategies_blocks import block_case
from tests.tables.worlds import Stop, check_distances, check_same, make_in_parts, phase, sizes
from tests.watchers import Told


@patient
@given(cases(most_cells=7, distinct=True), st.integers(1, 3))
def test_layers_and_distances_match_naive_search(
    tmp_path_factory: pytest.TempPathFactory, case: Case, threads: int
) -> None:
    table = make_table(case.puzzle, tmp_path_factory.mktemp("table") / "a.table", resources=Resources(threads))
    expected = naive.layers(case.successors, [case.home])
    check_distances(table, expected)
    hole = [cell for cell, label in enumerate(case.home) if not label]
    marked = [sum(all(not board[cell] for cell in hole) for board in layer) for layer in expected]
    assert [layer.selected_count for layer in table.layers] == marked


LARGE = [pytest.param(name, marks=pytest.mark.slow) for name in ("11-puzzle", "14-puzzle")]


@pytest.mark.parametrize("name", ["8-puzzle", "10-puzzle", "pillars", "pillars-6", *LARGE])
def test_layers_have_golden_growth(tmp_path: Path, name: str) -> None:
    table = make_table(name, tmp_path / "a.table")
    check_growth(table, name)
    assert table.last_depth == len(growth(name)) - 1


@pytest.mark.parametrize(
    "name", ["3x3-tiles-1-2-3", "3x4-tiles-1-2-3-4", "4x4-tiles-1-2-3-4", "3x5-tiles-1-2-3-6-11", "5x5-tiles-1-2-3"]
)
def test_tables_from_a_partial_goal_have_the_published_counts(name: str, tmp_path: Path) -> None:
    table = make_table(phase(name), tmp_path / "a.table", start="goal")
    assert sizes(table) == [row["boards"] for row in growth(name, "phases")]
    assert table.layers[0].selected_count == table.layers[0].board_count


def test_layers_from_a_partial_goal_have_the_published_counts(tmp_path: Path) -> None:
    run = slidefront.expand(phase("5x5-tiles-1-2-3"), start="goal", depth=25, out=tmp_path / "run")
    golden = growth("5x5-tiles-1-2-3", "phases")[:26]
    assert [layer.board_count for layer in run.layers] == [row["boards"] for row in golden]


@pytest.mark.parametrize("name", ["10-puzzle", pytest.param("14-puzzle", marks=pytest.mark.soak)])
def test_every_board_has_the_depth_of_its_layer(tmp_path: Path, name: str) -> None:
    run = slidefront.expand(name, out=tmp_path / "run")
    table = make_table(name, tmp_path / "a.table")
    for depth in range(run.last_depth + 1):
        assert (table.depths_of(run.keys(depth)) == depth).all()


@pytest.mark.parametrize(("puzzle", "after"), [("pillars", 5), ("triangle", 0), ("triangle", 1), ("triangle", 12)])
def test_interrupted_table_continues_to_the_same_file(tmp_path: Path, puzzle: str, after: int) -> None:
    loaded = triangle() if puzzle == "triangle" else load(puzzle)
    expected = make_table(loaded, tmp_path / "whole.table")
    table = make_in_parts(loaded, tmp_path / "a.table", lambda number: after + 10 * number, resources=Resources(2))
    check_same(table, expected)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.table", "whole.table"]


def test_rows_far_from_the_last_layer_keep_their_codes(tmp_path: Path) -> None:
    """Two pieces exchange their order at the far end of a lane, so most rows are partly reached for many depths."""
    case = block_case(f"AB{'.' * 14}/{'#' * 14}.#", groups=[])
    layers = naive_blocks.layers(case.rules, "step")
    whole = make_table(case.puzzle, tmp_path / "whole.table")
    assert sizes(whole) == [*map(len, layers)]
    check_same(make_in_parts(case.puzzle, tmp_path / "a.table", lambda number: 5 * number), whole)


class Killed(Watcher):
    """Ends the work at a depth."""

    def __init__(self, depth: int) -> None:
        self._depth = depth
        self.depths: list[int] = []

    def on_depth(self, progress: TableProgress) -> None:
        self.depths.append(progress.depth)
        if progress.depth == self._depth:
            raise RuntimeError("killed")


def test_unfinished_table_is_saved_regularly(tmp_path: Path) -> None:
    """The same command continues a table whose process was killed."""
    make = partial(make_table, "pillars-6", resources=Divided(sizes=WorkSizes(save_seconds=0)))
    path, expected = tmp_path / "a.table", make_table("pillars-6", tmp_path / "whole.table")
    with pytest.raises(RuntimeError):
        make(path, watcher=Killed(1))
    assert not path.exists()
    killed, again = Killed(9), Killed(-1)
    with pytest.raises(RuntimeError):
        make(path, watcher=killed)
    assert killed.depths == [*range(1, 10)]
    assert read_table(path).header.manifest.depth == 8
    table = make(path, watcher=again)
    assert again.depths == [*range(9, table.last_depth + 1)]
    check_same(table, expected)


def test_finished_table_is_opened(tmp_path: Path) -> None:
    path, killed = make_table("pillars-6", tmp_path / "a.table").path, Killed(1)
    before = path.stat()
    make_table("pillars-6", path, watcher=killed)
    assert not killed.depths
    assert path.stat() == before


def test_table_of_another_puzzle_or_start_is_kept(tmp_path: Path) -> None:
    path = make_table("pillars-6", tmp_path / "a.table").path
    before = path.read_bytes()
    for puzzle, start, difference in (
        ("8-puzzle", "home", "of pillars-6, not of this 8-puzzle"),
        ("pillars-6", "goal", "from home, not from goal"),
    ):
        with pytest.raises(TableError, match=f"is a table {difference}: replace it, or choose another"):
            make_table(puzzle, path, start=start)
    assert path.read_bytes() == before
    note = tmp_path / "note.txt"
    note.write_text("no table")
    with pytest.raises(TableError, match="exists and is not a table: replace it, or choose another file") as error:
        make_table("pillars-6", note)
    assert error.value.parameters == ("replace", "out")
    assert note.read_text() == "no table"
    assert make_table("pillars-6", note, replace=True).board_count == 360


def test_table_of_another_metric_is_kept(tmp_path: Path) -> None:
    path = make_table("2x3", tmp_path / "a.table").path
    with pytest.raises(TableError, match="is a table in the step metric, not line: replace it, or choose another file"):
        make_table(load("2x3", "line"), path)


def test_table_of_the_same_tiles_with_another_home_is_kept(tmp_path: Path) -> None:
    puzzles = [read_puzzle(f'kind = "tiles"\nhome = "{home}"\n', "small") for home in ("123/45_", "12_/453")]
    table = make_table(puzzles[0], tmp_path / "a.table", start="12_453")
    with pytest.raises(
        TableError, match="is a table of small before an edit, where its home was 12345_ and is 12_453 now"
    ):
        make_table(puzzles[1], tmp_path / "a.table", start="12_453")
    assert table.depth_of("12_453") == 0


def test_too_little_memory_raises_before_any_work(tmp_path: Path) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(LimitError) as error:
            make_table("3x5", tmp_path / "a.table", resources=Resources(memory=64 << 20))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert error.value.parameters == ("memory",)
    assert peak < 4 * ranking_of(load("3x5")).shape.rows  # before there is a number for each row


def test_too_little_disk_raises_before_any_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "free_disk", lambda _: 1000)
    with pytest.raises(
        LimitError, match=r"the table of 8-puzzle needs 23.6 KiB of disk and 1.0 KiB are free for .*, 22.6 KiB too"
    ):
        make_table("8-puzzle", tmp_path / "a.table")


def test_start_that_home_does_not_reach_raises(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match="cannot be reached from home"):
        make_table("8-puzzle", tmp_path / "a.table", start="_21345678")


TWO_ORBITS = tile_case(4, 4, (1, 1, *range(2, 14), 0, 0))
"""Equal tiles on one orbit of the loops, and distinct ones on the other."""


@pytest.mark.parametrize("puzzle", [Pancakes(4), TWO_ORBITS.puzzle], ids=["pancakes", "two orbits"])
def test_puzzle_without_ranking_has_no_table(tmp_path: Path, puzzle: slidefront.Puzzle) -> None:
    with pytest.raises(PuzzleError, match="has no table, because its boards cannot be numbered"):
        make_table(puzzle, tmp_path / "a.table")


def test_unwritable_path_raises_before_any_work(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    killed = Killed(1)
    with pytest.raises(TableError, match="cannot write"):
        make_table("8-puzzle", tmp_path / "file" / "a.table", watcher=killed)
    assert not killed.depths


def test_only_one_process_builds_a_table(tmp_path: Path) -> None:
    """A process that explores in memory has written nothing yet when another one begins."""
    path, errors = tmp_path / "a.table", list[str]()

    second = Told(depth=lambda _: errors.append(refused(TableError, lambda: make_table("2x3", path))))
    table = make_table("2x3", path, watcher=second)
    assert len({*errors}) == 1
    assert "another process is making the table" in errors[0]
    assert [*tmp_path.iterdir()] == [path]
    assert slidefront.verify(table, deep=True).good


def test_table_finished_by_another_process_is_kept(tmp_path: Path) -> None:
    path, room, others = tmp_path / "a.table", build.free_disk, list[Table | None]()

    def free_disk(folder: Path) -> int:
        if not others:
            others.append(None)
            others[0] = make_table("2x3", path)
        return room(folder)

    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(build, "free_disk", free_disk)
        with pytest.raises(TableError, match="run the same command again"):
            make_table("2x3", path)
    assert slidefront.verify(make_table("2x3", path), deep=True).good


@pytest.mark.parametrize("make", [make_table, slidefront.expand])
def test_puzzle_file_edited_during_the_work(tmp_path: Path, make: Callable[..., Any]) -> None:
    """The work continues with the puzzle that it began with; a later call notices the change."""
    file, before = tmp_path / "edited.toml", 'kind = "tiles"\nhome = "_ 1 2/3 4 5"\n'

    def edit(_: object) -> None:
        file.write_text(before.replace("5", "5/6 6 6"))

    file.write_text(before)
    expected = [layer.board_count for layer in slidefront.expand("2x3", out=tmp_path / "run").layers]
    space = make(file, out=tmp_path / "space", watcher=Told(depth=edit, layer=edit))
    assert [layer.board_count for layer in space.layers] == expected
    assert slidefront.open_space(tmp_path / "space").puzzle.home == read_puzzle(before).home
    with pytest.raises(SlidefrontError, match=r"a (run|table) of edited"):
        make(file, out=tmp_path / "space")


def test_failed_rename_is_one_line_and_the_next_call_continues(tmp_path: Path) -> None:
    """It may be that of a new table, a saved one, or the finished one."""
    path, whole = tmp_path / "a.table", make_table("8-puzzle", tmp_path / "b.table")
    for after in (5, 10_000):
        with Full(Path, "replace", 1, error=errno.EACCES), pytest.raises(SlidefrontError, match="Permission denied"):
            make_table("8-puzzle", path, watcher=Stop(after))
        with pytest.raises(Interrupted):
            make_table("8-puzzle", path, watcher=Stop(3))
        path.unlink()
    check_same(make_table("8-puzzle", path), whole)
    assert {*tmp_path.iterdir()} == {whole.path, path}


COUNT = 5


class Ranked(slidefront.Ranking):
    """Each board is a row of one word with one place; ranks are the order of the keys."""

    def __init__(self, puzzle: "RankedPancakes") -> None:
        self._puzzle = puzzle
        stacks = sorted(int("".join(labels), 16) for labels in permutations("12345"))
        self._boards = np.array([*stacks, *(stack + 0x555555 for stack in stacks if puzzle.is_wide)], np.uint64)
        self.shape = Shape(rows=self._boards.size, words=1, per_word=1)

    def row_moves(self, rows: Ranks) -> RowMoves:
        out = np.empty(self._puzzle.most_successors, np.uint64)
        ends = [out[: self._puzzle.write_successors(self._boards[row : row + 1], out)].copy() for row in rows]
        first = np.arange(0, len(ends) * (COUNT - 1) + 1, COUNT - 1, dtype=np.int64)
        end = self.ranks(np.concatenate([*ends, out[:0]])).astype(np.int32)
        nothing = np.zeros((1, 1), np.uint16)
        shuffles = Shuffles(
            nothing, nothing.astype(np.uint8), nothing.astype(np.uint8), np.zeros((1, 8, 256), np.uint64)
        )
        return RowMoves(first, end, np.zeros(end.size, np.uint16), shuffles)

    @property
    def marked(self) -> RowMarks:
        return whole_rows(self.shape, (self._boards == self._puzzle.home).astype(np.uint8))

    def ranks(self, keys: Keys) -> Ranks:
        at = np.minimum(np.searchsorted(self._boards, keys), self._boards.size - 1)
        return np.where(self._boards[at] == keys, at, -1)

    def keys(self, ranks: Ranks) -> Keys:
        return self._boards[ranks]


class RankedPancakes(Pancakes):
    """Pancakes that are numbered. If `is_wide`, so are the stacks of another set, which no moves lead to."""

    is_wide = False

    def ranking(self) -> Ranked:
        return Ranked(self)


def test_puzzle_with_its_own_ranking_has_a_table(tmp_path: Path) -> None:
    puzzle = RankedPancakes(COUNT)
    run = slidefront.expand(Pancakes(COUNT), out=tmp_path / "run")
    table = slidefront.make_table(puzzle, tmp_path / "own.table")
    assert sizes(table) == [layer.board_count for layer in run.layers] == [1, 4, 12, 35, 48, 20]
    opened = slidefront.open_table(table.path, puzzle)
    for depth in range(run.last_depth + 1):
        assert opened.depths_of(run.keys(depth)).tolist() == [depth] * run.layers[depth].board_count
        assert opened.keys(depth).tolist() == run.keys(depth).tolist()
    assert opened.route(opened.header.deepest[0]).length == opened.last_depth == 5
    assert opened.depth_of("54321") == 1


def test_table_that_does_not_reach_all_ranks_raises(tmp_path: Path) -> None:
    puzzle = RankedPancakes(COUNT)
    puzzle.is_wide = True
    with pytest.raises(TableError, match="120 boards were found, and there are 240"):
        slidefront.make_table(puzzle, tmp_path / "own.table")
