"""The arrays that all rooms pass on: sorted or unsorted keys, and decoded cells."""

import numpy as np
import numpy.typing as npt

Keys = npt.NDArray[np.uint64]
Cells = npt.NDArray[np.uint8]
