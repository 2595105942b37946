"""What every choice costs: how much is lost by taking it once instead of the best, and how often it is the best."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from math import isfinite, nextafter

import numpy as np
from msgspec import Struct

from gamebook.analysis.alike import least_size
from gamebook.analysis.by_chance import visits_by_chance
from gamebook.analysis.tables import Merged, reader_tables
from gamebook.job import look
from gamebook.kernels.arrays import Flags, Floats, Ints, distinct, spans, weighed
from gamebook.kernels.bellman import SAME
from gamebook.model.blocks import steps_in, turns_in
from gamebook.model.book import UNWRITTEN, Book
from gamebook.model.step import Choose, End
from gamebook.program.code import Decide, Stop, predecessors
from gamebook.resolve.ways import ON, ways
from gamebook.solver.solution import Played, Solved, ending_worth

ANYTIME = "at any time"
"""Where an action is offered that many decisions offer."""


class OptionCost(Struct, frozen=True):
    """One option of a decision under best play.

    Under `aim win then score` an option is best if no other wins more often, and none that wins as often earns more.
    """

    address: str
    label: str
    anytime: bool
    """It is offered again and again, in other decisions too: eating a meal."""
    open: float
    """Expected number of times in one play that it is open when the reader decides."""
    best: float | None
    """Share of these times, 0 to 1, that no other option is better; None if it is open in no state."""
    taken: float | None
    """Share of these times that it is taken; None if it is open in no state."""
    cost: float | None
    """Mean loss of value where it is open, against the best option: a difference of win chances, or points; nan where
    that is not known, None if it is open in no state."""
    points: float | None
    """Under `aim win then score` the mean loss of points where it is open; it loses them only where it costs no chance.
    None if it is open in no state, and under every other aim."""
    useful: bool | None
    """Some play can come to a state in which this option is best and another open one is not. None if that is not
    known: not all states are listed, none of those is of that kind, and the option may lead to a victory."""
    free: bool | None
    """Some way of playing best comes to a state in which this option costs nothing; of ways that are equally good, best
    play takes one. None if no listed state is of that kind, and a way leads to states whose options are not listed."""

    @property
    def weight(self) -> float:
        """What always taking it would cost, to first order: 0 if it is open in no state, nan if that is not known."""
        return 0.0 if self.cost is None else self.open * self.cost

    @property
    def lost_points(self) -> float:
        """The points that always taking it would cost, to first order."""
        return 0.0 if self.points is None else self.open * self.points


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
    points: float | None = None
    """Under `aim win then score` the points that it costs, where it costs no chance."""
    address: str = ""
    """Of the decision; empty for an action that is offered in many chapters."""

    @property
    def weight(self) -> float:
        """What always making this mistake would cost, to first order."""
        return self.open * self.cost

    @property
    def lost_points(self) -> float:
        """The points that always making it would cost, to first order."""
        return 0.0 if self.points is None else self.open * self.points


def costs(
    solved: Solved, played: Played | None = None, chance: Callable[[], Floats | None] | None = None
) -> tuple[DecisionCosts, ...]:
    """Every decision of the reader with more than one option, in book order.

    Args:
        solved: the book.
        played: who is offered the options, and takes them; None: best play. What they cost is against best play.
        chance: says what `visits_by_chance` does, where that may be known already.
    """
    chance = partial(visits_by_chance, solved) if chance is None else chance

    @cache
    def strays() -> Floats:
        found = chance()
        return solved.uniform.visits if found is None else found

    comes = _best_plays(solved)
    followed = solved.space.whole or not (comes & _left_out(solved)).any()
    lost = frozenset[str]() if solved.space.whole else _lost(solved)
    return tuple(_costs(table, comes, followed, lost, strays, solved) for table in reader_tables(solved, played))


def _left_out(solved: Solved) -> Flags:
    """bool[n]: which states are listed without what can be done there, since not all states are listed."""
    found: Flags = np.diff(solved.space.states.first_action) == 0
    found[: len(solved.space.program.endings)] = False
    return found


def _lost(solved: Solved) -> frozenset[str]:
    """The addresses of options from which, whatever is on the sheet, no way leads to a victory: none is ever better.

    Nothing where points count, too: they may be better than those of another option.
    """
    program = solved.space.program
    if not solved.wins or solved.book.then_score:
        return frozenset()
    worth, before = ending_worth(solved.book, program), predecessors(program)
    waiting = [number for number, node in enumerate(program.nodes) if isinstance(node, Stop) and worth[node.ending] > 0]
    hope = set(waiting)
    while waiting:
        new = set(before[waiting.pop()]) - hope
        hope |= new
        waiting.extend(new)
    options = [option for node in program.nodes if isinstance(node, Decide) for option in node.options]
    return frozenset(each.address for each in options) - {each.address for each in options if each.next in hope}


def _best_plays(solved: Solved) -> Flags:
    """bool[n]: to which listed states the reader can come who never does what costs anything."""
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
            good = (values == best) | (best - values <= SAME * np.maximum(np.abs(best), least_size(solved.wins)))
            sure, always = played.surely_won(action), np.zeros(len(new), np.bool_)
            always[row[sure]] = True
            good &= sure | ~always[row]
            fewer = played.fewer_points(new[row], action)
            if fewer is not None:  # of equal chances, those with most points
                good &= fewer == 0.0
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
    """The options that cost most, weighted by how often they are open; the dearest first. Points come after chances.

    Those of fights are told only of a book in which nothing else can be done wrong. An action that is offered at any
    time is told once for the whole book.
    """
    every = tuple(every)
    pages = [
        Mistake("", ANYTIME, "", option.label, option.open, option.cost, points=option.points)
        for option in anytime(every)
        if option.cost is not None and _costs_something(option)
    ]
    fights: list[Mistake] = []
    for decision in every:
        look()
        for option in decision.options:
            if not option.anytime and option.cost is not None and _costs_something(option):
                mistake = Mistake(
                    chapter=decision.chapter,
                    name=decision.name,
                    against=decision.against,
                    label=option.label,
                    open=option.open,
                    cost=option.cost,
                    pick=decision.pick,
                    points=option.points,
                    address=decision.address,
                )
                (fights if decision.in_fight else pages).append(mistake)
    return tuple(sorted(pages or fights, key=lambda mistake: (-mistake.weight, -mistake.lost_points))[:count])


def _costs_something(option: OptionCost) -> bool:
    return option.weight > 0.0 or option.lost_points > 0.0


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
        return _mean(weight, np.array([*values], dtype=np.float64)) if told else None

    return OptionCost(
        address=options[0].address,
        label=options[0].label,
        anytime=True,
        open=float(often.sum()),
        best=mean(option.best for option in told),
        taken=mean(option.taken for option in told),
        cost=mean(option.cost for option in told),
        points=None if any(option.points is None for option in told) else mean(option.points for option in told),
        useful=_any(option.useful for option in options),
        free=_any(option.free for option in options),
    )


def _any(answers: Iterable[bool | None]) -> bool | None:
    """Whether one of the answers is yes; None if none is, and one is not known."""
    told = set(answers)
    return True if True in told else None if None in told else False


def _mean(weight: Floats, values: Floats | Flags) -> float:
    """The mean of some values: exactly what all have that count, or else strictly between the least and the greatest.

    Args:
        weight: float64[k], how much each counts; they add up to 1 but for rounding.
        values: float64[k] or bool[k].
    """
    counted = values[weight > 0.0]
    least, most = (float(each(counted)) for each in (np.min, np.max))
    if least == most:
        return least
    found = weighed(weight, np.asarray(values, np.float64))
    return min(max(found, nextafter(least, most)), nextafter(most, least)) if isfinite(found) else found


def _weights(visits: Floats, states: Ints, strays: Callable[[], Floats]) -> Floats:
    """float64[n]: how much each state counts, 1 in all.

    Where the player never comes, a state counts as often as the random reader is there; all count alike, if he never
    comes, because he does not know of a secret option, or if each of these chances is so small that it is stored as 0.
    """
    often = visits if visits.any() else strays()[states]
    total = float(often.sum())
    return often / total if total > 0.0 else np.full(len(states), 1 / max(1, len(states)))


def _costs(
    table: Merged, comes: Flags, followed: bool, lost: frozenset[str], strays: Callable[[], Floats], solved: Solved
) -> DecisionCosts:
    """What the options of one decision cost.

    Args:
        table: the decision.
        comes: bool[n], from `_best_plays`.
        followed: whether `comes` has all states to which such a reader can come.
        lost: from `_lost`.
        strays: float64[n], how often the random reader comes to each state.
        solved: the book.
    """
    options = []
    matters = (table.is_open & ~table.good).any(axis=1)
    come = comes[table.states]
    for number, (address, label) in enumerate(table.labels.items()):
        is_open, good = table.is_open[:, number], table.good[:, number]
        visits = table.visits[is_open]
        total = float(visits.sum())
        loss = np.where(good, 0.0, table.loss[:, number])  # what is good costs nothing
        weight = _weights(visits, table.states[is_open], strays)
        known = bool(is_open.any())
        options.append(
            OptionCost(
                address=address,
                label=label,
                anytime=address in table.anytime,
                open=total,
                best=_mean(weight, good[is_open]) if known else None,
                taken=_mean(weight, table.share[is_open, number]) if known else None,
                cost=_mean(weight, loss[is_open]) if known else None,
                points=None if table.fewer is None or not known else _mean(weight, table.fewer[is_open, number]),
                useful=True if (good & matters).any() else False if solved.space.whole or address in lost else None,
                free=True if (good & come).any() else False if followed else None,
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
