"""What a block puzzle does to many boards: the tables of its placements, and the inner loops that read them.

Placements of all classes are numbered together: class c owns those from `FIRST` on. A board is decoded class by class:
the rank of one piece is its placement; that of several is looked up in `unranked`, where a row for each rank lists the
placements, or, if it has too many ranks for a table, worked out with `binomials[k, n]` = C(n, k).

`parts` tells which part of a key is the rank of a class: the shift and the mask of its bits, or, in keys that are mixed
numbers, its weight, without an axis of their own. numba compiles the kernels once for each form.

`mask` has the cells that a placement covers. For each way, up, down, left and right, `steps` has the placement one step
on, or NOWHERE, and `enter` the cells that the piece would newly cover, or all cells. A set of up to 64 cells is a
number; a larger one is two, in an axis of their own, which are two forms again.
"""

from collections.abc import Iterable
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys, Numbers
from slidefront.compile import kernel
from slidefront.puzzles.blocks.layout import MOST_OPEN_CELLS, WALL, WAYS, Layout, list_sets, next_place
from slidefront.puzzles.capabilities import Place

STEP, SLIDE, MOVE = range(3)
METRICS = {"step": STEP, "slide": SLIDE, "move": MOVE}
COUNT, FIRST, SIZE, SLOT, ROW = range(5)  # columns of `classes`
SHIFT, MASK = range(2)  # columns of `parts`
ONE = np.uint64(1)
NO_TABLE = np.uint64((1 << 64) - 1)
NOWHERE = 65535
BATCH = 512  # boards that are processed together, piece by piece, so that what they share stays in registers

Placements = npt.NDArray[np.uint16]
Covered = Any  # the covered cells of one board: a number, or a pair of numbers
KeyPart = tuple[np.uint64, np.uint64]


class BlockTables(NamedTuple):
    """What the kernels know of a puzzle."""

    classes: Keys
    parts: Keys
    last: np.uint64
    """The greatest number that the parts of a key can make."""
    mask: Keys
    enter: Keys
    steps: Placements
    binomials: Numbers
    unranked: Cells


@kernel
def no_cells(mask: Keys) -> Keys:
    """Allocate the sets of cells that are covered on the boards of a batch."""
    return np.zeros((BATCH, *mask.shape[1:]), np.uint64)


@kernel
def cover(occupied: Keys, k: int, mask: Keys, place: int) -> np.uint64:
    """Cover the cells of a placement on board k; return those that were covered before, from all words."""
    if mask.ndim == 1:
        shared = np.uint64(occupied[k] & mask[place])
        occupied[k] |= mask[place]
        return shared
    shared = np.uint64(0)
    for word in range(2):
        shared |= occupied[k, word] & mask[place, word]
        occupied[k, word] |= mask[place, word]
    return shared


@kernel
def cells_on(occupied: Keys, k: int) -> Covered:
    """Read the cells that are covered on board k, so that they stay in registers."""
    if occupied.ndim == 1:
        return occupied[k]
    return occupied[k, 0], occupied[k, 1]


@kernel
def without(cells: Covered, mask: Keys, place: int) -> Covered:
    """Take the cells of a placement out of those that are covered."""
    if mask.ndim == 1:
        return cells ^ mask[place]
    return cells[0] ^ mask[place, 0], cells[1] ^ mask[place, 1]


@kernel
def is_free(cells: Covered, enter: Keys, way: int, place: int) -> bool:
    """Tell whether no cell that a piece would enter is covered."""
    if enter.ndim == 2:
        return bool(enter[way, place] & cells == 0)
    return bool((enter[way, place, 0] & cells[0]) | (enter[way, place, 1] & cells[1]) == 0)


@kernel
def part_of(c: int, ranks: np.uint64, parts: Keys) -> KeyPart:
    """Tell which part of a key a class with so many ranks has: shift and mask of its bits, or its weight, and ranks."""
    if parts.ndim == 2:
        return parts[c, SHIFT], parts[c, MASK]
    return parts[c], ranks


@kernel
def take(key: np.uint64, part: KeyPart, parts: Keys) -> np.uint64:
    """Take the rank of a class out of a key."""
    if parts.ndim == 2:
        return np.uint64((key >> part[0]) & part[1])
    return np.uint64(key // part[0] % part[1])


@kernel
def put(rank: np.uint64, part: KeyPart, parts: Keys) -> np.uint64:
    """Give what the rank of a class, or a change of it, adds to a key."""
    if parts.ndim == 2:
        return np.uint64(rank << part[0])
    return np.uint64(rank * part[0])


@kernel
def unrank(rank: np.int64, size: np.int64, first: np.int64, binomials: Numbers, out: Placements | Numbers) -> None:
    """List the set of a rank, of numbers less than `size`; the least of these is `first` in the list."""
    number = size - 1
    for i in range(out.size, 0, -1):
        while binomials[i, number] > rank:
            number -= 1
        rank -= binomials[i, number]
        out[i - 1] = first + number
        number -= 1


@kernel
def decode_class(keys: Keys, c: int, places: Placements, t: BlockTables) -> bool:
    """Find the placements of one class's pieces on some boards, ascending: a row of `places` for each piece.

    Tell whether all ranks are such; one that is too great, which only a damaged file has, is taken for the greatest.
    """
    classes, parts, binomials, unranked = t.classes, t.parts, t.binomials, t.unranked
    first, count, slot, row = classes[c, FIRST], classes[c, COUNT], classes[c, SLOT], classes[c, ROW]
    greatest = np.uint64(binomials[count, classes[c, SIZE]]) - ONE
    part = part_of(c, greatest + ONE, parts)
    beyond = np.uint64(0)  # its highest bit is set where a rank is too great
    if count == ONE:
        of_piece = places[slot]
        for k in range(keys.size):
            rank = take(keys[k], part, parts)
            beyond |= greatest - rank
            of_piece[k] = first + min(rank, greatest)
    elif row != NO_TABLE:
        for i in range(count):
            of_piece = places[slot + i]
            for k in range(keys.size):
                rank = take(keys[k], part, parts)
                beyond |= greatest - rank
                of_piece[k] = first + unranked[row + min(rank, greatest) * count + i]
    else:
        for k in range(keys.size):
            rank = take(keys[k], part, parts)
            beyond |= greatest - rank
            of_class = places[slot : slot + count, k]
            unrank(np.int64(min(rank, greatest)), np.int64(classes[c, SIZE]), np.int64(first), binomials, of_class)
    return bool(beyond >> np.uint64(63) == np.uint64(0))


@kernel
def decode(keys: Keys, places: Placements, occupied: Keys, t: BlockTables) -> bool:
    """Find the placements of all pieces of some boards, class after class, and the cells that they cover.

    Tell whether all are boards: no key is too great, ranks are such, and no two pieces cover one cell.
    """
    occupied[:] = 0
    shared, last = np.uint64(0), t.last
    good = True
    for k in range(keys.size):
        good &= keys[k] <= last
    for c in range(t.classes.shape[0]):
        good &= decode_class(keys, c, places, t)
    mask = t.mask
    for slot in range(places.shape[0]):
        of_piece = places[slot]
        for k in range(keys.size):
            shared |= cover(occupied, k, mask, of_piece[k])
    return bool(good and shared == np.uint64(0))


@kernel
def rank_change(
    of_class: Placements, k: np.int64, piece: int, to: int, first: np.int64, binomials: Numbers
) -> np.uint64:
    """Tell by how much, modulo 2^64, the rank of a class changes on board k when a piece goes to another placement."""
    if of_class.shape[0] == 1:
        return np.uint64(to) - np.uint64(of_class[0, k])
    i = piece + 1
    change = -binomials[i, np.int64(of_class[piece, k]) - first]
    while i < of_class.shape[0] and of_class[i, k] < to:  # the pieces that it passes go down in the order
        number = np.int64(of_class[i, k]) - first
        change += binomials[i, number] - binomials[i + 1, number]
        i += 1
    while i > 1 and of_class[i - 2, k] > to:  # or up
        number = np.int64(of_class[i - 2, k]) - first
        change += binomials[i, number] - binomials[i - 1, number]
        i -= 1
    return np.uint64(change + binomials[i, np.int64(to) - first])


@kernel
def free_to_step(of_piece: Placements, occupied: Keys, enter: Keys, way: int, found: Placements) -> int:
    """List the boards on which a piece can take a step; return how many are listed."""
    n = 0
    for k in range(occupied.shape[0]):
        found[n] = k
        # Each is written, and counted if the step is free: no branch to mispredict.
        n += is_free(cells_on(occupied, k), enter, way, of_piece[k])
    return n


@kernel
def step_class(keys: Keys, out: Keys, c: int, places: Placements, occupied: Keys, t: BlockTables) -> int:
    """Take every step of the pieces of a class on some boards; return how many successors `out` got."""
    enter, steps, binomials, parts = t.enter, t.steps, t.binomials, t.parts
    start, count, first = np.int64(t.classes[c, SLOT]), np.int64(t.classes[c, COUNT]), np.int64(t.classes[c, FIRST])
    part = part_of(c, ONE, parts)  # ranks are not taken here
    of_class = places[start : start + count]
    found = np.empty(keys.size + 1, np.uint16)
    n = 0
    for i in range(count):
        of_piece = of_class[i]
        for way in range(4):
            to = steps[way]
            for j in range(free_to_step(of_piece, occupied, enter, way, found)):
                k = np.int64(found[j])
                change = rank_change(of_class, k, i, to[of_piece[k]], first, binomials)
                out[n] = keys[k] + put(change, part, parts)
                n += 1
    return n


@kernel
def targets(
    place: int, occupied: Covered, mask: Keys, enter: Keys, steps: Placements, metric: int, found: Placements
) -> int:
    """List where one piece can go in one move of the metric; return how many are listed."""
    n = 0
    others = without(occupied, mask, place)
    for way in range(4):
        if is_free(occupied, enter, way, place):
            to = steps[way, place]
            found[n] = to
            n += 1
            while metric == SLIDE and steps[way, to] != NOWHERE and is_free(others, enter, way, to):
                to = steps[way, to]
                found[n] = to
                n += 1
    done = n if metric != MOVE else 0
    while done < n:  # any path: go on from each placement that is found
        for way in range(4):
            to = steps[way, found[done]]
            if to != NOWHERE and is_free(others, enter, way, found[done]):
                known = to == place
                for i in range(n):
                    known |= found[i] == to
                if not known:
                    found[n] = to
                    n += 1
        done += 1
    return n


@kernel
def move_class(keys: Keys, out: Keys, c: int, places: Placements, occupied: Keys, t: BlockTables, metric: int) -> int:
    """Make every move of the pieces of a class on some boards; return how many successors `out` got."""
    mask, enter, steps, binomials, parts = t.mask, t.enter, t.steps, t.binomials, t.parts
    start, count, first = np.int64(t.classes[c, SLOT]), np.int64(t.classes[c, COUNT]), np.int64(t.classes[c, FIRST])
    part = part_of(c, ONE, parts)  # ranks are not taken here
    of_class = places[start : start + count]
    found = np.empty(128, np.uint16)
    n = 0
    for i in range(count):
        of_piece = of_class[i]
        for k in range(keys.size):
            for j in range(targets(of_piece[k], cells_on(occupied, k), mask, enter, steps, metric, found)):
                change = rank_change(of_class, np.int64(k), i, found[j], first, binomials)
                out[n] = keys[k] + put(change, part, parts)
                n += 1
    return n


@kernel
def expand(keys: Keys, out: Keys, t: BlockTables, metric: int) -> int:
    """Make every move of every board; return how many successors `out` got, or -1 if a key is not a board."""
    pieces = np.int64(t.classes[-1, SLOT] + t.classes[-1, COUNT])
    places = np.empty((pieces, BATCH), np.uint16)
    occupied = no_cells(t.mask)
    n = 0
    for at in range(0, keys.size, BATCH):
        batch = keys[at : at + BATCH]
        if not decode(batch, places, occupied[: batch.size], t):
            return -1  # it could have more successors than there is room for
        for c in range(t.classes.shape[0]):
            if metric == STEP:
                n += step_class(batch, out[n:], c, places, occupied[: batch.size], t)
            else:
                n += move_class(batch, out[n:], c, places, occupied, t, metric)
    return n


@kernel
def decode_all(keys: Keys, out: Placements, t: BlockTables) -> bool:
    """Write the places of pieces, a row for each; tell whether all ranks are such."""
    good = True
    for c in range(t.classes.shape[0]):
        good &= decode_class(keys, c, out, t)
    return good


@kernel
def paint(places: Placements, out: Cells, covered: Numbers, labels: Cells) -> None:
    """Write the label of each piece into the cells that it covers; a row of `covered` ends where -1 begins."""
    for slot in range(labels.size):
        for k in range(out.shape[0]):
            for j in range(covered.shape[1]):
                cell = covered[places[slot, k], j]
                if cell < 0:
                    break
                out[k, cell] = labels[slot]


_WORD = 64
_NUMBERS = range(MOST_OPEN_CELLS + 1)
BINOMIALS = np.array([[min(comb(n, k), (1 << 63) - 1) for n in _NUMBERS] for k in _NUMBERS], np.int64)
"""C(n, k) in row k, column n; no class has so many sets that one of its numbers is cut off."""
_LARGEST_TABLE = 1 << 23  # bytes: the sets of 6 among 30 placements take 3.6 million


def build_tables(layout: Layout) -> tuple[BlockTables, npt.NDArray[np.int64]]:
    """Build the tables, and for each placement the cells that it covers, row by row; -1 if there are fewer."""
    classes, grid = layout.classes, layout.grid
    open_cells = [(r, c) for r, row in enumerate(grid.rows) for c, name in enumerate(row) if name != WALL]
    bit = {cell: 1 << number for number, cell in enumerate(open_cells)}
    places = sum(len(one.places) for one in classes)
    shape = (places, 2) if len(open_cells) > _WORD else (places,)

    def words(cells: Iterable[Place]) -> Keys:
        """Write a set of cells as a number, or as two where one does not have enough bits."""
        number = sum(bit[cell] for cell in cells)
        return np.array(number if len(shape) == 1 else [number & (1 << _WORD) - 1, number >> _WORD], np.uint64)

    mask, enter = np.zeros(shape, np.uint64), np.full((4, *shape), (1 << 64) - 1, np.uint64)
    steps = np.full((4, places), NOWHERE, np.uint16)
    rows = np.zeros((len(classes), 5), np.uint64)
    covered = np.full((places, max((len(one.pieces[0].shape) for one in classes), default=1)), -1)
    first = slot = 0
    unranked = [np.empty(0, np.uint8)]
    for row, one in zip(rows, classes, strict=True):
        row[:] = len(one.pieces), first, len(one.places), slot, NO_TABLE
        if one.sets * len(one.pieces) <= _LARGEST_TABLE:
            row[ROW] = sum(sets.size for sets in unranked)
            unranked.append(list_sets(len(one.pieces), len(one.places)).reshape(-1))
        piece, number = one.pieces[0], {place: at for at, place in enumerate(one.places, first)}
        for place, at in number.items():
            cells = piece.cells_at(place)
            mask[at] = words(cells)
            covered[at, : len(cells)] = sorted(r * grid.width + c for r, c in cells)
            for number_of_way, way in enumerate(WAYS):
                to = next_place(place, way)
                if way in piece.ways and to in number:
                    steps[number_of_way, at] = number[to]
                    enter[number_of_way, at] = words(piece.cells_at(to) - cells)
        first += len(one.places)
        slot += len(one.pieces)
    parts, last = parts_of_keys(layout), np.uint64(layout.keys - 1)
    return BlockTables(rows, parts, last, mask, enter, steps, BINOMIALS, np.concatenate(unranked)), covered


def parts_of_keys(layout: Layout) -> Keys:
    """For each class the shift and the mask of its bits in a key, or its weight in other keys."""
    weights = [prod(layout.radices[index + 1 :]) for index in range(len(layout.radices))]
    if not layout.has_fields:
        return np.array(weights, np.uint64)
    shifts = [(weight.bit_length() - 1) * (radix > 1) for weight, radix in zip(weights, layout.radices, strict=True)]
    masks = [radix - 1 for radix in layout.radices]
    return np.array([*zip(shifts, masks, strict=True)], np.uint64).reshape(-1, 2)
