"""Fights of Fighting Fantasy in fractions, straight from the rules: slow, short, and knowing nothing of the solver.

A state is (stamina, foe stamina, luck). Drawn rounds change nothing and are divided out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

FACES = range(1, 7)


def round_chances(edge: int) -> tuple[Fraction, Fraction, Fraction]:
    """Chances to win, to lose and to draw a round, by counting all 1296 throws of four dice."""
    gaps = [a + b + edge - c - d for a, b, c, d in product(FACES, repeat=4)]
    return (
        Fraction(sum(gap > 0 for gap in gaps), 1296),
        Fraction(sum(gap < 0 for gap in gaps), 1296),
        Fraction(sum(gap == 0 for gap in gaps), 1296),
    )


def lucky(luck: int) -> Fraction:
    """The chance that two dice show no more than `luck`."""
    return Fraction(sum(a + b <= luck for a, b in product(FACES, repeat=2)), 36)


State = tuple[int, int, int]
Value = Callable[[int, int, int], Fraction]


def best_value(edge: int) -> Value:
    """The chance to win with the best use of luck, by the recursion of the paper."""
    win, lose, draw = round_chances(edge)
    win, lose = win / (1 - draw), lose / (1 - draw)

    @cache
    def value(stamina: int, foe: int, luck: int) -> Fraction:
        if foe <= 0:
            return Fraction(1)
        if stamina <= 0:
            return Fraction(0)
        won, lost = value(stamina, foe - 2, luck), value(stamina - 2, foe, luck)
        if luck > 0:
            q = lucky(luck)
            won = max(won, q * value(stamina, foe - 4, luck - 1) + (1 - q) * value(stamina, foe - 1, luck - 1))
            lost = max(lost, q * value(stamina - 1, foe, luck - 1) + (1 - q) * value(stamina - 3, foe, luck - 1))
        return win * won + lose * lost

    return value


def constant_luck(
    edge: int, after_wins: Fraction | None, after_losses: Fraction | None
) -> Callable[[int, int], Fraction]:
    """The chance to win when luck never runs down and is tested after every won or lost round; None: never."""
    win, lose, draw = round_chances(edge)
    win, lose = win / (1 - draw), lose / (1 - draw)

    @cache
    def value(stamina: int, foe: int) -> Fraction:
        if foe <= 0:
            return Fraction(1)
        if stamina <= 0:
            return Fraction(0)
        q, p = after_wins, after_losses
        won = value(stamina, foe - 2) if q is None else q * value(stamina, foe - 4) + (1 - q) * value(stamina, foe - 1)
        lost = value(stamina - 2, foe) if p is None else p * value(stamina - 1, foe) + (1 - p) * value(stamina - 3, foe)
        return win * won + lose * lost

    return value


def rounds(edge: int, stamina: int, foe: int, most: int) -> list[Fraction]:
    """The chance that a fight without luck takes n rounds, drawn ones counted, for n up to `most`."""
    win, lose, draw = round_chances(edge)
    now = {(stamina, foe): Fraction(1)}
    found = [Fraction(0)]
    for _ in range(most):
        later: dict[tuple[int, int], Fraction] = {}
        over = Fraction(0)
        for (mine, theirs), chance in now.items():
            for share, state in ((win, (mine, theirs - 2)), (lose, (mine - 2, theirs)), (draw, (mine, theirs))):
                if min(state) <= 0:
                    over += chance * share
                else:
                    later[state] = later.get(state, Fraction(0)) + chance * share
        found.append(over)
        now = later
    return found


@dataclass(frozen=True)
class At:
    """A round that is decided: who has won it, and all numbers before its wound."""

    won: bool
    stamina: int
    foe: int
    luck: int


Rule = Callable[[At], bool]

HEURISTICS: dict[str, Rule] = {
    "never": lambda _: False,
    "always": lambda _: True,
    "when-lost": lambda at: not at.won,
    "when-won": lambda at: at.won,
    "when-lost-and-weak": lambda at: not at.won and at.stamina < 6,
    "when-won-and-far": lambda at: at.won and at.foe > 6,
    "when-weak": lambda at: at.stamina < 6,
    "when-very-weak": lambda at: at.stamina < 4,
    "when-behind": lambda at: at.foe > at.stamina,
}
"""The paper's strategies 0 to 8, in their order; luck is tested only while it is at least a threshold."""


def value_of(edge: int, rule: Rule, threshold: int) -> Value:
    """The chance to win when luck is tested by a rule."""
    win, lose, draw = round_chances(edge)
    win, lose = win / (1 - draw), lose / (1 - draw)

    @cache
    def value(stamina: int, foe: int, luck: int) -> Fraction:
        if foe <= 0:
            return Fraction(1)
        if stamina <= 0:
            return Fraction(0)
        q, less = lucky(luck), max(luck - 1, 0)
        won, lost = value(stamina, foe - 2, luck), value(stamina - 2, foe, luck)
        if luck >= threshold and rule(At(True, stamina, foe, luck)):
            won = q * value(stamina, foe - 4, less) + (1 - q) * value(stamina, foe - 1, less)
        if luck >= threshold and rule(At(False, stamina, foe, luck)):
            lost = q * value(stamina - 1, foe, less) + (1 - q) * value(stamina - 3, foe, less)
        return win * won + lose * lost

    return value
