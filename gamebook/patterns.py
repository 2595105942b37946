"""Regular expressions that are compiled when they are first used.

What reads a book has 120 of them, and after an edit it uses 45: to compile the others took 10 ms of every command.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import cast


class _Later:
    """Stands for a pattern until something is asked of it."""

    def __init__(self, text: str, flags: int) -> None:
        self._text = text
        self._flags = flags

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self._text, self._flags)

    def __getattr__(self, name: str) -> object:
        """What the pattern has by this name; kept, so each name is asked for here only once."""
        found = getattr(self._compiled, name)
        setattr(self, name, found)
        return found


def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """A regular expression, to be used as what `re.compile` gives; a mistake in it shows when it is first used."""
    return cast("re.Pattern[str]", _Later(text, flags))
