"""Conditions in the words of other languages: `[wenn lampe]`, `[solo con lámpara]`, `Si tu as la lampe, descends`.

Also what a choice says that is for all others, in any language. The rules of a book are in English, its prose may be in
any language, so such brackets and clauses are only words.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from functools import cache

from gamebook.patterns import pattern
from gamebook.phrases.table import short_code
from gamebook.phrases.turns import OTHERWISE_IN

_WORDS: Mapping[str, Mapping[str, str]] = {
    "if": {
        "de": "wenn falls sofern",
        "es": "si caso",
        "fr": "si s",
        "it": "se quando",
        "nl": "als indien mits",
        "pt": "se caso quando",
    },
    "only": {
        "de": "nur bloß",
        "es": "solo sólo solamente",
        "fr": "seulement uniquement",
        "it": "solo soltanto",
        "nl": "alleen enkel",
        "pt": "só somente apenas",
    },
    "with": {"de": "mit", "es": "con", "fr": "avec", "it": "con", "nl": "met", "pt": "com"},
    "without": {"de": "ohne", "es": "sin", "fr": "sans", "it": "senza", "nl": "zonder", "pt": "sem"},
    "needs": {
        "de": "braucht benötigt erfordert",
        "es": "necesita requiere",
        "fr": "nécessite requiert",
        "it": "richiede",
        "nl": "vereist",
        "pt": "requer precisa",
    },
    "needed": {
        "de": "nötig benötigt erforderlich",
        "es": "necesario necesaria requerido requerida",
        "fr": "nécessaire requis requise",
        "it": "necessario necessaria richiesto richiesta",
        "nl": "nodig vereist",
        "pt": "necessário necessária",
    },
    "not": {
        "de": "nicht kein keine keinen keiner",
        "es": "no ningún ninguna",
        "fr": "pas plus aucun aucune",
        "it": "non nessun nessuno nessuna",
        "nl": "niet geen",
        "pt": "não",
    },
    "own": {
        "de": "hast habt haben besitzt besitzen trägst tragt",
        "es": "tienes tenéis posees poseéis llevas lleváis",
        "fr": "as avez possèdes possédez portes portez",
        "it": "hai avete possiedi possedete porti portate indossi",
        "nl": "hebt hebben",
        "pt": "tens têm",
    },
    "have": {
        "de": "hat notiert aufgeschrieben",
        "es": "tiene tienen tenga tengan anotado anotada apuntado apuntada",
        "fr": "a avons noté notée écrit",
        "it": "ha annotato annotata scritto scritta",
        "nl": "heeft",
        "pt": "tem",
    },
    "who": {"de": "wer", "es": "quien quienes", "it": "chi"},
    "you": {
        "de": "du ihr man sie dir euch ihnen",
        "es": "tu te ti contigo",
        "fr": "tu vous on il je n ne toi",
        "it": "tu voi te ti ne",
        "nl": "je jij jullie",
        "pt": "tu você vocês te ti",
    },
    "your": {
        "de": "dein deine deinen deinem deiner eure euren",
        "es": "tus tu vuestro vuestra",
        "fr": "ton ta tes votre vos",
        "it": "tuo tua tuoi vostro vostra",
    },
    "still": {
        "de": "noch immer schon bereits mehr",
        "es": "aún todavía ya",
        "fr": "encore toujours déjà",
        "it": "ancora già più",
    },
    "at": {"de": "bei dabei", "fr": "sur"},
    "the": {
        "de": "der die das den dem ein eine einen einem einer codewort kennwort",
        "es": "el la los las un una unos unas palabra clave",
        "fr": "le la les l un une des de d mot code",
        "it": "il lo la i gli le l un uno una parola chiave",
        "nl": "de het een",
        "pt": "o os a um uma as",
    },
    "and": {"de": "und", "es": "y e", "fr": "et", "it": "e", "nl": "en", "pt": "e"},
    "or": {"de": "oder", "es": "o", "fr": "ou", "it": "o", "nl": "of", "pt": "ou"},
}
"""English word → those of other languages; `own` is what the reader does with a thing, and hardly anybody else."""
_ENDINGS: Mapping[str, tuple[str, ...]] = {
    "de": ("", "e", "n", "s", "em", "en", "er", "es"),
    "es": ("", "s", "es"),
    "fr": ("", "s", "x"),
    "it": ("a", "e", "i", "o"),
    "nl": ("", "e", "s", "en"),
    "pt": ("", "s", "es"),
}
"""Language → how words end that are one word but for their case and number: “den silbernen”, `silberner`."""
_STEM = 4
"""Letters that both must begin with, at the least."""
_SURE_IF = frozenset({"wenn", "falls", "sofern", "indien", "mits", "caso"})
"""Words that mean `if` and nothing else in the languages here: what else stands beside a name makes no difference."""
_FIRST = frozenset({"if", "only", "with", "without", "needs", "needed", "not"})
"""How a condition in a bracket begins."""
_DENIES = [[word] for word in ("nicht", "no", "pas", "plus", "non", "niet", "não")]
"""How a remark begins that sets a thing aside, “(nicht die Laterne)”; “kein” and “pas de” say what the reader lacks."""
_LACKS = [[no, of] for no in ("pas", "plus") for of in ("de", "d")]
_LANGUAGES = ("de", "es", "fr", "it", "nl", "pt")


def _table(language: str) -> dict[str, str]:
    """Each of the words of a language, and the English one."""
    return {word: english for english, spoken in _WORDS.items() for word in spoken.get(language, "").split()}


_ENGLISH = {language: _table(language) for language in _LANGUAGES}
"""Language → its words, and what they are in English: Spanish `no` is `not`, and Portuguese `o` is no `or`."""


def _all(english: str) -> str:
    """The words of all languages for an English one, as a pattern; French `s` is one only in `s'il`."""
    words = {word for spoken in _WORDS[english].values() for word in spoken.split()}
    return "|".join(sorted(words - {"s"})) + (r"|s(?=['’])" if "s" in words else "")


OWNS = pattern(rf"\b(?:{_all('own')})\b|^\s*(?:{_all('who')})\b", re.IGNORECASE)
"""Words without which no clause is about what the reader has."""
_CLAUSE = rf"(?<![\w'’])(?:(?:(?:{_all('only')})\s+)?(?:{_all('if')})|^(?:{_all('who')}))\b[^.,;:!?]*"
_CLAUSES = pattern(_CLAUSE, re.IGNORECASE)
_AT_AN_END = (
    pattern(rf"(?P<clause>{_CLAUSE}?)(?:[,:]|\s[-–—](?=\s))\s*(?P<rest>.*)", re.IGNORECASE),
    pattern(rf"(?P<rest>.*?)(?P<clause>{_CLAUSE})", re.IGNORECASE),
)
"""Words that begin, or end, with a clause."""
_HAVE_YOU = (
    r"(?P<clause>(?:(?:hast|besitzt|trägst)[ \t]+du|(?:habt|besitzt)[ \t]+ihr|(?:haben|besitzen)[ \t]+(?-i:Sie))\b"
    r"[^.,;:!?]*)"
)
_VERB_FIRST = pattern(
    rf"{_HAVE_YOU}(?:,[ \t]*(?:(?:so|dann)\b[ \t]*)?(?=(?-i:[a-zäöü]))|:[ \t]*)(?P<rest>[^?]*)", re.IGNORECASE
)
"""German words that begin with a clause without `wenn`: `Hast du das Seil, kletter hinab`, and no question."""
_VERB_BEFORE_A_TURN = pattern(rf"{_HAVE_YOU}(?:,|$)", re.IGNORECASE)
"""The same of “Hast du das Seil, so”, behind which there is a turn."""
_KEPT_IN = (
    r"(?:pockets?|bags?|packs?|backpack|rucksack|purse|pouch|satchel|sack|belt|coat|cloak|clothes|things|belongings|notes"
    r"|poches?|sacs?|sacoche|besace|bourse|bagages?|manteau|affaires"
    r"|bols[ao]s?|bolsillos?|mochila|morral|saco|zurrón|alforjas?|cosas|equipaje|notas"
    r"|bors[ae]|tasc(?:a|he)|zaino|sacco|bisaccia|cose|bagaglio|note)"
)
"""Where the reader keeps things, and looks whether they are there."""
_IN_BAGS = (
    r"(?:[ \t]+(?:in(?:to|side)?|through|your|dans|parmi|sur|votre|vos|ton|ta|tes|en|entre|tra|fra|nel|nei|nell[aoe])"
    rf"(?:[ \t]+[\w'’]+){{0,2}}?[ \t]+{_KEPT_IN})"
)
"""`in your coat pocket`, and not `the bag`, which is looked for itself."""
_TO_WHOM = r"(?:[ \t]+(?:al?|all[ao])(?:[ \t]+(?:el|la|los|las))?[ \t]+\w+)"
_LOOK = pattern(
    r"(?:ask|check|enquire|inquire|wonder|find[ \t]+out|make[ \t]+sure|verify)\b.*"
    r"|(?:look|see)(?:[ \t]+(?:again|now|first|and[ \t]+see))?"
    rf"|(?:feel|look|search|dig|rummage|fumble|grope){_IN_BAGS}"
    r"|(?:say|tell[ \t]+(?:him|her|them)|let[ \t]+(?:him|her|them)[ \t]+know)"
    r"|.*\b(?:to|and)[ \t]+(?:see|check|know|learn|remember|find[ \t]+out|make[ \t]+sure)"
    r"|(?:comprueb[ae]n?|comproba[dr]|comprobemos|mir[ae]n?|mira[dr]|pregunt[ae]\w*|pregúnt[ae]\w*|verific[ae]\w*"
    r"|averig[uü][ae]\w*|revis[ae]\w*|ver|ve[ád])\b.*"
    rf"|(?:busca[dr]?|busque|rebusca[dr]?){_IN_BAGS}?|(?:di|díga|deci[dr])(?:les?)?{_TO_WHOM}?"
    r"|.*\b(?:ver|saber|recordar|comprobar|averiguar)"
    r"|(?:regarde[rz]?|vérifie[rz]?|demande[rz]?|contrôle[rz]?|vois|voir|voyez|dis|dites|dire)\b.*"
    rf"|(?:cherche[rz]?|fouille[rz]?){_IN_BAGS}?|.*\b(?:voir|savoir|vérifier)"
    r"|(?:guard[ai]|guardate|guardare|controll[ai]|controllate|controllare|verificate|verificare|chied[aei]\w*"
    r"|domand[ai]\w*|ved[aei]\w*)\b.*"
    rf"|(?:cerca|cerchi|cercate|cercare|fruga|frugate|frugare){_IN_BAGS}?|(?:di|dir|dite)(?:gli|lle|le|['’])?{_TO_WHOM}?|dire{_TO_WHOM}?"
    r"|.*\b(?:vedere|sapere|ricordare|scoprire|controllare)"
    r"|(?:vê|veja|verifique|pergunt[ae]\w*|olh[ae]|procure[ ]saber)\b.*",
    re.IGNORECASE,
)
"""Words that begin with looking or asking, or end with it: an `if` behind them is `whether`.

Where readers look for something else than in their bags, it may be a condition: “Search the well if you have the lamp”.
"""
_REST_ALSO: Mapping[str, str] = {
    "de": r"(?:wenn|falls)[ \t]+nicht",
    "en": r"(?:or[ \t]+)?else|or[ \t]+otherwise|if[ \t]+not",
    "es": r"si[ \t]+no",
    "it": r"se[ \t]+no",
}
"""Words of a choice that may mean all others, besides those that always do, in each language."""
_DEED = (
    r"(?:(?<=sonst)|(?<=andernfalls)|(?<=ansonsten))[ \t]+"
    r"(?!(?:noch|nichts|niemand\w*|jemand\w*|etwas|kein\w*|irgend\w*|w(?:er|en|em|as|o|ie|ann|ohin)|auch|immer|so)\b)"
    r"(?=(?-i:[a-zäöü]))(?!.*\b(?-i:[a-zäöü])\w*(?:en|ern|eln)[ \t.!…]*$)"
)
"""Between German “sonst” and what is to be done, as in “sonst geh heim”, which has no comma."""


def in_english(said: str, names: Iterable[str], language: str, *, remark: bool = False) -> str:
    """`if you the lamp have` of `wenn du die lamp hast`, word by word; empty if it does not begin, or end, so.

    Args:
        said: what stands in the bracket.
        names: those of the book, which stay as they are.
        language: of the book; empty if its header names none.
        remark: whether such a bracket often holds a remark.
    """
    words = re.findall(r"\w+", said.casefold())
    if remark and _denies(words):
        return ""
    parts = _parts(names)
    spoken = [
        each
        for each in _spoken(language)
        if words and (_ENGLISH[each].get(words[0]) in _FIRST or _ENGLISH[each].get(words[-1]) == "needed")
    ]
    if not spoken:
        return ""
    best = max(spoken, key=lambda each: sum(word in _ENGLISH[each] for word in words))
    known, words = _ENGLISH[best], _as_named(words, parts, best)
    if words[0] in _SURE_IF or (known.get(words[0]) == "only" and words[1:2] and words[1] in _SURE_IF):
        kept = {*known, *_WORDS, "no"} | parts
        words = [word for word in words if word in kept or word.isdecimal()]
    return _translated(words, known, parts)


def _denies(words: Sequence[str]) -> bool:
    """Whether words set a thing aside that somebody may have all the same: “pas la lampe”, and not “pas de lampe”."""
    return words[:1] in _DENIES and words[:2] not in _LACKS


def asked_of_the_reader(said: str, names: Iterable[str], language: str) -> str:
    """`if you the lamp have`, if words have such a clause about what the reader has, and no more in it; else nothing.

    All its words are of one language.

    Args:
        said: a sentence, or the words of a choice.
        names: those of the book.
        language: of the book; empty if its header names none.
    """
    parts = _parts(names)
    for clause in _CLAUSES.finditer(said.strip()):
        spoken = re.findall(r"\w+", clause[0].casefold())
        if "sie" in re.findall(r"\w+", clause[0]):  # she, or they; “Sie” is the reader
            continue
        for each in _spoken(language):
            known, words = _ENGLISH[each], _as_named(spoken, parts, each)
            all_known = all(word in parts or word in known or word.isdecimal() for word in words)
            first, *others = (known.get(word) for word in words)
            owns = "own" in others and first in ("if", "only")
            if first == "who":  # “Wer hat das Seil” is a question
                owns = not {"own", "have"}.isdisjoint(others[-1:] if each == "de" else others[:1])
            if all_known and owns:
                return _translated(words, known, parts)
    return ""


def asked_before_a_turn(said: str, names: Iterable[str], language: str) -> str:
    """The same for what stands before a turn, where a German clause needs no `wenn`: “Hast du das Seil, so”.

    Args:
        said: the words of a sentence before its turn.
        names: those of the book.
        language: of the book; empty if its header names none.
    """
    names = (*names,)
    first = _VERB_BEFORE_A_TURN.match(said.strip())
    asked = asked_of_the_reader(f"wenn {first['clause']}", names, language) if first is not None else ""
    return asked or asked_of_the_reader(said, names, language)


def with_clause(said: str, names: Iterable[str], language: str) -> tuple[str, str]:
    """The same for words that begin, or end, with such a clause; and the words without it.

    Args:
        said: the words of a choice.
        names: those of the book.
        language: of the book; empty if its header names none.
    """
    names = (*names,)
    said = said.strip()
    first = _VERB_FIRST.fullmatch(said)
    asked = asked_of_the_reader(f"wenn {first['clause']}", names, language) if first is not None else ""
    if first is not None and asked:
        return asked, first["rest"]
    for match in filter(None, (form.fullmatch(said) for form in _AT_AN_END)):
        asked = asked_of_the_reader(match["clause"], names, language)
        if asked and not (match.end("rest") < match.end() and asks_whether(match["rest"])):
            return asked, match["rest"].rstrip(" \t,")
    return "", said


def before_colon(said: str, names: Iterable[str], language: str) -> str:
    """`if lamp` of `wenn lampe`, word by word, if all words are of one language, or names; else nothing.

    Args:
        said: the words before a colon.
        names: those of the book.
        language: of the book; empty if its header names none.
    """
    spoken, parts = re.findall(r"\w+", said.casefold()), _parts(names)
    for each in _spoken(language):
        known, words = _ENGLISH[each], _as_named(spoken, parts, each)
        if not words or _denies(words):  # “Nicht die Laterne: das Seil”
            continue
        if known.get(words[0]) in _FIRST and all(word in parts or word in known for word in words):
            return _translated(words, known, parts)
    return ""


@cache
def all_others(language: str) -> re.Pattern[str]:
    """Words of a choice for all others, in the language of a book; in any if it names none.

    They stand alone or before a comma: “otherwise engaged” and “sinon quoi” are something else.
    """
    spoken = [each for each in OTHERWISE_IN if not language or each == short_code(language)]
    words = "|".join(filter(None, (part for each in spoken for part in (OTHERWISE_IN[each], _REST_ALSO.get(each)))))
    deed = f"|{_DEED}" if "de" in spoken else ""
    return pattern(rf"(?P<rest>{words or '(?!)'})(?:[ \t]*[,:][ \t]*{deed}|[ \t.…]*$)(?P<words>[^?]*)", re.IGNORECASE)


def asks_whether(before: str) -> bool:
    """Whether an `if` is no condition, by the words before it: `see if you have the lamp`, `demande-lui si tu as`."""
    return _LOOK.fullmatch(before.strip()) is not None and not before.rstrip().endswith(",")


def _spoken(language: str) -> list[str]:
    """The language of a book, if it is one of those here; all of them if it names none."""
    return [each for each in _LANGUAGES if not language or each == short_code(language)]


def _as_named(words: Iterable[str], parts: Collection[str], language: str) -> list[str]:
    """The words, each as the book's names have it, where only its ending is another: `silberner` for “silbernen”."""
    known = _ENGLISH[language]
    return [word if word in parts or word in known else _one_named(word, parts, language) for word in words]


def _one_named(word: str, parts: Iterable[str], language: str) -> str:
    """The one word of the names that is this one with another ending; the word itself if there is none, or several."""
    stems = _stems(word, language)
    found = [part for part in parts if part[:_STEM] == word[:_STEM] and stems & _stems(part, language)]
    return found[0] if len(found) == 1 else word


def _stems(word: str, language: str) -> set[str]:
    """What may be left of a word without its ending."""
    return {stem for end in _ENDINGS[language] if word.endswith(end) and len(stem := word.removesuffix(end)) >= _STEM}


def _translated(words: Iterable[str], known: Mapping[str, str], parts: Container[str]) -> str:
    """The words in English; those of names, and what is not known, stay as they are."""
    usual = {"own": "have", "needed": "needs", "who": "if"}
    english = (word if word in parts else known.get(word, word) for word in words)
    return " ".join(usual.get(word, word) for word in english)


def _parts(names: Iterable[str]) -> set[str]:
    """The words of the names of the book."""
    return {part for name in names for part in name.casefold().split("-")}
