"""How `expand` shows its progress: a live line on a terminal, one plain line per layer elsewhere."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from slidefront import units
from slidefront.explore.budget import free_disk, process_memory
from slidefront.explore.watch import Step, Watcher
from slidefront.store.manifest import Layer, Manifest
from slidefront.view.growth import layer_line

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult


class Lines(Watcher):
    """Prints a plain line when a layer is finished."""

    def __enter__(self) -> "Lines":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def opened(self, manifest: Manifest) -> None:
        """Keep what the marked boards are called."""
        self._mark = manifest.marks.text

    def finished(self, layer: Layer) -> None:
        """Say so."""
        print(layer_line(layer, self._mark), file=sys.stderr, flush=True)


class Live(Watcher):
    """Draws what happens now, several times a second."""

    def __init__(self, folder: Path, goes_to_end: bool, stop: Callable[[], bool]) -> None:
        from rich.console import Console
        from rich.live import Live as RichLive

        self._folder = folder
        self._goes_to_end = goes_to_end
        self._stop = stop
        self._live = RichLive(self, console=Console(stderr=True), refresh_per_second=8, transient=True)
        self._manifest: Manifest | None = None
        self._step: Step | None = None
        self._boards = self._bytes = self._new = 0
        self._began = self._layer_at = time.monotonic()

    def __enter__(self) -> "Live":
        self._live.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.__exit__(kind, error, trace)

    def opened(self, manifest: Manifest) -> None:
        """Begin from the layers that there are."""
        self._manifest = manifest
        self._boards, self._bytes = manifest.boards, manifest.bytes
        self._began = self._layer_at = time.monotonic()

    def advanced(self, step: Step) -> None:
        """Keep the step for the next drawing."""
        self._step = step

    def finished(self, layer: Layer) -> None:
        """Count the layer."""
        self._boards += layer.boards
        self._bytes += layer.bytes
        self._new += layer.boards
        self._layer_at = time.monotonic()
        self._step = Step(layer.depth + 1, layer.boards, 0.0, 0)

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        """Draw the state: rich calls this by itself."""
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
            f"  {100 * step.done:3.0f}% of the layer, {step.boards:,} boards, after {step.frontier:,}",
        )
        yield Text.assemble("in all ", (f"{boards:,}", "bold"), f" boards{self._pace(boards, total)}")
        used, free = units.size(self._bytes), units.size(free_disk(self._folder))
        yield Text(f"memory {units.size(process_memory())}, disk {used} used, {free} free", style="dim")
        done = boards / total if total else step.done
        yield ProgressBar(total=1.0, completed=done, width=min(72, options.max_width))
        if self._stop():
            yield Text("\nstopping: the work in hand is being finished (once more stops at once)", style="bold")

    def _pace(self, boards: int, total: int | None) -> str:
        share = f", {100 * boards / total:.4g}% of {total:,}" if total else ""
        if self._new == 0:
            return share
        rate = self._new / max(1e-3, self._layer_at - self._began)
        left = f", {units.duration((total - boards) / rate)} left" if total and self._goes_to_end else ""
        return f", {rate:,.0f} a second{share}{left}"


def watcher(folder: Path, quiet: bool, goes_to_end: bool, stop: Callable[[], bool]) -> Any:
    """Choose how to show progress: a context manager that is a Watcher."""
    if quiet:
        return _Quiet()
    return Live(folder, goes_to_end, stop) if sys.stderr.isatty() else Lines()


class _Quiet(Lines):
    def finished(self, layer: Layer) -> None:
        pass
