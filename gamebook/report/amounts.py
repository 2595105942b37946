"""How values are written: chances in percent, points as numbers."""

from __future__ import annotations

from math import isfinite, nan
from typing import TYPE_CHECKING

from gamebook.analysis.alike import NARROW, alike
from gamebook.dice.percent import Rounded, percent
from gamebook.model.points import in_points
from gamebook.report.cells import Chance, Points, Worded, between, number, signed

if TYPE_CHECKING:  # values are written without the solver, too
    from gamebook.analysis.difficulty import Bracket

NOT_YET = "not known yet"
"""The words for a value of which nothing is known, because a limit came first."""
UNSEEN = 5e-6
"""What has a smaller chance, or costs less, is left out: it would be shown as 0.000%."""


class Amounts:
    """How the values of one book are written."""

    def __init__(self, wins: bool) -> None:
        """For chances to win if `wins`, else for points."""
        self.wins = wins

    def play(self, bracket: Bracket, wins: str = "wins", *, complete: bool = True) -> str:
        """The value of a policy as the end of a sentence: `wins with chance 83.375%`, `earns 12.25 points`

        Args:
            bracket: the value.
            wins: what counts as a victory: `comes to chapter 5`.
            complete: as for `bracket`.
        """
        if self.unknown(bracket):
            return f"{wins} with a chance that is not known yet"
        value = self.bracket(bracket, complete=complete)
        if value == NOT_YET:
            return "earns points that are not known yet"
        return f"{f'{wins} with chance' if self.wins else 'earns'} {value}"

    def unknown(self, bracket: Bracket) -> bool:
        """True if the bounds of a chance are 0 and 1."""
        return self.wins and bracket.low <= 0.0 and bracket.high >= 1.0

    def bounds(self, bracket: Bracket) -> bool:
        """True if the value is written as bounds of what is not known."""
        if self.unknown(bracket):
            return False
        if not (isfinite(bracket.low) and isfinite(bracket.high)):
            return isfinite(bracket.low) or isfinite(bracket.high)
        return self._half(bracket) > NARROW * max(1.0, abs(bracket.middle))

    def _half(self, bracket: Bracket) -> float:
        return max((bracket.high - bracket.low) / 2, 0.0)

    def value(self, value: float, rounded: Rounded = "near") -> str:
        """`83.375%` or `12.25 points`; `rounded` is for chances."""
        return percent(value, rounded=rounded) if self.wins else in_points(number(value, 6))

    def at_most(self, value: float, rounded: Rounded = "up") -> str:
        """What is known from above only, rounded up: `at most 83.375%`, and `at most 100%` just below 1."""
        return f"at most {self.value(value, rounded)}"

    def cell(self, value: float, digits: int = 3, rounded: Rounded = "near") -> Chance | Points:
        """For tables; `digits`: decimal places of a percentage; `rounded`: how they are left out."""
        return Chance(value, digits, rounded=rounded) if self.wins else Points(value)

    def bracket(self, bracket: Bracket, *, complete: bool = True) -> str:
        """The value, and how surely it is known.

        Args:
            bracket: the value.
            complete: all states were looked at. A total that has no bound even so has a reason, which `check` names.
        """
        if self.unknown(bracket):
            return NOT_YET
        why = ": see gamebook check" if complete else ""
        match isfinite(bracket.low), isfinite(bracket.high):
            case False, False if bracket.low == bracket.high:
                return f"{'+∞' if bracket.low > 0 else '-∞'} points: the total has no bound"
            case False, False:
                return "an unknown total: see gamebook check" if complete else NOT_YET
            case True, False:
                return f"at least {self.value(bracket.low)}{why}"
            case False, True:
                return f"at most {self.value(bracket.high)}{why}"
        half = self._half(bracket)
        if self.bounds(bracket):
            return f"between {self.value(bracket.low, 'down')} and {self.value(bracket.high, 'up')}"
        if not self.wins:
            return f"{self.value(_points(bracket))} ({_points(bracket):.10f} ± {half:.0e})"
        if bracket.low >= 1.0 or bracket.high <= 0.0:
            return f"{self.within(bracket)} ({'always' if bracket.low >= 1.0 else 'never'})"
        if f"{bracket.middle:.10f}" in ("0.0000000000", "1.0000000000"):  # the digits would say what is not proven
            return f"{self.within(bracket)} ({self._nearly(bracket)})"
        return f"{self.within(bracket)} ({bracket.middle:.10f} ± {half:.0e})"

    def known(self, bracket: Bracket, *, complete: bool = True) -> Worded:
        """For tables, the value in words, and how surely it is known: as `bracket`."""
        return worded(self.bracket(bracket, complete=complete), bracket)

    def within(self, bracket: Bracket) -> Chance | Points:
        """For tables, a value that is known within narrow bounds."""
        if not self.wins:
            return Points(_points(bracket))
        return Chance(bracket.middle, low=bracket.low, high=bracket.high)

    def change(self, before: float, after: float, rounding: float | None = None) -> Worded:
        """For tables, how a value changed: `+1.250%` (of all plays), `down <0.001%`, `-3.5`; 0 for rounding.

        Args:
            before: the value.
            after: the other value.
            rounding: how far a chance that has not changed may be off at most, where that is known.
        """
        known = self.wins and rounding is not None and abs(after - before) > rounding
        if not known and alike(before, after, wins=self.wins):
            return Worded("0%" if self.wins else "0", 0.0)
        rise = after - before
        steep = self.wins and abs(rise) > 1.0  # a slope
        return Worded(signed(f"{abs(rise):.3%}" if steep else self.cell(abs(rise)), up=rise > 0), rise)

    def between(self, bracket: Bracket) -> Chance | Points | Worded:
        """For tables, a value, or its bounds if they are wide."""
        if bracket.low == bracket.high or bracket.high - bracket.low < NARROW:
            return self.within(bracket)
        if not isfinite(bracket.low) and not isfinite(bracket.high):
            return self.cell(nan)
        return between(self.cell(bracket.low, rounded="down"), self.cell(bracket.high, rounded="up"))

    def _nearly(self, bracket: Bracket) -> str:
        """How near to 0 or 1 a chance is."""
        if bracket.middle < 0.5:
            return f"at most {bracket.high:.0e}"
        return f"at least 1 - {1.0 - bracket.low:.0e}"


def _points(bracket: Bracket) -> float:
    """The middle, or 0 where that is between the bounds: rounding is not shown as points."""
    return 0.0 if bracket.low <= 0.0 <= bracket.high else bracket.middle


def worded(words: str, bracket: Bracket) -> Worded:
    """Words about a value with these bounds."""
    return Worded(words, (bracket.low, bracket.high))
