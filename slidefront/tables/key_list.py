"""Sorted keys in one to two bytes each: ranks for boards of puzzles that cannot rank them.

Keys are in stretches of 128. The first key of a stretch is written in full, the others as the difference from the one
before, in groups of 7 bits, the lowest first. The highest bit of a byte says that another byte follows.

    first   [  0x12..   0x57..  ...]      the first key of each stretch
    at      [       0      131  ...]      where its differences begin
    steps   [ 05 81 02 01 ...]            5, 257, 1, ...
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.compile import kernel

STRETCH = 128
MORE = np.uint64(128)
LOW = np.uint64(127)
SEVEN = np.uint64(7)
Numbers = npt.NDArray[np.int64]
Octets = npt.NDArray[np.uint8]


class KeyList(NamedTuple):
    """Sorted keys, without repeats."""

    first: Keys
    at: Keys
    steps: Octets


@kernel
def write_steps(keys: Keys, at: Keys, steps: Octets) -> int:
    """Write the differences of sorted keys; return how many bytes they take. With no room they are only counted."""
    n = 0
    for i in range(keys.size):
        if i % STRETCH == 0:
            at[i // STRETCH] = n
            continue
        left = keys[i] - keys[i - 1]
        while True:
            if steps.size:
                steps[n] = (left & LOW) | (MORE if left > LOW else np.uint64(0))
            n += 1
            left >>= SEVEN
            if left == np.uint64(0):
                break
    return n


@kernel
def find_keys(keys: Keys, first: Keys, at: Keys, steps: Octets, size: int, out: Numbers) -> None:
    """Find the place of each key in the list, -1 where it is not there."""
    for i in range(keys.size):
        out[i] = -1
        stretch = np.searchsorted(first, keys[i], side="right") - 1
        if stretch < 0:
            continue
        key, n = first[stretch], np.int64(at[stretch])
        last = min(size, (stretch + 1) * STRETCH)
        place = stretch * STRETCH
        while key < keys[i] and place + 1 < last:
            step, shift = np.uint64(0), np.uint64(0)
            while True:
                octet = np.uint64(steps[n])
                n += 1
                step |= (octet & LOW) << shift
                shift += SEVEN
                if octet < MORE:
                    break
            key += step
            place += 1
        if key == keys[i]:
            out[i] = place


def make_list(keys: Keys) -> KeyList:
    """Write sorted keys as a list."""
    at = np.empty(-(-keys.size // STRETCH), np.uint64)
    steps = np.empty(write_steps(keys, at, np.empty(0, np.uint8)), np.uint8)
    write_steps(keys, at, steps)
    return KeyList(np.ascontiguousarray(keys[::STRETCH]), at, steps)


def places(listed: KeyList, size: int, keys: Keys) -> Numbers:
    """Find the place of each key in a list of so many, -1 where it is not there."""
    out = np.empty(keys.size, np.int64)
    find_keys(keys, listed.first, listed.at, listed.steps, size, out)
    return out
