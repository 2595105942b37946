"""Triggers of the book that no play ever carries out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gamebook.analysis.reach import Reach
from gamebook.codes import balance, finding
from gamebook.diagnostics import Diagnostic
from gamebook.lint.facts import Facts
from gamebook.lint.gates import what_keeps_away
from gamebook.lint.triggers import kept_back
from gamebook.lint.written import Around
from gamebook.model.arithmetic import reads
from gamebook.model.blocks import steps_in, written_in
from gamebook.model.expression import Const
from gamebook.model.step import End, Trigger, Turn
from gamebook.program.code import Mark


def never_run(facts: Facts) -> Iterator[Diagnostic]:
    """Which triggers of the book, other than deaths, are never carried out?

    Chapters and endings that no play reaches have findings of their own, and these name the trigger that leads there.
    """
    if not facts.whole:
        return
    for number, watch in enumerate(facts.book.watches):
        mark, span = Mark("when", watch.id), facts.span(watch.id)
        if span is None or mark in facts.passed or not _is_judged(facts, watch):
            continue
        first = kept_back(facts, number, partial(_runs, mark)) if number else None
        why, hint = what_keeps_away(facts, [Around(watch.id)], "it")
        if first is not None:
            why, hint = first.why, first.hint
        elif not why:
            hint = facts.options.advice("correct the condition, or remove the trigger")
        never = "this trigger is never carried out"
        related = first.related if first is not None else ()
        yield finding(balance.IDLE_TRIGGER, span, f"{never}{why and f': {why}'}", hint, related, subject=never)


def _runs(mark: Mark, reach: Reach) -> bool:
    """Whether play passes a mark."""
    return any(each == mark and state >= 0 for each, state in reach.marks)


def _is_judged(facts: Facts, watch: Trigger) -> bool:
    """Whether it is a mistake of the trigger's own if it is never carried out.

    Not of one that ends in a defeat, which is there in case; of one that parameters, or the book before, may settle;
    and where what it waits for, or what it leads to, is out of reach.
    """
    last, asked = watch.body[-1:], reads(watch.condition)
    dies = any(isinstance(step, End) and facts.book.ending_kinds[step.ending] == "defeat" for step in last)
    if dies or isinstance(watch.condition, Const) or asked & facts.from_before:
        return False
    lost = [
        step
        for step in steps_in(watch.body)
        if (isinstance(step, Turn) and step.chapter not in facts.played)
        or (isinstance(step, End) and not facts.is_ended(facts.reach.endings.index(step.ending)))
    ]
    changes = (each for each in facts.steps if written_in((each.step,)) & asked)
    return not lost and all(_is_played(facts, each.around) for each in changes)


def _is_played(facts: Facts, around: Around) -> bool:
    """Whether play comes to a place, as far as its ifs tell."""
    gates = (Mark(side, address) for address, side in around.gates if side != "option")
    return around.place in facts.played and all(mark in facts.passed for mark in gates)
