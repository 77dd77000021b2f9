"""Block puzzles: pieces of any shape on a board with walls and gates, and several blanks.

    A X X B        X must move down to the gate; A to E are in its way.
    A X X B        A key has a part for each class, the rank of the placements of its pieces.
    C D D E        Equal shapes count as one class: swapping A and B gives the same board, and the same key.

The classes are fixed when the puzzle is loaded; a start or goal that is given later changes no key. A key does not
distinguish equal pieces, but people do: a `BlockPosition` has the name of every piece.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from functools import cached_property
from itertools import chain, groupby
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys, Numbers
from slidefront.errors import BoardError
from slidefront.puzzles.blocks import successors
from slidefront.puzzles.blocks.board import BlockPosition
from slidefront.puzzles.blocks.layout import (
    BLANK,
    GATE,
    WALL,
    WAYS,
    Grid,
    Layout,
    Piece,
    PieceGoal,
    Rules,
    find_wanted,
    goal_of_text,
    place_text,
    read_places,
)
from slidefront.puzzles.blocks.successors import METRICS, Places, build_tables
from slidefront.puzzles.board_text import BoardText, BoardWriter
from slidefront.puzzles.capabilities import (
    Columns,
    Drawing,
    Goal,
    Move,
    Notation,
    Place,
    Size,
    Theory,
    WrongWordError,
    way_letters,
)
from slidefront.puzzles.core import Board, Puzzle, plain
from slidefront.puzzles.ranking import Ranking
from slidefront.puzzles.symmetry import BoardSymmetry, match_labels, rectangle_symmetries


class BlockNotation(Notation):
    """Moves such as `X DR`: a piece and its steps."""

    def __init__(self, puzzle: "BlockPuzzle") -> None:
        self._of = puzzle

    def ends_of_moves(self, words: Sequence[str]) -> list[int]:
        """Take two words for a move."""
        return [*range(2, len(words), 2), len(words)]

    def read_move(self, words: Sequence[str]) -> tuple[str, str]:
        """Read a piece and its steps."""
        if words[0] not in self._of.names:
            raise WrongWordError(0, f"{words[0]!r} is not a piece of {self._of.name}")
        way = way_letters(words[1]) if len(words) == 2 else ""
        if not way or set(way) - set(WAYS):
            raise WrongWordError(len(words) - 1, f"after {words[0]} its steps are expected, as in UUR")
        return words[0], way

    def join(self, moves: Sequence[Move]) -> list[Move]:
        """Join the moves of one piece: `6 UUL`."""
        runs = [[*run] for _, run in groupby(moves, lambda move: move.piece)]
        return [Move(run[0].piece, "".join(move.path for move in run), run[-1].key) for run in runs]


class BlockTheory(Theory):
    """The size of a puzzle whose equal pieces have different names."""

    def __init__(self, puzzle: "BlockPuzzle") -> None:
        self._of = puzzle

    def size(self, most: int = 0) -> Size | None:
        """Count the boards from those without names, if equal pieces have different ones."""
        from slidefront.puzzles.blocks.arrangements import count_named

        return count_named(self._of, most) if most else None


class BlockPuzzle(Puzzle):
    """A puzzle of blocks."""

    kind = "blocks"
    metrics = tuple(METRICS)
    is_built_in = True
    layout: Layout

    def __init__(self, name: str, text: str, grid: Grid, goal: PieceGoal, rules: Rules) -> None:
        self.name = self.title = name
        self.text = text
        self.grid = grid
        self.names = [*grid.pieces]
        self.rules = rules
        self.metric = rules.metric
        self.sides = self._sides if self.metric == "step" else None
        self.layout = Layout(grid, goal, rules)
        self.classes = self.layout.classes
        self.slots = [piece.name for one in self.classes for piece in one.pieces]
        """The pieces that may move, class after class; those of a class in the order of their places on the board."""
        self.placements = [place for one in self.classes for place in one.places]
        """The placements of all classes, class after class."""
        self.key_bits = (self.layout.keys - 1).bit_length()
        self.tables, self._covered = build_tables(self.layout)
        self.labels = {name: label for label, name in enumerate([BLANK, *grid.pieces, GATE, WALL])}
        """The numbers of what can be in a cell."""
        self.cell_names = [*self.labels]
        still = grid.without(self.slots)
        self._background = np.array([self.labels[name] for row in still.rows for name in row], np.uint8)
        self.home = self.layout.key_of([[piece.start for piece in one.pieces] for one in self.classes])
        self.writer = BoardWriter(self.decode, dict(enumerate(self.labels)), self.format(self.home))
        self.set_goal(goal)
        self.most_successors = self._most_successors()
        self.notation = BlockNotation(self)
        rows, columns = np.array(self.placements, np.int16).reshape(-1, 2).T
        kinds = {"at": rows * grid.width + columns, "row": rows, "column": columns}
        self.columns = Columns(self.places, {name: row for row, name in enumerate(self.slots)}, kinds)

    def set_goal(self, goal: PieceGoal, *, exact: bool = False) -> None:
        """Store which placements the goal wants; if they fix every piece, the goal has a key."""
        wanted, self.wanted_total, is_one = find_wanted(goal, self.layout, exact=exact)
        self.wanted = np.zeros(len(self.tables.mask), np.uint8)
        self._wanted_slots: list[int] = []
        """The rows of `places` of pieces of which the goal wants some placement."""
        for (count, first, _, slot), one, places in zip(self._numbers, self.classes, wanted, strict=True):
            self._wanted_slots += range(slot, slot + count) if places else ()
            self.wanted[[first + one.places.index(place) for place in places]] = 1
        key = self.layout.key_of(wanted) if is_one else None
        self.goal = Goal(key, partial=bool(goal) and key is None, pieces=tuple(goal))

    @cached_property
    def _numbers(self) -> list[list[int]]:
        """For each class how many pieces it has, its first placement, its placements, and its first piece."""
        return [numbers[:4] for numbers in self.tables.classes.tolist()]

    def _most_successors(self) -> int:
        """Return an upper bound of the successors: four ways into each blank, or all placements for paths."""
        names = list(chain.from_iterable(self.grid.rows))
        blanks = names.count(BLANK) + names.count(GATE)
        paths = sum(len(one.pieces) * (len(one.places) - 1) for one in self.classes)
        return paths if self.metric == "move" else min(paths, 4 * blanks)

    def write_successors(self, work: Keys, out: Keys) -> int:
        """Make every move of the metric."""
        if not self.classes:
            return 0
        count = successors.expand(work, out, self.tables, METRICS[self.metric])
        if count < 0:
            raise BoardError(f"a key is not a board of {self.name}: it is of another puzzle, or damaged")
        return count

    def _sides(self, keys: Keys) -> npt.NDArray[np.int8]:
        """Add up all rows and columns: every step changes one by one."""
        side = np.array([sum(place) & 1 for place in self.placements], np.int8)
        return np.asarray(side[self.places(keys)].sum(axis=0) & 1, np.int8)

    def placed(self, keys: Keys) -> tuple[Places, bool]:
        """Find the placements as `places` does, and whether all ranks are such; one that is too great is cut off."""
        self.check_keys(keys)
        places = np.empty((len(self.slots), keys.size), np.uint16)
        return places, not self.classes or successors.all_places(keys, places, self.tables)

    def places(self, keys: Keys) -> Places:
        """Find the placement of each piece: a row a piece of `slots`, a column a board, numbers of `placements`."""
        places, good = self.placed(keys)
        if not good:
            wrong = next(key for key in keys.tolist() if not self.placed(np.array([key], np.uint64))[1])
            raise BoardError(f"{wrong:#x} is not a board of {self.name}")
        return places

    def encode(self, places: Places) -> Keys:
        """Encode boards that are given as such placements, those of a class in any order."""
        keys = np.zeros(places.shape[1], np.uint64)
        for radix, (count, first, _, slot) in zip(self.layout.radices, self._numbers, strict=True):
            keys *= np.uint64(radix)
            for i, numbers in enumerate(np.sort(places[slot : slot + count] - np.uint16(first), axis=0), 1):
                keys += successors.BINOMIALS[i].view(np.uint64)[numbers]
        return keys

    def are_boards(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Test whether each key is a board: ranks are such, no two pieces cover the same cell, no bit is left over."""
        places, _ = self.placed(keys)
        good = self.encode(places) == keys
        for word in np.atleast_2d(self.tables.mask.T):
            occupied = np.zeros(keys.size, np.uint64)
            for of_piece in places:
                good &= occupied & word[of_piece] == 0
                occupied |= word[of_piece]
        return np.asarray(good)

    def meets(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Test whether each board meets the goal."""
        self.check_keys(keys)
        if not self.goal:
            return np.zeros(keys.size, np.bool_)
        return np.asarray(self.wanted[self.places(keys)[self._wanted_slots]].sum(axis=0) == self.wanted_total)

    def read(self, text: str) -> dict[str, Place]:
        """Read the place of each piece of a board, on which equal pieces have names of their own."""
        return read_places(BoardText(text, BoardError, self.format(self.home)), self.grid, self.name, self._allowed)

    @cached_property
    def _allowed(self) -> dict[str, tuple[Place, ...]]:
        """The places that each piece can have."""
        allowed = {piece.name: one.places for one in self.classes for piece in one.pieces}
        return allowed | {piece.name: (piece.start,) for piece in self.layout.fixed}

    def parse(self, text: str) -> int:
        """Parse a board, which must have the pieces of home."""
        return self.key_of(self.read(text))

    def locate(self, key: int) -> dict[str, Place]:
        """Find the place of each piece; of equal pieces, the first one in the file has the first place."""
        key, places = index(key), {piece.name: piece.start for piece in self.layout.fixed}
        try:
            for one, of_class in zip(self.classes, self.layout.places_of(key), strict=True):
                places |= {piece.name: place for piece, place in zip(one.pieces, of_class, strict=True)}
            cells = [*chain.from_iterable(self.layout.pieces[name].cells_at(place) for name, place in places.items())]
            if len(set(cells)) == len(cells) and key < self.layout.keys:
                return places
        except LookupError:  # a number of no placement
            pass
        raise BoardError(f"{key:#x} is not the key of a board of {self.name}")

    def key_of(self, places: Mapping[str, Place]) -> int:
        """Encode a board; equal pieces are not distinguished."""
        return self.layout.key_of([[places[piece.name] for piece in one.pieces] for one in self.classes])

    def format(self, key: int) -> str:
        """Write a board on one line, rows with / between."""
        return self.position(key).text

    def decode(self, keys: Keys) -> Cells:
        """Decode boards, one row of `labels` each."""
        return self._painted(self.places(keys))

    def _painted(self, places: Places) -> Cells:
        out = np.tile(self._background, (places.shape[1], 1))
        successors.paint(places, out, self._covered, self._slot_labels)
        return out

    @property
    def _slot_labels(self) -> Cells:
        return np.array([self.labels[name] for name in self.slots], np.uint8)

    @property
    def cell_classes(self) -> Numbers:
        """For each number in `cells`, the first one of the pieces of its class."""
        found = np.arange(len(self.cell_names))
        for count, _, _, slot in self._numbers:
            of_class = self._slot_labels[slot : slot + count]
            found[of_class] = of_class.min()
        return found

    @property
    def symmetries(self) -> list[BoardSymmetry]:
        """The turns and reflections that fix walls, gates and the goal, and map pieces to pieces that move alike."""
        images = rectangle_symmetries(len(self.grid.rows), self.grid.width)
        found = [self._symmetry(image) for image in images]
        return [symmetry for symmetry in found if symmetry is not None]

    def _symmetry(self, image: Sequence[int]) -> BoardSymmetry | None:
        """Find what each piece becomes under a permutation of cells; None if that is not a symmetry."""
        still = self._background.tolist()
        kept = [self.labels[name] for name in (BLANK, GATE, WALL)]
        labels = match_labels(still, [still[cell] for cell in image], kept)
        if labels is None:
            return None
        names = dict(labels)
        before, after = self._class_places(range(len(image))), self._class_places(image)
        for one, places in zip(self.classes, after, strict=True):
            if places not in before:
                return None
            same = self.classes[before.index(places)]
            before[before.index(places)] = None
            for piece, becomes in zip(one.pieces, same.pieces, strict=True):
                names[self.labels[piece.name]] = self.labels[becomes.name]
        return BoardSymmetry(np.array(image), np.array([names.get(i, i) for i in range(len(self.labels))], np.uint8))

    def _class_places(self, image: Sequence[int]) -> list[Any]:
        """For each class how many pieces it has, and the image of its placements, with those that the goal wants.

        How pieces move follows from that: between any two placements of a class that are a step apart.
        """
        cells = [frozenset(image[cell] for cell in row if cell >= 0) for row in self._covered.tolist()]
        return [
            (count, frozenset((cells[at], bool(self.wanted[at])) for at in range(first, first + of_class)))
            for count, first, of_class, _ in self._numbers
        ]

    def keys(self, cells: npt.ArrayLike) -> Keys:
        """Encode boards, one row of `labels` each; pieces of a class may be exchanged."""
        given = self.check_cells(cells, self._background.size)
        places = np.empty((len(self.slots), len(given)), np.uint16)
        for count, first, of_class, slot in self._numbers:
            # If a label begins in a cell where no placement does, it gets one that `_painted` shows elsewhere.
            begins = np.full(self._background.size, first, np.uint16)
            begins[self._covered[first : first + of_class, 0]] = range(first, first + of_class)
            for row in range(slot, slot + count):
                places[row] = begins[np.argmax(given == self._slot_labels[row], axis=1)]
        keys = self.encode(places)
        self.check_rows(given, (self._painted(places) == given).all(axis=1) & self.are_boards(keys))
        return keys

    def with_goal(self, board: Board) -> "BlockPuzzle":
        """Return the puzzle with another goal: a grid that shows all pieces, or some; places, `X 3 1`; or a key.

        Classes and keys stay the same. The file says which pieces may take the places of a grid; a key is exactly
        that board.
        """
        other, board = copy(self), plain(board)
        other.new_goal = board if isinstance(board, str) else self.key(board)
        if isinstance(board, str):
            other.set_goal(goal_of_text(board, self.grid))
        else:
            other.set_goal([*self.locate(board).items()], exact=True)
        return other

    def identity(self) -> Mapping[str, Any]:
        """Return the board, the classes, their placements, home and goal, on which keys, layers and marks depend."""
        return {
            "kind": self.kind,
            "rows": [" ".join(WALL if name == WALL else BLANK for name in row) for row in self.grid.rows],
            "classes": [
                {
                    "pieces": len(one.pieces),
                    "shape": sorted(map(list, one.pieces[0].shape)),
                    "ways": "".join(one.pieces[0].ways),
                    "places": [list(place) for place in one.places],
                }
                for one in self.classes
            ],
            "metric": self.metric,
            "home": f"{self.home:x}",
            "goal": [self.wanted_total, np.flatnonzero(self.wanted).tolist()] if self.goal else None,
        }

    def facts(self) -> dict[str, str]:
        """Describe the puzzle for people."""
        reach = {"move": "any way", "slide": "any distance one way", "step": "one cell"}
        goal = ", ".join(f"{name} at {place_text(place)}" for name, place in self.goal.pieces) or "none"
        fields = (
            f"{' '.join(piece.name for piece in one.pieces)} on {len(one.pieces)} of {len(one.places)} places"
            for one in self.classes
        )
        return {
            "kind": f"blocks, {len(self.grid.rows)} x {self.grid.width} cells, {len(self.grid.pieces)} pieces",
            "home": self.format(self.home),
            "goal": goal if self.goal.key is None else self.format(self.goal.key),
            "key": f"{self.key_bits} bits: " + "; ".join(fields),
            "moves": f"one piece {reach[self.metric]} ({self.metric} metric), at most {self.most_successors}",
        }

    def moves(self, key: int) -> list[Move]:
        """List the moves of a board, each with its piece and the steps that it takes: `X DR`."""
        return self.position(key).moves()

    def position(self, board: str | int) -> "BlockPosition":
        """Start a route at a board; equal pieces keep the names that a typed board gives them."""
        if isinstance(board, str):
            places = self.read(board)
            return BlockPosition(self, self.key_of(places), places)
        return BlockPosition(self, index(board), self.locate(board))

    def drawing(self, key: int) -> Drawing:
        """Describe how a board looks."""
        return self.position(key).drawing()

    def description(self) -> dict[str, Any]:
        """Describe the puzzle as plain data: the board, the pieces, their classes and the goal.

        Cells are counted row by row. A piece lies where the first row and the first column of its shape are; the places
        of a class are such cells, in the order that the ranks of keys count them in.
        """
        grid, width = self.grid, self.grid.width
        wanted = np.flatnonzero(self.wanted).tolist()
        return {
            "family": "blocks",
            "kind": "blocks",
            "metric": self.metric,
            "rows": len(grid.rows),
            "columns": width,
            "cells": [name if name in (WALL, GATE) else BLANK for row in grid.rows for name in row],
            "pieces": [self._described(piece) for piece in self.layout.pieces.values()],
            "classes": [
                {
                    "keys": str(radix),
                    "places": [row * width + column for row, column in one.places],
                    "wanted": [at - first for at in wanted if first <= at < first + len(one.places)],
                }
                for one, radix, (_, first, _, _) in zip(self.classes, self.layout.radices, self._numbers, strict=True)
            ],
            "wantedTotal": self.wanted_total,
            "goal": [[name, place[0] * width + place[1]] for name, place in self.goal.pieces],
        }

    def _described(self, piece: Piece) -> dict[str, Any]:
        return {
            "name": piece.name,
            "shape": sorted(map(list, piece.shape)),
            "ways": "".join(piece.ways),
            "gates": piece.passes_gates,
            "start": piece.start[0] * self.grid.width + piece.start[1],
            "class": next((number for number, one in enumerate(self.classes) if piece in one.pieces), -1),
        }

    def ranking(self) -> Ranking | None:
        """Rank the boards by arrangements and orders of names; None if no piece can move, or orders are too many."""
        from slidefront.puzzles.blocks.ranks import BlockRanking

        ranking = BlockRanking(self) if self.classes else None
        return ranking if ranking is not None and ranking.shape.board_count else None

    @cached_property
    def theory(self) -> BlockTheory:
        """The size, where equal pieces have different names."""
        return BlockTheory(self)
