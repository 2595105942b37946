"""Fights whose end is settled before they begin."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from gamebook.analysis.fights import last_foes
from gamebook.analysis.one_fight import OneFight
from gamebook.codes import balance, finding, rules
from gamebook.diagnostics import MOST_RELATED, Diagnostic, Related
from gamebook.lint.facts import Facts
from gamebook.lint.triggers import beyond_ranges
from gamebook.model.arithmetic import reads
from gamebook.model.blocks import steps_in
from gamebook.model.book import Book
from gamebook.model.in_words import Words
from gamebook.model.step import End, Scope, Trigger
from gamebook.program.code import Mark
from gamebook.solver.sample import Count
from gamebook.source import Span

HARDLY = 1e-3
"""A fight with a lower chance than this for every reader is hardly ever won."""

SURE = 10
"""So many wins in simulated plays show that a fight can well be won."""

Outcomes = dict[str, set[str]]
"""What came to pass, and for which fights."""


def never_won(facts: Facts) -> Iterator[Diagnostic]:
    """Which fights can be reached, but neither won nor left in another way?

    Fights that no number of the foe's could win have one cause, and are one finding: it is at the first of them.
    """
    never = "nobody who arrives here can win this fight"
    hopeless: dict[str, list[Span]] = defaultdict(list)
    for span, fights in _where_all(
        facts, lambda fight, seen: last_foes(fight) not in seen["won"] and fight.label not in seen["left"]
    ):
        known = [_beyond_ranges(facts.book, fight) for fight in fights]
        if all(known):
            hopeless["; ".join(dict.fromkeys(known))].append(span)
        else:
            hint = facts.options.advice("weaken the foe, or offer an escape")
            yield finding(balance.NEVER_WON, span, never, hint)
    for why, (first, *others) in hopeless.items():
        related = tuple(Related(span, "this one, too") for span in others[:MOST_RELATED])
        hint = "correct the line “won when” of the combat"
        yield finding(balance.NEVER_WON, first, f"{never}: {why}", hint, related, subject=never)


def _beyond_ranges(book: Book, fight: Scope) -> str:
    """`foe STAMINA is in 0..9, so “foe STAMINA < 0” never holds`, of what wins a fight; empty if it may hold."""
    last = fight.foes[-1] if fight.foes else fight
    return next((beyond_ranges(book, watch) for watch in last.watches if watch.row == "won"), "")


def never_lost(facts: Facts) -> Iterator[Diagnostic]:
    """Which fights can be reached, and have no end but the victory?

    A turn out of a fight is a way not to win it: what comes of it stands in another chapter, and may well be a defeat.
    """
    for span, _ in _where_all(facts, lambda fight, seen: fight.label not in seen["lost"] | seen["left"]):
        hint = facts.options.advice("strengthen the foe, or describe the fight in prose")
        yield finding(balance.NEVER_LOST, span, "nobody who arrives here can lose this fight", hint)


def hardly_won(facts: Facts) -> Iterator[Diagnostic]:
    """Which fights are hardly ever won, even with the best sheet and the best choices, and have no other way out?"""
    limits = replace(facts.solved.search.limits, seconds=facts.options.patience)
    alone = OneFight(facts.anyone.book, facts.anyone.space.program, facts.first_possible, limits)
    for span, fights in _where_all(facts, lambda fight, seen: last_foes(fight) in seen["won"]):
        if any(_is_won_in_plays(facts, fight) for fight in fights):
            continue
        chances = [alone.most_won(fight, HARDLY) for fight in fights]
        most = max((1.0 if each is None else each) for each in chances)
        if 0.0 < most < HARDLY:
            times = next(10**power for power in (6, 5, 4, 3) if most < 10.0**-power)
            message = (
                f"even with the best sheet that is possible here, this fight is won less than once in {times:,} times"
            )
            hint = facts.options.advice("weaken the foe, or offer an escape; if you mean it so, write // noqa: GB413")
            yield finding(balance.HARDLY_WON, span, message, hint)


def _is_won_in_plays(facts: Facts, fight: Scope) -> bool:
    """Whether so many simulated plays win a fight that it need not be solved; False where nothing was played."""
    won, fought = Mark("won", last_foes(fight)), Mark("fought", fight.label)
    none = Count(0, 0, None)
    times = ((each.marks.get(won, none).times, each.marks.get(fought, none).times) for each in facts.samples)
    return any(wins >= SURE and wins >= 2 * HARDLY * fights for wins, fights in times)


def row_forestalled(facts: Facts) -> Iterator[Diagnostic]:
    """Which `lost` rows are never played, since a trigger ends the story first, with a defeat that no row replaces?"""
    firsts = [each for each in facts.book.watches if _has_other_defeat(facts.book, each)]
    if not firsts:
        return
    for span, fights in _where_all(facts, lambda fight, seen: fight.label in seen["lost"] - seen["row"]):
        rows = [watch for fight in fights for watch in _lost_rows(fight)]
        asked = frozenset[str]().union(*(reads(row.condition) for row in rows))
        first = next((each for each in firsts if asked & reads(each.condition)), None)
        place = facts.span(getattr(first.body[0], "address", "")) if first is not None else None
        if first is None or place is None:
            continue
        when = f"when {Words(facts.book).value(first.condition)}"
        message = f"this row is never played: who loses meets the defeat in “{when}”, which no row replaces"
        hint = facts.options.advice(f"give that defeat a trigger of its own: {when} and … -> defeat")
        steps = (facts.span(getattr(step, "address", "")) for row in rows for step in steps_in(row.body))
        related = (Related(place, "this is carried out first"),)
        yield finding(rules.NOTHING_LOST, next(filter(None, steps), span), message, hint, related)


def _lost_rows(fight: Scope) -> list[Trigger]:
    """The triggers that stand for the `lost` rows of a fight."""
    scopes = [fight, *(each for each in steps_in(fight.body) if isinstance(each, Scope))]
    return [watch for scope in scopes for watch in scope.watches if watch.row == "lost"]


def _has_other_defeat(book: Book, watch: Trigger) -> bool:
    """Whether a defeat stands in a trigger, and is not its own last line."""
    own = watch.body[-1:]
    return any(
        isinstance(step, End) and book.ending_kinds[step.ending] == "defeat" and step not in own
        for step in steps_in(watch.body)
    ) and not any(isinstance(step, End) for step in own)


def _where_all(facts: Facts, settled: Callable[[Scope, Outcomes], bool]) -> Iterator[tuple[Span, list[Scope]]]:
    """The places of the page where all fights that can be reached are decided beforehand, with these fights."""
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
        (span, fights)
        for span, fights in groups.items()
        if any(fight.label in come_to for fight in fights) and all(settled(fight, seen) for fight in fights)
    )
