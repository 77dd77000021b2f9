"""Compress ascending keys: store the differences of consecutive keys, in groups of sixteen with a common width.

A block of keys fills whole words and can be decoded alone:

    first key (64 bits) | width - 1 (6 bits), 16 differences | width - 1, 16 differences | ... | zeros

Consecutive keys of a large layer differ in few bits: a key takes 3 to 5 bytes, 2 to 3 ns to encode and half of that to
decode.
"""

import numpy as np

from slidefront.arrays import Keys, Numbers
from slidefront.compile import kernel

GROUP = 16
WIDTH = np.uint64(6)  # bits of a width
WORD = np.uint64(64)
LOWEST_BIT = np.uint64(1)
ALL_ONES = np.uint64(0xFFFFFFFFFFFFFFFF)


def block_words(keys: int) -> int:
    """Return an upper bound of the words of a block with a number of keys."""
    return keys + keys // GROUP + 2


@kernel
def bit_width(number: np.uint64) -> np.uint64:
    """Return the number of bits of a number, at least one."""
    width = LOWEST_BIT
    for step in (32, 16, 8, 4, 2, 1):
        if number >> np.uint64(step):
            number >>= np.uint64(step)
            width += np.uint64(step)
    return width


@kernel
def encode(keys: Keys, words: Keys) -> int:
    """Encode ascending keys as one block; return its number of words."""
    if keys.size == 0:
        return 0
    words[0] = keys[0]
    count = 1
    waiting, bits = np.uint64(0), np.uint64(0)  # the word that is being filled, and its number of bits so far
    i = 1
    while i < keys.size:
        stop = min(keys.size, i + GROUP)
        differ = np.uint64(0)
        for j in range(i, stop):
            differ |= keys[j] - keys[j - 1]
        width = bit_width(differ)
        for j in range(i - 1, stop):
            value, wide = (width - LOWEST_BIT, WIDTH) if j < i else (keys[j] - keys[j - 1], width)
            waiting |= value << bits
            bits += wide
            if bits >= WORD:
                words[count] = waiting
                count += 1
                bits -= WORD
                waiting = (value >> LOWEST_BIT) >> (wide - bits - LOWEST_BIT)
        i = stop
    if bits:
        words[count] = waiting
        count += 1
    return count


@kernel
def take(words: Keys, bit: np.uint64) -> np.uint64:
    """Read 64 bits of a stream of words, which must be followed by one more word."""
    index, shift = np.int64(bit // WORD), bit % WORD
    return np.uint64((words[index] >> shift) | ((words[index + 1] << LOWEST_BIT) << (WORD - LOWEST_BIT - shift)))


@kernel
def decode(words: Keys, keys: Keys) -> bool:
    """Decode the keys of one block; return False if the words end too early.

    `words` must have one more word than the block, with any content, because the last bits are read together with it.
    """
    if keys.size == 0:
        return True
    if words.size < 2:
        return False
    key = words[0]
    keys[0] = key
    bit = WORD
    last = np.uint64(words.size - 1) * WORD  # the first bit that must not be read
    i = 1
    while i < keys.size:
        stop = min(keys.size, i + GROUP)
        if bit + WIDTH > last:
            return False
        width = (take(words, bit) & (WORD - LOWEST_BIT)) + LOWEST_BIT
        bit += WIDTH
        if bit + np.uint64(stop - i) * width > last:
            return False
        mask = ALL_ONES >> (WORD - width)
        for j in range(i, stop):
            key += take(words, bit) & mask
            keys[j] = key
            bit += width
        i = stop
    return True


@kernel
def code_buckets(keys: Keys, bounds: Numbers, words: Keys, sizes: Numbers, places: Numbers, most: int) -> int:
    """Encode buckets of ascending keys, one block per bucket, until there are about `most` words.

    Bucket b has the keys from bounds[b] to bounds[b + 1]. `sizes` gets its size, places[b + 1] the end of its words.
    Return the number of encoded buckets.
    """
    bucket = 0
    while bucket < sizes.size and places[bucket] - places[0] < most:
        content = keys[bounds[bucket] : bounds[bucket + 1]]
        sizes[bucket] = content.size
        places[bucket + 1] = places[bucket] + encode(content, words[places[bucket] - places[0] :])
        bucket += 1
    return bucket


@kernel
def decode_buckets(words: Keys, sizes: Numbers, places: Numbers, out: Keys, ends: Numbers) -> bool:
    """Decode consecutive buckets, and append each to its keys in `out`; return False if words are missing.

    `ends` has the end of the keys of each bucket in `out`; this function advances it.
    """
    for bucket in range(sizes.size):
        size, start, end = sizes[bucket], places[bucket] - places[0], places[bucket + 1] - places[0]
        if not 0 <= size <= out.size - ends[bucket] or not 0 <= start <= end < words.size:
            return False
        if not decode(words[start : end + 1], out[ends[bucket] : ends[bucket] + size]):
            return False
        ends[bucket] += size
    return True
