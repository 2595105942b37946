"""What words ask for without an “if”: “with a rope”, “only a reader with the key”, “having no torch”."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from msgspec import Struct

from gamebook.patterns import pattern
from gamebook.phrases.table import LANGUAGES, Hole, cut, load_phrases

_MANNER = (
    r"(?:\w+ ){0,2}(?:sigh|shrug|smile|grin|nod|laugh|cry|yell|shout|roar|scream|bang|thud|crash|start|jolt|effort"
    r"|heart|breath|care|caution|speed|glance|look|hesitation|delay|doubt|ado|warning|word|fear|luck|choice|idea|time"
    r"|difficulty|trouble|incident|success|help|strength|courage|patience|rest|alternatives?|options?|reason)\b"
    r"|(?:nothing|further|more|great|much|any|another|so|this|that|these|better"
    r"|(?:think|wait|look|stopp|delay|hesitat|know)ing)\b"
    r"|zu\b|weiter\w*|zögern|mühe|rast\b|lange?\b|(?:\w+ ){0,2}(?:wort|seufzer|herzen|ruck|schrei|lächeln)\b"
    r"|(?:\w+ ){0,2}(?:mühe|not|kraft|glück|hilfe|mut|geduld|lust|angst|zeit)\b"
    r"|(?:plus|autre|bruit|doute|délai|peine|hésitation|encombre|mieux|temps|quoi)\b"
    r"|(?:un|une|le) (?:\w+ )?(?:mot|soupir|cri|sourire|cœur)\b"
    r"|(?:\w+ ){0,2}(?:courage|peur|envie|choix|aide|chance|idée|force)\b"
    r"|(?:más|embargo|duda|demora|ruido|cuidado|dificultad|problemas|algo|otr[oa])\b"
    r"|un (?:suspiro|grito|sospiro|sorriso)\b"
    r"|(?:\w+ ){0,2}(?:tiempo|valor|miedo|ganas|ayuda|suerte|fuerzas?)\b"
    r"|(?:altro|indugio|indugi|dubbio|esitazion\w|rumore|problemi|cautela|parole|più|meglio|alternative)\b"
    r"|(?:\w+ ){0,2}(?:tempo|coraggio|paura|voglia|aiuto|fortuna|forze?)\b"
)
"""How something is done, or how somebody feels, which asks for nothing: “with a sigh”, “without thinking”."""
_DOING = r"(?:se |te |vous |ti |vi )?\w+(?:er|ir|re|ar|arlo|erlo|arsi|arti)\b"
"""“sans hésiter”"""
_WITH = re.compile(
    r"\A(?:(?:and|but|or) )?(?:with (?:the|your|both|neither|either|none|only|all|it|them)\b"
    rf"|without (?!{_MANNER}|{_DOING})"
    rf"|mit (?:dem|der|den|beiden|deine\w)\b|ohne (?!{_MANNER}|{_DOING})(?:den|die|das|ihn|sie|es|beide|eine?n?)\b)",
    re.IGNORECASE,
)
"""`with the key`, `with neither`"""
_WITH_THING = pattern(
    rf"\A(?:with|without|mit|ohne|avec|sans|con|sin|senza) (?!{_MANNER}|{_DOING})[^\W\d][\w'-]*(?: [\w'-]+){{0,3}}?"
    r"(?:,? (?:you|du|ihr|vous|tu|puedes|puoi|debes|devi)\b(?: (?:can|may|must|should|have to|kannst|könnt|musst|müsst"
    r"|pouvez|peux|devez|dois))?)?\Z",
    re.IGNORECASE,
)
"""`with a rope, you can`, `ohne Seil`, `sans corde`, right before a turn"""


class _Words(Struct, frozen=True):
    """The words with which a language says what a reader must have; blanks behind them belong to them."""

    article: str
    whoever: str
    """“a reader with”, “those who have”"""
    only: str
    only_with: str
    can: str
    """“you can”, somewhere before “only with”"""
    opens: str
    """“opens the”: only one thing does it"""
    having: str
    """“having”, with an article behind it"""
    holding: str
    """“in possession of”, with or without one"""
    knowing: str
    """“knowing the password”"""
    needs: str
    """“you need at least 5 coins”"""


_LANGUAGES = {
    "en": _Words(
        article="(?:the|an?|your|no|neither|at least|either|both|any) ",
        whoever="(?:(?:those|anyone|anybody|everyone|whoever|(?:a |any |every )?(?:reader|player)s?)(?: of you)?)"
        r" (?:(?:who |that )?(?:still |also )?(?:have|has|had|possess\w*|owns?|carry|carries|knows?)\b"
        r"|with(?:out)?\b|(?:carry|hold|wear)ing\b) ?",
        only="only ",
        only_with="only with ",
        can="you (?:can|may|will)",
        opens="(?:will |can )?(?:opens?|unlocks?|fits?) (?:the|this|that|it|them)",
        having="having ",
        holding="(?:lacking|possessing|in possession of|in the absence of|for (?:want|lack) of) ",
        knowing=r"knowing (?:the |its |his |her )?(?:\w+ )?(?:code ?word|pass ?word)",
        needs=r"you (?:will )?need (?:at least |the [^.;:,]{1,40}? (?:to|for)\b|\d)",
    ),
    "de": _Words(
        article="(?:der|die|das|den|dem|des|ein|eine[rmns]?|deine?[rmns]?|keine?[rmns]?) ",
        whoever=r"(?:wer|(?:alle|diejenigen|jene),? die|(?:ein |alle )?(?:leser|spieler),? (?:der|die)) "
        r"(?=(?:[\w-]+ ){1,6}?(?:hat|haben|besitzt|besitzen|trägt|tragen|kennt|kennen)\b)"
        r"|(?:ein |alle )?(?:leser|spieler) (?:mit|ohne) ",
        only="(?:nur|allein|einzig) ",
        only_with="(?:nur|einzig) mit ",
        can="(?:du|ihr) (?:kannst|könnt|darfst|dürft)|(?:kannst|könnt|darfst|dürft) (?:du|ihr)",
        opens=r"(?:öffnet|entriegelt|passt in) (?:der|die|das|den|dies\w*|sie|es)",
        having="",
        holding="(?:mangels|in ermangelung|im besitz) ",
        knowing=r"in kenntnis des (?:codewort|passwort|losungswort)",
        needs=r"(?:du brauchst|ihr braucht) (?:mindestens |\d|(?:den|die|das) [^.;:,]{1,40},? (?:um|für)\b)",
    ),
    "fr": _Words(
        article="(?:(?:le|la|les|une?|votre|ton|ta|vos|tes|aucune?|de la|de|des|du) |d'|l'|de l')",
        whoever=r"(?:(?:tous )?(?:ceux|celles|celui|celle)|quiconque|(?:un |les )?(?:lecteur|joueur)s?)"
        r" (?:(?:qui )?(?:ont|a|portent?|possèdent?|connaissent|connaît|détien\w+)\b|avec\b|sans\b) ?",
        only="(?:seule?s?|seulement|uniquement) ",
        only_with="(?:(?:seulement|uniquement) |ce n'est qu')avec ",
        can="(?:vous pouvez|tu peux)",
        opens="(?:peut |peuvent )?(?:ouvre|ouvrent|ouvrir|déverrouille|déverrouiller) (?:le|la|les|l'|cette|ce)",
        having="(?:n')?ayant (?:pas )?",
        holding="(?:faute d|à défaut d|en possession d|en l'absence d|munie?s? d|dépourvue?s? d)(?:e |u |es |')",
        knowing=r"connaissant (?:le |son )(?:mot de passe|mot de code)",
        needs=r"il (?:vous|te) faut (?:au moins |\d|(?:le |la |les |l')[^.;:,]{1,40} pour\b)",
    ),
    "es": _Words(
        article="(?:el|la|los|las|un|una|tu|tus|ninguna?|ningún) ",
        whoever=r"(?:quien(?:es)?|los que|las que|aquellos que|(?:un |los )?(?:lector|jugador)(?:es)?)"
        r"(?: que)? (?:no )?(?:(?:tien|teng|llev|pose|conoc|conozc)\w+|con\b|sin\b) ?",
        only="(?:solo|sólo|solamente|únicamente) ",
        only_with="(?:solo|sólo|solamente|únicamente) con ",
        can="(?:puedes|podéis|podrás)",
        opens="(?:puede )?(?:abre|abren|abrir) (?:el|la|los|las|esta|este)",
        having="(?:no )?teniendo ",
        holding="(?:a falta|en posesión|en ausencia|provist[oa]s?|desprovist[oa]s?) del? ",
        knowing=r"conociendo (?:la |el |su )(?:contraseña|palabra clave|clave)",
        needs=r"necesitas (?:al menos |por lo menos |\d|(?:el |la |los |las )[^.;:,]{1,40} para\b)",
    ),
    "it": _Words(
        article="(?:(?:il|lo|la|gli|i|le|una?|uno|la tua|il tuo|nessuna?) |l'|un')",
        whoever=r"(?:chi|chiunque|coloro che|quelli che|(?:un |i )?(?:lettor|giocator)[ei])"
        r"(?: che)? (?:non )?(?:(?:ha|abbia|hanno|abbiano|possied\w+|port[aio]\w*|conosc\w+)\b|con\b|senza\b) ?",
        only="(?:solo|soltanto|solamente|unicamente) ",
        only_with="(?:solo|soltanto|solamente|unicamente) con ",
        can="(?:puoi|potete|potrai)",
        opens="(?:può |possono )?(?:apre|aprono|aprire) (?:il|la|lo|i|le|l'|questa|questo)",
        having="(?:non )?avendo ",
        holding="(?:in mancanza|in possesso|in assenza|munit[oa]|priv[oa]|sprovvist[oa]) d(?:i |el |ella |ell')",
        knowing=r"conoscendo la parola (?:d'ordine|chiave|in codice)",
        needs=r"ti (?:serve|servono|occorre|occorrono) (?:almeno |\d|(?:il |la |lo |i |le |l')[^.;:,]{1,40} per\b)",
    ),
}
_PEOPLE = (
    r"(?:\w+ )?(?:brave|bold|strong|wise|mutig|tapfer|stark|courageu|fort|vaillant|valient|audaz|fuert"
    r"|coraggios|audac)\w*\b"
)
"""“only the brave can open the gate”"""


def _need(words: _Words) -> str:
    """How a language says that something is needed, as a pattern."""
    thing = rf"(?:{words.article})?(?!{_MANNER})(?=\w)"
    this = rf"{words.article}(?!{_MANNER})"
    begins = [
        rf"(?:{words.only})?(?:{words.whoever}){thing}",
        rf"{words.holding}{thing}",
        rf"{words.only_with}{this}",
        words.knowing,
    ]
    if words.having:
        begins.append(f"{words.having}{this}")
    within = (
        rf"(?:{words.can})\b[^.:;!?]{{0,100}}? {words.only_with}{this}",
        rf"{words.only}{words.article}(?!{_PEOPLE})(?:[\w'-]+ ){{1,4}}?{words.opens}",
        words.needs,
    )
    return rf"{_BEGINNING}(?:{'|'.join(begins)})|\b(?:{'|'.join(within)})"


_BEGINNING = r"(?:\A|[.:;!?] )(?:(?:and|but|or|und|aber|oder|et|mais|ou|y|pero|o|e|ma) )?"
_NEEDS = pattern("|".join(map(_need, _LANGUAGES.values())), re.IGNORECASE)
_DECIDED = (
    *("pass", "fail", "higher", "lower", "row-won", "row-lost", "row-wounded", "row-stopped"),
    *("weight", "weight-value"),
)
"""The phrases that stand in print before what dice or a fight decide."""

_COMPARED = ("is-at-least", "is-more", "is-at-most", "is-less", "is-exactly", "is-other", "is-some", "is-none")
"""The phrases for what a number of the sheet must be."""


def _printed(keys: Iterable[str], holes: Mapping[str, str]) -> re.Pattern[str]:
    """How phrases are printed, in every language; a hole without a pattern of its own holds anything."""
    forms = [form for each in LANGUAGES for key in keys for form in load_phrases(each).words[key].split("|")]
    return re.compile("|".join(_form(form, holes) for form in forms), re.IGNORECASE)


def _form(form: str, holes: Mapping[str, str]) -> str:
    parts = cut(" ".join(form.split()))  # a blank at which no line breaks is read as a usual one
    inner = "".join(
        holes.get(each, r"[^.:;!?]{1,200}?") if isinstance(each, Hole) else re.escape(each) for each in parts
    )
    return rf"{inner}(?=\s*(?:[:.,;(]|\Z))"


@lru_cache(maxsize=1)
def _decided() -> re.Pattern[str]:
    return _printed(_DECIDED, {})


@lru_cache(maxsize=1)
def _compared() -> re.Pattern[str]:
    return _printed(_COMPARED, {"left": r"\w[\w' -]{0,60}?", "right": r"\d{1,6}"})


def is_decided(words: str) -> bool:
    """Whether words begin as a printed book begins what dice or a fight decide."""
    return _decided().match(words) is not None


def is_compared(words: str) -> bool:
    """Whether words say as a printed book does what a number must be: “your LUCK is 6 or less”."""
    return _compared().match(words) is not None


def is_needed(words: str) -> bool:
    """Whether words say that the reader must have something, or be without it."""
    return _NEEDS.search(words) is not None


def is_with(words: str) -> bool:
    """Whether words that hold no other condition are only “with” or “without” something."""
    return _WITH.match(words) is not None or _WITH_THING.match(words) is not None
