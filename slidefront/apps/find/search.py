"""Search a whole kind: divide it into tasks, run them on an executor, and keep their results in a journal.

The journal is a log (`store.log`): the kind, and then a record for each finished task, with the items that the task
searched, the items that it left unfinished, and its results. The items that are left follow from the records:
they are unfinished items that no later task has searched.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import inf
from pathlib import Path
from typing import Any

from slidefront import units
from slidefront.apps.find.kinds import Kind
from slidefront.apps.find.tasks import (
    FindItem,
    FindRecord,
    FindResults,
    FindTask,
    SizeResults,
    first_items,
    kit_of,
    run_task,
    total_count,
)
from slidefront.compile import Compiling
from slidefront.errors import LimitError, RunError
from slidefront.executors import Executor, executor_of
from slidefront.executors.budget import BASE_MEMORY, Budget, Resources
from slidefront.files import locked, make_folder, refuse_links, sync, sync_open, writing_to
from slidefront.store.log import append_record, read_log
from slidefront.watch import Watcher

WORK = 2_000_000
"""The placements of a task, which take a few seconds."""
SHORT_TASKS = 20
"""The number of short tasks that take as long as one task."""
ALL_BOARDS = 1 << 40
"""The number of boards to keep if all are asked for."""
FEW_ITEMS = 4
"""If there are fewer items per thread, tasks are short, so that they soon leave enough items for all threads."""
SECONDS_PER_PLACEMENT = 2.8e-6
"""Measured for 4x5 on a core of 2024; 4x4 takes three quarters. Images under symmetries take no time."""
SECONDS_PER_BOARD = 1.5e-6
"""Measured for rush on 6x6; 5x5 takes half."""


@contextmanager
def searching(
    kind: Kind,
    folder: Path,
    *,
    top: int,
    replace: bool = False,
    resources: Resources,
    watcher: Watcher,
    work: int = WORK,
) -> "Iterator[Search]":
    """Open the journal of a search in a folder, and start its executor.

    `top` is the number of hardest boards to keep for each number of pieces, and `work` the placements of a task.
    """
    kit_of(kind.text)
    with (
        FindJournal(folder, kind, top, replace=replace) as journal,
        executor_of(resources) as (tasks, budget),
    ):
        yield Search(kind, journal, tasks, budget, watcher, work)


def estimate_search(kind: Kind) -> str:
    """Describe how long a search will take."""
    count = total_of(kind)
    if not count:
        return f"{kind.name}: how many boards there are is not known in advance"
    if kind.measures_clusters:
        return f"{kind.name}: {count:,} boards, about {units.duration(count * SECONDS_PER_BOARD)} of one core"
    seconds = count / kind.most_symmetries * SECONDS_PER_PLACEMENT
    return f"{kind.name}: {count:,} placements, about {units.duration(seconds)} of one core"


def total_of(kind: Kind) -> int:
    """Return the board count of a kind without the empty board; 0 if it is not known in advance."""
    return kind.board_count or sum((kind.divisions or {0: 1}).values()) - 1


class Search:
    """A search of one kind."""

    def __init__(
        self, kind: Kind, journal: "FindJournal", executor: Executor, budget: Budget, watcher: Watcher, work: int
    ) -> None:
        self._kind, self._journal, self._executor, self._watcher = kind, journal, executor, watcher
        self._work, self._threads, self._memory = work, budget.tasks, budget.work_bytes
        self._number = 0
        self._total = total_of(kind)
        self._first, self._began = self._done, Compiling.clock()

    def run(self) -> FindResults:
        """Run tasks until nothing is left. Items that need more memory than a task has then run alone."""
        waiting, large = [*self._journal.left], list[FindItem]()
        while waiting:
            for record in self._executor.run(run_task, self._tasks(waiting)):
                left = self._note(record)
                if record.needs:
                    large.append(left.pop(0))
                waiting += left
        while large:
            self._watcher.check()
            items = (large.pop(),)
            record = run_task(FindTask(0, self._kind.text, items, self._work, self._memory, self._journal.top))
            if record.needs > self._memory:
                need = units.size(record.needs + BASE_MEMORY)
                raise LimitError(
                    f"a set of pieces has so many boards that they need {need} of memory: "
                    f"give more memory, and run the same command to continue",
                    "memory",
                )
            large += self._note(record)
        self._check()
        return self._journal.results

    def _check(self) -> None:
        """Raise an error unless there are as many placements or boards as were counted in advance."""
        for pieces, expected in (self._kind.divisions or {}).items():
            group = self._journal.results.get(pieces)
            if pieces and (group is None or group.counts["placements"] != expected):
                raise RunError(
                    f"{self._journal.path} does not have all {expected:,} placements of {pieces} pieces: it is of "
                    f"another version; search again in another folder",
                    "out",
                )
        if self._kind.board_count not in (None, self._done):
            raise RunError(
                f"{self._journal.path} has {self._done:,} of the {self._kind.board_count:,} boards: it is of another "
                f"version; search again in another folder",
                "out",
            )

    def _tasks(self, waiting: list[FindItem]) -> Iterator[FindTask]:
        while waiting:
            self._watcher.check()
            is_short = len(waiting) < FEW_ITEMS * self._threads
            work = self._work // SHORT_TASKS if is_short else self._work
            items = tuple(waiting.pop(0) for _ in range(1 + len(waiting) // (32 * self._threads)))
            self._number += 1
            memory = self._memory // self._threads
            yield FindTask(self._number, self._kind.text, items, work, memory, self._journal.top)

    def _note(self, record: FindRecord) -> list[FindItem]:
        """Write a finished task to the journal, and describe the progress; return the items that the task has left."""
        self._journal.note(record)
        done, left, total = self._done, len(self._journal.left), self._total
        what = "boards" if self._kind.measures_clusters else "placements"
        share = f", {100 * done / total:.4g}% of {total:,}" if total else ""
        speed = (done - self._first) / max(1e-3, Compiling.clock() - self._began)
        remaining = f", {units.duration((total - done) / speed)} left" if total and speed else ""
        self._watcher.on_message(
            f"{done:,} {what}{share}, {units.counted(left, 'part')} left, {speed:,.0f} per second{remaining}"
        )
        return [*record.left]

    @property
    def _done(self) -> int:
        """The number of searched placements; if clusters are measured, of boards."""
        return total_count(self._journal.results, "starts" if self._kind.measures_clusters else "placements")


JOURNAL_NAME = "_find.jsonl"
_VERSION = 1
_VERSION_OF_RULES = 2
"""Journals of rules in a file: in version 1, rows and columns counted from 0, so the same text meant another goal."""
SYNC_SECONDS = 1.0
"""A power failure loses at most the tasks of this time and the tasks in flight."""


class FindJournal:
    """The journal of a search, locked for one writer while it is open; use it as a context manager."""

    def __init__(self, folder: Path, kind: Kind, top: int, *, replace: bool = False) -> None:
        self.path = folder / JOURNAL_NAME
        self._replace = replace
        self.results: FindResults = {}
        self.left: dict[FindItem, None] = dict.fromkeys(first_items(kind))
        """The items that are left, in order."""
        self._head = {"version": _VERSION_OF_RULES if kind.is_from_file else _VERSION, "kind": kind.text, "top": top}
        self.top = top
        self._sync_at = -inf

    def __enter__(self) -> "FindJournal":
        folder = self.path.parent
        with writing_to(folder):
            if folder.exists() and any(folder.iterdir()) and not self.path.is_file():
                raise RunError(f"{folder} has other files: choose a new folder", "out")
            make_folder(folder)
            for path in folder.iterdir():
                refuse_links(path)
            try:
                self._lock = locked(folder / "_find.lock")
            except BlockingIOError:
                raise RunError(
                    f"another process searches in {folder}: wait for it, or choose another folder", "out"
                ) from None
            try:
                self._read()
            except BaseException:
                self._lock.close()
                raise
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # a write that failed has been reported, and fails again on closing
            sync_open(self._file.fileno())
            self._file.close()
        self._lock.close()

    def _read(self) -> None:
        log, version = [*read_log(self.path, independent=True)], self._head["version"]
        head = log[0].value if log else None
        if head is not None and head.get("version", version) != version:
            raise RunError(
                f"{self.path} has version {head['version']}, and this slidefront reads version {version}: use the "
                f"slidefront that wrote it, or choose another folder"
            )
        if (head is None or "version" not in head) and self.path.exists() and b"\n" in self.path.read_bytes():
            raise RunError(f"{self.path} is damaged in its first line: choose another folder", "out")
        if head not in (None, self._head):
            if not self._replace:
                raise RunError(
                    f"{self.path} is of another search: replace it, or choose another folder", "replace", "out"
                )
            log = []
        for record in (later.value for later in log[1:]):
            with suppress(KeyError, TypeError, ValueError):
                items = [tuple(map(int, item)) for item in record["items"]]
                results = {int(pieces): SizeResults.from_json(group) for pieces, group in record["found"].items()}
                if all(item in self.left for item in items):
                    self._apply(items, [tuple(map(int, item)) for item in record["left"]], results)
        self._file = self.path.open("ab")
        self._file.truncate(log[-1].end if log else 0)
        if not log:
            self._write(self._head)
            sync(self.path.parent)

    def _apply(self, items: list[FindItem], left: list[FindItem], results: FindResults) -> None:
        for item in items:
            del self.left[item]
        self.left.update(dict.fromkeys(left))
        for pieces, group in results.items():
            self.results.setdefault(pieces, SizeResults()).add(group, self.top)

    def note(self, record: FindRecord) -> None:
        """Add the results of a task, and write its line."""
        self._apply([*record.items], [*record.left], record.results)
        results = {pieces: group.as_json() for pieces, group in record.results.items()}
        with writing_to(self.path.parent, "the same command continues"):
            self._write({"items": record.items, "left": record.left, "found": results})

    def _write(self, record: dict[str, Any]) -> None:
        append_record(self._file, record)
        if time.monotonic() >= self._sync_at:
            sync_open(self._file.fileno())
            self._sync_at = time.monotonic() + SYNC_SECONDS
