"""The resources of the machine, and pools of threads.

Resources: limits of control groups of both versions, memory of the process, and free disk. Pools: all threads run and
end, and nothing hangs, in any order of threads and signals.
"""

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from textwrap import dedent

import pytest

from slidefront import machine
from slidefront.errors import LimitError
from slidefront.machine import cgroups, cores, device, free_disk, memory, process_memory, signals_held_back, start_pool

MI = 1 << 20
Usage = namedtuple("Usage", "total used free")


WHOLE = (64 << 30, 32)
V1 = "12:memory:/docker/abc\n5:cpu,cpuacct:/docker/abc\n3:cpuset:/x\n1:name=systemd:/docker/abc\n"
UNLIMITED = 9223372036854771712
CASES: dict[str, tuple[str | None, dict[str, object], tuple[int, int]]] = {
    "no control groups": (None, {}, WHOLE),
    "no limit": ("0::/user.slice\n", {"user.slice/memory.max": "max", "user.slice/cpu.max": "max 100000"}, WHOLE),
    "version 2, the group of the process": (
        "0::/with:colons/x\n",
        {"with:colons/x/memory.max": 512 * MI, "with:colons/x/cpu.max": "250000 100000"},
        (512 * MI, 3),
    ),
    "version 2, the least on the way up": (
        "0::/a/b/c\n",
        {"a/b/c/memory.max": "max", "a/b/memory.max": 700 * MI, "a/memory.max": 600 * MI, "memory.max": 800 * MI}
        | {"a/b/c/cpu.max": "800000 100000", "a/b/cpu.max": "max 100000", "a/cpu.max": "400000 100000"},
        (600 * MI, 4),
    ),
    "version 2, groups of others": (
        "0::/a/b\n",
        {f"{other}/memory.max": MI for other in ("c", "a/c", "a/b/c")}
        | {f"{other}/cpu.max": "100000 100000" for other in ("c", "a/c", "a/b/c")},
        WHOLE,
    ),
    "version 1, the group of the process": (
        V1,
        {"memory/docker/abc/memory.limit_in_bytes": 512 * MI, "memory/memory.limit_in_bytes": UNLIMITED}
        | {"cpu,cpuacct/docker/abc/cpu.cfs_quota_us": 150_000, "cpu,cpuacct/docker/abc/cpu.cfs_period_us": 50_000},
        (512 * MI, 3),
    ),
    "version 1, a container that sees its own root": (
        V1,
        {"memory/memory.limit_in_bytes": 400 * MI, "cpu/cpu.cfs_quota_us": 200_000, "cpu/cpu.cfs_period_us": 100_000},
        (400 * MI, 2),
    ),
    "version 1, other controllers": (
        V1,
        {"cpuset/x/memory.limit_in_bytes": MI, "memory/x/memory.limit_in_bytes": MI},
        WHOLE,
    ),
    "less than one core": ("0::/a\n", {"a/cpu.max": "5000 100000"}, (64 << 30, 1)),
    "files that say nothing": ("0::/a\n", {"a/cpu.max": "100000 0 0", "a/memory.max": "nonsense"}, WHOLE),
}


@pytest.mark.parametrize(("membership", "limits", "expected"), CASES.values(), ids=CASES)
def test_control_groups_limit_memory_and_cores(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    membership: str | None,
    limits: dict[str, object],
    expected: tuple[int, int],
) -> None:
    """A machine of 64 GiB and 32 cores; the files stand for /proc/self/cgroup and /sys/fs/cgroup."""
    process, root = tmp_path / "cgroup", tmp_path / "sys"
    if membership is not None:
        process.write_text(membership)
    for name, content in limits.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(f"{content}\n")
    monkeypatch.setattr(machine, "cgroups", lambda controller: cgroups(controller, process, root))
    monkeypatch.setattr(os, "sysconf", lambda name: {"SC_PHYS_PAGES": 1 << 24, "SC_PAGE_SIZE": 4096}[name])
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(32)), raising=False)
    assert (memory(), cores()) == expected


def test_limits_of_this_machine_are_plausible() -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)
    assert 0 < memory() <= os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def test_system_without_proc_reports_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_free_disk_and_device_are_those_of_the_nearest_existing_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def usage(path: Path) -> Usage:
        path.stat()  # a folder that is not there has no usage
        return Usage(100, 58, 42 if path == tmp_path else 1)

    monkeypatch.setattr(shutil, "disk_usage", usage)
    monkeypatch.chdir(tmp_path)
    assert [free_disk(path) for path in (tmp_path, tmp_path / "a" / "b" / "c", Path("data") / "x")] == [42] * 3
    (tmp_path / "file").touch()
    assert free_disk(tmp_path / "file" / "in" / "it") == 1
    assert device(tmp_path / "a" / "b") == device(tmp_path) == tmp_path.stat().st_dev


WATCHDOG = 300


def run_beside_work(program: str) -> str:
    """Run a program in a new process while another process keeps a core busy. A program that hangs fails the test."""
    busy = subprocess.Popen([sys.executable, "-S", "-c", "while True: pass"])
    try:
        command = [sys.executable, "-c", dedent(program)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=WATCHDOG, check=False)
    finally:
        busy.kill()
        busy.wait(10)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_pool_closes_while_threads_are_starting() -> None:
    """Every second thread starts late. Closing early would cancel the wait that the others depend on."""
    program = """
        import threading, time
        from slidefront.executors import Threads
        begin, count = threading.Thread.run, 0

        def begin_late(thread):
            global count
            count += 1
            time.sleep(0.3 * (count % 2))
            begin(thread)

        threading.Thread.run = begin_late
        for threads in (2, 3, 16):
            Threads(threads).close()
        print("ended")
    """
    assert run_beside_work(program) == "ended\n"


def test_interrupts_at_random_moments_leave_no_thread() -> None:
    """A thread that is starting when Ctrl-C arrives ends soon, and no thread is left."""
    program = """
        import os, random, signal, sys, threading, time
        from slidefront.executors import Threads
        sys.setswitchinterval(0.00001)
        threads, interrupted, armed = 16, 0, False

        def strike(*_):
            global armed
            if armed:
                armed = False
                raise KeyboardInterrupt

        def send_signals():
            moments = random.Random(threads)
            while interrupted < 50:
                time.sleep(moments.uniform(0, 0.001))
                os.kill(os.getpid(), signal.SIGINT)

        signal.signal(signal.SIGINT, strike)
        sender = threading.Thread(target=send_signals)
        sender.start()
        while interrupted < 50:
            try:
                armed = True
                Threads(threads).close()
            except KeyboardInterrupt:
                interrupted += 1
            finally:
                armed = False
        # An interrupted join marks its thread as stopped before it has ended, so a second join would not wait.
        end = time.monotonic() + 30
        while threading.active_count() > 1 and time.monotonic() < end:
            time.sleep(0.01)
        print(threading.active_count())
    """
    assert run_beside_work(program) == "1\n"


def test_pool_starts_all_threads() -> None:
    before = threading.active_count()
    pool = start_pool(5, "test")
    assert threading.active_count() == before + 5
    pool.shutdown()
    assert threading.active_count() == before


def test_signals_are_delivered_after_the_block() -> None:
    reached = False
    with pytest.raises(KeyboardInterrupt), signals_held_back():
        signal.raise_signal(signal.SIGINT)
        reached = True
    assert reached
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_other_threads_leave_signal_handlers_alone() -> None:
    """Only the main thread runs handlers; others leave them alone."""
    with ThreadPoolExecutor(1) as other, signals_held_back():
        handler = signal.getsignal(signal.SIGINT)

        def look() -> bool:
            with signals_held_back():
                return signal.getsignal(signal.SIGINT) is handler

        assert other.submit(look).result(30)


def test_failing_thread_start_raises_limit_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: threading.Thread) -> None:  # noqa: ARG001 - takes the place of a method
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    with pytest.raises(LimitError) as refused:
        start_pool(3, "test")
    assert refused.value.parameters == ("threads",)
