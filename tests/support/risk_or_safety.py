"""Risk or Safety in fractions, by its own equations: a program for this game and no other.

f(i, j) is the chance of the player who tosses, who needs i points while the other needs j. Who aims at k coins has
f(i, j) = 2^-k (1 - f(j, i - k)) + (1 - 2^-k) (1 - f(j, i)), and wins outright where k = i. Positions (i, j) and (j, i)
hang together; all else that they lead to needs fewer points.

Source: "Optimal strategy in the game Risk or Safety", section 4.
"""

from __future__ import annotations

from fractions import Fraction

Position = tuple[int, int]


def solve(points: int) -> tuple[dict[Position, Fraction], dict[Position, int]]:
    """The chance, and the least best number of coins, for each position up to so many points."""
    chance: dict[Position, Fraction] = {}
    coins: dict[Position, int] = {}

    def once(i: int, j: int, k: int, lost: Fraction) -> Fraction:
        """Aim at k coins; `lost` is what the other's turn is worth to him at (j, i)."""
        banked = Fraction(1) if k == i else 1 - chance[j, i - k]
        return banked / 2**k + (1 - Fraction(1, 2**k)) * (1 - lost)

    for total in range(2, 2 * points + 1):
        for i in range(max(1, total - points), total // 2 + 1):
            j = total - i
            k, m = 1, 1
            while True:
                # x = a + b (1 - y), y = c + d (1 - x)
                b, d = 1 - Fraction(1, 2**k), 1 - Fraction(1, 2**m)
                a, c = once(i, j, k, Fraction(1)), once(j, i, m, Fraction(1))
                x = (a + b * (1 - c - d)) / (1 - b * d)
                y = c + d * (1 - x)
                best_k = max(range(1, i + 1), key=lambda n: (once(i, j, n, y), -n))
                best_m = max(range(1, j + 1), key=lambda n: (once(j, i, n, x), -n))
                if once(i, j, best_k, y) > x:
                    k = best_k
                elif once(j, i, best_m, x) > y:
                    m = best_m
                else:
                    break
            chance[i, j], chance[j, i] = x, y
            coins[i, j], coins[j, i] = best_k, best_m
    return chance, coins
