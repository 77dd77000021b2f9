"""Files and folders that cannot be read or written: one error names the path and the reason before any long work."""

import ctypes
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

import slidefront as api
from slidefront.check.repair import repair
from slidefront.errors import RunError
from tests.cli.conftest import Command

LONG = "n" * 300
"""No file system accepts this name, also not from root."""
ROUTE = ["solve", "8-puzzle", "--start", "1_2345678"]


@pytest.mark.parametrize(
    "words",
    [
        ["expand", "2x2", "--out", LONG],
        ["expand", "2x2", "--out", "run", "--scratch", LONG],
        ["table", "2x2", "-o", f"{LONG}.table"],
        ["export", "run8", "--out", f"{LONG}.csv"],
        ["problems", "run8", "--out", f"{LONG}.jsonl"],
        ["page", "2x2", "-o", f"{LONG}.html"],
        ["show", "2x2", "--out", f"{LONG}.svg"],
        ["stats", "run8", "--out", f"{LONG}.svg"],
        ["hardest", "run8", "--out", f"{LONG}.svg"],
        ["find", "2x3", "--out", LONG],
        [*ROUTE, "--out", f"{LONG}.svg"],
        [*ROUTE, "--out", f"{LONG}.jsonl"],
    ],
    ids=lambda words: " ".join(words).replace(LONG, "LONG"),
)
def test_unwritable_output_is_reported_before_the_work(slidefront: Command, words: list[str]) -> None:
    api.expand("8-puzzle", depth=3, out="run8")
    error = slidefront(*words, code=2).err.splitlines()
    assert "slidefront: cannot write" in error[-1]
    assert "File name too long; choose another" in error[-1]
    assert len(error) == 1 + (words[0] == "find")  # after its estimate
    assert [path.name for path in Path().iterdir()] == ["run8"]


@contextmanager
def permissions_apply() -> Iterator[None]:
    """Take from root, in this thread and in threads that it starts, the right to read and write everything."""
    libc, header, rights = ctypes.CDLL(None), (ctypes.c_uint32 * 2)(0x20080522), (ctypes.c_uint32 * 6)()
    if os.geteuid() or not hasattr(libc, "capget") or libc.capget(header, rights):
        yield
        return
    fewer = type(rights)(rights[0] & ~0b110, *rights[1:])  # CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH
    libc.capset(header, fewer)
    yield
    libc.capset(header, rights)


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Path]:
    api.expand("8-puzzle", depth=8, out=tmp_path / "run")
    with permissions_apply():
        yield tmp_path / "run"
    (tmp_path / "run").chmod(0o700)
    for path in (tmp_path / "run/layers").glob("*"):
        path.chmod(0o700)


def lock_up(path: Path) -> None:
    """Remove all permissions."""
    path.chmod(0)
    with suppress(PermissionError):
        os.close(os.open(path, os.O_RDONLY))
        pytest.skip("this user may read everything")


def test_unreadable_run_raises_one_error(run: Path) -> None:
    lock_up(run)
    for work in (api.open_run, api.verify):
        with pytest.raises(RunError, match=r"cannot read .*run: Permission denied"):
            work(run)


def test_run_with_unreadable_layers_and_no_manifest_is_no_missing_run(run: Path) -> None:
    (run / "_run.json").unlink()
    lock_up(run / "layers")
    for work in (api.open_run, api.verify):
        with pytest.raises(RunError, match=r"cannot read .*run: Permission denied"):
            work(run)
    (run / "layers").chmod(0o700)


@pytest.mark.parametrize("part", ["layers/0003/part-00000.parquet", "layers/0003"])
def test_unreadable_parts_are_reported_as_damage(run: Path, part: str) -> None:
    lock_up(run / part)
    with pytest.raises(RunError, match=r"0003/part-00000.parquet is damaged: it cannot be read: Permission denied; "):
        api.open_run(run).keys(3)
    if part.endswith(".parquet"):  # its folder can be written to
        report = api.verify(run)
        assert report.safe == 2
        assert "Permission denied" in str(report.damages[0])
        assert repair(report).depth == 8
    else:
        with pytest.raises(RunError, match=r"cannot list the files of .*run: Permission denied"):
            api.verify(run)
        (run / part).chmod(0o700)
    assert api.verify(run, deep=True).good


def test_find_refuses_links_in_its_folder(tmp_path: Path, slidefront: Command) -> None:
    slidefront("find", "2x2", "--out", "found")
    shutil.move(tmp_path / "found/puzzles", tmp_path / "mine")
    (tmp_path / "found/puzzles").symlink_to(tmp_path / "mine")
    assert "puzzles is a link" in slidefront("find", "2x2", "--out", "found", code=2).err
