"""How much of a number those have who come to a line that takes some of it."""

from __future__ import annotations

from collections.abc import Iterator

from gamebook.lint.facts import Facts
from gamebook.lint.written import Written
from gamebook.model.blocks import written_in
from gamebook.model.step import Assign, Choose, Option
from gamebook.program.code import NodeId
from gamebook.source import Span


def most_had(facts: Facts, span: Span, name: str) -> int | None:
    """The most of a number that readers have where a line of the page takes some of it; None where that is not known.

    They are looked at as they enter the chapter, or choose, so nothing else may change the number there.
    """
    elsewhere = facts.options.who or name in facts.from_before  # readers of other heroes, or of the book before
    if elsewhere or any(name in written_in(watch.body) for watch in facts.book.watches):
        return None
    most: list[int] = []
    for each in facts.steps:
        if isinstance(each.step, Assign) and name in written_in((each.step,)) and facts.span(each.step.address) == span:
            nodes = [*_before(facts, each, name)]
            found = [facts.ranges_at(node).get(name) for node in nodes]
            if not found or None in found:
                return None
            most += [each[1] for each in found if each is not None]
    return max(most, default=None)


def _before(facts: Facts, written: Written, name: str) -> Iterator[NodeId]:
    """Where the readers are looked at: at the menu of an option that has the line in its block, or where they enter."""
    assert isinstance(written.step, Assign)
    changes = [
        each.step
        for each in facts.steps
        if each.around.place == written.around.place
        and isinstance(each.step, Assign)
        and name in written_in((each.step,))
    ]
    if changes == [written.step] and not written.around.in_fight:
        entered = facts.anyone.space.program.chapters.get(written.around.place)
        yield from () if entered is None else (entered,)
        return
    for choose, option in _options(facts):
        steps = [each for each in option.body if name in written_in((each,))]
        if steps == [written.step]:
            yield from facts.nodes[choose.address]


def _options(facts: Facts) -> Iterator[tuple[Choose, Option]]:
    return ((choose, option) for choose, in_fight in facts.choices if not in_fight for option in choose.options)
