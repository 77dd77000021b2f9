"""Progress of `expand`: live on a terminal, a line for each layer elsewhere."""

import time
from pathlib import Path

from slidefront import units
from slidefront.cli.progress import LINE_SECONDS, LineProgress, same_command
from slidefront.draw.growth import layer_line
from slidefront.machine import free_disk, process_memory
from slidefront.store.manifest import Layer, Manifest
from slidefront.store.run import Run
from slidefront.watch import Step

STARTING = "starting … (the first run on a machine compiles for some seconds)"
_DRAW_SECONDS = 0.1
_BAR = 60  # characters


class ExpandProgress(LineProgress):
    """Shows the layers, and of the one in work how much is done and what it takes."""

    def __init__(self, folder: Path, *, to_end: bool) -> None:
        super().__init__(STARTING, self._saved)
        self._folder = folder
        self._to_end = to_end
        self._new = 0
        self._drawn_at = 0.0

    def _saved(self) -> str:
        return f": layers 0 to {Run(self._folder).greatest_depth} are saved in {self._folder}; {same_command()}"

    def on_open(self, manifest: Manifest) -> None:
        """Start from the layers that exist."""
        self._manifest = manifest
        self._boards, self._bytes = manifest.boards, manifest.bytes
        self._began = self._layer_at = time.monotonic()

    def on_layer(self, layer: Layer) -> None:
        """Count the layer; without a terminal, print it."""
        self._boards += layer.boards
        self._bytes += layer.bytes
        self._new += layer.boards
        self._layer_at = time.monotonic()
        if not self._line.live:
            self._line.update(layer_line(layer, self._manifest.marks.text), LINE_SECONDS)

    def on_progress(self, step: Step) -> None:
        """Show the step on a terminal."""
        if self._line.live and time.monotonic() - self._drawn_at >= _DRAW_SECONDS and not self.stop():
            self._drawn_at = time.monotonic()
            self._line.update(self.text(step))

    def text(self, step: Step) -> str:
        """Say how far a step is; the bar shows the whole space, or the step if the size of the space is not known."""
        boards, total = self._boards + step.boards, self._manifest.total
        workers = f"{units.counted(step.workers, 'worker')}, {units.counted(step.tasks, 'task')}; " * bool(step.workers)
        used, free = units.size(self._bytes), units.size(free_disk(self._folder))
        return (
            f"depth {step.depth}: {100 * step.done:.0f}% of the layer done, {step.boards:,} boards from "
            f"{step.frontier:,}\n"
            f"  total {boards:,} boards{self._pace(boards, total)}\n"
            f"  {workers}memory {units.size(process_memory())}, disk {used} used, {free} free\n"
            f"  {bar(boards / total if total else step.done)}"
        )

    def _pace(self, boards: int, total: int | None) -> str:
        share = f", {100 * boards / total:.4g}% of {total:,}" if total else ""
        if self._new == 0:
            return share
        rate = self._new / max(1e-3, self._layer_at - self._began)
        left = f", {units.duration((total - boards) / rate)} left" if total and self._to_end else ""
        return f"{share}, {rate:,.0f} per second{left}"


def bar(done: float) -> str:
    """Draw a share of all work."""
    full = round(_BAR * min(1.0, done))
    return "━" * full + "─" * (_BAR - full)
