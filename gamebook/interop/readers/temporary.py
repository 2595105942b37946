"""Variables that are forgotten where the reader leaves a passage."""

from __future__ import annotations

from collections.abc import Iterable

from gamebook.interop.draft import Body, If, Link, Set, Spread, Step, Words, names_in
from gamebook.interop.terms import Unset
from gamebook.syntax import ast


def with_fresh(body: Body, mark: str) -> Body:
    """The steps of a passage, before which it is forgotten what variables were elsewhere.

    Args:
        body: the steps.
        mark: how names of variables begin that no other passage knows. One that is surely set before anything asks
            for it need not be forgotten.
    """
    asked = dict.fromkeys(name for name in _asked(body, set()) if name.startswith(mark))
    return (*(Set(name, Unset()) for name in asked), *body)


def _asked(body: Body, known: set[str]) -> list[str]:
    """The variables that a block asks for, though it may not have set them; those that it has are added to `known`."""
    found: list[str] = []
    for step in body:
        found.extend(name for name in sorted(_named(step)) if name not in known)
        for inner in _blocks(step):
            found.extend(_asked(inner, set(known)))
        if isinstance(step, Set):
            known.add(step.name)
    return found


def _named(step: Step) -> frozenset[str]:
    """What the values of a step ask for, without those of its blocks."""
    values: Iterable[object] = ()
    match step:
        case Set():
            values = (step.value,)
        case If():
            values = (step.condition,)
        case Link():
            values = (step.condition, *step.label)
        case Words():
            values = step.pieces
        case Spread():
            values = (weight for weight, _ in step.rows)
    return frozenset[str]().union(*(names_in(each) for each in values if isinstance(each, ast.Expr)))


def _blocks(step: Step) -> tuple[Body, ...]:
    match step:
        case If():
            return (step.body, step.otherwise)
        case Link():
            return (step.body,)
        case Spread():
            return tuple(row for _, row in step.rows)
    return ()
