"""Who has settled what stands on the sheet: where a condition asks for it later, they decide which way play takes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from gamebook.model.arithmetic import FALSE, has_dice, reads
from gamebook.model.expression import Expr
from gamebook.model.step import Assign, Block, Choose, If, Loop, Pool, Random, Roll, Scope, Step

By = Literal["choice", "rival", "chance"]
"""A choice of the reader, a choice of the rival, dice or a draw."""
Settled = Mapping[str, tuple[By, ...]]
"""Variable → who has settled its value since the chapter began; not what is as it was, or what is set for certain."""


def deciding(expr: Expr, settled: Settled) -> tuple[By, ...]:
    """Who decides the value of an expression."""
    asked = reads(expr)
    found: list[By] = [each for name, by in settled.items() if name in asked for each in by]
    return tuple(dict.fromkeys((*found, "chance") if has_dice(expr) else found))


def after(block: Iterable[Step], settled: Settled, around: tuple[By, ...] = ()) -> Settled:
    """What is settled after some steps.

    Args:
        block: the steps.
        settled: what is settled before.
        around: who decides whether they happen at all.
    """
    for step in block:
        settled = _after(step, settled, around)
    return settled


def _after(step: Step, settled: Settled, around: tuple[By, ...]) -> Settled:
    match step:
        case Assign():
            new = {change.variable: _both(around, deciding(change.value, settled)) for change in step.changes}
            return {name: by for name, by in {**settled, **new}.items() if by}
        case If():
            inside = _both(around, deciding(step.condition, settled))
            return _any((step.then, step.otherwise), settled, inside)
        case Roll():
            if step.store is not None:
                settled = {**settled, step.store: _both(around, ("chance",))}
            settled = after(step.then, settled, around)
            return _any([row.body for row in step.rows], settled, _both(around, ("chance",)))
        case Pool():
            faces = {f"{step.name}.{face}": _both(around, ("chance",)) for face in range(1, step.sides + 1)}
            return {**settled, **faces}
        case Random():
            return _any([row.body for row in step.rows], settled, _both(around, ("chance",)))
        case Choose():
            by: By = "rival" if step.owner == "rival" else "choice"
            return _any([option.body for option in step.options], settled, _both(around, (by,)))
        case Loop():
            return _again(step.body, settled, _both(around, deciding(step.until, settled)), step.until)
        case Scope(what="fight"):
            blocks = (step.body, *(watch.body for watch in step.watches))
            return _again([each for block in blocks for each in block], settled, _both(around, ("chance",)), FALSE)
        case Scope():
            return after(step.body, settled, around)
    return settled


def _both(by: tuple[By, ...], others: tuple[By, ...]) -> tuple[By, ...]:
    return tuple(dict.fromkeys((*by, *others)))


def _any(blocks: Iterable[Block], settled: Settled, around: tuple[By, ...]) -> Settled:
    """What is settled after one of several blocks."""
    found = dict(settled)
    for block in blocks:
        for name, by in after(block, settled, around).items():
            found[name] = _both(found.get(name, ()), by)
    return found


def _again(block: Iterable[Step], settled: Settled, around: tuple[By, ...], until: Expr) -> Settled:
    """What is settled after steps that may happen several times: what the last pass has settled counts for the next."""
    steps = tuple(block)
    while True:
        new = _any([steps], settled, around)
        inside = _both(around, deciding(until, new))
        if (new, inside) == (settled, around):
            return settled
        settled, around = new, inside
