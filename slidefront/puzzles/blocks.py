"""Block puzzles: pieces of any shape on a board with walls and gates, and several blanks.

    A X X B        X is to come down to the gate; A to E and the blanks are in its way.
    A X X B        Equal shapes count as one class: swapping A and B gives the same board, and the same key.
    C D D E

What the classes are is fixed when the puzzle is loaded; no start and no goal given later changes a key.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys
from slidefront.errors import BoardError, PuzzleError
from slidefront.puzzles import block_kernels as kernels
from slidefront.puzzles.block_classes import WAYS, Piece, PieceClass, Place
from slidefront.puzzles.block_grid import BLANK, GATE, WALL, Grid, corner, read_board_like, shape_of
from slidefront.puzzles.block_layout import Goal, Layout, Rules
from slidefront.puzzles.puzzle import Puzzle, Size

METRICS = {"step": kernels.STEP, "slide": kernels.SLIDE, "move": kernels.MOVE}
_GATE_LABEL, _WALL_LABEL = 254, 255


class BlockPuzzle(Puzzle):
    """A puzzle of blocks."""

    kind = "blocks"

    def __init__(self, name: str, text: str, grid: Grid, goal: Goal, rules: Rules) -> None:
        self.name = name
        self.text = text
        self.title = name
        self.about = ""
        self.grid = grid
        self.rules = rules
        self.metric = rules.metric
        self.layout = Layout(grid, goal, rules)
        self.classes = self.layout.classes
        self.key_bits = sum(one.bits for one in self.classes)
        self.mark = "goal met" if goal else ""
        self._build_tables()
        self.home = self._key([[piece.start for piece in one.pieces] for one in self.classes])
        self._set_goal(goal)
        self.most_successors = self._most_successors()

    def _build_tables(self) -> None:
        width = self.grid.width
        places = [place for one in self.classes for place in one.places]
        self._masks = np.zeros((2, len(places)), np.uint64)
        self._steps = np.full((len(places), 4), -1, np.int64)
        self._classes = np.zeros((len(self.classes), 6), np.int64)
        self._covered = np.full(
            (len(places), max((len(c.pieces[0].shape) for c in self.classes), default=1)), -1, np.int64
        )
        open_cells = [(r, c) for r, row in enumerate(self.grid.rows) for c, name in enumerate(row) if name != WALL]
        bit = {cell: 1 << number for number, cell in enumerate(open_cells)}
        first = slot = 0
        shift = self.key_bits
        for index, one in enumerate(self.classes):
            shift -= one.bits
            self._classes[index] = len(one.pieces), first, len(one.places), min(shift, 63), one.bits, slot
            number = {place: first + i for i, place in enumerate(one.places)}
            cells = {place: one.pieces[0].cells_at(place) for place in one.places}
            for place, at in number.items():
                self._masks[kernels.MASK, at] = sum(bit[cell] for cell in cells[place])
                self._covered[at, : len(cells[place])] = sorted(r * width + c for r, c in cells[place])
                halo: set[tuple[int, int]] = set()
                for way in one.pieces[0].ways:
                    down, right = WAYS[way]
                    to = (place[0] + down, place[1] + right)
                    if to in number:
                        self._steps[at, list(WAYS).index(way)] = number[to]
                        halo |= cells[to] - cells[place]
                self._masks[kernels.HALO, at] = sum(bit[cell] for cell in halo)
            first += len(one.places)
            slot += len(one.pieces)
        self._slots = slot
        self._binomials = np.array([[comb(n, k) for n in range(65)] for k in range(65)], np.int64)
        self._labels = {name: label for label, name in enumerate(self.grid.pieces, 1)}
        self._background = self._paint_background()

    def _paint_background(self) -> Cells:
        fixed = {piece.name for piece in self.layout.fixed}
        labels = {WALL: _WALL_LABEL, GATE: _GATE_LABEL, **{name: self._labels[name] for name in fixed}}
        return np.array([labels.get(name, 0) for row in self.grid.rows for name in row], np.uint8)

    def _key(self, places: Sequence[Sequence[Place]]) -> int:
        key = 0
        for one, of_class in zip(self.classes, places, strict=True):
            key = key << one.bits | one.rank(of_class)
        return key

    def _places(self, key: int) -> list[list[Place]]:
        found = []
        for one in reversed(self.classes):
            found.append(one.unrank(key & (1 << one.bits) - 1))
            key >>= one.bits
        return found[::-1]

    def _set_goal(self, goal: Goal) -> None:
        """Note which placements are to be taken; where that fixes every piece, the goal is full and has a key."""
        self._wanted = np.zeros(self._masks.shape[1], np.uint8)
        self._wanted_total = 0
        wanted: list[list[Place]] = [[] for _ in self.classes]
        full = bool(goal)
        for name, place in goal:
            fixed = next((piece for piece in self.layout.fixed if piece.name == name), None)
            if fixed is not None:
                if place != fixed.start:
                    raise PuzzleError(f"goal: piece {name} is frozen and cannot come to {_at(place)}")
                continue
            takers = [index for index in self._takers(name) if place in self.classes[index].places]
            if not takers:
                raise PuzzleError(f"goal: piece {name} can never come to {_at(place)}")
            full = full and len(takers) == 1
            self._wanted_total += 1
            for index in takers:
                wanted[index].append(place)
                self._wanted[self._classes[index, kernels.FIRST] + self.classes[index].places.index(place)] = 1
        full = full and all(len(places) == len(one.pieces) for places, one in zip(wanted, self.classes, strict=True))
        self.goal = self._key(wanted) if full else None

    def _takers(self, name: str) -> list[int]:
        """Find the classes whose pieces may take a piece's place in the goal: its own, or all of its shape."""
        own = next(i for i, one in enumerate(self.classes) if name in [piece.name for piece in one.pieces])
        if self.rules.goal_match == "piece":
            return [own]
        shape = self.classes[own].pieces[0].shape
        return [i for i, one in enumerate(self.classes) if one.pieces[0].shape == shape]

    @property
    def has_goal(self) -> bool:
        """Whether there is a goal, full or partial."""
        return bool(self.layout.goal)

    def _most_successors(self) -> int:
        """Bound the successors: each way into each blank belongs to one piece, and a path ends at a placement."""
        names = list(chain.from_iterable(self.grid.rows))
        blanks = names.count(BLANK) + names.count(GATE)
        paths = sum(len(one.pieces) * (len(one.places) - 1) for one in self.classes)
        return paths if self.metric == "move" else min(paths, 4 * blanks)

    def identity(self) -> Mapping[str, Any]:
        """Give the board, the classes, their placements and the goal: what keys, layers and marks depend on."""
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
            "goal": [self._wanted_total, np.flatnonzero(self._wanted).tolist()] if self.has_goal else None,
        }

    def facts(self) -> dict[str, str]:
        """Say what the puzzle is."""
        reach = {"move": "any way", "slide": "any distance one way", "step": "one cell"}
        goal = ", ".join(f"{name} at {_at(place)}" for name, place in self.layout.goal) or "none"
        return {
            "kind": f"blocks, {len(self.grid.rows)} x {self.grid.width} cells, {len(self.grid.pieces)} pieces",
            "home": self.format(self.home),
            "goal": goal if self.goal is None else self.format(self.goal),
            "key": f"{self.key_bits} bits: " + "; ".join(self._field(one) for one in self.classes),
            "moves": f"one piece {reach[self.metric]} ({self.metric} metric), at most {self.most_successors}",
        }

    def _field(self, one: PieceClass) -> str:
        names = " ".join(piece.name for piece in one.pieces)
        return f"{names} on {len(one.pieces)} of {len(one.places)} places"

    def expand(self, work: Keys, out: Keys) -> int:
        """Make every move of the metric."""
        if not self.classes:
            return 0
        return kernels.expand(work, out, self._classes, self._masks, self._steps, self._binomials, METRICS[self.metric])

    def parity(self, keys: Keys) -> npt.NDArray[np.int8] | None:
        """In the step metric each move changes one row or column by one: add them all up."""
        if self.metric != "step":
            return None
        side = np.array([sum(place) & 1 for one in self.classes for place in one.places], np.int8)
        return np.asarray(side[self._all_places(keys)].sum(axis=1) & 1, np.int8)

    def _all_places(self, keys: Keys) -> npt.NDArray[np.int64]:
        places = np.empty((keys.size, self._slots), np.int64)
        if self.classes:
            kernels.all_places(keys, places, self._classes, self._binomials)
        return places

    def count_marked(self, keys: Keys) -> int:
        """Count the boards that meet the goal."""
        if not self.has_goal:
            return 0
        if not self.classes:
            return keys.size
        return kernels.count_goals(keys, self._wanted, self._wanted_total, self._classes, self._binomials)

    def marked(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Tell of each board whether it meets the goal."""
        if not self.has_goal:
            return np.zeros(keys.size, np.bool_)
        return np.asarray(self._wanted[self._all_places(keys)].sum(axis=1) == self._wanted_total)

    def parse(self, text: str) -> int:
        """Read a board: the same pieces as home, each with its own name."""
        grid = read_board_like(text, self.grid)
        if sorted(grid.pieces) != sorted(self.grid.pieces):
            odd = sorted(set(grid.pieces) ^ set(self.grid.pieces))
            where = "is not on the board" if odd[0] in self.grid.pieces else f"is no piece of {self.name}"
            raise BoardError(f"piece {odd[0]} {where}: {_one_line(text)}")
        if grid.cells(WALL) != self.grid.cells(WALL):
            raise BoardError(f"the walls are not those of {self.name}: {_one_line(text)}")
        for piece in self.layout.fixed:
            self._place(grid, piece, (piece.start,))
        return self._key([[self._place(grid, piece, one.places) for piece in one.pieces] for one in self.classes])

    def _place(self, grid: Grid, piece: Piece, places: Sequence[Place]) -> Place:
        cells = grid.cells(piece.name)
        place = corner(cells)
        if shape_of(cells) != piece.shape:
            raise BoardError(f"piece {piece.name} has another shape on this board than in {self.name}")
        if place not in places:
            raise BoardError(f"piece {piece.name} can never come to {_at(place)} in {self.name}")
        return place

    def rows(self, key: int) -> list[list[str]]:
        """Write a board as rows of names."""
        rows = [[name if name in (WALL, GATE) else BLANK for name in row] for row in self.grid.rows]
        lying = [(piece, piece.start) for piece in self.layout.fixed]
        for one, places in zip(self.classes, self._places(key), strict=True):
            lying += zip(one.pieces, places, strict=True)
        for piece, place in lying:
            for r, c in piece.cells_at(place):
                rows[r][c] = piece.name
        return rows

    @property
    def _short(self) -> bool:
        return all(len(name) == 1 for name in self.grid.pieces)

    def format(self, key: int) -> str:
        """Write a board on one line, rows with / between."""
        return "/".join(("" if self._short else " ").join(row) for row in self.rows(key))

    def cells(self, keys: Keys) -> Cells:
        """Decode boards: pieces count from 1 in file order, 0 is blank, 254 a gate, 255 a wall."""
        out = np.tile(self._background, (keys.size, 1))
        places = self._all_places(keys)
        rows = np.arange(keys.size)
        names = [piece.name for one in self.classes for piece in one.pieces]
        for slot, name in enumerate(names):
            covered = self._covered[places[:, slot]]
            for column in range((covered[:1] >= 0).sum()):
                out[rows, covered[:, column]] = self._labels[name]
        return out

    def encode(self, cells: Cells) -> Keys:
        """Encode rows of cells: a piece lies where its first cell is."""
        keys = np.zeros(len(cells), np.uint64)
        for index, one in enumerate(self.classes):
            first, size = self._classes[index, kernels.FIRST], len(one.places)
            number = np.zeros(cells.shape[1], np.int64)
            number[self._covered[first : first + size, 0]] = np.arange(size)
            places = [number[np.argmax(cells == self._labels[piece.name], axis=1)] for piece in one.pieces]
            ranks = np.zeros(len(cells), np.int64)
            for i, places_i in enumerate(np.sort(np.array(places), axis=0), 1):
                ranks += self._binomials[i, places_i]
            keys = keys << np.uint64(one.bits) | ranks.astype(np.uint64)
        return keys

    def strings(self, keys: Keys) -> npt.NDArray[np.str_]:
        """Write boards as `format` does, in one array of strings."""
        if not self._short:
            return np.array([self.format(key) for key in keys.tolist()], np.str_)
        letters = np.zeros(256, np.uint32)
        for name, label in {**self._labels, BLANK: 0, GATE: _GATE_LABEL, WALL: _WALL_LABEL}.items():
            letters[label] = ord(name)
        rows, width = len(self.grid.rows), self.grid.width
        text = np.full((keys.size, rows, width + 1), ord("/"), np.uint32)
        text[:, :, :width] = letters[self.cells(keys)].reshape(keys.size, rows, width)
        length = rows * (width + 1)
        flat = np.ascontiguousarray(text.reshape(keys.size, length)[:, : length - 1])
        return flat.view(f"<U{length - 1}").reshape(-1)

    def size(self) -> Size | None:
        """Only exploring can tell."""
        return None

    def reaches(self, key: int) -> bool | None:
        """Only exploring can tell, but for home itself."""
        return True if key == self.home else None

    def successors(self, key: int) -> list[tuple[str, int]]:
        """List the moves of a board, each named by its piece and the steps that it takes: `X DR`."""
        places = self._places(key)
        lying = [
            (index, i, piece.cells_at(place))
            for index, one in enumerate(self.classes)
            for i, (piece, place) in enumerate(zip(one.pieces, places[index], strict=True))
        ]
        found: list[tuple[str, int]] = []
        for index, i, own in lying:
            taken = {cell for _, _, cells in lying for cell in cells} - own
            one = self.classes[index]
            for place, path in self._paths(one, places[index][i], taken):
                after = [list(row) for row in places]
                after[index][i] = place
                found.append((f"{one.pieces[i].name} {path}", self._key(after)))
        return found

    def _paths(self, one: PieceClass, start: Place, taken: set[tuple[int, int]]) -> list[tuple[Place, str]]:
        """Find where one piece can go in one move, and by which steps."""
        found = [(start, "")]
        for place, path in found:
            for way in one.pieces[0].ways:
                if path and (self.metric == "step" or (self.metric == "slide" and way != path[-1])):
                    continue
                to = (place[0] + WAYS[way][0], place[1] + WAYS[way][1])
                known = any(to == there for there, _ in found)
                if not known and to in one.places and not one.pieces[0].cells_at(to) & taken:
                    found.append((to, path + way))
        return found[1:]


def _at(place: Place) -> str:
    return f"row {place[0]}, column {place[1]}"


def _one_line(text: str) -> str:
    return "/".join(line.strip() for line in text.strip().splitlines())
