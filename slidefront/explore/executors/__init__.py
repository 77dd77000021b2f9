"""Executors: where tasks run. Each runs a function over tasks and yields the records as they come, in any order."""

from collections.abc import Callable, Generator, Iterable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from slidefront.errors import RunError
from slidefront.puzzles.core import Puzzle

Task = TypeVar("Task")
Record = TypeVar("Record")


class ExecutorError(RunError):
    """Tasks cannot run on the executor; finished tasks are kept."""


class Executor(Protocol):
    """Runs tasks. `str(task)` is the name of a task for people."""

    shares_memory: bool
    """Whether tasks may refer to memory of this process."""

    @property
    def workers(self) -> int:
        """How many other processes run tasks."""

    def prepare(self, puzzle: Puzzle, folders: Sequence[Path], file: Path | None = None) -> None:
        """Make sure that tasks can write to some folders and read a file, before the first of them runs."""

    def run(self, work: Callable[[Task], Record], tasks: Iterable[Task]) -> Generator[Record, None, None]:
        """Run each task. Tasks that have not started when the generator is closed never start."""

    def close(self) -> None:
        """Stop."""
