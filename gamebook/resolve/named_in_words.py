"""How sentences name an amount and a thing of the sheet: `two points of STAMINA`, `the brass key`."""

from __future__ import annotations

from gamebook.resolve.desk import Desk
from gamebook.sentences import NUMBER_WORDS
from gamebook.syntax.heads import WORD

_SPOKEN = NUMBER_WORDS[:6]
IN_WORDS = {**{word: str(number) for number, word in enumerate(_SPOKEN, start=1)}, "a": "1"}
DIGITS = r"\d{1,6}|\d{0,2}d\d{1,3}"
AMOUNT = rf"(?P<amount>{DIGITS}|{'|'.join(_SPOKEN)}|a(?=[ \t]+point\b))"
SCORE = r"(?:[ \t]+(?:scores?|totals?))?"
UNIT = r"(?:[ \t]+(?:points?|pieces?|coins?))?"
NAMED = rf"(?P<name>{WORD})"
THING_NAMED = rf"(?P<name>{WORD}(?:[ \t]+{WORD}){{0,3}})"
"""A name with blanks for hyphens: `the brass key`."""
CROSS = r"cross[ \t]+o(?:ut|ff)"
TALLIED = ("number", "stat")


def known(desk: Desk, name: str, *kinds: str) -> str:
    """The name of the sheet that is meant, whatever its case; empty if there is none, or more than one."""
    spoken = "-".join(name.casefold().split())
    found = [each for each in desk.names.of_kind(*kinds) if each.casefold() == spoken]
    return str(found[0]) if len(found) == 1 else ""


def change(desk: Desk, name: str, amount: str, *, less: bool) -> tuple[str, str]:
    """The rule that changes a number or an item by an amount, and its name; both empty if there is no such thing."""
    amount = IN_WORDS.get(amount.casefold(), amount)
    number, item = known(desk, name, *TALLIED), known(desk, name, "item")
    if amount == "1" and not number and not item:  # `lose 1 hour`, of hours
        number = known(desk, f"{name}s", *TALLIED)
    elif not number and not item and name[-1] in "sS":  # `lose 2 meals`, of a meal
        item = known(desk, name[:-1], "item")
    if number:
        return f"~ {number} {'-' if less else '+'}{amount}", number
    return (f"~ {'lose' if less else 'gain'} {amount} {item}", item) if item and amount.isdecimal() else ("", "")
