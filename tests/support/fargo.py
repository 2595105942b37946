"""Fargo by its own equations: a program for this game and no other.

One turn, in fractions: V0 = A / (1 - B), where A is what one run banks on average and B the chance that it ends with
all dice scored. A match for two, in floats: the mover's chance to win is one less the other's after he hands over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import comb


@cache
def throws(dice: int) -> Counter[tuple[int, int]]:
    """Ways to score so many points and be left with so many dice, face by face (6^dice ways in all)."""
    found = Counter({(0, 0, dice): 1})
    for face in range(1, 7):
        after: Counter[tuple[int, int, int]] = Counter()
        for (points, left, rest), ways in found.items():
            for count in range(rest + 1) if face < 6 else (rest,):
                triples, singles = divmod(count, 3)
                gain = {1: 1000, 5: 500}.get(face, 100 * face) * triples + {1: 100, 5: 50}.get(face, 0) * singles
                stay = singles if face not in (1, 5) else 0
                after[points + gain, left + stay, rest - count] += ways * comb(rest, count)
        found = after
    return Counter({(points, left): ways for (points, left, _), ways in found.items()})


def turn(thresholds: Sequence[int]) -> Fraction:
    """What a turn is worth that stops with d dice left from thresholds[d - 1] points on."""

    @cache
    def run(dice: int, points: int) -> tuple[Fraction, Fraction]:
        """What a run banks from here on average, and the chance that it ends with all dice scored."""
        if dice < 10 and points >= thresholds[dice - 1]:
            return Fraction(points), Fraction(0)
        banked, hot = Fraction(0), Fraction(0)
        for (gain, left), ways in throws(dice).items():
            chance = Fraction(ways, 6**dice)
            if gain and not left:
                banked, hot = banked + chance * (points + gain), hot + chance
            elif gain:
                more, hotter = run(left, points + gain)
                banked, hot = banked + chance * more, hot + chance * hotter
        return banked, hot

    banked, hot = run(10, 0)
    return banked / (1 - hot)


def spread(thresholds: Sequence[int], runs: int) -> tuple[dict[int, Fraction], Fraction]:
    """The chance of each number of points that a turn of at most so many runs earns, and that of a longer one."""
    over: dict[int, Fraction] = {}
    hot: dict[int, Fraction] = {}

    def add(to: dict[int, Fraction], points: int, chance: Fraction) -> None:
        to[points] = to.get(points, Fraction(0)) + chance

    come: dict[int, dict[int, Fraction]] = {dice: {} for dice in range(11)}
    come[10][0] = Fraction(1)
    for dice in range(10, 0, -1):  # a throw that scores leaves fewer dice
        for points, chance in come[dice].items():
            if dice < 10 and points >= thresholds[dice - 1]:
                add(over, points, chance)
                continue
            for (gain, left), ways in throws(dice).items():
                to, worth = (come[left], points + gain) if left else (hot, points + gain)
                add(to if gain else over, worth if gain else 0, chance * Fraction(ways, 6**dice))
    ended: dict[int, Fraction] = {}
    begun = {0: Fraction(1)}
    for _ in range(runs):
        again: dict[int, Fraction] = {}
        for points, chance in begun.items():
            for gain, share in over.items():
                add(ended, points + gain, chance * share)
            for gain, share in hot.items():
                add(again, points + gain, chance * share)
        begun = again
    return ended, sum(begun.values(), Fraction(0))


def match(goal: int, most: int) -> dict[tuple[int, int], float]:
    """The mover's chance to win a match, about to throw ten dice, by (his total, the other's) in fifties.

    Args:
        goal: who ends a turn with so many gives the other one more turn.
        most: who comes so far has won.
    """
    totals = range(most + 1)
    values = {(mine, theirs): 0.5 for mine in totals for theirs in totals}

    def ended(mine: int, theirs: int) -> float:
        if theirs >= goal or mine == most:
            return float(mine > theirs)
        return 1.0 - values[theirs, mine]

    def turn(mine: int, theirs: int) -> float:
        @cache
        def thrown(run: int, dice: int) -> float:
            total = 0.0
            for (points, left), ways in throws(dice).items():
                banked = min(most, mine + run + points // 50)
                if not points:
                    worth = ended(mine, theirs)
                elif not left and banked < most:
                    worth = values[banked, theirs]
                elif not left:
                    worth = 1.0
                else:
                    worth = max(ended(banked, theirs), thrown(run + points // 50, left))
                total += ways / 6**dice * worth
            return total

        return thrown(0, 10)

    for both in sorted({mine + theirs for mine, theirs in values}, reverse=True):
        pairs = [(mine, both - mine) for mine in totals if both - mine in totals]
        change = 1.0
        while change > 1e-15:  # after a throw for nothing the dice go round at the same totals
            change = 0.0
            for pair in pairs:
                now = turn(*pair)
                change = max(change, abs(now - values[pair]))
                values[pair] = now
    return values
