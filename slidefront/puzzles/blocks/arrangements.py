"""The arrangements of a block puzzle: which cells the pieces of each shape take, not telling equal pieces apart.

A board is an arrangement and the order of the pieces with names on it. A move leads from one arrangement to another,
and moves a piece within the order of its class, most often not at all. All arrangements that can be reached are listed
as sorted keys of the puzzle without these names.
"""

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.keys.algebra import layers_from
from slidefront.puzzles.blocks import arrangement_kernels as kernels
from slidefront.puzzles.blocks.arrangement_kernels import Names, Numbers, Orders
from slidefront.puzzles.blocks.classes import PieceClass
from slidefront.puzzles.blocks.encoding import BlockEncoding
from slidefront.puzzles.blocks.kernels import METRICS


@dataclass(frozen=True)
class MovesOf:
    """The moves of some arrangements, one arrangement after the other."""

    ends: Keys
    codes: npt.NDArray[np.uint16]
    counts: Numbers


class Bare:
    """A puzzle without the names of some pieces."""

    def __init__(self, puzzle: BlockEncoding, groups: Sequence[Sequence[str]]) -> None:
        """Take the names off the pieces of each group, which have classes of one piece."""
        self.puzzle = puzzle
        gates = tuple(name for name, piece in puzzle.layout.pieces.items() if piece.passes_gates)
        rules = replace(
            puzzle.rules, interchangeable=False, groups=tuple(map(tuple, groups)), goal_match="shape", gate_pieces=gates
        )
        self.bare = BlockEncoding(puzzle.name, puzzle.grid, (), rules)
        self._number = {piece.name: number for number, one in enumerate(puzzle.classes) for piece in one.pieces}
        self.points = max(1, sum(len(one.pieces) for one in self.bare.classes if self._is_named(one)))

    def _is_named(self, one: PieceClass) -> bool:
        return len(one.pieces) > 1 and len({self._number[piece.name] for piece in one.pieces}) > 1

    @cached_property
    def names(self) -> Names:
        """How the classes join; the points of the largest class come last."""
        classes = [[-1, self._number[one.pieces[0].name]] for one in self.bare.classes]
        named = [number for number, one in enumerate(self.bare.classes) if self._is_named(one)]
        of_point: list[int] = []
        code, codes = [0] * len(classes), 1
        for number in sorted(named, key=lambda number: len(self.bare.classes[number].pieces)):
            pieces = self.bare.classes[number].pieces
            classes[number][0], code[number] = len(of_point), codes
            of_point += [self._number[piece.name] for piece in pieces]
            codes += len(pieces) ** 2
        ranks = np.array([one.sets for one in self.puzzle.classes], np.uint64)
        rows = (np.array(one, np.int64) for one in (classes, of_point, code))
        return Names(self.puzzle.tables.parts, ranks, *rows)

    @cached_property
    def orders(self) -> Orders:
        """For each code of a move, where it takes each place in the order of the pieces."""
        names = self.names
        rows = np.tile(np.arange(self.points, dtype=np.int8), (1 + sum(size**2 for size in self.sizes), 1))
        for one, (first, _), code in zip(self.bare.classes, names.classes.tolist(), names.code.tolist(), strict=True):
            count = len(one.pieces)
            for start, end in product(range(count if first >= 0 else 0), range(count)):
                order = [piece for piece in range(count) if piece != start]
                order.insert(end, start)
                rows[code + start * count + end, [first + piece for piece in order]] = first + np.arange(count)
        return rows

    @cached_property
    def sizes(self) -> list[int]:
        """How many pieces each class with names has."""
        return [
            len(one.pieces)
            for one, (first, _) in zip(self.bare.classes, self.names.classes.tolist(), strict=True)
            if first >= 0
        ]

    def moves_of(self, keys: Keys, metric: str) -> MovesOf:
        """Make every move of some arrangements."""
        most = keys.size * self.bare.most_successors
        ends, codes = np.empty(most, np.uint64), np.empty(most, np.uint16)
        counts = np.empty(keys.size, np.int64)
        made = kernels.list_moves(keys, self.bare.tables, METRICS[metric], self.names, ends, codes, counts)
        return MovesOf(ends[:made].copy(), codes[:made].copy(), counts)

    def forget(self, keys: Keys) -> tuple[Keys, Orders]:
        """Take the names off boards: the arrangements, and where each piece comes in the order of its class."""
        bare, orders = np.empty(keys.size, np.uint64), np.zeros((keys.size, self.points), np.int8)
        kernels.forget(keys, self.bare.tables, self.names, bare, orders)
        return bare, orders

    def recall(self, bare: Keys, orders: Orders) -> Keys:
        """Give the pieces of arrangements their names again."""
        keys = np.empty(bare.size, np.uint64)
        kernels.recall(bare, orders, self.bare.tables, self.names, keys)
        return keys

    def layers(self) -> Iterator[Keys]:
        """Explore all arrangements, step by step, whatever the metric is: it reaches the same ones."""
        steps = copy(self.bare)
        steps.metric = "step"

        def successors(keys: Keys) -> Keys:
            out = np.empty(keys.size * steps.most_successors, np.uint64)
            return out[: steps.expand(keys, out)]

        return layers_from(steps.home, successors)


def groups_of(puzzle: BlockEncoding, *, whole: bool) -> list[list[str]]:
    """Join classes whose shapes and placements are equal: those of one piece each, or `whole` ones as well."""
    found: dict[Any, list[str]] = {}
    for number, one in enumerate(puzzle.classes):
        piece = one.pieces[0]
        alike = (piece.shape, piece.ways, one.places) if whole or len(one.pieces) == 1 else number
        found.setdefault(alike, []).extend(piece.name for piece in one.pieces)
    return [*found.values()]
