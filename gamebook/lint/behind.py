"""Conditions about things that a reader could only get behind a closed choice or `if`: they follow from that one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec import Struct

from gamebook.codes import chapter_map
from gamebook.diagnostics import Diagnostic
from gamebook.lint.facts import Facts
from gamebook.lint.ranges import direction
from gamebook.lint.written import Around, Written
from gamebook.model.arithmetic import FALSE, reads
from gamebook.model.step import Assign, If
from gamebook.source import Span

CLOSED = frozenset({chapter_map.ALWAYS_CLOSED, chapter_map.SETTLED_IF})
"""Findings about a closed gate."""
_SETTLED = CLOSED | {chapter_map.ALWAYS_OPEN}
"""Findings that a condition is the same for everyone."""
_THINGS = frozenset({"item", "codeword"})
"""What a reader has or has not. Of a number, another amount could be asked for than is found behind the choice."""


class Follower(Struct, frozen=True):
    """A finding that follows from another one."""

    cause: int
    """The number of the finding from which it follows."""
    things: tuple[str, ...]
    """What nobody has only because of it, in the order of the sheet."""


def followers(
    facts: Facts, told: Sequence[Diagnostic], causes: Callable[[Around], frozenset[int]]
) -> dict[int, Follower]:
    """The findings that would be gone if another one were mended, by their numbers.

    Args:
        facts: the book.
        told: the findings.
        causes: the numbers of the findings each of which alone keeps play away from a place.
    """
    settled = {each.span: number for number, each in enumerate(told) if each.code in _SETTLED}
    if len(settled) < 2:  # the cause, and what follows from it
        return {}
    asked = asked_things(facts, settled)
    gains = gained_things(facts, frozenset().union(*asked.values()))
    found = {}
    for span, names in asked.items():
        number = settled[span]
        common = frozenset.intersection(*(_kept_from(gains[name], number, causes) for name in names))
        if common:
            things = tuple(each.name for each in facts.book.variables if each.name in names)
            found[number] = Follower(min(common), things)
    return {number: each for number, each in found.items() if not _in_a_circle(number, found)}


def asked_things(facts: Facts, places: Collection[Span]) -> dict[Span, frozenset[str]]:
    """What the conditions at some places ask for, where that is only about things of which nobody has one at first."""
    conditions = {span: [copy.option.condition for copy in copies] for span, copies in facts.offered.items()}
    for each in facts.steps:
        span = facts.span(each.step.address) if isinstance(each.step, If) else None
        if isinstance(each.step, If) and span is not None and span not in conditions:
            conditions[span] = [each.step.condition]
    things = {each.name for each in facts.book.variables if each.kind in _THINGS and each.start == 0}
    things -= set(facts.book.carried)
    asked = {span: frozenset[str]().union(*map(reads, conditions.get(span, ()))) for span in places}
    return {span: names for span, names in asked.items() if names and names <= things}


def gained_things(facts: Facts, names: Collection[str]) -> Mapping[str, list[Written]]:
    """Where readers get some things."""
    found: dict[str, list[Written]] = defaultdict(list)
    for each in facts.steps:
        step = each.step
        if not isinstance(step, Assign):
            continue
        for change in step.changes:
            if change.variable in names and change.value != FALSE and direction(step, change.variable) != "-":
                found[change.variable].append(each)
    return found


def _kept_from(gains: Sequence[Written], number: int, causes: Callable[[Around], frozenset[int]]) -> frozenset[int]:
    """The findings each of which alone keeps every reader from a thing, as far as it does not lie behind `number`."""
    each_before = [before for before in (causes(each.around) for each in gains) if number not in before]
    return frozenset.intersection(*each_before) if each_before else frozenset()


def _in_a_circle(number: int, found: dict[int, Follower]) -> bool:
    """Whether findings follow from each other: then none of them is the cause."""
    seen = {number}
    while number in found:
        number = found[number].cause
        if number in seen:
            return True
        seen.add(number)
    return False
