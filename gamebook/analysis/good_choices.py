"""What a practised reader chooses, in the words of the book."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct

from gamebook.analysis.decisions import Decision, decisions
from gamebook.model.book import Book

if TYPE_CHECKING:
    from gamebook.solver.practice import Taken


ROUNDING = 1e-9
"""Two sums that differ by less than this, as a share, are the same."""


class GoodOption(Struct, frozen=True):
    """One option of a decision, in plays of a practised reader."""

    address: str
    label: str
    anytime: bool
    """It is offered again and again, in other decisions too: eating a meal."""
    open: float
    """How often in one play it was open, on average."""
    taken: float
    """The share of these times, 0 to 1, that it was taken; 0 if it was never open."""


class GoodChoice(Struct, frozen=True):
    """One decision that these plays came to, and its options in the order written."""

    chapter: str
    address: str
    name: str
    what: str
    in_fight: bool
    """Decisions in fights occur again and again: they are kept apart from the choices of the page."""
    against: str
    """In a fight, the foe it is about."""
    rival: bool
    """A rival decided, who has practised, too."""
    met: float
    """How often in one play the decision was made, on average."""
    options: tuple[GoodOption, ...]

    @property
    def own(self) -> tuple[GoodOption, ...]:
        """The options that only this decision offers."""
        return tuple(option for option in self.options if not option.anytime)

    @property
    def is_a_choice(self) -> bool:
        """Whether at times more than one of these was open: together they were open more often than it was met."""
        return sum(option.open for option in self.own) > self.met * (1.0 + ROUNDING)


def good_choices(book: Book, found: Iterable[Taken]) -> tuple[GoodChoice, ...]:
    """Every decision that plays of a practised reader came to, in book order."""
    written = decisions(book)
    chapters = {chapter.name: number for number, chapter in enumerate(book.chapters)}
    steps = {address: number for number, address in enumerate(written)}
    order = sorted(found, key=lambda each: (chapters.get(each.chapter, -1), steps[each.decision]))
    return tuple(_choice(written[each.decision], each) for each in order)


def _choice(decision: Decision, taken: Taken) -> GoodChoice:
    options = []
    for address, label in decision.labels.items():
        is_open, times = taken.options.get(address, (0.0, 0.0))
        share = times / is_open if is_open else 0.0
        options.append(GoodOption(address, label, address in decision.anytime, is_open, share))
    return GoodChoice(
        chapter=taken.chapter,
        address=decision.address,
        name=decision.name,
        what=decision.what,
        in_fight=decision.in_fight,
        against=decision.against,
        rival=taken.owner == "rival",
        met=taken.met,
        options=tuple(options),
    )


def anytime(every: Iterable[GoodChoice]) -> tuple[GoodOption, ...]:
    """Actions that are offered at any time, each summed up over all decisions that offer it."""
    found: dict[str, GoodOption] = {}
    for choice in every:
        for one in choice.options:
            if one.anytime and one.open:
                before = found.get(one.label, GoodOption(one.address, one.label, True, 0.0, 0.0))
                is_open = before.open + one.open
                taken = (before.open * before.taken + one.open * one.taken) / is_open
                found[one.label] = GoodOption(before.address, one.label, True, is_open, taken)
    return tuple(found.values())
