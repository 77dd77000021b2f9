"""What a part says of itself: a part is believed only where it belongs, whoever reads it."""

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from slidefront.check.verify import verify
from slidefront.errors import RunError
from slidefront.explore.expand import expand
from slidefront.store import parts
from slidefront.store.run import Run
from tests.explore.conftest import Divided
from tests.messages import refused

DEPTH = 14
PART = "part-00001.parquet"


def expand_in_parts(folder: Path, start: str = "home", metric: str | None = None) -> Run:
    return expand("8-puzzle", depth=DEPTH, out=folder, start=start, metric=metric, resources=Divided(threads=1))


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return expand_in_parts(tmp_path_factory.mktemp("runs") / "sound")


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    folder = tmp_path_factory.mktemp("others")
    return {
        "start": expand_in_parts(folder / "start", "1_2345678"),
        "metric": expand_in_parts(folder / "metric", metric="line"),
    }


@pytest.fixture
def run(tmp_path: Path, sound: Run) -> Run:
    shutil.copytree(sound.path, tmp_path / "run")
    return Run(tmp_path / "run")


def at(run: Run, depth: int, file: str = PART) -> Path:
    return run.path / "layers" / f"{depth:04d}" / file


@pytest.fixture
def sources(run: Run, others: dict[str, Run]) -> dict[str, Path]:
    """Where a part comes from that does not belong into layer 12."""
    return {
        "layer": at(run, 13),
        "part": at(run, 12, "part-00000.parquet"),
        "start": at(others["start"], 12),
        "metric": at(others["metric"], 12),
    }


READERS: dict[str, Callable[[Run, int], object]] = {
    "find": lambda run, key: run.find(12, np.array([key], np.uint64)),
    "keys": lambda run, _: run.keys(12),
    "blocks": lambda run, _: list(run.blocks(12)),
    "trace": lambda run, _: run.route(int(run.keys(13)[-1])),
}


@pytest.mark.parametrize("another", ["layer", "part", "start", "metric"])
@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_part_of_another_place_raises_run_error(
    run: Run, sources: dict[str, Path], another: str, read: Callable[[Run, int], object]
) -> None:
    """The board that is asked for is in the foreign part: an answer from it would be a wrong one."""
    foreign = sources[another]
    key = int(pq.read_table(foreign)["state"][0].as_py())
    shutil.copy(foreign, at(run, 12))
    if read is READERS["trace"]:
        shutil.copy(at(run, 12), at(run, 12, "part-00000.parquet"))
    assert str(run.path / "layers" / "0012") in refused(RunError, read, Run(run.path), key)


def test_flipped_bit_in_footer_raises_run_error(run: Run) -> None:
    """It has no checksum of its own: changed ranges of keys would hide the boards of a row group."""
    path = at(run, 12)
    content = path.read_bytes()
    keys = np.array(pq.read_table(path)["state"].to_numpy())
    length = int.from_bytes(content[-8:-4], "little")
    for place in range(len(content) - 8 - length, len(content), 29):
        damaged = bytearray(content)
        damaged[place] ^= 1 << place % 8
        path.write_bytes(damaged)
        assert str(path) in refused(RunError, Run(run.path).find, 12, keys)


def test_part_without_stamp_is_refused(run: Run) -> None:
    table = pq.read_table(at(run, 13)).replace_schema_metadata({b"slidefront": b"[1]"})
    pq.write_table(table, at(run, 12))
    assert "its stamp of run and part is missing" in refused(RunError, run.keys, 12)
    assert "its stamp of run and part is missing" in str(verify(run).damages[0])


def test_pages_that_differ_from_the_footer_raise_run_error(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The checksum of a page goes with the page: what the footer says of the keys is compared too."""
    foreign = run.keys(11)[:5]
    monkeypatch.setattr(parts, "take_column", lambda *_: foreign)
    assert "row group 0 has other boards than its footer says" in refused(RunError, run.keys, 12)


def test_reading_a_layer_compares_its_digest(run: Run) -> None:
    """Whoever reads a whole layer compares its digest."""
    wrong = run.layers[12].digest
    text = (run.path / "_run.json").read_text()
    (run.path / "_run.json").write_text(text.replace(wrong, "0" * 16))
    assert "the boards of layer 12 have changed since they were written" in refused(RunError, Run(run.path).keys, 12)
