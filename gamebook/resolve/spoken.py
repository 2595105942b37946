"""What somebody in the story says, in quotation marks or behind a dash: it tells the reader nothing to do."""

from __future__ import annotations

import re

from gamebook.patterns import pattern
from gamebook.phrases.turns import CONDITIONS

LONGEST = 300
"""Letters of a choice's words, a sentence or a line that are looked at."""
_MARKS = ('"', "“”„", "«»")
"""Quotation marks; those of a pair may open in one language and close in another, so they are counted."""
_CLOSED = pattern(r"’(?!\w)")
"""The end of what stands in single quotation marks; other such marks are apostrophes."""
_OPENS, _SHUTS = pattern(r"(?<!\w)'(?=\w)"), pattern(r"(?<=[\w.,;:!?…])'(?!\w)")
"""The same for straight ones."""
_SPEECH = pattern(r"^[ \t]*[—–―]", re.MULTILINE)
"""How a line of dialogue begins in French, Italian and Spanish books, and in others."""
_ASKS = pattern(rf"\b(?:{CONDITIONS})\b", re.IGNORECASE)
"""What makes of a line behind a dash one of a list: “– If you climb, turn to 12.”"""
_ENDS = ".!?…"


def is_spoken(words: str, place: int) -> bool:
    """Whether a place is within quotation marks, which open and close in its paragraph, or in a line behind a dash."""
    start, end = words.rfind("\n\n", 0, place) + 1, words.find("\n\n", place)
    end = len(words) if end < 0 else end
    for marks in _MARKS:
        opened = sum(words.count(mark, start, place) for mark in marks) % 2
        if opened and any(words.find(mark, place, end) >= 0 for mark in marks):
            return True
    near = max(start, place - LONGEST)
    single = words.rfind("‘", near, place)
    if single >= 0 and not _CLOSED.search(words, single, place) and _CLOSED.search(words, place, end):
        return True
    straight = max((each.start() for each in _OPENS.finditer(words, near, place)), default=-1)
    if straight >= 0 and not _SHUTS.search(words, straight, place) and _SHUTS.search(words, place, end):
        return True
    return bool(_SPEECH.search(words, start, place + 1)) and not _ASKS.search(_sentence(words, start, place, end))


def _sentence(words: str, start: int, place: int, end: int) -> str:
    """The sentence around a place of a paragraph."""
    first = max(words.rfind(mark, start, place) for mark in _ENDS)
    ends = [found for mark in _ENDS if (found := words.find(mark, place, end)) >= 0]
    return words[max(first, start) : min(ends, default=end)]
