"""Boards that Python gives as lists or arrays, and their text."""

import json
from collections.abc import Sequence
from typing import Any

import numpy.typing as npt

from slidefront.errors import PuzzleError

Pasted = Sequence[Any] | npt.NDArray[Any]
"""A board as lists or an array."""


def as_text(board: object) -> str:
    """Write lists, tuples, an array or a data frame as JSON; a text stays as it is."""
    if isinstance(board, str):
        return board
    values = board.to_numpy() if hasattr(board, "to_numpy") else board
    values = values.tolist() if hasattr(values, "tolist") else values
    try:
        if isinstance(values, list | tuple):
            return json.dumps(values)
    except (TypeError, ValueError):
        pass
    raise PuzzleError(f"{type(board).__name__} is not a board: give a text, or lists such as [[1, 2], [3, 0]]")


def plain(board: str | int | Pasted) -> str | int:
    """Write a board that is given as lists or an array as text."""
    if isinstance(board, list | tuple) or getattr(board, "ndim", None):
        return as_text(board)
    return board  # type: ignore[return-value]
