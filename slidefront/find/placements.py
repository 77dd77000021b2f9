"""Kernels that list the placements of multisets of shapes, each from a multiset with one shape less.

The placements of a multiset with one more shape at its end are those of the shorter one with one more place that no
other piece covers. If the last two shapes are equal, the place of the last one comes after that of the other. So no
placement is listed twice, and each list is as long as it must be.

A multiset and its images under the symmetries of the board have the same placements but for the image. Only the least
of them, shape by shape, is searched. The first shapes of a least multiset are a least multiset too, because one shape
more in a sorted list makes none of its places greater. So multisets are searched as a tree.
"""

import numpy as np

from slidefront.arrays import Cells, Keys
from slidefront.compile import kernel
from slidefront.find.kit import AMOUNT, CLUSTERS, FREE, LAST, LEAST, LIMIT, MEASURE, MOST, PIECES, SIZE, Kit, Numbers

NOTHING = np.uint64(0)


@kernel
def is_wall(kit: Kit, shape: int) -> bool:
    """Tell whether a shape is a wall of rush. Walls are the last shapes."""
    return bool(kit.rules[MEASURE] == CLUSTERS and kit.shapes[shape, SIZE] == 1)


@kernel
def has_room(places: Keys, rows: Cells, occupied: Keys, last: int) -> bool:
    """Tell whether one of some places is free on any of some boards.

    `last` is the column of an equal shape, after which the place must come, or -1.
    """
    for r in range(occupied.size):
        for y in range(np.int64(rows[r, last]) + 1 if last >= 0 else 0, places.size):
            if places[y] & occupied[r] == NOTHING:
                return True
    return False


@kernel
def count_room(places: Keys, rows: Cells, occupied: Keys, last: int) -> int:
    """Count the boards that one more shape makes."""
    count = 0
    for r in range(occupied.size):
        for y in range(np.int64(rows[r, last]) + 1 if last >= 0 else 0, places.size):
            count += places[y] & occupied[r] == NOTHING
    return count


@kernel
def add_shape(
    places: Keys, weights: Keys, rows: Cells, occupied: Keys, keys: Keys, last: int, pieces: int, begin: int, end: int
) -> None:
    """Write the placements with one more shape after those from `begin` to `end`."""
    to = end
    for r in range(begin, end):
        for y in range(np.int64(rows[r, last]) + 1 if last >= 0 else 0, places.size):
            if places[y] & occupied[r] == NOTHING:
                for j in range(pieces):
                    rows[to, j] = rows[r, j]
                rows[to, pieces] = y
                occupied[to] = occupied[r] | places[y]
                keys[to] = keys[r] + weights[y]
                to += 1


@kernel
def is_allowed(kit: Kit, shapes: Numbers, pieces: int, shape: int) -> bool:
    """Tell whether limits allow one more shape after those that a multiset has."""
    limit = kit.shapes[shape, LIMIT]
    if limit >= 0 and taken(kit, shapes, pieces, limit) + kit.shapes[shape, AMOUNT] > kit.limits[limit, MOST]:
        return False
    return has_least(kit, shapes, pieces, shape)


@kernel
def taken(kit: Kit, shapes: Numbers, pieces: int, limit: int) -> int:
    """Add up how much of a limit the shapes of a multiset take."""
    found = 0
    for j in range(pieces):
        if kit.shapes[shapes[j], LIMIT] == limit:
            found += kit.shapes[shapes[j], AMOUNT]
    return found


@kernel
def has_least(kit: Kit, shapes: Numbers, pieces: int, before: int) -> bool:
    """Tell whether a multiset has the least of those limits whose shapes all come before a shape."""
    for limit in range(kit.limits.shape[0]):
        least = kit.limits[limit, LEAST]
        if least > 0 and kit.limits[limit, LAST] < before and taken(kit, shapes, pieces, limit) < least:
            return False
    return True


@kernel
def find_images(kit: Kit, shapes: Numbers, pieces: int, images: Numbers) -> bool:
    """Write the images of a multiset, sorted; tell whether none of them is less than it."""
    for g in range(kit.shape_image.shape[0]):
        image = images[g]
        for j in range(pieces):
            shape = kit.shape_image[g, shapes[j]]
            i = j
            while i > 0 and image[i - 1] > shape:
                image[i] = image[i - 1]
                i -= 1
            image[i] = shape
        for j in range(pieces):
            if image[j] != shapes[j]:
                if image[j] < shapes[j]:
                    return False
                break
    return True


@kernel
def find_candidates(
    kit: Kit, shapes: Numbers, rows: Cells, occupied: Keys, candidates: Numbers, begin: int, end: int
) -> int:
    """Of the candidates from `begin` to `end`, write those that can come next on the placements; return the new end."""
    first, mask, sizes, pieces = kit.first, kit.mask, kit.shapes[:, SIZE], shapes.size
    free = kit.rules[FREE]
    for j in range(pieces):
        free -= sizes[shapes[j]]
    to = end
    for at in range(begin + np.searchsorted(candidates[begin:end], shapes[pieces - 1] if pieces else 0), end):
        shape = candidates[at]
        if sizes[shape] <= free and (pieces < kit.rules[PIECES] or is_wall(kit, shape)):
            equal = pieces > 0 and shape == shapes[pieces - 1]
            places = mask[first[shape] : first[shape + 1]]
            if has_room(places, rows, occupied, pieces - 1 if equal else -1):
                candidates[to] = shape
                to += 1
    return to
