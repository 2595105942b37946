"""Which ways lead out of a block: on past its end, out of a scope, or none."""

from __future__ import annotations

from gamebook.model.arithmetic import FALSE
from gamebook.model.expression import Const
from gamebook.model.step import Block, Choose, End, If, Leave, Loop, Random, Roll, Scope, Step, Turn

ON = ""
"""Past the end of the block; other ways are the labels of scopes that are left."""


def ways(block: Block, *, shut: bool) -> frozenset[str]:
    """All ways out of a block other than turns and endings.

    Args:
        block: the steps.
        shut: whether to count the way past a menu with nothing open, and past a random step whose weights are all 0.
    """
    found: set[str] = set()
    for step in block:
        here = _ways_of_step(step, shut)
        found |= here - {ON}
        if ON not in here:
            return frozenset(found)
    return frozenset(found | {ON})


def _ways_of_step(step: Step, shut: bool) -> frozenset[str]:
    match step:
        case Turn() | End():
            return frozenset()
        case Leave():
            return frozenset({step.label})
        case If():
            return ways(step.then, shut=shut) | ways(step.otherwise, shut=shut)
        case Roll():
            return _union(tuple(row.body for row in step.rows), shut)
        case Random():
            found = _union(tuple(row.body for row in step.rows), shut)
            sure = any(isinstance(row.weight, Const) and row.weight.value > 0 for row in step.rows)
            return found | {ON} if shut and not sure else found
        case Choose():
            return _ways_of_choice(step, shut)
        case Loop():
            inside = ways(step.body, shut=shut) - {ON}
            return inside if step.until == FALSE else inside | {ON}
        case Scope():
            triggers = _union(tuple(watch.body for watch in step.watches), shut) - {ON} if step.watches else frozenset()
            inside = ways(step.body, shut=shut) | triggers | ({ON} if step.what == "part" else frozenset())
            return inside - {step.label} | {ON} if step.label in inside else inside
    return frozenset({ON})


def _ways_of_choice(step: Choose, shut: bool) -> frozenset[str]:
    found: frozenset[str] = frozenset()
    for option in step.options:
        after = ways(option.body, shut=shut)
        found |= after - {ON} if option.again else after
    sure = any(option.is_sure for option in step.options)
    return found | {ON} if not step.options or (shut and not sure) else found


def _union(blocks: tuple[Block, ...], shut: bool) -> frozenset[str]:
    """The ways of all rows; no rows at all lead on."""
    if not blocks:
        return frozenset({ON})
    return frozenset[str]().union(*(ways(block, shut=shut) for block in blocks))


def runs_out_at(block: Block, address: str) -> str | None:
    """The address of a step or option after which nothing follows; None if every way turns or ends.

    Args:
        block: a chapter's body, or a part of it.
        address: what to blame where the block is empty.
    """
    if ON not in ways(block, shut=False):
        return None
    if not block:
        return address
    last = block[-1]
    here = getattr(last, "address", address)
    parts: list[tuple[Block, str]] = []
    match last:
        case If():
            parts = [(last.then, here), (last.otherwise, here)]
        case Roll() | Random():
            parts = [(row.body, here) for row in last.rows]
        case Choose():
            parts = [(option.body, option.address) for option in last.options if not option.again]
    return next((found for body, place in parts if (found := runs_out_at(body, place)) is not None), here)
