"""Table files: what is written is read, and what is damaged, cut or foreign is refused in one line."""

import struct
import zlib

import numpy as np
import pytest

import slidefront
from slidefront.errors import TableError
from slidefront.store.array_files import start_of
from slidefront.tables import table as tables
from slidefront.tables.build import make_table
from slidefront.tables.table import FORMAT, Table, read_table, write_table


@pytest.fixture
def path(tmp_path):
    return make_table("pillars-6", tmp_path / "a.table").path


def refusal(path) -> str:
    with pytest.raises(TableError) as refused:
        Table(path)
    message = str(refused.value)
    assert "\n" not in message
    assert str(path) in message
    return message


def test_every_changed_byte_of_header_and_arrays_is_noticed(path, tmp_path):
    whole = path.read_bytes()
    found = read_table(path)
    size = found.file.bytes
    header = 4096 + -(-size // 4096) * 4096
    rng = np.random.default_rng(1)
    places = [0, 8, 12, 4095, 4096, header - 1, header, len(whole) - 17, len(whole) - 1]
    places += [*rng.integers(header, len(whole), 30).tolist(), *rng.integers(4096, 4096 + size, 30).tolist()]
    for place in places:
        damaged = bytearray(whole)
        damaged[place] ^= 1 << int(rng.integers(0, 8))
        (tmp_path / "b.table").write_bytes(damaged)
        assert refusal(tmp_path / "b.table")


@pytest.mark.parametrize("left", [0, 7, 19, 500, 4096, -1])
def test_a_file_that_is_cut(path, tmp_path, left):
    (tmp_path / "b.table").write_bytes(path.read_bytes()[:left])
    assert "is damaged" in refusal(tmp_path / "b.table") or left in (0, 7)


@pytest.mark.parametrize("more", [b"\0", bytes(5000), b"foreign" * 700])
@pytest.mark.parametrize("place", [4096, None])
def test_bytes_that_are_not_of_the_table(path, tmp_path, more, place):
    whole = path.read_bytes()
    place = len(whole) if place is None else place
    (tmp_path / "b.table").write_bytes(whole[:place] + more + whole[place:])
    assert "is damaged" in refusal(tmp_path / "b.table")
    assert not slidefront.verify(tmp_path / "b.table").good


def test_a_foreign_file_and_a_missing_one(tmp_path):
    (tmp_path / "a.table").write_text("depth,boards\n0,1\n" * 10)
    assert "is not a table" in refusal(tmp_path / "a.table")
    assert "No such file" in refusal(tmp_path / "b.table")
    assert "Is a directory" in refusal(tmp_path)


def test_a_later_version_is_named(path):
    whole = bytearray(path.read_bytes())
    whole[8:12] = struct.pack("<I", 7)
    path.write_bytes(whole)
    assert "version 7" in refusal(path)


def test_a_header_that_is_whole_and_says_nothing(tmp_path):
    text = b'{"arrays": 3}'
    end = struct.pack("<II8s", len(text), zlib.crc32(text), FORMAT.magic)
    (tmp_path / "a.table").write_bytes(start_of(FORMAT) + text + end)
    assert "its header cannot be parsed" in refusal(tmp_path / "a.table")


def test_of_a_large_table_the_pages_are_checked_that_an_answer_stands_on(tmp_path, monkeypatch):
    """A board on a damaged page has no answer; home, whose page is good, has one."""
    monkeypatch.setattr(tables, "CHECKED_AT_ONCE", 10)
    path = make_table("8-puzzle", tmp_path / "a.table").path
    (last,) = Table(path).ranking.keys(np.array([181_439])).tolist()
    assert Table(path).depth_of(last) is not None
    whole = bytearray(path.read_bytes())
    size = read_table(path).file.bytes
    whole[4096 + size - 1] ^= 128  # the highest bits of a word are no boards, so no distance changes
    path.write_bytes(whole)
    table = Table(path)
    assert table.depth_of(table.puzzle.home) == 0
    for ask in (table.depth_of, table.route):
        with pytest.raises(TableError, match="the sum of its bits is wrong"):
            ask(last)


@pytest.mark.parametrize("more", [0, 1 << 40])
def test_codes_that_lead_nowhere_are_refused_even_where_sums_are_right(path, monkeypatch, more):
    """A table of a version with a fault: depths end, and say so, where all moves are made and where only some are."""
    monkeypatch.setattr(tables, "ALONE", more)
    found = read_table(path)
    arrays = {name: np.array(array) for name, array in found.file.arrays.items()}
    for array in arrays.values():
        array[:] = 0
    write_table(path, found.header, arrays)
    table = Table(path)
    with pytest.raises(TableError, match="its distances do not lead to the start"):
        table.depth_of("DEFABC")
