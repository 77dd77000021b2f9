"""Repair a run: make damaged layers again, each from the two below it, and compare them with what the manifest says.

A layer that becomes another one than the manifest tells of, by number and digest, either has a wrong entry there or was
made of wrong boards; then so may the two above be, which are made again too. What cannot be made stays as it is, and
the error says why.

A manifest that is lost or damaged is made again from the parts, which name their run. They do not tell whether a layer
has all its parts, so each layer is computed and compared first, and the manifest lists those that are good; `expand`
makes the others again.
"""

from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from slidefront.arrays import Keys
from slidefront.check.files import Report, check_part
from slidefront.check.verify import damages_of
from slidefront.errors import BoardError, RunError, check_type
from slidefront.executors import HERE, Resources, executor_of
from slidefront.explore.expand import next_layer
from slidefront.explore.levels import Levels, Means
from slidefront.explore.tasks import first_layer
from slidefront.files import refuse_links
from slidefront.keys.algebra import digest_of
from slidefront.notation.boards import StartKind, start_at
from slidefront.puzzles.core import Puzzle
from slidefront.store.manifest import ELSEWHERE, NAME, Layer, Manifest, PartRecord, layer_from, load_puzzle
from slidefront.store.parts import UNREADABLE, StoredPart, open_part, part_in, read_stamp, reason
from slidefront.store.run import Run, layer_folder, listed
from slidefront.store.writer import RunWriter, acquire
from slidefront.units import counted
from slidefront.watch import Watcher


def repair(
    report: Report, *, puzzle: Puzzle | None = None, watcher: Watcher | None = None, resources: Resources = HERE
) -> Manifest:
    """Make the damaged layers of a report again, each from the two below it, and return the manifest.

    What cannot be made again stays, and is an error. A lost manifest of a puzzle that is written in Python needs that
    puzzle.
    """
    check_type(report, Report, "report")
    watcher = watcher or Watcher()
    try:
        if report.manifest is None or report.doubtful:
            with acquire(report.folder):
                return _rebuild(report.folder, puzzle or report.puzzle, watcher, resources)
        with executor_of(resources) as (tasks, budget), RunWriter(report.folder, report.manifest) as writer:
            if writer.manifest != report.manifest:
                raise RunError(f"{report.folder} has changed since it was verified: do it again")
            means = Means(tasks, budget, watcher, writer.keys.folder)
            _Repair(Run(report.folder, report.puzzle), writer, means).run(report)
            return writer.manifest
    except OSError as error:
        raise RunError(f"cannot repair {report.folder}: {error.strerror}; run the same command again") from None


def _rebuild(folder: Path, puzzle: Puzzle | None, watcher: Watcher, resources: Resources) -> Manifest:
    """Write the manifest of a run again, with the layers that are good together with all before them."""
    for name in (NAME, "layers"):
        refuse_links(folder / name)
    manifest = None
    for depth in count():
        records = []
        for path in listed(layer_folder(folder, depth)):
            try:
                with open_part(path) as (_, file), path.open("rb") as source:
                    manifest = manifest or read_stamp(file.metadata)[0]
                    if not (puzzle or manifest.text):
                        raise RunError(f"the puzzle of {folder} is written in Python: give it to repair as `puzzle`")
                    puzzle = puzzle or load_puzzle(manifest)
                    part = part_in(source, path.name, file.metadata.num_rows)
                checked = check_part(StoredPart(path, depth, part, manifest.origin), puzzle)
                if checked.fault:
                    raise ValueError(checked.fault)
            except UNREADABLE as error:
                raise RunError(f"{path} is not part of the run: {reason(error)}; move it") from None
            records.append(PartRecord(part, checked.digest, checked.selected_count))
        if not records:
            break
        assert manifest is not None
        manifest.layers.append(layer_from(depth, records))
    if manifest is None:
        raise RunError(f"{folder / NAME} is damaged, and no part says which run it was: {ELSEWHERE}", "out")
    damages = damages_of(Run(folder, puzzle, manifest), watcher, resources, deep=True)
    safe = Report(folder, deep=True, manifest=manifest, damages=tuple(damages)).safe
    if safe < 0:
        raise RunError(f"the parts of {folder} do not make a run: {damages[0]}; {ELSEWHERE}", "out")
    del manifest.layers[safe + 1 :]
    manifest.whole = manifest.board_count == manifest.total
    manifest.save(folder)
    return manifest


@dataclass
class _Repair:
    """Makes layers of one run again."""

    stored: Run
    writer: RunWriter
    means: Means

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
                if (made.board_count, made.digest) != (said.board_count, said.digest):
                    doubtful |= {depth + 1, depth + 2}
        manifest = self.writer.manifest
        if max(doubtful) > last:  # nothing tells that the space ends there but the number of all boards
            self.writer.finish(whole=manifest.board_count == manifest.total)

    def _mend(self, depth: int) -> Layer:
        """Make a damaged layer again and put it in its place."""
        said = self.writer.manifest.layers[depth]
        self.writer.keys.open()
        try:
            layer = self._make(depth)
        finally:
            self.writer.keys.remove()
        if not layer.board_count:
            raise RunError(
                f"layer {depth} of {self.stored.path} cannot be made again: no board of layer {depth - 1} leads to "
                f"another one, where {counted(said.board_count, 'board')} were; {ELSEWHERE}",
                "out",
            )
        layer = replace(layer, seconds=said.seconds, written=said.written, read=said.read)
        self.writer.replace(layer)
        return layer

    def _make(self, depth: int) -> Layer:
        """Make a layer from those below; nothing but their files is taken for granted."""
        puzzle = self.stored.puzzle
        if depth == 0:
            return first_layer(puzzle, self._starts(), self.writer)
        run = Run(self.writer.folder)  # with what was made again so far
        return next_layer(Levels(puzzle, self.means.load_last(puzzle, run, depth - 1), self.means), self.writer)

    def _starts(self) -> Keys:
        """Return the boards of layer 0, if the manifest tells them."""
        manifest, kind = self.writer.manifest, self.writer.manifest.start_kind
        with suppress(BoardError):
            if kind in (StartKind.HOME, StartKind.GOAL, StartKind.BOARD):
                name = kind.value if kind is not StartKind.BOARD else manifest.start
                found = start_at(self.stored.puzzle, name).keys
                if digest_of([found]) == manifest.start_digest:
                    return found
        boards = counted(manifest.layers[0].board_count, "board")
        raise RunError(
            f"layer 0 of {self.stored.path} is damaged, and its {boards} cannot be made from others: expand from the "
            f"same start to depth 0 in another folder, put its layers/0000 in the place of this one, and repair again"
        )
