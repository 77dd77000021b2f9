"""Block puzzles: pieces of any shape on a board with walls and gates, and several blanks.

    A X X B        X must move down to the gate; A to E are in its way.
    A X X B        A key has a part for each class: the rank of the placements of its pieces.
    C D D E        Equal shapes form one class: swapping A and B gives the same board, and the same key.

The classes are fixed when the puzzle is loaded; a start or goal that is given later changes no key. A key does not
distinguish equal pieces, but people do: a `BlockPosition` has the name of every piece.

`layout` describes the pieces, `codec` works on many boards at once, and this module adds what a single puzzle has: its
texts, its goal and its descriptions.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from itertools import chain, groupby
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys, Numbers
from slidefront.errors import BoardError, IllegalMoveError
from slidefront.moves import DIRECTIONS, METRICS
from slidefront.puzzles.blocks import successors
from slidefront.puzzles.blocks.codec import BlockCodec
from slidefront.puzzles.blocks.layout import (
    BLANK,
    GATE,
    WALL,
    Grid,
    Layout,
    PieceGoal,
    Rules,
    goal_of_text,
    next_place,
    read_places,
)
from slidefront.puzzles.blocks.successors import Placements
from slidefront.puzzles.board_text import BoardText, BoardWriter, rows_text
from slidefront.puzzles.capabilities import (
    BoardSymmetry,
    Columns,
    Drawing,
    DrawnPiece,
    Goal,
    LowerBound,
    Move,
    MoveNotation,
    Place,
    Size,
    Theory,
    WrongWordError,
    match_labels,
    place_text,
    rectangle_symmetries,
    way_letters,
)
from slidefront.puzzles.core import Board, Position, Puzzle, plain
from slidefront.puzzles.ranking import Ranking
from slidefront.watch import Watcher

_SIDES = {"U": "upper", "D": "lower", "L": "left", "R": "right"}


class BlockPuzzle(Puzzle):
    """A puzzle of blocks."""

    kind = "blocks"
    metrics = tuple(METRICS)
    is_built_in = True
    goals_name_pieces = True
    layout: Layout

    def __init__(self, name: str, text: str, grid: Grid, goal: PieceGoal, rules: Rules) -> None:
        self.name = self.title = name
        self.text = text
        self.grid = grid
        self.names = [*grid.pieces]
        self.metric = rules.metric
        self.layout = Layout(grid, goal, rules)
        self.codec = BlockCodec(name, self.layout)
        self.key_bits, self.most_successors = self.codec.key_bits, self.codec.most_successors
        self.home = self.codec.home
        self.parity_of = self.codec.parity_classes if self.metric == "step" else None
        self.labels = {name: label for label, name in enumerate([BLANK, *grid.pieces, GATE, WALL])}
        """The number of each name that a cell can have."""
        self.cell_names = [*self.labels]
        still = grid.without(self.codec.slots)
        self._background = np.array([self.labels[name] for row in still.rows for name in row], np.uint8)
        self.writer = BoardWriter(self.decode, dict(enumerate(self.labels)), self.format(self.home))
        self.set_goal(goal)
        self.notation = BlockNotation(self)
        self.theory = BlockTheory(self.codec)
        rows, columns = np.array(self.codec.placements, np.int16).reshape(-1, 2).T
        kinds = {"at": rows * grid.width + columns, "row": rows, "column": columns}
        self.columns = Columns(self.placements_of, {name: row for row, name in enumerate(self.codec.slots)}, kinds)

    # The goal

    def set_goal(self, goal: PieceGoal, *, exact: bool = False) -> None:
        """Store which placements the goal wants; if they fix every piece, the goal has a key."""
        self._wanted = self.codec.wanted(goal, exact=exact)
        key = self._wanted.key
        self.goal = Goal(key, partial=bool(goal) and key is None, pieces=tuple(goal))

    def with_goal(self, board: Board) -> "BlockPuzzle":
        """Return the puzzle with another goal: a grid that shows all pieces, or some; places, `X 4 2`; or a key.

        Classes and keys stay the same. `goal_match` in the puzzle file decides which pieces may take the places of a
        grid; a key is exactly that board.
        """
        other, board = copy(self), plain(board)
        other.new_goal = board if isinstance(board, str) else self.key(board)
        if isinstance(board, str):
            other.set_goal(goal_of_text(board, self.grid))
        else:
            other.set_goal([*self.locate(board).items()], exact=True)
        return other

    def meets(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Whether each board meets the goal."""
        self.check_keys(keys)
        return self._wanted.are_taken(self.codec.placements_of(keys)) if self.goal else np.zeros(keys.size, np.bool_)

    # Many boards

    def write_successors(self, work: Keys, out: Keys) -> int:
        """Make every move of the metric."""
        return self.codec.write_successors(work, out)

    def placements_of(self, keys: Keys) -> Placements:
        """Return the placement of each piece: a row for each slot, a column for each board (see `codec`)."""
        self.check_keys(keys)
        return self.codec.placements_of(keys)

    def are_boards(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Whether each key is a board."""
        self.check_keys(keys)
        return self.codec.are_boards(keys)

    def decode(self, keys: Keys) -> Cells:
        """Decode boards, one row of `labels` each."""
        return self._paint(self.placements_of(keys))

    def keys(self, cells: npt.ArrayLike) -> Keys:
        """Encode boards, one row of `labels` each; pieces of a class may be exchanged."""
        rows = self.check_cells(cells, self._background.size)
        placements = np.empty((len(self.codec.slots), len(rows)), np.uint16)
        for span in self.codec.spans:
            # If a label begins in a cell where no placement does, it gets a placement that `_paint` shows elsewhere.
            begins = np.full(self._background.size, span.placements.start, np.uint16)
            begins[self.codec.covered[span.placements, 0]] = range(span.placements.start, span.placements.stop)
            for slot in range(span.slots.start, span.slots.stop):
                placements[slot] = begins[np.argmax(rows == self._slot_labels[slot], axis=1)]
        keys = self.codec.encode(placements)
        self.check_rows(rows, (self._paint(placements) == rows).all(axis=1) & self.are_boards(keys))
        return keys

    def _paint(self, placements: Placements) -> Cells:
        out = np.tile(self._background, (placements.shape[1], 1))
        successors.paint(placements, out, self.codec.covered, self._slot_labels)
        return out

    @property
    def _slot_labels(self) -> Cells:
        return np.array([self.labels[name] for name in self.codec.slots], np.uint8)

    @property
    def cell_classes(self) -> Numbers:
        """For each number in `cells`, the first number of the pieces of its class."""
        classes = np.arange(len(self.cell_names))
        for span in self.codec.spans:
            labels = self._slot_labels[span.slots]
            classes[labels] = labels.min()
        return classes

    # One board

    def read(self, text: str) -> dict[str, Place]:
        """Read the place of each piece of a board, on which equal pieces have names of their own."""
        return read_places(BoardText(text, BoardError, self.format(self.home)), self.grid, self.name, self._allowed)

    @cached_property
    def _allowed(self) -> dict[str, tuple[Place, ...]]:
        """The places that each piece can have."""
        allowed = {piece.name: cls.places for cls in self.layout.classes for piece in cls.pieces}
        return allowed | {piece.name: (piece.start,) for piece in self.layout.fixed}

    def parse(self, text: str) -> int:
        """Parse a board, which must have the pieces of home."""
        return self.key_of(self.read(text))

    def format(self, key: int) -> str:
        """Write a board on one line, rows with / between."""
        return self.position(key).text

    def key_of(self, places: Mapping[str, Place]) -> int:
        """Encode a board; equal pieces are not distinguished."""
        return self.layout.key_of([[places[piece.name] for piece in cls.pieces] for cls in self.layout.classes])

    def locate(self, key: int) -> dict[str, Place]:
        """Return the place of each piece; of equal pieces, the first in the file has the first place."""
        key, places = index(key), {piece.name: piece.start for piece in self.layout.fixed}
        try:
            for cls, of_class in zip(self.layout.classes, self.layout.places_of(key), strict=True):
                places |= {piece.name: place for piece, place in zip(cls.pieces, of_class, strict=True)}
            cells = [*chain.from_iterable(self.layout.pieces[name].cells_at(place) for name, place in places.items())]
            if len(set(cells)) == len(cells) and 0 <= key < self.layout.key_count:
                return places
        except LookupError:  # a rank of no placement
            pass
        raise BoardError(f"{key:#x} is not the key of a board of {self.name}")

    def position(self, board: str | int) -> "BlockPosition":
        """Start a route at a board; equal pieces keep the names that a typed board gives them."""
        if isinstance(board, str) and board not in ("home", "goal"):
            places = self.read(board)
            return BlockPosition(self, self.key_of(places), places)
        key = self.key(board) if isinstance(board, str) else index(board)
        return BlockPosition(self, key, self.locate(key))

    def moves(self, key: int) -> list[Move]:
        """List the moves of a board, each with its piece and the steps that it takes: `X DR`."""
        return self.position(key).moves()

    def drawing(self, key: int) -> Drawing:
        """Describe how a board looks."""
        return self.position(key).drawing()

    # The whole puzzle

    def lower_bound(self, watcher: Watcher | None = None) -> LowerBound:
        """Build the tables of the groups of classes that the goal mentions."""
        from slidefront.puzzles.blocks.bound import BlockBound

        return BlockBound(self.layout, self.goal, watcher)

    def ranking(self) -> Ranking | None:
        """Rank the boards by arrangements and orders of names; None if no piece can move, or orders are too many."""
        from slidefront.puzzles.blocks.ranks import BlockRanking

        ranking = BlockRanking(self.codec, self._wanted if self.goal else None) if self.layout.classes else None
        return ranking if ranking is not None and ranking.shape.board_count else None

    @property
    def symmetries(self) -> list[BoardSymmetry]:
        """The rotations and reflections that fix walls, gates and the goal, and map classes of pieces to classes."""
        still, classes = self._background.tolist(), self.layout.classes
        kept = [self.labels[name] for name in (BLANK, GATE, WALL)]
        before = self._class_images(range(len(still)))
        symmetries = []
        for image in rectangle_symmetries(len(self.grid.rows), self.grid.width):
            labels = match_labels(still, [still[cell] for cell in image], kept)
            after = self._class_images(image)
            if labels is None or Counter(before) != Counter(after):
                continue
            becomes, left = dict(labels), [*before]
            for cls, placements in zip(classes, after, strict=True):
                number = left.index(placements)
                left[number] = None
                pairs = zip(cls.pieces, classes[number].pieces, strict=True)
                becomes |= {self.labels[piece.name]: self.labels[other.name] for piece, other in pairs}
            label_images = np.array([becomes.get(label, label) for label in range(len(self.labels))], np.uint8)
            symmetries.append(BoardSymmetry(np.array(image), label_images))
        return symmetries

    def _class_images(self, image: Sequence[int]) -> list[Any]:
        """Return for each class its piece count, and the images of its placements, each with whether it is wanted.

        This also determines the moves: a step connects any two placements of a class that are one cell apart.
        """
        cells = [frozenset(image[cell] for cell in row if cell >= 0) for row in self.codec.covered.tolist()]
        placements = [*zip(cells, self._wanted.flags.tolist(), strict=True)]
        return [(span.piece_count, frozenset(placements[span.placements])) for span in self.codec.spans]

    def identity(self) -> Mapping[str, Any]:
        """Return the board, the classes, their placements, home and goal, on which keys, layers and marks depend."""
        return {
            "kind": self.kind,
            "rows": [" ".join(WALL if name == WALL else BLANK for name in row) for row in self.grid.rows],
            "classes": [
                {
                    "pieces": len(cls.pieces),
                    "shape": sorted(map(list, cls.pieces[0].shape)),
                    "ways": "".join(cls.pieces[0].directions),
                    "places": [list(place) for place in cls.places],
                }
                for cls in self.layout.classes
            ],
            "metric": self.metric,
            "home": f"{self.home:x}",
            "goal": [self._wanted.total, np.flatnonzero(self._wanted.flags).tolist()] if self.goal else None,
        }

    def facts(self) -> dict[str, str]:
        """Describe the puzzle for people."""
        reach = {"move": "any way", "slide": "any distance one way", "step": "one cell"}
        goal = ", ".join(f"{name} at {place_text(place)}" for name, place in self.goal.pieces) or "none"
        parts = (
            f"{' '.join(piece.name for piece in cls.pieces)} on {len(cls.pieces)} of {len(cls.places)} places"
            for cls in self.layout.classes
        )
        return {
            "kind": f"blocks, {len(self.grid.rows)} x {self.grid.width} cells, {len(self.grid.pieces)} pieces",
            "home": self.format(self.home),
            "goal": goal if self.goal.key is None else self.format(self.goal.key),
            "key": f"{self.key_bits} bits: " + "; ".join(parts),
            "moves": f"one piece {reach[self.metric]} ({self.metric} metric), at most {self.most_successors}",
        }

    def description(self) -> dict[str, Any]:
        """Describe the puzzle as plain data: the board, the pieces, their classes and the goal.

        Cells are counted row by row. The place of a piece is the cell in the first row and the first column of its
        shape. The places of a class are in the order in which the ranks of keys count them.
        """
        grid, width, classes = self.grid, self.grid.width, self.layout.classes
        return {
            "family": "blocks",
            "kind": "blocks",
            "metric": self.metric,
            "rows": len(grid.rows),
            "columns": width,
            "cells": [name if name in (WALL, GATE) else BLANK for row in grid.rows for name in row],
            "pieces": [
                {
                    "name": piece.name,
                    "shape": sorted(map(list, piece.shape)),
                    "ways": "".join(piece.directions),
                    "gates": piece.passes_gates,
                    "start": piece.start[0] * width + piece.start[1],
                    "class": next((number for number, cls in enumerate(classes) if piece in cls.pieces), -1),
                }
                for piece in self.layout.pieces.values()
            ],
            "classes": [
                {
                    "keys": str(radix),
                    "places": [row * width + column for row, column in cls.places],
                    "wanted": np.flatnonzero(self._wanted.flags[span.placements]).tolist(),
                }
                for cls, radix, span in zip(classes, self.layout.radices, self.codec.spans, strict=True)
            ],
            "wantedTotal": self._wanted.total,
            "goal": [[name, place[0] * width + place[1]] for name, place in self.goal.pieces],
        }


class BlockPosition(Position):
    """A board of blocks on a route, whose pieces keep their names.

    A X X B      places: A (0, 0), X (0, 1), B (0, 3), C (2, 1)
    A . . B      A can go down; X can go down once, and then C is in the way
    . C . .
    """

    puzzle: BlockPuzzle

    def __init__(self, puzzle: BlockPuzzle, key: int, places: Mapping[str, Place], move: Move | None = None) -> None:
        super().__init__(puzzle, key, move)
        self.places = places
        """The place of each piece, frozen pieces included."""

    @cached_property
    def grid(self) -> Grid:
        """The board as rows of names."""
        rows = [*map(list, self.puzzle.grid.without(self.places).rows)]
        for name, place in self.places.items():
            for r, c in self.puzzle.layout.pieces[name].cells_at(place):
                rows[r][c] = name
        return Grid(tuple(map(tuple, rows)))

    @property
    def text(self) -> str:
        """The board on one line, rows with / between, equal pieces with their own names."""
        return rows_text(self.grid.rows)

    def _following(self, key: int | None = None) -> Iterator["BlockPosition"]:
        layout = self.puzzle.layout
        wanted = None if key is None else layout.places_of(key)
        for number, cls in enumerate(layout.classes):
            for piece in cls.pieces:
                place = self.places[piece.name]
                if wanted is not None and place in wanted[number]:
                    continue  # another piece has moved
                for to, path in [*self.grid.paths(piece, place, self.puzzle.metric).items()][1:]:
                    if wanted is None or to in wanted[number]:
                        yield self._after(piece.name, path, to)

    def _after(self, name: str, path: str, place: Place) -> "BlockPosition":
        places = {**self.places, name: place}
        key = self.puzzle.key_of(places)
        return BlockPosition(self.puzzle, key, places, Move(name, path, key))

    def play(self, piece: str, path: str) -> Iterator["BlockPosition"]:
        """Make a move as it is written, cell by cell."""
        position = self
        for step in path:
            if hindrance := position.hindrance(piece, step):
                raise IllegalMoveError(hindrance)
            position = position._after(piece, step, next_place(position.places[piece], step))
            yield position

    def hindrance(self, name: str, direction: str) -> str:
        """Explain why a piece cannot move one step; empty if it can."""
        piece = self.puzzle.layout.pieces[name]
        if not piece.directions:
            return f"{name} is frozen"
        if direction not in piece.directions:
            return f"{name} goes only {' and '.join(piece.directions)}"
        blockers = self.grid.blockers(piece, next_place(self.places[name], direction))
        kinds = {WALL: "a wall", GATE: "a gate that is shut to it", "": f"the {_SIDES[direction]} edge of the board"}
        named = [kinds.get(blocker, blocker) for blocker in blockers]
        return f"{' and '.join(named)} {'is' if len(named) == 1 else 'are'} in the way" if named else ""

    def drawing(self) -> Drawing:
        """Describe how the board looks; the places of a partial goal are its targets."""
        layout = self.puzzle.layout
        movable = [(name, place) for name, place in self.puzzle.goal.pieces if layout.pieces[name].directions]
        partial = movable if len(movable) < len(layout.pieces) - len(layout.fixed) else []
        wanted = {name for name, _ in partial}
        pieces = [layout.pieces[name] for name in layout.grid.pieces]
        return Drawing(
            len(layout.grid.rows),
            layout.grid.width,
            tuple(
                DrawnPiece(
                    piece.name, piece.cells_at(self.places[piece.name]), not piece.directions, piece.name in wanted
                )
                for piece in pieces
            ),
            walls=frozenset(layout.grid.cells(WALL)),
            gates=frozenset(layout.grid.cells(GATE)),
            targets=tuple(DrawnPiece(name, layout.pieces[name].cells_at(place)) for name, place in partial),
        )


class BlockNotation(MoveNotation):
    """Moves such as `X DR`: a piece and its steps."""

    def __init__(self, puzzle: BlockPuzzle) -> None:
        self._names, self._owner = puzzle.names, puzzle.name

    def ends_of_moves(self, words: Sequence[str]) -> list[int]:
        """Take two words for a move."""
        return [*range(2, len(words), 2), len(words)]

    def read_move(self, words: Sequence[str]) -> tuple[str, str]:
        """Read a piece and its steps."""
        if words[0] not in self._names:
            raise WrongWordError(0, f"{words[0]!r} is not a piece of {self._owner}")
        steps = way_letters(words[1]) if len(words) == 2 else ""
        if not steps or set(steps) - set(DIRECTIONS):
            raise WrongWordError(len(words) - 1, f"after {words[0]} its steps are expected, as in UUR")
        return words[0], steps

    def join(self, moves: Sequence[Move]) -> list[Move]:
        """Join the consecutive moves of a piece: `6 UUL`."""
        runs = [[*run] for _, run in groupby(moves, lambda move: move.piece)]
        return [Move(run[0].piece, "".join(move.path for move in run), run[-1].key) for run in runs]


class BlockTheory(Theory):
    """The size of a puzzle whose equal pieces have different names."""

    def __init__(self, codec: BlockCodec) -> None:
        self._codec = codec

    def size(self, most: int = 0) -> Size | None:
        """Count the boards from at most `most` arrangements without names, if equal pieces have different names."""
        from slidefront.puzzles.blocks.arrangements import count_named

        return count_named(self._codec, most) if most else None
