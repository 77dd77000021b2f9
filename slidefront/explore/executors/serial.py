"""The serial executor: each task runs here, when its record is asked for. A debugger works."""

from collections.abc import Callable, Generator, Iterable

from slidefront.explore.executors import Record, Task


class Serial:
    """Runs tasks one by one."""

    shares_memory = True

    def run(self, work: Callable[[Task], Record], tasks: Iterable[Task]) -> Generator[Record, None, None]:
        """Run each task in turn."""
        for task in tasks:
            yield work(task)

    def close(self) -> None:
        """Do nothing."""
