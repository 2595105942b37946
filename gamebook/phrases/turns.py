"""How printed books tell their readers where to turn, as a pattern: “lies bei 12 weiter”, “rendez-vous au 12”.

Also which words beside such a phrase make something else of it: “rendez-vous au 12, rue du Port”.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from gamebook.phrases.table import Hole, Phrases, cut
from gamebook.syntax.heads import PLACE

GOES_ON: Mapping[str, str] = {
    "de": "wenn|falls|sofern|sonst|andernfalls|ansonsten|oder|und",
    "en": "if|when|otherwise|or|and|at once",
    "es": "si|o|y|en caso contrario",
    "fr": "si|sinon|ou|et",
    "it": "se|altrimenti|o|oppure|e",
}
"""With which words a sentence goes on behind a turn."""
STREET = (
    r"(?:(?:rue|avenue|quai|boulevard|via|viale|piazza|calle|avenida|plaza)"
    r"|(?:(?-i:[A-Z])\w+\s+){1,2}(?-i:Street|Road|Lane|Avenue|Square))\b"
)
"""Words that make a house of a number: “retournez au 2, rue du Port”."""
_MET = (
    "ai|as|a|avez|avons|ont|avais|avait|aviez|avions|avaient|aurai|auras|aura|aurez|aurons|auront|aurais|aurait"
    "|un|le|ce|cet|mon|ton|son|notre|votre|leur|donne|donné|donner|donnez|donnent|pris|prend|prends|prendre|prenez"
    "|fixe|fixé|fixer|fixez|de|pour"
)
_NOT_BEHIND: Mapping[str, str] = {"rendez-vous": _MET, "va": "il|elle|on|qui|tout|cela|ça"}
"""First words of turns that are none behind some words: “vous avez rendez-vous au 3” and “il va au 3” tell a story."""


def guarded(phrase: str, made: str) -> str:
    """The pattern of a turn, without what other words before it make something else of.

    Args:
        phrase: the turn.
        made: its pattern.
    """
    first = phrase.split(" ", 1)[0]
    begins = re.escape(first)
    if first not in _NOT_BEHIND or not made.startswith(begins):
        return made
    # behind the first word: there it is looked for only where the word stands
    before = "".join(rf"(?<!\b{word}\s{begins})" for word in _NOT_BEHIND[first].split("|"))
    return f"{begins}{before}{made.removeprefix(begins)}"


CONDITIONS = r"if|when|unless|wenn|falls|sofern|si|s['’]ils?|se|quando|cuando"
"""Words with which a condition begins, in all these languages, as a pattern."""
OTHERWISE_IN: Mapping[str, str] = {
    "de": r"sonst|andernfalls|ansonsten",
    "en": "otherwise",
    "es": r"de\s+lo\s+contrario|en\s+caso\s+contrario",
    "fr": "sinon|autrement",
    "it": "altrimenti",
}
"""Words for all others in each language, as a pattern."""
OTHERWISE = "|".join(OTHERWISE_IN.values())
"""The same, in all these languages."""


def as_pattern(phrase: str, holes: Mapping[str, str]) -> str:
    """A phrase as a regular expression, with one for what may stand in each hole.

    Any blank is any space, and an apostrophe is straight or not.
    """
    parts = cut(phrase.replace("’", "'"))
    return "".join(holes[part] if isinstance(part, Hole) else _literal(part) for part in parts)


def _literal(words: str) -> str:
    return re.escape(words).replace(r"\ ", r"\s+").replace("'", "['’]")


def turn_pattern(phrases: Phrases, number: str, after: str) -> re.Pattern[str]:
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
    turns = (guarded(each, as_pattern(each, hole)) for each in sorted(forms, key=len, reverse=True))
    return re.compile(rf"\b(?:{'|'.join(turns)})\b{after}", re.IGNORECASE)
