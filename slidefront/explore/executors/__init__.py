"""Executors: where tasks run. Each runs a function over tasks and yields the records as they come, in any order."""

from collections.abc import Callable, Generator, Iterable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from slidefront.errors import RunError
from slidefront.puzzles.core import Puzzle

Task = TypeVar("Task")
Record = TypeVar("Record")


class ExecutorError(RunError):
    """Tasks cannot run where they should; what others have finished is kept."""


class Executor(Protocol):
    """Runs tasks. The text of a task, `str(task)`, is its name where people see it."""

    shares_memory: bool
    """Whether tasks may refer to memory of this process."""

    @property
    def workers(self) -> int:
        """How many other processes run tasks."""

    def prepare(self, puzzle: Puzzle, folders: Sequence[Path], file: Path | None = None) -> None:
        """Make sure that tasks can write to some folders and read a file, before the first of them runs."""

    def run(self, work: Callable[[Task], Record], tasks: Iterable[Task]) -> Generator[Record, None, None]:
        """Run each task. What has not begun when the generator is closed never begins."""

    def close(self) -> None:
        """Stop."""


class Here:
    """What executors have in common whose tasks run in this process."""

    shares_memory = True
    workers = 0

    def prepare(self, puzzle: Puzzle, folders: Sequence[Path], file: Path | None = None) -> None:
        """Do nothing: what this process can reach its tasks can."""
