"""Fights whose end is settled before they begin."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from gamebook.analysis.fights import last_foes
from gamebook.codes import balance, finding
from gamebook.diagnostics import Diagnostic
from gamebook.lint.facts import Facts
from gamebook.model.step import Scope
from gamebook.source import Span

Outcomes = dict[str, set[str]]
"""What came to pass, and for which fights."""


def never_won(facts: Facts) -> Iterator[Diagnostic]:
    """Which fights can be reached, but neither won nor left in another way?"""
    for span in _where_all(
        facts, lambda fight, seen: last_foes(fight) not in seen["won"] and fight.label not in seen["left"]
    ):
        hint = facts.options.advice("weaken the foe, or offer an escape")
        yield finding(balance.NEVER_WON, span, "nobody who arrives here can win this fight", hint)


def never_lost(facts: Facts) -> Iterator[Diagnostic]:
    """Which fights can be reached, and have no end but the victory?

    A turn out of a fight is a way not to win it: what comes of it stands in another chapter, and may well be a defeat.
    """
    for span in _where_all(facts, lambda fight, seen: fight.label not in seen["lost"] | seen["left"]):
        hint = facts.options.advice("strengthen the foe, or describe the fight in prose")
        yield finding(balance.NEVER_LOST, span, "nobody who arrives here can lose this fight", hint)


def _where_all(facts: Facts, settled: Callable[[Scope, Outcomes], bool]) -> Iterator[Span]:
    """The places of the page where all fights that can be reached are decided beforehand."""
    seen: Outcomes = defaultdict(set)
    for mark in facts.passed.keys() | facts.may_pass:
        seen[mark.what].add(mark.address)
    come_to = {mark.address for mark in facts.passed if mark.what == "fought"}
    groups: dict[Span, list[Scope]] = defaultdict(list)
    for step in (each.step for each in facts.steps):
        span = facts.span(step.address) if isinstance(step, Scope) and step.label in seen["fought"] else None
        if span is not None and isinstance(step, Scope):
            groups[span].append(step)
    return (
        span
        for span, fights in groups.items()
        if any(fight.label in come_to for fight in fights) and all(settled(fight, seen) for fight in fights)
    )
