"""Large arrays that are used again and again: fresh memory often takes longer to get than to work with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Kind = TypeVar("Kind", bound=np.generic)

AT_ONCE = 1 << 20
"""Items written at a time: fresh memory takes some milliseconds for so many, and seconds for a large array."""


def fill(array: NDArray[Any], value: float, watch: Callable[[], None] | None) -> None:
    """Write a value everywhere.

    Args:
        watch: called every few milliseconds; it may raise to break off.
    """
    for begin in range(0, len(array), AT_ONCE):
        array[begin : begin + AT_ONCE] = value
        if watch is not None:
            watch()


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
