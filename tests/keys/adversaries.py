"""Arrays of keys that sorting and searching may find hard, by name: each makes n keys."""

from collections.abc import Callable, Sequence

import numpy as np

from slidefront.arrays import Keys

TOP = 2**64 - 1
Make = Callable[[int], Keys]


def array(keys: Sequence[int]) -> Keys:
    return np.array(keys, np.uint64)


def random_keys(n: int, seed: int = 0, end: int = TOP) -> Keys:
    return np.random.default_rng(seed).integers(0, end, n, np.uint64, endpoint=True)


def heads(n: int, *values: int, bits: int) -> Keys:
    """Make keys with few different heads: the digits that differ first leave many ties in the last bits."""
    chosen = np.array(values, np.uint64)[np.random.default_rng(1).integers(0, len(values), n)]
    return chosen | random_keys(n, 2, (1 << bits) - 1)


ADVERSARIES: dict[str, Make] = {
    "random": random_keys,
    "small": lambda n: random_keys(n, end=15),
    "all 0": lambda n: np.zeros(n, np.uint64),
    "all greatest": lambda n: np.full(n, TOP, np.uint64),
    "0 and greatest": lambda n: np.where(random_keys(n, end=1) == 0, np.uint64(0), np.uint64(TOP)),
    "high 40 bits equal": lambda n: heads(n, 0xABCDEF0123 << 24, bits=24),
    "two heads, 24 bits tied": lambda n: heads(n, 0, 1 << 63, bits=24),
    "three heads, two of one first digit": lambda n: heads(n, 0, 1 << 63, 1 << 52, bits=12),
    "heads at the digits' borders": lambda n: heads(n, 1 << 63, 1 << 53, 1 << 43, 1 << 33, 1 << 23, bits=3),
    "ascending": lambda n: np.sort(random_keys(n)),
    "descending": lambda n: np.sort(random_keys(n))[::-1].copy(),
    "counting down from the greatest": lambda n: np.uint64(TOP) - np.arange(n, dtype=np.uint64),
    "one alone": lambda n: np.where(np.arange(n) == n // 2, np.uint64(TOP), np.uint64(7 << 20)),
    "low bits only": lambda n: np.uint64(5 << 40) | random_keys(n, end=(1 << 12) - 1),
}
