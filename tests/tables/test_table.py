"""Table files and their answers: depths and routes, and one line about a damaged, cut or foreign file."""

import struct
import zlib
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import slidefront
from slidefront.errors import TableError
from slidefront.notation.load import load
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.ranking import RowMoves
from slidefront.store.array_files import start_of
from slidefront.tables import table as tables
from slidefront.tables.build import make_table
from slidefront.tables.table import BOARDS_PER_TASK, FORMAT, Table, read_table, write_table
from tests.damage import flipped
from tests.explore.conftest import triangle
from tests.messages import refused
from tests.tables.test_blocks import ORDERS


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return make_table("pillars-6", tmp_path / "a.table").path


def refusal(path: Path) -> str:
    message = refused(TableError, Table, path)
    assert str(path) in message
    return message


def test_every_changed_byte_of_header_and_arrays_raises(path: Path, tmp_path: Path) -> None:
    whole, size = path.read_bytes(), read_table(path).file.bytes
    header = 4096 + -(-size // 4096) * 4096
    rng = np.random.default_rng(1)
    places = [0, 8, 12, 4095, 4096, header - 1, header, len(whole) - 17, len(whole) - 1]
    places += [*rng.integers(header, len(whole), 30).tolist(), *rng.integers(4096, 4096 + size, 30).tolist()]
    for place in places:
        (tmp_path / "b.table").write_bytes(flipped(whole, place, 1 << int(rng.integers(0, 8))))
        assert refusal(tmp_path / "b.table")


@pytest.mark.parametrize("left", [0, 7, 19, 500, 4096, -1])
def test_cut_file_raises(path: Path, tmp_path: Path, left: int) -> None:
    (tmp_path / "b.table").write_bytes(path.read_bytes()[:left])
    assert "is damaged" in refusal(tmp_path / "b.table") or left in (0, 7)


def test_foreign_missing_and_later_files_are_named(path: Path, tmp_path: Path) -> None:
    (tmp_path / "b.table").write_text("depth,boards\n0,1\n" * 10)
    assert "is not a table" in refusal(tmp_path / "b.table")
    assert "No such file" in refusal(tmp_path / "c.table")
    assert "Is a directory" in refusal(tmp_path)
    whole = bytearray(path.read_bytes())
    whole[8:12] = struct.pack("<I", 7)
    path.write_bytes(whole)
    assert "version 7" in refusal(path)


def test_whole_header_without_fields_raises(tmp_path: Path) -> None:
    text = b'{"arrays": 3}'
    end = struct.pack("<II8s", len(text), zlib.crc32(text), FORMAT.magic)
    (tmp_path / "a.table").write_bytes(start_of(FORMAT) + text + end)
    assert "its header cannot be parsed" in refusal(tmp_path / "a.table")


def test_lookups_in_a_large_table_check_the_pages_they_read(
    eight: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board on a damaged page has no answer; home, whose page is good, has one."""
    monkeypatch.setattr(tables, "CHECKED_AT_ONCE", 10)
    (last,) = eight.ranking.keys(np.array([181_439])).tolist()
    assert eight.depth_of(last) is not None
    end = 4096 + read_table(eight.path).file.bytes
    damaged = flipped(eight.path.read_bytes(), end - 1, 128)  # the highest bits of a word are no boards
    (tmp_path / "a.table").write_bytes(damaged)
    table = Table(tmp_path / "a.table")
    assert table.depth_of(table.puzzle.home) == 0
    for ask in (table.depth_of, table.route):
        with pytest.raises(TableError, match="the sum of its bits is wrong"):
            ask(last)


@pytest.mark.parametrize("more", [0, 1 << 40], ids=["all moves", "few moves"])
def test_codes_that_lead_nowhere_raise_although_sums_are_right(
    path: Path, monkeypatch: pytest.MonkeyPatch, more: int
) -> None:
    """A table of a version with a fault: no lookup steps down forever."""
    monkeypatch.setattr(tables, "ALONE", more)
    table = read_table(path)
    write_table(path, table.header, {name: np.zeros_like(array) for name, array in table.file.arrays.items()})
    with pytest.raises(TableError, match="its distances do not lead to the start"):
        Table(path).depth_of("DEFABC")


def test_deepest_boards_are_in_the_file(eight: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("slidefront.tables.layers.ordered_layers", None)  # no layer is explored again
    (hardest,) = slidefront.hardest(eight)
    assert (hardest.depth, hardest.board_count) == (31, 2)
    assert [*map(eight.puzzle.format, hardest.keys)] == ["8_6547231", "876_41253"]


def test_removed_file_is_a_table_error(tmp_path: Path) -> None:
    table = make_table("2x3", tmp_path / "a.table")
    table.path.unlink()
    for call in (table.check, lambda: table.depth_of("home")):
        assert "cannot read" in refused(TableError, call)


def test_many_boards_have_the_depths_of_few(eight: Table) -> None:
    keys = eight.puzzle.ranking().keys(np.arange(eight.board_count))
    assert keys.size > 2 * BOARDS_PER_TASK
    expected = np.concatenate([*map(eight.depths_of, np.array_split(keys, 20))])
    assert (eight.depths_of(keys) == expected).all()
    assert eight.depths_of(keys[:0]).size == 0


WORLDS = {
    "tiles": lambda: load("pillars-6"),
    "two bits": triangle,
    "blocks": lambda: ORDERS["all orders, singles"].puzzle,
    "blocks in few orders": lambda: ORDERS["ring"].puzzle,
    "blocks in two bits": lambda: ORDERS["rings"].puzzles["slide"],
    "equal blocks": lambda: ORDERS["ring with equal pieces"].puzzles["move"],
}


def opened(path: Path, puzzle: Puzzle, *, few: bool) -> Table:
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(tables, "ALONE", 0 if few else 1 << 40)
        table = Table(path, puzzle)
        table.depths_of([puzzle.home])  # many boards keep their moves
    return table


@pytest.mark.parametrize("name", WORLDS)
def test_moves_of_few_rows_lead_to_the_depths_and_routes_of_all_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    puzzle = WORLDS[name]()
    path = make_table(puzzle, tmp_path / "a.table").path
    many = opened(path, puzzle, few=False)
    keys = many.ranking.keys(np.random.default_rng(3).permutation(many.board_count))
    asked = np.concatenate([keys, np.array([2**64 - 1], np.uint64), keys[:3]])
    monkeypatch.setattr(tables, "ALONE", 0)
    few = opened(path, puzzle, few=True)
    depths = few.depths_of(asked)
    assert depths.tolist() == many.depths_of(asked).tolist()
    assert np.bincount(depths[: keys.size]).tolist() == [layer.board_count for layer in many.layers]
    for key, route in zip(asked[-40:].tolist(), few.route_keys(asked[-40:]), strict=True):
        assert route[:1] == [key] * (key in keys)
        assert few.depths_of(np.array(route, np.uint64)).tolist() == [*range(len(route) - 1, -1, -1)]
        assert all(after in [move.key for move in puzzle.moves(board)] for board, after in pairwise(route))


def test_few_boards_do_not_compute_the_moves_of_all_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = make_table("klotski", tmp_path / "a.table").path
    table, deepest = Table(path), Table(path).header.deepest[:3]

    def refuse(_: object) -> RowMoves:
        raise AssertionError("all moves are computed")

    monkeypatch.setattr(type(table.ranking), "moves", property(refuse))
    assert table.depths_of(deepest).tolist() == [124] * 3
    assert [route.length for route in table.routes(deepest)] == [124] * 3
    with pytest.raises(AssertionError, match="all moves are computed"):
        table.depths_of(np.repeat(table.puzzle.array(deepest), 100))
