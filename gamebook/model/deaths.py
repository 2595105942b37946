"""The chapters that tell a defeat: whoever turns to them has lost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from msgspec import Struct

from gamebook.model.blocks import steps_in, written_in
from gamebook.model.book import Book
from gamebook.model.step import Block, Choose, End, Turn

REAL_CHOICE = 2
"""Options that make a menu more than a turn of the page."""


class _Out(Struct, frozen=True):
    """How play can leave a block."""

    endings: frozenset[str]
    turns: frozenset[str]
    asks: bool
    """There is something to choose, besides the actions that are offered everywhere."""


def deaths(book: Book) -> frozenset[str]:
    """The chapters from which play leads to a defeat by every way, with nothing to choose before it.

    A trigger counts as a way wherever something changes that it looks at. What is an ending of another kind, what is
    not written yet, and a loop that never ends is no defeat.
    """
    fatal = {name for name, kind in book.ending_kinds.items() if kind == "defeat"}
    watches = [(frozenset(watch.mentions), _out(watch.body)) for watch in book.watches]
    before: dict[str, set[str]] = defaultdict(set)
    spared, ended = set[str](), set[str]()
    for chapter in book.chapters:
        changed = written_in(chapter.body)
        for out in (_out(chapter.body), *(out for names, out in watches if not changed.isdisjoint(names))):
            if out.asks or not out.endings <= fatal:
                spared.add(chapter.name)
            if out.endings:
                ended.add(chapter.name)
            for after in out.turns:
                before[after].add(chapter.name)
    return frozenset(_and_before(ended, before) - _and_before(spared, before))


def _out(block: Block) -> _Out:
    steps = [*steps_in(block)]
    menus = (step for step in steps if isinstance(step, Choose))
    return _Out(
        frozenset(step.ending for step in steps if isinstance(step, End)),
        frozenset(step.chapter for step in steps if isinstance(step, Turn)),
        any(sum(not option.again for option in menu.options) >= REAL_CHOICE for menu in menus),
    )


def _and_before(chapters: Iterable[str], before: Mapping[str, set[str]]) -> set[str]:
    """Some chapters, and all from which a way leads to one of them."""
    found = set(chapters)
    queue = list(found)
    for name in queue:
        new = before.get(name, set()) - found
        found |= new
        queue.extend(new)
    return found
