"""Nine tiles on 3 x 3 cells: a move turns a block of 2 x 2 cells by a quarter, clockwise or back."""

import numpy as np

import slidefront

BLOCKS = {"A": (0, 1, 4, 3), "B": (1, 2, 5, 4), "C": (3, 4, 7, 6), "D": (4, 5, 8, 7)}  # cells, clockwise
TURNS = BLOCKS | {name.lower(): cells[::-1] for name, cells in BLOCKS.items()}


class Rotations(slidefront.Puzzle):
    """A key has 4 bits a cell, the first cell highest."""

    name, metric, key_bits, most_successors = "rotations", "turn", 36, len(TURNS)
    home, goal = 0x123456789, slidefront.Goal(0x123456789)

    def parse(self, text: str) -> int:
        digits = text.replace("/", "")
        if sorted(digits) != list("123456789"):
            raise slidefront.BoardError(f"{text!r} is not a board of the tiles 1 to 9")
        return int(digits, 16)

    def format(self, key: int) -> str:
        return f"{key:x}"

    def write_successors(self, work: np.ndarray, out: np.ndarray) -> int:
        out[: len(TURNS) * work.size] = np.concatenate([turn(work, cells) for cells in TURNS.values()])
        return len(TURNS) * work.size

    def moves(self, key: int) -> list[slidefront.Move]:
        work = np.array([key], np.uint64)
        return [slidefront.Move("turn", name, int(turn(work, cells)[0])) for name, cells in TURNS.items()]


def turn(work: np.ndarray, cells: tuple[int, ...]) -> np.ndarray:
    """Move the tile of each cell to the next one of the block."""
    after = work & ~np.uint64(sum(15 << 4 * (8 - cell) for cell in cells))
    for start, end in zip(cells, cells[1:] + cells[:1], strict=True):
        after |= (work >> np.uint64(4 * (8 - start)) & np.uint64(15)) << np.uint64(4 * (8 - end))
    return after
