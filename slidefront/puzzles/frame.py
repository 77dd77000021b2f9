"""The cells and moves of a puzzle whose moves all carry tiles into a hole, and the coding of its boards as keys.

A `Frame` has no tiles: it lists where the hole can be (its *anchors*) and what each move carries. A puzzle offers its
frame as a capability, which gives it a lower bound (`FrameBound`), IDA* and pattern databases. The puzzles of the
package `transfer` all have one.

The hole of a tile board is a rigid rectangle of cells. It moves by one cell, and the line of tiles that it moves onto
goes to its other side. A move is named by the direction of the tiles. With a hole of 1 x 2:

    1 2 3        1 2 3        1 2 3
    4 _ _   R    _ _ 4   U    5 6 4     R: one tile goes two cells right
    5 6 7        5 6 7        _ _ 7     U: two tiles go one cell up

In the line metric, for a hole of one cell, a move takes all tiles between the hole and its new cell one cell further:

    1 2 3        1 2 3
    _ 4 5        4 5 _        4 5 L

On a graph the mover counts as the hole. It swaps with a neighbour along an edge, and a move is named by its vertex.

A key holds the label of each cell, cell 0 in its highest bits, and 0 for the hole. Boards of up to 16 cells have 4 bits
per cell, so a key has at most 64. Larger boards have 5 or 6 bits per cell: their keys are *wide*, that is, Python
integers for single boards and not for layers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from slidefront.arrays import KEY_BITS, Cells, Keys, Numbers, key_array
from slidefront.errors import BoardError, PuzzleError
from slidefront.puzzles.capabilities import UNREACHABLE, Bounds, LowerBound

MOST_CELLS = 36
_NIBBLES = 16
ACROSS, ALONG = range(2)  # the axis of moves up and down, and the axis of moves left and right
_NEVER = 10_000
"""The distance of a tile that no moves carry to its goal cell."""


@dataclass(frozen=True)
class Transfer:
    """A move at anchor `start`, which takes the hole to anchor `end`."""

    start: int
    end: int
    name: str
    carries: tuple[tuple[int, int], ...]
    """The cell that each tile leaves and the cell that it enters."""

    def apply(self, cells: Sequence[int], empty: int = 0) -> list[int]:
        """Make the move on a list with an entry for each cell; cells of the hole have the entry `empty`."""
        after = list(cells)
        for cell, _ in self.carries:
            after[cell] = empty
        for cell, to in self.carries:
            after[to] = cells[cell]
        return after


@dataclass(frozen=True)
class Frame:
    """The anchors of the hole and the moves of a puzzle, without its tiles."""

    kind: str
    rows: int
    columns: int
    holes: tuple[tuple[int, ...], ...]
    """For each anchor, the cells of the hole, ascending."""
    moves: tuple[Transfer, ...]
    """In order of `start`."""
    metric: str = "step"
    """The metric of a move: in "step" the hole moves to a neighbour, in "line" anywhere in its row or column."""

    @property
    def is_grid(self) -> bool:
        """Whether the cells are the rows and columns of a tile board, not the vertices of a graph."""
        return self.kind == "tiles"

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.rows * self.columns

    @cached_property
    def moves_at(self) -> list[list[Transfer]]:
        """For each anchor, the moves that are allowed there."""
        return [[move for move in self.moves if move.start == anchor] for anchor in range(len(self.holes))]

    @cached_property
    def cell_bits(self) -> int:
        """The number of bits of a cell in a key."""
        return max(4, (self.cells - 1).bit_length())

    @property
    def is_wide(self) -> bool:
        """Whether keys have more than 64 bits."""
        return self.cells * self.cell_bits > KEY_BITS

    def key_of(self, labels: Iterable[int]) -> int:
        """Encode a board, given as the label in each cell."""
        key, bits = 0, self.cell_bits
        for label in labels:
            key = key << bits | label
        return key

    def labels_of(self, key: int) -> list[int]:
        """Decode one key."""
        last, cell = self.cell_bits * (self.cells - 1), (1 << self.cell_bits) - 1
        return [key >> place & cell for place in range(last, -1, -self.cell_bits)]

    def array(self, keys: Iterable[int]) -> Keys:
        """Return keys as an array."""
        return key_array(keys, self.cells * self.cell_bits)

    def labels(self, keys: Keys) -> Cells:
        """Decode keys, a row of labels for each."""
        if self.is_wide:
            return np.array([self.labels_of(key) for key in keys.tolist()], np.uint8).reshape(-1, self.cells)
        octets = keys.astype(">u8").view(np.uint8).reshape(-1, 8)
        nibbles = np.empty((keys.size, _NIBBLES), np.uint8)
        nibbles[:, 0::2] = octets >> 4
        nibbles[:, 1::2] = octets & 15
        return np.ascontiguousarray(nibbles[:, _NIBBLES - self.cells :])

    def keys(self, cells: Cells) -> Keys:
        """Encode boards, each a row of labels."""
        keys = np.zeros(len(cells), object if self.is_wide else np.uint64)
        for labels in cells.T:
            keys = (keys << self.array([self.cell_bits])[0]) | labels.astype(keys.dtype)
        return keys

    def anchor(self, key: int) -> int:
        """Return the anchor of a board's hole."""
        return self.anchor_of(self.labels_of(key))

    def anchor_of(self, labels: Sequence[int]) -> int:
        """Return the anchor of the hole of a board, given as the label in each cell."""
        try:
            return self.holes.index(tuple(cell for cell, label in enumerate(labels) if label == 0))
        except ValueError:
            raise BoardError(f"the cells of the hole are not together: {' '.join(map(str, labels))}") from None

    @cached_property
    def parity_classes(self) -> npt.NDArray[np.int8] | None:
        """Parity classes 0 and 1 of the anchors, which every move changes; None if there are none."""
        classes = np.full(len(self.holes), -1, np.int8)
        for first in range(classes.size):
            waiting = [first] if classes[first] < 0 else []
            classes[waiting] = 0
            for anchor in waiting:
                new = [move.end for move in self.moves_at[anchor] if classes[move.end] < 0]
                classes[new] = 1 - classes[anchor]
                waiting += new
        return None if any(classes[move.start] == classes[move.end] for move in self.moves) else classes


def shortest_distances(lengths: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the shortest distance from each cell to each other, given the length of the step between each two."""
    distances = np.where(np.eye(len(lengths), dtype=np.bool_), 0, lengths)
    for via in range(len(distances)):
        distances = np.minimum(distances, distances[:, [via]] + distances[[via]])
    return distances


def check_cells(cells: int) -> None:
    """Raise PuzzleError for a board with too many cells."""
    if cells > MOST_CELLS:
        raise PuzzleError(
            f"a board of {cells} cells is too large: tile boards and graphs have at most {MOST_CELLS}, in all commands"
        )


_HOLE_STEPS = (("U", 1, 0), ("D", -1, 0), ("L", 0, 1), ("R", 0, -1))  # tiles go up if the hole goes down


def tile_frame(rows: int, columns: int, hole_rows: int = 1, hole_columns: int = 1, metric: str = "step") -> Frame:
    """Return the frame of a tile board."""
    check_cells(rows * columns)
    if metric == "line" and hole_rows * hole_columns > 1:
        raise PuzzleError("the line metric needs a hole of one cell")
    tops, lefts = rows - hole_rows + 1, columns - hole_columns + 1

    def hole(anchor: int) -> tuple[int, ...]:
        top, left = divmod(anchor, lefts)
        return tuple((top + r) * columns + left + c for r in range(hole_rows) for c in range(hole_columns))

    moves = []
    for start in range(tops * lefts):
        for name, down, right in _HOLE_STEPS:
            (top, left), anchor = divmod(start, lefts), start
            by = down * hole_rows * columns + right * hole_columns
            carries: tuple[tuple[int, int], ...] = ()
            while 0 <= top + down < tops and 0 <= left + right < lefts and not (carries and metric == "step"):
                top, left = top + down, left + right
                end = top * lefts + left
                carries += tuple((cell, cell - by) for cell in sorted(set(hole(end)) - set(hole(anchor))))
                moves.append(Transfer(start, end, name, carries))
                anchor = end
    holes = tuple(hole(anchor) for anchor in range(tops * lefts))
    return Frame("tiles", rows, columns, holes, tuple(moves), metric)


def graph_frame(vertices: int, edges: Sequence[tuple[int, int]]) -> Frame:
    """Return the frame of a graph, whose anchors are the vertices of the mover."""
    directed = sorted([(a, b) for a, b in edges] + [(b, a) for a, b in edges])
    moves = tuple(Transfer(a, b, str(b), ((b, a),)) for a, b in directed)
    return Frame("graph", 1, vertices, tuple((vertex,) for vertex in range(vertices)), moves)


def mask_and_shifts(move: Transfer, places: Sequence[int]) -> tuple[int, int, int]:
    """Return the mask of the tiles that a move carries in a key, and how many bits they shift left and right.

    `places` has the lowest bit of each cell; a cell has four bits.
    """
    mask = sum(15 << places[cell] for cell, _ in move.carries)
    (by,) = {places[to] - places[cell] for cell, to in move.carries}
    return mask, max(by, 0), max(-by, 0)


def axis_of(move: Transfer, frame: Frame) -> int:
    """Return the axis of a move."""
    cell, target = move.carries[0]
    return ACROSS if (target - cell) % frame.columns == 0 else ALONG


class FrameBound(LowerBound):
    """The lower bound of the moves to one goal: the sum of the distances of single tiles from their goal cells.

    A move goes along the rows or across them, and a bound for one axis counts no move of the other axis. So the bounds
    of the two axes may be added. A graph has one axis, and all its moves go along it.

    The bound of an axis looks at each tile as if it were alone on the board: how many moves of the axis must carry it
    before it reaches a cell where the goal has its label? The sum over all tiles, divided by the number of tiles that a
    move can carry, is the bound of the axis. For example, a hole of 1 x 2 carries two tiles by one cell when it moves
    up or down, and one tile by two cells when it moves left or right.

    `goal` is the key of the goal; for a partial goal, of any board. `wanted` has the label that a partial goal wants in
    each cell, None for any label.
    """

    def __init__(self, frame: Frame, goal: int, wanted: Sequence[int | None] = ()) -> None:
        self.frame = frame
        self.goal = goal
        labels = frame.labels_of(goal)
        wanted_labels = np.array([-1 if label is None else label for label in wanted or labels])
        self.distances = np.stack([self._distances(axis, labels, wanted_labels) for axis in (ACROSS, ALONG)])
        """For each axis, cell and label, the number of moves that must carry such a tile."""
        largest_sum = int(np.where(self.distances < _NEVER, self.distances, 0).max(axis=2).sum(axis=1).max())
        carried = [[1], [1]]
        for move in frame.moves:
            carried[axis_of(move, frame)].append(len(move.carries))
        move_counts = [-(-np.arange(largest_sum + 1) // max(counts)) for counts in carried]
        self.move_counts = np.stack(move_counts).astype(np.uint64)
        """For each axis and sum of distances, the number of moves that it takes."""

    def _distances(self, axis: int, labels: list[int], wanted: Numbers) -> Numbers:
        """Count, for each cell and label, the moves of the axis that must carry the tile; other moves count 0."""
        between = np.full((self.frame.cells, self.frame.cells), _NEVER)
        for move in self.frame.moves:
            for cell, target in move.carries:
                between[cell, target] = axis_of(move, self.frame) == axis
        between = shortest_distances(between)
        distances = np.full((self.frame.cells, 16), _NEVER)
        for label in {*labels}:
            goal_cells = wanted == label
            # If the goal wants fewer of these tiles than there are, none of them must go to any of these cells.
            is_bound = label and goal_cells.sum() == labels.count(label)
            distances[:, label] = between[:, goal_cells].min(axis=1) if is_bound else 0
        return distances

    def sums(self, keys: Keys) -> Numbers:
        """Add up the distances of the tiles of each board: a row per board, a column per axis."""
        labels = self.frame.labels(keys)
        return np.asarray(self.distances[:, np.arange(self.frame.cells), labels].sum(axis=2)).T

    def of(self, keys: Keys) -> Bounds:
        """Return a lower bound of the moves from each board to the goal."""
        sums = self.sums(keys)
        columns = np.minimum(sums, self.move_counts.shape[1] - 1)
        bounds = self.move_counts[ACROSS, columns[:, ACROSS]] + self.move_counts[ALONG, columns[:, ALONG]]
        return np.where((sums < _NEVER).all(axis=1), bounds, UNREACHABLE).astype(np.uint16)
