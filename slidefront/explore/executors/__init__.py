"""Executors: where tasks run. Each runs a function over tasks and yields the records as they come, in any order."""

from collections.abc import Callable, Generator, Iterable
from typing import Protocol, TypeVar

Task = TypeVar("Task")
Record = TypeVar("Record")


class Executor(Protocol):
    """Runs tasks."""

    shares_memory: bool
    """Whether tasks may refer to memory of this process."""

    def run(self, work: Callable[[Task], Record], tasks: Iterable[Task]) -> Generator[Record, None, None]:
        """Run each task. What has not begun when the generator is closed never begins."""

    def close(self) -> None:
        """Stop."""
