"""Amounts that come to less than 0 for some readers: `~ pay 5 - rebate gold` then gives gold."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from gamebook.codes import finding, rules
from gamebook.diagnostics import Diagnostic
from gamebook.lint.facts import Facts
from gamebook.model.arithmetic import bounds, ends
from gamebook.model.prices import amount_of
from gamebook.program.code import Mark
from gamebook.source import Span

_DONE = {"gain": ("gained", "takes"), "lose": ("lost", "gives"), "pay": ("paid", "gives")}


def below_zero(facts: Facts) -> Iterator[Diagnostic]:
    """Which gains, losses and prices can be less than nothing? Of one that always is, its line tells already."""
    groups: dict[tuple[Span, str], list[Mark]] = defaultdict(list)
    for mark in facts.passed:
        span = facts.span(mark.address) if mark.what == "below" else None
        if span is not None and not _always(facts, mark):
            groups[span, mark.variable].append(mark)
    for (span, name), marks in groups.items():
        effect = facts.effects[facts.nearest(marks).address]
        done, so = _DONE[effect.why]
        message = f"for some readers less than 0 {name} is {done} here, so this {so} {name}"
        yield finding(
            rules.MAY_BE_BELOW_ZERO, span, message, "write max(0, …), or ask before it", route=facts.lines_to(marks)
        )


def _always(facts: Facts, mark: Mark) -> bool:
    """Whether an amount is below 0 whatever the sheet says."""
    ranges = {each.name: (each.low, each.high) for each in facts.book.variables}
    cells = {table.name: ends(table.cells) for table in facts.book.tables}
    effect = facts.effects[mark.address]
    amounts = (amount_of(effect, each) for each in effect.changes if each.variable == mark.variable)
    return any(each is not None and bounds(each, ranges, cells)[1] < 0 for each in amounts)
