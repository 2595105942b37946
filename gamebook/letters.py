"""Letters that can stand in a file of any format: XML forbids some, and other programs cannot read them either."""

from __future__ import annotations

import re
from collections.abc import Sequence

_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
    + "".join(f"{chr(plane << 16 | 0xFFFE)}{chr(plane << 16 | 0xFFFF)}" for plane in range(1, 17))
    + "]"
)
_MOST_NAMED = 10


def printable(text: str) -> str:
    """The letters that can stand in any file: no control letters but tab and newline, no halves of letters."""
    return _UNPRINTABLE.sub("", text)


def few(letters: Sequence[str]) -> str:
    """Some letters by themselves: the first ten, and how many others there are."""
    more = f" and {len(letters) - _MOST_NAMED} other letters" if len(letters) > _MOST_NAMED else ""
    return " ".join(letters[:_MOST_NAMED]) + more
