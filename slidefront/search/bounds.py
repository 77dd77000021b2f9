"""Lower bounds of the moves from a board to a goal, for depth-first search and greedy players. None is ever too large.

For a transfer puzzle, the bounds of its two axes are added up (`TransferBound`).

A move goes along the rows or across them, and a bound for one axis counts none of the other's moves: so the bounds of
the two axes may be added. A graph has one axis, and all its moves go along it.

An axis keeps a board's part in the bound as an *entry*, and a table `link` that leads from entry to entry:

    entry     |        place        | bound |        32 bits, the low 8 the bound itself
    a move    entry after = link[place of entry before + gain of the move for the tile that it carries]

The bound of an axis is walking distance, for boards with a hole of one cell (`Walking`), or, for any transfer puzzle,
tile distance, which considers each tile as if the others were not there. How many moves of the axis must carry it, by
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

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod
from typing import Protocol, Self

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys, Numbers
from slidefront.compile import kernel
from slidefront.keys.algebra import as_set, subtract
from slidefront.puzzles.blocks.encoding import BlockEncoding
from slidefront.puzzles.blocks.layout import BLANK, Grid, Layout, classes_for
from slidefront.puzzles.blocks.successors import part_of, parts_of_keys, take
from slidefront.puzzles.capabilities import Goal, Place
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.transfer.frame import Frame, Transfer

UNREACHABLE = 1 << 15
"""The bound of a board from which no moves lead to the goal."""
Bounds = npt.NDArray[np.uint16]


class Bound(Protocol):
    """A lower bound of the moves from any board to one goal."""

    def of(self, keys: Keys) -> Bounds:
        """Bound the moves that each board needs."""


ACROSS, ALONG = range(2)  # the axis of moves up and down, and that of moves left and right
BOUND_BITS = 8
NEVER = 255
"""The bound of a board that no moves take to the goal."""
MOST_PLACES = 1 << 23
_FAR = 10_000
Entries = npt.NDArray[np.uint32]


def axis_of(move: Transfer, frame: Frame) -> int:
    """Find the axis of a move."""
    cell, to = move.carries[0]
    return ACROSS if (to - cell) % frame.columns == 0 else ALONG


def pack_entry(places: Numbers, bounds: Numbers) -> Entries:
    """Make entries."""
    return (places << BOUND_BITS | bounds).astype(np.uint32)


@dataclass
class TileDistance:
    """For each label and cell the moves that a tile must be carried by; an entry's place is the sum of them."""

    frame: Frame
    goal: list[int]
    axis: int

    def __post_init__(self) -> None:
        self._moves = np.full((self.frame.cells, 16), _FAR)
        distance = self._distance()
        for label in {*self.goal} - {0}:
            wanted = [cell for cell, there in enumerate(self.goal) if there == label]
            self._moves[:, label] = distance[:, wanted].min(axis=1)
        self._moves[:, 0] = 0
        most = int(np.where(self._moves < _FAR, self._moves, 0).max(axis=1).sum())
        carried = max(
            (len(move.carries) for move in self.frame.moves if axis_of(move, self.frame) == self.axis), default=1
        )
        sums = np.arange(most + 1)
        self.link = pack_entry(sums, -(-sums // carried))

    def _distance(self) -> Numbers:
        """How many moves of the axis a tile needs from cell to cell; moves of the other axis count 0."""
        distance = np.where(np.eye(self.frame.cells, dtype=np.bool_), 0, _FAR)
        for move in self.frame.moves:
            for cell, to in move.carries:
                distance[cell, to] = axis_of(move, self.frame) == self.axis
        for cell in range(self.frame.cells):
            distance = np.minimum(distance, distance[:, [cell]] + distance[[cell], :])
        return distance

    def entries(self, cells: Cells) -> Entries:
        """Give the entries of boards."""
        sums = self._moves[np.arange(self.frame.cells), cells].sum(axis=1)
        return np.where(sums < _FAR, self.link[np.minimum(sums, self.link.size - 1)], np.uint32(NEVER))

    def gains(self, move: Transfer) -> Numbers:
        """Tell by how much a move changes the sum, for each tile that it carries."""
        return np.array([self._moves[to] - self._moves[cell] for cell, to in move.carries])


_Step = tuple[int, int, Numbers, Keys]
"""The way and the line of the tiles that step, which spreads let one step so, and the spreads after."""


@dataclass
class Walking:
    """Walking distance: the spreads of an axis and how far each is from the goal's.

    The bound of moves up and down considers only how many tiles in each row belong to which row, and the hole's row.

        2 1 _                                                of row   1 2 3
        3 5 6        3 belongs to row 1, 4 to row 2:    in row 1      2 0 0   the hole is here
        4 7 8                                           in row 2      1 2 0
                                                        in row 3      0 1 2

    A move up or down takes one tile to the next row, and in the line metric several tiles, each to the next row in the
    same direction; a move along the rows changes nothing. A breadth-first search through these *spreads* of tiles finds
    the least number of moves up and down to the spread of the goal. There are few spreads: 24,964 for 4 rows of 4.
    Columns are the same with the board turned.
    """

    frame: Frame
    axis: int
    home_line: dict[int, int]
    """The line that the tiles of each label belong to."""

    def __post_init__(self) -> None:
        across = self.axis == ACROSS
        self._lines = self.frame.rows if across else self.frame.columns
        columns = self.frame.columns
        self._line = [cell // columns if across else cell % columns for cell in range(self.frame.cells)]
        self._hole_bits = self._lines.bit_length()
        self._count_bits = (self.frame.cells // self._lines).bit_length()

    @classmethod
    def of(cls, frame: Frame, goal: list[int], axis: int) -> Self | None:
        """Find all spreads; None if tiles of one label belong to several lines, or there are too many spreads."""
        if not frame.is_grid or goal.count(0) != 1:
            return None
        found = cls(frame, axis, {})
        for cell, label in enumerate(goal):
            if label and found.home_line.setdefault(label, found._line[cell]) != found._line[cell]:
                return None
        if found._lines**2 * found._count_bits + found._hole_bits > 64:
            return None
        return found if found._search(np.array([goal], np.uint8)) else None

    def _unit(self, line: int, home: int) -> np.uint64:
        """One tile in a line that belongs to another, as part of a spread; the hole's line is in the lowest bits."""
        return np.uint64(1 << self._hole_bits + self._count_bits * (line * self._lines + home))

    def _spreads(self, cells: Cells) -> Keys:
        unit = np.zeros((self.frame.cells, 16), np.uint64)
        for cell, line in enumerate(self._line):
            unit[cell, 0] = line
            for label, home in self.home_line.items():
                unit[cell, label] = self._unit(line, home)
        return np.asarray(unit[np.arange(self.frame.cells), cells].sum(axis=1, dtype=np.uint64))

    def _steps(self, spreads: Keys) -> Iterator[_Step]:
        """Let one tile step into the hole's line: from the line before it (way 0) or after it (way 1)."""
        hole = spreads & np.uint64((1 << self._hole_bits) - 1)
        mask = np.uint64((1 << self._count_bits) - 1)
        for to in range(self._lines):
            here = np.flatnonzero(hole == to)
            for way, line in enumerate((to - 1, to + 1)):
                for home in range(self._lines) if 0 <= line < self._lines else ():
                    unit = self._unit(line, home)
                    able = here[(spreads[here] & mask * unit) > 0]
                    after = spreads[able] - unit + self._unit(to, home) - np.uint64(to) + np.uint64(line)
                    yield way, home, able, after

    def _moves(self, spreads: Keys) -> Iterator[Keys]:
        """Make all moves: of one tile, or in the line metric of several one after the other in the same way."""
        longest = self._lines - 1 if self.frame.metric == "line" else 1
        for wanted in (0, 1):
            found = spreads
            for _ in range(longest):
                found = as_set(
                    np.concatenate([found[:0], *(after for way, *_, after in self._steps(found) if way == wanted)])
                )
                yield found

    def _search(self, goal: Cells) -> bool:
        """Search all spreads breadth-first; return whether they are few enough."""
        layers = [self._spreads(goal)]
        before = layers[0][:0]
        count = 1
        while layers[-1].size:
            found = as_set(np.concatenate([before[:0], *self._moves(layers[-1])]))
            found = found[: subtract(found, before, 0)]
            found = found[: subtract(found, layers[-1], 0)]
            before = layers[-1]
            layers.append(found)
            count += layers[-1].size
            if count * 2 * self._lines > MOST_PLACES or len(layers) > NEVER:
                return False
        self._build_link(np.concatenate(layers), np.repeat(np.arange(len(layers)), [one.size for one in layers]))
        return True

    def _build_link(self, spreads: Keys, distance: Numbers) -> None:
        """Number the spreads by their distance, so that those met together stand together."""
        order = np.argsort(spreads)
        self._sorted, width = spreads[order], 2 * self._lines
        self._entries = pack_entry(order * width, distance[order])
        self.link = np.zeros(spreads.size * width, np.uint32)
        for way, home, able, after in self._steps(spreads):
            self.link[able * width + way * self._lines + home] = self._entries[np.searchsorted(self._sorted, after)]

    def entries(self, cells: Cells) -> Entries:
        """Give the entries of boards."""
        spreads = self._spreads(cells)
        at = np.minimum(np.searchsorted(self._sorted, spreads), self._sorted.size - 1)
        return np.where(self._sorted[at] == spreads, self._entries[at], np.uint32(NEVER))

    def gains(self, move: Transfer) -> Numbers:
        """Tell where in `link` the step of each tile of a move is, for each label that it may have."""
        gains = np.zeros((len(move.carries), 16), np.int64)
        for nth, (cell, to) in enumerate(move.carries):
            for label, home in self.home_line.items():
                gains[nth, label] = (cell > to) * self._lines + home
        return gains


@dataclass
class TransferBound:
    """The axes, and their tables one behind the other in `link`."""

    frame: Frame
    goal: int

    def __post_init__(self) -> None:
        goal = self.frame.labels_of(self.goal)
        self.axes = [
            Walking.of(self.frame, goal, axis) or TileDistance(self.frame, goal, axis) for axis in (ACROSS, ALONG)
        ]
        self._base = np.array([0, self.axes[ACROSS].link.size], np.uint32) << np.uint32(BOUND_BITS)
        self.link: Entries = np.concatenate([one.link + base for one, base in zip(self.axes, self._base, strict=True)])
        self.gains: list[Numbers] = [self.axes[axis_of(move, self.frame)].gains(move) for move in self.frame.moves]
        """For each move: where in `link` to look, by tile and label."""

    def entries(self, keys: Keys) -> Entries:
        """Give each board its entry on each axis."""
        cells = self.frame.labels(keys)
        return np.stack([one.entries(cells) for one in self.axes], axis=1) + self._base

    def of(self, keys: Keys) -> Bounds:
        """Bound the moves that each board needs."""
        bounds = (self.entries(keys) & np.uint32(NEVER)).astype(np.uint16)
        return np.where((bounds == NEVER).any(axis=1), np.uint16(UNREACHABLE), bounds.sum(axis=1, dtype=np.uint16))


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

    def __init__(self, layout: Layout, goal: Goal) -> None:
        self._layout = layout
        self._goal = goal
        wanted = {index: self._wanted(index) for index in range(len(layout.classes))}
        self._places = {index: places for index, places in wanted.items() if places}
        self._parts = parts_of_keys(layout)
        members, tables = [], [np.empty(0, np.uint16)]
        first, groups = 0, self._groups()
        for group in groups:
            alone = self._alone(group)
            for index, (to, _) in zip(group, alone.tables.parts.tolist(), strict=True):
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
        return [place for name, place in self._goal.pieces if self._takers(name, place) == [index]]

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

    def _takers(self, name: str, place: Place) -> list[int]:
        """Find the classes whose pieces may take the place of a piece in the goal; none for a frozen one."""
        if not self._layout.pieces[name].ways:
            return []
        return [one for one in classes_for(name, self._layout) if place in self._layout.classes[one].places]

    def _table(self, group: list[int], alone: BlockEncoding) -> Bounds:
        """Bound all placements of a group."""
        if any(len(self._places[index]) > len(self._layout.classes[index].pieces) for index in group):
            return np.full(alone.layout.keys, UNREACHABLE, np.uint16)
        return _distances(alone)

    def _alone(self, group: list[int]) -> BlockEncoding:
        """Remove the pieces of all other classes."""
        layout = self._layout
        classes = [layout.classes[index] for index in group]
        groups = tuple(tuple(piece.name for piece in one.pieces) for one in classes)
        others = {piece.name for one in layout.classes if one not in classes for piece in one.pieces}
        grid = Grid(tuple(tuple(BLANK if name in others else name for name in row) for row in layout.grid.rows))
        passing = tuple(piece.name for one in classes for piece in one.pieces if piece.passes_gates)
        rules = replace(layout.rules, gate_pieces=passing, groups=groups, goal_match="piece")
        wanted = [
            pair
            for names, index in zip(groups, group, strict=True)
            for pair in zip(names, self._places[index], strict=False)
        ]
        return BlockEncoding("alone", grid, wanted, rules)


def _distances(puzzle: BlockEncoding) -> Bounds:
    """Find how far every board of a puzzle is from those that meet its goal."""
    every = np.zeros(1, np.uint64)
    for one, radix in zip(puzzle.classes, puzzle.layout.radices, strict=True):
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
            found = out[: puzzle.expand(part, out)]
            distances[found[distances[found] == UNREACHABLE]] = depth
        layer = every[distances[every] == depth]
    return distances


@lru_cache(maxsize=2)
def transfer_bound(frame: Frame, goal: int) -> TransferBound:
    """Make the bound for a goal; it is cached for the next board with that goal."""
    return TransferBound(frame, goal)


def close_bound(puzzle: Puzzle) -> TransferBound | None:
    """Make the bound of the moves to the goal of a transfer puzzle; None for other puzzles, and for other goals."""
    frame, goal = puzzle.frame, puzzle.goal.key
    return None if frame is None or frame.is_wide or goal is None else transfer_bound(frame, goal)


def choose_bound(puzzle: Puzzle) -> Bound | None:
    """Make the bound of the moves to the goal; None for a puzzle that offers no tables for one."""
    bound = close_bound(puzzle)
    return bound if bound is not None or puzzle.layout is None else BlockBound(puzzle.layout, puzzle.goal)
