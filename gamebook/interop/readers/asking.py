"""What the words of a choice ask for: something on the sheet, a roll, or only what the reader wants."""

from __future__ import annotations

import re

from gamebook.interop.draft import Body, Kept, Origin
from gamebook.interop.readers.capitals import CAPITAL
from gamebook.interop.readers.needs import is_compared, is_decided, is_needed, is_with
from gamebook.patterns import pattern
from gamebook.phrases.turns import OTHERWISE
from gamebook.sentences import CLOSING

_VERB_FIRST = {
    "state": r"hast|habt|haben|besitzt|besitzen|trägst|tragt|kennst|kennt|bist|seid|warst|wart|lebst|lebt|kannst|könnt"
    r"|können|brauchst|weißt|verfügst|führst|solltest|solltet",
    "dice": r"würfelst|würfelt|wirfst|werft|gewinnst|gewinnt|verlierst|verliert|besiegst|besiegt|schaffst|schafft"
    r"|siegst|siegt|bezwingst|bezwingt|bestehst|besteht|scheiterst|scheitert|unterliegst|unterliegt|erzielst|erreichst|triffst|überlebst|tötest|schlägst|stirbst|sterbt",
    "wish": r"willst|wollt|möchtest|möchtet|magst|mögt|würdest|entscheidest|wählst|versuchst|glaubst|traust",
}
"""German verbs that begin a condition about the reader, “besitzt du …”, and what it asks for."""
_READER_DE = r"\s+(?:du|ihr|sie)\b(?!\s+(?:nun|jetzt|dann)\b)"
_THING_VERBS = (
    r"ist|sind|war|waren|beträgt|betragen|dauert|braucht|hat|liegt|lag|steht|zeigt|gewinnt|verliert|gelingt|misslingt"
    r"|wurde|fällt"
)
_BEGINS = r"(?:\A|(?<=[.;:—–(!?]\s)|\b(?:und|oder|aber|doch|jedoch)\s+)"
_GERMAN = re.compile(
    rf"{_BEGINS}(?:(?:{'|'.join(f'(?P<{kind}>{verbs})' for kind, verbs in _VERB_FIRST.items())}){_READER_DE}"
    rf"|(?:kannst|willst) oder (?:willst|kannst){_READER_DE}"
    rf"|(?P<thing>{_THING_VERBS})\s+"
    r"(?=(?:der|die|das(?! (?:ein|der|die|das|nicht|alles))|es|er|sie|ihr\w*|dein\w*|dies\w*"
    r"|kein\w*|(?-i:[A-ZÄÖÜ]\w+))\b))",
    re.IGNORECASE,
)
"""A German condition that begins with its verb: “besitzt du den Schlüssel”, “ist die Summe kleiner”."""
_MUST = {
    "en": "unless|except if",
    "de": "es sei denn|vorausgesetzt",
    "fr": "à (?:moins|condition) (?:de|d'|que|qu')|sauf si|pourvu qu(?:e|')",
    "es": "a menos (?:de )?que|a condición de(?: que)?|salvo (?:que|si)|siempre y cuando"
    "|con tal (?:de )?que|en caso de que"
    r"|siempre que(?= (?:no )?(?:ten|llev|pose|cono|dispon|hay|se|est|pued|sep|quier)\w*(?:[ae]s|[áé]is)\b)",
    "it": "a (?:meno|condizione|patto) (?:che|di)|purché|qualora|sempre che|nel caso che",
}
_ONLY = "only if|nur (?:wenn|falls)|seulement si|(?:solo|sólo|soltanto) s[ei]"
_IF = {
    "en": r"if|should|when(?:ever)?|(?<!at )once|provided(?: that)?|as long as|as soon as(?= you\b)",
    "de": r"wenn|falls|sofern|sobald(?= (?:du|ihr)\b)|solange",
    "fr": r"si|s'(?=ils?\b)",
    "es": "si|cuando",
    "it": "se|quando",
}
_OPENER = re.compile(
    r"(?<!\bas )(?<!\bals )(?<!\bcomme )(?<!\bcomo )(?<!\bcome )"
    rf"\b(?:(?P<needs>{'|'.join(_MUST.values())})|(?P<only>{_ONLY})|{'|'.join(_IF.values())})\b\s*",
    re.IGNORECASE,
)
"""What opens a condition.

`needs`: all that may follow must hold, unless it is a wish; `only`: or something that the reader does.
"""
_TIME = ("when", "whenever", "once", "cuando", "quando")
"""These tell a story, too: “when you woke”."""
_SOON = re.compile(
    r"\b(?:as soon as|(?<!at )once|sobald)\b[^.;:]{0,80}?\b(?:win|won|kill\w*|slain|slay|defeat\w*|beat\w*|dead"
    r"|dies|reduced?|gewonnen|gewinnst|besieg\w*|getötet|tot|stirbt)\b"
    r"|\b(?:wenn|falls|hast|habt)\b[^.;:]{0,80}?\b(?:gewonnen|verloren)\b",
    re.IGNORECASE,
)
"""The end of a fight."""
_ABLE = re.compile(
    r"\b(?:if|when|unless|should) you (?:can(?: ?not)?|could(?: not)?|are (?:not )?able to)\s+"
    r"(?!(?:bear|not|wish|want|or|and|see)\b)\w"
    r"|\b(?:wenn|falls) (?:du|ihr)\b[^.;:,]{0,80}?\b(?:kannst|könnt)\b"
    r"|\bsi (?:vous (?:ne )?pouvez|tu (?:ne )?peux) (?:pas )?\w+(?:er|ir|re)\b"
    r"|\b(?:si (?:no )?(?:puedes|podéis)|se (?:non )?(?:puoi|potete)) \w+r[el]?\w{0,3}\b",
    re.IGNORECASE,
)
"""“if you can pay”: the sheet says so."""
_SHORT = (
    (re.compile(r"[’‘]"), "'"),
    (re.compile(r"\bwon't\b", re.IGNORECASE), "will not"),
    (re.compile(r"\bcan't\b|\bcannot\b", re.IGNORECASE), "can not"),
    (re.compile(r"n't\b"), " not"),
    (re.compile(r"(?<=\w)'ve\b"), " have"),
    (re.compile(r"\b(vous|tu) (?:(?:ne|l[ae]s?|en|y) |[nl]')+(?=\w)", re.IGNORECASE), r"\1 "),
    (re.compile(r"(?<=\byou)'re\b"), " are"),
    (re.compile(r"(?<=\byou)'d(?= (?:got|been|had|met|seen|found|\w+ed)\b)"), " had"),
)
"""Contractions, in full; French verbs without the small words before them: “vous ne l'avez pas” as “vous avez pas”."""
_WISH = re.compile(
    r"(?:you|du|ihr|sie|vous|tu|no|non)?(?:['’]d|\s+would|\s+will)?\s*(?:really |now |still |just |do )?"
    r"(?:want|wish|would|like|prefer|rather|decide|choose|try|attempt|think|feel|dare|care|intend|agree|refuse"
    r"|möchte\w*|will(?:st|t)|woll(?:en|t)|lieber|voul\w*|préfér\w*|souhait\w*|désir\w*|décid\w*|veux"
    r"|quier\w*|prefier\w*|dese\w*|decid\w*|vuo[il]\w*|voglia\w*|preferi\w*|desider\w*)\b",
    re.IGNORECASE,
)
_HAS_FR = (
    r"avez|possédez|portez|connaissez|disposez|détenez|transportez|êtes|as|possèdes|portes|connais|disposes|détiens|es"
)
_HAS_ES = r"tienes?|llevas?|posees?|conoces|eres|estás|has|tenéis|lleváis|poseéis"
_HAS_IT = r"hai|possiedi|porti|conosci|sei|avete|possedete|portate|conoscete"
"""Verbs that say of the reader what he has or is."""
_HAVE = re.compile(
    r"\b(?:you|du|ihr|vous|tu)\s+(?:do not |did not |still |already |also |both |only |now |ever |never )*"
    r"(?:have|had|possess|own|carry|wear|hold|know|are|were|remember|lack|need|hast|habt|besitzt|trägst|kennst|bist|warst"
    rf"|{_HAS_FR})\b"
    r"(?!(?: pas)? (?:to|ready|finished|done|picked|(?:un)?lucky|glück|pech|(?:mal)?chanceu\w+"
    r"|(?:de la|pas de) chance|vainqueurs?|victorieu\w+)\b)"
    r"|\b(?:wenn|falls|sofern)\s+(?:du|ihr|sie)\b"
    r"(?![^.;:]{0,80}\b(?:glück|pech|lust)\b)[^.;:]{0,120}?"
    r"\b(?:hast|habt|haben|besitzt|besitzen|trägst|tragt|tragen|kennst|kennt|kennen|bist|seid|warst|wart|lebst|lebt)\b"
    r"|\bcode\s?words?\b|\bcodewort\b|\bpalabra clave\b|\bparola chiave\b|\bmot de (?:code|passe)\b"
    rf"|\b(?:si|se)\s+(?:no |non |ya |già |ne |l[aeio]s? |ce l')*(?:{_HAS_ES}|{_HAS_IT})\b"
    r"(?! (?:(?:buena |mala )?suerte|(?:des)?afortunad[oa]|s?fortunat[oa]|vincitor\w+|vencedora?|vi[ct]torios[oa])\b)"
    r"|\b(?:and|or)\s+(?:have|possess|own|carry)\b|\bany of you\b",
    re.IGNORECASE,
)
_ENGLISH_DICE = re.compile(
    r"\b(?:roll(?:ed|s)?|throw(?:n|s)?|threw|scored?|die|dice|total|result|lucky|unlucky|odd|even"
    r"|succeed(?:ed)?|successful|fail(?:ed|s)?|pass(?:ed)?|wins?|won|loses?|lost|defeats?|kills?|slay|beats?|survived?"
    r"|victorious|triumph|prevail|vanquish)\b",
    re.IGNORECASE,
)
_GERMAN_DICE = re.compile(
    r"\b(?:gewinn\w*|verlier\w*|besieg\w*|summe|ergebnis\w*|augen(?:zahl)?|zahl|wurf|würf\w*|wirfst|gelingt|misslingt"
    r"|stirbst|sterbt|überleb\w*|glück|pech|sieg(?:e|st|t|reich)?|bezw[iu]ng\w*"
    r"|(?<!darauf )besteh(?:st|t)|scheiter(?:st|t)|unterlieg(?:st|t)|tötest|tötet)\b",
    re.IGNORECASE,
)
_ROMANCE_DICE = re.compile(
    r"\b(?:gagne[zs]|perd(?:ez|s)|vainqueurs?|victorieu\w+|réussi\w*|échou\w*|chanceux|malchanceux"
    r"|(?:de la|pas de) chance|vaincu\w*|tuez|battez|remport\w+|surviv\w+|obtenez|dés?|total|score|résultat\w*|impair"
    r"|pair|ganas|ganáis|pierdes|perdéis|vences|vencéis|vencedora?|derrotas|sacas|suerte|(?:des)?afortunad[oa]|resultados?"
    r"|impar|éxito|fracas\w+|triunf\w+|triomph\w+|trionf\w+|matas|matáis|uccid[ie]\w*|batt[ie]\w*|ries[ci]\w*|riuscite"
    r"|vinci|vincete|vincitor\w+|perdi|perdete|sconfigg\w+|s?fortunat[oa]|vi[ct]torios[oa]|fallisci|super\w+|fall\w+"
    r"|risultat\w+|dispari|pari)\b",
    re.IGNORECASE,
)
_ROMANCE = ("si", "s'", "se", "cuando", "quando")
_ROMANCE_NEEDS = (
    *("à", "a", "sauf", "salvo", "pourvu", "siempre", "con", "en", "purché", "qualora", "sempre", "nel", "au"),
    *("seulement", "solo", "soltanto", "sólo"),
)
_DICE = {
    **dict.fromkeys(("wenn", "falls", "sofern", "sobald", "solange", "es", "vorausgesetzt", "nur"), _GERMAN_DICE),
    **dict.fromkeys((*_ROMANCE, *_ROMANCE_NEEDS), _ROMANCE_DICE),
}
"""Words of dice and of fights by the first word of what opens the condition, if that is not English.

“die” is an article in German.
"""
_FACES = re.compile(
    r"(?:\A|\b(?:if|on|with|of|for|a|an|is|you (?:roll|get|score|throw)|bei|von|auf|con)\s+)"
    r"(?:a |an |exactly |un |uno )?"
    r"\d{1,3}(?:\s*[-–—/,]\s*\d{1,3}|\s*(?:or|and|to|bis|oder|ou|à|o|a)\s+(?:\d{1,3}|more|less|higher|lower|over|under"
    r"|above|below|fewer))*\s*(?::|[,.]?\s*(?:\Z|(?=you\b|then\b|,)))"
    r"|\b(?:de|da|del|dal|entre|tra|fra)\s+\d{1,3}\s+(?:à|a|al|et|y|e)\s+\d{1,3}\s*(?:[:,.]|\Z)",
    re.IGNORECASE,
)
"""`1-3`, `on a 4, 5 or 6`, `de 4 à 6`: faces of a die."""
_WON = re.compile(
    r"\b(?:heads|tails)\Z|\b(?:on|with) an? (?:roll|throw|total|result|score)\b"
    r"|\A(?:you )?(?:win|won|lose|lost|success|failure|succeed|fail|lucky|unlucky|sieg|niederlage)\s*(?:\Z|[,:;.])",
    re.IGNORECASE,
)
_ROW = re.compile(
    r"[\s*_|(\[>•–-]*(?P<faces>\d{1,3}(?:\s*[-–—/,]\s*\d{1,3}|\s+(?:or|and|to|bis|oder|ou|à|o|a)\s+\d{1,3})*)"
    rf"(?:(?P<sign>\s*[:=|])|(?=[)*_]*\s+{CAPITAL}))"
)
"""`1-2: You find a gem.`, `1-2 You find a gem.`"""
_OTHERWISE = re.compile(
    rf"\A(?:(?:or|and|but|oder|und)\s+)?(?:{OTHERWISE}|else|if not|if so|if yes|if no|not"
    r"|(?:everyone|anyone|everybody|anybody) else|all others"
    r"|wenn (?:nicht|ja|nein)|falls (?:nicht|ja|nein)"
    r"|(?:hast|kannst|bist|tust|willst) (?:du|ihr) (?:es |das |dies )?nicht"
    r"|kannst oder willst du nicht|in allen anderen fällen"
    r"|in (?:which|that) case|in (?:any|every) other case|in all other cases|failing that"
    r"|si (?:oui|non)|dans (?:le cas contraire|tous les autres cas)"
    r"|de otro modo|si sí|en caso (?:afirmativo|negativo)|en todos los demás casos"
    r"|se (?:no|sì)|in caso (?:contrario|affermativo|negativo)"
    r"|in tutti gli altri casi"
    r"|(?:alle anderen|(?:tous )?les autres|(?:todos )?los demás|(?:tutti )?gli altri)(?=[\s.,;:!?)]*\Z)"
    r"|si no(?=[\s.,;:!?)]*\Z|,| (?:lo )?(?:haces|puedes|logras|consigues)\b)"
    r"|(?:if|when|should) (?:you|it|they|he|she|this|that) (?:do|does|did|have|has|are|is|were|can|could|will|would)"
    r" not(?: (?:(?:wish|want)(?: to(?: do so)?)?|have (?:it|one|this|that|them)))?(?: or (?:will|do) not)?"
    r"(?=[\s.,;:!?)]*\Z|\s*[,;:.]|\s+(?:then|you)\b)"
    r"|(?:if|when) you (?:do|did|have|had|are|were|can|could)(?=[\s.,;:!?)]*\Z|,)"
    r"|(?:if|when) you (?:don|didn|can|couldn|won|wouldn)t)\b[\s.,;:!?)]*(?:\Z|,)?",
    re.IGNORECASE,
)
_OBJECT = re.compile(r"(?<=[\w] )(?:got|any|an?|the|enough|this|that)\b", re.IGNORECASE)
_READY = re.compile(r"you (?:are ready|have finished|are finished|are done|have done so|have read)\b", re.IGNORECASE)
_PAST = re.compile(
    r"you (?:have |had |already |ever )*(?!need|feed|heed|proceed|succeed|bleed|speed|seed|exceed|weed)\w+ed\b"
    r"|you (?:have |had |already |ever )*"
    r"(?:ate|became|been|began|blew|bought|broke|brought|built|came|caught|chose|crept|drank|drew|drove|dug"
    r"|felt(?! like)|flew|forgave|forgot|fought|found|froze|gave|got|grew|heard|held|hid|kept|knew|learnt|left"
    r"|lent|lit|made|met|paid|ran|rang|rode|said|sang|sank|saw|sent|shook|shot|slept|slid|sold|sought|spent"
    r"|spoke|stole|stood|struck|stuck|swam|swore|taught|told|took|tore|went|woke|won|wore|wrote)\b",
    re.IGNORECASE,
)
_IS = re.compile(r"you (?:are|were|have|had|must|might|may|could|can|should)\b", re.IGNORECASE)
"""Of somebody who does nothing, but is in a state."""
_EVEN = re.compile(r"(?:it is )?(?:even|odd)\b", re.IGNORECASE)
_AMOUNT = re.compile(r"(?:the (?:number|amount) of (?:your|the)|your)\b[^,;:]*\b(?:odd|even)\b", re.IGNORECASE)
_OWN = re.compile(
    r"(?P<never>(?:your|deine|eure|ihre|votre|ta|tu|su|la (?:tua|sua|vostra))"
    r" (?:answer|antwort|réponse|respuesta|risposta)"
    r"|die zahl der angekreuzten kästchen)\b"
    r"|(?:votre|ton) total (?:de départ )?d(?:e\b|')",
    re.IGNORECASE,
)
"""What is no roll, although its words may be those of one: an answer, boxes, and French “votre total d'or”, as a number
of the sheet is called."""
_READER = re.compile(rf"(?:you|du|ihr|Sie|vous|ti)\b|tu\b(?!\s+{CAPITAL}{{2}})")
_ROMANCE_READER = re.compile(
    r"(?:(?:no|non|te|ti|vi|os|lo|la|le|li|les)\s+)*"
    r"(?!(?:gli|dei|degli|quei|quegli|tuoi|suoi|miei|altri|tutti|molti|ogni|oggi|[vtlcm]i|poi|las|les|esas|estas|unas"
    r"|todas|ambas|otras|m[aá]s|tres)\b)"
    r"\w+(?:[aeáéí]s|[áé]is|ate|ete|ite|i)\b",
    re.IGNORECASE,
)
"""“Si entras”, “se fuggi”: the verb alone says that the reader does it."""
_QUESTION = re.compile(
    r"\b(?:do|did|are|were|have) you (?:not )?(?:still |already |ever )*"
    r"(?:have|possess|own|carry|carrying|wear|wearing|know|met|visited|been|got|found|taken)\b"
    r"|\A(?:have|had) you (?:not )?(?:still |already |ever )*(?:the|an?|any|your|both|either|enough|at least|\d+)\b"
    rf"|\A(?:n')?(?:{_HAS_FR})-(?:vous|tu)\b|\A(?:est-ce que )?(?:vous|tu) (?:{_HAS_FR})\b[^,.;:]*\?\Z"
    rf"|\A¿ ?(?:no |ya |aún |l[ao]s? )*(?:{_HAS_ES})\b|\A(?:non |già |ce l'|l[aeio] )*(?:{_HAS_IT})\b[^,.;:]*\?\Z"
    r"|\A(?:did you|(?:hast|besitzt|kennst|trägst|bist) (?:du|ihr)\b(?! (?:lust|glück|pech)\b)[^,.;:]*\?\Z)",
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
    words = plain(words)
    contrary = _OTHERWISE.match(words)
    if contrary and not _HAVE.search(words, contrary.end()):
        return "state" if _ABLE.match(words) or _OBJECT.match(words, contrary.end()) else "otherwise"
    if _SOON.search(words) or is_decided(words):
        return "dice"
    if is_needed(words) or (_HAVE.search(words) and (_OPENER.search(words) or _QUESTION.search(words))):
        return "state"
    if _QUESTION.search(words) or _ABLE.search(words):
        return "state"
    kinds = [_clause(words[each.end() :].lstrip(" ,"), each) for each in _OPENER.finditer(words)]
    kinds += [_verb_first(each, words) for each in _GERMAN.finditer(words)]
    for kind in ("state", "dice", "same"):
        if kind in kinds:
            return kind
    if not kinds and (_FACES.search(words) or _WON.search(words)):
        return "dice"
    return "state" if not kinds and is_with(words) else ""


def row_of(words: str, *, rolled: bool) -> str:
    """The faces of the row of a roll that words begin with, as they stand there; empty if they begin with none.

    Args:
        words: a sentence, or the beginning of one.
        rolled: whether dice have been rolled. If not, one number may be that of an item, and numbers without a sign
            behind them may count something.
    """
    found = _ROW.match(words)
    return found["faces"] if found and (rolled or (found["sign"] and not found["faces"].isdigit())) else ""


def begins_row(words: str) -> bool:
    """Whether words begin with the faces of a roll and a sign: `1-2:`."""
    found = _ROW.match(words)
    return found is not None and found["sign"] is not None


def depends(kind: str, words: str) -> Body:
    """A comment that says what a choice depends on."""
    if kind == "dice":
        return (Kept(Origin("dice", "result of dice", f"decided by dice, no free choice: {words}")),)
    return (Kept(Origin("condition", "if …", f"only {words}")),) if kind else ()


def plain(words: str) -> str:
    """Words on one line, without marks around them and contractions."""
    words = " ".join(words.split()).strip(" ,;:—–-*_([|)")[-_LONGEST:]
    for short, full in _SHORT:
        words = short.sub(full, words)
    return words


_GOES_ON = re.compile(r"(?:from|to|by|in|into|at|on|not)\b|(?:no|nicht)(?=[\s.,;:!?)]*\Z|,)", re.IGNORECASE)
"""“if you drink from the first; if from the second”, “if not”, “si no”"""


def unclear(words: str) -> bool:
    """Whether words of which nothing was made hold a condition that is neither a wish nor something the reader does."""
    words = plain(words)
    for each in _OPENER.finditer(words):
        rest = words[each.end() :]
        known = any(begins.match(rest) for begins in (_READY, _WISH, _GOES_ON))
        known |= each[0].strip().lower() in _ROMANCE and _ROMANCE_READER.match(rest) is not None
        if not known and (_IS.match(rest) or not _READER.match(rest)):
            return True
    return False


def _verb_first(found: re.Match[str], words: str) -> str:
    """What a German condition asks for that begins with its verb."""
    clause = re.split(r"[,;:]", words[found.start() :].lstrip(" ,;:"), maxsplit=1)[0]
    if found["wish"] or re.search(r"\b(?:lust|wollen|möchten|wünschen)\b", clause, re.IGNORECASE):
        return ""
    if found["dice"] or _GERMAN_DICE.search(re.sub(r"\b[A-ZÄÖÜ]{3,}\b", "", clause)):
        return "dice"
    return "same" if _SAME_FIRST.match(clause) else "state"


def _clause(words: str, opener: re.Match[str]) -> str:
    """What stands behind an “if”."""
    if _READY.match(words):
        return ""
    if _WISH.match(words):
        return ""
    clause = re.split(r"[,;:]", words, maxsplit=1)[0] or words
    first = opener[0].strip().casefold().split()[0]
    dice = _DICE.get(first, _ENGLISH_DICE)
    own = _OWN.match(clause)
    if own and (own["never"] or not dice.search(clause, own.end())):
        return "state"
    if _EVEN.fullmatch(clause):
        return "same" if words.startswith(("even", "odd")) else "dice"
    if _AMOUNT.match(clause):
        return "state"
    if dice.search(clause) or (_FACES.search(words) and not words.startswith(("your ", "it "))):
        return "dice"
    if words.startswith("it ") or (first not in _TIME and _SAME.match(clause)):
        return "same"
    if (
        opener["needs"]
        or is_compared(clause)
        or (first not in _TIME and (_PAST.match(words) or _FIRST_TIME.search(clause)))
    ):
        return "state"
    if _READER.match(words) or (first in _ROMANCE_NEEDS and _ROMANCE_READER.match(words)):
        return ""
    return "state" if opener["only"] or _SUBJECT.match(words) else ""


_SAME = re.compile(
    r"(?:c'est|è|es(?= (?:la|el|una?|m[aá]s|menor|mayor)\b)|está|era|hay)\s"
    r"|(?:you take|vous mettez|ci (?:metti|mettete|vuole)|tardas|tardáis)\b[^,]*"
    r"\b(?:longer|more|plus|davantage|di più|más)\b"
    r"|(?:du|ihr)\b[^,]*\b(?:länger|mehr)\b[^,]*\b(?:brauchst|braucht)\b",
    re.IGNORECASE,
)
"""Of what was spoken of before: “if it is the first time”, “wenn du länger brauchst”."""
_SAME_FIRST = pattern(r"(?:ist|war|dauert|braucht) es\b|(?:brauchst du|braucht ihr) (?:länger|mehr)\b", re.IGNORECASE)
"""“dauert es länger”"""
_FIRST_TIME = pattern(
    r"\b(?:come|came|enter|êtes|venez|entrez|estás|vienes|entras|sei|vieni|entri)\b[^,]*"
    r" (?:first time|première fois|primera vez|prima volta)\b"
    r"|\bzum ersten mal\b[^,]* (?:kommst|kommt|betrittst|betretet)\b",
    re.IGNORECASE,
)


_SUBJECT = re.compile(
    rf"(?:the|your|it|its|there|this|that|these|those|he|she|they|any|both|neither|none|no|one|all|{CAPITAL}{{2,}}"
    r"|der|die|das|dies\w*|dein\w*|ihr\w*|es|er|sie|le|la|les|l['’]|votre|vos|ton|ta|il|elle|ils|tu|el|lo|il|i|gli)\b",
)
"""Somebody or something that is not the reader."""


def is_condition(sentence: str) -> bool:
    """Whether a sentence that leads nowhere says when something holds."""
    words = " ".join(sentence.split()).strip(" ,;*_>-•")
    if words[:1] in "\"“„«»‘'":
        return False
    if not any(each.search(words) for each in (_OPENER, _QUESTION, _GERMAN)) and not words.endswith(":"):
        return _OTHERWISE.match(words) is not None
    return bool(asked(words))


def is_question(sentence: str) -> bool:
    """Whether a sentence asks the reader for something that must hold: “Do you have the rope?”."""
    return sentence.rstrip(f" \n*_{CLOSING})").endswith("?") and asked(sentence) == "state"
