"""What the book promises: that it can be won, and how often readers win."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress

from msgspec.structs import replace

from gamebook.analysis.by_chance import has_shares
from gamebook.analysis.readers import outcome, with_shares
from gamebook.codes import balance, finding
from gamebook.codes.hints import WRITE_VICTORY
from gamebook.diagnostics import Diagnostic, Severity
from gamebook.dice.percent import HUNDRED_PERCENT, percent
from gamebook.errors import LimitReached, OutOfTime
from gamebook.limits import Limits, within
from gamebook.lint.facts import Facts
from gamebook.lint.options import OTHERS, WHY_LARGE
from gamebook.model.book import Book, Expectation
from gamebook.model.reader import reader
from gamebook.resolve.sourcemap import SourceMap
from gamebook.source import Span

DIGITS = 2
"""Digits after the point of the chances in a finding about a promise."""
MOST_DIGITS = 12
"""Where so few do not show that the promise is broken; more would be errors of rounding."""


def victory(facts: Facts) -> Iterator[Diagnostic]:
    """Can the book be won at all?"""
    span = facts.span("book") or facts.span(f"chapter {facts.book.start}")
    victories = facts.reach.of_kind("victory").tolist()
    hope = facts.reach.hopeful[facts.reach.root] and (facts.whole or any(map(facts.may_end, victories)))
    won = (around for each in facts.book.endings if each.kind == "victory" for around in facts.ends.get(each.name, ()))
    hope = hope or (bool(facts.book.carried) and any(facts.is_optional(around, facts.optional) for around in won))
    if facts.book.aim == "win" and not hope and span is not None:
        has_one = any(ending.kind == "victory" for ending in facts.book.endings)
        if not has_one:
            yield finding(balance.NO_VICTORY, span, "the book has no victory", WRITE_VICTORY)
        elif facts.options.who:  # a book that one hero cannot win is not broken
            message, hint = f"{facts.options.who}no victory can be reached", OTHERS
            yield replace(finding(balance.NO_VICTORY, span, message, hint), severity=Severity.WARNING)
        else:
            yield finding(balance.NO_VICTORY, span, "no reader can reach a victory", "open a way to one")


def expectations(facts: Facts) -> Iterator[Diagnostic]:
    """Do best play, and other readers, win as often as the book promises?"""
    solved = facts.solved
    if not solved.wins or not facts.book.expectations:
        return
    for number, expected in enumerate(facts.book.expectations, start=1):
        span = facts.span(f"expect {number}")
        low, high = expected.low / HUNDRED_PERCENT, expected.high / HUNDRED_PERCENT
        if span is None:
            continue
        deadline = time.monotonic() + facts.options.promised
        name = expected.reader
        # Where readers do not know every option, the best of them wins less often than best play.
        as_best = not name or (name == "best" and not has_shares(facts.book))
        known_of: tuple[tuple[float, float], bool] = (0.0, 1.0), False
        with suppress(OutOfTime):  # the promise has not been checked then, and that is said
            known_of = (facts.chance, facts.is_settled) if as_best else _chance_of(name, facts, deadline)
            if facts.book.unfinished:
                known_of = _chance_in_draft("" if as_best else name, facts, deadline, known_of[0]), False
        (least, most), settled = known_of
        if most < low or least > high:
            digits = _digits((most, low) if most < low else (least, high))
            chance = percent((least + most) / 2, digits, low=least, high=most)
            worth = chance if settled else _known(least, most, digits)
            who = f"{facts.options.who}{f'the reader {name}' if name else 'best play'}"
            message = f"{who} wins with a chance of {worth}, but `expect` says {_promise(expected)}"
            hint = "change the book, or the `expect` line"
            yield finding(balance.PROMISE, span, message, hint, subject=_subject(expected))
        elif not (settled or low <= least <= most <= high):
            other = f", or {facts.one_reader}" if facts.one_reader else f"; {WHY_LARGE}"
            yield _open(facts.book, expected, span, (least, most), facts.options.who, f"raise {facts.option}{other}")


def unchecked(book: Book, sourcemap: SourceMap, who: str) -> Iterator[Diagnostic]:
    """The promises of a book for which there was no time to look at any state.

    Args:
        book: the book.
        sourcemap: where its promises are written.
        who: for whom it is checked, in words.
    """
    for number, expected in enumerate(book.expectations if book.aim == "win" else (), start=1):
        span = sourcemap.span(f"expect {number}")
        if span is not None and (expected.low, expected.high) != (0, HUNDRED_PERCENT):
            yield _open(book, expected, span, (0.0, 1.0), who, "raise --timeout")


def _open(
    book: Book, expected: Expectation, span: Span, bounds_: tuple[float, float], who: str, hint: str
) -> Diagnostic:
    """The finding for a promise of which nobody knows yet if it is kept."""
    line = f"expect reader {expected.reader}" if expected.reader else "expect"
    known, subject = _known(*bounds_), _subject(expected)
    if book.unfinished:
        message = f"{who}`{line}` {_promise(expected)} cannot be judged yet: the chance to win will be {known}"
        return finding(balance.NOT_YET, span, message, "this depends on what is not written yet", subject=subject)
    message = f"{who}`{line}` {_promise(expected)} could not be checked: the chance to win is {known}"
    return finding(balance.UNCHECKED, span, message, hint, subject=subject)


def _known(least: float, most: float, digits: int = DIGITS) -> str:
    """What is known of a chance, from its bounds."""
    low, high = percent(least, digits), percent(most, digits)
    return f"between {low} and {high}" if low != high else percent((least + most) / 2, digits, low=least, high=most)


def _digits(different: tuple[float, float]) -> int:
    """How many digits after the point show that two chances are different."""
    few = range(DIGITS, MOST_DIGITS)
    return next((n for n in few if len({percent(each, n) for each in different}) > 1), MOST_DIGITS)


def _promise(expected: Expectation) -> str:
    """The range that a book promises."""
    return " to ".join(percent(each / HUNDRED_PERCENT, DIGITS) for each in (expected.low, expected.high))


def _subject(expected: Expectation) -> str:
    """Which promise it is, however much the chance changes."""
    return f"expect {expected.reader or 'best play'} {_promise(expected)}"


def _chance_of(reader_: str, facts: Facts, deadline: float) -> tuple[tuple[float, float], bool]:
    """Bounds of a reader's chance to win, and whether it is known as well as it can be.

    Where plays must be simulated, these are the bounds of an interval: a promise is broken only outside of it.
    """
    if not facts.whole and reader_ == "random" and facts.options.at_random is not None:
        return facts.options.at_random, True
    if not facts.whole:
        return (0.0, facts.at_most(facts.chance[1])), False
    solved = facts.shared
    if not solved.space.complete:
        return (0.0, facts.at_most(facts.chance[1])), False
    try:
        with within(deadline):
            value = outcome(solved, reader(reader_), deadline=deadline).value
    except LimitReached:
        return (0.0, facts.at_most(facts.chance[1])), False
    return (value.low, value.high), True


def _chance_in_draft(reader_: str, facts: Facts, deadline: float, now: tuple[float, float]) -> tuple[float, float]:
    """Bounds of a reader's chance to win, whatever is written where the draft ends.

    Best play, the reader `best` and the random reader win the more often, the more ways there are to win. What other
    readers choose may change with what is written, so of them only the bound by best play is known.

    Args:
        reader_: the reader; empty: best play.
        facts: the book.
        deadline: when to stop, by the clock `time.monotonic`.
        now: bounds as long as what is not written yet is no victory.
    """
    if not reader_:
        return now[0], facts.hope
    if reader_ not in ("best", "random"):
        return 0.0, facts.at_most(facts.hope)
    solved = (
        with_shares(facts.hopeful, Limits(seconds=facts.options.promised)) if facts.hopeful.space.complete else None
    )
    if solved is None or not solved.space.complete:
        return now[0], facts.at_most(facts.hope)
    try:
        with within(deadline):
            return now[0], outcome(solved, reader(reader_), deadline=deadline).value.high
    except LimitReached:
        return now[0], facts.at_most(facts.hope)
