"""Lower bounds of the moves from a board to a goal, for depth-first search and greedy players. None is ever too large.

For a transfer puzzle, the bounds of its two axes are added up (`TransferBound`).

A move goes along the rows or across them, and a bound for one axis counts none of the other's moves: so the bounds of
the two axes may be added. A graph has one axis, and all its moves go along it.

The bound of an axis considers each tile as if the others were not there. How many moves of the axis must carry it, by
any way, until it is on a cell that the goal has for its label? The sum over all tiles, divided by the most tiles that a
move carries, is the bound.

    hole of 1 x 2: up and down it carries two tiles by one cell, left and right one tile by two cells

For a block puzzle, the bounds of groups of its classes are added up, because a move moves one piece (`BlockBound`).

A class is all pieces that are alike. Each group of classes is considered without the other pieces: how many moves of
the metric bring its pieces to their places in the goal? That is a small puzzle, and a search from all placements that
meet the goal answers it for all placements. Classes are joined as long as that takes little work,
those with the most sets of placements first. A class with too many sets counts nothing, nor do placements that several
classes may take, nor classes that the goal does not ask for.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import prod
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys, Numbers
from slidefront.compile import kernel
from slidefront.errors import PuzzleError
from slidefront.notation.load import load
from slidefront.puzzles.blocks.layout import Layout, takers
from slidefront.puzzles.blocks.puzzle import BlockPuzzle
from slidefront.puzzles.blocks.successors import part_of, parts_of_keys, take
from slidefront.puzzles.capabilities import Goal, Place
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.transfer.frame import Frame, Transfer, shortest_ways
from slidefront.watch import Watcher

UNREACHABLE = 1 << 15
"""The bound of a board from which no moves lead to the goal."""
Bounds = npt.NDArray[np.uint16]
Distances = npt.NDArray[np.int16]
Distance = Callable[[Keys], Distances]
"""Bounds the moves from each board to the goal."""


class Bound(Protocol):
    """A lower bound of the moves from any board to one goal."""

    def of(self, keys: Keys) -> Bounds:
        """Bound the moves that each board needs."""


ACROSS, ALONG = range(2)  # the axis of moves up and down, and that of moves left and right
_FAR = 10_000


def axis_of(move: Transfer, frame: Frame) -> int:
    """Find the axis of a move."""
    cell, to = move.carries[0]
    return ACROSS if (to - cell) % frame.columns == 0 else ALONG


class TransferBound:
    """The bound of a transfer puzzle for one goal."""

    def __init__(self, frame: Frame, goal: int, wanted: Sequence[int | None] = ()) -> None:
        """Take the goal; for a partial one any board, and the label that the goal wants in each cell, None for any."""
        self.frame = frame
        self.goal = goal
        self._tiles = frame.labels_of(goal)
        self._wanted = np.array([-1 if label is None else label for label in wanted or self._tiles])
        self.distances = np.stack([self._distances(axis) for axis in (ACROSS, ALONG)])
        """For each axis, cell and label the moves that must carry such a tile."""
        most = int(np.where(self.distances < _FAR, self.distances, 0).max(axis=2).sum(axis=1).max())
        carried = [[1], [1]]
        for move in frame.moves:
            carried[axis_of(move, frame)].append(len(move.carries))
        self.moves = np.stack([-(-np.arange(most + 1) // max(one)) for one in carried]).astype(np.uint64)
        """For each axis and sum of distances the moves that carry so many tiles."""

    def _distances(self, axis: int) -> Numbers:
        """How many moves of the axis a tile needs from each cell to the goal; moves of the other axis count 0."""
        between = np.full((self.frame.cells, self.frame.cells), _FAR)
        for move in self.frame.moves:
            for cell, to in move.carries:
                between[cell, to] = axis_of(move, self.frame) == axis
        between = shortest_ways(between)
        found = np.full((self.frame.cells, 16), _FAR)
        for label in {*self._tiles}:
            cells = self._wanted == label
            is_bound = label and cells.sum() == self._tiles.count(label)  # others need not go to any of these cells
            found[:, label] = between[:, cells].min(axis=1) if is_bound else 0
        return found

    def sums(self, keys: Keys) -> Numbers:
        """Add up the distances of the tiles of each board on each axis."""
        cells = self.frame.labels(keys)
        return np.asarray(self.distances[:, np.arange(self.frame.cells), cells].sum(axis=2)).T

    def of(self, keys: Keys) -> Bounds:
        """Bound the moves that each board needs."""
        sums = self.sums(keys)
        near = np.minimum(sums, self.moves.shape[1] - 1)
        bounds = self.moves[ACROSS, near[:, ACROSS]] + self.moves[ALONG, near[:, ALONG]]
        return np.where((sums < _FAR).all(axis=1), bounds, UNREACHABLE).astype(np.uint16)


MOST_WORK = 1 << 25
"""The most successors of the placements of a group: less than a second."""
ROOM = 1 << 20
AT, SIZE, TO, FIRST, LAST = range(5)  # columns of `members`


@kernel
def add_bounds(keys: Keys, parts: Keys, members: Keys, tables: Bounds, out: Bounds) -> None:
    """Add up the entries of each board's groups; the ranks of a group, side by side, are the index of its entry.

    `members` has the part of a key of each member, of which `parts` tells the form.
    """
    for i in range(keys.size):
        total = 0
        at = np.uint64(0)
        for m in range(members.shape[0]):
            rank = take(keys[i], (members[m, AT], members[m, SIZE]), parts)
            at += members[m, FIRST] + (rank << members[m, TO])
            if members[m, LAST]:
                total += tables[at]
                at = np.uint64(0)
        out[i] = min(total, UNREACHABLE)


class BlockBound:
    """The tables of all groups, one behind the other."""

    def __init__(self, layout: Layout, goal: Goal, watcher: Watcher | None = None) -> None:
        """Search all groups; Interrupted is raised if the watcher says so."""
        self._watcher = watcher or Watcher()
        self._layout = layout
        self._goal = goal
        wanted = {index: self._wanted(index) for index in range(len(layout.classes))}
        self._places = {index: places for index, places in wanted.items() if places}
        self._parts = parts_of_keys(layout)
        members, tables = [], [np.empty(0, np.uint16)]
        first, groups = 0, self._groups()
        for group in groups:
            alone = self._alone(group)
            for index, (to, _) in zip(group, alone.codec.tables.parts.tolist(), strict=True):
                begins, ends = index == group[0], index == group[-1]
                part = part_of(index, np.uint64(layout.classes[index].sets), self._parts)
                members.append((*part, to, first if begins else 0, ends))
            tables.append(self._table(group, alone))
            first += tables[-1].size
        self._members = np.array(members, np.uint64).reshape(-1, LAST + 1)
        self._tables = np.concatenate(tables)

    def of(self, keys: Keys) -> Bounds:
        """Return a lower bound of the moves of each board."""
        out = np.empty(keys.size, np.uint16)
        add_bounds(keys, self._parts, self._members, self._tables, out)
        return out

    def _wanted(self, index: int) -> list[Place]:
        """The placements of the goal that pieces of this class must take, and no others may."""
        if self._goal.key is not None:
            return self._layout.places_of(self._goal.key)[index]
        return [place for name, place in self._goal.pieces if takers(name, place, self._layout) == [index]]

    def _groups(self) -> list[list[int]]:
        """Join classes, the largest first, as long as the work allows."""
        groups: list[list[int]] = []
        for index in sorted(self._places, key=lambda index: -self._layout.classes[index].sets):
            if groups and self._work(joined := sorted([*groups[-1], index])) <= MOST_WORK:
                groups[-1] = joined
            elif self._work([index]) <= MOST_WORK:
                groups.append([index])
        return groups

    def _work(self, group: list[int]) -> int:
        """Bound the successors of all placements of a group."""
        sets = prod(self._layout.classes[index].sets for index in group)
        return sets * self._alone(group).most_successors if sets <= MOST_WORK else sets

    def _table(self, group: list[int], alone: BlockPuzzle) -> Bounds:
        """Bound all placements of a group."""
        if any(len(self._places[index]) > len(self._layout.classes[index].pieces) for index in group):
            return np.full(alone.layout.keys, UNREACHABLE, np.uint16)
        return _distances(alone, self._watcher)

    def _alone(self, group: list[int]) -> BlockPuzzle:
        """Remove the pieces of all other classes."""
        layout = self._layout
        classes = [layout.classes[index] for index in group]
        groups = tuple(tuple(piece.name for piece in one.pieces) for one in classes)
        others = {piece.name for one in layout.classes if one not in classes for piece in one.pieces}
        passing = tuple(piece.name for one in classes for piece in one.pieces if piece.passes_gates)
        rules = replace(layout.rules, gate_pieces=passing, groups=groups, goal_match="piece")
        wanted = [
            pair
            for names, index in zip(groups, group, strict=True)
            for pair in zip(names, self._places[index], strict=False)
        ]
        return BlockPuzzle("alone", "", layout.grid.without(others), wanted, rules)


def _distances(puzzle: BlockPuzzle, watcher: Watcher) -> Bounds:
    """Find how far every board of a puzzle is from those that meet its goal."""
    every = np.zeros(1, np.uint64)
    for one, radix in zip(puzzle.layout.classes, puzzle.layout.radices, strict=True):
        ranks = np.arange(one.sets, dtype=np.uint64)
        every = np.asarray(every[:, None] * np.uint64(radix) + ranks, np.uint64).reshape(-1)
    distances = np.full(puzzle.layout.keys, UNREACHABLE, np.uint16)
    layer = every[puzzle.meets(every) & puzzle.are_boards(every)]  # in some sets two pieces would overlap
    distances[layer] = 0
    out = np.empty(ROOM + puzzle.most_successors, np.uint64)  # the largest part is one board more than fits ROOM
    depth = 0
    while layer.size:
        depth += 1
        for part in np.array_split(layer, -(-layer.size * puzzle.most_successors // ROOM) or 1):
            watcher.check()
            found = out[: puzzle.write_checked_successors(part, out)]
            distances[found[distances[found] == UNREACHABLE]] = depth
        layer = every[distances[every] == depth]
    return distances


def choose_bound(puzzle: Puzzle, watcher: Watcher | None = None) -> TransferBound | BlockBound | None:
    """Make the bound of the moves to the goal; None for a puzzle that offers no tables for one."""
    if puzzle.layout is not None:
        return BlockBound(puzzle.layout, puzzle.goal, watcher)
    if puzzle.frame is None or puzzle.frame.is_wide or not puzzle.goal:
        return None
    return TransferBound(
        puzzle.frame, puzzle.goal.key if puzzle.goal.key is not None else puzzle.home, puzzle.goal_labels
    )


def lower_bound(puzzle: Puzzle | str | Path) -> Distance:
    """Make the function that gives each board of an array a lower bound of its moves to the goal; -1 if it has none.

    It looks at each tile, or each small group of pieces, alone. `solve` uses it for boards without pattern databases.
    """
    puzzle = load(puzzle)
    found = choose_bound(puzzle) if puzzle.goal else None
    if found is None:
        raise PuzzleError(f"{puzzle.name} has no lower bound of moves: it has no goal, or offers none")

    def bounds(keys: Keys) -> Distances:
        least = found.of(keys)
        return np.where(least >= UNREACHABLE, np.int16(-1), least.astype(np.int16))

    return bounds


def manhattan(puzzle: Puzzle) -> Distance:
    """Make the function that adds up how far tiles are from the goal, equal ones each from its nearest cell.

    It is no bound where a move carries a tile by several cells, or several tiles.
    """
    frame, goal = puzzle.frame, puzzle.goal.key
    if frame is None or not frame.is_grid or goal is None:
        raise PuzzleError(
            f"{puzzle.name} has no column manhattan, which needs a tile board and a goal: use bound, a lower bound "
            f"of the moves to the goal"
        )
    rows, columns = np.divmod(np.arange(frame.cells), frame.columns)
    apart = abs(rows[:, None] - rows) + abs(columns[:, None] - columns)
    wanted = np.array(frame.labels_of(goal))
    table = np.zeros((frame.cells, 16), np.int16)
    for label in {*wanted.tolist()} - {0}:
        table[:, label] = apart[:, wanted == label].min(axis=1)

    def distances(keys: Keys) -> Distances:
        labels = frame.labels(keys)
        found = np.zeros(keys.size, np.int16)
        for cell in range(frame.cells):
            found += table[cell].take(labels[:, cell])
        return found

    return distances
