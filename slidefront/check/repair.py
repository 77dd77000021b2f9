"""Repair a run: recompute damaged layers, each from the two layers below it.

The lowest damaged layer is recomputed first. If the new layer has the board count and the digest that the manifest
lists, the layers above it are still right. Otherwise the manifest or the old layer was wrong, so the next two layers,
which were computed from it, are recomputed as well. A deep verification stops at the first damaged layer, so after it
all layers from there on are recomputed. If a layer cannot be recomputed, it stays, and an error gives the reason.

If the manifest is lost or damaged, it is restored from the parts, which record the run that they belong to. Parts do
not show whether a layer is complete. So each layer is verified deeply, and the new manifest lists the layers up to the
first damaged one; `expand` computes the rest.
"""

from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from slidefront.arrays import Keys
from slidefront.check.files import Report, check_part
from slidefront.check.verify import damages_of
from slidefront.errors import BoardError, PuzzleError, RunError, check_type
from slidefront.executors import executor_of
from slidefront.executors.budget import HERE, Resources
from slidefront.explore.expand import next_layer
from slidefront.explore.levels import Levels, Workspace
from slidefront.explore.tasks import first_layer
from slidefront.files import reason_of, refuse_links
from slidefront.keys.algebra import digest_of
from slidefront.notation.boards import StartKind, start_at
from slidefront.puzzles.core import Puzzle
from slidefront.store.manifest import (
    ELSEWHERE,
    NAME,
    Layer,
    Manifest,
    PartRecord,
    has_layers,
    layer_from,
    load_manifest_puzzle,
)
from slidefront.store.parts import UNREADABLE, StoredPart, open_part, part_in, read_stamp
from slidefront.store.run import Run, layer_folder, listed
from slidefront.store.writer import RunWriter, acquire
from slidefront.units import counted
from slidefront.watch import Watcher


def repair(
    report: Report, *, puzzle: Puzzle | None = None, watcher: Watcher | None = None, resources: Resources = HERE
) -> Manifest:
    """Recompute the damaged layers of a report, each from the two layers below it, and return the manifest.

    Raise RunError if a layer cannot be recomputed; it stays as it is. If the manifest is lost and the puzzle is written
    in Python, pass the puzzle.
    """
    check_type(report, Report, "report")
    if report.path.is_file():
        raise RunError(f"{report.path} is a table, which cannot be repaired: remove the file and make the table again")
    watcher = watcher or Watcher()
    changed = f"{report.path} has changed since it was verified: verify it again"
    if not has_layers(report.path):
        raise RunError(changed)
    try:
        if report.manifest is None or report.doubtful:
            with acquire(report.path):
                return _rebuild(report.path, puzzle or report.puzzle, watcher, resources)
        with (
            executor_of(resources) as (tasks, budget),
            RunWriter(report.path, report.manifest, sizes=budget.sizes) as writer,
        ):
            if writer.manifest != report.manifest:
                raise RunError(changed)
            workspace = Workspace(tasks, budget, watcher, writer.keys_scratch.folder)
            _Repair(Run(report.path, report.puzzle), writer, workspace).run(report)
            return writer.manifest
    except OSError as error:
        raise RunError(f"cannot repair {report.path}: {reason_of(error)}; run the same command again") from None


def _rebuild(folder: Path, puzzle: Puzzle | None, watcher: Watcher, resources: Resources) -> Manifest:
    """Restore the manifest of a run from its parts, up to the first damaged layer."""
    for name in (NAME, "layers"):
        refuse_links(folder / name)
    manifest = None
    for depth in count():
        records = []
        for path in listed(layer_folder(folder, depth)):
            manifest, puzzle, record = _read_part(path, depth, manifest, puzzle)
            records.append(record)
        if not records:
            break
        assert manifest is not None
        manifest.layers.append(layer_from(depth, records))
    if manifest is None:
        raise RunError(f"{folder / NAME} is damaged, and no part says which run it was: {ELSEWHERE}")
    damages = damages_of(Run(folder, puzzle, manifest), watcher, resources, deep=True)
    safe = Report(folder, deep=True, manifest=manifest, damages=tuple(damages)).safe
    if safe < 0:
        raise RunError(f"the parts of {folder} do not make a run: {damages[0]}; {ELSEWHERE}")
    del manifest.layers[safe + 1 :]
    manifest.whole = manifest.board_count == manifest.total
    manifest.save(folder)
    return manifest


def _read_part(
    path: Path, depth: int, manifest: Manifest | None, puzzle: Puzzle | None
) -> tuple[Manifest, Puzzle, PartRecord]:
    """Check a part without a manifest; the first part says which manifest and puzzle the run has."""
    try:
        with open_part(path) as (_, file), path.open("rb") as source:
            manifest = manifest or read_stamp(file.metadata)[0]
            if not (puzzle or manifest.text):
                raise RunError(f"the puzzle of {path} is written in Python: give it to repair as `puzzle`")
            puzzle = puzzle or load_manifest_puzzle(manifest)
            part = part_in(source, path.name, file.metadata.num_rows)
        checked = check_part(StoredPart(path, depth, part, manifest.run_id), puzzle)
        if checked.fault:
            raise ValueError(checked.fault)
    except PuzzleError:  # the file is sound
        raise
    except UNREADABLE as error:
        raise RunError(f"{path} is not part of the run: {reason_of(error)}; move it") from None
    return manifest, puzzle, PartRecord(part, checked.digest, checked.selected_count)


@dataclass
class _Repair:
    """Recomputes layers of one run."""

    stored: Run
    writer: RunWriter
    workspace: Workspace

    def run(self, report: Report) -> None:
        """Recompute damaged layers, the lowest first, and the layers above each layer that changes."""
        doubtful = {damage.layer for damage in report.damages if damage.layer is not None}
        if not doubtful:
            return
        last = self.writer.manifest.depth
        if report.deep:  # A deep verification stops at the first damaged layer.
            doubtful |= {*range(min(doubtful), last + 2)}
        for depth in range(last + 1):
            if depth in doubtful:
                old = self.writer.manifest.layers[depth]
                new = self._replace(depth)
                if (new.board_count, new.digest) != (old.board_count, old.digest):
                    doubtful |= {depth + 1, depth + 2}
        manifest = self.writer.manifest
        if max(doubtful) > last:  # Only the total can show that the space ends here.
            self.writer.finish(whole=manifest.board_count == manifest.total)

    def _replace(self, depth: int) -> Layer:
        """Recompute a layer from the files of the two layers below, and replace the stored one."""
        old = self.writer.manifest.layers[depth]
        self.writer.keys_scratch.open()
        try:
            if depth == 0:
                layer = first_layer(self.stored.puzzle, self._starts(), self.writer)
            else:
                run = Run(self.writer.folder)  # the manifest on disk includes the layers that were repaired so far
                layers = self.workspace.load_last(self.stored.puzzle, run, depth - 1)
                layer = next_layer(Levels(self.stored.puzzle, layers, self.workspace), self.writer)
        finally:
            self.writer.keys_scratch.remove()
        if not layer.board_count:
            raise RunError(
                f"layer {depth} of {self.stored.path} cannot be recomputed: layer {depth - 1} has no new successors, "
                f"but the manifest lists {counted(old.board_count, 'board')}; {ELSEWHERE}"
            )
        layer = replace(layer, seconds=old.seconds, written=old.written, read=old.read)
        self.writer.replace(layer)
        return layer

    def _starts(self) -> Keys:
        """Return the boards of layer 0, if the manifest defines them."""
        manifest, kind = self.writer.manifest, self.writer.manifest.start_kind
        with suppress(BoardError):
            if kind in (StartKind.HOME, StartKind.GOAL, StartKind.BOARD):
                name = kind.value if kind is not StartKind.BOARD else manifest.start
                keys = start_at(self.stored.puzzle, name).keys
                if digest_of([keys]) == manifest.start_digest:
                    return keys
        boards = counted(manifest.layers[0].board_count, "board")
        raise RunError(
            f"layer 0 of {self.stored.path} is damaged, and its {boards} cannot be recomputed: expand from the same "
            f"start to depth 0 in another folder, replace layers/0000 by the one there, and repair again"
        )
