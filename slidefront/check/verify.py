"""Verify a run or a table: its files and, in a deep verification, its boards.

`verify` checks the manifest and the rows of all files of a run (`check.files`), and returns a `Report` with all damage.

A deep verification also recomputes every layer. It takes layer d from disk, computes its successors, and subtracts
layers d - 1 and d. It uses neither used-move bits nor parity classes, so it does not repeat a mistake of the explorer.
The result must equal layer d + 1 on disk:

    on disk, not computed      the board is in layer d - 1 or d, or no move leads to it from layer d
    computed, not on disk      the board can be reached, but is missing

If no layer differs, and layer 0 is right, the layers contain exactly the boards at their depths. The argument needs an
inverse for every move, which `check_all_inverses` checks for puzzles written in Python.

A deep verification of a table explores its space again in memory and compares all bits.
"""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

import numpy as np
import numpy.typing as npt

from slidefront import units
from slidefront.arrays import Keys, Numbers
from slidefront.check.files import (
    CheckedPart,
    Damage,
    Report,
    check_layer_parts,
    check_manifest,
    check_part,
    part_damage,
)
from slidefront.errors import ArgumentError, BoardError, RunError, TableError
from slidefront.executors import Executor, executor_of
from slidefront.executors.budget import HERE, Budget, Resources
from slidefront.explore.expand import reachable
from slidefront.explore.levels import Levels, Workspace
from slidefront.explore.plan import LayerKeys
from slidefront.explore.tasks import warm_up_step
from slidefront.files import check_scratch, is_file, reason_of, writing_to
from slidefront.keys.algebra import digest_of, without
from slidefront.keys.segments import Reader, keys_of
from slidefront.machine import thread_pool
from slidefront.notation.boards import Starts, start_with
from slidefront.puzzles.contract import check_inverses
from slidefront.puzzles.core import Puzzle, list_successors
from slidefront.store.manifest import JOURNAL, NAME, ManifestError, load_manifest
from slidefront.store.parts import locate_key
from slidefront.store.run import Run, find_folder, find_strays, stored_parts, unnamed_layers
from slidefront.store.space import Space
from slidefront.store.writer import SCRATCH
from slidefront.tables.build import SpaceBits, explore, new_header
from slidefront.tables.kernels import ALL_BITS
from slidefront.tables.rows import CodedSpace, check_room
from slidefront.tables.table import FORMAT, Table, bare_layer, read_table, stored_path
from slidefront.watch import Checked, Quiet, Watcher

_SLICE = 1 << 20  # boards that are compared at a time
_WORDS_AT_ONCE = 1 << 20
_FEW_BOARDS = 4096  # of a run whose moves are checked board by board
_COLOURS = 256
_FACTORS = (np.uint64(0x9E37_79B9_7F4A_7C15), np.uint64(0xC2B2_AE3D_27D4_EB4F))


def verify(
    space: Space | str | Path,
    *,
    deep: bool = False,
    watcher: Watcher | None = None,
    resources: Resources = HERE,
) -> Report:
    """Check the files of a run or a table without changing anything.

    With `deep`, every layer of a run is also recomputed from the layer before, and the distances of a table are
    recomputed, and both are compared. This takes about as long as exploring. Layers that do not fit into memory go
    through `resources.scratch`, or the temporary folder of the system; the distances of a table must fit into memory.
    A Dask cluster needs a scratch folder that all workers share.
    """
    if isinstance(space, Space):
        path = space.path
        if path is None:
            raise RunError(f"{space.place} is only in memory: verify a run or a table")
    else:
        name = str(space)
        path = stored_path(name) or (Path(name) if is_file(name) else find_folder(name))
    watcher = watcher or Watcher()
    if not path.is_dir():
        return _verify_table(space if isinstance(space, Table) else path, watcher, resources, deep=deep)
    if resources.executor is not None and resources.scratch is None:
        raise ArgumentError("a Dask cluster needs a folder that all workers share: give one", "scratch")
    try:
        run = Run(path, space.own_puzzle if isinstance(space, Run) else None)
    except ManifestError as error:
        return Report(path, deep, None, (Damage(error.why),))
    damages = damages_of(run, watcher, resources, deep=deep)
    try:
        strays = find_strays(path, run.manifest)
        leftovers = unnamed_layers(path, load_manifest(path).depth)  # Another process may have added layers.
        if (path / SCRATCH).exists() and not (path / SCRATCH / JOURNAL).exists():
            leftovers.append(path / SCRATCH)
    except OSError as error:
        raise RunError(f"cannot list the files of {path}: {reason_of(error)}") from None
    foreign, unfinished = (tuple(str(file.relative_to(path)) for file in files) for files in (strays, leftovers))
    return Report(path, deep, run.manifest, tuple(damages), foreign, unfinished, run.own_puzzle)


def damages_of(run: Run, watcher: Watcher, resources: Resources, *, deep: bool) -> list[Damage]:
    """List the damage of a run: of its manifest, which may not be on disk yet, then of its layers, the lowest first."""
    puzzle, damages = check_manifest(run)
    if puzzle is None or any(damage.layer is None for damage in damages):
        return damages  # Without a manifest, nothing defines what the files must contain.
    with executor_of(resources) as (executor, budget), _scratch_in(resources.scratch) as keys:
        executor.prepare(partial(warm_up_step, puzzle), [keys], run.path.absolute() / NAME)
        damages += _check_files(run, puzzle, executor, watcher)
        if run.layers and not any(damage.layer == 0 for damage in damages):
            damages += _check_starts(run, puzzle)
        safe = Report(run.path, deep, run.manifest, tuple(damages)).safe
        if deep and safe >= 0:
            damages += DeepCheck(run, puzzle, Workspace(executor, budget.without_files(), watcher, keys)).damages(safe)
            if not damages:
                check_all_inverses(run, puzzle, watcher)
    return damages


def _check_files(run: Run, puzzle: Puzzle, executor: Executor, watcher: Watcher) -> list[Damage]:
    """Check all parts in parallel, and report each layer as soon as it and all earlier layers are checked."""
    folder, layers = run.path.absolute(), run.manifest.layers
    waiting: list[dict[str, CheckedPart]] = [{} for _ in layers]
    tasks = (stored for layer in layers for stored in stored_parts(folder, run.manifest, layer))
    damages: list[Damage] = []
    checked_bytes = reported = 0
    with closing(executor.run(partial(check_part, puzzle=puzzle), tasks)) as results:
        for checked in results:
            depth, part = checked.stored.depth, checked.stored.part
            waiting[depth][part.file] = checked
            checked_bytes += part.bytes
            share = checked_bytes / max(1, run.bytes)
            watcher.check()
            watcher.on_check(Checked(share, depth))
            while reported < len(layers) and len(waiting[reported]) == len(layers[reported].parts):
                layer = layers[reported]
                layer_damages = check_layer_parts(layer, [waiting[reported][part.file] for part in layer.parts])
                watcher.on_check(Checked(share, reported, finished=True, good=not layer_damages))
                damages += layer_damages
                reported += 1
    return damages


def _check_starts(run: Run, puzzle: Puzzle) -> list[Damage]:
    """Check that layer 0 contains boards of the puzzle, and that the manifest's total is right for them."""
    total, starts = run.manifest.total, next(run.blocks(0))
    try:
        start_with(puzzle, starts)
    except BoardError as error:
        return [part_damage(str(error), 0, run.layers[0].parts[0].file, None)]
    size = reachable(puzzle, Starts(run.manifest.start_kind, run.manifest.start, starts))
    if total is None or size is None or not size.exact or size.board_count == total:
        return []
    return [Damage(f"its total is {total:,}, but {size.board_count:,} boards can be reached")]


@contextmanager
def _scratch_in(folder: str | Path | None) -> Iterator[Path]:
    """Create a temporary folder in the scratch folder. Verifying writes nowhere else."""
    folder = Path(folder or gettempdir()).absolute()
    check_scratch(folder)
    temporary = partial(TemporaryDirectory, prefix="slidefront-verify-", dir=folder, ignore_cleanup_errors=True)
    with writing_to(folder, parameter="scratch"), temporary() as name:
        yield Path(name)


@dataclass
class DeepCheck:
    """Recomputes the layers of a run, one by one."""

    run: Run
    puzzle: Puzzle
    workspace: Workspace
    _expanded: int = 0
    """The number of boards that have been expanded and compared, for the progress."""

    def damages(self, safe: int) -> list[Damage]:
        """Recompute the layers up to depth `safe`, and return the damage of the first layer that differs.

        If `safe` is the last depth of the whole space, the next layer is computed too, and must be empty.
        """
        ends_here = self.run.manifest.whole and safe == self.run.last_depth
        frontier: LayerKeys | None = None
        for depth in range(safe + 1 + ends_here):
            # Loads layer d - 1 again in each round, because a step removes the files of its layers.
            before = [self.workspace.load(self.puzzle, self.run, depth - 2)] if depth > 1 else []
            stored = self.workspace.load(self.puzzle, self.run, depth) if depth <= safe else LayerKeys(depth, [])
            damages = self._check_keys(stored)
            if frontier is not None and not damages:
                damages = self._compare([*before, frontier], stored)
                self._expanded += frontier.board_count
            if depth <= safe or damages:
                self.workspace.watcher.check()
                self._report(depth, self._expanded, finished=True, good=not damages)
            if damages:
                return damages
            frontier = stored
        return []

    def _report(self, depth: int, done: float, *, finished: bool = False, good: bool = True) -> None:
        share = done / max(1, self.run.board_count)
        self.workspace.watcher.on_check(Checked(share, depth, deep=True, finished=finished, good=good))

    def _check_keys(self, layer: LayerKeys) -> list[Damage]:
        """Check that packing changes no key, because a key that is not a board could become the key of another one."""
        if not layer.board_count:
            return []
        slices = (keys_of(boards) for boards in layer.slices(_SLICE))
        if digest_of(map(self.puzzle.working.unpack, slices)) == self.run.layer(layer.depth).digest:
            return []
        for keys in self.run.blocks(layer.depth):
            (changed,) = np.nonzero(self.puzzle.working.unpack(self.puzzle.working.pack(keys)) != keys)
            if changed.size:
                return [self._damage(layer.depth, int(keys[changed[0]]), "is not a board of the puzzle")]
        return []

    def _compare(self, layers: list[LayerKeys], stored: LayerKeys) -> list[Damage]:
        """Compute the layer after the last of `layers`, and compare it with the stored layer."""
        budget = self.workspace.budget
        remaining = replace(budget, memory=budget.memory - 8 * stored.resident)
        watcher = Quiet(self.workspace.watcher)
        watcher.on_progress = lambda step: self._report(  # type: ignore[method-assign]
            step.depth, self._expanded + step.done * step.frontier
        )
        levels = Levels(self.puzzle, layers, replace(self.workspace, budget=remaining, watcher=watcher))
        levels.step()
        return self._differences(levels.frontier, stored)

    def _differences(self, computed: LayerKeys, stored: LayerKeys) -> list[Damage]:
        """Compare the computed boards with the stored ones, a range of keys at a time."""
        working, bits = self.puzzle.working, self.puzzle.working.bits
        missing: list[tuple[int, int]] = []
        """For each range with missing boards, the first key and their count."""
        foreign: list[tuple[int, int]] = []
        """The same for stored boards that were not computed."""
        computed_keys, stored_keys = Reader(computed.segments), Reader(stored.segments)
        firsts = {boards[0].first >> bits << bits for layer in (computed, stored) for boards in layer.slices(_SLICE)}
        for end in [*sorted(firsts), 1 << 64]:
            new, old = computed_keys.below(end), stored_keys.below(end)
            if new.size != old.size or not np.array_equal(new >> np.uint64(bits), old >> np.uint64(bits)):
                for ranges, keys in ((missing, without(new, old, bits)), (foreign, without(old, new, bits))):
                    if keys.size:
                        ranges.append((int(working.unpack(keys[:1])[0]), keys.size))
        damages = []
        if foreign:
            damages.append(self._foreign(stored.depth, foreign[0][0], sum(count for _, count in foreign)))
        if missing:
            damages.append(self._missing(stored, missing[0][0], sum(count for _, count in missing)))
        return damages

    def _foreign(self, depth: int, key: int, count: int) -> Damage:
        """Explain why stored boards, whose first has the given key, were not computed."""
        reason = f"has no neighbour in layer {depth - 1}"
        for earlier in range(depth - 1, max(-1, depth - 3), -1):
            if self.run.find(earlier, np.array([key], np.uint64))[0]:
                reason = f"is in layer {earlier} too"
                break
        return self._damage(depth, key, reason, count, "should not be there")

    def _missing(self, stored: LayerKeys, key: int, count: int) -> Damage:
        """Describe computed boards that are not stored."""
        if stored.board_count:
            return self._damage(stored.depth, key, "is missing", count, "are missing")
        reached = f"{units.counted(count, 'board')} of layer {stored.depth} can be reached, such as {self._board(key)}"
        return Damage(f"it says that the space ends with layer {stored.depth - 1}, but {reached}", stored.depth)

    def _damage(self, depth: int, key: int, what: str, count: int = 1, in_all: str = "") -> Damage:
        """Return the damage of a part by a board, which is the first of `count` boards with this fault."""
        path, row = locate_key(stored_parts(self.run.path, self.run.manifest, self.run.layer(depth)), key)
        more = f"; in all, {count:,} boards of the layer {in_all}" if count > 1 else ""
        return part_damage(f"{self._board(key)} {what}{more}", depth, path.name, row)

    def _board(self, key: int) -> str:
        try:
            return self.puzzle.format(key)
        except (BoardError, IndexError):
            return f"0x{key:x}"


def check_all_inverses(run: Run, puzzle: Puzzle, watcher: Watcher) -> None:
    """Raise PuzzleError if a move between two boards of a run has no inverse, for puzzles written in Python.

    If a move from x to y has no inverse, depths are not distances, and a board may be in several layers. Recomputing
    layers does not reveal this. `write_successors` does not say which successor belongs to which board, and calling it
    once per board takes minutes.

    So each board gets one of 256 colours, by a hash of its key. The moves from all boards of one colour are computed
    together, and counted by the colour of their successors. If all moves have inverses, the counts from one colour to
    another and back are equal. Moves between boards of the same colour are invisible to this test, so it is repeated
    with an independent hash: a single move without an inverse is missed once in 65,536 puzzles.

    If the counts differ, they are computed again board by board, because `write_successors` may write a successor
    twice. If they still differ, a board of these colours has a move without an inverse, and `check_inverses` names it.
    """
    if puzzle.is_built_in:
        return
    if run.board_count <= _FEW_BOARDS:
        for _, keys in _blocks(run, watcher):
            check_inverses(puzzle, keys)
        return
    for factor in _FACTORS:
        if _unequal(run, factor, puzzle.successors, watcher).size:
            for colour in _unequal(run, factor, lambda keys: list_successors(puzzle, keys).target, watcher).tolist():
                for _, keys in _blocks(run, watcher):
                    check_inverses(puzzle, keys[_colours(keys, factor) == colour])


def _unequal(run: Run, factor: np.uint64, successors: Callable[[Keys], Keys], watcher: Watcher) -> Numbers:
    """List the colours whose move counts to some other colour and back differ.

    Moves from the last layer of an unfinished run to boards outside the run are not counted.
    """
    counts = np.zeros((_COLOURS, _COLOURS), np.int64)
    for depth, keys in _blocks(run, watcher):
        colours = _colours(keys, factor)
        for colour in range(_COLOURS):
            after = successors(keys[colours == colour])
            if depth == run.last_depth and not run.manifest.whole:
                after = after[run.find(depth, after) | (run.find(depth - 1, after) if depth else False)]
            counts[colour] += np.bincount(_colours(after, factor).astype(np.int64), minlength=_COLOURS)
    return np.flatnonzero((counts != counts.T).any(axis=1))


def _blocks(run: Run, watcher: Watcher) -> Iterator[tuple[int, Keys]]:
    """Yield all boards of a run in blocks, each with its depth."""
    for layer in run.layers:
        for keys in run.blocks(layer.depth):
            watcher.check()
            yield layer.depth, keys


def _colours(keys: Keys, factor: np.uint64) -> npt.NDArray[np.uint64]:
    """Return the colour of each board, a number below 256."""
    mixed = (keys ^ (keys >> np.uint64(31))) * factor
    return np.asarray(((mixed ^ (mixed >> np.uint64(29))) * factor) >> np.uint64(56))


def _verify_table(table: Table | Path, watcher: Watcher, resources: Resources, *, deep: bool) -> Report:
    """Check the file of a table; with `deep`, also recompute its distances and compare."""
    path, manifest, fault = table.path if isinstance(table, Table) else table, None, ""
    budget = resources.budget()
    try:
        stored = read_table(path)
        manifest = stored.header.manifest
        if stored.file is not None:
            stored.file.check()
    except TableError as error:
        fault = str(error)
    if deep and not fault:
        opened = table if isinstance(table, Table) else Table(path)
        difference = _first_difference(opened, budget, watcher)
        fault = str(FORMAT.fault(path, difference)) if difference else ""
    return Report(path, deep, manifest, (Damage(fault, file=""),) if fault else ())


def _first_difference(table: Table, budget: Budget, watcher: Watcher) -> str:
    """Explore the space again, and compare the layers, the bits and the deepest boards; return the first difference."""
    ranking, ranks = table.ranking, table.start_ranks
    check_room(ranking, table.header.bits, f"computing the distances of {table.place} again", budget)
    starts = Starts(table.manifest.start_kind, table.manifest.start, ranking.keys(ranks))
    coded = CodedSpace(ranking, ranks)
    again, bits = new_header(table.puzzle, starts, coded), SpaceBits(coded)
    if again.manifest.start_digest != table.manifest.start_digest:
        return f"its boards at depth 0 are not {table.manifest.start}"
    with thread_pool(budget.threads, "slidefront") as pool:
        explore(again, bits, pool, watcher)
    layers = zip_longest(table.manifest.layers, again.manifest.layers, fillvalue=bare_layer(0, 0, 0))
    for depth, (stored, layer) in enumerate(layers):
        if (stored.board_count, stored.selected_count) != (layer.board_count, layer.selected_count):
            return (
                f"its header has {stored.board_count:,} boards, {stored.selected_count:,} of them selected, "
                f"at depth {depth}, and there are {layer.board_count:,}, {layer.selected_count:,} of them selected"
            )
    if difference := _wrong_distances(table, bits):
        return difference
    deepest = table.header.deepest[: len(again.deepest)]
    return "" if deepest == again.deepest else "the deepest boards of its header are not the deepest"


def _wrong_distances(table: Table, bits: SpaceBits) -> str:
    """Compare all bits; describe how many boards differ, with the lowest by rank; empty if all are equal."""
    shape, planes = table.header.shape, bits.planes
    wrong, first = 0, 0
    for start in reversed(range(0, shape.all_words, _WORDS_AT_ONCE)):
        piece = slice(start, start + _WORDS_AT_ONCE)
        words = np.bitwise_or.reduce([table.planes[name][piece] ^ planes[name][piece] for name in planes])
        words &= ALL_BITS >> np.uint64(64 - shape.per_word)
        (indices,) = np.nonzero(words)
        if indices.size:
            word = int(words[indices[0]])
            first = (start + int(indices[0])) * shape.per_word + (word & -word).bit_length() - 1
            wrong += sum(word.bit_count() for word in words[indices].tolist())
    if not wrong:
        return ""
    board = table.puzzle.format(int(table.ranking.keys(np.array([first]))[0]))
    return f"the distances of {units.counted(wrong, 'board')} are wrong, such as that of {board}"
