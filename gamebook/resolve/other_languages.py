"""Conditions in the words of other languages: `[wenn lampe]`, `[si tu as la lampe]`, `[solo con lámpara]`.

The rules of a book are in English, its prose may be in any language, so such brackets are only words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_IF = "wenn falls sofern si s se als indien mits caso quando"
_SURE_IF = frozenset({"wenn", "falls", "sofern", "indien", "mits", "caso"})
"""Words that mean `if` and nothing else in the languages here: what else stands beside a name makes no difference."""
_ONLY = "nur bloß seulement uniquement solo sólo solamente soltanto alleen enkel só somente apenas"
_WITH = "mit avec con met com"
_WITHOUT = "ohne sans sin senza zonder sem"
_NEEDS = "braucht benötigt erfordert nécessite requiert necesita requiere richiede vereist requer precisa"
_NEEDED = (
    "nötig benötigt erforderlich nécessaire requis requise necesario necesaria requerido requerida "
    "necessario necessaria richiesto richiesta nodig vereist necessário necessária"
)
_NO = "nicht kein keine keinen keiner pas non niet geen não"
_HAVE = "hast hat habt haben as a avez avons tienes tiene tenéis hai ha avete hebt heeft hebben tens tem têm"
_YOU = "du ihr man sie tu vous on il je jij jullie você vocês te n ne"
_ARTICLES = (
    "der die das den dem ein eine einen einem einer le la les l un une des el los las una unos unas lo gli i uno "
    "de het een os um uma"
)
_AND = "und et y e en"
_OR = "oder ou o of"


def _table() -> dict[str, str]:
    """Each of the words, and the English one; articles and such have none."""
    lists = {
        "if": _IF,
        "only": _ONLY,
        "with": _WITH,
        "without": _WITHOUT,
        "needs": f"{_NEEDS} {_NEEDED}",
        "not": _NO,
        "have": _HAVE,
        "you": _YOU,
        "the": _ARTICLES,
        "and": _AND,
        "or": _OR,
    }
    return {word: english for english, words in lists.items() for word in words.split()}


_ENGLISH = _table()
_FIRST = frozenset(f"{_IF} {_ONLY} {_WITH} {_WITHOUT} {_NEEDS} {_NO}".split())
_LAST = frozenset(_NEEDED.split())


def in_english(said: str, names: Iterable[str]) -> str:
    """`if you the lamp have` of `wenn du die lamp hast`, word by word; empty if it does not begin, or end, so.

    Args:
        said: what stands in the bracket.
        names: those of the book, which stay as they are.
    """
    words = re.findall(r"\w+", re.sub(r"\be[ ]o\b", "e", said.casefold()))  # in Portuguese that “o” is no “or”
    if not words or not (words[0] in _FIRST or words[-1] in _LAST):
        return ""
    parts = {part for name in names for part in name.casefold().split("-")}
    known = {word: word if word in parts else _ENGLISH.get(word, word) for word in words}
    if words[0] in _SURE_IF or (_ENGLISH.get(words[0]) == "only" and words[1:2] and words[1] in _SURE_IF):
        kept = {*parts, *_ENGLISH.values(), "not", "no"}
        words = [word for word in words if known[word] in kept or word.isdecimal()]
    return " ".join(known[word] for word in words)
