"""The inner loops of ranks of transfer puzzles. Every table they read is built by `ranks.py`."""

import numpy as np

from slidefront.arrays import Cells
from slidefront.compile import kernel
from slidefront.puzzles.groups.kernels import Cosets, Numbers, Rows, split


@kernel
def rank_cells(cells: Cells, place_at: Rows, tile_of: Rows, cosets: Cosets, out: Numbers, anchors: Rows) -> None:
    """Rank boards given as cells; `place_at` has a row for each anchor, `anchors` the anchor of each board."""
    points = cosets.base.shape[1]
    blocks, places = cosets.base.shape[0], cosets.inner.shape[0]
    g, work = np.empty(points, np.int8), np.empty((5, points), np.int8)
    for i in range(cells.shape[0]):
        out[i] = -1
        anchor = anchors[i]
        if anchor < 0:
            continue
        g[:] = -1
        good = True
        for cell in range(cells.shape[1]):
            place = place_at[anchor, cell]
            tile = tile_of[cells[i, cell] & 15]
            if (place < 0) != (tile < 0) or (tile >= 0 and g[tile] >= 0):
                good = False
            elif tile >= 0:
                g[tile] = place
        if good:
            block, place = split(g, cosets, work)
            if block >= 0:
                out[i] = (np.int64(anchor) * blocks + block) * places + place


@kernel
def unrank_cells(ranks: Numbers, place_at: Rows, label_of: Cells, cosets: Cosets, out: Cells) -> None:
    """Write the cells of boards of some ranks; `label_of` has the label of each tile."""
    points = cosets.base.shape[1]
    blocks, places = cosets.base.shape[0], cosets.inner.shape[0]
    tile_at = np.empty(points, np.int8)
    for i in range(ranks.size):
        rest, place = divmod(ranks[i], places)
        anchor, block = divmod(rest, blocks)
        for tile in range(points):
            tile_at[cosets.base[block, cosets.inner[place, tile]]] = tile
        for cell in range(out.shape[1]):
            at = place_at[anchor, cell]
            out[i, cell] = label_of[tile_at[at]] if at >= 0 else 0
