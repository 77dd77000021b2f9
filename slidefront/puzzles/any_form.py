"""Methods of puzzles that take boards in any form: as key, text, lists or array.

Families and puzzles of your own define such a method for keys only. `take_any_form` wraps it when its class is made:
what is not a key yet is parsed first. A key passes through as it is, so that loops over keys lose no time.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

OF_BOARDS = ("format", "successors", "reaches", "connects", "why_unreachable", "route_parity", "hole_cell")
"""Methods all of whose arguments are boards."""
OF_ARRAYS = (
    "meets",
    "marked",
    "count_marked",
    "parity",
    "reaches_all",
    "strings",
    "utf8",
    "places",
    "cells",
    "anchors",
)
"""Methods of many boards."""

AnyBoard = Any
"""A board as key, text, lists or array; a method that overrides one with such a parameter gets the key."""


def take_any_form(puzzle: type) -> None:
    """Let the methods that a class defines take boards in any form."""
    for names, wrap in ((OF_BOARDS, _of_boards), (OF_ARRAYS, _of_arrays)):
        for name in names:
            if name in vars(puzzle):
                setattr(puzzle, name, wrap(vars(puzzle)[name]))


def _of_boards(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def wrapped(self: Any, *boards: AnyBoard) -> Any:
        return method(self, *[board if type(board) is int else self.key(board) for board in boards])

    return wrapped


def _of_arrays(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def wrapped(self: Any, keys: AnyBoard) -> Any:
        return method(self, self.array(keys))

    return wrapped
