"""Repair a run: make damaged layers again, each from the two below it, and compare them with what the manifest says.

A layer that becomes another one than the manifest tells of, by number and digest, either has a wrong entry there or was
made of wrong boards; then so may the two above be, which are made again too. What cannot be made stays as it is, and
the error says why. Without its manifest nothing tells what the layers must be, and to make all again is what `expand`
does.
"""

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter

from slidefront.arrays import Keys
from slidefront.check.files import Report
from slidefront.errors import BoardError, RunError
from slidefront.executors import HERE, Resources, executor_of
from slidefront.executors.budget import check_layer
from slidefront.explore.levels import Levels, Means
from slidefront.explore.tasks import first_layer, layer_of, part_sink
from slidefront.keys.algebra import digest_of
from slidefront.notation.boards import StartKind, start_at
from slidefront.store.manifest import ELSEWHERE, NAME, Layer, Manifest
from slidefront.store.run import Run
from slidefront.store.writer import RunWriter, Scratch
from slidefront.units import counted
from slidefront.watch import Watcher


def repair(report: Report, *, watcher: Watcher | None = None, resources: Resources = HERE) -> Manifest:
    """Make the damaged layers of a report again, each from the two below it, and return the manifest.

    What cannot be made again stays, and is an error.
    """
    watcher = watcher or Watcher()
    try:
        if report.manifest is None or report.doubtful:
            raise RunError(f"{report.folder / NAME} is damaged: {report.damages[0].what}; {ELSEWHERE}")
        with executor_of(resources) as (tasks, budget), RunWriter(report.folder, report.manifest) as writer:
            if writer.manifest != report.manifest:
                raise RunError(f"{report.folder} has changed since it was verified: do it again")
            keys = Scratch(writer.scratch.folder / "keys")
            means = Means(tasks, budget, watcher, keys.folder)
            _Repair(Run(report.folder, report.puzzle), writer, means, keys).run(report)
            return writer.manifest
    except OSError as error:
        raise RunError(f"cannot repair {report.folder}: {error.strerror}; run the same command again") from None


@dataclass
class _Repair:
    """Makes layers of one run again."""

    stored: Run
    writer: RunWriter
    means: Means
    keys: Scratch

    def run(self, report: Report) -> None:
        """Make damaged layers again, the lowest first, and those in doubt because a layer below has changed."""
        doubtful = {damage.layer for damage in report.damages if damage.layer is not None}
        if not doubtful:
            return
        last = self.writer.manifest.depth
        if report.deep:  # nothing above the first damage was computed
            doubtful |= {*range(min(doubtful), last + 2)}
        for depth in range(last + 1):
            if depth in doubtful:
                said = self.writer.manifest.layers[depth]
                made = self._mend(depth)
                if (made.boards, made.digest) != (said.boards, said.digest):
                    doubtful |= {depth + 1, depth + 2}
        manifest = self.writer.manifest
        if max(doubtful) > last:  # nothing tells that the space ends there but the number of all boards
            self.writer.finish(whole=manifest.boards == manifest.total)

    def _mend(self, depth: int) -> Layer:
        """Make a damaged layer again and put it in its place."""
        said = self.writer.manifest.layers[depth]
        self.keys.open()
        try:
            layer = self._make(depth)
        finally:
            self.keys.remove()
        if not layer.boards:
            raise RunError(
                f"layer {depth} of {self.stored.path} cannot be made again: no board of layer {depth - 1} leads to "
                f"another one, where {counted(said.boards, 'board')} were; {ELSEWHERE}",
                "out",
            )
        layer = replace(layer, seconds=said.seconds, written=said.written, read=said.read)
        self.writer.replace(layer)
        return layer

    def _make(self, depth: int) -> Layer:
        """Make a layer from those below; nothing but their files is taken for granted."""
        began, sink_of = perf_counter(), partial(part_sink, self.writer, depth)
        puzzle = self.stored.puzzle
        if depth == 0:
            return first_layer(puzzle, self._starts(), self.writer)
        run = Run(self.writer.folder)  # with what was made again so far
        before = self.means.load(puzzle, run, depth - 2) if depth > 1 else None
        levels = Levels(puzzle, self.means.load(puzzle, run, depth - 1), before, self.means)
        check_layer(depth, levels.needs(), self.writer.folder, levels.files)
        return layer_of(depth, [record.kept for record in levels.step(sink_of)], self.writer.scratch, began)

    def _starts(self) -> Keys:
        """Return the boards of layer 0, if the manifest tells them."""
        manifest, kind = self.writer.manifest, self.writer.manifest.start_kind
        with suppress(BoardError):
            if kind in (StartKind.HOME, StartKind.GOAL, StartKind.BOARD):
                name = kind.value if kind is not StartKind.BOARD else manifest.start
                found = start_at(self.stored.puzzle, name).keys
                if digest_of([found]) == manifest.start_digest:
                    return found
        boards = counted(manifest.layers[0].boards, "board")
        raise RunError(
            f"layer 0 of {self.stored.path} is damaged, and its {boards} cannot be made from others: expand from the "
            f"same start to depth 0 in another folder, put its layers/0000 in the place of this one, and repair again"
        )
