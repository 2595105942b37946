"""A fight for people: how likely it is won, how it goes, and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
from rich.text import Text

from gamebook.analysis.fight.advice import Remembered
from gamebook.analysis.fight.encounter import Axis
from gamebook.analysis.fight.heuristics import Comparison
from gamebook.analysis.fight.outcome import Distribution, FightStudy, Way
from gamebook.analysis.fight.policy import TOLD, Codes, PolicyMap, Ties
from gamebook.kernels.arrays import Floats
from gamebook.render.amounts import chance
from gamebook.render.solution_text import HEADING
from gamebook.render.tables import table

NONE = "·"
"""The first option at every decision."""
SYMBOLS = "123456789abcdefghijklmnopqrstuvwxyz"
PAINT = ((0.02, "blue"), (0.2, "cyan"), (0.5, "green"), (0.8, "yellow"), (1.1, "red"))
"""Colours of a map by what a state is worth, up to each bound."""


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
    text.append_text(_course(ways[0]))
    if study.advice:
        text.append("\nAdvice\n", HEADING)
        for each in study.advice:
            text.append(f"{each.name}: {each.text}")
            text.append("\n" if each.exact else f" (costs {chance(each.cost)})\n")
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
        cells = [way.name, f"{middle:.6g}" if encounter.worth else chance(middle)]
        cells += [chance(way.won)] if kept else []
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
    text.append(f"\nHow it goes, with {way.name}\n", HEADING)
    ends = sorted((pair for pair in way.endings.items() if pair[1] > 0), key=lambda pair: -pair[1])
    text.append("it ends: " + ", ".join(f"{name} {chance(share)}" for name, share in ends) + "\n")
    if way.rounds is not None:
        quantiles = [f"{way.rounds.quantile(share)} ({share:.0%})" for share in (0.1, 0.5, 0.9)]
        text.append(f"rounds until it is over: within {', '.join(quantiles)}\n")
    for stat, left in way.left.items():
        text.append(f"{stat} left after a victory: {distribution_words(left)}\n")
    return text


def distribution_words(distribution: Distribution) -> str:
    """`1 14.1%, 2 21.9%, 4 18.0%`; what is rarer than one in a thousand is left out."""
    pairs = zip(distribution.values.tolist(), distribution.chance.tolist(), strict=True)
    return ", ".join(f"{value} {share:.1%}" for value, share in pairs if share >= 0.001)


# ---- maps ---------------------------------------------------------------------------------------------------


def symbol(code: int) -> str:
    """How a code of `PolicyMap.codes` is drawn."""
    return NONE if code == 0 else SYMBOLS[min(code, len(SYMBOLS)) - 1]


def legend(policy: PolicyMap, options: Sequence[tuple[int, ...]]) -> list[tuple[str, str]]:
    """A symbol and its meaning, for each code."""
    told = []
    for code, row in enumerate(options):
        parts = [f"{each.name}: {each.labels[option]}" for each, option in zip(policy.decisions, row, strict=True)]
        told.append((symbol(code), "; ".join(parts)))
    return told


def panels(policy: PolicyMap) -> tuple[Axis, Axis, tuple[Axis, ...]]:
    """The axis drawn upwards (the reader's first stat that a wound lowers), the one across (the last), and the rest."""
    axes = policy.axes
    across = axes[-1]
    up = next((axis for axis in axes[:-1] if axis.low == 1 and axis.size > 1), axes[0])
    return up, across, tuple(axis for axis in axes if axis not in (up, across))


def panel(policy: PolicyMap, array: Floats | Codes, at: Sequence[int]) -> Floats | Codes:
    """The two-dimensional part of an array over the axes, rows upwards.

    Args:
        policy: the map.
        array: over all its axes.
        at: a value for each axis that is not drawn.
    """
    up, across, rest = panels(policy)
    index = tuple(at[rest.index(axis)] - axis.low if axis in rest else slice(None) for axis in policy.axes)
    part = array[index]
    return part if policy.axes.index(up) < policy.axes.index(across) else part.T


def policy_text(policy: PolicyMap, ties: Ties, only: Sequence[int] | None = None) -> Text:
    """Maps of what to do, one for each value of the axes that are not drawn.

    Args:
        policy: what to do.
        ties: the rule for options that are equally good; not `all`.
        only: the values of the other axes for which to draw; None: all.
    """
    codes, options = policy.codes(ties)
    up, across, rest = panels(policy)
    text = Text()
    places = [tuple(only)] if only is not None else list(product(*(range(a.low, a.high + 1) for a in rest)))
    wide = len(str(across.high))
    for at in places:
        where = ", ".join(f"{axis.label} {value}" for axis, value in zip(rest, at, strict=True))
        text.append(
            f"\nWhat to do{' with ' + where if where else ''}: {up.label} upwards, {across.label} across\n", HEADING
        )
        shown, worth = panel(policy, codes, at), panel(policy, policy.value, at)
        for row in range(up.size - 1, -1, -1):
            text.append(f"{up.low + row:>4} ")
            for column in range(across.size):
                paint = next((colour for bound, colour in PAINT if worth[row, column] < bound), "")
                text.append(f" {symbol(int(shown[row, column])):>{wide}}", paint)
            text.append("\n")
        text.append("     " + "".join(f" {value:>{wide}}" for value in range(across.low, across.high + 1)) + "\n")
    text.append("\n")
    for mark, words in legend(policy, options):
        text.append(f"{mark}  {words}\n")
    return text.append(f"Ties: {TOLD[ties]}.\n")


def finite(value: float) -> float | None:
    """A number for JSON, which has no nan."""
    return None if np.isnan(value) else value


# ---- strategies everywhere ----------------------------------------------------------------------------------


def comparison_text(comparison: Comparison, width: int | None = None) -> Text:
    """How much each strategy loses against best play, over all states.

    Args:
        comparison: the strategies.
        width: cells of the page; None: as wide as it takes.
    """
    axes = comparison.map.axes
    text = Text().append(f"Strategies in {comparison.optimum.size:,} fights, against best play\n", HEADING)
    rows = []
    for each in (*comparison.strategies, comparison.together):
        where = ", ".join(f"{axis.label} {value}" for axis, value in zip(axes, each.where, strict=True))
        rows.append((each.name, chance(each.mean), chance(each.worst), where, f"{each.best:.1%}"))
    head = ("strategy", "loses (mean)", "most", "where", "best in")
    text.append_text(table(head, rows, "lrrlr", width, gives=3))
    for each in comparison.strategies:
        likely = sorted(each.used, key=lambda values: -each.used[values])
        if len(likely) > 1 and each.best > 0:
            shares = ", ".join(f"{'/'.join(map(str, values))} {each.used[values]:.0%}" for values in likely[:4])
            text.append(f"{each.name}, where it is best, with {shares}\n")
    return text


def remembered_text(found: Remembered, width: int | None = None) -> Text:
    """Advice to remember, and what advice of other sizes costs."""
    text = Text().append("Advice to remember\n", HEADING)
    for line in found.chosen.strategy[1:-1]:
        text.append(line.strip().removeprefix("at ") + "\n")
    rows = []
    for each in found.sizes:
        where = ", ".join(f"{axis.label} {value}" for axis, value in zip(found.axes, each.where, strict=True))
        mark = "chosen" if each is found.chosen else ""
        rows.append((str(each.leaves), chance(each.mean), chance(each.worst), where, mark))
    text.append(f"\nThe smallest that loses at most {chance(found.cost)} in the mean:\n")
    return text.append_text(table(("cases", "loses (mean)", "most", "where", ""), rows, "rrrll", width, gives=3))
