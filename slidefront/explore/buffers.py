"""Work arrays that each thread keeps and uses again, so that memory is not handed back and asked for all the time."""

import threading

import numpy as np

from slidefront.arrays import Keys


class Buffers(threading.local):
    """Named arrays of one thread."""

    def __init__(self) -> None:
        self._arrays: dict[str, Keys] = {}

    def take(self, name: str, size: int) -> Keys:
        """Return an array of `size` keys with any content; the array of that name is the same memory each time."""
        array = self._arrays.get(name)
        if array is None or array.size < size:
            self._arrays[name] = array = np.empty(size + size // 4, np.uint64)
        return array[:size]
