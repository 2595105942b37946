"""More ways to tell a change of the sheet, or a test: `Restore your STAMINA`, `The thief steals 2 gold from you`.

`changes_in_words` comes here with sentences that tell nothing in the usual ways.
"""

from __future__ import annotations

import re

from gamebook.patterns import pattern
from gamebook.phrases.turns import CONDITIONS
from gamebook.resolve.desk import Desk
from gamebook.resolve.named_in_words import (
    AMOUNT,
    CROSS,
    NAMED,
    SCORE,
    TALLIED,
    THING_NAMED,
    UNIT,
    change,
    known,
)
from gamebook.syntax.heads import WORD

_INITIAL = (
    r"[ \t]+(?:back[ \t]+)?to[ \t]+(?:its|their|the|your)[ \t]+(?:initial|starting|original|full|maximum)"
    r"(?:[ \t]+[\w-]+)?"
)
_RESTORED = tuple(
    pattern(form, re.IGNORECASE)
    for form in (
        rf"(?:fully[ \t]+)?restore[ \t]+(?:(?:all[ \t]+)?your[ \t]+)?{NAMED}{SCORE}(?:[ \t]+points)?(?:{_INITIAL})?",
        rf"(?:return|reset|raise|set)[ \t]+your[ \t]+{NAMED}{SCORE}{_INITIAL}",
        rf"your[ \t]+{NAMED}{SCORE}[ \t]+is[ \t]+(?:fully[ \t]+)?restored(?:{_INITIAL})?",
        rf"your[ \t]+{NAMED}{SCORE}[ \t]+(?:returns|goes|rises|is(?:[ \t]+(?:reset|raised))?){_INITIAL}",
    )
)
"""`restore STAMINA`, `your STAMINA returns to its initial level`"""
_HALF = pattern(
    rf"(?:lose|deduct|remove|spend|pay|{CROSS})[ \t]+half[ \t]+(?:of[ \t]+)?(?:your|the)[ \t]+{NAMED}{UNIT}"
    r"(?:,?[ \t]+\(?round(?:ed|ing)[ \t]+(?:(?P<up>up)|down)\)?)?",
    re.IGNORECASE,
)
"""`lose half your gold`"""
_SOMEBODY = r"(?:the|an?|this|that|his|her)[ \t]+[\w-]+(?:[ \t]+[\w-]+)?"
_STOLEN = pattern(
    rf"(?:he|she|it|they|{_SOMEBODY})[ \t]+(?:takes?|steals?|snatch(?:es)?|grabs?)[ \t]+"
    rf"{AMOUNT}[ \t]+(?:(?P<of>of[ \t]+your[ \t]+))?{NAMED}{UNIT}(?(of)(?:[ \t]+from[ \t]+you)?|[ \t]+from[ \t]+you)",
    re.IGNORECASE,
)
"""`the thief steals 2 gold from you`"""
_NEVER = pattern(
    r"\b(?:who|that|which|never|not|always|often|sometimes|may|might|can|could|would|will|should|and|or)\b",
    re.IGNORECASE,
)
"""Words beside somebody's name with which it does not happen, or not now."""
_LOST_TO = pattern(
    rf"(?:lose|pay|give|hand(?:[ \t]+over)?)[ \t]+{AMOUNT}[ \t]+{NAMED}{UNIT}"
    rf"[ \t]+to[ \t]+(?:him|her|them|{_SOMEBODY})",
    re.IGNORECASE,
)
"""`lose 2 gold to the thief`"""
_PAID = pattern(
    rf"(?:are|get)[ \t]+(?:paid|given|handed|awarded)[ \t]+(?:{AMOUNT}[ \t]+{NAMED}{UNIT}"
    rf"|(?:the|an?|your)[ \t]+(?P<thing>{WORD}(?:[ \t]+{WORD}){{0,3}}?))(?:[ \t]+for[ \t]+your[ \t]+\w+)?",
    re.IGNORECASE,
)
"""`are paid 5 gold`"""
_IN_PACK = pattern(
    rf"(?:(?P<less>remove|erase|delete|strike|{CROSS})|add)[ \t]+(?:the[ \t]+|your[ \t]+|an?[ \t]+)?{THING_NAMED}"
    r"[ \t]+(?(less)from|to)[ \t]+your[ \t]+(?:backpack|pack|rucksack|inventory|equipment|belongings|possessions)",
    re.IGNORECASE,
)
"""`remove the rope from your backpack`"""
_NOW_KNOWN = pattern(
    rf"(?:you[ \t]+)?(?:now[ \t]+have|have[ \t]+now)[ \t]+(?:the[ \t]+)?code-?word[ \t]+[“\"]?{NAMED}[”\"]?",
    re.IGNORECASE,
)
_TESTED = pattern(
    rf"(?:make|take|attempt|roll|do)[ \t]+(?:an?|your)[ \t]+{NAMED}[ \t]+(?:test|check|roll)", re.IGNORECASE
)
"""`make a LUCK test`"""
_CAUSE = pattern(
    r"[ \t]+(?:(?:while[ \t]+)?\w+ing\b|because[ \t]+of\b|due[ \t]+to\b|in[ \t]+vain$|on[ \t]+the[ \t]+way$)",
    re.IGNORECASE,
)
"""How words begin that tell what brings it about: `lose 2 hours looking for the ford`."""
_SURE = pattern(r"(?:lose|gain|regain|receive|spend)\b", re.IGNORECASE)
_UNSURE = pattern(
    rf"\b(?:{CONDITIONS}|whenever|otherwise|each|every|any|per|or|either|not|until|round|fight|battle|combat|dream\w*)\b"
    r"|[\d“”\"«»„,;:()]",
    re.IGNORECASE,
)
"""Words in such a cause with which it may not happen, or more than once."""


def rule_in_other_words(desk: Desk, words: str) -> tuple[str, str]:
    """The rule that a sentence tells, and the name that it changes, if it is no test; empty where it tells no rule."""
    for form in _RESTORED:
        match = form.fullmatch(words)
        name = known(desk, match["name"], "stat") if match else ""
        if name:
            return f"~ restore {name}", name
    match = _HALF.fullmatch(words)
    name = known(desk, match["name"], *TALLIED) if match else ""
    if match is not None and name:
        return f"~ {name} -{f'({name} + 1)' if match['up'] else name} / 2", name
    match = _STOLEN.fullmatch(words)
    if match is not None and not _NEVER.search(words[: match.start("amount")]):
        return change(desk, match["name"], match["amount"], less=True)
    match = _LOST_TO.fullmatch(words)
    if match is not None:
        return change(desk, match["name"], match["amount"], less=True)
    match = _PAID.fullmatch(words)
    if match is not None and match["amount"]:
        return change(desk, match["name"], match["amount"], less=False)
    item = known(desk, match["thing"], "item") if match is not None else ""
    if item:
        return f"~ gain {item}", item
    match = _IN_PACK.fullmatch(words)
    item = known(desk, match["name"], "item") if match is not None else ""
    if match is not None and item:
        return f"~ {'lose' if match['less'] else 'gain'} {item}", item
    match = _NOW_KNOWN.fullmatch(words)
    word = known(desk, match["name"], "codeword") if match is not None else ""
    if word:
        return f"~ note {word}", word
    match = _TESTED.fullmatch(words)
    check = next((each for each in desk.names.checks if match and each.casefold() == match["name"].casefold()), "")
    return (f"~ test {check}", "") if check else ("", "")


def without_cause(words: str) -> str:
    """A sentence without what brings the change about: `lose 2 hours` of “lose 2 hours looking for the ford”."""
    cause = _CAUSE.search(words) if _SURE.match(words) else None
    return "" if cause is None or _UNSURE.search(words, cause.start()) else words[: cause.start()]
