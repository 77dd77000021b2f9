"""Repair a run: make damaged layers again, each from the two below it, and compare them with what the manifest says.

A layer that becomes another one than the manifest tells of, by number and digest, either has a wrong entry there or was
made of wrong boards; then so may the two above be, which are made again too. Files that have the right boards stay. A
manifest that is lost or damaged is made again from the parts, which name their run. They do not tell whether a layer
has all its parts, so it has no digests, and every layer is made again and compared. Only damaged parts of a layer that
is made again are removed: what cannot be made stays as it is, and the error says why.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import perf_counter

from slidefront.arrays import Keys
from slidefront.check.files import CheckedPart, Report, check_part
from slidefront.check.verify import verify
from slidefront.errors import BoardError, RunError
from slidefront.executors import HERE, Resources, executor_of
from slidefront.executors.budget import check_layer
from slidefront.explore.levels import Levels, Means
from slidefront.explore.tasks import first_layer, layer_of, part_sink
from slidefront.files import refuse_links
from slidefront.keys.algebra import digest_of
from slidefront.notation.boards import StartKind, start_at
from slidefront.puzzles.core import Puzzle
from slidefront.store.manifest import NAME, Layer, Manifest, layer_from, load_puzzle
from slidefront.store.parts import UNREADABLE, StoredPart, open_part, part_in, read_part, read_stamp
from slidefront.store.run import Run, layer_folder, listed, stored_parts
from slidefront.store.writer import Finished, RunWriter, Scratch, acquire
from slidefront.units import counted
from slidefront.watch import Watcher

_ELSEWHERE = "restore it from a copy, or expand again into another folder"


def repair(
    report: Report,
    *,
    puzzle: Puzzle | None = None,
    watcher: Watcher | None = None,
    resources: Resources = HERE,
) -> Manifest:
    """Make the damaged layers of a report again, each from the two below it, and return the manifest.

    What cannot be made again stays, and is an error. A run of a puzzle that is written in Python needs that puzzle.
    """
    puzzle, watcher = puzzle or report.puzzle, watcher or Watcher()
    try:
        if report.manifest is None or report.doubtful:
            rebuild(report.folder, puzzle)
            report = verify(Run(report.folder, puzzle), watcher=watcher, resources=resources)
        if report.manifest is None or report.doubtful:
            raise RunError(f"the parts of {report.folder} do not make a run: {report.damages[0]}; {_ELSEWHERE}", "out")
        with executor_of(resources) as (tasks, budget), RunWriter(report.folder, report.manifest) as writer:
            if writer.manifest != report.manifest:
                raise RunError(f"{report.folder} has changed since it was verified: do it again")
            keys = Scratch(writer.scratch.folder / "keys")
            _Repair(Run(report.folder, puzzle), writer, Means(tasks, budget, watcher, keys.folder), keys).run(report)
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
        unreadable = {damage.layer for damage in report.damages if damage.file != NAME}
        if not doubtful:
            return
        last = self.writer.manifest.depth
        if report.deep:  # nothing above the first damage was computed
            doubtful |= {*range(min(doubtful), last + 2)}
        for depth in range(last + 1):
            if depth in doubtful:
                said = self.writer.manifest.layers[depth]
                made = self._mend(depth, readable=depth not in unreadable)
                if (made.boards, made.digest) != (said.boards, said.digest):
                    doubtful |= {depth + 1, depth + 2}
        manifest = self.writer.manifest
        if max(doubtful) > last:  # nothing tells that the space ends there but the number of all boards
            self.writer.finish(whole=manifest.boards == manifest.total)

    def _mend(self, depth: int, *, readable: bool) -> Layer:
        """Make a damaged layer again and put it in its place; readable files stay if they have these boards."""
        said = self.writer.manifest.layers[depth]
        self.keys.open()
        try:
            layer, small = self._make(depth)
        finally:
            self.keys.remove()
        if not layer.boards:
            raise RunError(
                f"layer {depth} of {self.stored.path} cannot be made again: no board of layer {depth - 1} leads to "
                f"another one, where {counted(said.boards, 'board')} were; {_ELSEWHERE}",
                "out",
            )
        layer = replace(layer, seconds=said.seconds, written=said.written, read=said.read)
        stored = stored_parts(self.writer.folder, self.writer.manifest, said)
        if readable and digest_of(keys for part in stored for keys in read_part(part)) == layer.digest:
            self.writer.drop_unfinished()
            self.writer.correct(replace(layer, parts=said.parts))
        else:
            self.writer.replace(layer, small)
        return layer

    def _make(self, depth: int) -> Finished:
        """Make a layer from those below; nothing but their files is taken for granted."""
        began, sink_of = perf_counter(), partial(part_sink, self.writer, depth, keep_small=False)
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


def rebuild(folder: Path, puzzle: Puzzle | None) -> None:
    """Write the manifest of a run again, of what its parts say of themselves; a puzzle in Python must be given.

    Boards and hashes are counted anew. Only layer 0 has a digest, which all parts name.
    """
    with acquire(folder):
        for name in (NAME, "layers"):
            refuse_links(folder / name)
        found = [*_parts(folder)]
        if not found:
            raise RunError(
                f"{folder / NAME} is damaged, and no part of a layer says which run it was: {_ELSEWHERE}", "out"
            )
        ((origin, _),) = Counter(stored.origin for stored, _ in found).most_common(1)
        of_run = [stored for stored, _ in found if stored.origin == origin]
        manifest = next(manifest for stored, manifest in found if stored.origin == origin)
        if puzzle is None and not manifest.text:
            raise RunError(f"the puzzle of {folder} is written in Python: give it, as in repair(report, puzzle=...)")
        puzzle = puzzle or load_puzzle(manifest)
        for depth in range(max(stored.depth for stored in of_run) + 1):
            layer = _layer(depth, [stored for stored in of_run if stored.depth == depth], puzzle)
            known = depth == 0 and layer.digest == manifest.start_digest
            manifest.layers.append(layer if known else replace(layer, digest=""))
        manifest.save(folder)


def _parts(folder: Path) -> Iterator[tuple[StoredPart, Manifest]]:
    """Find the parts that are in the place that they name, with the manifests of their runs, without layers."""
    for path in (path for inside in listed(folder / "layers") for path in listed(inside)):
        try:
            with open_part(path) as (source, file):
                depth, manifest, name = read_stamp(file.metadata)
                part = part_in(source, name, file.metadata.num_rows)
        except UNREADABLE:
            continue
        if path == layer_folder(folder, depth) / name:
            yield StoredPart(path, depth, part, manifest.origin), manifest


def _layer(depth: int, parts: list[StoredPart], puzzle: Puzzle) -> Layer:
    """Make the record of a layer of its parts that can be read."""
    checked: list[CheckedPart] = [found for one in parts if not (found := check_part(one, puzzle)).fault]
    checked.sort(key=lambda one: one.least)
    return layer_from(depth, [one.record for one in checked])
