"""What somebody in the story says: words in quotation marks, which tell the reader nothing to do."""

from __future__ import annotations

from gamebook.patterns import pattern

LONGEST = 300
"""Letters of a choice's words, a sentence or a line that are looked at."""
_MARKS = ('"', "“”„", "«»")
"""Quotation marks; those of a pair may open in one language and close in another, so they are counted."""
_CLOSED = pattern(r"’(?!\w)")
"""The end of what stands in single quotation marks; other such marks are apostrophes."""


def is_spoken(words: str, place: int) -> bool:
    """Whether a place is within quotation marks, which open and close in its paragraph."""
    start, end = words.rfind("\n\n", 0, place) + 1, words.find("\n\n", place)
    end = len(words) if end < 0 else end
    for marks in _MARKS:
        opened = sum(words.count(mark, start, place) for mark in marks) % 2
        if opened and any(words.find(mark, place, end) >= 0 for mark in marks):
            return True
    single = words.rfind("‘", max(start, place - LONGEST), place)
    return single >= 0 and not _CLOSED.search(words, single, place) and bool(_CLOSED.search(words, place, end))
