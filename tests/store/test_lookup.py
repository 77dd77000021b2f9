"""Finding keys in layers: right for every key, and only the row groups that can hold one are read."""

import shutil
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.arrays import Keys
from slidefront.errors import LayerError, RunError
from slidefront.notation.load import load
from slidefront.store import lookup, parts
from slidefront.store.lookup import Lookup, place
from slidefront.store.parts import Footer, StoredPart, read_footer, read_groups, stamp
from slidefront.store.run import Run, layer_folder
from slidefront.store.writer import RunWriter
from tests.messages import refused
from tests.store.conftest import cut, first_layers, manifest_of, some_keys, stored, write_stored
from tests.strategies import few
from tests.strategies import keys as any_key

LAYERS = first_layers(6)


class Reads:
    """Counts what is read."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.footers: list[Path] = []
        self.groups: list[tuple[str, int]] = []
        monkeypatch.setattr(lookup, "read_footer", self._footer)
        monkeypatch.setattr(lookup, "read_groups", self._groups)

    def _footer(self, part: StoredPart) -> Footer:
        self.footers.append(part.path)
        return read_footer(part)

    def _groups(self, path: Path, footer: Footer, groups: list[int]) -> object:
        self.groups += [(path.name, group) for group in groups]
        return read_groups(path, footer, groups)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Reads:
    return Reads(monkeypatch)


@pytest.fixture
def small_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "ROW_GROUP", 10)


def array(keys: object) -> Keys:
    return np.array(keys, np.uint64)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("lookup")


@few
@given(st.sets(any_key, max_size=60), st.lists(any_key, max_size=20), st.integers(1, 3), st.integers(1, 9))
def test_find_is_membership(folder: Path, held: set[int], others: list[int], pieces: int, group: int) -> None:
    """Any keys over the whole range, in any order and repeated, in parts and row groups of any size."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts, "ROW_GROUP", group)
        paths = [folder / f"part-{number}.parquet" for number in range(pieces)]
        written = [write_stored(path, array(keys)) for path, keys in zip(paths, cut(sorted(held), pieces), strict=True)]
    asked = [*others, *held, *others, *[key ^ 1 for key in held]]
    assert Lookup().find(written, array(asked)).tolist() == [key in held for key in asked]


@pytest.mark.usefixtures("small_groups")
def test_bounds_of_row_groups_are_unsigned(folder: Path) -> None:
    keys = array([*range(10), *range(1 << 63, (1 << 63) + 10), *range((1 << 64) - 10, 1 << 64)])
    footer = read_footer(write_stored(folder / "high.parquet", keys))
    assert footer.least.tolist() == [0, 1 << 63, (1 << 64) - 10]
    assert footer.greatest.tolist() == [9, (1 << 63) + 9, (1 << 64) - 1]


@pytest.mark.usefixtures("small_groups")
def test_one_key_costs_one_row_group(folder: Path, reads: Reads) -> None:
    keys = some_keys(100)
    paths = [folder / "part-0.parquet", folder / "part-1.parquet"]
    written = [write_stored(paths[0], keys[:55]), write_stored(paths[1], keys[55:])]
    there = Lookup()
    assert there.find(written, keys[32:33]).tolist() == [True]
    assert reads.groups == [("part-0.parquet", 3)]
    assert there.find(written, keys[54:56]).tolist() == [True, True]
    assert reads.groups[1:] == [("part-0.parquet", 5), ("part-1.parquet", 0)]
    assert there.find(written, keys[10:11] + np.uint64(1)).tolist() == [False]
    assert reads.groups[3:] == [("part-0.parquet", 1)]
    assert reads.footers == paths


@pytest.mark.usefixtures("small_groups")
def test_a_key_in_no_range_costs_nothing(folder: Path, reads: Reads) -> None:
    keys = some_keys(30)
    written = write_stored(folder / "part.parquet", keys)
    between = array([int(keys[0]) - 1, int(keys[9]) + 1, int(keys[29]) + 1])
    assert not Lookup().find([written], between).any()
    assert reads.groups == []


@pytest.mark.usefixtures("small_groups")
def test_many_keys_read_each_row_group_once(folder: Path, reads: Reads) -> None:
    keys = some_keys(95)
    written = write_stored(folder / "part.parquet", keys)
    assert Lookup().find([written], keys[::-1]).all()
    assert reads.groups == [("part.parquet", group) for group in range(10)]


@pytest.mark.usefixtures("small_groups")
def test_row_groups_stay_in_memory_up_to_a_budget(folder: Path, reads: Reads, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookup, "KEPT", 2 * 10 * 8)
    keys = some_keys(40)
    written = write_stored(folder / "part.parquet", keys)
    there = Lookup()
    for at in (0, 10, 5, 20, 0, 10):  # the third needs no file; the last one was dropped for the fourth
        assert there.find([written], keys[at : at + 1]).all()
    assert [group for _, group in reads.groups] == [0, 1, 2, 1]


def test_bytes_read_are_those_of_the_row_group(folder: Path) -> None:
    """Of a part of four row groups one is read, by the bytes that the process takes from the file."""
    path = folder / "large.parquet"
    keys = some_keys(4 * parts.ROW_GROUP)
    written = write_stored(path, keys)
    there = Lookup()
    there.find([written], keys[:1])
    counted = Path("/proc/self/io")
    if not counted.exists():
        pytest.skip("this system does not count the bytes that are read")

    def taken() -> int:
        return int(counted.read_text().split()[1])

    before = taken()
    overhead = taken() - before
    before = taken()
    assert there.find([written], keys[2 * parts.ROW_GROUP : 2 * parts.ROW_GROUP + 1]).all()
    assert 0 < taken() - before - overhead < path.stat().st_size / 3


def test_no_keys_read_nothing(small_run: Path, reads: Reads) -> None:
    assert Run(small_run).find(6, array([])).tolist() == []
    assert Run(small_run).depths_of(array([])).tolist() == []
    assert reads.footers == []


@pytest.mark.parametrize("depth", range(7))
def test_each_board_is_in_its_layer_only(small_run: Path, depth: int) -> None:
    asked = [key for layer in LAYERS for key in layer]
    assert Run(small_run).find(depth, array(asked)).tolist() == [key in LAYERS[depth] for key in asked]


def test_depths(small_run: Path, reads: Reads) -> None:
    depth_of = {key: depth for depth, layer in enumerate(LAYERS) for key in layer}
    asked = [*sorted(depth_of, key=lambda key: key % 1009), load("8-puzzle").parse("8_6547231"), 5]
    run = Run(small_run)
    assert run.depths_of(array(asked)).tolist() == [depth_of.get(key, -1) for key in asked]
    assert len(reads.footers) == sum(len(layer.parts) for layer in run.layers)
    run.depths_of(array(asked))
    assert len(reads.footers) == len(set(reads.footers))


def test_a_run_without_layers_holds_nothing(tmp_path: Path) -> None:
    with RunWriter(tmp_path / "run", manifest_of()):
        pass
    assert Run(tmp_path / "run").depths_of(array([0x012345678])).tolist() == [-1]
    refused(LayerError, Run(tmp_path / "run").find, 0, array([0x012345678]))


def test_a_damaged_part_is_named(small_run: Path) -> None:
    path = layer_folder(small_run, 5) / "part-00001.parquet"
    key = array(LAYERS[5][len(LAYERS[5]) // 2 :][:1])
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    assert str(path) in refused(RunError, Run(small_run).find, 5, key)
    path.unlink()
    assert str(path) in refused(RunError, Run(small_run).find, 5, key)
    shutil.rmtree(layer_folder(small_run, 5))
    refused(RunError, Run(small_run).depths_of, key)


@pytest.mark.parametrize("statistics", [False, ["depth"]])
def test_a_part_that_does_not_tell_its_range_is_refused(small_run: Path, statistics: object) -> None:
    path = layer_folder(small_run, 5) / "part-00000.parquet"
    table = pq.read_table(path)
    pq.write_table(table, path, write_statistics=statistics)
    assert "no statistics of its states" in refused(RunError, read_footer, stored(path, depth=5))


def test_a_part_of_another_kind_is_refused(small_run: Path) -> None:
    path = layer_folder(small_run, 5) / "part-00000.parquet"
    metadata = stamp(Run(small_run).manifest.head(), 5, path.name)
    boards = Run(small_run).layers[5].parts[0].boards
    for table in (
        pa.table({"board": [1] * boards}),
        pa.table({"state": [-1] * boards}),
        pa.table({"state": ["a"] * boards}),
    ):
        pq.write_table(table.replace_schema_metadata(metadata), path)
        message = refused(RunError, read_footer, stored(path, depth=5))
        assert str(path) in message
        assert "its states are not keys" in message


@few
@given(st.sets(any_key, min_size=1, max_size=60), st.lists(any_key, max_size=20), st.integers(1, 3), st.integers(1, 9))
def test_place(folder: Path, held: set[int], others: list[int], pieces: int, group: int) -> None:
    """The place of a key is where it stands in its layer, or would stand."""
    ascending = sorted(held)
    contents = [content for content in cut(ascending, pieces) if content]
    paths = [folder / f"place-{number}.parquet" for number in range(len(contents))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts, "ROW_GROUP", group)
        written = [write_stored(path, array(content)) for path, content in zip(paths, contents, strict=True)]
    for key in [*ascending, *others]:
        path, row = place(written, key)
        before = sum(len(content) for content in contents[: paths.index(path)])
        assert before + row == sum(one < key for one in ascending)
        if key in held:
            assert contents[paths.index(path)][row] == key
