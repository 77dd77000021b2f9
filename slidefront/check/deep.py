"""Recompute the layers of a run and compare: does each have all boards at its depth, and no others?

The step from layer d on disk to d + 1 is computed again. The layer before and layer d itself are always subtracted,
without used-move bits or sides. The result must be layer d + 1 on disk:

    on disk, not computed      the board is in one of the two layers before, or has no neighbour in layer d
    computed, not on disk      the board can be reached, and is missing

If neither happens in any layer, each layer has the boards at its depth and no others, given layer 0.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from slidefront import units
from slidefront.arrays import Keys
from slidefront.check.files import Damage, part_damage
from slidefront.errors import BoardError, LimitError
from slidefront.executors.budget import memory_of
from slidefront.explore.layers import LayerKeys, keys_of
from slidefront.explore.levels import Levels, Means
from slidefront.keys.algebra import digest, without
from slidefront.puzzles.core import Puzzle
from slidefront.store.lookup import place
from slidefront.store.run import Run, stored_parts


@dataclass
class Some:
    """Some boards."""

    boards: int = 0
    first: int = 1 << 64
    """The least working key."""

    def add(self, keys: Keys) -> None:
        """Count more, whose keys ascend."""
        if keys.size:
            self.include(Some(keys.size, int(keys[0])))

    def include(self, others: "Some") -> None:
        """Count others too."""
        self.boards += others.boards
        self.first = min(self.first, others.first)


@dataclass
class Compared:
    """The differences of a computed part from the boards on disk in the same range."""

    least: int = 0
    end: int = 0
    """The range of working keys that was compared; none where both are 0."""
    missing: Some = field(default_factory=Some)
    """Boards that are not on disk."""
    foreign: Some = field(default_factory=Some)
    """Boards that are only on disk."""


@dataclass(frozen=True)
class CompareSink:
    """Compares new boards with those that a layer on disk has in their range."""

    stored: LayerKeys

    def take(self, puzzle: Puzzle, boards: Iterable[Keys]) -> Compared:
        """Compare boards, and those on disk between them and the boards before; return how they differ."""
        low, found = puzzle.working.bits, Compared()
        for work in boards:
            first, end = int(work[0]) >> low << low, (int(work[-1]) >> low) + 1 << low
            if found.end == 0:
                found.least = found.end = first
            stored = keys_of(self.stored.between(found.end, end))
            found.end = end
            if stored.size != work.size or not np.array_equal(stored >> np.uint64(low), work >> np.uint64(low)):
                found.missing.add(without(work, stored, low))
                found.foreign.add(without(stored, work, low))
        return found


@dataclass
class DeepCheck:
    """Recomputes the layers of a run, one by one."""

    run: Run
    puzzle: Puzzle
    means: Means
    """Its folder is for layers that do not fit the budget; without one they must fit."""

    def check(self, safe: int) -> Iterator[tuple[int, list[Damage]]]:
        """Recompute the layers to a depth; yield each with its damage, and stop after the first damaged layer.

        If that depth is the end of the space, the layer after it is computed too, and must be empty.
        """
        whole = self.run.manifest.whole and safe == self.run.greatest_depth
        before, frontier = None, self.means.load(self.puzzle, self.run, 0)
        damages = self._check_keys(frontier)
        yield 0, damages
        for depth in range(1, safe + 1 + whole):
            if damages:
                return
            if self.means.folder is not None and depth > 1:
                before = self.means.load(self.puzzle, self.run, depth - 2)  # a step removes the files of its layers
            stored = self.means.load(self.puzzle, self.run, depth) if depth <= safe else LayerKeys(depth, [])
            damages = self._check_keys(stored) or self._compare(before, frontier, stored)
            yield depth, damages
            before, frontier = frontier, stored

    def _check_keys(self, layer: LayerKeys) -> list[Damage]:
        """Check that packing changes no key: a key that is not a board could look like another one."""
        if not layer.boards:
            return []
        slices = (keys_of(boards) for boards in layer.slices(1 << 20))
        total = sum(int(digest(self.puzzle.working.unpack(keys))) for keys in slices) & (1 << 64) - 1
        if f"{total:016x}" == self.run.layer(layer.depth).digest:
            return []
        for keys in self.run.blocks(layer.depth):
            (changed,) = np.nonzero(self.puzzle.working.unpack(self.puzzle.working.pack(keys)) != keys)
            if changed.size:
                return [self._damage(layer.depth, int(keys[changed[0]]), "is not a board of the puzzle")]
        return []

    def _compare(self, before: LayerKeys | None, frontier: LayerKeys, stored: LayerKeys) -> list[Damage]:
        budget = self.means.budget
        beside = replace(budget, memory=budget.memory - 8 * stored.resident)
        levels = Levels(self.puzzle, frontier, before, replace(self.means, budget=beside))
        need = memory_of(levels.needs(), beside.threads) + 8 * stored.resident
        if self.means.folder is None and need > budget.memory:
            raise LimitError(
                f"making layer {stored.depth} again needs about {units.size(need)} of memory, more than the "
                f"{units.size(budget.memory)} allowed: give more memory, or a scratch folder; "
                f"layers 0 to {frontier.depth} are good",
                "memory",
                "scratch",
            )
        return self._damages((record.kept for record in levels.step(lambda _: CompareSink(stored))), stored)

    def _damages(self, found: Iterable[Compared], stored: LayerKeys) -> list[Damage]:
        """Collect the differences in the parts, and between them."""
        total = Compared()
        for one in found:
            if one.end:
                total.foreign.add(keys_of(stored.between(total.end, one.least)))
                total.end = one.end
            total.foreign.include(one.foreign)
            total.missing.include(one.missing)
        total.foreign.add(keys_of(stored.between(total.end, 1 << 64)))
        damages = []
        if total.foreign.boards:
            damages.append(self._foreign(stored.depth, self._key(total.foreign.first), total.foreign.boards))
        if total.missing.boards:
            damages.append(self._missing(stored, self._key(total.missing.first), total.missing.boards))
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
