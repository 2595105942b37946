"""Large arrays that are used again and again: fresh memory often takes longer to get than to work with."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Kind = TypeVar("Kind", bound=np.generic)


class Pool:
    """Arrays by name. An array is good until one of the same name is asked for."""

    def __init__(self) -> None:
        """No arrays yet."""
        self._arrays: dict[str, NDArray[Any]] = {}

    def array(self, name: str, length: int, kind: type[Kind], *, kept: bool = False) -> NDArray[Kind]:
        """An array of this length, filled with anything.

        Args:
            name: which one.
            length: how many items.
            kind: their type.
            kept: what an earlier array of the same name held, as far as there is room, is still there.
        """
        there = self._arrays.get(name)
        if there is None or len(there) < length:
            if not kept:
                there = None
                self._arrays.pop(name, None)  # its memory may be needed for the larger one
            more = np.empty(length, kind)
            if there is not None:
                more[: len(there)] = there
            there = self._arrays[name] = more
        return there[:length]
