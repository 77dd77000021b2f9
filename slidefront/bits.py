"""Bits of words, in kernels."""

import numpy as np

from slidefront.compile import kernel

_PAIRS, _FOURS = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
_EIGHTS, _BYTES = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)


@kernel
def count_bits(word: np.uint64) -> int:
    """Count the bits that are set; the compiler knows these lines, and uses the instruction for them."""
    word -= (word >> np.uint64(1)) & _PAIRS
    word = (word & _FOURS) + ((word >> np.uint64(2)) & _FOURS)
    word = (word + (word >> np.uint64(4))) & _EIGHTS
    return int(np.int64((word * _BYTES) >> np.uint64(56)))
