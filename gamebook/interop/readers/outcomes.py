"""What a chapter that leads nowhere is taken for: a victory or a defeat, as far as its words say so."""

from __future__ import annotations

import re

from gamebook.patterns import pattern

_WON = {
    "en": r"\byou(?: have|['’]ve)(?: \w+ly)? (?:won|succeeded|triumphed"
    r"|completed your (?:quest|mission|adventure|task))\b|\byou win\b|\bvictory\b|\bcongratulations\b",
    "de": r"\bdu hast (?:gewonnen|gesiegt|es geschafft)\b|\bherzlichen glückwunsch\b",
    "fr": r"\bvous avez (?:gagné|réussi|vaincu|triomphé)\b",
    "es": r"\bhas (?:ganado|vencido|triunfado)\b",
    "it": r"\bhai (?:vinto|trionfato)\b",
}
_LOST = {
    "en": r"\byou (?:(?:die|perish|drown|starve|suffocate)(?! (?:\d|your|his|her|their|its|the|an?|it|him|them)\b)"
    r"|are (?:dead|killed|slain|doomed)|have (?:died|failed|lost|perished|drowned)|lose(?! \d)"
    r"|(?:meet|fall to) your death)\b"
    r"|\byou (?!see|hear|watch|let|make|leave|help)\w+(?: [\w'’-]+){0,8} and (?:die|perish|drown)(?=\s*(?:[.!?…]|\Z))"
    r"|\bgame over\b|\bends? (?:here,? )?in (?:failure|defeat|death|disaster|disgrace)\b",
    "de": r"\b(?:stirbst|ertrinkst|verblutest|verhungerst|verdurstest|erfrierst|kommst (?:\w+ )?ums leben"
    r"|verlierst dein leben|wirst (?:\w+ ){0,4}getötet"
    r"|du (?:bist (?:tot|gestorben|ertrunken)|hast (?:verloren|versagt)))\b",
    "fr": r"\b(?:mourez|meurs|périssez|péris|(?:vous|et) vous noyez|te noies|(?:perdez|perds) la vie"
    r"|(?:trouvez|trouves) la mort|(?:vous êtes|tu es) (?:mort|tué)e?|(?:vous avez|tu as) (?:perdu|échoué|péri))\b",
    "es": r"\b(?:mueres|morís|pereces|te ahogas|pierdes la vida|estás muert[oa]"
    r"|has (?:muerto|perdido|fracasado|perecido))\b",
    "it": r"\b(?:muori|perisci|(?:anneghi|affoghi)(?! (?:il|lo|la|i|gli|le|un\w*)\b)|perdi la vita|vieni uccis[oa]"
    r"|sei mort[oa]|hai (?:perso|fallito))\b",
}
"""That the reader dies or fails."""
_NOT_YET = pattern(
    r"\b(?:if|unless|before|until|wenn|falls|bevor|ehe|si|avant|se|prima|antes)\b[^,;:.!?]*\Z"
    r"|\b(?:not|never|nie|fast|beinahe|ne|jamais|presque|non|mai|quasi|no|nunca|casi) (?:vous )?\Z",
    re.IGNORECASE,
)
"""Before the words of a death that does not happen: “before you drown”, “no mueres”."""
_NOT = pattern(r"\s+(?:\w+\s+)?(?:nicht|fast|beinahe|pas|presque|quasi|casi)\b", re.IGNORECASE)
"""Behind them: “du stirbst noch nicht”."""
_TALE = {
    "en": r"(?:your|the) (?:adventure|quest|story|journey|mission|life)",
    "de": r"(?:deine?|eure?|euer|ihre?) (?:abenteuer|suche|queste|geschichte|reise|mission|leben)",
    "fr": r"(?:votre|ton|ta) (?:aventure|quête|histoire|voyage|mission|vie)",
    "es": r"tu (?:aventura|búsqueda|historia|viaje|misión|vida)",
    "it": r"(?:la tua|il tuo) (?:avventura|ricerca|storia|viaggio|missione|vita)",
}
"""What is over where the reader has failed."""
_OVER = {
    "en": rf"{_TALE['en']} (?:ends|has ended|is (?:now )?(?:over|at an end))|(?:here|thus) ends {_TALE['en']}"
    r"|game over",
    "de": rf"{_TALE['de']} (?:endet|ist (?:hier |damit |nun |jetzt )?(?:zu ende|vorbei|beendet))"
    rf"|(?:hier|damit|so|nun) (?:endet {_TALE['de']}|ist {_TALE['de']} (?:zu ende|vorbei|beendet))",
    "fr": rf"{_TALE['fr']} (?:s['’]arrête|se termine|s['’]achève|prend fin|est (?:terminée?|finie?))"
    rf"|(?:ici|ainsi) (?:s['’]arrête|se termine|s['’]achève|prend fin) {_TALE['fr']}",
    "es": rf"{_TALE['es']} (?:termina|acaba|ha (?:terminado|acabado)|llega a su fin)"
    rf"|(?:aquí|así) (?:termina|acaba) {_TALE['es']}",
    "it": rf"{_TALE['it']} (?:finisce|termina|è (?:finit|terminat)[oa])|(?:qui|così) (?:finisce|termina) {_TALE['it']}",
}
_END = (
    r"(?:[\s,]+(?:now|here|there|forever|hier|nun|damit|ici|là|aquí|ya|qui|ora|for good))*[\s*_]*(?:[.!?…;:—–\"”»]|\Z)"
)
"""Nothing comes behind it: not “your adventure ends in triumph”."""
_HAPPY = pattern(
    r"\b(?:triumph\w*|happ(?:y|ily|iness)|crowned|hero(?:es)?|glor\w+|celebrat\w+|rejoic\w*|glücklich\w*|gekrönt"
    r"|triomph\w*|heureu\w+|couronnée?s?|feliz\w*|felic\w+|coronad\w+|triunf\w*|incoronat\w+|trionf\w*)\b",
    re.IGNORECASE,
)
"""Words of an end that may well be no defeat."""
_WINS = pattern("|".join(_WON.values()), re.IGNORECASE)
_DEATHS = pattern("|".join(_LOST.values()), re.IGNORECASE)
_ENDS = pattern(rf"\b(?:{'|'.join(_OVER.values())}){_END}", re.IGNORECASE)


def outcome(text: str) -> str:
    """`victory` or `defeat`, if the words of an end say so; otherwise empty."""
    text = " ".join(text.split())
    won = _WINS.search(text) is not None
    lost = any(
        not _NOT_YET.search(text[max(0, each.start() - 80) : each.start()]) and not _NOT.match(text, each.end())
        for each in _DEATHS.finditer(text)
    )
    if won or lost:
        return "" if won and lost else "victory" if won else "defeat"
    return "defeat" if _ENDS.search(text) and not _HAPPY.search(text) else ""
