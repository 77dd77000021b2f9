"""The directions of steps and the metrics of block moves, which puzzle families and applications share."""

DIRECTIONS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
"""How a step changes the row and the column. Tables number the directions in this order."""
STEP, SLIDE, MOVE = range(3)
METRICS = {"step": STEP, "slide": SLIDE, "move": MOVE}
"""One move of a block is one cell, any distance in one direction, or any path; with the numbers that kernels use."""
