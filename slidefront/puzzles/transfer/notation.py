"""Transfer puzzles for people: the names of tiles, boards and moves as text, and boards as pictures.

`Labels` has the name of each label of a key. `TransferNotation` reads and writes boards, reads and joins moves, and
draws boards.

A puzzle file has the edges of a graph, but no positions of its vertices. `place_vertices` tries to make the distance of
two vertices in a picture equal to the number of edges between them. It starts with a projection (multidimensional
scaling), and then moves one vertex after another to the place where its distances fit best (stress majorization).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

import numpy as np

from slidefront.errors import BoardError
from slidefront.moves import DIRECTIONS
from slidefront.puzzles.board_text import EMPTY_MARKS, BoardText
from slidefront.puzzles.capabilities import (
    Drawing,
    DrawnGraph,
    DrawnPiece,
    Move,
    MoveNotation,
    WrongWordError,
    way_letters,
)
from slidefront.puzzles.frame import shortest_distances
from slidefront.puzzles.transfer.codec import TransferCodec
from slidefront.units import counted

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LONGEST_NAME = 20
_LEAST_LARGEST = 15  # tiles up to this one are numbers on small boards too
ANYTHING = "*"
"""Stands in a goal for any tile and for the hole, unless it is the name of a tile."""
_VERTEX = re.compile(r"0|[1-9][0-9]{0,8}")
_ROUNDS = 80  # of moving each vertex of a picture
_LEAST_GAP = 0.95  # between two vertices of a picture


@dataclass(frozen=True)
class Labels:
    """The names of the labels of a puzzle, which are numbers in keys."""

    names: tuple[str, ...]
    """The name of label 0 (the hole or the mover) first."""

    def __post_init__(self) -> None:
        if long := [name for name in self.names if len(name) > _LONGEST_NAME]:
            raise BoardError(f"the name {long[0][:_LONGEST_NAME]}... is longer than {_LONGEST_NAME} characters")

    @staticmethod
    def of_tiles(tokens: list[str]) -> "Labels":
        """Label the tiles of a home board.

        If all tiles are numbers up to 15, or up to the last cell, each tile is its own label. Otherwise labels follow
        the order of the names in the file.
        """
        tiles = [token for token in tokens if not is_hole(token)]
        numbers = [value(token) for token in tiles]
        largest = max(_LEAST_LARGEST, len(tokens) - 1)
        are_names = all(token.isupper() for token in tiles)  # capital letters without a number among them
        if not are_names and all(number is not None and 1 <= number <= largest for number in numbers):
            return Labels(("_", *DIGITS[1 : max((n for n in numbers if n), default=0) + 1]))
        return Labels(("_", *dict.fromkeys(tiles)))

    @staticmethod
    def of_graph(tokens: list[str], mover: str) -> "Labels":
        """Number the labels of a graph puzzle in file order, the mover 0."""
        return Labels((mover, *(token for token in dict.fromkeys(tokens) if token != mover)))

    def label(self, token: str) -> int | None:
        """Return the label with a name; None if no label has it."""
        if token in self.names:
            return self.names.index(token)
        if self.names[0] == "_":
            if is_hole(token):
                return 0
            number = value(token)
            if self.numbered and number is not None and number < len(self.names):
                return number
        return None

    @property
    def numbered(self) -> bool:
        """Whether the labels are numbers from 1 on, written as letters from 10 on."""
        return self.names == ("_", *DIGITS[1 : len(self.names)])

    @cached_property
    def short(self) -> bool:
        """Whether each name is one character, so that a board can be written without separators."""
        return all(len(name) == 1 for name in self.names)

    @cached_property
    def in_decimals(self) -> tuple[str, ...]:
        """The names in moves and pictures: numbers are in decimals there, also from 10 on."""
        return (self.names[0], *map(str, range(1, len(self.names)))) if self.numbered else self.names


def is_hole(token: str) -> bool:
    """Whether a token marks the hole."""
    return token in EMPTY_MARKS or value(token) == 0


def value(token: str) -> int | None:
    """Return the number of a tile, written in decimals or as one digit, with letters after 9; None for a name."""
    if token.isascii() and token.isdigit() and len(token) < 4:
        return int(token) if token == str(int(token)) else None
    return DIGITS.index(token.lower()) if len(token) == 1 and token.lower() in DIGITS else None


class TransferNotation(MoveNotation):
    """The boards of a puzzle as text and as pictures, and its moves as text.

    A move is written as tiles and their direction, `5 6 7 L`; on a graph as the mover and its vertex, `J 5`.
    """

    def __init__(self, codec: TransferCodec, labels: Labels) -> None:
        self._codec = codec
        self._labels = labels
        self._is_grid = codec.frame.is_grid

    # Boards

    def format_board(self, labels: Sequence[int]) -> str:
        """Write a board in one line, such as 123456789abcde__."""
        return ("" if self._labels.short else " ").join(self._labels.names[label] for label in labels)

    def read_board(self, text: str, anything: str = "") -> list[int | None]:
        """Parse a board, in rows or as a list of names.

        Return the label of each cell, None for a cell with the name `anything`.
        """
        codec, frame = self._codec, self._codec.frame
        board = BoardText(text, BoardError, self.format_board(codec.home_cells))
        rows = board.rows(
            lambda name: name == anything or self._labels.label(name) is not None, f"a label of {codec.name}"
        )
        cells = [cell for row in rows for cell in row]
        if (len(rows), len(rows[0])) not in ((1, frame.cells), (frame.rows, frame.columns)):
            wanted = f"{frame.rows} x {frame.columns}" if frame.rows > 1 else str(frame.cells)
            has = f"{len(rows)} x {len(rows[0])} cells" if len(rows) > 1 else counted(len(cells), "cell")
            raise board.refused(cells[-1].offset, f"the board has {has}, but {codec.name} has {wanted}")
        labels: list[int | None] = []
        for cell in cells:
            label = self._labels.label(cell.name)
            labels.append(label)
            count = labels.count(label)
            if label is not None and count > codec.home_cells.count(label):
                raise board.refused(cell.offset, f"{cell.name!r} is there {_times(count)}{self._missing(labels)}")
        hole = {number for number, label in enumerate(labels) if label == 0}
        if not any(hole <= {*covered} and all(not labels[cell] for cell in covered) for covered in frame.holes):
            raise board.refused(cells[min(hole, default=0)].offset, f"the hole does not have its shape in {codec.name}")
        return labels

    def _missing(self, labels: Sequence[int | None]) -> str:
        """Explain which tiles are missing because the last label occurs too often."""
        home = self._codec.home_cells
        if len(labels) < self._codec.frame.cells or None in labels:
            return f", but {_times(home.count(labels[-1] or 0))} in {self._codec.name}"
        names = [name for label, name in enumerate(self._labels.in_decimals) if labels.count(label) < home.count(label)]
        return f", and {' '.join(names)} is missing"

    @cached_property
    def _digits(self) -> dict[str, str]:
        """The hexadecimal digit of each text that may be written in a cell."""
        words = [*map(chr, range(33, 127)), *map(str, range(10, 16)), *self._labels.names]
        return {word: f"{label:x}" for word in words if (label := self._labels.label(word)) is not None}

    def read_plain(self, text: str) -> int | None:
        """Return the key of a board in plain form, whose tiles are not checked; None for any other form.

        In plain form cells are separated by single blanks, or by nothing, and rows by /.
        """
        rows = text.split("/")
        cells = [row.split(" ") for row in rows] if " " in text else rows
        if [*map(len, cells)] not in ([self._codec.frame.cells], [self._codec.frame.columns] * self._codec.frame.rows):
            return None
        try:
            return int("".join([self._digits[word] for row in cells for word in row]), 16)
        except KeyError:
            return None

    def drawing(self, board: Sequence[int]) -> Drawing:
        """Describe the picture of a board, given as the label in each cell."""
        frame = self._codec.frame
        pieces = tuple(
            DrawnPiece(self._labels.in_decimals[label], frozenset({divmod(cell, frame.columns)}))
            for cell, label in enumerate(board)
            if label or not self._is_grid
        )
        return Drawing(frame.rows, frame.columns, pieces, graph=self.graph)

    @cached_property
    def graph(self) -> DrawnGraph | None:
        """The edges of a graph, each once, and the positions of its vertices; None for tile boards."""
        frame = self._codec.frame
        if self._is_grid:
            return None
        edges = tuple(sorted({(min(move.start, move.end), max(move.start, move.end)) for move in frame.moves}))
        return DrawnGraph(place_vertices(frame.cells, edges), edges, self._labels.names[0])

    # Moves

    def ends_of_moves(self, words: Sequence[str]) -> list[int]:
        """End a move at each direction that is not the name of a tile; on a graph, after every second word."""
        last = len(words)
        if not self._is_grid:
            return [*range(2, last, 2), last]
        ends = [way_letters(word) in DIRECTIONS and not self._labels.label(word) for word in words[:-1]]
        return [*(number for number, is_end in enumerate(ends, 1) if is_end), last]

    def read_move(self, words: Sequence[str]) -> tuple[str, str]:
        """Read tiles and their direction, `5 6 7 L`; on a graph the mover and its vertex, `J 5` or `[J] 5`."""
        *names, path = words
        is_grid, labels = self._is_grid, self._labels
        path = way_letters(path) if is_grid else path
        if not is_grid and names[:1] == [f"[{labels.in_decimals[0]}]"]:
            names = [labels.in_decimals[0], *names[1:]]
        for number, name in enumerate(names if is_grid else names[:1]):
            if not labels.label(name) if is_grid else labels.label(name) != 0:
                raise WrongWordError(
                    number, f"{name!r} is not {'a tile' if is_grid else 'the mover'} of {self._codec.name}"
                )
        if is_grid and (not names or path not in DIRECTIONS):
            raise WrongWordError(len(words) - 1, "a tile and its direction (U, D, L or R) are expected")
        if not is_grid and (len(words) != 2 or not _VERTEX.fullmatch(path)):
            raise WrongWordError(min(len(words) - 1, 1), "the mover and the number of its vertex are expected")
        return " ".join(labels.in_decimals[labels.label(name) or 0] for name in names), path

    def join(self, moves: Sequence[Move]) -> list[Move]:
        """Join the consecutive moves of a tile board in one direction: `5 6 7 L`."""
        if not self._is_grid:
            return list(moves)
        runs = [[*run] for _, run in groupby(moves, lambda move: move.path)]
        return [Move(" ".join(move.piece for move in run), run[0].path, run[-1].key) for run in runs]

    def hole_cell(self, key: int) -> int | None:
        """Return the first cell of a board's hole, or the mover's vertex."""
        if self._codec.frame.cell_bits == 4:  # the hexadecimal digits are the board
            return f"{key:0{self._codec.frame.cells}x}".index("0")
        return self._codec.labels_of(key).index(0)


def _times(count: int) -> str:
    return {0: "nowhere", 1: "once", 2: "twice"}.get(count, f"{count} times")


def place_vertices(vertices: int, edges: Sequence[tuple[int, int]]) -> tuple[tuple[float, float], ...]:
    """Place the vertices of a graph; the same graph always gets the same layout."""
    if vertices == 1:
        return ((0.0, 0.0),)
    apart = np.full((vertices, vertices), np.inf)
    for start, end in edges:
        apart[start, end] = apart[end, start] = 1
    apart = shortest_distances(apart)
    # Parts of the graph that are not connected lie a little farther apart.
    apart[np.isinf(apart)] = apart[np.isfinite(apart)].max() + 1

    # The distances fit best in a space of more dimensions. The picture shows its two longest sides, with a little
    # noise, which separates vertices that would fall on one point.
    centre = np.eye(vertices) - 1 / vertices
    lengths, sides = np.linalg.eigh(-centre @ apart**2 @ centre / 2)
    points = sides[:, -2:] * np.sqrt(np.maximum(lengths[-2:], 0))
    points = points + np.random.default_rng(0).normal(0, 0.01, points.shape)

    weight = 1 / np.where(apart > 0, apart, 1) ** 2
    np.fill_diagonal(weight, 0)
    for _ in range(_ROUNDS):
        for vertex in range(vertices):
            away = points[vertex] - points
            length = np.maximum(np.hypot(*away.T), 1e-6)
            wished = points + away * (apart[vertex] / length)[:, None]
            points[vertex] = (weight[vertex, :, None] * wished).sum(axis=0) / weight[vertex].sum()

    # Rotate the layout so that its long side lies flat and vertex 0 is at the upper left; put its corner at (0, 0).
    points = points - points.mean(axis=0)
    if vertices > 2:
        _, axes = np.linalg.eigh(points.T @ points)
        points = points @ axes[:, ::-1]
    points = points * np.where(points[0] > 0, -1, 1)
    gaps = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1))
    np.fill_diagonal(gaps, np.inf)
    points = (points - points.min(axis=0)) * max(1.0, _LEAST_GAP / gaps.min())
    return tuple((round(float(x), 3), round(float(y), 3)) for x, y in points)
