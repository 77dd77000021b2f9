"""Look for hard puzzles of kinds that have too many of them for a whole search: what it finds are lower bounds.

Each step makes a small change, which gives another set of pieces. All boards of it are searched, as in a whole search;
if the hardest of them is at least as hard as the one before, the next step begins there. A climber searches no set
twice. After many steps in vain, it begins anew with a random set.

Sets         one piece more, one less, or another one in its place
Divisions    the kind `simple`, whose shapes are too many to be listed: one cell of a board becomes empty, part of a
             piece beside it, or a piece of its own
"""

import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random
from threading import Lock
from typing import Any

import numpy as np

from slidefront.find.found import Found, Hard, add, found_in, new_totals, total
from slidefront.find.kind import Cell, Kind, Limit, PieceShape, at_corner
from slidefront.find.kit import CELLS
from slidefront.find.multisets import DONE, EQUAL_KEYS, explore
from slidefront.find.shapes import QUESTION
from slidefront.find.tables import build_kit
from slidefront.watch import Watcher

MOST_ROWS = 300_000
"""The most placements of a set of pieces that is searched."""
PATIENCE = 200
"""After so many steps in vain a climber begins anew."""
LARGEST = 5
"""The most cells of a piece of a random board."""
TRIES = 100
"""So many changes are tried until the rules allow one."""
Board = dict[Cell, int]
"""The piece of each covered cell."""
Pieces = Counter[PieceShape]


class Sets:
    """Sets of pieces of a kind whose shapes are listed: a state of a climber is such a set."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind

    def first(self, random: Random) -> Any:
        """Draw the pieces that are needed, and some more."""
        pieces: Pieces = Counter()
        for limit, one in enumerate(self.kind.limits):
            shapes = [shape for shape in self.kind.shapes if shape.limit == limit]
            while shapes and taken(pieces, limit) < one.least:
                pieces[random.choice(shapes)] += 1
        for _ in range(random.randint(0, len(self.kind.free) // 2)):
            more = pieces + Counter([random.choice(self.kind.shapes)])
            pieces = more if is_allowed(self.kind, more) else pieces
        return pieces

    def change(self, state: Any, random: Random) -> Any:
        """Add a piece, remove one, or replace one."""
        for _ in range(TRIES):
            pieces = [*state.elements()]
            if pieces and random.random() < 2 / 3:
                del pieces[random.randrange(len(pieces))]
            if len(pieces) == state.total() or random.random() < 1 / 2:
                pieces.append(random.choice(self.kind.shapes))
            changed = Counter(pieces)
            if changed != state and is_allowed(self.kind, changed):
                return changed
        return state

    def pieces(self, state: Any) -> Pieces:
        """Return the pieces of a state."""
        return Counter(state)

    def at(self, state: Any, hard: Hard) -> Any:  # noqa: ARG002 - for samplers whose states are boards
        """Return where the next step begins after a board of these pieces was found."""
        return state


class Divisions(Sets):
    """Divisions of a board into any pieces: a state of a climber is a board, with the piece of each covered cell."""

    def __init__(self, size: Cell, metric: str = "move", most: int | None = None) -> None:
        super().__init__(Kind("", "simple", ("." * size[1],) * size[0], (), QUESTION, metric, most=most))
        self.cells = sorted(self.kind.free)

    def first(self, random: Random) -> Board:
        """Divide the board at random."""
        cells, board = self.cells, Board()
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

    def change(self, state: Board, random: Random) -> Board:
        """Change the piece of one cell. What is left of a piece may be several pieces."""
        cell = random.choice(self.cells)
        choices = {0, len(self.cells) + 1} | {state[near] for near in around(cell) if near in state}
        piece = random.choice(sorted(choices - {state.get(cell, 0)}))
        changed = {one: number for one, number in state.items() if one != cell}
        if piece and len(changed) + 1 < len(self.cells):
            changed[cell] = piece
        return changed

    def pieces(self, state: Board) -> Pieces:
        """Count the shapes of the pieces of a board."""
        found: Pieces = Counter()
        left = {*state}
        while left:
            piece, rest = set(), [left.pop()]
            while rest:
                cell = rest.pop()
                piece.add(cell)
                same = {near for near in around(cell) if near in left and state[near] == state[cell]}
                left -= same
                rest += same
            found[PieceShape(at_corner(piece))] += 1
        return found

    def at(self, state: Board, hard: Hard) -> Board:  # noqa: ARG002
        """Go on from the board that was found."""
        return {divmod(at, self.kind.size[1]): ord(name) for at, name in enumerate(hard.board) if name != "."}


def sample(sampler: Sets, seconds: float, *, top: int, seed: int, threads: int, watcher: Watcher) -> Found:
    """Look for hard puzzles for some time, with a climber on each thread."""
    found: Found = {}
    lock, until = Lock(), time.monotonic() + seconds

    def climb_on(number: int) -> None:
        for more in climb(sampler, Random(f"{seed} {number}"), top):
            if more:
                with lock:
                    add(found, more, top)
                    watcher.on_message(_progress(found, until - time.monotonic()))
            if time.monotonic() >= until or watcher.stop():
                return

    with ThreadPoolExecutor(threads) as pool:
        for one in [pool.submit(climb_on, number) for number in range(threads)]:
            one.result()
    watcher.check()
    return found


def _progress(found: Found, left: float) -> str:
    longest, pieces = max(((group.hardest, pieces) for pieces, group in found.items()), default=(-1, 0))
    searched = f"{total(found, 'multisets'):,} sets of pieces"
    return f"{searched}, the hardest of {longest} moves with {pieces} pieces, {max(0, left):.0f} s left"


def climb(sampler: Sets, random: Random, top: int = 10) -> Iterator[Found]:
    """Look for ever harder puzzles, and yield what each step finds: nothing if its pieces were searched before."""
    searched: dict[int, Hard | None] = {}  # by hashes: a set of pieces that has the hash of another one is left out
    while True:
        state, length, vain = sampler.first(random), -1, 0
        while vain < PATIENCE:
            vain += 1
            changed = sampler.change(state, random)
            pieces = sampler.pieces(changed)
            found: Found = {}
            key = hash(frozenset(pieces.items()))
            if key not in searched:
                found = search(sampler.kind, pieces, top) if is_allowed(sampler.kind, pieces) else {}
                searched[key] = next((group.best[0] for group in found.values() if group.best), None)
            hard = searched[key]
            if hard is not None and hard.length >= length:
                vain = 0 if hard.length > length else vain
                state, length = sampler.at(changed, hard), hard.length
            yield found


def search(kind: Kind, pieces: Pieces, top: int) -> Found:
    """Search all boards of some pieces; nothing if there are too many, or no pieces."""
    if not pieces:
        return {}
    for seed in range(9):
        kit = build_kit(kind_with(kind, pieces), seed)
        totals = new_totals(kit, top)
        items = np.zeros((1, int(kit.rules[CELLS]) + 4), np.int64)
        items[0, 2] = len(pieces)
        left = np.zeros((64, items.shape[1]), np.int64)
        outcome, *_ = explore(kit, items, 1 << 62, MOST_ROWS, (1, 1), totals, left)
        if outcome != EQUAL_KEYS:
            return found_in(kit, totals, top) if outcome == DONE else {}
    raise AssertionError("random numbers are equal")


def kind_with(kind: Kind, pieces: Pieces) -> Kind:
    """Make the kind of all boards that have given pieces: the goal's piece first, then the largest."""
    asked = {kind.shapes[number] for number in kind.question.shapes or ()}
    chosen = sorted(
        pieces, key=lambda shape: (shape not in asked, -len(shape.cells), sorted(shape.cells), shape.places or ())
    )
    numbers = frozenset(number for number, shape in enumerate(chosen) if shape in asked)
    return replace(
        kind,
        shapes=tuple(shape._replace(limit=number, amount=1) for number, shape in enumerate(chosen)),
        limits=tuple(Limit(pieces[shape], pieces[shape]) for shape in chosen),
        question=replace(kind.question, shapes=numbers if asked else None),
    )


def is_allowed(kind: Kind, pieces: Pieces) -> bool:
    """Tell whether the rules allow some pieces, and whether their cells are on the board at all."""
    walls = sum(count for shape, count in pieces.items() if kind.measure == "clusters" and len(shape.cells) == 1)
    return (
        sum(len(shape.cells) * count for shape, count in pieces.items()) <= len(kind.free)
        and (kind.most is None or pieces.total() - walls <= kind.most)
        and all(one.least <= taken(pieces, limit) <= one.most for limit, one in enumerate(kind.limits))
    )


def taken(pieces: Pieces, limit: int) -> int:
    """Add up how much of a limit some pieces take."""
    return sum(shape.amount * count for shape, count in pieces.items() if shape.limit == limit)


def around(cell: Cell) -> list[Cell]:
    """The cells beside a cell."""
    r, c = cell
    return [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
