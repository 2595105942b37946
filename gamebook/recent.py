"""What was used last, and no more than a few of it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """Values by key: those that were asked for last. For one thread."""

    def __init__(self, room: int) -> None:
        """Nothing yet; later at most `room` values."""
        self._room = room
        self._values: OrderedDict[Key, Value] = OrderedDict()

    def get(self, key: Key, make: Callable[[], Value]) -> Value:
        """The value of a key; made now if it is not there, in place of the one that was not asked for the longest."""
        if key not in self._values:
            self._values[key] = make()
            if len(self._values) > self._room:
                self._values.popitem(last=False)
        self._values.move_to_end(key)
        return self._values[key]

    def drop(self, key: Key) -> None:
        """Forget the value of a key, if there is one."""
        self._values.pop(key, None)
