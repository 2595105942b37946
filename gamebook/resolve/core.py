"""Looking through core steps."""

from __future__ import annotations

from collections.abc import Iterator

from gamebook.model.step import Assign, Block, Choose, If, Loop, Pool, Random, Roll, Scope, Step

HERE = "chapter here"
BEFORE = "chapter before"
"""The engine's variables for `-> back`: the chapter the reader is in, and the one before it, by number."""


def blocks_in(step: Step) -> Iterator[Block]:
    """The blocks right under a step."""
    match step:
        case If():
            yield step.then
            yield step.otherwise
        case Roll():
            yield step.then
            yield from (row.body for row in step.rows)
        case Random():
            yield from (row.body for row in step.rows)
        case Choose():
            yield from (option.body for option in step.options)
        case Loop():
            yield step.body
        case Scope():
            yield from (watch.body for watch in step.watches)
            yield step.body


def steps_in(block: Block) -> Iterator[Step]:
    """Every step of a block, at any depth."""
    for step in block:
        yield step
        for inner in blocks_in(step):
            yield from steps_in(inner)


def written_in(block: Block) -> set[str]:
    """The variables that a block may change."""
    found: set[str] = set()
    for step in steps_in(block):
        match step:
            case Assign():
                found.update(change.variable for change in step.changes)
            case Roll() if step.store is not None:
                found.add(step.store)
            case Pool():
                found.update(f"{step.name}.{face}" for face in range(1, step.sides + 1))
    return found
