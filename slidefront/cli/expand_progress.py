"""Progress of `expand`: live on a terminal, a line for each layer elsewhere."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from slidefront import units
from slidefront.cli.progress import LINE_SECONDS, StatusLine
from slidefront.machine import free_disk, process_memory
from slidefront.store.manifest import Layer, Manifest
from slidefront.view.growth import layer_line
from slidefront.watch import Step, Watcher

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult


def expand_progress(folder: Path, stop: Callable[[], bool], *, quiet: bool, to_end: bool) -> "NoProgress":
    """Choose how to show the progress of `expand`."""
    if quiet:
        return NoProgress(stop)
    return LiveProgress(folder, to_end, stop) if sys.stderr.isatty() else LayerLines(stop)


class NoProgress(Watcher):
    """Shows nothing, and stops on a signal."""

    def __init__(self, stop: Callable[[], bool]) -> None:
        self._stop = stop

    def stop(self) -> bool:
        """Tell whether a signal has asked to stop."""
        return self._stop()

    def __enter__(self) -> "NoProgress":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass


class LayerLines(NoProgress):
    """Prints a line for a finished layer, at most one a second: the table at the end has all of them."""

    def __init__(self, stop: Callable[[], bool]) -> None:
        super().__init__(stop)
        self._line = StatusLine("", every=LINE_SECONDS)

    def on_open(self, manifest: Manifest) -> None:
        """Keep the name of the mark."""
        self._mark = manifest.marks.text

    def on_layer(self, layer: Layer) -> None:
        """Print the layer."""
        self._line.update(layer_line(layer, self._mark))


class LiveProgress(NoProgress):
    """Draws the current state several times a second."""

    def __init__(self, folder: Path, to_end: bool, stop: Callable[[], bool]) -> None:
        from rich.console import Console
        from rich.live import Live

        self._folder = folder
        self._to_end = to_end
        super().__init__(stop)
        self._live = Live(self, console=Console(stderr=True), refresh_per_second=8, transient=True)
        self._manifest: Manifest | None = None
        self._step: Step | None = None
        self._boards = self._bytes = self._new = 0
        self._began = self._layer_at = time.monotonic()

    def __enter__(self) -> "LiveProgress":
        self._live.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.__exit__(kind, error, trace)

    def on_open(self, manifest: Manifest) -> None:
        """Start from the layers that exist."""
        self._manifest = manifest
        self._boards, self._bytes = manifest.boards, manifest.bytes
        self._began = self._layer_at = time.monotonic()

    def on_progress(self, step: Step) -> None:
        """Keep the step for the next drawing."""
        self._step = step

    def on_layer(self, layer: Layer) -> None:
        """Count the layer."""
        self._boards += layer.boards
        self._bytes += layer.bytes
        self._new += layer.boards
        self._layer_at = time.monotonic()
        self._step = Step(layer.depth + 1, layer.boards, 0.0, 0)

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        """Draw the state; rich calls this."""
        from rich.progress_bar import ProgressBar
        from rich.text import Text

        if self._manifest is None or self._step is None or self._step.depth <= 1:
            yield Text("starting … (the first run on a machine compiles for some seconds)", style="dim")
            return
        step, total = self._step, self._manifest.total
        boards = self._boards + step.boards
        yield Text.assemble(
            "depth ",
            (str(step.depth), "bold"),
            f": {100 * step.done:.0f}% of the layer done, {step.boards:,} boards from {step.frontier:,}",
        )
        yield Text.assemble("total ", (f"{boards:,}", "bold"), f" boards{self._pace(boards, total)}")
        used, free = units.size(self._bytes), units.size(free_disk(self._folder))
        workers = (
            f"{units.counted(step.workers, 'worker')}, {units.counted(step.tasks, 'task')}; " if step.workers else ""
        )
        yield Text(f"{workers}memory {units.size(process_memory())}, disk {used} used, {free} free", style="dim")
        done = boards / total if total else step.done
        yield ProgressBar(total=1.0, completed=done, width=min(72, options.max_width))
        if self._stop():
            yield Text("\nstopping after the current tasks (press Ctrl-C again to stop at once)", style="bold")

    def _pace(self, boards: int, total: int | None) -> str:
        share = f", {100 * boards / total:.4g}% of {total:,}" if total else ""
        if self._new == 0:
            return share
        rate = self._new / max(1e-3, self._layer_at - self._began)
        left = f", {units.duration((total - boards) / rate)} left" if total and self._to_end else ""
        return f"{share}, {rate:,.0f} per second{left}"
