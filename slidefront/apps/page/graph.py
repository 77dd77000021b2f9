"""The state graph of a small space: its moves, and a place for each board that shows the shape of the graph.

Boards that are few moves apart lie near each other. First the distances from some boards that lie far from each other
(landmarks) give each board its place (landmark multidimensional scaling: those places of the landmarks that fit their
distances best, and all others by their distances from the landmarks). Then a few rounds of forces draw boards that a
move joins together and push others apart.
"""

import numpy as np
import numpy.typing as npt

from slidefront import Puzzle, moves_of
from slidefront.arrays import Keys
from slidefront.compile import kernel

Places = npt.NDArray[np.float32]
Ends = npt.NDArray[np.int32]

LANDMARKS = 60
ROUNDS = 60
_OTHERS = 12  # boards that push each board away in a round
_FAR = 65535


def moves(puzzle: Puzzle, keys: Keys) -> tuple[Ends, Ends]:
    """List the moves between ascending boards, each pair once, as indices of the boards."""
    first, target = moves_of(puzzle, keys)
    second = np.searchsorted(keys, target)
    once = second > first
    return first[once].astype(np.int32), second[once].astype(np.int32)


def layout(boards: int, first: Ends, second: Ends, rounds: int = ROUNDS) -> Places:
    """Place boards, given the ends of the moves between them, in a ball of radius 1."""
    if boards < 2:
        return np.zeros((boards, 3), np.float32)
    ends = np.concatenate([first, second])
    order = np.argsort(ends, kind="stable")
    after = np.concatenate([second, first])[order]
    start = np.searchsorted(ends[order], np.arange(boards + 1))
    places = _scaled(_from_landmarks(start, after))
    random = np.random.default_rng(0)
    places += random.normal(0, 1e-3, places.shape).astype(np.float32)
    length = 1.2 / boards ** (1 / 3)
    for number in range(rounds):
        others = random.permutation(boards).astype(np.int32)
        step = 0.9 * (1 - number / rounds) + 0.1
        places = push_and_pull(start, after, places, others, length, step, np.empty_like(places))
    return _scaled(places)


def _from_landmarks(start: npt.NDArray[np.int64], after: Ends) -> Places:
    """Choose landmarks, each as far as possible from those before, and scale their distances to three dimensions."""
    boards = start.size - 1
    found = np.full((min(LANDMARKS, boards) + 1, boards), _FAR, np.int32)
    queue = np.empty(boards, np.int32)
    walk(start, after, 0, queue, found[-1])
    landmark = int(found[-1].argmax())
    nearest = np.full(boards, _FAR, np.int32)
    chosen = []
    for row in found[:-1]:
        chosen.append(landmark)
        walk(start, after, landmark, queue, row)
        np.minimum(nearest, row, out=nearest)
        landmark = int(nearest.argmax())
    squares = found[:-1].T.astype(np.float64) ** 2
    between = squares[chosen]
    middle = between.mean(axis=0)
    centred = -0.5 * (between - middle - middle[:, None] + between.mean())
    values, vectors = np.linalg.eigh(centred)
    axes = vectors[:, ::-1][:, :3] / np.sqrt(np.maximum(values[::-1][:3], 1e-9))
    places = -0.5 * (squares - middle) @ axes
    return np.pad(places, ((0, 0), (0, max(0, 3 - places.shape[1])))).astype(np.float32)


def _scaled(places: Places) -> Places:
    """Centre places, turn them to their longest axes and scale them to a ball of radius 1."""
    places = places - places.mean(axis=0)
    _, vectors = np.linalg.eigh(places.T.astype(np.float64) @ places)
    places = places @ vectors[:, ::-1].astype(np.float32)
    return np.asarray(places / max(1e-9, float(np.linalg.norm(places, axis=1).max())), np.float32)


@kernel
def walk(start: npt.NDArray[np.int64], after: Ends, board: int, queue: Ends, out: Ends) -> None:
    """Count the moves from a board to each; `out` comes filled with a large number."""
    far = out[board]
    out[board] = 0
    queue[0] = board
    done, end = 0, 1
    while done < end:
        one = queue[done]
        done += 1
        for at in range(start[one], start[one + 1]):
            other = after[at]
            if out[other] == far:
                out[other] = out[one] + 1
                queue[end] = other
                end += 1


@kernel
def push_and_pull(
    start: npt.NDArray[np.int64], after: Ends, places: Places, others: Ends, length: float, step: float, out: Places
) -> Places:
    """Move each board towards the middle of its neighbours, and away from some others: those that follow in a list."""
    boards = places.shape[0]
    for one in range(boards):
        first, last = start[one], start[one + 1]
        for axis in range(3):
            total = 0.0
            for at in range(first, last):
                total += places[after[at], axis]
            pull = total / (last - first) - places[one, axis] if last > first else 0.0
            out[one, axis] = places[one, axis] + step * 0.5 * pull
        for number in range(_OTHERS):
            other = others[(one + number) % boards]
            square = length * length
            for axis in range(3):
                square += (places[one, axis] - places[other, axis]) ** 2
            share = step * length * length / square * 2.0 / _OTHERS
            for axis in range(3):
                out[one, axis] += (places[one, axis] - places[other, axis]) * share
    return out
