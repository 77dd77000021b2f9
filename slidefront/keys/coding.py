"""Sorted keys in fewer bits, for files that are read once: the differences of neighbours, as wide as sixteen need.

Keys are coded in stretches, each of which can be read without those before it. A stretch fills whole words:

    first key (64 bits) | width - 1 (6 bits), 16 differences | width - 1, 16 differences | ... | zeros

Neighbours in a large layer differ in few bits: a key takes 3 to 5 bytes, 2 to 3 ns to write and half of that to read.
"""

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.compile import kernel

GROUP = 16
WIDTH = np.uint64(6)  # bits in which a width is written
WORD = np.uint64(64)
ONE = np.uint64(1)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)

Starts = npt.NDArray[np.int64]


def most_words(keys: int, stretch: int) -> int:
    """Say how many words so many keys take at most."""
    return keys + keys // GROUP + 2 * (keys // stretch + 1)


@kernel
def bit_width(number: np.uint64) -> np.uint64:
    """Count the bits of a number, at least one."""
    width = ONE
    for step in (32, 16, 8, 4, 2, 1):
        if number >> np.uint64(step):
            number >>= np.uint64(step)
            width += np.uint64(step)
    return width


@kernel
def encode(keys: Keys, words: Keys, starts: Starts, stretch: int) -> int:
    """Code ascending keys; note the word at which each stretch starts. Return how many words it took."""
    at = 0
    for number in range(starts.size):
        starts[number] = at
        first, end = number * stretch, min(keys.size, (number + 1) * stretch)
        words[at] = keys[first]
        at += 1
        waiting, bits = np.uint64(0), np.uint64(0)  # a word that is not full yet, and how many of its bits are taken
        i = first + 1
        while i < end:
            stop = min(end, i + GROUP)
            differ = np.uint64(0)
            for j in range(i, stop):
                differ |= keys[j] - keys[j - 1]
            width = bit_width(differ)
            for j in range(i - 1, stop):
                value, wide = (width - ONE, WIDTH) if j < i else (keys[j] - keys[j - 1], width)
                waiting |= value << bits
                bits += wide
                if bits >= WORD:
                    words[at] = waiting
                    at += 1
                    bits -= WORD
                    waiting = (value >> ONE) >> (wide - bits - ONE)
            i = stop
        if bits:
            words[at] = waiting
            at += 1
    return at


@kernel
def take(words: Keys, base: np.int64, bit: np.uint64) -> np.uint64:
    """Read 64 bits of a stream that begins with word `base`."""
    at, shift = base + np.int64(bit // WORD), bit % WORD
    return np.uint64((words[at] >> shift) | ((words[at + 1] << ONE) << (WORD - ONE - shift)))


@kernel
def decode(words: Keys, keys: Keys, starts: Starts, stretch: int) -> bool:
    """Read the first keys of what `encode` wrote, and note where stretches start; False where it is cut short.

    One word more than was written must be there, whatever it holds: the last bits are read with those behind them.
    """
    at = np.int64(0)
    for number in range(starts.size):
        starts[number] = at
        first, end = number * stretch, min(keys.size, (number + 1) * stretch)
        if at + 1 >= words.size:
            return False
        key = words[at]
        keys[first] = key
        base, bit = at + 1, np.uint64(0)
        last = np.uint64(words.size - 1 - base) * WORD  # no bit from here on may be taken
        i = first + 1
        while i < end:
            stop = min(end, i + GROUP)
            if bit + WIDTH > last:
                return False
            width = (take(words, base, bit) & (WORD - ONE)) + ONE
            bit += WIDTH
            if bit + np.uint64(stop - i) * width > last:
                return False
            mask = ALL >> (WORD - width)
            for j in range(i, stop):
                key += take(words, base, bit) & mask
                keys[j] = key
                bit += width
            i = stop
        at = base + np.int64((bit + WORD - ONE) // WORD)
    return True
