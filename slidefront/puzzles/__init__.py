"""Puzzles: their files, keys, moves, sizes and capabilities. This package imports no layers and no runs.

- `core`: the base class of all puzzles, and a board on a route
- `capabilities`: goals, moves, sizes, drawings, and what a puzzle can do in addition
- `frame`: the cells, moves and lower bound of puzzles whose moves carry tiles
- `contract`: checks of puzzles that are written in Python
- `ranking`: boards as consecutive numbers, for tables; `groups`: groups of permutations
- `puzzle_file`: puzzle files and their checked fields; `board_text`: boards as text, read and written
- `transfer`: tiles that move into a hole, and graphs with one mover
- `blocks`: pieces of any shape
- `library`: the built-in puzzles
"""

from typing import Literal

Metric = Literal["step", "slide", "move", "line"]
"""What counts as one move."""
Only = Literal["goal", "hole-home", "mover-home"]
"""The boards that layers count separately; a puzzle supports one of these."""
