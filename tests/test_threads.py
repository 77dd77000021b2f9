"""Thread pools: all threads run and end, and nothing hangs, in any order of threads and signals."""

import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from textwrap import dedent

import pytest

from slidefront.errors import LimitError
from slidefront.threads import signals_held_back, start_pool

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
