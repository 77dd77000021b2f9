"""Parts: what is written is read back, and the files are as documented."""

import gc
import hashlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from slidefront.arrays import Keys
from slidefront.errors import RunError
from slidefront.store import parts
from slidefront.store.parts import PartWriter, WrittenPart, read_part, stamp
from tests.messages import refused
from tests.store.conftest import HEAD, ROW_GROUP, manifest_of, some_keys, stored, write_part

SIZES = [0, 1, 2, ROW_GROUP - 1, ROW_GROUP, ROW_GROUP + 1, 600_000]


def groups(boards: int) -> list[int]:
    """The row groups that so many boards must be cut into."""
    return [ROW_GROUP] * (boards // ROW_GROUP) + [boards % ROW_GROUP] * (boards % ROW_GROUP > 0)


@pytest.mark.parametrize("boards", SIZES)
def test_keys_come_back(tmp_path: Path, boards: int) -> None:
    keys = some_keys(boards)
    part = write_part(tmp_path / "a.parquet", keys)
    blocks = list(read_part(stored(tmp_path / "a.parquet")))
    assert part.boards == boards
    assert [block.size for block in blocks] == groups(boards)
    assert np.array_equal(np.concatenate([np.empty(0, np.uint64), *blocks]), keys)


@pytest.mark.parametrize("boards", SIZES)
def test_part_names_its_file(tmp_path: Path, boards: int) -> None:
    path = tmp_path / "part-00007.parquet"
    part = write_part(path, some_keys(boards))
    assert part.file == "part-00007.parquet"
    assert part.bytes == path.stat().st_size
    assert part.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("boards", [1, ROW_GROUP, ROW_GROUP + 1, 600_000])
def test_file_is_as_documented(tmp_path: Path, boards: int) -> None:
    write_part(tmp_path / "a.parquet", some_keys(boards))
    with pq.ParquetFile(tmp_path / "a.parquet") as file:
        assert file.schema_arrow == pa.schema(
            [pa.field("state", pa.uint64(), nullable=False), pa.field("depth", pa.int16(), nullable=False)]
        )
        metadata = file.metadata
        assert metadata.num_rows == boards
        assert [metadata.row_group(g).num_rows for g in range(metadata.num_row_groups)] == groups(boards)
        for g in range(metadata.num_row_groups):
            group = metadata.row_group(g)
            state, depth = group.column(0), group.column(1)
            assert group.sorting_columns == (pq.SortingColumn(0, descending=False, nulls_first=False),)
            assert state.compression == depth.compression == "ZSTD"
            assert "BYTE_STREAM_SPLIT" in state.encodings
            for column in (state, depth):
                assert not column.has_dictionary_page
                assert not any("DICTIONARY" in encoding for encoding in column.encodings)


def test_statistics_bound_each_row_group(tmp_path: Path) -> None:
    keys = some_keys(600_000)
    write_part(tmp_path / "a.parquet", keys)
    with pq.ParquetFile(tmp_path / "a.parquet") as file:
        for g in range(3):
            found = file.metadata.row_group(g).column(0).statistics
            group = keys[g * ROW_GROUP : (g + 1) * ROW_GROUP]
            assert (found.min, found.max) == (int(group[0]), int(group[-1]))


@pytest.mark.parametrize("depth", [0, 1, 55, 32_767])
def test_depth_stands_in_every_row(tmp_path: Path, depth: int) -> None:
    write_part(tmp_path / "a.parquet", some_keys(ROW_GROUP + 5), depth)
    table = pq.read_table(tmp_path / "a.parquet")
    assert table.schema.field("depth").type == pa.int16()
    assert set(table.column("depth").to_pylist()) == {depth}


def test_keys_of_all_64_bits(tmp_path: Path) -> None:
    keys = np.array([0, 1, (1 << 63) - 1, 1 << 63, (1 << 64) - 2, (1 << 64) - 1], np.uint64)
    write_part(tmp_path / "a.parquet", keys)
    (found,) = read_part(stored(tmp_path / "a.parquet"))
    assert found.tolist() == keys.tolist()


@pytest.mark.parametrize("pieces", [[1, 1, 1], [0, 5, 0], [ROW_GROUP, 1], [ROW_GROUP - 1, 1, 1], [300_000, 300_000]])
def test_pieces_make_the_same_file_as_one_array(tmp_path: Path, pieces: list[int]) -> None:
    keys = some_keys(sum(pieces))
    whole = write_part(tmp_path / "whole.parquet", keys)
    writer = PartWriter(tmp_path / "pieces.parquet", 3, HEAD, "whole.parquet")
    for piece in np.split(keys, np.cumsum(pieces)[:-1]):
        writer.write(piece)
    part = writer.finish().part
    assert (part.boards, part.bytes, part.sha256) == (whole.boards, whole.bytes, whole.sha256)


# Small parts may stay in memory until their layer is committed


def finish(path: Path, keys: Keys, *, keep_small: bool = True) -> WrittenPart:
    writer = PartWriter(path, 3, HEAD, "part-00002.parquet")
    writer.write(keys)
    return writer.finish(keep_small=keep_small)


@pytest.mark.parametrize("boards", [0, 1, 1000, 100_000])
def test_a_small_part_stays_in_memory_as_it_would_be_written(tmp_path: Path, boards: int) -> None:
    keys = some_keys(boards)
    kept = finish(tmp_path / "waiting", keys)
    assert list(tmp_path.iterdir()) == []
    written = write_part(tmp_path / "part-00002.parquet", keys)
    assert kept.data == (tmp_path / "part-00002.parquet").read_bytes()
    assert kept.part == written
    assert kept.part.sha256 == hashlib.sha256(kept.data).hexdigest()


@pytest.mark.parametrize("boards", [1, 1000])
def test_a_small_part_goes_to_disk_unless_it_may_stay(tmp_path: Path, boards: int) -> None:
    keys = some_keys(boards)
    part, data = finish(tmp_path / "waiting", keys, keep_small=False)
    assert data is None
    assert (tmp_path / "waiting").read_bytes() == finish(tmp_path / "kept", keys).data
    assert part == finish(tmp_path / "kept", keys).part


def test_a_large_part_is_written_at_once(tmp_path: Path) -> None:
    keys = some_keys(2 * ROW_GROUP + 1)
    part, data = finish(tmp_path / "waiting", keys)
    assert data is None
    assert (tmp_path / "waiting").read_bytes() == written_bytes(tmp_path / "part-00002.parquet", keys)
    assert part.sha256 == hashlib.sha256((tmp_path / "waiting").read_bytes()).hexdigest()


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_a_part_is_large_from_a_board_too_many_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: int) -> None:
    keys = some_keys(1000)
    write_part(tmp_path / "part-00002.parquet", keys)
    monkeypatch.setattr(parts, "SMALL_BOARDS", keys.size + more)
    _, data = finish(tmp_path / "waiting", keys)
    assert (tmp_path / "waiting").exists() is (more <= 0)
    assert (data is not None) is (more > 0)
    content = data if data is not None else (tmp_path / "waiting").read_bytes()
    assert content == (tmp_path / "part-00002.parquet").read_bytes()


def written_bytes(path: Path, keys: Keys) -> bytes:
    write_part(path, keys)
    return path.read_bytes()


@pytest.mark.parametrize("boards", [1, ROW_GROUP])
def test_an_abandoned_small_part_leaves_nothing(tmp_path: Path, boards: int) -> None:
    writer = PartWriter(tmp_path / "waiting", 3, HEAD, "part-00002.parquet")
    writer.write(some_keys(boards))
    writer.abandon()
    del writer
    gc.collect()
    assert [path for path in tmp_path.iterdir() if path.stat().st_size < 1 << 20] == []


def test_blocks_belong_to_the_reader(tmp_path: Path) -> None:
    keys = some_keys(ROW_GROUP + 3)
    write_part(tmp_path / "a.parquet", keys)
    blocks = list(read_part(stored(tmp_path / "a.parquet")))
    for block in blocks:
        assert block.dtype == np.uint64
        assert block.flags.owndata
        assert block.flags.writeable
        block[:] = 0
    assert np.array_equal(np.concatenate(list(read_part(stored(tmp_path / "a.parquet")))), keys)


def test_abandoned_part_is_no_part(tmp_path: Path) -> None:
    writer = PartWriter(tmp_path / "a.parquet", 3, HEAD)
    writer.write(some_keys(ROW_GROUP + 1))
    writer.abandon()
    del writer
    gc.collect()  # what a writer still does when it goes must not end in an error that nobody sees
    refused(RunError, list, read_part(stored(tmp_path / "a.parquet")))


def read(path: Path) -> str:
    """Read a part that cannot be read; return the message."""
    message = refused(RunError, lambda: list(read_part(stored(path))))
    assert str(path) in message
    return message


def test_missing_part(tmp_path: Path) -> None:
    read(tmp_path / "a.parquet")


@pytest.mark.parametrize("left", [0, 1, 4, 100, -9, -8, -4, -1])
def test_truncated_part(tmp_path: Path, left: int) -> None:
    path = tmp_path / "a.parquet"
    write_part(path, some_keys(1000))
    path.write_bytes(path.read_bytes()[:left])
    read(path)


def test_part_that_is_text(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_text("no parquet\nat all\n" * 50)
    read(path)


def test_part_that_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a.parquet").mkdir()
    read(tmp_path / "a.parquet")


@pytest.mark.parametrize(
    "column",
    [
        pa.array(["a", "b"]),
        pa.array([0.5, float("nan")]),
        pa.array([1, None], pa.uint64()),
        pa.array([-1, 2], pa.int64()),
        pa.array([[1], [2]]),
    ],
    ids=["text", "floats", "nulls", "negative", "lists"],
)
def test_states_that_are_no_keys(tmp_path: Path, column: pa.Array) -> None:
    path = tmp_path / "a.parquet"
    table = pa.table({"state": column, "depth": pa.array([1, 1], pa.int16())})
    pq.write_table(table.replace_schema_metadata(stamp(HEAD, 3, path.name)), path)
    read(path)


def test_part_without_states(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    table = pa.table({"board": pa.array([1, 2], pa.uint64())})
    pq.write_table(table.replace_schema_metadata(stamp(HEAD, 3, path.name)), path)
    read(path)


def test_damaged_bytes_never_end_in_a_traceback(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    write_part(path, some_keys(300))
    sound = path.read_bytes()
    rng = np.random.default_rng(5)
    for place in [*range(8), *rng.integers(8, len(sound), 300).tolist(), *range(len(sound) - 8, len(sound))]:
        damaged = bytearray(sound)
        damaged[place] ^= int(rng.integers(1, 256))
        path.write_bytes(damaged)
        try:
            list(read_part(stored(path)))
        except RunError as error:
            assert len(str(error).splitlines()) == 1


def test_reading_does_not_wake_pandas(tmp_path: Path) -> None:
    """pyarrow's own way to numpy imports pandas where it is installed, which takes longer than most commands."""
    path = tmp_path / "a.parquet"
    part = write_part(path, some_keys(10))
    code = (
        "import sys\nfrom pathlib import Path\nfrom slidefront.store.parts import read_part\n"
        "from slidefront.store.manifest import Part\nfrom slidefront.store.parts import StoredPart\n"
        f"part = Part('a.parquet', 10, 0, '', {part.footer})\n"
        f"stored = StoredPart(Path({str(path)!r}), 3, part, {manifest_of().origin!r})\n"
        "assert sum(keys.size for keys in read_part(stored)) == 10\n"
        "print('pandas' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
