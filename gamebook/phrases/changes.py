"""How printed books tell their readers to change the sheet, as patterns: “verliere 2 Gold”, “vous gagnez 1 rubis”."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from gamebook.phrases.table import Phrases
from gamebook.phrases.turns import as_pattern

FORMS = {
    "gain": ("gain", "gain-points", "gain-value"),
    "lose": ("lose", "lose-points", "lose-value", "pay"),
    "note": ("note",),
    "erase": ("erase",),
    "restore": ("restore",),
    "test": ("test",),
    "roll 1d6": ("roll-one",),
    "roll 2d6": ("roll-two",),
}
"""What is done, and the phrases that say it; a table has more ways to say the first under `[also]`."""
LESS, MORE = "lose|deduct|subtract", "gain|regain|recover|restore|add"
"""English verbs before an amount: “lose 2 gold”; as patterns."""
LOWER, RAISE = "reduce|decrease|lower", "increase|raise"
"""English verbs before the name of a number: “reduce your gold by 2”."""
COUNTS: Mapping[str, Mapping[str, str]] = {
    language: {word: str(number) for number, words in enumerate(said.split(), start=1) for word in words.split("|")}
    for language, said in {
        "de": "ein|eine|einen zwei drei vier fünf sechs",
        "es": "un|una dos tres cuatro cinco seis",
        "fr": "un|une deux trois quatre cinq six",
        "it": "un|uno|una due tre quattro cinque sei",
    }.items()
}
"""In each language, small numbers in words, and what they are in digits."""
_THIRD_PERSON = {
    "es": ("gana", "pierde", "paga", "recibe", "suma", "resta", "anota", "tacha", "tira", "devuelve"),
    "it": ("guadagna", "paga", "aumenta", "annota", "cancella", "tira", "riporta"),
}
"""Verbs that are as well about a third person, in languages that leave the subject out."""


def may_be_story(phrases: Phrases, words: str) -> bool:
    """Whether words that tell a change may be about somebody in the story: “Paga 3 monete.”"""
    return words.partition(" ")[0].casefold() in _THIRD_PERSON.get(phrases.language, ())


def change_patterns(phrases: Phrases, amount: str, name: str) -> dict[str, tuple[re.Pattern[str], ...]]:
    """For each thing that is done all ways to say it.

    Args:
        phrases: the words of a language.
        amount: what an amount looks like, if it is no word; the group `amount` of a match of `gain` and `lose`.
        name: what a name looks like; the group `name` of every match, but not of a roll.
    """
    yours = tuple(phrases.words["your"].split("|"))
    said = tuple(
        (what, (*(form for key in keys for form in phrases.words[key].split("|")), *phrases.also.get(what, ())))
        for what, keys in FORMS.items()
    )
    return _compiled(said, yours, "|".join((amount, *COUNTS.get(phrases.language, ()))), name)


@lru_cache(maxsize=8)
def _compiled(
    said: tuple[tuple[str, tuple[str, ...]], ...], yours: tuple[str, ...], amount: str, name: str
) -> dict[str, tuple[re.Pattern[str], ...]]:
    named = f"(?P<name>{name})"
    before = "|".join(as_pattern(each, {"name": ""}) for form in yours for each in _and_elided(form))
    holes = {"n": f"(?P<amount>{amount})", "name": f"(?:{before})?{named}", "word": named}
    return {
        what: tuple(
            re.compile(as_pattern(each, holes), re.IGNORECASE)
            for form in dict.fromkeys(forms)
            for each in _and_elided(form)
        )
        for what, forms in said
    }


def _and_elided(form: str) -> tuple[str, ...]:
    """A form, and what becomes of it before a French vowel."""
    return (form, form.replace("de {name}", "d'{name}")) if "de {name}" in form else (form,)
