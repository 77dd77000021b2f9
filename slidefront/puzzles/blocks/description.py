"""Describe a block puzzle as plain data, so that another program (the page) can play it.

Cells are counted row by row. A piece lies where the first row and the first column of its shape are; the places of a
class are such cells, in the order that the ranks of keys count them in.
"""

from itertools import accumulate
from typing import Any

import numpy as np

from slidefront.puzzles.blocks.classes import Piece
from slidefront.puzzles.blocks.encoding import BlockEncoding
from slidefront.puzzles.blocks.grid import BLANK, GATE, WALL


def describe(puzzle: BlockEncoding) -> dict[str, Any]:
    """Describe the board, the pieces, their classes and the goal."""
    grid, width = puzzle.grid, puzzle.grid.width
    wanted = np.flatnonzero(puzzle.wanted).tolist()
    firsts = [0, *accumulate(len(one.places) for one in puzzle.classes)]
    number_of = {piece.name: number for number, one in enumerate(puzzle.classes) for piece in one.pieces}
    return {
        "family": "blocks",
        "kind": "blocks",
        "metric": puzzle.metric,
        "rows": len(grid.rows),
        "columns": width,
        "form": puzzle.layout.form,
        "cells": [name if name in (WALL, GATE) else BLANK for row in grid.rows for name in row],
        "pieces": [_piece(piece, number_of.get(piece.name, -1), width) for piece in puzzle.layout.pieces.values()],
        "classes": [
            {
                "keys": str(radix),
                "places": [row * width + column for row, column in one.places],
                "wanted": [at - first for at in wanted if first <= at < first + len(one.places)],
            }
            for one, radix, first in zip(puzzle.classes, puzzle.layout.radices, firsts, strict=False)
        ],
        "wantedTotal": puzzle.wanted_total,
        "goal": [[name, place[0] * width + place[1]] for name, place in puzzle.goal.pieces],
    }


def _piece(piece: Piece, number: int, width: int) -> dict[str, Any]:
    return {
        "name": piece.name,
        "shape": sorted(map(list, piece.shape)),
        "ways": "".join(piece.ways),
        "gates": piece.passes_gates,
        "start": piece.start[0] * width + piece.start[1],
        "class": number,
    }
