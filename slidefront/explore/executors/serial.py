"""The serial executor: each task runs in the calling thread when its record is requested, so debuggers work."""

from collections.abc import Callable, Generator, Iterable

from slidefront.explore.executors import Here, Record, Task


class Serial(Here):
    """Runs tasks one by one."""

    def run(self, work: Callable[[Task], Record], tasks: Iterable[Task]) -> Generator[Record, None, None]:
        """Run each task in turn."""
        for task in tasks:
            yield work(task)

    def close(self) -> None:
        """Do nothing."""
