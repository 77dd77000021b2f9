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
    """The part of the layer's tasks that is done, 0 to 1."""
    board_count: int
    """Boards found in this layer so far."""
    tasks: int = 0
    """How many tasks the layer has."""
    workers: int = 0
    """How many other processes run them."""


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
        """The length of the routes that this round has found, or ruled out."""
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
    """How many boards were generated."""
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
    """Whether the layer at that depth is checked to its end."""
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
        """Some of a layer is done."""

    def on_layer(self, layer: "Layer") -> None:
        """A layer of a run is done; it is committed at once, or a moment later with others."""

    def on_round(self, round_: Round | Threshold) -> None:
        """A search has made a round, or some of one."""

    def on_check(self, checked: Checked) -> None:
        """A verification has made progress."""

    def on_depth(self, progress: TableProgress) -> None:
        """A depth of a table is finished."""

    def on_message(self, text: str) -> None:
        """Other work, such as making problems, has made progress."""

    def on_note(self, text: str) -> None:
        """There is something to know in addition to the result, such as a file that was stored."""

    def on_advice(self, advice: Advice) -> None:
        """A command would help with what the last note is about."""

    def note(self, text: str) -> None:
        """Tell `on_note`, and the logger `slidefront`."""
        import logging

        logging.getLogger("slidefront").info("%s", text)
        self.on_note(text)

    def check(self) -> None:
        """Raise Interrupted if `stop` says so."""
        if self.stop():
            raise Interrupted


class Quiet(Watcher):
    """Passes on only `stop`: for work that is part of other work."""

    def __init__(self, watcher: Watcher) -> None:
        self._watcher = watcher

    def stop(self) -> bool:
        """Ask the other watcher."""
        return self._watcher.stop()

    def note(self, text: str) -> None:
        """Leave out notes on a part of the work."""


class Within(Quiet):
    """Tells another watcher of long work that is part of its work, with a name, and passes on `stop`."""

    def __init__(self, watcher: Watcher, name: str) -> None:
        super().__init__(watcher)
        self._name = name
        watcher.on_message(name)

    def on_round(self, round_: Round | Threshold) -> None:
        """Tell of a round."""
        self.on_message(str(round_))

    def on_message(self, text: str) -> None:
        """Tell of other work."""
        self._watcher.on_message(f"{self._name}: {text}")


class Until(Watcher):
    """Passes everything on to another watcher, and stops when a time has passed.

    The time for loading and compiling kernels is not counted.
    """

    def __init__(self, watcher: Watcher, seconds: float | None) -> None:
        self._watcher = watcher
        self._end = None if seconds is None else Compiling.clock() + seconds
        self.passed = False
        self.asked = False
        """Whether the other watcher has asked to stop."""
        for name in vars(Watcher):
            if name.startswith("on_"):
                setattr(self, name, getattr(watcher, name))

    @property
    def remaining(self) -> float | None:
        """The seconds that are left; None without a limit."""
        return None if self._end is None else max(0.0, self._end - Compiling.clock())

    def stop(self) -> bool:
        """Whether the time has passed, or the other watcher says so."""
        self.passed = self.passed or (self._end is not None and Compiling.clock() > self._end)
        self.asked = self.asked or self._watcher.stop()
        return self.passed or self.asked
