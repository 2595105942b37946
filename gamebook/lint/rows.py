"""Dice whose rows, and conditions whose blocks, all lead to one place: nothing depends on them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from gamebook.codes import finding, rules
from gamebook.diagnostics import Diagnostic
from gamebook.lint.facts import Facts
from gamebook.model.blocks import blocks_in, bodies_of, steps_in
from gamebook.model.step import Block, End, If, Random, Roll, Step, Turn
from gamebook.program.code import Mark
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


def same_blocks(facts: Facts) -> Iterator[Diagnostic]:
    """Which ifs do nothing but turn to one and the same chapter, or ending, whether they hold or not?"""
    ways: dict[Span, set[str]] = defaultdict(set)
    sides: dict[Span, set[str]] = defaultdict(set)
    told: set[str] = set()
    for block in (each for body in bodies_of(facts.book) for each in _blocks(body)):
        for number, step in enumerate(block):
            if not isinstance(step, If) or step.own or step.address in told:
                continue
            span = facts.span(step.address)
            if span is not None:
                sides[span] |= {side for side in ("then", "else") if Mark(side, step.address) in facts.may_pass}
                way = _way((step, *block[number + 1 : number + 2]) if not step.otherwise else (step,))
                ways[span].add(way)
                told |= {each.address for each in steps_in(step.otherwise) if isinstance(each, If) and way}
    for span, targets in ways.items():
        (target, *others) = targets
        if target and not others and len(sides[span]) > 1:  # else another finding says which way it always goes
            message = f"play turns to the same place, -> {target}, whether this holds or not"
            hint = f"let one of the two ways lead elsewhere; or write -> {target} without the condition"
            yield finding(rules.IDLE_TEST, span, message, hint)


def _blocks(body: Block) -> Iterator[Block]:
    yield body
    for step in body:
        for inner in blocks_in(step):
            yield from _blocks(inner)


def _way(body: tuple[Step, ...]) -> str:
    """Where a row or another block leads that does nothing else; empty for any other."""
    match body:
        case (If(then=then, otherwise=()), *rest) if rest:
            return _same(_way(then), _way(tuple(rest)))
        case (If(then=then, otherwise=otherwise),) if otherwise:
            return _same(_way(then), _way(otherwise))
        case (Turn(chapter=chapter),):
            return chapter
        case (End(ending=ending, words=()),):
            return ending
    return ""


def _same(one: str, other: str) -> str:
    return one if one == other else ""
