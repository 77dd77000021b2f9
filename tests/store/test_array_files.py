"""Files of arrays: what is written is read, in pieces too, and any changed byte of an array is noticed."""

from pathlib import Path

import numpy as np
import pytest

from slidefront.errors import SlidefrontError
from slidefront.store import array_files
from slidefront.store.array_files import Format, check_writable, read_arrays, write_arrays
from tests.damage import flipped


class NumbersError(SlidefrontError):
    """A file of numbers that cannot be read or written."""


FORMAT = Format(b"\x93numbers", 3, "a file of numbers", "make numbers", NumbersError)
ARRAYS = {
    "small": np.arange(5, dtype=np.uint8),
    "none": np.empty(0, np.uint16),
    "large": np.arange(3000, dtype=np.uint64) ** 5,
}
LARGE = 8192
"""Where the last of them begins; zeros follow it from byte 24,000 to 24,576."""


@pytest.fixture(autouse=True)
def pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(array_files, "PAGE", 1000)
    monkeypatch.setattr(array_files, "_PIECE", 4000)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "folder" / "a.numbers"
    write_arrays(path, FORMAT, {"name": "ä", "deep": [1, {"two": None}]}, ARRAYS)
    return path


def test_arrays_round_trip(path: Path) -> None:
    found = read_arrays(path, FORMAT)
    found.check()
    assert found.header == {"name": "ä", "deep": [1, {"two": None}]}
    assert found.bytes == sum(array.nbytes for array in ARRAYS.values())
    for name, array in ARRAYS.items():
        assert found.arrays[name].dtype == array.dtype
        assert found.arrays[name].tolist() == found.load(name).tolist() == array.tolist()
    assert [file.name for file in path.parent.iterdir()] == ["a.numbers"]


@pytest.mark.parametrize("place", [LARGE, LARGE + 12_000, LARGE + 23_999, LARGE + 24_000, LARGE + 24_575])
def test_changed_byte_of_an_array_fails_the_check(path: Path, place: int) -> None:
    path.write_bytes(flipped(path.read_bytes(), place, 4))
    found = read_arrays(path, FORMAT)
    says = r"a.numbers is damaged: the sum of its large is wrong; remove it and make it again with `make numbers`"
    with pytest.raises(NumbersError, match=says):
        found.check()
    with pytest.raises(NumbersError, match=says):
        found.load("large")
    assert found.load("small").tolist() == [0, 1, 2, 3, 4]


def test_array_length_must_match_the_header(path: Path) -> None:
    whole, end = path.read_bytes(), LARGE + 24_576
    for changed in (whole[:end] + bytes(4096) + whole[end:], whole[: end - 4096] + whole[end:]):
        path.write_bytes(changed)
        with pytest.raises(NumbersError, match="its arrays do not have the lengths in its header"):
            read_arrays(path, FORMAT)


def test_check_pages_checks_given_pages_once(path: Path) -> None:
    checked, every = read_arrays(path, FORMAT), np.ones(25, np.uint8)
    checked.check()
    path.write_bytes(flipped(path.read_bytes(), LARGE + 12_000))
    checked.check_pages("large", every)
    found, others = read_arrays(path, FORMAT), every.copy()
    others[12] = 0
    found.check_pages("large", others)
    with pytest.raises(NumbersError, match="the sum of its large is wrong"):
        found.check_pages("large", every)


def test_check_writable_raises_for_an_unwritable_path(path: Path) -> None:
    check_writable(path, FORMAT)
    check_writable(path.parent / "new" / "b.numbers", FORMAT)
    assert [file.name for file in path.parent.iterdir() if file.is_file()] == ["a.numbers"]
    with pytest.raises(NumbersError, match=r"cannot write .*b.numbers: Not a directory|File exists"):
        check_writable(path / "b.numbers", FORMAT)
    with pytest.raises(NumbersError, match=r"folder is a folder: name a file"):
        check_writable(path.parent, FORMAT)
