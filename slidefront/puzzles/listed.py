"""The forms in which public functions take boards, and the text of boards that are lists or arrays."""

import json
from collections.abc import Iterable, Sequence
from operator import index

import numpy as np
import numpy.typing as npt

from slidefront.errors import BoardError, PuzzleError

Cell = str | int | None
Pasted = Sequence[Cell | Sequence[Cell]] | npt.NDArray[np.integer] | npt.NDArray[np.str_]
"""A board as lists or an array."""
Board = str | int | np.integer | Pasted
"""A board in any form: as text, key, lists or array."""
Boards = Iterable[Board]
"""Several boards, each in any form; an array of integers has keys."""


def as_text(board: object) -> str:
    """Write lists, tuples, an array or a data frame as JSON; a text stays as it is."""
    if isinstance(board, str):
        return board
    values = board.to_numpy() if hasattr(board, "to_numpy") else board
    values = values.tolist() if hasattr(values, "tolist") else values
    try:
        if isinstance(values, list | tuple):
            return json.dumps(values, ensure_ascii=False)
    except (TypeError, ValueError):
        pass
    raise PuzzleError(f"{type(board).__name__} is not a board: give a text, or lists such as [[1, 2], [3, 0]]")


def plain(board: Board) -> str | int:
    """Write a board that is given as lists or an array as text; a text and a key stay as they are."""
    if isinstance(board, str):
        return board
    if isinstance(board, list | tuple) or getattr(board, "ndim", None):
        return as_text(board)
    try:
        return index(board)  # type: ignore[arg-type]
    except TypeError:
        raise BoardError(f"{board!r} is not a board: give a text, lists such as [[1, 2], [3, 0]], or a key") from None
