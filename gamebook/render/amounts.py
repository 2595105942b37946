"""How values are written: chances in percent, points as they are."""

from __future__ import annotations

from math import isfinite, isnan

from gamebook.analysis.difficulty import Bracket


class Amounts:
    """How values are written: chances in percent, points as they are."""

    def __init__(self, wins: bool) -> None:
        self.wins = wins

    def value(self, value: float) -> str:
        """`83.375%` or `12.25 points`"""
        return chance(value) if self.wins else f"{number(value, 6)} points"

    def short(self, value: float) -> str:
        """For tables."""
        return chance(value) if self.wins else number(value)

    def bracket(self, bracket: Bracket) -> str:
        """The value, and how surely it is known."""
        match isfinite(bracket.low), isfinite(bracket.high):
            case False, False if bracket.low == bracket.high:
                return f"{'more and more' if bracket.low > 0 else 'less and less'}, without end"
            case False, False:
                return "what cannot be told: see gamebook check"
            case True, False:
                return f"at least {self.value(bracket.low)}: see gamebook check"
            case False, True:
                return f"at most {self.value(bracket.high)}: see gamebook check"
        half = (bracket.high - bracket.low) / 2
        if half <= 1e-6 * max(1.0, abs(bracket.middle)):
            return f"{self.value(bracket.middle)} ({bracket.middle:.10f} ± {max(half, 0.0):.0e})"
        return f"between {self.value(bracket.low)} and {self.value(bracket.high)}"


def number(value: float, digits: int = 4) -> str:
    """`12.25`, `∞` without a bound, `?` where it is not known"""
    if isnan(value):
        return "?"
    return f"{value:.{digits}g}" if isfinite(value) else "∞" if value > 0 else "-∞"


def chance(value: float) -> str:
    """`83.375%`, `0.012%`, `<0.001%`, `0`"""
    if value <= 0:
        return "0"
    return "<0.001%" if value < 1e-5 else f"{100 * value:.3f}%"
