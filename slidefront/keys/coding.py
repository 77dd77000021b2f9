"""Coding of ascending keys in fewer bits: differences of neighbours, in groups of sixteen with a common width.

A block of keys fills whole words and can be read alone:

    first key (64 bits) | width - 1 (6 bits), 16 differences | width - 1, 16 differences | ... | zeros

Neighbours in a large layer differ in few bits: a key takes 3 to 5 bytes, 2 to 3 ns to write and half of that to read.
"""

import numpy as np

from slidefront.arrays import Keys, Numbers
from slidefront.compile import kernel

GROUP = 16
WIDTH = np.uint64(6)  # bits in which a width is written
WORD = np.uint64(64)
ONE = np.uint64(1)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


def block_words(keys: int) -> int:
    """Return the most words that a block of this number of keys takes."""
    return keys + keys // GROUP + 2


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
def encode(keys: Keys, words: Keys) -> int:
    """Code ascending keys as one block; return how many words it takes."""
    if keys.size == 0:
        return 0
    words[0] = keys[0]
    at = 1
    waiting, bits = np.uint64(0), np.uint64(0)  # a word that is not full yet, and how many of its bits are taken
    i = 1
    while i < keys.size:
        stop = min(keys.size, i + GROUP)
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
def take(words: Keys, bit: np.uint64) -> np.uint64:
    """Read 64 bits of a stream of words, which must have one more word."""
    at, shift = np.int64(bit // WORD), bit % WORD
    return np.uint64((words[at] >> shift) | ((words[at + 1] << ONE) << (WORD - ONE - shift)))


@kernel
def decode(words: Keys, keys: Keys) -> bool:
    """Read the keys of one block; False if the words end too early.

    `words` must have one more word than the block, with any content: the last bits are read together with it.
    """
    if keys.size == 0:
        return True
    if words.size < 2:
        return False
    key = words[0]
    keys[0] = key
    bit = WORD
    last = np.uint64(words.size - 1) * WORD  # no bit from here on may be taken
    i = 1
    while i < keys.size:
        stop = min(keys.size, i + GROUP)
        if bit + WIDTH > last:
            return False
        width = (take(words, bit) & (WORD - ONE)) + ONE
        bit += WIDTH
        if bit + np.uint64(stop - i) * width > last:
            return False
        mask = ALL >> (WORD - width)
        for j in range(i, stop):
            key += take(words, bit) & mask
            keys[j] = key
            bit += width
        i = stop
    return True


@kernel
def code_buckets(keys: Keys, bounds: Numbers, words: Keys, sizes: Numbers, places: Numbers, most: int) -> int:
    """Code buckets of ascending keys, a block each, from the first on until about `most` words are there.

    Bucket b holds the keys from bounds[b] to bounds[b + 1]. Note its size, and places[b + 1], where its words end.
    Return how many buckets are coded.
    """
    bucket = 0
    while bucket < sizes.size and places[bucket] - places[0] < most:
        some = keys[bounds[bucket] : bounds[bucket + 1]]
        sizes[bucket] = some.size
        places[bucket + 1] = places[bucket] + encode(some, words[places[bucket] - places[0] :])
        bucket += 1
    return bucket


@kernel
def decode_buckets(words: Keys, sizes: Numbers, places: Numbers, out: Keys, at: Numbers) -> bool:
    """Read consecutive buckets, each to its place in `out`, and move these places on; False if words are missing."""
    for bucket in range(sizes.size):
        size, start, end = sizes[bucket], places[bucket] - places[0], places[bucket + 1] - places[0]
        if not 0 <= size <= out.size - at[bucket] or not 0 <= start <= end < words.size:
            return False
        if not decode(words[start : end + 1], out[at[bucket] : at[bucket] + size]):
            return False
        at[bucket] += size
    return True
