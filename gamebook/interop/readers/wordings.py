"""Words of a choice that depend on conditions: `Bribe the {gold > 3:rich|poor} guard` is two choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from gamebook.interop.draft import Body, If, Kept, Link, Origin, Pieces, Set, Spread, Step, Words, walk

MOST = 4
"""Conditions in the words of a choice; each doubles the number of choices."""


def worded(words: Body, made: Callable[[Pieces], Body]) -> Body:
    """A choice for each of the ways in which its words may read, under the conditions of that way.

    What cannot stand among the words of a choice is a comment before it. So are the conditions if there are too many;
    the words are then as if all held.

    Args:
        words: what was read of the words.
        made: the choice with some words.
    """
    many = sum(isinstance(step, If | Spread) for step in walk(words))
    if many > MOST:
        return _split(tuple(_flat(words)), made, ())
    return _split(words, made, ())


def _split(words: Body, made: Callable[[Pieces], Body], said: Pieces) -> Body:
    """The choices, whose words begin with what is said already."""
    odd = [step.origin for step in words if isinstance(step, Kept | Link | Set) and step.origin is not None]
    kept = tuple(map(Kept, odd))
    spoken = tuple(step for step in words if isinstance(step, Words | If | Spread))
    if not spoken and blank(said):
        said = tuple(origin.raw for origin in odd)
    for place, step in enumerate(spoken, start=1):
        rest = spoken[place:]
        match step:
            case Words():
                said = (*said, *step.pieces)
            case If():
                yes, no = (_split((*body, *rest), made, said) for body in (step.body, step.otherwise))
                return (*kept, replace(step, body=yes, otherwise=no))
            case Spread():
                rows = tuple((weight, _split((*row, *rest), made, said)) for weight, row in step.rows)
                return (*kept, replace(step, rows=rows))
    return (*kept, *made(said))


def _flat(words: Body) -> Iterator[Step]:
    """The words as if all conditions held, each of which is a comment."""
    for step in words:
        match step:
            case If():
                yield Kept(step.origin or Origin("condition", "words of a choice", "a condition in the words below"))
                yield from _flat(step.body)
            case Spread():
                yield Kept(step.origin or Origin("dice", "words of a choice", "a draw in the words below"))
                yield from _flat(step.rows[0][1])
            case _:
                yield step


def blank(words: Pieces) -> bool:
    """Whether words say nothing."""
    return all(isinstance(each, str) and not each.strip() for each in words)
