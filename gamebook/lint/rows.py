"""Dice whose rows all lead to one place: nothing depends on them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from gamebook.codes import finding, rules
from gamebook.diagnostics import Diagnostic
from gamebook.lint.facts import Facts
from gamebook.model.step import End, Random, Roll, Step, Turn
from gamebook.source import Span


def one_way(facts: Facts) -> Iterator[Diagnostic]:
    """Which dice have rows that do nothing but turn to one and the same chapter, or ending?"""
    ways: dict[Span, set[str]] = defaultdict(set)
    for each in facts.steps:
        span = facts.span(each.step.address) if isinstance(each.step, Roll | Random) else None
        if span is not None and isinstance(each.step, Roll | Random) and each.step.rows:
            ways[span] |= {_way(row.body) for row in each.step.rows} if len(each.step.rows) > 1 else {""}
    for span, targets in ways.items():
        (target, *others) = targets
        if target and not others:
            message = f"all rows turn to the same place, -> {target}, so nothing depends on them"
            hint = f"let one of them turn elsewhere; or write -> {target} without rows"
            yield finding(rules.IDLE_TEST, span, message, hint)


def _way(body: tuple[Step, ...]) -> str:
    """Where a row leads that does nothing else; empty for any other."""
    match body:
        case (Turn(chapter=chapter),):
            return chapter
        case (End(ending=ending, words=()),):
            return ending
    return ""
