"""The arrays that all packages pass on: sorted or unsorted keys, and decoded cells."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

KEY_BITS = 64
"""The bits of a key that kernels and layers take."""
Keys = npt.NDArray[np.uint64]
Cells = npt.NDArray[np.uint8]


def key_array(keys: Iterable[int], bits: int) -> Keys:
    """Put keys in an array: of Python integers where a key has more than 64 bits, which no kernel takes."""
    return np.array(list(keys), object if bits > KEY_BITS else np.uint64)
