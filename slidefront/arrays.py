"""The array types of all packages (keys, decoded cells, numbers), and a few functions on keys and words."""

from collections.abc import Iterable, Sequence
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from slidefront.compile import kernel
from slidefront.errors import BoardError

KEY_BITS = 64
"""The maximum number of bits of a key in kernels and layers."""
Keys = npt.NDArray[np.uint64]
Cells = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]
Small = npt.NDArray[np.int32]
NO_KEYS = np.empty(0, np.uint64)
_PAIRS, _FOURS = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
_EIGHTS, _BYTES = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)


def key_array(keys: Iterable[int], bits: int) -> Keys:
    """Return keys as an array; keys of more than 64 bits, which kernels cannot process, stay Python integers."""
    listed, most = [*keys], max(bits, KEY_BITS)
    try:
        return np.array([*map(index, listed)], object if bits > KEY_BITS else np.uint64)
    except (TypeError, OverflowError):
        given = f", not {listed[0]!r}" if len(listed) == 1 else ""
        raise BoardError(f"a key is a whole number from 0, of at most {most} bits{given}") from None


def read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return a read-only view. Arrays of files are read-only, so a kernel that reads both is compiled only once."""
    view = array.view()
    view.setflags(write=False)
    return view


def joined(arrays: Sequence[Keys]) -> Keys:
    """Join arrays; a single array is not copied."""
    if not arrays:
        return NO_KEYS
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)


def take_rows(blocks: Iterable[Keys], rows: Numbers) -> Keys:
    """Take the keys of ascending rows from consecutive blocks."""
    taken = []
    first = 0
    for keys in blocks:
        start, end = np.searchsorted(rows, [first, first + keys.size])
        taken.append(keys[rows[start:end] - first])
        first += keys.size
        if end == rows.size:
            break
    return joined(taken)


@kernel
def count_bits(word: np.uint64) -> int:
    """Count the bits that are set; the compiler recognises this code and replaces it by one instruction."""
    word -= (word >> np.uint64(1)) & _PAIRS
    word = (word & _FOURS) + ((word >> np.uint64(2)) & _FOURS)
    word = (word + (word >> np.uint64(4))) & _EIGHTS
    return int(np.int64((word * _BYTES) >> np.uint64(56)))
