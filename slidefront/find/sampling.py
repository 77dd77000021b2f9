"""Look for hard puzzles on boards that have too many of them for a whole search: what it finds are lower bounds.

Each step changes one cell of a board: it becomes empty, part of a piece beside it, or a piece of its own. All boards of
the pieces that this makes are searched, as in a whole search, and the hardest of them is the next board if it is at
least as hard as the one before. After many steps in vain, the next board is a random one.
"""

import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from threading import Lock

import numpy as np

from slidefront.explore.watch import Watcher
from slidefront.find.found import Found, Hard, add, found_in, new_totals
from slidefront.find.kind import Cell, Cells, Kind, Limit, Shape, at_corner
from slidefront.find.kit import CELLS
from slidefront.find.multisets import DONE, EQUAL_KEYS, explore
from slidefront.find.simple import QUESTION
from slidefront.find.tables import build_kit

MOST_ROWS = 300_000
"""The most placements of a set of pieces that is searched."""
PATIENCE = 200
"""After so many steps in vain a climber begins anew."""
LARGEST = 5
"""The most cells of a piece of a random board."""
Board = dict[Cell, int]
"""The piece of each covered cell."""


@dataclass(frozen=True)
class Sample:
    """What is sampled: puzzles of the kind `simple` on a board."""

    size: Cell
    metric: str = "move"
    top: int = 10

    @property
    def cells(self) -> list[Cell]:
        """The cells of the board."""
        return [(r, c) for r in range(self.size[0]) for c in range(self.size[1])]

    def kind(self, shapes: Counter[Cells]) -> Kind:
        """Make the kind of all boards that have given pieces."""
        ordered = sorted(shapes, key=lambda cells: (-len(cells), sorted(cells)))
        return Kind(
            text="",
            title="simple",
            rows=("." * self.size[1],) * self.size[0],
            shapes=tuple(Shape(cells, limit=number) for number, cells in enumerate(ordered)),
            question=QUESTION,
            metric=self.metric,
            limits=tuple(Limit(shapes[cells], shapes[cells]) for cells in ordered),
        )


def sample(what: Sample, seconds: float, *, seed: int, threads: int, watcher: Watcher) -> Found:
    """Look for hard puzzles for some time, with a climber on each thread."""
    found: Found = {}
    lock, until = Lock(), time.monotonic() + seconds
    searched = 0

    def climb_on(number: int) -> None:
        nonlocal searched
        for more in climb(what, Random(f"{seed} {number}")):
            with lock:
                add(found, more, what.top)
                searched += 1
                watcher.told(_progress(found, searched, until - time.monotonic()))
            if time.monotonic() >= until or watcher.stop():
                return

    with ThreadPoolExecutor(threads) as pool:
        for one in [pool.submit(climb_on, number) for number in range(threads)]:
            one.result()
    watcher.check()
    return found


def _progress(found: Found, searched: int, left: float) -> str:
    longest, pieces = max(((group.longest, pieces) for pieces, group in found.items()), default=(-1, 0))
    hardest = f"the hardest of {longest} moves with {pieces} pieces"
    return f"{searched:,} sets of pieces, {hardest}, {max(0, left):.0f} s left"


def climb(what: Sample, random: Random) -> Iterator[Found]:
    """Look for ever harder puzzles, and yield what is found of each set of pieces."""
    while True:
        board, length, vain = random_board(what.cells, random), -1, 0
        while vain < PATIENCE:
            changed = change(board, what.cells, random)
            found = search(what, pieces_of(changed))
            vain += 1
            for group in found.values():
                if group.longest >= length and group.best:
                    vain = 0 if group.longest > length else vain
                    board, length = _board_of(group.best[0], what.size[1]), group.longest
            yield found


def search(what: Sample, shapes: Counter[Cells]) -> Found:
    """Search all boards of some pieces; nothing if there are too many, or no pieces."""
    if not shapes:
        return {}
    for seed in range(9):
        kit = build_kit(what.kind(shapes), seed)
        totals = new_totals(kit, what.top)
        items = np.zeros((1, int(kit.rules[CELLS]) + 4), np.int64)
        items[0, 2] = len(shapes)
        left = np.zeros((64, items.shape[1]), np.int64)
        outcome, *_ = explore(kit, items, 1 << 62, MOST_ROWS, (1, 1), totals, left)
        if outcome != EQUAL_KEYS:
            return found_in(kit, totals, what.top) if outcome == DONE else {}
    raise AssertionError("random numbers are equal")


def random_board(cells: list[Cell], random: Random) -> Board:
    """Divide a board at random."""
    board: Board = {}
    empty = {*random.sample(cells, random.randint(1, max(1, len(cells) // 5)))}
    for number, first in enumerate(random.sample(cells, len(cells)), 1):
        if first in board or first in empty:
            continue
        board[first] = number
        for _ in range(random.randint(0, LARGEST - 1)):
            near = [cell for one in board if board[one] == number for cell in around(one)]
            free = sorted({*near} & {*cells} - {*board} - empty)
            if free:
                board[random.choice(free)] = number
    return board


def change(board: Board, cells: list[Cell], random: Random) -> Board:
    """Change the piece of one cell. What is left of a piece may be several pieces."""
    cell = random.choice(cells)
    choices = {0, len(cells) + 1} | {board[near] for near in around(cell) if near in board}
    piece = random.choice(sorted(choices - {board.get(cell, 0)}))
    changed = {one: number for one, number in board.items() if one != cell}
    if piece and len(changed) + 1 < len(cells):
        changed[cell] = piece
    return changed


def pieces_of(board: Board) -> Counter[Cells]:
    """Count the shapes of the pieces of a board."""
    found: Counter[Cells] = Counter()
    left = {*board}
    while left:
        piece, rest = set(), [left.pop()]
        while rest:
            cell = rest.pop()
            piece.add(cell)
            same = {near for near in around(cell) if near in left and board[near] == board[cell]}
            left -= same
            rest += same
        found[at_corner(piece)] += 1
    return found


def around(cell: Cell) -> list[Cell]:
    """The cells beside a cell."""
    r, c = cell
    return [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]


def _board_of(hard: Hard, columns: int) -> Board:
    return {divmod(number, columns): ord(name) for number, name in enumerate(hard.board) if name != "."}
