"""Where random numbers begin."""

from __future__ import annotations

import hashlib

import numpy as np


def stream(*what: object) -> np.uint64:
    """The state from which random numbers are drawn for some purpose, such as a seed and the number of a chunk.

    Different words and numbers give states that have no relation; the same give the same on every machine.
    """
    digest = hashlib.blake2b(" ".join(map(str, what)).encode(), digest_size=8).digest()
    return np.uint64(int.from_bytes(digest, "little"))
