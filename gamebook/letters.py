"""Letters that can stand in a file of any format: XML forbids some, and other programs cannot read them either."""

from __future__ import annotations

import re

_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
    + "".join(f"{chr(plane << 16 | 0xFFFE)}{chr(plane << 16 | 0xFFFF)}" for plane in range(1, 17))
    + "]"
)


def printable(text: str) -> str:
    """The letters that can stand in any file: no control letters but tab and newline, no halves of letters."""
    return _UNPRINTABLE.sub("", text)
