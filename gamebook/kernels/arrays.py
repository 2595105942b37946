"""The arrays that kernels work on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Ids = NDArray[np.int32]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
