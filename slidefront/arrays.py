"""Types of arrays that all packages use: keys, and decoded cells."""

from collections.abc import Iterable
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from slidefront.errors import LimitError

KEY_BITS = 64
"""The most bits of a key in kernels and layers."""
Keys = npt.NDArray[np.uint64]
Cells = npt.NDArray[np.uint8]


def key_array(keys: Iterable[int], bits: int) -> Keys:
    """Put keys in an array; keys of more than 64 bits, which no kernel takes, are Python integers."""
    return np.array(list(keys), object if bits > KEY_BITS else np.uint64)


def read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """View an array as those of files are: a kernel that reads both is compiled once."""
    view = array.view()
    view.setflags(write=False)
    return view


class Keyed(Protocol):
    """What has boards with keys: a puzzle."""

    name: str
    key_bits: int


def check_key_bits(puzzle: Keyed) -> None:
    """Refuse work on many boards if a key has more than 64 bits."""
    if puzzle.key_bits > KEY_BITS:
        raise LimitError(
            f"{puzzle.name} cannot be explored: each board needs a key of {puzzle.key_bits} bits, and layers and "
            f"tables store at most {KEY_BITS}; `slidefront solve` solves single boards"
        )
