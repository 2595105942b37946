"""The report on a fight: how likely it is won, how it goes, and what to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from gamebook.analysis.advice import Advice
from gamebook.dice.percent import percent
from gamebook.fights.outcome import Distribution, FightStudy, Way
from gamebook.model.points import in_points
from gamebook.report.advice import sentence
from gamebook.report.cells import Cell, Chance, Number, Worded, number
from gamebook.report.section import Facts, Section, Table
from gamebook.report.words import stats


def fight_sections(study: FightStudy, ways: Sequence[Way]) -> Iterator[Section]:
    """The screen of `gamebook fight`.

    Args:
        study: the fight.
        ways: the ways of fighting to compare, best play first.
    """
    encounter = study.encounter
    hero = stats(encounter.hero)
    rolled = ", ".join(stat for stat in encounter.rules.stats if stat not in encounter.hero)
    had = [hero, f"rolled: {rolled}" if rolled else "", encounter.belongings]
    who = [("Hero", "; ".join(each for each in had if each))]
    who += [("", f"best play picks {', '.join(study.picked)}; random picks at random")] * bool(study.picked)
    who += [("Foe", f"{foe.name}: {stats(foe.stats)}") for foe in encounter.foes]
    yield Section(encounter.title(), [Facts(who, width=6)])
    yield Section(parts=[_ways(study, ways)])
    exactly = [(way.name, str(way.exactly)) for way in ways if way.exactly is not None]
    if exactly:
        yield Section("Exactly", [Facts(exactly)])
    yield from _course(ways[0])
    if study.advice:
        yield Section("Advice", [Facts([_advice(study, each) for each in study.advice])])


def _advice(study: FightStudy, advice: Advice) -> tuple[str, str]:
    told = sentence(advice)
    if not advice.exact and advice.cost is not None:
        amount = in_points(number(advice.cost, 6)) if study.encounter.worth else percent(advice.cost)
        told += f" (costs {amount})"
    return study.names[advice.address], told


def _ways(study: FightStudy, ways: Sequence[Way]) -> Table:
    encounter = study.encounter
    kinds = [stat for stat in encounter.rules.stats if any(stat in way.left for way in ways)]
    aim = "points" if encounter.worth else "wins and keeps" if encounter.keep else "wins"
    kept = ["wins"] if encounter.keep or encounter.worth else []
    rounds = ["rounds"] if any(way.rounds for way in ways) else []
    rows = []
    for way in ways:
        middle = way.value.middle
        value = Number(middle, ".6g") if encounter.worth else Chance(middle, low=way.value.low, high=way.value.high)
        cells: list[Cell] = [way.name, value]
        cells += [Chance(way.won)] if kept else []
        cells += [Number(way.rounds.mean, ".2f") if way.rounds else ""] if rounds else []
        cells += [Number(way.left[stat].mean, ".2f") if stat in way.left else "" for stat in kinds]
        rows.append(cells)
    head = ("", aim, *kept, *rounds, *(f"{stat} left" for stat in kinds))
    return Table(head, rows, "l" + "r" * (len(head) - 1), gives=0)


def _course(way: Way) -> Iterator[Section]:
    """How the fight goes, played in one way."""
    if way.rounds is None and not way.left:
        return
    ends = sorted((pair for pair in way.endings.items() if pair[1] > 0), key=lambda pair: -pair[1])
    ended = ", ".join(f"{name} {percent(share)}" for name, share in ends)
    facts: list[tuple[str, Cell]] = [("it ends", Worded(ended, tuple(share for _, share in ends)))]
    if way.rounds is not None:
        quantiles = [(way.rounds.quantile(share), share) for share in (0.1, 0.5, 0.9)]
        within = ", ".join(f"{rounds} ({share:.0%})" for rounds, share in quantiles)
        facts.append(("rounds until the end", Worded(f"within {within}", _in_a_row(quantiles))))
    facts += [(f"{stat} left after a victory", distribution(left)) for stat, left in way.left.items()]
    yield Section(f"Course of the fight, with {way.name}", [Facts(facts)])


def distribution(found: Distribution) -> Worded:
    """`1 14.1%, 2 21.9%, 4 18.0%`; what is rarer than one in a thousand is left out."""
    pairs = zip(found.values.tolist(), found.chance.tolist(), strict=True)
    often = [(value, share) for value, share in pairs if share >= 0.001]
    return Worded(", ".join(f"{value} {percent(share, 1)}" for value, share in often), _in_a_row(often))


def _in_a_row(pairs: Iterable[tuple[float, float]]) -> tuple[float, ...]:
    """The numbers of pairs, in the order of their words."""
    return tuple(chain.from_iterable(pairs))
