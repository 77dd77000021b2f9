"""The state graph of a small space: its moves, and a point in space for each board that shows the shape of the graph.

Boards that are few moves apart get points that are close. Landmark multidimensional scaling gives the first points: it
chooses boards far from each other (landmarks), finds the points that fit the distances between landmarks best, and
places all other boards by their distances from the landmarks. Then a few rounds of forces pull neighbours together and
push other boards apart.
"""

import numpy as np
import numpy.typing as npt

from slidefront import Puzzle, successors
from slidefront.arrays import Keys

Places = npt.NDArray[np.float32]
Ends = npt.NDArray[np.int32]

LANDMARKS = 60
ROUNDS = 60
_PUSHING = 12  # boards that push each board away in a round
_FAR = 65535


def moves(puzzle: Puzzle, keys: Keys) -> tuple[Ends, Ends]:
    """Return the moves between boards with ascending keys, each pair of boards once, as indices of the boards."""
    first, target = successors(puzzle, keys)
    second = np.searchsorted(keys, target)
    once = second > first
    return first[once].astype(np.int32), second[once].astype(np.int32)


def layout(board_count: int, first: Ends, second: Ends) -> Places:
    """Return a point in a ball of radius 1 for each board. `first` and `second` are the boards of each move."""
    if board_count < 2:
        return np.zeros((board_count, 3), np.float32)
    itself = np.arange(board_count)  # makes each board its own neighbour, so that reduceat sees no empty list
    ends = np.concatenate([first, second, itself])
    order = np.argsort(ends, kind="stable")
    after = np.concatenate([second, first, itself])[order]
    start = np.searchsorted(ends[order], np.arange(board_count + 1))
    places = _scaled(_from_landmarks(start, after))
    random = np.random.default_rng(0)
    places += random.normal(0, 1e-3, places.shape).astype(np.float32)
    axes = np.ascontiguousarray(places.T)
    for number in range(ROUNDS):
        axes = _push_and_pull(start, after, axes, random.permutation(board_count), 0.9 * (1 - number / ROUNDS) + 0.1)
    return _scaled(axes.T)


def _from_landmarks(start: npt.NDArray[np.int64], after: Ends) -> Places:
    """Choose landmarks, each as far as possible from earlier ones, and scale their distances to three dimensions."""
    landmarks, distances, nearest = [], [], walk(start, after, 0)
    for _ in range(min(LANDMARKS, start.size - 1)):
        landmarks.append(int(nearest.argmax()))
        distances.append(walk(start, after, landmarks[-1]))
        nearest = np.minimum(nearest, distances[-1]) if landmarks[1:] else distances[-1]
    squares = np.array(distances, np.float64).T ** 2
    between = squares[landmarks]
    middle = between.mean(axis=0)
    centred = -0.5 * (between - middle - middle[:, None] + between.mean())
    values, vectors = np.linalg.eigh(centred)
    axes = vectors[:, ::-1][:, :3] / np.sqrt(np.maximum(values[::-1][:3], 1e-9))
    places = -0.5 * (squares - middle) @ axes
    return np.pad(places, ((0, 0), (0, max(0, 3 - places.shape[1])))).astype(np.float32)


def _scaled(places: Places) -> Places:
    """Centre points, rotate them to their longest axes and scale them to a ball of radius 1."""
    places = places - places.mean(axis=0)
    _, vectors = np.linalg.eigh(places.T.astype(np.float64) @ places)
    places = places @ vectors[:, ::-1].astype(np.float32)
    return np.asarray(places / max(1e-9, float(np.linalg.norm(places, axis=1).max())), np.float32)


def walk(start: npt.NDArray[np.int64], after: Ends, board: int) -> Ends:
    """Return the distance from a board to each board; the neighbours of board i are `after[start[i]:start[i + 1]]`."""
    moves, slot = np.full(start.size - 1, _FAR, np.int32), np.empty(start.size - 1, np.int64)
    moves[board] = 0
    front, depth = np.array([board]), 0
    while front.size:
        depth += 1
        counts = start[front + 1] - start[front]
        to = after[np.repeat(start[front] - counts.cumsum() + counts, counts) + np.arange(counts.sum())]
        to = to[moves[to] == _FAR]
        moves[to] = depth
        slot[to] = np.arange(to.size)
        front = to[slot[to] == np.arange(to.size)]
    return moves


def _push_and_pull(
    start: npt.NDArray[np.int64], after: Ends, places: Places, others: npt.NDArray[np.int64], step: float
) -> Places:
    """Move each board towards the middle of its neighbours, and away from boards that follow it in `others`."""
    boards = others.size
    middles = np.add.reduceat(places[:, after], start[:-1], axis=1) / np.diff(start).astype(np.float32)
    moved = places + np.float32(step * 0.5) * (middles - places)
    pushing = places[:, np.resize(others, boards + _PUSHING)]
    square = np.float32((1.2 / boards ** (1 / 3)) ** 2)
    for number in range(_PUSHING):
        apart = places - pushing[:, number : number + boards]
        moved += apart * (np.float32(step * 2 / _PUSHING) * square / (square + (apart * apart).sum(axis=0)))
    return np.asarray(moved, np.float32)
