"""Closed forms for one fight of Fighting Fantasy: chances to win it without luck, and with luck that never runs down.

Arithmetic is that of its arguments: `Fraction`s give exact chances, floats fast ones. Each function is derived in
`docs/fighting-fantasy.md`; Johnston numbers two of them 8 and 15. Here they are measured against the solver, which
knows none of them.

Source: I. G. Johnston, "Optimal strategies in the Fighting Fantasy gaming system" (arXiv:2002.10172).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Generic, TypeVar

from gamebook.dice.pmf import dice

Number = TypeVar("Number", Fraction, float)


@dataclass(frozen=True, slots=True)
class Round(Generic[Number]):
    """The chances of one round, which sum to 1."""

    win: Number
    lose: Number
    draw: Number


def round_chances(edge: int) -> Round[Fraction]:
    """Two dice a side; `edge` is the reader's SKILL less the foe's."""
    side = dice(2, 6)
    difference = side.combine(side, lambda x, y: x - y)
    total = difference.total
    win = sum(weight for gap, weight in difference.items() if gap + edge > 0)
    lose = sum(weight for gap, weight in difference.items() if gap + edge < 0)
    return Round(Fraction(win, total), Fraction(lose, total), Fraction(total - win - lose, total))


def lucky(luck: int) -> Fraction:
    """The chance that two dice show no more than `luck`."""
    roll = dice(2, 6)
    return Fraction(sum(weight for total, weight in roll.items() if total <= luck), roll.total)


def without_luck(chances: Round[Number], stamina: int, foe_stamina: int) -> Number:
    """Equation 8: the chance to win when luck is never tested and every wound takes 2.

    H = ceil(stamina / 2) lost rounds kill the reader, O = ceil(foe_stamina / 2) won ones the foe. The last round is
    won; before it come O - 1 wins and n < H losses in any order, with drawn rounds anywhere:
    V = sum over n < H of C(O - 1 + n, n) w^O l^n (1 - d)^-(O + n).
    """
    losses, wins = -(-stamina // 2), -(-foe_stamina // 2)
    hit, hurt = _undrawn(chances)
    return sum((comb(wins - 1 + n, n) * hit**wins * hurt**n for n in range(losses)), 0 * hit)


def luck_after_wins(chances: Round[Number], luck: Number, stamina: int, foe_stamina: int) -> Number:
    """Equation 15: luck is tested after every won round, and after no lost one, with the same chance each time.

    A won round takes 4 with chance `luck`, else 1. A(m) is the expected number of rounds won, before the last one, at
    which the foe has lost m points in all, weighed by the chance that the reader still stands: with i lucky hits among
    m - 3i. The last hit is lucky from any of the four points before the end, unlucky from the last one only.
    """
    hit, hurt = _undrawn(chances)
    losses = -(-stamina // 2)

    def lost(m: int) -> Number:
        return sum(
            (
                comb(m - 3 * i, i)
                * luck**i
                * (1 - luck) ** (m - 4 * i)
                * hit ** (m - 3 * i)
                * _survived(m - 3 * i, losses, hurt)
                for i in range(m // 4 + 1)
            ),
            0 * hit,
        )

    before = [lost(foe_stamina - left) if foe_stamina >= left else 0 * hit for left in (1, 2, 3, 4)]
    return hit * (luck * sum(before, 0 * hit) + (1 - luck) * before[0])


def _survived(wins: int, losses: int, hurt: Number) -> Number:
    """Fewer than `losses` lost rounds before and among `wins` won ones, the next round being won too."""
    return sum((comb(wins + n, n) * hurt**n for n in range(losses)), 0 * hurt)


def luck_after_losses(chances: Round[Number], luck: Number, stamina: int, foe_stamina: int) -> Number:
    """The twin of equation 15: luck is tested after every lost round, and after no won one, always with one chance.

    O = ceil(foe_stamina / 2) won rounds end the fight. A lost round takes 1 with chance `luck`, else 3: n of them,
    i unlucky, take n + 2i, and the reader stands as long as that is less than his stamina. Wounds only add up, so it is
    enough to look at the end:
    V = sum over n < stamina of C(O - 1 + n, n) W^O L^n S(n), with W = w / (1 - d), L = l / (1 - d) and
    S(n) = sum over i <= min(n, (stamina - 1 - n) / 2) of C(n, i) (1 - q)^i q^(n - i).
    """
    wins = -(-foe_stamina // 2)
    hit, hurt = _undrawn(chances)
    total = 0 * hit
    for n in range(stamina):
        stands = sum(
            (comb(n, i) * (1 - luck) ** i * luck ** (n - i) for i in range(min(n, (stamina - 1 - n) // 2) + 1)),
            0 * luck,
        )
        total += comb(wins - 1 + n, n) * hit**wins * hurt**n * stands
    return total


def _undrawn(chances: Round[Number]) -> tuple[Number, Number]:
    """The chances of winning and losing a round that is not drawn; a drawn one is fought again."""
    return chances.win / (1 - chances.draw), chances.lose / (1 - chances.draw)
