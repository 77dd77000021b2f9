"""Whole spaces over bits: the same layers as any other way, whatever threads, interruption and start."""

import errno
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import slidefront
from examples.pancakes import Pancakes
from slidefront import Resources
from slidefront.check.verify import verify
from slidefront.errors import BoardError, LimitError, PuzzleError, SlidefrontError, TableError
from slidefront.notation.load import load, read_puzzle
from slidefront.store.manifest import Layer
from slidefront.tables import build
from slidefront.tables.build import make_table
from slidefront.tables.table import Table, ranking_of, read_table
from slidefront.watch import Interrupted, TableProgress, Watcher
from tests import naive
from tests.explore.conftest import growth, triangle
from tests.messages import refused
from tests.store.conftest import Full
from tests.strategies import Case, cases, tile_case
from tests.tables.worlds import Stop, check_distances, sizes

FEW = settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])


@FEW
@given(cases(most_cells=7, distinct=True), st.integers(1, 3))
def test_layers_and_distances_are_those_of_the_slow_twin(tmp_path_factory, case: Case, threads):
    table = make_table(case.puzzle, tmp_path_factory.mktemp("table") / "a.table", resources=Resources(threads))
    expected = naive.layers(case.successors, [case.home])
    check_distances(table, expected)
    hole = [cell for cell, label in enumerate(case.home) if not label]
    marked = [sum(all(not board[cell] for cell in hole) for board in layer) for layer in expected]
    assert [layer.selected_count for layer in table.layers] == marked


LARGE = [pytest.param(name, marks=pytest.mark.slow) for name in ("11-puzzle", "14-puzzle")]


@pytest.mark.parametrize("name", ["8-puzzle", "10-puzzle", "pillars", "pillars-6", *LARGE])
def test_golden_growth(tmp_path, name):
    table = make_table(name, tmp_path / "a.table")
    rows = growth(name)
    assert sizes(table) == [row["boards"] for row in rows]
    if "hole_home" in rows[0]:
        assert [layer.selected_count for layer in table.layers] == [row["hole_home"] for row in rows]


@pytest.mark.parametrize("name", ["10-puzzle", pytest.param("14-puzzle", marks=pytest.mark.soak)])
def test_every_board_has_the_depth_of_its_layer(tmp_path, name):
    run = slidefront.expand(name, out=tmp_path / "run")
    table = make_table(name, tmp_path / "a.table")
    for depth in range(run.last_depth + 1):
        assert (table.depths_of(run.keys(depth)) == depth).all()


@pytest.mark.parametrize(("puzzle", "after"), [("pillars", 5), ("triangle", 0), ("triangle", 1), ("triangle", 12)])
def test_an_interrupted_table_goes_on_to_the_same_file(tmp_path, puzzle, after):
    puzzle = triangle() if puzzle == "triangle" else load(puzzle)
    expected = make_table(puzzle, tmp_path / "whole.table")
    path, interruptions = tmp_path / "a.table", 0
    while not path.exists() or not read_table(path).header.manifest.whole:
        try:
            make_table(puzzle, path, resources=Resources(2), watcher=Stop(after + 10 * interruptions))
        except Interrupted:
            interruptions += 1
            with pytest.raises(TableError, match="is not finished"):
                Table(path)
    assert interruptions > 0
    actual = Table(path)
    assert sizes(actual) == sizes(expected)
    assert actual.header.deepest == expected.header.deepest
    for one, other in zip(
        read_table(path).file.arrays.values(), read_table(expected.path).file.arrays.values(), strict=True
    ):
        assert (one == other).all()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.table", "whole.table"]


class Killed(Watcher):
    """Ends the work at a depth."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.depths: list[int] = []

    def on_depth(self, progress: TableProgress) -> None:
        self.depths.append(progress.depth)
        if progress.depth == self.at:
            raise RuntimeError("killed")


def test_an_unfinished_table_is_saved_now_and_then(tmp_path, monkeypatch):
    """What a killed process leaves is a table that the same command continues with."""
    monkeypatch.setattr(build.SpaceBits, "save_every", 0.0)
    expected = make_table("pillars-6", tmp_path / "whole.table")
    path = tmp_path / "a.table"
    with pytest.raises(RuntimeError):
        make_table("pillars-6", path, watcher=Killed(at=1))
    assert not path.exists()
    killed = Killed(at=9)
    with pytest.raises(RuntimeError):
        make_table("pillars-6", path, watcher=killed)
    assert killed.depths == [*range(1, 10)]
    assert read_table(path).header.manifest.depth == 8
    again = Killed(at=-1)
    table = make_table("pillars-6", path, watcher=again)
    assert again.depths == [*range(9, table.last_depth + 1)]
    assert sizes(table) == sizes(expected)


def test_a_finished_table_is_opened_and_not_made_again(tmp_path):
    make_table("pillars-6", tmp_path / "a.table")
    before = (tmp_path / "a.table").stat()
    killed = Killed(at=1)
    make_table("pillars-6", tmp_path / "a.table", watcher=killed)
    assert not killed.depths
    assert (tmp_path / "a.table").stat() == before


def test_a_table_of_something_else_is_left_alone(tmp_path):
    make_table("pillars-6", tmp_path / "a.table")
    before = (tmp_path / "a.table").read_bytes()
    for puzzle, start, of in (("8-puzzle", "home", ", not of this 8-puzzle"), ("pillars-6", "goal", " from home")):
        with pytest.raises(TableError, match=rf"is a table of pillars-6{of}: replace it, or choose another file"):
            make_table(puzzle, tmp_path / "a.table", start=start)
    assert (tmp_path / "a.table").read_bytes() == before


def test_a_table_of_the_same_tiles_with_another_home_is_left_alone(tmp_path):
    one, other = (read_puzzle(f'kind = "tiles"\nhome = "{home}"\n', "small") for home in ("123/45_", "12_/453"))
    table = make_table(one, tmp_path / "a.table", start="12_453")
    with pytest.raises(
        TableError, match="is a table of small before an edit, where its home was 12345_ and is 12_453 now"
    ):
        make_table(other, tmp_path / "a.table", start="12_453")
    assert table.depth_of("12_453") == 0


def test_too_little_memory_is_said_before_any_work(tmp_path):
    tracemalloc.start()
    try:
        with pytest.raises(LimitError) as refused:
            make_table("3x5", tmp_path / "a.table", resources=Resources(memory=64 << 20))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert refused.value.parameters == ("memory",)
    assert peak < 4 * ranking_of(load("3x5")).shape.rows  # before there is a number for each row


def test_too_little_disk_is_said_before_any_work(tmp_path, monkeypatch):
    monkeypatch.setattr(build, "free_disk", lambda _: 1000)
    with pytest.raises(
        LimitError, match=r"the table of 8-puzzle needs 23.6 KiB of disk and 1.0 KiB are free for .*, 22.6 KiB too"
    ):
        make_table("8-puzzle", tmp_path / "a.table")


def test_a_start_that_home_does_not_reach(tmp_path):
    with pytest.raises(BoardError, match=r"cannot be reached from home"):
        make_table("8-puzzle", tmp_path / "a.table", start="_21345678")


TWO_ORBITS = tile_case(4, 4, (1, 1, *range(2, 14), 0, 0))
"""Equal tiles on one orbit of the loops, and distinct ones on the other."""


@pytest.mark.parametrize("puzzle", [Pancakes(4), TWO_ORBITS.puzzle], ids=lambda one: one.name)
def test_a_puzzle_whose_boards_have_no_numbers_has_no_table(tmp_path, puzzle):
    with pytest.raises(PuzzleError, match="has no table, because its boards cannot be numbered"):
        make_table(puzzle, tmp_path / "a.table")


def test_a_place_that_cannot_be_written_is_refused_before_any_work(tmp_path):
    (tmp_path / "file").write_text("")
    killed = Killed(at=1)
    with pytest.raises(TableError, match="cannot write"):
        make_table("8-puzzle", tmp_path / "file" / "a.table", watcher=killed)
    assert not killed.depths


def test_starts_on_both_sides_take_two_bits(tmp_path):
    puzzle = read_puzzle('kind = "blocks"\nhome = "AB../...."\ngoal = [["A", 2, 2]]\n', "two")
    table = make_table(puzzle, tmp_path / "a.table", start="goal")
    assert table.header.bits == 2
    assert table.layers[0].board_count == table.layers[0].selected_count == 7


def test_only_one_process_makes_a_table(tmp_path: Path) -> None:
    """One that explores it in memory has written nothing yet when another one begins."""
    path, second = tmp_path / "a.table", list[str]()

    class Second(Watcher):
        def on_depth(self, _: TableProgress) -> None:
            second.append(refused(TableError, lambda: make_table("2x3", path)))

    table = make_table("2x3", path, watcher=Second())
    assert len({*second}) == 1
    assert "another process is making the table" in second[0]
    assert [*tmp_path.iterdir()] == [path]
    assert verify(table, deep=True).good


def test_a_table_that_another_process_finishes_meanwhile_is_not_made_again(tmp_path: Path) -> None:
    path, room, made = tmp_path / "a.table", build.free_disk, list[Table | None]()

    def free_disk(folder: Path) -> int:
        if not made:
            made.append(None)
            made[0] = make_table("2x3", path)
        return room(folder)

    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(build, "free_disk", free_disk)
        with pytest.raises(TableError, match="run the same command again"):
            make_table("2x3", path)
    assert verify(make_table("2x3", path), deep=True).good


@pytest.mark.parametrize("make", [make_table, slidefront.expand])
def test_a_puzzle_file_that_is_edited_meanwhile(tmp_path: Path, make: Callable[..., Any]) -> None:
    """The work goes on with the puzzle that it began with; a later call notices the change."""
    file = tmp_path / "edited.toml"
    before, after = ('kind = "tiles"\nhome = "_ 1 2/3 4 5/6 7 8"\n'.replace("/6 7 8", rest) for rest in ("", "/6 6 6"))

    class Edit(Watcher):
        def on_depth(self, _: TableProgress) -> None:
            file.write_text(after)

        def on_layer(self, _: Layer) -> None:
            file.write_text(after)

    file.write_text(before)
    expected = [layer.board_count for layer in slidefront.expand("2x3", out=tmp_path / "run").layers]
    made = make(file, out=tmp_path / "made", watcher=Edit())
    assert [layer.board_count for layer in made.layers] == expected
    assert slidefront.open_space(tmp_path / "made").puzzle.home == read_puzzle(before).home
    with pytest.raises(SlidefrontError, match=r"a (run|table) of edited"):
        make(file, out=tmp_path / "made")


def test_a_rename_that_fails_ends_the_work_in_one_line(tmp_path) -> None:
    """Of a new table, of what is saved, and of the finished one; the next call goes on."""
    path, whole = tmp_path / "a.table", make_table("8-puzzle", tmp_path / "b.table")
    for after in (5, 10_000):
        with Full(Path, "replace", 1, error=errno.EACCES), pytest.raises(SlidefrontError, match="Permission denied"):
            make_table("8-puzzle", path, watcher=Stop(after))
        with pytest.raises(Interrupted):
            make_table("8-puzzle", path, watcher=Stop(3))
        path.unlink()
    table = make_table("8-puzzle", path)
    assert (sizes(table), {*tmp_path.iterdir()}) == (sizes(whole), {whole.path, path})
