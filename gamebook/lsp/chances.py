"""The numbers of a solved book: the chance to win at each chapter, and what each choice costs.

Processes that solve need nothing else of the language server, and do not wait until its library is imported.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from gamebook.dice.percent import percent as exact_percent
from gamebook.source import Span

LEAST = 5e-4
"""A choice that costs less is as good as the best."""


class ChapterChances(Struct, frozen=True):
    """What best play is worth at a chapter."""

    value: float | None
    """On arrival; None if best play never comes here."""
    strayed: float | None
    """Where best play never comes: what it is worth to a reader who comes here and plays best from here on; None if no
    reader can come here."""
    expected: float
    """Visits in one play."""
    deaths: float
    """The chance that play ends here in a defeat."""
    share: float
    """That chance as a share of all defeats."""


class ChoiceChances(Struct, frozen=True):
    """What an option costs."""

    cost: float
    """Against the best option, on average; nan where that is not known. An option that is offered in several places, as
    one in a rule is, or one of a list from which several are picked: where it costs least."""
    most: float
    """The same where it costs most."""
    open: float
    """How often it is offered in one play; 0 if only readers who do not play best are offered it."""
    amounts: tuple[int, ...] = ()
    """Of an amount, those that are as good as the best wherever it is chosen."""


class FightChances(Struct, frozen=True):
    """What a fight costs best play."""

    fought: float
    """How often it is fought in one play."""
    won: float
    """The share of these fights that are won."""
    left: float
    """The share that is left in another way."""
    means: Mapping[str, tuple[float, float]]
    """Of the numbers it changes: the mean when it begins, and when it is won."""


class Chances(Struct, frozen=True):
    """The numbers of a solved book, for one version of its text."""

    digest: str
    """Of the texts that were solved."""
    wins: bool
    """Values are chances to win, not points."""
    low: float
    high: float
    """Bounds of best play."""
    random: float | None
    """What the random reader wins; None where that is not known."""
    chapters: Mapping[str, ChapterChances]
    choices: Mapping[Span, ChoiceChances]
    """By the span of the option."""
    fights: Mapping[Span, FightChances] = field(default_factory=dict)
    """By the span of the fight; they are found last, and are missing until then."""
    hero: str = ""
    """Whose chances they are; empty: those of all heroes."""


def percent(chance: float) -> str:
    """A chance with one decimal place."""
    return exact_percent(chance, 1)
