"""The kernels of block puzzles and the tables that they read.

`expand_blocks` decodes a batch of boards, class by class, and makes every move of every piece:

    key  ->  rank of each class  ->  placement of each piece  ->  is the step free?  ->  key + change of the rank

The placements of all classes are numbered together (see `codec`). The rank of a class with one piece is its placement.
The placements of several pieces are looked up in `unranked`, which has a row for each rank. If a class has too many
ranks for a table, they are computed with `binomials[k, n]` = C(n, k).

The tables have two forms each, for which numba compiles the kernels separately:

- `parts` contains the shift and the mask of the bits of each class; or, if keys are mixed numbers, the weight of each
  class, without a second axis.
- `mask` contains the cells that a placement covers. For each direction, `steps` contains the placement one step away,
  or NOWHERE, and `enter` the cells that the piece would newly cover, or all cells. A set of up to 64 cells is one
  word; a larger set is two words on an axis of their own.
"""

from collections.abc import Iterable
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Cells, Keys, Numbers
from slidefront.compile import kernel
from slidefront.moves import DIRECTIONS, MOVE, SLIDE, STEP
from slidefront.puzzles.blocks.layout import MOST_OPEN_CELLS, WALL, Layout, list_sets, next_place
from slidefront.puzzles.capabilities import Place

COUNT, FIRST, SIZE, SLOT, ROW = range(5)  # columns of `classes`
PART_SHIFT, PART_MASK = range(2)  # columns of `parts`
ONE = np.uint64(1)
NO_TABLE = np.uint64((1 << 64) - 1)
NOWHERE = 65535
BATCH_BOARDS = 512  # boards that are processed together, piece by piece, so that shared values stay in registers

Placements = npt.NDArray[np.uint16]
Covered = Any  # the covered cells of one board: a number, or a pair of numbers
KeyPart = tuple[np.uint64, np.uint64]


class BlockTables(NamedTuple):
    """The tables of a puzzle; the module docstring explains them."""

    classes: Keys
    parts: Keys
    last: np.uint64
    """The greatest key that the parts can form."""
    mask: Keys
    enter: Keys
    steps: Placements
    binomials: Numbers
    unranked: Cells


@kernel
def no_cells(mask: Keys) -> Keys:
    """Allocate the sets of cells that are covered on the boards of a batch."""
    return np.zeros((BATCH_BOARDS, *mask.shape[1:]), np.uint64)


@kernel
def cover(occupied: Keys, k: int, mask: Keys, place: int) -> np.uint64:
    """Cover the cells of a placement on board k; return the cells that were covered before, united over all words."""
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
    """Return the covered cells of board k, so that they stay in registers."""
    if occupied.ndim == 1:
        return occupied[k]
    return occupied[k, 0], occupied[k, 1]


@kernel
def cells_without(cells: Covered, mask: Keys, place: int) -> Covered:
    """Return the covered cells without the cells of a placement."""
    if mask.ndim == 1:
        return cells ^ mask[place]
    return cells[0] ^ mask[place, 0], cells[1] ^ mask[place, 1]


@kernel
def is_free(cells: Covered, enter: Keys, direction: int, place: int) -> bool:
    """Whether a piece would enter no covered cell."""
    if enter.ndim == 2:
        return bool(enter[direction, place] & cells == 0)
    return bool((enter[direction, place, 0] & cells[0]) | (enter[direction, place, 1] & cells[1]) == 0)


@kernel
def class_part(c: int, ranks: np.uint64, parts: Keys) -> KeyPart:
    """Return the part of a class in keys: shift and mask of its bits, or its weight and its number of ranks."""
    if parts.ndim == 2:
        return parts[c, PART_SHIFT], parts[c, PART_MASK]
    return parts[c], ranks


@kernel
def take_rank(key: np.uint64, part: KeyPart, parts: Keys) -> np.uint64:
    """Return the rank of a class in a key."""
    if parts.ndim == 2:
        return np.uint64((key >> part[0]) & part[1])
    return np.uint64(key // part[0] % part[1])


@kernel
def put_rank(rank: np.uint64, part: KeyPart, parts: Keys) -> np.uint64:
    """Return what the rank of a class, or a change of the rank, adds to a key."""
    if parts.ndim == 2:
        return np.uint64(rank << part[0])
    return np.uint64(rank * part[0])


@kernel
def unrank(rank: np.int64, size: np.int64, first: np.int64, binomials: Numbers, out: Placements | Numbers) -> None:
    """Write the set of a rank, whose numbers are less than `size`, with `first` added to each number."""
    number = size - 1
    for i in range(out.size, 0, -1):
        while binomials[i, number] > rank:
            number -= 1
        rank -= binomials[i, number]
        out[i - 1] = first + number
        number -= 1


@kernel
def decode_class(keys: Keys, c: int, places: Placements, t: BlockTables) -> bool:
    """Write the placements of the pieces of a class on some boards, ascending, to a row of `places` for each piece.

    Return whether all ranks are in range. A rank beyond the greatest, which only a damaged file contains, is clipped.
    """
    classes, parts, binomials, unranked = t.classes, t.parts, t.binomials, t.unranked
    first, count, slot, row = classes[c, FIRST], classes[c, COUNT], classes[c, SLOT], classes[c, ROW]
    greatest = np.uint64(binomials[count, classes[c, SIZE]]) - ONE
    part = class_part(c, greatest + ONE, parts)
    beyond = np.uint64(0)  # its highest bit is set if a rank is too great
    if count == ONE:
        of_piece = places[slot]
        for k in range(keys.size):
            rank = take_rank(keys[k], part, parts)
            beyond |= greatest - rank
            of_piece[k] = first + min(rank, greatest)
    elif row != NO_TABLE:
        for i in range(count):
            of_piece = places[slot + i]
            for k in range(keys.size):
                rank = take_rank(keys[k], part, parts)
                beyond |= greatest - rank
                of_piece[k] = first + unranked[row + min(rank, greatest) * count + i]
    else:
        for k in range(keys.size):
            rank = take_rank(keys[k], part, parts)
            beyond |= greatest - rank
            of_class = places[slot : slot + count, k]
            unrank(np.int64(min(rank, greatest)), np.int64(classes[c, SIZE]), np.int64(first), binomials, of_class)
    return bool(beyond >> np.uint64(63) == np.uint64(0))


@kernel
def decode_all(keys: Keys, out: Placements, t: BlockTables) -> bool:
    """Write the placements of all pieces, a row for each piece; return whether all ranks are in range."""
    good = True
    for c in range(t.classes.shape[0]):
        good &= decode_class(keys, c, out, t)
    return good


@kernel
def decode_boards(keys: Keys, places: Placements, occupied: Keys, t: BlockTables) -> bool:
    """Write the placements of all pieces of some boards, class after class, and the cells that they cover.

    Return whether all are boards: no key is too great, all ranks are in range, and no two pieces cover the same cell.
    """
    occupied[:] = 0
    shared, last = np.uint64(0), t.last
    good = decode_all(keys, places, t)
    for k in range(keys.size):
        good &= keys[k] <= last
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
    """Return the change of the rank of a class, modulo 2^64, if a piece on board k goes to another placement."""
    if of_class.shape[0] == 1:
        return np.uint64(to) - np.uint64(of_class[0, k])
    i = piece + 1
    change = -binomials[i, np.int64(of_class[piece, k]) - first]
    while i < of_class.shape[0] and of_class[i, k] < to:  # the pieces that it passes move down in the order
        number = np.int64(of_class[i, k]) - first
        change += binomials[i, number] - binomials[i + 1, number]
        i += 1
    while i > 1 and of_class[i - 2, k] > to:  # or up
        number = np.int64(of_class[i - 2, k]) - first
        change += binomials[i, number] - binomials[i - 1, number]
        i -= 1
    return np.uint64(change + binomials[i, np.int64(to) - first])


@kernel
def step_class(keys: Keys, out: Keys, c: int, places: Placements, occupied: Keys, t: BlockTables) -> int:
    """Write the boards after every step of the pieces of a class to `out`; return how many."""
    enter, steps, binomials, parts = t.enter, t.steps, t.binomials, t.parts
    start, count, first = np.int64(t.classes[c, SLOT]), np.int64(t.classes[c, COUNT]), np.int64(t.classes[c, FIRST])
    part = class_part(c, ONE, parts)  # the number of ranks is not used to put one
    of_class = places[start : start + count]
    boards = np.empty(keys.size + 1, np.uint16)
    n = 0
    for i in range(count):
        of_piece = of_class[i]
        for direction in range(4):
            to, free = steps[direction], 0
            for k in range(keys.size):
                boards[free] = k
                # Every board is written, and counted if the step is free, so that no branch is mispredicted.
                free += is_free(cells_on(occupied, k), enter, direction, of_piece[k])
            for j in range(free):
                board = np.int64(boards[j])
                change = rank_change(of_class, board, i, to[of_piece[board]], first, binomials)
                out[n] = keys[board] + put_rank(change, part, parts)
                n += 1
    return n


@kernel
def targets(
    place: int, occupied: Covered, mask: Keys, enter: Keys, steps: Placements, metric: int, ends: Placements
) -> int:
    """List the placements that a piece can reach in one move of the metric; return how many."""
    n = 0
    others = cells_without(occupied, mask, place)
    for direction in range(4):
        if is_free(occupied, enter, direction, place):
            to = steps[direction, place]
            ends[n] = to
            n += 1
            while metric == SLIDE and steps[direction, to] != NOWHERE and is_free(others, enter, direction, to):
                to = steps[direction, to]
                ends[n] = to
                n += 1
    done = n if metric != MOVE else 0
    while done < n:  # a path may continue from each placement in any direction
        for direction in range(4):
            to = steps[direction, ends[done]]
            if to != NOWHERE and is_free(others, enter, direction, ends[done]):
                known = to == place
                for i in range(n):
                    known |= ends[i] == to
                if not known:
                    ends[n] = to
                    n += 1
        done += 1
    return n


@kernel
def move_class(keys: Keys, out: Keys, c: int, places: Placements, occupied: Keys, t: BlockTables, metric: int) -> int:
    """Write the boards after every move of the pieces of a class to `out`; return how many."""
    mask, enter, steps, binomials, parts = t.mask, t.enter, t.steps, t.binomials, t.parts
    start, count, first = np.int64(t.classes[c, SLOT]), np.int64(t.classes[c, COUNT]), np.int64(t.classes[c, FIRST])
    part = class_part(c, ONE, parts)  # the number of ranks is not used to put one
    of_class = places[start : start + count]
    ends = np.empty(128, np.uint16)
    n = 0
    for i in range(count):
        of_piece = of_class[i]
        for k in range(keys.size):
            for j in range(targets(of_piece[k], cells_on(occupied, k), mask, enter, steps, metric, ends)):
                change = rank_change(of_class, np.int64(k), i, ends[j], first, binomials)
                out[n] = keys[k] + put_rank(change, part, parts)
                n += 1
    return n


@kernel
def expand_blocks(keys: Keys, out: Keys, t: BlockTables, metric: int) -> int:
    """Write the successors of every board to `out`; return how many, or -1 if a key is not a board."""
    pieces = np.int64(t.classes[-1, SLOT] + t.classes[-1, COUNT])
    places = np.empty((pieces, BATCH_BOARDS), np.uint16)
    occupied = no_cells(t.mask)
    n = 0
    for begin in range(0, keys.size, BATCH_BOARDS):
        batch = keys[begin : begin + BATCH_BOARDS]
        if not decode_boards(batch, places, occupied[: batch.size], t):
            return -1  # it could have more successors than there is room for
        for c in range(t.classes.shape[0]):
            if metric == STEP:
                n += step_class(batch, out[n:], c, places, occupied[: batch.size], t)
            else:
                n += move_class(batch, out[n:], c, places, occupied, t, metric)
    return n


@kernel
def paint(places: Placements, out: Cells, covered: Numbers, labels: Cells) -> None:
    """Write the label of each piece to the cells that it covers; -1 ends a row of `covered`."""
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
"""C(n, k) in row k, column n. Numbers beyond 63 bits are clipped; no class has so many sets that it uses them."""
_LARGEST_TABLE = 1 << 23  # bytes: the sets of 6 among 30 placements take 3.6 million


def build_block_tables(layout: Layout) -> tuple[BlockTables, npt.NDArray[np.int64]]:
    """Build the tables of a layout, and a row of covered cells for each placement, which -1 fills up."""
    classes, grid = layout.classes, layout.grid
    open_cells = [(r, c) for r, row in enumerate(grid.rows) for c, name in enumerate(row) if name != WALL]
    bit = {cell: 1 << number for number, cell in enumerate(open_cells)}
    places = sum(len(cls.places) for cls in classes)
    shape = (places, 2) if len(open_cells) > _WORD else (places,)

    def words(cells: Iterable[Place]) -> Keys:
        """Return a set of cells as one word or two."""
        number = sum(bit[cell] for cell in cells)
        return np.array(number if len(shape) == 1 else [number & (1 << _WORD) - 1, number >> _WORD], np.uint64)

    mask, enter = np.zeros(shape, np.uint64), np.full((4, *shape), (1 << 64) - 1, np.uint64)
    steps = np.full((4, places), NOWHERE, np.uint16)
    rows = np.zeros((len(classes), 5), np.uint64)
    covered = np.full((places, max((len(cls.pieces[0].shape) for cls in classes), default=1)), -1)
    first = slot = 0
    unranked = [np.empty(0, np.uint8)]
    for row, cls in zip(rows, classes, strict=True):
        row[:] = len(cls.pieces), first, len(cls.places), slot, NO_TABLE
        if cls.sets * len(cls.pieces) <= _LARGEST_TABLE:
            row[ROW] = sum(sets.size for sets in unranked)
            unranked.append(list_sets(len(cls.pieces), len(cls.places)).reshape(-1))
        piece, numbers = cls.pieces[0], {place: number for number, place in enumerate(cls.places, first)}
        for place, number in numbers.items():
            cells = piece.cells_at(place)
            mask[number] = words(cells)
            covered[number, : len(cells)] = sorted(r * grid.width + c for r, c in cells)
            for index, direction in enumerate(DIRECTIONS):
                to = next_place(place, direction)
                if direction in piece.directions and to in numbers:
                    steps[index, number] = numbers[to]
                    enter[index, number] = words(piece.cells_at(to) - cells)
        first += len(cls.places)
        slot += len(cls.pieces)
    parts, last = parts_of_keys(layout), np.uint64(layout.key_count - 1)
    return BlockTables(rows, parts, last, mask, enter, steps, BINOMIALS, np.concatenate(unranked)), covered


def parts_of_keys(layout: Layout) -> Keys:
    """Return the shift and the mask of the bits of each class, or in mixed numbers its weight."""
    weights = [prod(layout.radices[index + 1 :]) for index in range(len(layout.radices))]
    if not layout.has_fields:
        return np.array(weights, np.uint64)
    shifts = [(weight.bit_length() - 1) * (radix > 1) for weight, radix in zip(weights, layout.radices, strict=True)]
    masks = [radix - 1 for radix in layout.radices]
    return np.array([*zip(shifts, masks, strict=True)], np.uint64).reshape(-1, 2)
