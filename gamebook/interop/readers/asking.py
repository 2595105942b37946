"""What the words of a choice ask for: something on the sheet, a roll, or only what the reader wants."""

from __future__ import annotations

import re

_OPENER = re.compile(
    r"\b(?:(?P<unless>unless|except if)|if|should|when|once|provided(?: that)?|as long as|wenn|falls|si|s'(?=ils?\b)|se"
    r"|sofern|cuando|quando)\b\s*",
    re.IGNORECASE,
)
_WISH = re.compile(
    r"(?:you|du|ihr|sie|vous|tu)?(?:['’]d|\s+would|\s+will)?\s*(?:really |now |still |just |do )?"
    r"(?:want|wish|would|like|prefer|rather|decide|choose|try|attempt|think|feel|dare|care|intend|agree|refuse"
    r"|möchte\w*|will(?:st|t)|woll(?:en|t)|lieber|voulez|préfér\w*|souhait\w*|désir\w*|décid\w*|veux"
    r"|quier\w*|prefier\w*|dese\w*|decid\w*|vuo[il]\w*|voglia\w*|preferi\w*|desider\w*)\b",
    re.IGNORECASE,
)
_HAVE = re.compile(
    r"\b(?:you|du|ihr|vous|tu)\s+(?:do not |don['’]t |still |already |also |both |only |now )*"
    r"(?:have|had|possess|own|carry|wear|hold|know|are|were|remember|hast|habt|besitzt|trägst|kennst|bist|warst"
    r"|avez|possédez|portez|connaissez|êtes|as|possèdes|connais|es)\b"
    r"(?! (?:to|ready|finished|done|(?:un)?lucky|glück|pech|(?:mal)?chanceu\w+)\b)"
    r"|\b(?:wenn|falls|sofern)\s+(?:du|ihr|sie)\b"
    r"(?![^.;:]{0,80}\b(?:glück|pech|lust)\b)[^.;:]{0,120}?"
    r"\b(?:hast|habt|haben|besitzt|besitzen|trägst|tragt|tragen|kennst|kennt|kennen|bist|seid|warst|wart)\b"
    r"|\bcode\s?words?\b|\bcodewort\b|\bpalabra clave\b|\bparola chiave\b|\bmot de (?:code|passe)\b"
    r"|\b(?:si|se)\s+(?:no |non |ya |già )*"
    r"(?:tienes|llevas|posees|conoces|eres|estás|has|hai|possiedi|porti|conosci|sei)\b"
    r"|\b(?:and|or)\s+(?:have|possess|own|carry)\b|\bany of you\b",
    re.IGNORECASE,
)
_DICE = re.compile(
    r"\b(?:roll(?:ed|s)?|throw(?:n|s)?|threw|scored?|die|dice|total|result|lucky|unlucky|odd|even"
    r"|succeed(?:ed)?|successful|fail(?:ed|s)?|pass(?:ed)?|win|won|lose|lost|defeat|kill|slay|survived?"
    r"|gewinn\w*|verlier\w*|besieg\w*|würf\w*|wirfst|gelingt|misslingt|glück|pech"
    r"|gagne[zs]?|perd(?:ez|s)|vainqueur|réussi\w*|échou\w*|chanceux|malchanceux|vaincu\w*|obtenez"
    r"|ganas|pierdes|sacas|suerte|vinci|perdi|fortunat[oa]|sfortunat[oa]|fallisci|super\w+|fall\w+)\b",
    re.IGNORECASE,
)
_FACES = re.compile(
    r"(?:\A|\b(?:if|on|with|of|for|a|an|is|you (?:roll|get|score|throw)|bei|von|auf)\s+)(?:a |an |exactly )?"
    r"\d{1,3}(?:\s*[-–—/,]\s*\d{1,3}|\s*(?:or|and|to|bis|oder|ou|à|o|a)\s+(?:\d{1,3}|more|less|higher|lower|over|under"
    r"|above|below|fewer))*\s*(?::|[,.]?\s*(?:\Z|(?=you\b|then\b|,)))",
    re.IGNORECASE,
)
"""`1-3`, `on a 4, 5 or 6`: faces of a die."""
_WON = re.compile(
    r"\b(?:heads|tails)\Z|\b(?:on|with) an? (?:roll|throw|total|result|score)\b"
    r"|\A(?:you )?(?:win|won|lose|lost|success|failure|succeed|fail|lucky|unlucky|sieg|niederlage)\s*(?:\Z|[,:;.])",
    re.IGNORECASE,
)
_OTHERWISE = re.compile(
    r"\A(?:(?:or|and|but|oder|und)\s+)?(?:otherwise|else|if not|if so|not|wenn nicht|falls nicht|sonst|andernfalls"
    r"|ansonsten"
    r"|in (?:which|that) case|sinon|autrement|si no|de lo contrario|altrimenti|se no"
    r"|(?:if|when|should) (?:you|it|they|he|she|this|that) (?:do|does|did|have|has|are|is|were|can|could|will|would)"
    r"(?: not|n['’]t)(?: (?:wish|want|have (?:it|one|this|that|them)|wish to do so))?"
    r"|(?:if|when) you (?:don|didn|can|couldn|won|wouldn)['’]?t)\b[\s.,;:!?)]*(?:\Z|,)?",
    re.IGNORECASE,
)
_READY = re.compile(r"you (?:are ready|have finished|are finished|are done|have done so|have read)\b", re.IGNORECASE)
_PAST = re.compile(
    r"you (?:have |had |already |ever )*(?!need|feed|heed|proceed|succeed|bleed|speed|seed|exceed|weed)\w+ed\b",
    re.IGNORECASE,
)
_READER = re.compile(r"(?:you|du|ihr|Sie|vous|ti)\b|tu\b(?!\s+[A-Z]{2})")
_QUESTION = re.compile(
    r"\b(?:do|did|are|were|have) you (?:not )?(?:still |already |ever )*"
    r"(?:have|possess|own|carry|carrying|wear|wearing|know|met|visited|been|got|found|taken)\b",
    re.IGNORECASE,
)


_LONGEST = 1_000
"""How many letters before a turn can say what it asks for."""


def asked(words: str) -> str:
    """What words ask for; empty if the reader is free.

    Returns:
        `state`, something on the sheet; `dice`; `same`, what was asked before or else the sheet; or `otherwise`, the
        contrary of what was asked before, which may be nothing.
    """
    words = " ".join(words.split()).strip(" ,;:—–-*_([|)")[-_LONGEST:]
    if _OTHERWISE.match(words) and not _HAVE.search(_OTHERWISE.sub("", words, count=1)):
        return "otherwise"
    if _HAVE.search(words) and (_OPENER.search(words) or _QUESTION.search(words)):
        return "state"
    if _QUESTION.search(words):
        return "state"
    kinds = [_clause(words[each.end() :], unless=bool(each["unless"])) for each in _OPENER.finditer(words)]
    for kind in ("state", "dice", "same"):
        if kind in kinds:
            return kind
    if not kinds and (_FACES.search(words) or _WON.search(words)):
        return "dice"
    return ""


def _clause(words: str, *, unless: bool) -> str:
    """What stands behind an “if”."""
    if _READY.match(words):
        return ""
    if _WISH.match(words):
        return ""
    clause = re.split(r"[,;:]", words, maxsplit=1)[0] or words
    if _DICE.search(clause) or (_FACES.search(words) and not words.startswith(("your ", "it "))):
        return "dice"
    if words.startswith("it "):
        return "same"
    if unless or _PAST.match(words):
        return "state"
    return "" if _READER.match(words) or not _SUBJECT.match(words) else "state"


_SUBJECT = re.compile(
    r"(?:the|your|it|its|there|this|that|these|those|he|she|they|any|both|neither|none|no|one|all|[A-Z]{2,}"
    r"|der|die|das|dein\w*|ihr\w*|es|er|le|la|les|l['’]|votre|vos|ton|ta|il|elle|ils|tu|el|lo|il|i|gli)\b",
)
"""Somebody or something that is not the reader."""


def is_condition(sentence: str) -> bool:
    """Whether a sentence that leads nowhere says when something holds."""
    words = " ".join(sentence.split()).strip(" ,;*_>-•")
    if not (_OPENER.search(words) or _QUESTION.search(words) or words.endswith(":")):
        return _OTHERWISE.match(words) is not None
    return bool(asked(words))
