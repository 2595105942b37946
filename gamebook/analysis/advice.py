"""What a reader should do at one decision: a few rules over the sheet, and how far they are from best play.

A rule names an option and a condition; the first rule whose option is open and whose condition holds is followed.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

AGREES = 1e-9
"""Share of visits in which rules may differ and still be called exact."""


class Rule(Struct, frozen=True):
    """Take the option if it is open and the condition holds."""

    address: str
    label: str
    when: str
    """A condition over the sheet as a book writes it; empty where the rule always holds."""


class Advice(Struct, frozen=True):
    """What to do at one decision."""

    chapter: str
    address: str
    name: str
    what: str
    against: str
    """In a fight, the foe it is about."""
    visits: float
    """Expected number of decisions here in one play; 0 where best play never comes, and all states count alike."""
    comes: bool
    """Whether best play comes here, or who follows all advice, however a rival plays."""
    rules: tuple[Rule, ...]
    """The first rule that fits is followed; none where rules are worth no more than picking at random."""
    indifferent: bool
    """All options are equally good, wherever best play comes."""
    sometimes_closed: frozenset[str]
    """Addresses of options that are not always open."""
    ties: Mapping[str, tuple[str, ...]]
    """By the address of an option of the rules: the options that best play takes instead, and that are just as good."""
    differs: float
    """Share of visits, 0 to 1, in which the rules take an option that is not best."""
    cost: float | None
    """Value lost in one play by following it each time, where all else is played as well as possible; None: not known,
    or there are no rules."""
    points: float | None
    """Under `aim win then score` the points lost by that, where no chance is lost; else None."""
    sure: bool = True
    """Whether nothing else is unknown of it: False where all advice is worth less than best play, or may be, and this
    rule comes to states that are not listed, or to several for which one is listed."""

    @property
    def without_rules(self) -> bool:
        """Whether no rules were found that are worth more than picking at random."""
        return not self.rules and not self.indifferent

    @property
    def exact(self) -> bool:
        """Whether the rules are best play."""
        return self.differs <= AGREES and self.sure
