"""Watchers follow long work and can stop it. The CLI shows progress with them; the default does nothing."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from slidefront import units
from slidefront.compile import Compiling
from slidefront.errors import Advice

if TYPE_CHECKING:
    from slidefront.store.manifest import Layer, Manifest


class Interrupted(Exception):  # noqa: N818 - nothing is wrong
    """The watcher stopped the work; everything that is finished is kept."""


@dataclass(frozen=True)
class Step:
    """The progress of the work on one layer."""

    depth: int
    frontier: int
    """Boards in the layer before."""
    done: float
    """The share of the layer's tasks that is finished, 0 to 1."""
    board_count: int
    """Boards found in this layer so far."""
    tasks: int = 0
    """The number of tasks of the layer."""
    workers: int = 0
    """The number of other processes that run them."""


@dataclass(frozen=True)
class Round:
    """A round of a search over whole layers: the depths of its frontiers, and the result."""

    from_start: int
    from_goal: int
    board_count: int
    """The boards of the new layer."""
    seconds: float
    met: bool

    @property
    def length(self) -> int:
        """The length of the routes that this round found or ruled out."""
        return self.from_start + self.from_goal

    def __str__(self) -> str:
        met = "met" if self.met else "not met"
        ends = f"{self.from_start} from the start" + (f", {self.from_goal} from the goal" if self.from_goal else "")
        moves, boards = units.counted(self.length, "move"), units.counted(self.board_count, "board")
        return f"{moves} ({ends}): {boards}, {met}, {units.duration(self.seconds)}"


@dataclass(frozen=True)
class Threshold:
    """A round of a depth-first search, finished or so far: all boards under a threshold."""

    limit: int
    generated: int
    """The number of generated boards."""
    seconds: float

    def __str__(self) -> str:
        return f"up to {units.counted(self.limit, 'move')}: {self.generated:,} boards, {units.duration(self.seconds)}"


@dataclass(frozen=True)
class Checked:
    """The progress of a verification: a first pass reads the layers, a deep one recomputes them in a second pass."""

    done: float
    """The part of the pass that is done, 0 to 1."""
    depth: int
    deep: bool = False
    finished: bool = False
    """Whether the check of the layer at that depth is finished."""
    good: bool = True


@dataclass(frozen=True)
class TableProgress:
    """The progress of a table of distances: a depth is finished."""

    depth: int
    board_count: int
    """Boards at this depth."""
    seconds: float
    """The time that this depth took."""
    reached: int
    """Boards at all depths so far."""
    total: int
    """Boards of the whole space."""
    read: int = 0
    """Bytes that this depth read from the file of a table that is larger than memory."""
    written: int = 0
    """The bytes that it wrote."""

    def __str__(self) -> str:
        share = f"{100 * self.reached / self.total:.4g}% of {self.total:,}"
        moved = f", {units.size(self.read)} read, {units.size(self.written)} written" if self.written else ""
        seconds = units.duration(self.seconds)
        return f"depth {self.depth}: {units.counted(self.board_count, 'board')}, {share}, {seconds}{moved}"


class Watcher:
    """Follows long work, and can stop it; override any of its methods."""

    def stop(self) -> bool:
        """Return whether to stop; called many times a second."""
        return False

    def on_open(self, manifest: "Manifest") -> None:
        """A run is open, with the layers that it has already."""

    def on_progress(self, step: Step) -> None:
        """A part of a layer is finished."""

    def on_layer(self, layer: "Layer") -> None:
        """A layer of a run is finished; it is committed at once, or a moment later together with others."""

    def on_round(self, round_: Round | Threshold) -> None:
        """A search has finished a round, or a part of one."""

    def on_check(self, checked: Checked) -> None:
        """A verification has made progress."""

    def on_depth(self, progress: TableProgress) -> None:
        """A depth of a table is finished."""

    def on_message(self, text: str) -> None:
        """Other work, such as making problems, has made progress."""

    def on_note(self, text: str) -> None:
        """There is a note in addition to the result, such as a file that was stored."""

    def on_advice(self, advice: Advice) -> None:
        """A command would help with the subject of the last note."""

    def note(self, text: str) -> None:
        """Pass a note to `on_note` and to the logger `slidefront`."""
        import logging

        logging.getLogger("slidefront").info("%s", text)
        self.on_note(text)

    def check(self) -> None:
        """Raise Interrupted if `stop` returns True."""
        if self.stop():
            raise Interrupted


class Quiet(Watcher):
    """Passes on `stop` and nothing else: for work that is part of other work."""

    def __init__(self, watcher: Watcher) -> None:
        self._watcher = watcher

    def stop(self) -> bool:
        """Ask the other watcher."""
        return self._watcher.stop()

    def note(self, text: str) -> None:
        """Drop the notes of a part of the work."""


class Within(Quiet):
    """Passes on `stop`, and messages under the name of a part of the work."""

    def __init__(self, watcher: Watcher, name: str) -> None:
        super().__init__(watcher)
        self._name = name
        watcher.on_message(name)

    def on_round(self, round_: Round | Threshold) -> None:
        """Pass on a round as a message."""
        self.on_message(str(round_))

    def on_message(self, text: str) -> None:
        """Pass on a message under the name."""
        self._watcher.on_message(f"{self._name}: {text}")


class Until(Watcher):
    """Passes everything on to another watcher, and stops after a number of seconds.

    The time for loading and compiling kernels does not count.
    """

    def __init__(self, watcher: Watcher, seconds: float | None) -> None:
        self._watcher = watcher
        self._end = None if seconds is None else Compiling.clock() + seconds
        self.passed = False
        self.asked = False
        """Whether the other watcher has asked to stop."""
        for name in vars(Watcher):
            if name.startswith("on_") or name == "note":
                setattr(self, name, getattr(watcher, name))

    @property
    def remaining(self) -> float | None:
        """The seconds that are left; None without a limit."""
        return None if self._end is None else max(0.0, self._end - Compiling.clock())

    def stop(self) -> bool:
        """Whether the time has passed, or the other watcher asks to stop."""
        self.passed = self.passed or (self._end is not None and Compiling.clock() > self._end)
        self.asked = self.asked or self._watcher.stop()
        return self.passed or self.asked
