"""Which prices close a choice: of all others, readers pay what they have."""

from __future__ import annotations

from gamebook.model.blocks import bodies_of, steps_in
from gamebook.model.prices import due
from gamebook.model.step import Choose
from gamebook.resolve.resolve import Resolved
from gamebook.source import Span

Prices = frozenset[tuple[Span, Span]]
"""Where choices stand, each with the place of a price that closes it; one of a named rule may close several."""


def closing(resolved: Resolved) -> Prices:
    """The prices that close a choice."""
    book, span = resolved.book, resolved.sourcemap.span
    assert book is not None, "a book with errors is not printed"
    in_debt = {each.name for each in book.variables if each.low < 0}
    found = set()
    for step in (step for body in bodies_of(book) for step in steps_in(body) if isinstance(step, Choose)):
        for option in step.options:
            for price, *_ in due(option.body, in_debt):
                choice, place = span(option.address), span(price.address)
                if choice is not None and place is not None:
                    found.add((choice, place))
    return frozenset(found)
