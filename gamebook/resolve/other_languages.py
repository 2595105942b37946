"""Conditions in the words of other languages: `[wenn lampe]`, `[solo con lámpara]`, `Si tu as la lampe, descends`.

The rules of a book are in English, its prose may be in any language, so such brackets and clauses are only words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from gamebook.patterns import pattern

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
_NO = "nicht kein keine keinen keiner pas plus aucun aucune non nessun nessuno nessuna ningún ninguna niet geen não"
_YOU_HAVE = (
    "hast habt haben besitzt besitzen trägst tragt as avez possèdes possédez portes portez tienes tenéis posees "
    "poseéis llevas lleváis hai avete possiedi possedete porti portate indossi hebt hebben tens têm"
)
"""What the reader does with a thing, and hardly anybody in the story."""
_HAVE = (
    f"{_YOU_HAVE} hat a avons tiene ha heeft tem notiert aufgeschrieben noté notée écrit anotado anotada apuntado "
    "apuntada annotato annotata scritto scritta"
)
_YOU = "du ihr man sie tu vous on il je jij jullie você vocês te n ne dir euch ihnen toi ti voi contigo"
_YOUR = "dein deine deinen deinem deiner eure euren ton ta tes votre vos tus vuestro vuestra tuo tua tuoi vostro vostra"
_STILL = "noch immer schon bereits mehr encore toujours déjà aún todavía ya ancora già più"
_AT = "bei dabei sur"
_ARTICLES = (
    "der die das den dem ein eine einen einem einer le la les l un une des el los las una unos unas lo gli i uno "
    "de het een os um uma"
)
_CODEWORD = "codewort kennwort mot code palabra clave parola chiave"
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
        "your": _YOUR,
        "still": _STILL,
        "at": _AT,
        "the": f"{_ARTICLES} {_CODEWORD}",
        "and": _AND,
        "or": _OR,
    }
    return {word: english for english, words in lists.items() for word in words.split()}


_ENGLISH = _table()
_FIRST = frozenset(f"{_IF} {_ONLY} {_WITH} {_WITHOUT} {_NEEDS} {_NO}".split())
_LAST = frozenset(_NEEDED.split())
OWNS = pattern(rf"\b(?:{_YOU_HAVE.replace(' ', '|')})\b", re.IGNORECASE)
"""Words without which no clause is about what the reader has."""
_CLAUSE = rf"\b(?:(?:{_ONLY.replace(' ', '|')})\s+)?(?:{_IF.replace(' ', '|')})\b[^.,;:!?]*"
_CLAUSES = pattern(_CLAUSE, re.IGNORECASE)
_AT_AN_END = (
    pattern(rf"(?P<clause>{_CLAUSE}),\s*(?P<rest>.*)", re.IGNORECASE),
    pattern(rf"(?P<rest>.*?)(?P<clause>{_CLAUSE})", re.IGNORECASE),
)
"""Words that begin, or end, with a clause."""


def in_english(said: str, names: Iterable[str]) -> str:
    """`if you the lamp have` of `wenn du die lamp hast`, word by word; empty if it does not begin, or end, so.

    Args:
        said: what stands in the bracket.
        names: those of the book, which stay as they are.
    """
    words = _words(said)
    if not words or not (words[0] in _FIRST or words[-1] in _LAST):
        return ""
    parts = _parts(names)
    known = {word: word if word in parts else _ENGLISH.get(word, word) for word in words}
    if words[0] in _SURE_IF or (_ENGLISH.get(words[0]) == "only" and words[1:2] and words[1] in _SURE_IF):
        kept = {*parts, *_ENGLISH.values(), "not", "no"}
        words = [word for word in words if known[word] in kept or word.isdecimal()]
    return " ".join(known[word] for word in words)


def asked_of_the_reader(said: str, names: Iterable[str]) -> str:
    """`if you the lamp have`, if words have such a clause about what the reader has, and no more in it; else nothing.

    Args:
        said: a sentence, or the words of a choice.
        names: those of the book.
    """
    parts = _parts(names)
    for clause in _CLAUSES.finditer(said):
        words = _words(clause[0])
        others = "sie" in re.findall(r"\w+", clause[0])  # she, or they; “Sie” is the reader
        known = all(word in parts or word in _ENGLISH or word == "no" or word.isdecimal() for word in words)
        if known and not others and OWNS.search(clause[0]):
            return " ".join(word if word in parts else _ENGLISH.get(word, word) for word in words)
    return ""


def with_clause(said: str, names: Iterable[str]) -> tuple[str, str]:
    """The same for words that begin, or end, with such a clause; and the words without it.

    Args:
        said: the words of a choice.
        names: those of the book.
    """
    names = (*names,)
    for match in filter(None, (form.fullmatch(said) for form in _AT_AN_END)):
        asked = asked_of_the_reader(match["clause"], names)
        if asked:
            return asked, match["rest"].rstrip(" \t,")
    return "", said


def _words(said: str) -> list[str]:
    return re.findall(r"\w+", re.sub(r"\be[ ]o\b", "e", said.casefold()))  # in Portuguese that “o” is no “or”


def _parts(names: Iterable[str]) -> set[str]:
    """The words of the names of the book."""
    return {part for name in names for part in name.casefold().split("-")}
