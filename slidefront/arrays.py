"""Types of arrays that all packages use: keys, and decoded cells."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

KEY_BITS = 64
"""The most bits of a key in kernels and layers."""
Keys = npt.NDArray[np.uint64]
Cells = npt.NDArray[np.uint8]


def key_array(keys: Iterable[int], bits: int) -> Keys:
    """Put keys in an array; keys of more than 64 bits, which no kernel takes, are Python integers."""
    return np.array(list(keys), object if bits > KEY_BITS else np.uint64)
