"""The lower bound of a block puzzle: tables for groups of its classes, whose entries are added.

A class is all pieces that are alike. A group of classes is a puzzle of its own, from which all other pieces are
removed: how many moves bring its pieces to their cells in the goal? A search from all placements that meet the goal
answers that for every placement of the group. Every move moves one piece, so the answers of all groups may be added.

Larger groups give better bounds. Classes are joined, the class with the most placements first, as long as the search
of the group stays short. A class with too many placements does not count. Neither do cells of the goal that several
classes may take, nor classes that the goal does not mention.
"""

from dataclasses import replace
from math import prod

import numpy as np

from slidefront.arrays import Keys
from slidefront.compile import kernel
from slidefront.keys.algebra import layers_from
from slidefront.puzzles.blocks.codec import BlockCodec, WantedPlacements
from slidefront.puzzles.blocks.layout import Layout
from slidefront.puzzles.blocks.successors import class_part, parts_of_keys, take_rank
from slidefront.puzzles.capabilities import UNREACHABLE, Bounds, Goal, LowerBound
from slidefront.watch import Watcher

MOST_WORK = 1 << 25
"""The search of a group with so many successors takes less than a second."""
MEMBER_AT, MEMBER_SIZE, MEMBER_TO, MEMBER_FIRST, MEMBER_LAST = range(5)  # columns of `members`


class BlockBound(LowerBound):
    """The tables of all groups, one after another. Building them raises Interrupted if the watcher asks for it.

    `most_work` limits the successors of all placements of a group.
    """

    def __init__(
        self, layout: Layout, goal: Goal, watcher: Watcher | None = None, *, most_work: int = MOST_WORK
    ) -> None:
        self._watcher = watcher or Watcher()
        self._most_work = most_work
        self._layout = layout
        self._parts = parts_of_keys(layout)
        if goal.key is not None:
            wanted = layout.places_of(goal.key)
        else:
            takers = [(place, layout.takers(name, place)) for name, place in goal.pieces]
            numbers = range(len(layout.classes))
            wanted = [[place for place, classes in takers if classes == [index]] for index in numbers]
        self._places = {index: places for index, places in enumerate(wanted) if places}
        """For each class, the places of the goal that only its pieces may take."""
        members, tables, first_entry = [], [np.empty(0, np.uint16)], 0
        for group in self._groups():
            alone, goal_placements = self._alone(group)
            for index, (shift, _) in zip(group, alone.tables.parts.tolist(), strict=True):
                part = class_part(index, np.uint64(layout.classes[index].sets), self._parts)
                members.append((*part, shift, first_entry if index == group[0] else 0, index == group[-1]))
            tables.append(self._table(group, alone, goal_placements))
            first_entry += tables[-1].size
        self._members = np.array(members, np.uint64).reshape(-1, MEMBER_LAST + 1)
        self._tables = np.concatenate(tables)

    def of(self, keys: Keys) -> Bounds:
        """Return a lower bound of the moves from each board to the goal."""
        out = np.empty(keys.size, np.uint16)
        add_bounds(keys, self._parts, self._members, self._tables, out)
        return out

    def _groups(self) -> list[list[int]]:
        """Join classes into groups, the largest class first, as long as the work of a group stays small."""
        groups: list[list[int]] = []
        for index in sorted(self._places, key=lambda index: -self._layout.classes[index].sets):
            if groups and self._work(joined := sorted([*groups[-1], index])) <= self._most_work:
                groups[-1] = joined
            elif self._work([index]) <= self._most_work:
                groups.append([index])
        return groups

    def _work(self, group: list[int]) -> int:
        """Return an upper bound of the number of successors of all placements of a group."""
        sets = prod(self._layout.classes[index].sets for index in group)
        return sets * self._alone(group)[0].most_successors if sets <= self._most_work else sets

    def _alone(self, group: list[int]) -> tuple[BlockCodec, WantedPlacements]:
        """Return the codec and the goal of a group: the board without the pieces of all other classes."""
        layout = self._layout
        classes = [layout.classes[index] for index in group]
        names = tuple(tuple(piece.name for piece in cls.pieces) for cls in classes)
        others = {piece.name for cls in layout.classes if cls not in classes for piece in cls.pieces}
        gate_pieces = tuple(piece.name for cls in classes for piece in cls.pieces if piece.passes_gates)
        rules = replace(layout.rules, gate_pieces=gate_pieces, groups=names, goal_match="piece")
        wanted = [
            pair
            for class_names, index in zip(names, group, strict=True)
            for pair in zip(class_names, self._places[index], strict=False)
        ]
        alone = Layout(layout.grid.without(others), wanted, rules)
        codec = BlockCodec("alone", alone)
        return codec, codec.wanted(wanted)

    def _table(self, group: list[int], alone: BlockCodec, goal: WantedPlacements) -> Bounds:
        """Find how far each placement of a group is from the goal, by a search from the placements that meet it."""
        table = np.full(alone.layout.key_count, UNREACHABLE, np.uint16)
        if any(len(self._places[index]) > len(self._layout.classes[index].pieces) for index in group):
            return table
        placements = np.zeros(1, np.uint64)
        for cls, radix in zip(alone.classes, alone.layout.radices, strict=True):
            ranks = np.arange(cls.sets, dtype=np.uint64)
            placements = np.asarray(placements[:, None] * np.uint64(radix) + ranks, np.uint64).reshape(-1)
        meet_goal = goal.are_taken(alone.placements_of(placements))
        goals = placements[meet_goal & alone.are_boards(placements)]  # without pieces that overlap
        for depth, layer in enumerate(layers_from(goals, alone.successors)):
            self._watcher.check()
            table[layer] = depth
        return table


@kernel
def add_bounds(keys: Keys, parts: Keys, members: Keys, tables: Bounds, out: Bounds) -> None:
    """Write the sum of the table entries of each board; the ranks of a group, side by side, index its entry.

    A row of `members` describes a class of a group: its part of a key (in the form that `parts` gives), the shift of
    its rank in the index, the first entry of the group's table, and whether it is the last class of the group.
    """
    for i in range(keys.size):
        total = 0
        entry = np.uint64(0)
        for m in range(members.shape[0]):
            rank = take_rank(keys[i], (members[m, MEMBER_AT], members[m, MEMBER_SIZE]), parts)
            entry += members[m, MEMBER_FIRST] + (rank << members[m, MEMBER_TO])
            if members[m, MEMBER_LAST]:
                total += tables[entry]
                entry = np.uint64(0)
        out[i] = min(total, UNREACHABLE)
