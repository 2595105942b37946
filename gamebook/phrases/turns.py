"""How printed books tell their readers where to turn, as a pattern: “lies bei 12 weiter”, “rendez-vous au 12”."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from gamebook.phrases.table import PLACE, Hole, Phrases, cut


def as_pattern(phrase: str, holes: Mapping[str, str]) -> str:
    """A phrase as a regular expression, with one for what may stand in each hole.

    Any blank is any space, and an apostrophe is straight or not.
    """
    parts = cut(phrase.replace("’", "'"))
    return "".join(holes[part] if isinstance(part, Hole) else _literal(part) for part in parts)


def _literal(words: str) -> str:
    return re.escape(words).replace(r"\ ", r"\s+").replace("'", "['’]")


def turn_pattern(phrases: Phrases, number: str, after: str = "") -> re.Pattern[str]:
    """All ways to say a turn; in a match `match[match.lastindex]` is the number.

    Args:
        phrases: the words of a language.
        number: what a chapter's number looks like.
        after: what must stand behind such words.
    """
    return _compiled((*phrases.words["turn"].split("|"), *phrases.also.get("turn", ())), number, after)


@lru_cache(maxsize=64)
def _compiled(forms: tuple[str, ...], number: str, after: str) -> re.Pattern[str]:
    hole = {"n": rf"(?:{PLACE}\s+)?({number})"}
    turns = (as_pattern(each, hole) for each in sorted(forms, key=len, reverse=True))
    return re.compile(rf"\b(?:{'|'.join(turns)})\b{after}", re.IGNORECASE)
