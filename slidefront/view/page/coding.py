"""Arrays as text: the lowest byte of each number, then the next of each, and so on; deflated, in base64.

Bytes of the same rank are alike, which compresses well. `js/coding.js` reads them.
"""

import base64
import zlib
from typing import Any

import numpy as np
import numpy.typing as npt


def pack(numbers: npt.NDArray[Any]) -> str:
    """Write whole numbers of one size; keys and other ascending ones as the differences of neighbours."""
    octets = np.ascontiguousarray(numbers).reshape(-1, 1).view(np.uint8)
    return base64.b64encode(zlib.compress(octets.T.tobytes(), 9)).decode()
