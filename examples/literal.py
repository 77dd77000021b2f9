"""The idea of slidefront, and nothing else: each depth of a board of tiles is a sorted array of numbers, and a file.

A board of at most 16 cells is a number of 4 bits a cell, so its hex digits are the board. The hole is 0; it is rigid,
one cell high, and one or more wide. Each layer is a Parquet file, and the last two are all that is needed to continue.

    python examples/literal.py layers 4 4 2      # folder, rows, columns, width of the hole: the 14-puzzle
"""

import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numba import njit


@njit
def successors(layer, rows, columns, width):
    """Make every move on every board. Cells are counted from the last, which is in the lowest bits."""
    found, count = np.empty(4 * layer.size, np.uint64), 0
    for board in layer:
        hole = 0
        while board >> np.uint64(4 * hole) & np.uint64(15):
            hole += 1
        row, column = divmod(hole, columns)
        for possible, start, end, tiles in (
            (row > 0, hole - columns, hole, width),
            (row + 1 < rows, hole + columns, hole, width),
            (column > 0, hole - 1, hole - 1 + width, 1),
            (column + width < columns, hole + width, hole, 1),
        ):
            if possible:
                moved = board >> np.uint64(4 * start) & np.uint64(16**tiles - 1)
                found[count] = board ^ moved << np.uint64(4 * start) ^ moved << np.uint64(4 * end)
                count += 1
    return found[:count]


def unique(boards):
    """Sort boards in place, and keep one of each. (`np.unique` of numpy 2.3 and later hashes, which is slower.)"""
    boards.sort()
    return boards[np.concatenate(([True], boards[1:] != boards[:-1]))]


def without(boards, layer):
    """Leave out the boards that are in a layer."""
    places = np.minimum(np.searchsorted(layer, boards), layer.size - 1)
    return boards[layer[places] != boards]


def save(layer, file):
    """Write a layer: a file that has its name is complete."""
    pq.write_table(pa.table({"state": layer}), file.with_suffix(".part"))
    file.with_suffix(".part").rename(file)


def explore(folder, rows, columns, width=1, depth=1000):
    """Write the layers up to a depth, or all of them; start from the last two that are there."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "0000.parquet").exists():
        home = "123456789abcdef"[: rows * columns - width] + "0" * width
        save(np.array([int(home, 16)], np.uint64), folder / "0000.parquet")
    files = sorted(folder.glob("*.parquet"))
    before, *_, frontier = [np.array(pq.read_table(file)["state"]) for file in 2 * files[-2:]]
    for number in range(len(files), depth + 1):
        boards = unique(successors(frontier, rows, columns, width))
        before, frontier = frontier, without(without(boards, frontier), before)
        if frontier.size == 0:
            break
        save(frontier, folder / f"{number:04}.parquet")
        print(f"{number:4}{frontier.size:16,}")


if __name__ == "__main__":
    explore(Path(sys.argv[1]), *map(int, sys.argv[2:]))
