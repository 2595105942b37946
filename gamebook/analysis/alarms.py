"""Conditions under which `gamebook diff` fails: `win drops 5%`, `win of random below 1%`, `new errors`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from gamebook.errors import UsageError

FORMS = (
    "win drops 5%",
    "win rises 5%",
    "win changes 1%",
    "win below 20%",
    "win above 60%",
    "win of random drops 2%",
    "win of hero weak below 5%",
    "score drops 3",
    "new errors",
    "new warnings",
    "new findings",
)
"""An example of each."""
SLACK = 1e-9
"""How much a value may miss a bound by rounding."""

Verb = Literal["drops", "rises", "changes", "below", "above"]
SEVERITIES = {"error": ("error",), "warning": ("error", "warning"), "finding": ("error", "warning", "info")}
"""The severities that each word counts: a new error is graver than a warning, so `new warnings` counts it, too."""

_VALUE = re.compile(
    r"(?P<what>win|score)(?: of (?:hero (?P<hero>\S.*?)|(?P<reader>\S.*?)))?"
    r" (?P<verb>drops|rises|changes|below|above) (?P<amount>\d+(?:\.\d+)?)(?P<percent>%?)"
)
_FINDINGS = re.compile(r"new (error|warning|finding)s?")


class ValueAlarm(Struct, frozen=True):
    """`win of random drops 5%`: about a chance to win, or points."""

    text: str
    wins: bool
    verb: Verb
    amount: float
    """A chance in 0..1, or points."""
    reader: str | None = None
    """None: best play."""
    hero: str | None = None

    def rings(self, before: tuple[float, float], after: tuple[float, float]) -> bool | None:
        """Whether it holds; None where the bounds of the values leave that open.

        Args:
            before, after: (low, high).
        """
        match self.verb:
            case "drops":
                least, most = before[0] - after[1], before[1] - after[0]
            case "rises":
                least, most = after[0] - before[1], after[1] - before[0]
            case "changes":
                least = max(0.0, before[0] - after[1], after[0] - before[1])
                most = max(before[1] - after[0], after[1] - before[0])
            case "below":
                return _decided(-after[1], -after[0], -self.amount, strict=True)
            case "above":
                return _decided(*after, self.amount, strict=True)
        return _decided(least, most, self.amount, strict=False)


class FindingsAlarm(Struct, frozen=True):
    """`new errors`"""

    text: str
    severities: tuple[str, ...]

    def rings(self, new: Mapping[str, int]) -> bool:
        """Whether it holds, for the number of new findings by severity."""
        return any(new.get(severity, 0) for severity in self.severities)


Alarm = ValueAlarm | FindingsAlarm


def alarm(text: str) -> Alarm:
    """Read a condition.

    Raises:
        UsageError: it is none.
    """
    words = " ".join(text.split())
    found = _FINDINGS.fullmatch(words)
    if found is not None:
        return FindingsAlarm(words, SEVERITIES[found[1]])
    told = _VALUE.fullmatch(words)
    if told is None:
        raise UsageError(f"--fail-if does not understand {words or 'nothing'}; it takes {', '.join(FORMS)}")
    wins, percent = told["what"] == "win", bool(told["percent"])
    if wins and not percent:
        raise UsageError(f"--fail-if {words}: a chance to win is a percentage, such as {told['amount']}%")
    if percent and not wins:
        raise UsageError(f"--fail-if {words}: points are no percentage; leave out the %")
    amount = float(told["amount"])
    if wins and amount > 100:
        raise UsageError(f"--fail-if {words}: a chance is at most 100%")
    verb: Verb = told["verb"]  # type: ignore[assignment]  # the pattern has no other words
    return ValueAlarm(words, wins, verb, amount / 100 if wins else amount, told["reader"], told["hero"])


def _decided(least: float, most: float, bar: float, *, strict: bool) -> bool | None:
    """Whether a number in least..most reaches the bar; `strict`: is above it."""
    if strict:
        return True if least > bar + SLACK else False if most <= bar + SLACK else None
    return True if least >= bar - SLACK else False if most < bar - SLACK else None
