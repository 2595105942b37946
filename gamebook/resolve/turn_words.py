"""Words that tell the reader where to turn: “turn to 7”, “go back to section 12”."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gamebook.patterns import pattern
from gamebook.resolve.desk import Desk
from gamebook.resolve.spoken import is_spoken
from gamebook.syntax.heads import NAME, NUMBER

_TURN = pattern(
    r"\b(?P<turn>(?:(?:turn|go|return|proceed)\s+(?:(?:now|back|on)\s+)?to|(?<!\*)goto)\s+"
    rf"(?:(?:page|paragraph|section|chapter|reference|number)\s+)?(?P<to>{NUMBER}))"
    r"(?=\s*(?:[.,;:!?)\]”’\"']|$)|\s+(?:if|when|otherwise|or|and)\b)"
    r"(?!,\s+(?!(?:if|when|otherwise|or|and|then)\b)(?-i:[A-Z]))",
    re.IGNORECASE,
)
"""A turn in words. A number that goes on, as in “go to 12 parties” or “go to 2, Dock Street”, is none."""
_TURN_TO_NAME = pattern(
    rf"\b(?P<turn>turn\s+(?:(?:now|back)\s+)?to\s+(?P<to>(?!{NUMBER}\b){NAME}))(?=\s*(?:[.,;:!?)\]]|$))", re.IGNORECASE
)
"""The same for a chapter with a name; of other verbs, as in “go to bed”, nobody knows what is meant."""
_BEFORE = pattern(r"([\w’']+)\s*$")
_TELLING = frozenset({"would", "could", "might", "to", "i", "we", "they", "she", "he", "it", "who", "never", "not"})
"""Words before it that make it a part of the story."""


def turns(desk: Desk, words: str) -> Iterator[re.Match[str]]:
    """The turns that words tell the reader to take; not those of somebody in the story."""
    named = (match for match in _TURN_TO_NAME.finditer(words) if match["to"] in desk.names.chapters)
    for match in sorted((*_TURN.finditer(words), *named), key=lambda each: each.start()):
        if is_spoken(words, match.start()):
            continue
        before = _BEFORE.search(words[max(0, match.start() - 20) : match.start()])
        if before is None or before[1].casefold() not in _TELLING:
            yield match
