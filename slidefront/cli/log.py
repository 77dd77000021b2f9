"""The file of --log: a line with the time for each finished layer, and for work in progress once a minute.

Lines are appended, with or without a terminal, so that one file records a long exploration over several interruptions.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from slidefront import units
from slidefront.cli.progress import command_line
from slidefront.errors import SlidefrontError, printable
from slidefront.watch import Checked, Interrupted, Round, Step, TableProgress, Threshold, Watcher

if TYPE_CHECKING:
    from slidefront.store.manifest import Layer, Manifest

EVERY_SECONDS = 60.0


class Log(Watcher):
    """Writes what a watcher is told to a file."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._began = self._written_at = time.monotonic()
        self._known = self._boards = 0
        self._total: int | None = None

    def write(self, text: str) -> None:
        """Append a line with the time in UTC."""
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        self._file.write(f"{now} {printable(text)}\n")
        self._file.flush()
        self._written_at = time.monotonic()

    def _write_rarely(self, text: str) -> None:
        if time.monotonic() - self._written_at >= EVERY_SECONDS:
            self.write(text)

    def _pace(self, boards: int, total: int | None) -> str:
        """Describe the boards so far: their share of the total, how many are found per second, and the time left."""
        seconds = max(1e-3, time.monotonic() - self._began)
        rate = (boards - self._known) / seconds
        text = f"{units.counted(boards, 'board')} in all, {rate:,.0f} per second"
        if total is None:
            return text
        left = f", {units.duration((total - boards) / rate)} left" if rate else ""
        return f"{text}, {100 * boards / total:.4g}% of {total:,}{left}"

    def _time_left(self, done: float) -> str:
        left = (time.monotonic() - self._began) * (1 - done) / done if done else 0
        return f", {units.duration(left)} left" if left else ""

    def on_open(self, manifest: "Manifest") -> None:
        """Start from the layers that exist."""
        self._known = self._boards = manifest.board_count
        self._total = manifest.total

    def on_layer(self, layer: "Layer") -> None:
        """Write a finished layer of a run."""
        self._boards += layer.board_count
        found = f"layer {layer.depth}: {units.counted(layer.board_count, 'board')} in {units.duration(layer.seconds)}"
        self.write(f"{found}; {self._pace(self._boards, self._total)}")

    def on_progress(self, step: Step) -> None:
        """Write how far a layer is."""
        pace = self._pace(self._boards + step.board_count, self._total)
        self._write_rarely(f"layer {step.depth}: {100 * step.done:.0f}% done; {pace}")

    def on_depth(self, progress: TableProgress) -> None:
        """Write a finished depth of a table."""
        self._known = self._known or progress.reached - progress.board_count
        pace = self._pace(progress.reached, progress.total)
        self.write(f"depth {progress.depth}: {units.counted(progress.board_count, 'board')}; {pace}")

    def on_check(self, checked: Checked) -> None:
        """Write a checked layer."""
        work = "recomputed" if checked.deep else "read"
        share = f"{100 * checked.done:.0f}% {work}{self._time_left(checked.done)}"
        if checked.finished:
            self.write(f"layer {checked.depth}: {'good' if checked.good else 'damaged'}; {share}")
        else:
            self._write_rarely(f"layer {checked.depth}: {share}")

    def on_round(self, round_: Round | Threshold) -> None:
        """Write a round of a search."""
        if isinstance(round_, Round):
            self.write(str(round_))
        else:
            self._write_rarely(str(round_))

    def on_message(self, text: str) -> None:
        """Write how far other work is."""
        self._write_rarely(text)

    def on_note(self, text: str) -> None:
        """Write a note."""
        self.write(text)


class Both(Watcher):
    """Passes everything on to two watchers; the first one can stop the work."""

    def __init__(self, first: Watcher, second: Watcher) -> None:
        self._first = first
        for name in vars(Watcher):
            if name.startswith("on_"):
                setattr(self, name, _to_both(getattr(first, name), getattr(second, name)))

    def stop(self) -> bool:
        """Ask the first watcher."""
        return self._first.stop()


def _to_both(first: object, second: object) -> object:
    def tell(value: object) -> None:
        first(value)  # type: ignore[operator]
        second(value)  # type: ignore[operator]

    return tell


@contextmanager
def logged(shown: Watcher, path: Path | None) -> Iterator[Watcher]:
    """Pass on what a watcher is told to the file of --log too, with the command and how it ended."""
    if path is None:
        yield shown
        return
    try:
        file = path.open("a", encoding="utf-8")
    except OSError as error:
        raise SlidefrontError(f"cannot write {path}: {error.strerror or error}; choose another file", "log") from None
    with file:
        log = Log(file)
        log.write(f"started: {command_line()}")
        try:
            yield Both(shown, log)
        except Interrupted:
            log.write("interrupted")
            raise
        except BaseException as error:
            log.write(f"failed: {error or type(error).__name__}")
            raise
        log.write("finished")
