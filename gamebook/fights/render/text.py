"""A fight for people: how likely it is won, how it goes, and what to do."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from gamebook.dice.percent import percent
from gamebook.fights.outcome import Distribution, FightStudy, Way
from gamebook.render.solution_text import HEADING
from gamebook.render.tables import table


def fight_text(study: FightStudy, ways: Sequence[Way], width: int | None = None) -> Text:
    """The screen of `gamebook fight`.

    Args:
        study: the fight.
        ways: the ways of fighting to compare, best play first.
        width: cells of the page; None: as wide as it takes.
    """
    encounter = study.encounter
    text = Text().append(encounter.title(), HEADING).append("\n")
    hero = ", ".join(f"{stat} {value}" for stat, value in encounter.hero.items())
    rolled = [stat for stat in encounter.rules.stats if stat not in encounter.hero]
    text.append("Hero  ", HEADING).append(hero + ("; rolled: " if hero and rolled else "rolled: " if rolled else ""))
    text.append(", ".join(rolled) + "\n")
    for foe in encounter.foes:
        stats = ", ".join(f"{stat} {value}" for stat, value in foe.stats.items())
        text.append("Foe   ", HEADING).append(f"{foe.name}: {stats}\n")
    text.append("\n").append_text(_ways(study, ways, width))
    told = [way for way in ways if way.exactly is not None]
    if told:
        text.append("\nExactly\n", HEADING)
        text.append("".join(f"{way.name}: {way.exactly}\n" for way in told))
    text.append_text(_course(ways[0]))
    if study.advice:
        text.append("\nAdvice\n", HEADING)
        for each in study.advice:
            text.append(f"{study.names[each.address]}: {each.text}")
            text.append("\n" if each.exact else f" (costs {percent(each.cost)})\n")
    return text


def _ways(study: FightStudy, ways: Sequence[Way], width: int | None) -> Text:
    encounter = study.encounter
    stats = [stat for stat in encounter.rules.stats if any(stat in way.left for way in ways)]
    aim = "points" if encounter.worth else "wins and keeps" if encounter.keep else "wins"
    kept = ["wins"] if encounter.keep or encounter.worth else []
    rounds = ["rounds"] if any(way.rounds for way in ways) else []
    rows = []
    for way in ways:
        middle = way.value.middle
        cells = [
            way.name,
            f"{middle:.6g}" if encounter.worth else percent(middle, low=way.value.low, high=way.value.high),
        ]
        cells += [percent(way.won)] if kept else []
        cells += [f"{way.rounds.mean:.2f}" if way.rounds else ""] if rounds else []
        cells += [f"{way.left[stat].mean:.2f}" if stat in way.left else "" for stat in stats]
        rows.append(cells)
    head = ("", aim, *kept, *rounds, *(f"{stat} left" for stat in stats))
    return table(head, rows, "l" + "r" * (len(head) - 1), width, gives=0)


def _course(way: Way) -> Text:
    """How the fight goes, played in one way."""
    text = Text()
    if way.rounds is None and not way.left:
        return text
    text.append(f"\nCourse of the fight, with {way.name}\n", HEADING)
    ends = sorted((pair for pair in way.endings.items() if pair[1] > 0), key=lambda pair: -pair[1])
    text.append("it ends: " + ", ".join(f"{name} {percent(share)}" for name, share in ends) + "\n")
    if way.rounds is not None:
        quantiles = [f"{way.rounds.quantile(share)} ({share:.0%})" for share in (0.1, 0.5, 0.9)]
        text.append(f"rounds until the end: within {', '.join(quantiles)}\n")
    for stat, left in way.left.items():
        text.append(f"{stat} left after a victory: {distribution_words(left)}\n")
    return text


def distribution_words(distribution: Distribution) -> str:
    """`1 14.1%, 2 21.9%, 4 18.0%`; what is rarer than one in a thousand is left out."""
    pairs = zip(distribution.values.tolist(), distribution.chance.tolist(), strict=True)
    return ", ".join(f"{value} {percent(share, 1)}" for value, share in pairs if share >= 0.001)
