"""Verify a run: its manifest, its files and, if asked, its boards. Report what is wrong, and which layers are good.

A deep verification computes the step from layer d on disk to d + 1 again. The layer before and layer d itself are
always subtracted, without used-move bits or sides. The result must be layer d + 1 on disk:

    on disk, not computed      the board is in one of the two layers before, or has no neighbour in layer d
    computed, not on disk      the board can be reached, and is missing

If neither happens in any layer, each layer has the boards at its depth and no others, given layer 0. This relies on the
inverses of moves, which `check.inverses` checks for a puzzle that is written in Python.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

import numpy as np

from slidefront import units
from slidefront.check.files import CheckedPart, Damage, Report, check_layer, check_manifest, check_part, part_damage
from slidefront.check.inverses import check_all_inverses
from slidefront.errors import ArgumentError, BoardError, RunError
from slidefront.executors import HERE, Executor, Resources, executor_of
from slidefront.explore.expand import reachable
from slidefront.explore.layers import LayerKeys, keys_of
from slidefront.explore.levels import Levels, Means
from slidefront.explore.tasks import warm_up
from slidefront.files import make_scratch, writing_to
from slidefront.keys.algebra import digest_of, without
from slidefront.keys.segments import Reader
from slidefront.notation.boards import Starts, start_with
from slidefront.puzzles.core import Puzzle
from slidefront.store.manifest import JOURNAL, NAME, ManifestError, load_manifest
from slidefront.store.parts import place, reason
from slidefront.store.run import Run, find_folder, find_strays, stored_parts, unnamed_layers
from slidefront.store.writer import SCRATCH
from slidefront.watch import Checked, Quiet, Step, Watcher

_AT_ONCE = 1 << 20  # boards that are compared at a time


@dataclass
class DeepCheck:
    """Recomputes the layers of a run, one by one."""

    run: Run
    puzzle: Puzzle
    means: Means
    _done: int = 0
    """The boards whose successors are compared."""

    def damages(self, safe: int) -> list[Damage]:
        """Recompute the layers to a depth, and return the damage of the first damaged one.

        If that depth is the end of the space, the layer after it is computed too, and must be empty.
        """
        whole = self.run.manifest.whole and safe == self.run.last_depth
        frontier: LayerKeys | None = None
        for depth in range(safe + 1 + whole):
            # again, because a step removes the files of its layers
            before = [self.means.load(self.puzzle, self.run, depth - 2)] if depth > 1 else []
            stored = self.means.load(self.puzzle, self.run, depth) if depth <= safe else LayerKeys(depth, [])
            found = self._check_keys(stored)
            if frontier is not None and not found:
                found = self._compare([*before, frontier], stored)
                self._done += frontier.boards
            if depth <= safe or found:
                self.means.watcher.check()
                self._tell(depth, self._done, finished=True, good=not found)
            if found:
                return found
            frontier = stored
        return []

    def _tell(self, depth: int, done: float, *, finished: bool = False, good: bool = True) -> None:
        share = done / max(1, self.run.board_count)
        self.means.watcher.on_check(Checked(share, depth, deep=True, finished=finished, good=good))

    def _tell_step(self, step: Step) -> None:
        self._tell(step.depth, self._done + step.done * step.frontier)

    def _check_keys(self, layer: LayerKeys) -> list[Damage]:
        """Check that packing changes no key: a key that is not a board could look like another one."""
        if not layer.boards:
            return []
        slices = (keys_of(boards) for boards in layer.slices(_AT_ONCE))
        if digest_of(map(self.puzzle.working.unpack, slices)) == self.run.layer(layer.depth).digest:
            return []
        for keys in self.run.blocks(layer.depth):
            (changed,) = np.nonzero(self.puzzle.working.unpack(self.puzzle.working.pack(keys)) != keys)
            if changed.size:
                return [self._damage(layer.depth, int(keys[changed[0]]), "is not a board of the puzzle")]
        return []

    def _compare(self, layers: list[LayerKeys], stored: LayerKeys) -> list[Damage]:
        budget = self.means.budget
        beside = replace(budget, memory=budget.memory - 8 * stored.resident)
        watcher = Quiet(self.means.watcher)
        watcher.on_progress = self._tell_step  # type: ignore[method-assign]
        levels = Levels(self.puzzle, layers, replace(self.means, budget=beside, watcher=watcher))
        levels.step()
        return self._differences(levels.frontier, stored)

    def _differences(self, made: LayerKeys, stored: LayerKeys) -> list[Damage]:
        """Compare the boards that were made with those on disk, a range of keys at a time."""
        low = self.puzzle.working.bits
        missing: list[tuple[int, int]] = []  # of each range in which some are: how many, and the first working key
        foreign: list[tuple[int, int]] = []
        ours, theirs = Reader(made.segments), Reader(stored.segments)
        firsts = {boards[0].first >> low << low for layer in (made, stored) for boards in layer.slices(_AT_ONCE)}
        for end in [*sorted(firsts), 1 << 64]:
            new, old = ours.below(end), theirs.below(end)
            if new.size != old.size or not np.array_equal(new >> np.uint64(low), old >> np.uint64(low)):
                for found, some in ((missing, without(new, old, low)), (foreign, without(old, new, low))):
                    if some.size:
                        found.append((some.size, int(some[0])))
        damages = []
        if foreign:
            damages.append(self._foreign(stored.depth, self._key(foreign[0][1]), sum(boards for boards, _ in foreign)))
        if missing:
            damages.append(self._missing(stored, self._key(missing[0][1]), sum(boards for boards, _ in missing)))
        return damages

    def _foreign(self, depth: int, key: int, boards: int) -> Damage:
        """Explain why a board on disk was not computed."""
        more = _in_all(boards, "should not be there")
        for earlier in range(depth - 1, max(-1, depth - 3), -1):
            if self.run.find(earlier, np.array([key], np.uint64))[0]:
                return self._damage(depth, key, f"is in layer {earlier} too{more}")
        return self._damage(depth, key, f"has no neighbour in layer {depth - 1}{more}")

    def _missing(self, stored: LayerKeys, key: int, boards: int) -> Damage:
        if stored.boards:
            return self._damage(stored.depth, key, f"is missing{_in_all(boards, 'are missing')}")
        reached = f"{units.counted(boards, 'board')} of layer {stored.depth} can be reached, such as {self._board(key)}"
        return Damage(f"it says that the space ends with layer {stored.depth - 1}, and {reached}", stored.depth)

    def _damage(self, depth: int, key: int, what: str) -> Damage:
        path, row = place(stored_parts(self.run.path, self.run.manifest, self.run.layer(depth)), key)
        return part_damage(f"{self._board(key)} {what}", depth, path.name, row)

    def _key(self, work: int) -> int:
        return int(self.puzzle.working.unpack(np.array([work], np.uint64))[0])

    def _board(self, key: int) -> str:
        try:
            return self.puzzle.format(key)
        except (BoardError, IndexError):
            return f"0x{key:x}"


def _in_all(boards: int, what: str) -> str:
    return f"; in all {boards:,} boards of the layer {what}" if boards > 1 else ""


def verify(
    run: Run | str | Path,
    *,
    deep: bool = False,
    watcher: Watcher | None = None,
    resources: Resources = HERE,
) -> Report:
    """Check a run, from its manifest to the rows of its files; `deep` also recomputes every layer and compares.

    Nothing is changed. What does not fit the memory of a deep check goes through the scratch folder, which is that of
    the system for temporary files if none is named; a Dask cluster needs one that all workers share.
    """
    folder = run.path if isinstance(run, Run) else find_folder(str(run))
    if resources.executor is not None and resources.scratch is None:
        raise ArgumentError("a Dask cluster needs a folder that all workers share: give one", "scratch")
    try:
        found = Run(folder, run.own_puzzle if isinstance(run, Run) else None)
    except ManifestError as error:
        return Report(folder, deep, None, (Damage(error.why),))
    damages = damages_of(found, watcher or Watcher(), resources, deep=deep)
    try:
        strays = find_strays(folder, found.manifest)
        leftovers = unnamed_layers(folder, load_manifest(folder).depth)  # others may have added layers
        if (folder / SCRATCH).exists() and not (folder / SCRATCH / JOURNAL).exists():
            leftovers.append(folder / SCRATCH)
    except OSError as error:
        raise RunError(f"cannot list the files of {folder}: {error.strerror or reason(error)}") from None
    others, left = (tuple(str(path.relative_to(folder)) for path in paths) for paths in (strays, leftovers))
    return Report(folder, deep, found.manifest, tuple(damages), others, left, found.own_puzzle)


def damages_of(run: Run, watcher: Watcher, resources: Resources, *, deep: bool) -> list[Damage]:
    """Find all damage of a run, whose manifest may not be on disk yet: first of the manifest, then layer by layer."""
    puzzle, damages = check_manifest(run)
    if puzzle is None or any(damage.layer is None for damage in damages):
        return damages  # nothing tells what the files must be
    with executor_of(resources) as (executor, budget), _scratch_in(resources.scratch) as keys:
        executor.prepare(partial(warm_up, puzzle), [keys], run.path.absolute() / NAME)
        damages += _check_files(run, puzzle, executor, watcher)
        if run.layers and not any(damage.layer == 0 for damage in damages):
            damages += _check_starts(run, puzzle)
        safe = Report(run.path, deep, run.manifest, tuple(damages)).safe
        if deep and safe >= 0:
            damages += DeepCheck(run, puzzle, Means(executor, budget, watcher, keys, written=False)).damages(safe)
            if not damages:
                check_all_inverses(run, puzzle, watcher)
    return damages


def _check_files(run: Run, puzzle: Puzzle, executor: Executor, watcher: Watcher) -> list[Damage]:
    """Check all parts, several at a time, and report each layer when it and all layers before it are done."""
    folder, layers = run.path.absolute(), run.manifest.layers
    waiting: list[dict[str, CheckedPart]] = [{} for _ in layers]
    tasks = (stored for layer in layers for stored in stored_parts(folder, run.manifest, layer))
    damages: list[Damage] = []
    done = told = 0
    with closing(executor.run(partial(check_part, puzzle=puzzle), tasks)) as results:
        for checked in results:
            depth, part = checked.stored.depth, checked.stored.part
            waiting[depth][part.file] = checked
            done += part.bytes
            share = done / max(1, run.bytes)
            watcher.check()
            watcher.on_check(Checked(share, depth))
            while told < len(layers) and len(waiting[told]) == len(layers[told].parts):
                found = check_layer(layers[told], [waiting[told][part.file] for part in layers[told].parts])
                watcher.on_check(Checked(share, told, finished=True, good=not found))
                damages += found
                told += 1
    return damages


def _check_starts(run: Run, puzzle: Puzzle) -> list[Damage]:
    """Check that layer 0 has boards of the puzzle, and that the total of the manifest can be reached from it."""
    total, starts = run.manifest.total, next(run.blocks(0))
    try:
        start_with(puzzle, starts)
    except BoardError as error:
        return [part_damage(str(error), 0, run.layers[0].parts[0].file, None)]
    size = reachable(puzzle, Starts(run.manifest.start_kind, run.manifest.start, starts))
    if total is None or size is None or not size.exact or size.board_count == total:
        return []
    return [Damage(f"its total is {total:,} where {size.board_count:,} boards can be reached")]


@contextmanager
def _scratch_in(folder: str | Path | None) -> Iterator[Path]:
    """Make a temporary folder in the scratch folder: verifying writes nowhere else."""
    folder = Path(folder or gettempdir()).absolute()
    make_scratch(folder)
    temporary = partial(TemporaryDirectory, prefix="slidefront-verify-", dir=folder, ignore_cleanup_errors=True)
    with writing_to(folder, parameter="scratch"), temporary() as name:
        yield Path(name)
