"""Readers and writers of puzzles, boards and routes as text.

- `load`, `grids`: puzzles, from names, puzzle files or plain boards
- `boards`, `route`: boards and start sets; routes and the notations of their moves
- `board_files`: files of many boards, and arguments that are boards
"""

from typing import Literal, get_args

Notation = Literal["steps", "grouped", "letters", "hole-letters", "places"]
"""A notation of the moves of a route; `route` describes each."""
NOTATIONS: tuple[Notation, ...] = get_args(Notation)
BOARDS_FORMAT = "boards"
"""The format that draws every board of a route instead of its moves."""
ROUTE_FORMATS = (*NOTATIONS, BOARDS_FORMAT)
"""The formats in which commands print routes."""
