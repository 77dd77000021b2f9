"""Positions of all boards of a small space in three dimensions, which show the shape of the state graph.

Boards that are few moves apart lie near each other. First the distances from some boards that lie far from each other
(landmarks) give each board its place (landmark multidimensional scaling: those places of the landmarks that fit their
distances best, and all others by their distances from the landmarks). Then a few rounds of forces draw boards that a
move joins together and push others apart.
"""

import numpy as np
import numpy.typing as npt

Places = npt.NDArray[np.float32]
Ends = npt.NDArray[np.int32]

LANDMARKS = 60
ROUNDS = 60
_OTHERS = 12  # random boards that push each board away in a round
_FAR = 65535


def layout(boards: int, first: Ends, second: Ends, rounds: int = ROUNDS) -> Places:
    """Place boards, given the ends of the moves between them, in a ball of radius 1."""
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
