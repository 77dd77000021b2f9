"""Verify a run: its manifest, its files and, if asked, its boards. Report what is wrong, and which layers are good."""

import errno
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from slidefront.check.deep import DeepCheck
from slidefront.check.files import (
    CheckedPart,
    Damage,
    Report,
    below,
    check_layer,
    check_manifest,
    check_part,
    find_leftovers,
    part_damage,
)
from slidefront.errors import BoardError, LimitError, RunError
from slidefront.executors.cluster import executor_of
from slidefront.explore.expand import reachable
from slidefront.explore.levels import Means
from slidefront.explore.parts import warm_up
from slidefront.files import make_folder, writing_to
from slidefront.notation.boards import Starts, start_with
from slidefront.puzzles.core import Puzzle
from slidefront.store.manifest import NAME, ManifestError, load_manifest
from slidefront.store.parts import StoredPart, reason
from slidefront.store.run import Run, find_folder, find_strays, stored_parts
from slidefront.watch import Checked, Quiet, Step, Watcher

if TYPE_CHECKING:
    from distributed import Client


def verify(
    run: Run | str | Path,
    *,
    deep: bool = False,
    threads: int | None = None,
    memory: int | str | None = None,
    scratch: str | Path | None = None,
    watcher: Watcher | None = None,
    executor: "Client | str | None" = None,
) -> Report:
    """Check a run, from its manifest to the rows of its files; `deep` also recomputes every layer and compares.

    Nothing is changed. `memory`, in bytes, limits the memory of a deep check; `scratch` is a folder for what does not
    fit. `executor` names a Dask cluster as for `expand`; it needs a scratch folder.
    """
    folder = run.path if isinstance(run, Run) else find_folder(str(run))
    if executor is not None and scratch is None:
        raise LimitError("a Dask cluster needs a folder that all workers share: give one", "scratch")
    try:
        found = run.reopen() if isinstance(run, Run) else Run(folder)
    except ManifestError as error:
        return Report(folder, deep, None, (Damage(error.why),))
    with executor_of(executor, threads, memory) as (tasks, budget), _scratch_in(scratch) as keys:
        means = Means(tasks, budget, watcher or Watcher(), keys, written=False)
        damages = _Verification(found, means).damages(deep=deep)
    try:
        strays = tuple(below(path, folder) for path in find_strays(folder, found.manifest))
        depth = found.manifest.depth
        with suppress(RunError):  # another process may have extended the run
            depth = load_manifest(folder).depth
        leftovers = tuple(find_leftovers(folder, depth))
    except OSError as error:
        raise RunError(f"cannot list the files of {folder}: {error.strerror or reason(error)}") from None
    return Report(folder, deep, found.manifest, tuple(damages), strays, leftovers, found.own_puzzle)


_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS}
"""Errors of writing: verifying writes only to its scratch folder."""


@dataclass(frozen=True)
class _PartTask:
    """Check the file of a part."""

    stored: StoredPart
    number: int

    def __str__(self) -> str:
        return f"check-layer-{self.stored.depth}-part-{self.number}"


def _check_part(puzzle: Puzzle | None, task: _PartTask) -> tuple[int, int, CheckedPart]:
    return task.stored.depth, task.number, check_part(task.stored, puzzle)


@dataclass
class _Verification:
    """The verification of one run."""

    run: Run
    means: Means

    def damages(self, *, deep: bool) -> list[Damage]:
        """Find all damage, first of the manifest, then layer by layer."""
        puzzle, damages = check_manifest(self.run)
        if puzzle is not None and self.means.folder is not None:
            manifest = self.run.path.absolute() / NAME
            self.means.executor.prepare(partial(warm_up, puzzle), [self.means.folder], manifest)
        origin = "" if damages else self.run.manifest.origin
        damages += self._check_files(puzzle, origin)
        if puzzle is not None and self.run.layers and not any(damage.layer in (None, 0) for damage in damages):
            damages += self._check_starts(puzzle)
        safe = Report(self.run.path, deep, self.run.manifest, tuple(damages)).safe
        if deep and puzzle is not None and safe >= 0:
            damages += self._make_again(puzzle, safe)
        return damages

    def _tell(self, checked: Checked) -> None:
        self.means.watcher.check()
        self.means.watcher.on_check(checked)

    def _check_files(self, puzzle: Puzzle | None, origin: str) -> list[Damage]:
        """Check all parts, several at a time, and report each layer when it and all layers before it are done."""
        layers = self.run.layers
        waiting: list[list[CheckedPart | None]] = [[None] * len(layer.parts) for layer in layers]

        folder = self.run.path.absolute()
        tasks = (
            _PartTask(replace(stored, origin=origin), number)
            for layer in layers
            for number, stored in enumerate(stored_parts(folder, self.run.manifest, layer))
        )
        damages: list[Damage] = []
        done = told = 0
        with closing(self.means.executor.run(partial(_check_part, puzzle), tasks)) as results:
            for depth, number, checked in results:
                waiting[depth][number] = checked
                done += checked.part.bytes
                share = done / max(1, self.run.manifest.bytes)
                self._tell(Checked(share, depth))
                while told < len(layers) and None not in waiting[told]:
                    found = check_layer(layers[told], [one for one in waiting[told] if one], puzzle)
                    self._tell(Checked(share, told, finished=True, good=not found))
                    damages += found
                    told += 1
        return damages

    def _check_starts(self, puzzle: Puzzle) -> list[Damage]:
        """Check that layer 0 has boards of the puzzle, and that the total of the manifest can be reached from it."""
        total, starts = self.run.manifest.total, next(self.run.blocks(0))
        try:
            start_with(puzzle, starts)
        except BoardError as error:
            return [part_damage(str(error), 0, self.run.layers[0].parts[0].file, None)]
        size = (
            reachable(puzzle, Starts(self.run.manifest.start_kind, self.run.manifest.start, starts))
            if total is not None
            else None
        )
        if size is None or not size.exact or size.boards == total:
            return []
        return [Damage(f"its total is {total:,} where {size.boards:,} boards can be reached")]

    def _make_again(self, puzzle: Puzzle, safe: int) -> Iterator[Damage]:
        """Recompute the layers, as far as they are good."""
        layers, total = self.run.layers, max(1, self.run.boards)
        steps = _Steps(self.means.watcher, total)
        for depth, found in DeepCheck(self.run, puzzle, replace(self.means, watcher=steps)).check(safe):
            steps.before += layers[depth - 1].boards if depth else 0
            if depth < len(layers) or found:
                self._tell(Checked(steps.before / total, depth, deep=True, finished=True, good=not found))
            yield from found


class _Steps(Quiet):
    """Reports the steps of a deep check as shares of the whole."""

    def __init__(self, watcher: Watcher, total: int) -> None:
        super().__init__(watcher)
        self.before = 0
        self._total = total

    def on_progress(self, step: Step) -> None:
        """Report the progress of the pass."""
        self._watcher.on_check(Checked((self.before + step.done * step.frontier) / self._total, step.depth, deep=True))


@contextmanager
def _scratch_in(folder: str | Path | None) -> Iterator[Path | None]:
    """Make a temporary folder in the scratch folder."""
    if folder is None:
        yield None
        return
    folder = Path(folder).absolute()
    with writing_to(folder, parameter="scratch"):
        make_folder(folder)
        temporary = TemporaryDirectory(prefix="slidefront-verify-", dir=folder, ignore_cleanup_errors=True)
    with temporary as name:
        try:
            yield Path(name)
        except OSError as error:
            if error.errno in _FULL or (error.filename and Path(name) in Path(str(error.filename)).parents):
                with writing_to(folder, parameter="scratch"):
                    raise
            raise
