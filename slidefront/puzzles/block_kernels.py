"""The inner loops of block puzzles. Every table they read is built by `blocks.py`.

Placements of all classes are numbered together: class c owns those from `FIRST` on. `masks` has the cells that each
covers, `steps` the placement one step up, down, left and right of it (or -1), `halo` the cells that it would enter by
any step: while those are all occupied the piece cannot move, and costs one look. `binomials[k, n]` is C(n, k).
"""

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys
from slidefront.compile import kernel

STEP, SLIDE, MOVE = range(3)
COUNT, FIRST, SIZE, SHIFT, BITS, SLOT = range(6)  # columns of `classes`
HALO, MASK = range(2)  # rows of `masks`

Table = npt.NDArray[np.int64]


@kernel
def decode(key: np.uint64, places: Table, classes: Table, binomials: Table) -> None:
    """Find the placements of all pieces of a board: those of a class ascending, class after class."""
    for c in range(classes.shape[0]):
        rank = np.int64((key >> np.uint64(classes[c, SHIFT])) & ((np.uint64(1) << np.uint64(classes[c, BITS])) - 1))
        number = classes[c, SIZE] - 1
        for i in range(classes[c, COUNT], 0, -1):
            while binomials[i, number] > rank:
                number -= 1
            rank -= binomials[i, number]
            places[classes[c, SLOT] + i - 1] = classes[c, FIRST] + number
            number -= 1


@kernel
def rank_with(places: Table, start: int, count: int, moved: int, to: int, first: int, binomials: Table) -> int:
    """Rank the placements of a class after the piece at slot `moved` has gone to the placement `to`."""
    rank = 0
    i = 1
    waiting = True
    for slot in range(start, start + count):
        if slot == moved:
            continue
        if waiting and to < places[slot]:
            rank += binomials[i, to - first]
            i += 1
            waiting = False
        rank += binomials[i, places[slot] - first]
        i += 1
    if waiting:
        rank += binomials[i, to - first]
    return rank


@kernel
def targets(place: int, others: np.uint64, masks: Keys, steps: Table, metric: int, found: Table) -> int:
    """List where one piece can go in one move of the metric, its own placement first; return how many are listed."""
    found[0] = place
    n = 1
    for way in range(4):
        to = steps[place, way]
        while to >= 0 and masks[MASK, to] & others == 0:
            found[n] = to
            n += 1
            if metric != SLIDE:
                break
            to = steps[to, way]
    if metric != MOVE:
        return n
    done = 1
    while done < n:  # any path: go on from each placement that is found
        for way in range(4):
            to = steps[found[done], way]
            if to >= 0 and masks[MASK, to] & others == 0:
                known = False
                for i in range(n):
                    known |= found[i] == to
                if not known:
                    found[n] = to
                    n += 1
        done += 1
    return n


@kernel
def expand(keys: Keys, out: Keys, classes: Table, masks: Keys, steps: Table, binomials: Table, metric: int) -> int:
    """Make every move of every board; return how many successors `out` got."""
    pieces = classes[-1, SLOT] + classes[-1, COUNT]
    places = np.empty(pieces, np.int64)
    found = np.empty(65, np.int64)
    n = 0
    for k in range(keys.size):
        decode(keys[k], places, classes, binomials)
        occupied = np.uint64(0)
        for slot in range(pieces):
            occupied |= masks[MASK, places[slot]]
        for c in range(classes.shape[0]):
            start, count, shift = classes[c, SLOT], classes[c, COUNT], np.uint64(classes[c, SHIFT])
            field = ((np.uint64(1) << np.uint64(classes[c, BITS])) - np.uint64(1)) << shift
            for slot in range(start, start + count):
                if masks[HALO, places[slot]] & ~occupied == 0:
                    continue
                others = occupied ^ masks[MASK, places[slot]]
                for i in range(1, targets(places[slot], others, masks, steps, metric, found)):
                    rank = rank_with(places, start, count, slot, found[i], classes[c, FIRST], binomials)
                    out[n] = (keys[k] & ~field) | (np.uint64(rank) << shift)
                    n += 1
    return n


@kernel
def count_goals(keys: Keys, wanted: Cells, total: int, classes: Table, binomials: Table) -> int:
    """Count the boards on which as many wanted placements are taken as the goal has."""
    pieces = classes[-1, SLOT] + classes[-1, COUNT]
    places = np.empty(pieces, np.int64)
    count = 0
    for k in range(keys.size):
        decode(keys[k], places, classes, binomials)
        met = 0
        for slot in range(pieces):
            met += wanted[places[slot]]
        count += met == total
    return count


@kernel
def all_places(keys: Keys, out: Table, classes: Table, binomials: Table) -> None:
    """Write a row of placements for each board."""
    for k in range(keys.size):
        decode(keys[k], out[k], classes, binomials)
