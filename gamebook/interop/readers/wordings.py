"""Words of a choice that depend on conditions: `Bribe the {gold > 3:rich|poor} guard` is two choices."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from gamebook.interop.draft import Body, If, Kept, Link, Origin, Pieces, Set, Spread, Step, Words

MOST = 4
"""Conditions in the words of a choice; each doubles the number of choices."""


def worded(words: Body, made: Callable[[Pieces], Body], said: Pieces = (), left: int = MOST) -> Body:
    """A choice for each of the ways in which its words may read, under the conditions of that way.

    What cannot stand among the words of a choice is a comment before it.

    Args:
        words: what was read of the words.
        made: the choice with some words.
        said: words that come before.
        left: how many conditions may still be told apart.
    """
    kept: list[Step] = []
    for place, step in enumerate(words):
        rest = words[place + 1 :]
        match step:
            case Words():
                said = (*said, *step.pieces)
            case If() if left > 0:
                yes = worded((*step.body, *rest), made, said, left - 1)
                no = worded((*step.otherwise, *rest), made, said, left - 1)
                return (*kept, replace(step, body=yes, otherwise=no))
            case Spread() if left > 0:
                rows = tuple((weight, worded((*row, *rest), made, said, left - 1)) for weight, row in step.rows)
                return (*kept, replace(step, rows=rows))
            case Link() | Kept() | If() | Set() | Spread():
                origin = step.origin or Origin("other", "words of a choice", "")
                kept.append(Kept(origin))
                said = (*said, origin.raw)
    return (*kept, *made(said))


def blank(words: Pieces) -> bool:
    """Whether words say nothing."""
    return all(isinstance(each, str) and not each.strip() for each in words)
