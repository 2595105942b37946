"""How sentences in prose tell a change of the sheet, a test or a roll: `You slip and lose 2 STAMINA points`.

Whether some rule does it is a matter of `told`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from gamebook.patterns import pattern
from gamebook.phrases import load_phrases
from gamebook.phrases.changes import COUNTS, LESS, LOWER, MORE, RAISE, change_patterns, may_be_story
from gamebook.phrases.table import USUAL, short_code
from gamebook.phrases.turns import CONDITIONS
from gamebook.resolve.desk import Desk
from gamebook.resolve.named_in_words import (
    AMOUNT,
    CROSS,
    DIGITS,
    IN_WORDS,
    NAMED,
    SCORE,
    TALLIED,
    THING_NAMED,
    UNIT,
    change,
    known,
)
from gamebook.resolve.other_changes_in_words import rule_in_other_words, without_cause
from gamebook.syntax.heads import WORD

_DIGIT = pattern(r"\d")
_OF = r"(?:(?:points?[ \t]+)?(?:of|from|to)[ \t]+)?(?:your[ \t]+|the[ \t]+)?(?:current[ \t]+)?"
_TAKE = rf"{LESS}|remove|spend|{CROSS}"
_GIVE = rf"{MORE}|get[ \t]+back|get|receive"
_AMOUNTS = pattern(
    rf"(?:(?:(?P<less>{_TAKE}|pay)|(?P<more>{_GIVE}))[ \t]+{AMOUNT}[ \t]+{_OF}|"
    rf"(?P<sign>[-+]){AMOUNT.replace('amount', 'by')}[ \t]+){NAMED}(?:{UNIT}|{SCORE})",
    re.IGNORECASE,
)
"""`lose 2 gold`, `deduct 1d6 from your STAMINA score`, `-2 STAMINA`"""
_CHANGED_BY = (
    pattern(
        rf"(?:(?P<less>{LOWER})|{RAISE})[ \t]+your[ \t]+(?:current[ \t]+)?{NAMED}{SCORE}"
        rf"[ \t]+by[ \t]+{AMOUNT}(?:[ \t]+points?)?",
        re.IGNORECASE,
    ),
    pattern(
        rf"your[ \t]+(?:current[ \t]+)?{NAMED}{SCORE}[ \t]+(?:(?P<less>falls|drops|decreases|goes[ \t]+down"
        rf"|is[ \t]+(?:reduced|lowered|decreased))|rises|increases|goes[ \t]+up|is[ \t]+(?:increased|raised))"
        rf"[ \t]+by[ \t]+{AMOUNT}(?:[ \t]+points?)?",
        re.IGNORECASE,
    ),
    pattern(
        rf"(?P<less>take)[ \t]+{AMOUNT}(?:[ \t]+points?)?[ \t]+(?:from|off)[ \t]+your[ \t]+{NAMED}{SCORE}",
        re.IGNORECASE,
    ),
    pattern(
        rf"(?P<less>take)[ \t]+off[ \t]+{AMOUNT}(?:[ \t]+points?)?[ \t]+(?:of|from)[ \t]+(?:your[ \t]+)?{NAMED}{SCORE}",
        re.IGNORECASE,
    ),
)
"""`reduce your STAMINA by 3`, `your LUCK rises by 1`, `take 2 from your STAMINA`, `take off 2 points of STAMINA`"""
_SIGNED = pattern(
    rf"(?P<less>)(?P<amount>){NAMED}(?:[ \t]*:?[ \t]*(?P<sign>[-+])[ \t]*|[ \t]+(?P<spoken>minus|plus)[ \t]+)"
    r"(?P<by>\d{1,6}|\d{0,2}d\d{1,3})"
)
"""`Gold +1`, `STAMINA: -2`, `STAMINA minus 2`"""
_MINUS = pattern(r"−|(?<![\d–—])[–—](?=\d)")
"""What is printed as a minus: `STAMINA −2`; a dash with blanks around it, as in `SKILL – 7`, may be no minus."""
_AND = pattern(r"[ \t]*(?:[,;&][ \t]*(?:and[ \t]+)?|[ \t]and[ \t]+)")
"""What stands between changes that a sentence tells one after another."""
_DONE_TO = pattern(rf"(?:{_TAKE}|pay|{_GIVE})\b", re.IGNORECASE)
_BRACKETS = {"(": ")", "[": "]"}
_THING = pattern(
    rf"(?:(?P<less>lose|{CROSS})|gain|get|receive)[ \t]+(?:the[ \t]+|your[ \t]+|an?[ \t]+)?{THING_NAMED}",
    re.IGNORECASE,
)
_ON_SHEET = pattern(
    rf"(?:(?P<less>erase|delete|remove|strike|cross)(?:[ \t]+(?:out|off))?|add|note|record|write|put|mark)"
    rf"(?:[ \t]+down)?[ \t]+(?:the[ \t]+|your[ \t]+|an?[ \t]+)?{THING_NAMED}(?:[ \t]+(?:off|out|down))?",
    re.IGNORECASE,
)
"""What is written on a sheet: `add the lamp`, `cross the rope off`."""
_SHEET = pattern(
    r"[ \t]+(?:off|from|out[ \t]+of|on(?:to)?|to|in(?:to)?)[ \t]+your[ \t]+(?:[\w-]+[ \t]+){0,2}"
    r"(?:sheet|list|notes|log|record|codewords|paper|chart)"
    r"|[ \t]+(?:auf|in|von|aus)[ \t]+(?:dein|eur|Ihr)\w+[ \t]+(?:[\w-]+[ \t]+)?\w*(?:blatt|bogen|liste|notizen)"
    r"|[ \t]+(?:sur|dans|de|à)[ \t]+(?:votre|vos|ta|tes)[ \t]+(?:feuille|fiche|liste|notes)"
    r"(?:[ \t]+d(?:e[ \t]+|['’])\w+)?"
    r"|[ \t]+(?:en|de|a)[ \t]+(?:tus?|sus?)[ \t]+(?:hoja|ficha|lista|notas)(?:[ \t]+de(?:l)?[ \t]+\w+)?"
    r"|[ \t]+(?:[sdn][ue]l|dal|al|sulla|dalla|nella|alla)[ \t]+tu[oa][ \t]+(?:foglio|scheda|registro|lista)"
    r"(?:[ \t]+d(?:el[ \t]+|i[ \t]+|['’])\w+)?",
    re.IGNORECASE,
)
"""`on your Adventure Sheet`, `from your list of codewords`"""
_ON_SHEET_IN = {
    "de": pattern(
        rf"(?:(?P<less>streiche|lösche|entferne)|(?:notiere|trage|schreibe?))[ \t]+(?:(?:das|den|die|eine?n?)[ \t]+)?"
        rf"{THING_NAMED}(?:[ \t]+ein)?",
        re.IGNORECASE,
    ),
    "es": pattern(
        rf"(?:(?P<less>tacha|borra)|(?:anota|añade|apunta))[ \t]+(?:(?:el|la|los|las|una?)[ \t]+)?{THING_NAMED}",
        re.IGNORECASE,
    ),
    "fr": pattern(
        rf"(?:(?P<less>raye[zr]?|barre[zr]?|efface[zr]?)|(?:ajoute|note)[zr]?|inscri(?:vez|s))[ \t]+"
        rf"(?:(?:le|la|les|une?)[ \t]+|l['’])?{THING_NAMED}",
        re.IGNORECASE,
    ),
    "it": pattern(
        rf"(?:(?P<less>cancella)|(?:annota|aggiungi|segna|scrivi))[ \t]+(?:(?:il|lo|la|una?)[ \t]+|(?:l|un)['’])?"
        rf"{THING_NAMED}",
        re.IGNORECASE,
    ),
}
"""The same in other languages."""
_WORD = pattern(
    rf"(?:(?P<less>erase|delete|remove|lose|{CROSS})|note|record|(?:write|jot)|gain|get|receive"
    rf"|remember[ \t]+the(?=[ \t]+(?:code-?)?word\b))(?:[ \t]+down)?"
    rf"[ \t]*:?[ \t]*(?:the[ \t]+)?(?:(?:code-?)?word[ \t]+)?[“\"]?{NAMED}[”\"]?(?:[ \t]+down)?",
    re.IGNORECASE,
)
_ALL = pattern(
    rf"(?:lose|remove|spend|deduct|{CROSS})[ \t]+(?:(?P<all>all)(?:[ \t]+of)?[ \t]+)(?:your|the)[ \t]+{NAMED}{UNIT}",
    re.IGNORECASE,
)
"""`lose all your gold`"""
_HANDED = pattern(
    rf"(?P<less>(?:pay|give|hand)[ \t]+(?:him|her|them|(?:the|this)[ \t]+[\w-]+(?:[ \t]+[\w-]+)?|over))[ \t]+"
    rf"(?:the[ \t]+)?{AMOUNT}[ \t]+{NAMED}{UNIT}",
    re.IGNORECASE,
)
"""`pay the ferryman 3 gold`"""
_TAKEN = pattern(rf"take[ \t]+(?:the[ \t]+)?{AMOUNT}[ \t]+{NAMED}{UNIT}", re.IGNORECASE)
"""`take 5 gold`"""
_KEPT = pattern(
    rf"(?:(?P<less>deduct|remove|subtract|take|{CROSS})|add|put)[ \t]+(?:the[ \t]+)?{AMOUNT}[ \t]+{NAMED}{UNIT}"
    r"[ \t]+(?(less)(?:from|out[ \t]+of)|(?:to|in(?:to)?))[ \t]+your[ \t]+(?:[\w-]+[ \t]+)?"
    r"(?:purse|pouch|wallet|bag|pack|backpack|rucksack|pockets?|belt|savings|money|total|sheet|funds|possessions)",
    re.IGNORECASE,
)
"""`add 5 gold to your purse`"""
_COSTS = pattern(
    rf"(?:(?P<sure>this|it)|that|the[ \t]+[\w-]+)[ \t]+(?P<less>costs)[ \t]+you[ \t]+{AMOUNT}[ \t]+{_OF}{NAMED}{UNIT}",
    re.IGNORECASE,
)
"""`the blow costs you 2 STAMINA points`"""
_BY_DICE = pattern(
    r"(?:roll|throw)[ \t]+(?:(?P<dice>\d{0,2}d\d{1,3})|(?P<one>one|an?)[ \t]+dic?e|two[ \t]+dice)"
    rf"(?:,?[ \t]+(?:and|then)|[,:;])[ \t]+(?:then[ \t]+)?(?:you[ \t]+)?(?:(?P<less>{_TAKE})|{_GIVE})[ \t]+"
    r"(?:(?:that|this)[ \t]+(?:many|number[ \t]+of)|as[ \t]+many"
    r"|the[ \t]+(?:result|total|number(?:[ \t]+rolled)?)(?=[ \t]+(?:from|to)\b))[ \t]+"
    rf"{_OF}{NAMED}(?:{UNIT}|{SCORE})",
    re.IGNORECASE,
)
"""`roll a die and lose that many STAMINA points`"""
_TEST = pattern(rf"test[ \t]+your[ \t]+{NAMED}", re.IGNORECASE)
_ROLL = pattern(
    r"(?:roll|throw)[ \t]+(?:(?P<dice>\d{0,2}d\d{1,3})|(?P<one>one|an?|the)[ \t]+dic?e|two[ \t]+dice)", re.IGNORECASE
)
_LAST = frozenset("0123456789")
"""How such words end."""
_MAY = pattern(
    r"(?:you[ \t]+(?:may|can)|may)[ \t]+(?:now[ \t]+)?"
    r"(?=(?:restore|regain|recover|add|take|note|record|write|erase|cross)\b)",
    re.IGNORECASE,
)
"""The same before what nobody forgoes."""
_BETWEEN = pattern(
    r"[ \t]*[:;][ \t]*|,?[ \t]+(?:and|so|und|et|y|e)(?=[ \t])(?:[ \t]+(?:then|so|dann))?[ \t]+", re.IGNORECASE
)
"""What may stand between something in the story and the change it brings: `You slip and lose 2 STAMINA points`."""
_OPEN = pattern(
    rf"\b(?:{CONDITIONS}|whenever|otherwise|else|each|every|any|or|either|neither|not|never|no|may|might|can|could|would"
    r"|will|shall|should|to(?![ \t]+(?:the|your|an?|his|her|its)\b)|that|who|what|which|whether|how|until|before|after"
    r"|once|roll\w*|throw\w*|result|lucky|unlucky|succe\w+|fail\w*|pass\w*|wins?|won|test\w*|says?|said|reads?|tells?"
    r"|told|hopes?|fears?|dream\w*|imagin\w*|pretend\w*|think\w*|thought|want\w*|wish\w*|remember\w*|see|saw|watch|hear"
    r"|heard|let|make|help|cannot|oder|ou|o|nicht|kein\w*|nie|pas|ne|non|jamais|nunca|mai|kannst|darfst|willst|soll\w*"
    r"|können|könnt|peux|peut|pouvez|voulez|devez|puedes?|quieres?|debes?|puoi|potete|vuoi|devi|würf\w+|dés?|dad[oi]s?)\b"
    r"|n['’]t?\b|\d|[“”\"«»„]",
    re.IGNORECASE,
)
"""Words with which it may not happen, or not to the reader, or more than once."""
_SUBJECT = pattern(r"(?:(?:then|now|suddenly|but|alas)[ \t,]+)*(?P<you>you|vous|tu|du|ihr)\b", re.IGNORECASE)
_SPEAKS_TO = pattern(r"\b(?:your?|vous|votre|tu|te|ta|du|dich|dir|dein\w*|ti|tuo|tua)\b", re.IGNORECASE)
_NO_SUBJECT = frozenset({"es", "it"})
"""Languages whose verbs alone say that it is the reader."""
_YOU = pattern(
    r"(?:[•·◦▪>][ \t]*)?[*_]{0,3}(?:(?:then|now|and)[ \t]+)?(?:you[ \t]+)?(?:(?:must|have[ \t]+to)[ \t]+)?"
    r"(?:now[ \t]+)?",
    re.IGNORECASE,
)
"""What may stand before it."""


def rules_in(desk: Desk, words: str, *, first: bool) -> list[tuple[str, str]]:
    """The rules that a sentence tells, each with the name that it changes; a roll and a test have none.

    Args:
        desk: knows the names.
        words: the sentence.
        first: whether its paragraph begins with it.
    """
    now = rule_in_other_words(desk, words)  # before “now” is cut off: `You now have the codeword RAVEN`
    return [now] if now[0] else _rules(desk, words[_start(words) :], first=first) or _behind(desk, words)


def _start(words: str) -> int:
    may = _MAY.match(words)
    match = _YOU.match(words)
    return may.end() if may else match.end() if match else 0


def _item(desk: Desk, name: str) -> str:
    """An item, perhaps in the plural: `meals` of a meal."""
    return known(desk, name, "item") or (known(desk, name[:-1], "item") if name[-1] in "sS" else "")


def _rules(desk: Desk, words: str, *, first: bool) -> list[tuple[str, str]]:
    """The rules that a sentence tells: one, or several that stand one behind another: `STAMINA -3, gold -1`.

    Args:
        desk: knows the names.
        words: the sentence; there may be a bracket around it.
        first: whether its paragraph begins with it.
    """
    if words[-1:] == _BRACKETS.get(words[:1]):
        words = words[1:-1].strip(" \t.!")
    words = _MINUS.sub("-", words)
    whole = _rule(desk, words, first=first)
    if not whole[0] and (plain := without_cause(words)):
        whole = _rule(desk, plain, first=first)
    if whole[0]:
        return [whole]
    parts = _AND.split(words)
    if not parts[1:] or not all(parts):
        return []
    told, verb = [], ""
    for part in parts:
        said = part[_start(part) :]
        own = _DONE_TO.match(said)
        one = _rule(desk, said, first=first)
        if one[0] or own is not None:
            verb = own[0] if own is not None else ""
        elif verb:  # `lose 3 STAMINA and 2 gold`
            one = _rule(desk, f"{verb} {part}", first=first)
        told.append(one)
    return told if all(rule and name for rule, name in told) else []


def _behind(desk: Desk, words: str) -> list[tuple[str, str]]:
    """The rules that a sentence tells behind something in the story: `You are wounded: lose 2 STAMINA points`.

    It must surely happen, and to the reader: no condition, no roll, nobody else who could be the one who loses.
    """
    for between in _BETWEEN.finditer(words):
        before, rest = words[: between.start()], words[between.end() :]
        if _OPEN.search(before):
            return []
        subject = _SUBJECT.match(before)
        own = _SUBJECT.match(rest) is not None or short_code(desk.language) in _NO_SUBJECT
        ours = _SPEAKS_TO.search(before) is not None if ":" in between[0] else own or subject is not None
        spoken = [rest[_start(rest) :], rest, *([f"{subject['you']} {rest}"] if subject is not None else [])]
        told = next(filter(None, (_rules(desk, each, first=False) for each in spoken)), []) if ours and rest else []
        if told and all(name for _, name in told):
            return told
    return []


def rules_in_label(desk: Desk, words: str) -> list[tuple[str, str]]:
    """The changes that the words of a choice tell: `Take the sword and gain 1 SKILL`. Whoever takes it does them."""
    told = _rules(desk, words[_start(words) :], first=False)
    for between in _BETWEEN.finditer(words) if not told else ():
        rest = words[between.end() :]
        if _OPEN.search(words, 0, between.start()):
            return []
        told = told or (_rules(desk, rest[_start(rest) :], first=False) if rest else [])
    return told if all(name for _, name in told) else []


def _on_sheet(desk: Desk, words: str) -> tuple[str, str]:
    """`Add the lamp to your Adventure Sheet`, `Note RAVEN on your list of codewords`: what the reader writes there."""
    language = short_code(desk.language) if desk.language else USUAL
    told = _ON_SHEET.fullmatch(words) or (_ON_SHEET_IN[language].fullmatch(words) if language in _ON_SHEET_IN else None)
    for kind, more, less in (("item", "gain", "lose"), ("codeword", "note", "erase")):
        name = known(desk, told["name"], kind) if told is not None else ""
        if told is not None and name:
            return f"~ {less if told['less'] else more} {name}", name
    return "", ""


def _rule(desk: Desk, words: str, *, first: bool) -> tuple[str, str]:
    """The rule that a sentence tells, and the name that it changes; a roll and a test have none.

    Args:
        desk: knows the names.
        words: the sentence.
        first: whether its paragraph begins with it.
    """
    sheet = next((each for each in _SHEET.finditer(words)), None)
    if sheet is not None:
        words = f"{words[: sheet.start()]}{words[sheet.end() :]}"
        on_sheet = _on_sheet(desk, words)
        if on_sheet[0]:
            return on_sheet
    rolled = _BY_DICE.fullmatch(words)
    if rolled is not None:
        name = known(desk, rolled["name"], *TALLIED)
        dice = rolled["dice"] or ("1d6" if rolled["one"] else "2d6")
        return (f"~ {name} {'-' if rolled['less'] else '+'}{dice}", name) if name else ("", "")
    everything = _ALL.fullmatch(words)
    if everything is not None:
        name, item = known(desk, everything["name"], *TALLIED), _item(desk, everything["name"])
        return (f"~ set {name} = 0", name) if name else (f"~ lose all {item}", item) if item else ("", "")
    told = _AMOUNTS.fullmatch(words) or (_SIGNED.fullmatch(words) if words[-1:] in _LAST else None)
    told = told or _HANDED.fullmatch(words) or _KEPT.fullmatch(words)
    taken, costs = _TAKEN.fullmatch(words), _COSTS.fullmatch(words)
    if taken is not None and not known(desk, taken["name"], "stat"):  # 2 STAMINA may be taken as wounds
        told = taken
    surely = costs is not None and costs["sure"] is not None
    if costs is not None and (surely or known(desk, costs["name"], "stat")):  # gold may only be asked for
        told = costs
    changed = next(filter(None, (each.fullmatch(words) for each in _CHANGED_BY)), None)
    if told is None and changed is not None:
        name = known(desk, changed["name"], *TALLIED)
        amount = IN_WORDS.get(changed["amount"].casefold(), changed["amount"])
        return (f"~ {name} {'-' if changed['less'] else '+'}{amount}", name) if name else ("", "")
    if told is not None:
        said = told.groupdict()
        less = said.get("less") or said.get("sign") == "-" or said.get("spoken") == "minus"
        return change(desk, told["name"], said["amount"] or said["by"], less=bool(less))
    for form, kind, more, less in ((_THING, "item", "gain", "lose"), (_WORD, "codeword", "note", "erase")):
        told = form.fullmatch(words)
        name = known(desk, told["name"], kind) if told else ""
        if told is not None and name:
            return f"~ {less if told['less'] else more} {name}", name
    told = _TEST.fullmatch(words)
    check = next((each for each in desk.names.checks if told and each.casefold() == told["name"].casefold()), "")
    if check:
        return f"~ test {check}", ""
    told = _ROLL.fullmatch(words)
    if told is not None:
        return f"~ roll {told['dice'] or ('1d6' if told['one'] else '2d6')}", ""
    told_otherwise = rule_in_other_words(desk, words)
    return told_otherwise if told_otherwise[0] else _in_its_language(desk, words, first=first)


def _in_its_language(desk: Desk, words: str, *, first: bool) -> tuple[str, str]:
    """The same in the language of the book, where that is another than English.

    Words that could also be about somebody in the story are looked at only where nobody can have been named before.
    """
    phrases = load_phrases(desk.language) if desk.language else None
    if phrases is None or phrases.language == USUAL or (not first and may_be_story(phrases, words)):
        return "", ""
    counts = COUNTS.get(phrases.language, {})
    has_amount = _DIGIT.search(words) is not None or not counts.keys().isdisjoint(words.casefold().split())
    for what, patterns in change_patterns(phrases, DIGITS, WORD).items():
        if what in ("gain", "lose") and not has_amount:
            continue
        for match in filter(None, (each.fullmatch(words) for each in patterns)):
            told = _of_a_phrase(desk, what, match, counts)
            if told[0]:
                return told
    return "", ""


def _of_a_phrase(desk: Desk, what: str, match: re.Match[str], counts: Mapping[str, str]) -> tuple[str, str]:
    """The rule that a phrase tells, and the name that it changes.

    Args:
        desk: knows the names.
        what: what it does; see `phrases.changes.FORMS`.
        match: the phrase.
        counts: numbers in words.
    """
    if what.startswith("roll"):
        return f"~ {what}", ""
    said = match["name"]
    if what == "test":
        check = next((each for each in desk.names.checks if each.casefold() == said.casefold()), "")
        return (f"~ test {check}", "") if check else ("", "")
    if what in ("note", "erase", "restore"):
        name = known(desk, said, "stat" if what == "restore" else "codeword")
        return (f"~ {what} {name}", name) if name else ("", "")
    name, item, amount = known(desk, said, *TALLIED), known(desk, said, "item"), match["amount"]
    amount = counts.get(amount.casefold(), amount)
    if name:
        return f"~ {name} {'-' if what == 'lose' else '+'}{amount}", name
    return (f"~ {what} {amount} {item}", item) if item and amount.isdecimal() else ("", "")
