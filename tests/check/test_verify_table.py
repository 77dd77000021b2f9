"""Verify tables: files that are damaged, and files that are as they were written and have wrong distances."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import slidefront
from slidefront import Resources
from slidefront.check.verify import verify
from slidefront.errors import LimitError, RunError, TableError
from slidefront.tables.build import SpaceBits, make_table
from slidefront.tables.rows import CodedSpace
from slidefront.tables.table import Table, TableHeader, read_table, write_table
from slidefront.watch import Interrupted
from tests.explore.conftest import Divided, no_memory, triangle
from tests.watchers import stop_after

SMALL = 'kind = "blocks"\nhome = "A..B/C..B/D.E."\ngoal = [["B", 2, 1]]\n'


@pytest.fixture(scope="module")
def bits(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return make_table("8-puzzle", tmp_path_factory.mktemp("bits") / "a.table")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return make_table(slidefront.read_puzzle(SMALL, "small"), tmp_path_factory.mktemp("small") / "a.table")


def changed(table: Table, path: Path, change: Callable[[dict[str, np.ndarray]], None], **header: object) -> Path:
    """Write a table again with other arrays, or another header; its sums are right."""
    arrays = {name: array.copy() for name, array in table.planes.items()}
    change(arrays)
    write_table(path, replace(table.header, **header), arrays)
    return path


def fault(path: Path) -> str:
    """What a deep check says of a file whose sums are right."""
    assert verify(path).good
    (damage,) = verify(path, deep=True).damages
    said = str(damage)
    assert said.startswith(f"{path} is damaged: ")
    assert said.endswith("; remove it and make it again with `slidefront table`")
    return said


def nothing(_: object) -> None:
    """Change nothing."""


@pytest.mark.parametrize("kind", ["bits", "small"])
def test_good_table_is_good(kind: str, request: pytest.FixtureRequest) -> None:
    table: Table = request.getfixturevalue(kind)
    assert verify(table).good
    report = verify(table.path, deep=True)
    assert (report.good, report.deep, report.manifest) == (True, True, table.manifest)


def test_tables_with_other_starts_are_good(tmp_path: Path) -> None:
    assert verify(make_table("pillars-6", tmp_path / "a.table", start="goal"), deep=True).good
    assert verify(make_table(triangle(), tmp_path / "b.table"), deep=True, resources=Resources(2)).good


@pytest.mark.parametrize("place", [40, 5000, -9])
def test_damaged_file_is_reported(bits: Table, tmp_path: Path, place: int) -> None:
    damaged = bytearray(bits.path.read_bytes())
    damaged[place] ^= 4
    path = tmp_path / "a.table"
    path.write_bytes(damaged)
    report = verify(path)
    assert "is damaged" in str(report.damages[0])
    assert report.damages == verify(path, deep=True).damages
    with pytest.raises(RunError, match="is a table, which cannot be repaired: remove the file"):
        slidefront.repair(report)


def test_distances_of_bits_that_are_wrong(bits: Table, tmp_path: Path) -> None:
    def one(arrays: dict[str, np.ndarray]) -> None:
        arrays["bits"][1000] ^= np.uint64(1 << 5)

    def two(arrays: dict[str, np.ndarray]) -> None:
        bits = arrays["bits"]
        bits[[7, 8]] = bits[[8, 7]]

    ranking = bits.puzzle.ranking()
    board = bits.puzzle.format(int(ranking.keys(np.array([60 * 1000 + 5]))[0]))
    assert f": the distances of 1 board are wrong, such as that of {board}; " in fault(
        changed(bits, tmp_path / "a", one)
    )
    assert "boards are wrong, such as that of" in fault(changed(bits, tmp_path / "b", two))


@pytest.mark.parametrize("kind", ["bits", "small"])
def test_headers_that_are_wrong(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    table: Table = request.getfixturevalue(kind)
    manifest, layers = table.manifest, [*table.manifest.layers]
    layers[5] = replace(layers[5], board_count=layers[5].board_count + 1)
    layers[6] = replace(layers[6], board_count=layers[6].board_count - 1)
    headers: dict[str, tuple[dict[str, object], str]] = {
        "counts": ({"manifest": replace(manifest, layers=layers)}, "at depth 5, and there are"),
        "start": ({"manifest": replace(manifest, start_digest="0" * 16)}, "its boards at depth 0 are not home"),
        "deepest": ({"deepest": (table.puzzle.home,)}, "the deepest boards of its header are not the deepest"),
    }
    for name, (header, said) in headers.items():
        assert said in fault(changed(table, tmp_path / name, nothing, **header))


def test_interrupted_check_raises(bits: Table, small: Table) -> None:
    for table in (bits, small):
        with pytest.raises(Interrupted):
            verify(table, deep=True, watcher=stop_after(0))


def test_unfinished_table_has_no_deep_check(bits: Table, tmp_path: Path) -> None:
    space = SpaceBits(CodedSpace(bits.ranking, np.array([0])))
    header: TableHeader = replace(
        bits.header, manifest=replace(bits.manifest, whole=False, layers=bits.manifest.layers[:1]), deepest=()
    )
    path = tmp_path / "a.table"
    write_table(path, header, space.arrays)
    assert not read_table(path).header.manifest.whole
    assert verify(path).good
    with pytest.raises(TableError, match="is not finished"):
        verify(path, deep=True)


def test_too_little_memory_is_refused(bits: Table) -> None:
    with pytest.raises(LimitError, match=r"again needs .* of memory, more than the .* allowed: give more memory"):
        verify(bits, deep=True, resources=Divided(kind=no_memory))
