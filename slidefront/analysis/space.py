"""A whole small space in memory: all boards that home can reach, their distances, the moves between them, and places.

Pages, pictures and studies of spaces up to about a million boards need every board at once; layers on disk are for
what is larger.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from slidefront.analysis.columns import moves_of
from slidefront.arrays import Keys
from slidefront.explore.budget import make_budget
from slidefront.explore.layers import keys_of
from slidefront.explore.tasks import NoSink
from slidefront.puzzles.core import Puzzle
from slidefront.search.two_way import LayerSearch, means_of
from slidefront.watch import Watcher

NEVER = 65535
"""The distance of a board that cannot reach it."""
Distances = npt.NDArray[np.uint16]
Places = npt.NDArray[np.float32]
Ends = npt.NDArray[np.int32]

LANDMARKS = 60
ROUNDS = 60
_OTHERS = 12  # random boards that push each board away in a round
_FAR = 65535


@dataclass(frozen=True)
class SmallSpace:
    """All boards that can be reached from home."""

    puzzle: Puzzle
    keys: Keys
    """Ascending."""
    from_home: Distances
    """The distance of each board from home."""

    @property
    def boards(self) -> int:
        """The number of boards."""
        return int(self.keys.size)

    @cached_property
    def goals(self) -> Keys:
        """The boards that meet the goal, ascending."""
        return self.keys[self.puzzle.meets(self.keys)] if self.puzzle.goal else self.keys[:0]

    @cached_property
    def to_goal(self) -> Distances:
        """The distance of each board to the nearest board that meets the goal; NEVER if there is none."""
        found = np.full(self.keys.size, NEVER, np.uint16)
        for depth, layer in enumerate(_layers(self.puzzle, self.goals)):
            found[np.searchsorted(self.keys, layer)] = depth
        return found

    def lengths(self, keys: Keys) -> npt.NDArray[np.int64]:
        """Find the distance of some boards to the goal; -1 for one from which no moves lead there."""
        at = np.minimum(np.searchsorted(self.keys, keys), self.keys.size - 1)
        found = self.to_goal[at].astype(np.int64)
        return np.where((self.keys[at] == keys) & (found != NEVER), found, -1)

    def find(self, depth: int, keys: Keys) -> npt.NDArray[np.bool_]:
        """Tell which of some boards have a distance to the goal."""
        return np.asarray(self.lengths(keys) == depth)

    def moves(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """List the moves between boards, each pair once, as indices into `keys`."""
        row, target = moves_of(self.puzzle, self.keys)
        after = np.searchsorted(self.keys, target)
        once = after > row
        return row[once].astype(np.int32), after[once].astype(np.int32)


def _layers(puzzle: Puzzle, starts: Keys) -> Iterator[Keys]:
    """Yield the boards at distance 0, 1, 2 and so on from the nearest of some boards, each layer ascending."""
    if not starts.size:
        return
    with means_of(make_budget(1), Watcher()) as means:
        levels = LayerSearch(puzzle, means).levels_from(starts)
        while levels.frontier.boards:
            yield puzzle.working.unpack(keys_of(levels.frontier.segments))
            levels.step(lambda _: NoSink())


def explore(puzzle: Puzzle, most: int) -> SmallSpace | None:
    """Explore from home in memory; None if there are more than `most` boards."""
    size = puzzle.size()
    if puzzle.key_bits > 64 or (size is not None and size.exact and size.boards > most):
        return None
    found: list[Keys] = []
    boards = 0
    for layer in _layers(puzzle, np.array([puzzle.home], np.uint64)):
        found.append(layer)
        boards += layer.size
        if boards > most:
            return None
    keys = np.concatenate(found)
    depths = np.repeat(np.arange(len(found), dtype=np.uint16), [layer.size for layer in found])
    order = np.argsort(keys)
    return SmallSpace(puzzle, keys[order], depths[order])


def layout(boards: int, first: Ends, second: Ends, rounds: int = ROUNDS) -> Places:
    """Place boards, given the ends of the moves between them, in a ball of radius 1, to show the shape of the graph.

    Boards that are few moves apart lie near each other. First the distances from some boards that lie far from each
    other (landmarks) give each board its place (landmark multidimensional scaling: those places of the landmarks that
    fit their distances best, and all others by their distances from the landmarks). Then a few rounds of forces draw
    boards that a move joins together and push others apart.
    """
    if boards < 2:
        return np.zeros((boards, 3), np.float32)
    near = Neighbours(boards, first, second)
    places = _scaled(_from_landmarks(near))
    random = np.random.default_rng(0)
    places += random.normal(0, 1e-3, places.shape).astype(np.float32)
    for number in range(rounds):
        places += _forces(near, places, random) * (0.9 * (1 - number / rounds) + 0.1)
    return _scaled(places)


class Neighbours:
    """The neighbours of each board, one board after the other."""

    def __init__(self, boards: int, first: Ends, second: Ends) -> None:
        ends = np.concatenate([first, second])
        order = np.argsort(ends, kind="stable")
        self.boards = boards
        self.of = ends[order]
        self.after = np.concatenate([second, first])[order]
        self.start = np.searchsorted(self.of, np.arange(boards + 1))
        self.degree = np.diff(self.start).astype(np.float32)

    def distances(self, board: int) -> npt.NDArray[np.int32]:
        """Count the moves from one board to each."""
        found = np.full(self.boards, _FAR, np.int32)
        found[board] = 0
        frontier = np.array([board])
        depth = 0
        while frontier.size:
            depth += 1
            spans = [self.after[self.start[at] : self.start[at + 1]] for at in frontier.tolist()]
            after = np.concatenate(spans)
            after = after[found[after] == _FAR]
            found[after] = depth
            frontier = np.flatnonzero(found == depth) if after.size > self.boards // 20 else np.array([*set(after)])
        return found


def _from_landmarks(near: Neighbours) -> Places:
    """Choose landmarks, each as far as possible from those before, and scale their distances to three dimensions."""
    nearest = np.full(near.boards, _FAR, np.int32)
    columns = []
    landmark = int(np.argmax(near.distances(0)))
    chosen = []
    for _ in range(min(LANDMARKS, near.boards)):
        chosen.append(landmark)
        columns.append(near.distances(landmark))
        nearest = np.minimum(nearest, columns[-1])
        landmark = int(np.argmax(nearest))
    squares = np.stack(columns, axis=1).astype(np.float64) ** 2
    between = squares[chosen]
    middle = between.mean(axis=0)
    centred = -0.5 * (between - middle - middle[:, None] + between.mean())
    values, vectors = np.linalg.eigh(centred)
    axes = vectors[:, ::-1][:, :3] / np.sqrt(np.maximum(values[::-1][:3], 1e-9))
    places = -0.5 * (squares - middle) @ axes
    places = np.pad(places, ((0, 0), (0, max(0, 3 - places.shape[1]))))
    return places.astype(np.float32)


def _forces(near: Neighbours, places: Places, random: np.random.Generator) -> Places:
    """Add up the forces that pull each board to its neighbours and push it from some others."""
    length = np.float32(1.2 / near.boards ** (1 / 3))
    degree = np.maximum(near.degree, 1)[:, None]
    pull = np.zeros_like(places)
    for axis in range(3):
        of_neighbours = np.add.reduceat(np.append(places[near.after, axis], np.float32(0)), near.start[:-1])
        pull[:, axis] = np.where(near.degree > 0, of_neighbours, 0)
    pull = np.where(near.degree[:, None] > 0, pull / degree - places, 0)
    push = np.zeros_like(places)
    for _ in range(_OTHERS):
        away = places - places[random.permutation(near.boards)]
        square = (away**2).sum(axis=1, keepdims=True) + length**2
        push += away * (length**2 / square)
    return np.asarray(0.5 * pull + push * np.float32(0.5 / _OTHERS * 4), np.float32)


def _scaled(places: Places) -> Places:
    """Centre places, turn them to their longest axes and scale them to a ball of radius 1."""
    places = places - places.mean(axis=0)
    _, vectors = np.linalg.eigh(places.T.astype(np.float64) @ places)
    places = places @ vectors[:, ::-1].astype(np.float32)
    return np.asarray(places / max(1e-9, float(np.linalg.norm(places, axis=1).max())), np.float32)
