"""Sorted keys in about a byte each: ranks for boards of puzzles that cannot rank them.

Keys are in stretches of 128. The first key of a stretch is written in full, the others as the difference from the one
before, in a prefix code. The most frequent differences have code words of their own. Any other is written as the code
word of its number of bits, followed by its bits without the highest, which is always set.

    first   [  0x12..   0x57..  ...]      the first key of each stretch
    at      [       0     1893  ...]      the bit where its differences begin
    words   [ 0110 10 0 111 0110 ...]     the differences
    base, extra, length                   for each code word: its meaning, the bits that follow, its length
"""

import heapq
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.compile import kernel
from slidefront.keys.coding import ONE, WORD, bit_width, take

STRETCH = 128
PEEK = 12  # bits of the longest code word
FREQUENT = 192  # differences that have code words of their own
PEEK_MASK = np.uint64((1 << PEEK) - 1)
Numbers = npt.NDArray[np.int64]
Octets = npt.NDArray[np.uint8]


class KeyList(NamedTuple):
    """Sorted keys, without repeats, as they are in a file."""

    first: Keys
    at: Keys
    words: Keys
    base: Keys
    extra: Octets
    length: Octets


class Code(NamedTuple):
    """The code words of a list, for writing."""

    frequent: Keys
    of_width: Numbers
    """For each number of bits the code word for differences that have no one of their own."""
    codes: Keys
    base: Keys
    extra: Octets
    length: Octets


class Decoder(NamedTuple):
    """For each value of the next 12 bits: the code word that they begin with."""

    base: Keys
    extra: Keys
    length: Keys


@kernel
def put(words: Keys, bit: np.uint64, value: np.uint64) -> None:
    """Write a number into a stream of words that are 0 from there on; one word more must be there."""
    at, shift = np.int64(bit // WORD), bit % WORD
    words[at] |= value << shift
    words[at + 1] |= (value >> ONE) >> (WORD - ONE - shift)


@kernel
def symbol_of(step: np.uint64, code: Code) -> int:
    """Find the code word of a difference."""
    near = np.searchsorted(code.frequent, step)
    if near < code.frequent.size and code.frequent[near] == step:
        return int(near)
    return int(code.of_width[bit_width(step)])


@kernel
def write_steps(keys: Keys, code: Code, at: Keys, words: Keys) -> np.uint64:
    """Write the differences of sorted keys, or only count their bits if `words` is empty; return how many bits."""
    bit = np.uint64(0)
    for i in range(keys.size):
        if i % STRETCH == 0:
            at[i // STRETCH] = bit
            continue
        step = keys[i] - keys[i - 1]
        symbol = symbol_of(step, code)
        length = np.uint64(code.length[symbol])
        if words.size:
            put(words, bit, code.codes[symbol])
            put(words, bit + length, step - code.base[symbol])
        bit += length + np.uint64(code.extra[symbol])
    return bit


@kernel
def next_key(key: np.uint64, bit: np.uint64, words: Keys, decoder: Decoder) -> tuple[np.uint64, np.uint64]:
    """Read the key after a key, and where the one after it begins."""
    entry = take(words, bit) & PEEK_MASK
    bit += decoder.length[entry]
    extra = decoder.extra[entry]
    key += decoder.base[entry]
    if extra:
        key += take(words, bit) & ((ONE << extra) - ONE)
    return key, bit + extra


@kernel
def list_keys(listed: KeyList, decoder: Decoder, out: Keys) -> None:
    """Write all keys."""
    key, bit = np.uint64(0), np.uint64(0)
    for i in range(out.size):
        if i % STRETCH == 0:
            key, bit = listed.first[i // STRETCH], listed.at[i // STRETCH]
        else:
            key, bit = next_key(key, bit, listed.words, decoder)
        out[i] = key


@kernel
def find_keys(keys: Keys, listed: KeyList, decoder: Decoder, size: int, out: Numbers) -> None:
    """Find the index of each key in the list; -1 if the list does not contain it."""
    for i in range(keys.size):
        out[i] = -1
        stretch = np.searchsorted(listed.first, keys[i], side="right") - 1
        if stretch < 0:
            continue
        key, bit = listed.first[stretch], listed.at[stretch]
        place, last = stretch * STRETCH, min(size, (stretch + 1) * STRETCH) - 1
        while key < keys[i] and place < last:
            key, bit = next_key(key, bit, listed.words, decoder)
            place += 1
        if key == keys[i]:
            out[i] = place


def make_list(keys: Keys) -> KeyList:
    """Write sorted keys as a list."""
    code = _choose_code(np.diff(keys) if keys.size > 1 else np.ones(1, np.uint64))
    at = np.empty(-(-keys.size // STRETCH), np.uint64)
    bits = int(write_steps(keys, code, at, np.empty(0, np.uint64)))
    words = np.zeros(bits // 64 + 2, np.uint64)
    write_steps(keys, code, at, words)
    return KeyList(np.ascontiguousarray(keys[::STRETCH]), at, words, code.base, code.extra, code.length)


def places(listed: KeyList, decoder: Decoder, size: int, keys: Keys) -> Numbers:
    """Find the index of each key in a list of `size` keys; -1 if the list does not contain it."""
    out = np.empty(keys.size, np.int64)
    find_keys(keys, listed, decoder, size, out)
    return out


def all_keys(listed: KeyList, decoder: Decoder, size: int) -> Keys:
    """List all keys."""
    out = np.empty(size, np.uint64)
    list_keys(listed, decoder, out)
    return out


def make_decoder(listed: KeyList) -> Decoder:
    """Spread the code words over all values of the bits ahead."""
    entries = np.zeros(1 << PEEK, np.int64)
    for symbol, code in enumerate(prefix_code(listed.length).tolist()):
        entries[code :: 1 << int(listed.length[symbol])] = symbol
    return Decoder(listed.base[entries], *(one[entries].astype(np.uint64) for one in (listed.extra, listed.length)))


def _choose_code(steps: Keys) -> Code:
    """Choose the differences that have code words of their own, and all code words."""
    ordered = np.sort(steps)  # np.unique hashes, which is a hundred times slower on many
    is_first = np.ones(ordered.size, np.bool_)
    is_first[1:] = ordered[1:] != ordered[:-1]
    starts = np.flatnonzero(is_first)
    values, counts = ordered[starts], np.diff(starts, append=ordered.size)
    order = np.argsort(-counts, kind="stable")
    frequent, others = np.sort(order[:FREQUENT]), order[FREQUENT:]
    in_width = np.bincount(_widths(values[others]), weights=counts[others], minlength=65).astype(np.int64)
    (widths,) = np.nonzero(in_width)
    of_width = np.zeros(65, np.int64)
    of_width[widths] = frequent.size + np.arange(widths.size)
    base = np.concatenate([values[frequent], ONE << (widths - 1).astype(np.uint64)])
    extra = np.concatenate([np.zeros(frequent.size, np.int64), widths - 1]).astype(np.uint8)
    length = np.array(code_lengths([*counts[frequent].tolist(), *in_width[widths].tolist()]), np.uint8)
    return Code(values[frequent], of_width, prefix_code(length), base, extra, length)


def _widths(values: Keys) -> Numbers:
    """Count the bits of numbers."""
    widths = np.zeros(values.size, np.int64)
    for bit in range(64):
        widths += values >> np.uint64(bit) > 0
    return widths


def code_lengths(counts: list[int]) -> list[int]:
    """Find the lengths of the code words of a Huffman code none of which is longer than 12 bits."""
    if len(counts) < 2:
        return [1] * len(counts)
    least = 1
    while True:
        lengths = _huffman([max(count, least) for count in counts])
        if max(lengths) <= PEEK:
            return lengths
        least = max(2 * least, sum(counts) >> (PEEK + 2))


def _huffman(counts: list[int]) -> list[int]:
    heap = [(count, number, [number]) for number, count in enumerate(counts)]
    heapq.heapify(heap)
    lengths = [0] * len(counts)
    while len(heap) > 1:
        (one, number, symbols), (other, _, more) = heapq.heappop(heap), heapq.heappop(heap)
        for symbol in symbols + more:
            lengths[symbol] += 1
        heapq.heappush(heap, (one + other, number, symbols + more))
    return lengths


def prefix_code(lengths: Octets) -> Keys:
    """Derive the code words from their lengths; the first bit of a code word is the lowest."""
    codes = np.zeros(lengths.size, np.uint64)
    code = before = 0
    for symbol in np.argsort(lengths, kind="stable").tolist():
        length = int(lengths[symbol])
        code <<= length - before
        codes[symbol] = int(f"{code:0{length}b}"[::-1], 2)
        code, before = code + 1, length
    return codes
