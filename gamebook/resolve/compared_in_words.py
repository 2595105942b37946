"""Comparisons in the words of a choice: `If your STAMINA is less than 10`, `Wenn deine STAMINA unter 10 ist`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gamebook.patterns import pattern
from gamebook.syntax.heads import WORD

_IF = r"(?:(?:only|nur|seulement|solo)[ \t]+)?(?:if|when|wenn|falls|si|se|cuando|quando)"
_YOUR = r"(?:(?:your|the|deine?|votre|ton|ta|tu|la[ \t]+tua|il[ \t]+tuo)[ \t]+)?(?:current[ \t]+)?"
_SCORE = r"(?:[ \t]+(?:score|total|points?|pieces?|coins?))?"
_IS = r"(?:is|are|ist|est|es|è)(?:[ \t]+(?:still|now|currently))?"
_LESS = (
    r"(?:less|lower|fewer|smaller)[ \t]+than|below|under|kleiner[ \t]+als|niedriger[ \t]+als|geringer[ \t]+als|unter"
)
_LESS_THERE = r"inférieure?[ \t]+à|menor[ \t]+(?:que|de)|inferior[ \t]+a|inferiore[ \t]+a|minore[ \t]+di"
_MORE = r"(?:more|greater|higher|larger)[ \t]+than|above|over|größer[ \t]+als|höher[ \t]+als|über"
_MORE_THERE = r"supérieure?[ \t]+à|mayor[ \t]+(?:que|de)|superior[ \t]+a|superiore[ \t]+a|maggiore[ \t]+di"
_LEAST = r"at[ \t]+least|not?[ \t]+less[ \t]+than|mindestens|d['’]au[ \t]+moins|al[ \t]+menos|almeno"
_MOST = r"at[ \t]+most|not?[ \t]+more[ \t]+than|höchstens|d['’]au[ \t]+plus|como[ \t]+mucho|al[ \t]+massimo"
_HOW = (
    rf"(?:(?P<least>{_LEAST})|(?P<most>{_MOST})|(?P<less>{_LESS}|{_LESS_THERE})|(?P<more>{_MORE}|{_MORE_THERE})"
    r"|(?P<exact>exactly|equal[ \t]+to))"
)
_BEHIND = (
    r"(?:[ \t]+(?:(?P<down>(?:or|oder|ou|o)[ \t]+(?:less|lower|fewer|below|weniger|moins|menos|meno))"
    r"|(?P<up>(?:or|oder|ou|o)[ \t]+(?:more|higher|greater|above|mehr|plus|más|più))))?"
)
_AMOUNT = rf"(?:{_HOW}[ \t]+)?(?P<amount>\d{{1,6}}){_BEHIND}"
_FORMS = (
    pattern(rf"{_IF}[ \t]+{_YOUR}(?P<name>{WORD}){_SCORE}[ \t]+{_IS}[ \t]+{_AMOUNT}(?:[ \t]+points?)?", re.IGNORECASE),
    pattern(
        rf"(?:wenn|falls)[ \t]+(?:deine?[ \t]+)?(?P<name>{WORD})[ \t]+{_AMOUNT}[ \t]+(?:ist|beträgt)", re.IGNORECASE
    ),
    pattern(
        rf"{_IF}[ \t]+you[ \t]+(?:(?:still|only|now)[ \t]+)?(?P<has>have|own|carry)[ \t]+{_AMOUNT}[ \t]+"
        rf"(?P<name>{WORD}){_SCORE}",
        re.IGNORECASE,
    ),
)
_SIGNS = {
    "=": ("exact",),
    ">=": ("least", "up"),
    "<=": ("most", "down"),
    "<": ("less",),
    ">": ("more",),
    ">= ": ("has",),
}
"""Sign → groups of a match that say it, the surest first; who has 3 gold has 3 or more."""
_CLAUSE = pattern(r"(?P<said>[^,:]+?)[ \t]*(?:[,:](?:[ \t]*then\b)?[ \t]*(?P<rest>.*))?[ \t.!]*", re.IGNORECASE)


def compared_in_words(label: str, names: Iterable[str]) -> tuple[str, str]:
    """The comparison with which words begin, as a condition, and the words behind it; empty if there is none.

    Args:
        label: the words of a choice.
        names: numbers of the book.
    """
    clause = _CLAUSE.fullmatch(label)
    match = clause and next(filter(None, (each.fullmatch(clause["said"]) for each in _FORMS)), None)
    found = [each for each in names if match and each.casefold() == match["name"].casefold()]
    if not clause or not match or len(found) != 1:
        return "", label
    said = match.groupdict()
    sign = next((sign for sign, groups in _SIGNS.items() if any(said.get(each) for each in groups)), "=")
    return f"{found[0]} {sign.strip()} {match['amount']}", clause["rest"] or ""
