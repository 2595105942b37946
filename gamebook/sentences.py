"""How words become part of a sentence: capital letters, articles, lists, and numbers of things."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

CLOSING = "\"'‘“”’»«"
"""Marks with which quotations end, in all languages; some begin them in others."""
NUMBER_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
"""Small numbers in words, from 1."""


def with_capital(words: str) -> str:
    """The words, with a capital letter first; the others stay as they are."""
    return words[:1].upper() + words[1:]


def with_article(kind: str) -> str:
    """What a name stands for, in words: `a stat`, `an item`, `a one-of`."""
    return f"{'an' if kind[0] in 'aeiou' and kind != 'one-of' else 'a'} {kind}"


def listed(names: Iterable[str], most: int | None = None, last: Literal["and", "or"] = "and") -> str:
    """`12`, `12 and 13`, `12, 13 and 14`; where there are more names than `most`, `12, 13 and 7 more`."""
    *before, end = [*names] or [""]
    if most is not None and len(before) + 1 > most:
        end, before = f"{len(before) + 1 - most} more", before[:most]
    return f"{', '.join(before)} {last} {end}" if before else end


def counted(count: int, one: str, many: str = "") -> str:
    """`1 victory`, `2 victories`; by default the plural has an s."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
