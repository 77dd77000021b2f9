"""Arrays as text: integers in bytes of seven bits, deflated, in base64. `js/coding.js` reads them."""

import base64
import zlib
from typing import Any

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys

Octets = npt.NDArray[np.uint8]


def pack(octets: Octets) -> str:
    """Deflate bytes and write them in base64."""
    return base64.b64encode(zlib.compress(octets.tobytes(), 9)).decode()


def numbers(values: npt.NDArray[Any]) -> Octets:
    """Write whole numbers in as few bytes as each needs: seven bits a byte, the lowest first, the last below 128."""
    rest = values.astype(np.uint64)
    columns, written = [], []
    more = np.ones(rest.size, np.bool_)
    while more.any():
        longer = rest >= np.uint64(128)
        columns.append(((rest & np.uint64(127)) | (longer.astype(np.uint64) << np.uint64(7))).astype(np.uint8))
        written.append(more)
        more = more & longer
        rest = rest >> np.uint64(7)
    if not columns:
        return np.empty(0, np.uint8)
    return np.stack(columns, axis=1)[np.stack(written, axis=1)]


def ascending(keys: Keys) -> Octets:
    """Write ascending keys as the differences of neighbours."""
    return numbers(np.diff(keys, prepend=np.uint64(0)))


def planes(values: npt.NDArray[np.uint16]) -> Octets:
    """Write numbers of two bytes: all low bytes, then all high bytes, which compresses better."""
    return np.concatenate([(values & 255).astype(np.uint8), (values >> 8).astype(np.uint8)])


def distances(values: npt.NDArray[np.uint16]) -> Octets:
    """Write distances with a byte each if they fit, else in planes."""
    return values.astype(np.uint8) if values.size and int(values.max()) < 256 else planes(values)
