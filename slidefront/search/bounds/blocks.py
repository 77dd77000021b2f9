"""The bound of a block puzzle: the bounds of its classes, added up, for a move moves one piece of one class.

Each class of pieces alike is looked at as if the others were not there: how many moves of the metric bring it to where
the goal wants it? For a class that is a small puzzle of its own, and all its sets of placements are searched from those
that the goal is content with. A class with too many sets counts nothing, nor do placements that several classes may
take.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.compile import kernel
from slidefront.puzzles.blocks.classes import PieceClass
from slidefront.puzzles.blocks.grid import BLANK, Grid
from slidefront.puzzles.blocks.layout import Layout
from slidefront.puzzles.blocks.puzzle import BlockPuzzle
from slidefront.puzzles.core import Goal, Place
from slidefront.search.bounds.bound import UNREACHABLE, Bounds

MOST_WORK = 1 << 25
"""A class is searched if its sets have at most so many successors: less than a second."""
ROOM = 1 << 20
SHIFT, MASK, FIRST = range(3)  # columns of `fields`
_Fields = npt.NDArray[np.int64]


@kernel
def add_bounds(keys: Keys, fields: _Fields, tables: Bounds, out: Bounds) -> None:
    """Add up what the tables say of each board's fields."""
    for i in range(keys.size):
        total = 0
        for f in range(fields.shape[0]):
            field = np.int64(keys[i] >> np.uint64(fields[f, SHIFT])) & fields[f, MASK]
            total += tables[fields[f, FIRST] + field]
        out[i] = min(total, UNREACHABLE)


class BlockBound:
    """The tables of all classes, by the field of the key, one behind the other."""

    def __init__(self, layout: Layout, goal: Goal) -> None:
        self._layout = layout
        self._goal = goal
        fields, tables = [], [np.empty(0, np.uint16)]
        shift = first = 0
        for index, one in reversed(list(enumerate(layout.classes))):
            mask = (1 << one.bits) - 1
            table = self._table(
                index, self._wanted(index) if goal.key is None else one.unrank(goal.key >> shift & mask)
            )
            if table is not None:
                fields.append((shift if one.bits else 0, mask, first))
                tables.append(table)
                first += table.size
            shift += one.bits
        self._fields = np.array(fields, np.int64).reshape(-1, 3)
        self._tables = np.concatenate(tables)

    def of(self, keys: Keys) -> Bounds:
        """Bound the moves that each board needs."""
        out = np.empty(keys.size, np.uint16)
        add_bounds(keys, self._fields, self._tables, out)
        return out

    def _wanted(self, index: int) -> list[Place]:
        """The placements of the partial goal that pieces of this class must take, and no others may."""
        owners = {piece.name: one for one in self._layout.classes for piece in one.pieces}
        return [
            place
            for name, place in self._goal.pieces
            if name in owners and self._takers(owners[name], place) == [self._layout.classes[index]]
        ]

    def _takers(self, owner: PieceClass, place: Place) -> list[PieceClass]:
        """Find the classes whose pieces will do for a placement that the goal wants of a piece."""
        if self._layout.rules.goal_match == "piece":
            return [owner]
        shape = owner.pieces[0].shape
        return [one for one in self._layout.classes if one.pieces[0].shape == shape and place in one.places]

    def _table(self, index: int, wanted: list[Place]) -> Bounds | None:
        """Bound all sets of a class; None where there is nothing to bound."""
        one = self._layout.classes[index]
        if not wanted:
            return None
        if len(wanted) > len(one.pieces):
            return np.full(one.sets, UNREACHABLE, np.uint16)
        alone = self._alone(one, wanted)
        return _distances(alone, one.sets) if one.sets * alone.most_successors <= MOST_WORK else None

    def _alone(self, one: PieceClass, wanted: list[Place]) -> BlockPuzzle:
        """Take the pieces of all other classes off the board: what is left of the key is the field of this one."""
        layout, names = self._layout, tuple(piece.name for piece in one.pieces)
        others = {piece.name for other in layout.classes for piece in other.pieces} - {*names}
        grid = Grid(tuple(tuple(BLANK if name in others else name for name in row) for row in layout.grid.rows))
        passing = names if one.pieces[0].passes_gates else ()
        rules = replace(layout.rules, gate_pieces=passing, groups=(names,), goal_match="piece")
        return BlockPuzzle("alone", "", grid, list(zip(names, wanted, strict=False)), rules)


def _distances(puzzle: BlockPuzzle, boards: int) -> Bounds:
    """Find how far every board of a puzzle is from those that meet its goal; its keys count from 0."""
    every = np.arange(boards, dtype=np.uint64)
    distances = np.full(boards, UNREACHABLE, np.uint16)
    distances[puzzle.marked(every) & puzzle.are_boards(every)] = 0  # in some sets two pieces would overlap
    layer = every[distances == 0]
    room = np.empty(ROOM + puzzle.most_successors, np.uint64)  # the largest part is one board more than fits ROOM
    depth = 0
    while layer.size:
        depth += 1
        for part in np.array_split(layer, -(-layer.size * puzzle.most_successors // ROOM) or 1):
            found = room[: puzzle.expand(part, room)]
            distances[found[distances[found] == UNREACHABLE]] = depth
        layer = every[distances == depth]
    return distances
