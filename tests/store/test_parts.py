"""Parts: what is written is read back as documented, and believed only where it belongs, whoever reads it."""

import gc
import hashlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.arrays import Keys
from slidefront.check.verify import verify
from slidefront.errors import LayerError, RunError
from slidefront.notation.load import load
from slidefront.store import parts
from slidefront.store.manifest import Manifest, PartRecord
from slidefront.store.parts import Footer, Lookup, read_footer, read_group, read_part, stamp, write_part
from slidefront.store.run import Run, layer_folder
from slidefront.store.writer import RunWriter
from tests.damage import flipped
from tests.keys.adversaries import array
from tests.messages import refused
from tests.store.conftest import HEADER, ROW_GROUP, cut, first_layers, manifest_of, some_keys, stored, write_stored
from tests.strategies import few
from tests.strategies import keys as any_key


def groups(boards: int) -> list[int]:
    """The row groups that so many boards must be cut into."""
    return [ROW_GROUP] * (boards // ROW_GROUP) + [boards % ROW_GROUP] * (boards % ROW_GROUP > 0)


@pytest.mark.parametrize("boards", [1, 2, ROW_GROUP - 1, ROW_GROUP, ROW_GROUP + 1, 600_000])
def test_parts_have_the_documented_format(tmp_path: Path, boards: int) -> None:
    keys = some_keys(boards)
    written = write_stored(tmp_path / "a.parquet", keys, 55)
    blocks = list(read_part(written))
    assert written.part.board_count == boards
    assert [block.size for block in blocks] == groups(boards)
    assert all(block.flags.owndata for block in blocks)
    assert np.array_equal(np.concatenate(blocks), keys)
    assert written.part.sha256 == hashlib.sha256((tmp_path / "a.parquet").read_bytes()).hexdigest()
    assert set(pq.read_table(tmp_path / "a.parquet").column("depth").to_pylist()) == {55}
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


@pytest.mark.parametrize("pieces", [[1, 1, 1], [0, 5, 0], [ROW_GROUP, 1], [ROW_GROUP - 1, 1, 1], [300_000, 300_000]])
def test_pieces_make_the_same_file_as_one_array(tmp_path: Path, pieces: list[int]) -> None:
    keys = some_keys(sum(pieces))
    whole = write_stored(tmp_path / "whole.parquet", keys).part
    boards = np.split(keys, np.cumsum(pieces)[:-1])
    assert write_part(tmp_path / "pieces.parquet", 3, HEADER, "whole.parquet", boards).part == whole


def test_part_without_boards_writes_no_file(tmp_path: Path) -> None:
    assert write_part(tmp_path / "a.parquet", 3, HEADER, "a.parquet", [array([])]) == PartRecord(None)
    assert list(tmp_path.iterdir()) == []


def test_part_whose_boards_raise_is_not_readable(tmp_path: Path) -> None:
    def broken() -> Iterator[Keys]:
        yield some_keys(ROW_GROUP + 1)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_part(tmp_path / "a.parquet", 3, HEADER, "a.parquet", broken())
    gc.collect()  # what Arrow's writer still does when it goes must not end in an error that nobody sees
    refused(RunError, lambda: list(read_part(stored(tmp_path / "a.parquet"))))


def test_reading_does_not_import_pandas(tmp_path: Path) -> None:
    """pyarrow's own way to numpy imports pandas where it is installed, which takes longer than most commands."""
    part = write_stored(tmp_path / "a.parquet", some_keys(10)).part
    code = (
        "import sys\nfrom pathlib import Path\nfrom slidefront.store.parts import StoredPart, read_part\n"
        "from slidefront.store.manifest import Part\n"
        f"stored = StoredPart(Path({str(tmp_path / 'a.parquet')!r}), 3, {part!r}, {manifest_of().run_id!r})\n"
        "assert sum(keys.size for keys in read_part(stored)) == 10\n"
        "print('pandas' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


LAYERS = first_layers(6)


class Reads(NamedTuple):
    """What is read from now on."""

    footers: list[Path]
    groups: list[tuple[str, int]]


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Reads:
    found = Reads([], [])

    def note_group(footer: Footer, group: int) -> Keys:
        found.groups.append((footer.path.name, group))
        return read_group(footer, group)

    monkeypatch.setattr(parts, "read_footer", lambda part: found.footers.append(part.path) or read_footer(part))
    monkeypatch.setattr(parts, "read_group", note_group)
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("lookup")


@few
@given(st.sets(any_key, max_size=60), st.lists(any_key, max_size=20), st.integers(1, 3), st.integers(1, 9))
def test_find_matches_set_membership(folder: Path, held: set[int], others: list[int], pieces: int, group: int) -> None:
    """Any keys over the whole range, in any order and repeated, in parts and row groups of any size."""
    paths = [folder / f"part-{number}.parquet" for number in range(pieces)]
    contents = zip(paths, cut(sorted(held), pieces), strict=True)
    written = [write_stored(path, array(keys), row_group=group) for path, keys in contents if keys]
    asked = [*others, *held, *others, *[key ^ 1 for key in held]]
    assert Lookup().find(written, array(asked)).tolist() == [key in held for key in asked]


def test_lookup_reads_one_row_group_per_key(folder: Path, reads: Reads) -> None:
    keys = some_keys(100)
    paths = [folder / "part-0.parquet", folder / "part-1.parquet"]
    written = [write_stored(path, some, row_group=10) for path, some in zip(paths, (keys[:55], keys[55:]), strict=True)]
    there = Lookup()
    assert there.find(written, keys[32:33]).tolist() == [True]
    assert reads.groups == [("part-0.parquet", 3)]
    assert there.find(written, keys[54:56]).tolist() == [True, True]
    assert reads.groups[1:] == [("part-0.parquet", 5), ("part-1.parquet", 0)]
    assert there.find(written, keys[10:11] + np.uint64(1)).tolist() == [False]
    assert reads.groups[3:] == [("part-0.parquet", 1)]
    assert reads.footers == paths


def test_lookup_caches_the_last_row_groups(folder: Path, reads: Reads) -> None:
    keys = some_keys(40)
    written = write_stored(folder / "part.parquet", keys, row_group=10)
    there = Lookup(kept=2)
    for at in (0, 10, 5, 20, 0, 10):  # the third needs no file; the last one was dropped for the fourth
        assert there.find([written], keys[at : at + 1]).all()
    assert [group for _, group in reads.groups] == [0, 1, 2, 1]


def test_depths_of_keys_match_layers(small_run: Path, reads: Reads) -> None:
    depth_of = {key: depth for depth, layer in enumerate(LAYERS) for key in layer}
    asked = [*sorted(depth_of, key=lambda key: key % 1009), load("8-puzzle").parse("8_6547231"), 5]
    run = Run(small_run)
    assert run.depths_of(array(asked)).tolist() == [depth_of.get(key, -1) for key in asked]
    assert len(reads.footers) == 1 + sum(len(layer.parts) for layer in run.layers), "layer 0 is read as a whole too"
    run.depths_of(array(asked))
    assert len(reads.footers) == 1 + len(set(reads.footers))


def test_run_without_layers_contains_no_board(tmp_path: Path) -> None:
    with RunWriter(tmp_path / "run", manifest_of()):
        pass
    assert Run(tmp_path / "run").depths_of(array([0x012345678])).tolist() == [-1]
    refused(LayerError, Run(tmp_path / "run").find, 0, array([0x012345678]))


@pytest.mark.parametrize("statistics", [False, ["depth"]])
def test_part_without_statistics_raises_run_error(small_run: Path, statistics: object) -> None:
    path = layer_folder(small_run, 5) / "part-00000.parquet"
    table = pq.read_table(path)
    pq.write_table(table, path, write_statistics=statistics)
    assert "no statistics of its states" in refused(RunError, read_footer, stored(path, depth=5))


def test_part_with_other_columns_raises_run_error(small_run: Path) -> None:
    path = layer_folder(small_run, 5) / "part-00000.parquet"
    metadata = stamp(Run(small_run).manifest.header(), 5, path.name)
    boards = Run(small_run).layers[5].parts[0].board_count
    for table in (
        pa.table({"board": [1] * boards}),
        pa.table({"state": [-1] * boards}),
        pa.table({"state": ["a"] * boards}),
    ):
        pq.write_table(table.replace_schema_metadata(metadata), path)
        message = refused(RunError, read_footer, stored(path, depth=5))
        assert str(path) in message
        assert "its states are not keys" in message


DEPTH = 6
PART = "part-00001.parquet"
KEY = 0x123456708
FOREIGN = {
    "layer": (manifest_of(), 5, PART),
    "part": (manifest_of(), DEPTH, "part-00000.parquet"),
    "start": (manifest_of(start="1_2345678", start_digest="00000000000000bb"), DEPTH, PART),
    "metric": (manifest_of(metric="line"), DEPTH, PART),
}
"""Manifest, depth and name in the stamps of parts that are not the second part of layer 6."""
READERS: dict[str, Callable[[Run], object]] = {
    "find": lambda run: run.find(DEPTH, np.array([KEY], np.uint64)),
    "keys": lambda run: run.keys(DEPTH),
}


def part_of(run: Path) -> Path:
    return layer_folder(run, DEPTH) / PART


@pytest.mark.parametrize("foreign", FOREIGN.values(), ids=FOREIGN)
@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_part_of_another_place_raises_run_error(
    small_run: Path, foreign: tuple[Manifest, int, str], read: Callable[[Run], object]
) -> None:
    """The foreign part contains the requested board, so an answer from it would be wrong."""
    manifest, depth, name = foreign
    write_part(part_of(small_run), depth, manifest.header(), name, [array([KEY])])
    why = f"it is {name} of layer {depth}" if manifest == manifest_of() else "it belongs to another run"
    assert f"{part_of(small_run)} is damaged: it cannot be read: {why}" in refused(RunError, read, Run(small_run))


def test_flipped_bit_in_footer_raises_run_error(small_run: Path) -> None:
    """It has no checksum of its own: changed ranges of keys would hide the boards of a row group."""
    path = part_of(small_run)
    content = path.read_bytes()
    keys = np.array(pq.read_table(path)["state"].to_numpy())
    length = int.from_bytes(content[-8:-4], "little")
    for place in range(len(content) - 8 - length, len(content), 29):
        path.write_bytes(flipped(content, place, 1 << place % 8))
        assert str(path) in refused(RunError, Run(small_run).find, DEPTH, keys)


def test_part_without_stamp_is_refused(small_run: Path) -> None:
    table = pq.read_table(part_of(small_run)).replace_schema_metadata({b"slidefront": b"[1]"})
    pq.write_table(table, part_of(small_run))
    assert "its stamp of run and part is missing" in refused(RunError, Run(small_run).keys, DEPTH)
    assert any("its stamp of run and part is missing" in str(damage) for damage in verify(small_run).damages)


def test_pages_that_differ_from_the_footer_raise_run_error(small_run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The checksum of a page goes with the page: what the footer says of the keys is compared too."""
    monkeypatch.setattr(parts, "take_column", lambda *_: array([KEY]))
    assert "row group 0 has other boards than its footer says" in refused(RunError, Run(small_run).keys, DEPTH)


def test_reading_a_layer_compares_its_digest(small_run: Path) -> None:
    run = Run(small_run)
    run.manifest.layers[DEPTH] = replace(run.manifest.layers[DEPTH], digest="0" * 16)
    assert "the boards of layer 6 have changed since they were written" in refused(RunError, run.keys, DEPTH)
