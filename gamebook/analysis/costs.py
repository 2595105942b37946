"""What every choice costs: how much is lost by taking it once instead of the best, and how often it is the best."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from msgspec import Struct

from gamebook.analysis.tables import Merged, reader_tables
from gamebook.job import look
from gamebook.kernels.arrays import Flags, distinct, spans, weighed
from gamebook.kernels.bellman import SAME
from gamebook.model.blocks import steps_in, turns_in
from gamebook.model.book import UNWRITTEN, Book
from gamebook.model.step import Choose, End
from gamebook.resolve.ways import ON, ways
from gamebook.solver.solution import Solved

ANYTIME = "at any time"
"""Where an action is offered that many decisions offer."""


class OptionCost(Struct, frozen=True):
    """One option of a decision under best play."""

    address: str
    label: str
    anytime: bool
    """It is offered again and again, in other decisions too: eating a meal."""
    open: float
    """Expected number of times in one play that it is open when the reader decides."""
    best: float | None
    """Share of these times, 0 to 1, that no other option is better; None if it is open in no state."""
    taken: float | None
    """Share of these times that best play takes it; None if it is open in no state."""
    cost: float | None
    """Mean loss of value where it is open, against the best option: a difference of win chances, or points; nan where
    that is not known, None if it is open in no state."""
    useful: bool
    """Some play can come to a state in which this option is best and another open one is not."""
    free: bool
    """Some way of playing best comes to a state in which this option costs nothing; of ways that are equally good, best
    play takes one."""

    @property
    def weight(self) -> float:
        """What always taking it would cost, to first order: 0 if it is open in no state, nan if that is not known."""
        return 0.0 if self.cost is None else self.open * self.cost


class DecisionCosts(Struct, frozen=True):
    """One decision and its options, in the order written."""

    chapter: str
    address: str
    name: str
    what: str
    in_fight: bool
    """Decisions in fights occur again and again: they are kept apart from the choices of the page."""
    against: str
    """In a fight, the foe it is about."""
    pick: int
    """Of several picks from one list which one it is, from 1; else 0."""
    visits: float
    """Expected number of times in one play that the reader decides here."""
    options: tuple[OptionCost, ...]


class Mistake(Struct, frozen=True):
    """An option that is not always best, where it may tempt."""

    chapter: str
    """Empty for an action that is offered in many chapters."""
    name: str
    against: str
    label: str
    open: float
    cost: float
    pick: int = 0
    """Of several picks from one list which one it is, from 1; else 0."""

    @property
    def weight(self) -> float:
        """What always making this mistake would cost, to first order."""
        return self.open * self.cost


def costs(solved: Solved) -> tuple[DecisionCosts, ...]:
    """Every decision of the reader with more than one option, in book order."""
    comes = _best_plays(solved)
    return tuple(_costs(table, comes) for table in reader_tables(solved))


def _best_plays(solved: Solved) -> Flags:
    """bool[n]: to which states the reader can come who never does what costs anything."""
    space, played = solved.space, solved.best
    s = space.states
    come = played.visits > 0.0
    new = np.flatnonzero(come)
    while len(new):
        look()
        row, action = spans(s.first_action, new)
        values = np.nan_to_num(played.worth_after(action), nan=-np.inf)
        best = np.full(len(new), -np.inf)
        np.maximum.at(best, row, values)
        best = best[row]
        with np.errstate(over="ignore", invalid="ignore"):  # losses may have no bound
            good = (values == best) | (best - values <= SAME * np.abs(best))
        readers = (s.option[action] >= 0) & (space.owner[s.point[new]] == 0)[row]
        _, way = spans(s.first_successor, action[(readers & good) | (played.weight[action] > 0.0)])
        after = s.successor[way]
        new = distinct(after[~come[after]])
        come[new] = True
    return come


def to_be_written(book: Book) -> frozenset[str]:
    """The addresses of options that lead straight to what is not written yet."""
    stops = set(book.unwritten)
    found = set[str]()
    for chapter in book.chapters:
        for step in steps_in(chapter.body):
            for option in step.options if isinstance(step, Choose) else ():
                ends = any(isinstance(each, End) and each.ending == UNWRITTEN for each in steps_in(option.body))
                on = chapter.written == "begun" and ON in ways(option.body, shut=False)
                if ends or on or not stops.isdisjoint(turns_in(option.body)):
                    found.add(option.address)
    return frozenset(found)


def mistakes(every: Iterable[DecisionCosts], count: int = 10) -> tuple[Mistake, ...]:
    """The options that cost most, weighted by how often they are open; the dearest first.

    Those of fights are told only of a book in which nothing else can be done wrong. An action that is offered at any
    time is told once for the whole book.
    """
    every = tuple(every)
    pages = [
        Mistake("", ANYTIME, "", option.label, option.open, option.cost)
        for option in anytime(every)
        if option.cost is not None and option.weight > 0.0
    ]
    fights: list[Mistake] = []
    for decision in every:
        look()
        for option in decision.options:
            if not option.anytime and option.cost is not None and option.weight > 0.0:
                name, against = decision.name, decision.against
                mistake = Mistake(
                    decision.chapter, name, against, option.label, option.open, option.cost, decision.pick
                )
                (fights if decision.in_fight else pages).append(mistake)
    return tuple(sorted(pages or fights, key=lambda mistake: -mistake.weight)[:count])


def anytime(every: Iterable[DecisionCosts]) -> tuple[OptionCost, ...]:
    """Actions that are offered at any time, each summed up over all decisions in which it is."""
    found: dict[str, list[OptionCost]] = {}
    for decision in every:
        look()
        for option in decision.options:
            if option.anytime:
                found.setdefault(option.label, []).append(option)
    return tuple(_sum(options) for options in found.values())


def _sum(options: list[OptionCost]) -> OptionCost:
    """One action in several places; where best play never comes, each of them counts alike."""
    told = [option for option in options if option.cost is not None]
    often = np.array([option.open for option in told])
    weight = often / often.sum() if often.any() else np.full(len(told), 1 / max(1, len(told)))

    def mean(values: Iterable[float | None]) -> float | None:
        return weighed(weight, np.array([*values], dtype=np.float64)) if told else None

    return OptionCost(
        address=options[0].address,
        label=options[0].label,
        anytime=True,
        open=float(often.sum()),
        best=mean(option.best for option in told),
        taken=mean(option.taken for option in told),
        cost=mean(option.cost for option in told),
        useful=any(option.useful for option in options),
        free=any(option.free for option in options),
    )


def _costs(table: Merged, comes: Flags) -> DecisionCosts:
    options = []
    matters = (table.is_open & ~table.good).any(axis=1)
    come = comes[table.states]
    for number, (address, label) in enumerate(table.labels.items()):
        is_open, good = table.is_open[:, number], table.good[:, number]
        visits = table.visits[is_open]
        total = float(visits.sum())
        # Where best play never comes, each state counts alike: the words still say something.
        weight = visits / total if total > 0 else np.full(len(visits), 1 / max(1, len(visits)))
        known = bool(is_open.any())
        loss = np.where(good, 0.0, table.loss[:, number])  # what is good costs nothing
        options.append(
            OptionCost(
                address=address,
                label=label,
                anytime=address in table.anytime,
                open=total,
                best=float(weight @ good[is_open]) if known else None,
                taken=float(weight @ table.share[is_open, number]) if known else None,
                cost=weighed(weight, loss[is_open]) if known else None,
                useful=bool((good & matters).any()),
                free=bool((good & come).any()),
            )
        )
    return DecisionCosts(
        table.chapter,
        table.address,
        table.name,
        table.what,
        table.in_fight,
        table.against,
        table.pick,
        float(table.visits.sum()),
        tuple(options),
    )
