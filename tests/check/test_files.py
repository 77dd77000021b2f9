"""Checking parts and layers: the first wrong row is named, in whatever row group it stands."""

import hashlib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.check.files import CheckedPart, check_layer_parts, check_part
from slidefront.notation.load import load
from slidefront.store.manifest import Layer, Part
from slidefront.store.parts import SCHEMA, StoredPart, part_in, stamp
from tests import naive
from tests.damage import flipped
from tests.store.conftest import HEADER, manifest_of, some_keys, write_stored
from tests.strategies import few

DEPTH = 3
EIGHT = load("8-puzzle")
NAME = "part-00000.parquet"


def path_in(folder: Path) -> Path:
    path = folder / "layers" / f"{DEPTH:04d}" / NAME
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def as_stored(folder: Path, part: Part) -> StoredPart:
    return StoredPart(path_in(folder), DEPTH, part, manifest_of().run_id)


def write(folder: Path, keys: list[int], depths: list[int] | None = None, **given: Any) -> Part:
    """Write a part by hand, whatever its rows are, with the record that fits the file."""
    path = path_in(folder)
    columns = [pa.array(keys, pa.uint64()), pa.array(depths or [DEPTH] * len(keys), pa.int16())]
    table = pa.table(columns, schema=SCHEMA).replace_schema_metadata(stamp(HEADER, DEPTH, NAME))
    pq.write_table(table, path, **{"row_group_size": 4, **given})
    with path.open("rb") as file:
        return part_in(file, NAME, len(keys))


@pytest.mark.parametrize("name", ["klotski", "8-puzzle"])
def test_invalid_key_changes_the_digest(tmp_path: Path, name: str) -> None:
    """The boards that are marked cannot be counted then, and the check goes on."""
    puzzle = load(name)
    keys = [puzzle.home, 2**64 - 1]
    found = check_part(as_stored(tmp_path, write(tmp_path, keys)), puzzle)
    assert (found.fault, found.board_count) == ("", 2)
    assert found.digest % 2**64 == naive.digest(keys) != naive.digest([puzzle.home])


@few
@given(
    st.lists(st.integers(0, 30) | st.integers(2**64 - 9, 2**64 - 1), min_size=1, max_size=20),
    st.booleans(),
    st.sets(st.integers(0, 19), max_size=2),
    st.sampled_from([3, 2, -1, 32_767]),
    st.integers(1, 7),
)
def test_check_part_reports_the_first_wrong_row(
    tmp_path_factory: pytest.TempPathFactory,
    keys: list[int],
    ascending: bool,
    others: set[int],
    other: int,
    group: int,
) -> None:
    folder = tmp_path_factory.mktemp("part")
    keys = sorted(set(keys)) if ascending else keys
    depths = [other if row in others else DEPTH for row in range(len(keys))]
    part = write(folder, keys, depths, row_group_size=group)
    found = check_part(as_stored(folder, part), EIGHT)
    ascends = [row == 0 or keys[row - 1] < keys[row] for row in range(len(keys))]
    assert found.row == next((row for row, depth in enumerate(depths) if depth != DEPTH or not ascends[row]), None)
    assert bool(found.fault) is (found.row is not None)
    assert found.fault or found.digest % 2**64 == naive.digest(keys)
    if found.row is not None and ascends[found.row]:
        assert found.fault == f"its `depth` is {other}"


def test_flipped_bit_is_reported_with_its_rows(tmp_path: Path) -> None:
    """Each bit of the boards of the second of three row groups."""
    path = path_in(tmp_path)
    part = write_stored(path, some_keys(250), DEPTH, row_group=100).part
    sound = path.read_bytes()
    with pq.ParquetFile(path) as file:
        column = file.metadata.row_group(1).column(0)
    end = column.data_page_offset + column.total_compressed_size
    tried = 0
    for place in range(end - 500, end, 7):  # the page's header stands before
        path.write_bytes(flipped(sound, place, 1 << place % 8))
        found = check_part(as_stored(tmp_path, part), EIGHT)
        assert found.row == 100
        assert "its bytes have changed; rows 100 to 199 cannot be read: " in found.fault
        tried += 1
    assert tried > 50


@pytest.mark.parametrize(
    "table",
    [
        pa.table({"state": pa.array([1, 2], pa.uint64())}),
        pa.table({"state": pa.array([1, 2], pa.int64()), "depth": pa.array([3, 3], pa.int16())}),
        pa.table({"state": pa.array([1, 2], pa.uint64()), "depth": pa.array([3, 3], pa.int32())}),
        pa.table({"state": pa.array([1, None], pa.uint64()), "depth": pa.array([3, 3], pa.int16())}),
        pa.table({"depth": pa.array([3, 3], pa.int16()), "state": pa.array([1, 2], pa.uint64())}),
        pa.table({"a": [1, 2], "b": ["x", "y"]}),
    ],
    ids=["no depth", "signed", "wide depth", "null", "turned", "other"],
)
def test_other_columns_are_damage(tmp_path: Path, table: pa.Table) -> None:
    path = path_in(tmp_path)
    pq.write_table(table, path)
    content = path.read_bytes()
    part = Part(NAME, 2, len(content), hashlib.sha256(content).hexdigest())
    assert "its columns are not `state`" in check_part(as_stored(tmp_path, part), EIGHT).fault


def test_missing_statistics_are_damage(tmp_path: Path) -> None:
    """Lookups go by these bounds."""
    part = write(tmp_path, [1, 2, 3, 4, 5], write_statistics=False)
    found = check_part(as_stored(tmp_path, part), EIGHT)
    assert found.row == 0
    assert "least and greatest" in found.fault


@few
@given(st.lists(st.lists(st.integers(0, 40), min_size=1, max_size=4, unique=True).map(sorted), min_size=1, max_size=5))
def test_parts_out_of_order_are_damage(content: list[list[int]]) -> None:
    records = tuple(Part(f"part-{n:05d}.parquet", len(keys), 9, "") for n, keys in enumerate(content))
    boards = [key for keys in content for key in keys]
    layer = Layer(DEPTH, len(boards), 0, f"{naive.digest(boards):016x}", 0.5, records)
    found = [
        CheckedPart(
            StoredPart(Path(part.file), DEPTH, part, ""),
            board_count=len(keys),
            digest=naive.digest(keys),
            least=keys[0],
            greatest=keys[-1],
        )
        for part, keys in zip(records, content, strict=True)
    ]
    wrong = [number + 1 for number, (a, b) in enumerate(pairwise(content)) if b[0] <= a[-1]]
    damages = check_layer_parts(layer, found)
    assert [damage.file for damage in damages] == [f"layers/0003/part-{number:05d}.parquet" for number in wrong]
    assert all(damage.row == 0 for damage in damages)
