"""What the machine offers: the limits of the control groups that the process is in, of either version, and the disk."""

import os
import shutil
from collections import namedtuple
from pathlib import Path

import pytest

from slidefront import machine
from slidefront.machine import cgroups, cores, device, free_disk, memory, process_memory

MI = 1 << 20
Usage = namedtuple("Usage", "total used free")


class Machine:
    """Stands for /proc/self/cgroup and /sys/fs/cgroup."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "sys"
        self.membership = folder / "cgroup"
        self.root.mkdir()

    def is_in(self, *lines: str) -> None:
        self.membership.write_text("".join(f"{line}\n" for line in lines))

    def limit(self, path: str, content: object) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{content}\n")


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A machine of 64 GiB and 32 cores."""
    made = Machine(tmp_path)
    monkeypatch.setattr(machine, "cgroups", lambda controller: cgroups(controller, made.membership, made.root))
    monkeypatch.setattr(os, "sysconf", lambda name: {"SC_PHYS_PAGES": 1 << 24, "SC_PAGE_SIZE": 4096}[name])
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(32)), raising=False)
    return made


@pytest.mark.usefixtures("there")
def test_without_control_groups() -> None:
    assert (memory(), cores()) == (64 << 30, 32)


def test_without_a_limit(there: Machine) -> None:
    there.is_in("0::/user.slice")
    there.limit("user.slice/memory.max", "max")
    there.limit("user.slice/cpu.max", "max 100000")
    assert (memory(), cores()) == (64 << 30, 32)


@pytest.mark.parametrize("own", ["user.slice", "a/b/c.scope", "with:colons/x"])
def test_version_2_in_the_group_of_the_process(there: Machine, own: str) -> None:
    there.is_in(f"0::/{own}")
    there.limit(f"{own}/memory.max", 512 * MI)
    there.limit(f"{own}/cpu.max", "250000 100000")
    assert (memory(), cores()) == (512 * MI, 3)


def test_version_2_nested_groups_all_count(there: Machine) -> None:
    """Whatever is the least on the way up: a group cannot have more than the one around it."""
    there.is_in("0::/a/b/c")
    there.limit("a/b/c/memory.max", "max")
    there.limit("a/b/memory.max", 700 * MI)
    there.limit("a/memory.max", 600 * MI)
    there.limit("memory.max", 800 * MI)
    there.limit("a/b/c/cpu.max", "800000 100000")
    there.limit("a/b/cpu.max", "max 100000")
    there.limit("a/cpu.max", "400000 100000")
    assert (memory(), cores()) == (600 * MI, 4)


def test_version_2_groups_of_others_do_not_count(there: Machine) -> None:
    there.is_in("0::/a/b")
    for other in ("c", "a/c", "a/b/c"):
        there.limit(f"{other}/memory.max", MI)
        there.limit(f"{other}/cpu.max", "100000 100000")
    assert (memory(), cores()) == (64 << 30, 32)


V1 = ("12:memory:/docker/abc", "5:cpu,cpuacct:/docker/abc", "3:cpuset:/x", "1:name=systemd:/docker/abc")


def test_version_1_in_the_group_of_the_process(there: Machine) -> None:
    there.is_in(*V1)
    there.limit("memory/docker/abc/memory.limit_in_bytes", 512 * MI)
    there.limit("memory/memory.limit_in_bytes", 9223372036854771712)
    there.limit("cpu,cpuacct/docker/abc/cpu.cfs_quota_us", 150_000)
    there.limit("cpu,cpuacct/docker/abc/cpu.cfs_period_us", 50_000)
    assert (memory(), cores()) == (512 * MI, 3)


def test_version_1_in_a_container_that_sees_its_own_root(there: Machine) -> None:
    """The path is that of the machine outside, and the files are in the root of each controller."""
    there.is_in(*V1)
    there.limit("memory/memory.limit_in_bytes", 400 * MI)
    there.limit("cpu/cpu.cfs_quota_us", 200_000)
    there.limit("cpu/cpu.cfs_period_us", 100_000)
    assert (memory(), cores()) == (400 * MI, 2)


def test_version_1_groups_of_other_controllers_do_not_count(there: Machine) -> None:
    there.is_in(*V1)
    there.limit("cpuset/x/memory.limit_in_bytes", MI)
    there.limit("memory/x/memory.limit_in_bytes", MI)
    assert memory() == 64 << 30


@pytest.mark.parametrize("content", ["", "nonsense", "max max", "100000", "100000 0 0"])
def test_files_that_say_nothing(there: Machine, content: str) -> None:
    there.is_in("0::/a")
    there.limit("a/cpu.max", content)
    there.limit("a/memory.max", content if content != "100000" else "")
    assert (memory(), cores()) == (64 << 30, 32)


def test_a_quota_below_one_core_is_one_core(there: Machine) -> None:
    there.is_in("0::/a")
    there.limit("a/cpu.max", "5000 100000")
    assert cores() == 1


def test_this_machine() -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)
    assert 0 < memory() <= os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def test_a_system_that_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(self: Path, *_: object) -> str:
        raise FileNotFoundError(self)

    monkeypatch.setattr(Path, "read_text", read)
    assert memory() == os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    assert process_memory() == 0


def test_process_memory_grows_with_the_process() -> None:
    before = process_memory()
    ballast = bytearray(os.urandom(1)) * (64 * MI)
    assert process_memory() >= before + 32 * MI
    assert len(ballast) == 64 * MI


def test_free_disk_is_that_of_the_nearest_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def usage(path: Path) -> Usage:
        path.stat()  # a folder that is not there has no usage
        return Usage(100, 58, 42 if path == tmp_path else 1)

    monkeypatch.setattr(shutil, "disk_usage", usage)
    assert free_disk(tmp_path / "a" / "b" / "c") == 42
    assert free_disk(tmp_path) == 42
    (tmp_path / "file").touch()
    assert free_disk(tmp_path / "file" / "in" / "it") == 1


def test_free_disk_of_a_relative_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def usage(path: Path) -> Usage:
        path.stat()
        return Usage(0, 0, 7 if path == tmp_path else 1)

    monkeypatch.setattr(shutil, "disk_usage", usage)
    assert free_disk(Path("data") / "x") == 7


def test_the_file_system_of_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert device(tmp_path / "a" / "b") == device(tmp_path) == tmp_path.stat().st_dev
