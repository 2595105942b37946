"""Letters: which can stand in a file of any format, how they have their marks, and what is a word.

XML forbids some letters, and other programs cannot read them either.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import normalize

_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
    + "".join(f"{chr(plane << 16 | 0xFFFE)}{chr(plane << 16 | 0xFFFF)}" for plane in range(1, 17))
    + "]"
)
_MOST_NAMED = 10


def printable(text: str) -> str:
    """The letters that can stand in any file: no control letters but tab and newline, no halves of letters."""
    return _UNPRINTABLE.sub("", text)


def together(text: str) -> str:
    """The text with each letter and its marks in one, as most programs write them (NFC).

    Unicode lets them stand apart, too (NFD), as macOS has them in the names of files; nobody sees a difference.
    """
    return text if text.isascii() else normalize("NFC", text)


def word_count(text: str) -> int:
    """How many words a text has: what stands between blanks, if a letter or a digit is in it.

    So the marks of French, `Oui ! « bon » :`, and a dash between blanks are none.
    """
    return sum(any(map(str.isalnum, part)) for part in text.split())


def few(letters: Sequence[str]) -> str:
    """Some letters by themselves: the first ten, and how many others there are."""
    more = f" and {len(letters) - _MOST_NAMED} other letters" if len(letters) > _MOST_NAMED else ""
    return " ".join(letters[:_MOST_NAMED]) + more
