"""Initial values that are set while the hero is made, and never again: what they can be.

The range of an initial value is that of its stat, for a hero may be given what the dice cannot show. Where dice are
rolled it is less. With the wider range expressions ask for initial values where they make no difference, and so there
are more states; and to readers who practise such a value looks like one that changes.
"""

from __future__ import annotations

from collections.abc import Mapping

from gamebook.model.arithmetic import Interval, binary, bounds, reads
from gamebook.model.blocks import bodies_of, expressions_in, steps_in, written_in
from gamebook.model.book import Book
from gamebook.model.expression import Expr, Var
from gamebook.model.step import Assign, Block, Change, End, Turn


def begun(
    book: Book, fixed: Mapping[str, int], declared: Mapping[str, Interval], cells: Mapping[str, Interval]
) -> dict[str, Interval]:
    """The range of each initial value that is set while the hero is made, before anything reads it, and never again.

    There is none if play can go to a chapter before all of the hero block is done.

    Args:
        book: the model.
        fixed: values that variables have before play; the making of the hero leaves them alone.
        declared: the range of each variable.
        cells: the least and greatest cell of each table.
    """
    caps = {variable.name: variable.cap for variable in book.variables if variable.cap is not None}
    if any(isinstance(step, Turn | End) for step in steps_in(book.hero)):
        return {}
    later = set().union(*map(written_in, bodies_of(book)[1:]))
    alone = {each.name for each in book.variables if each.kind == "initial"} - later
    known, found = dict(declared), dict[str, Interval]()
    for step in book.hero:
        alone -= _read_in((step,), caps) - found.keys()
        if isinstance(step, Assign):
            new = {each.variable: bounds(_value(each, caps), known, cells) for each in step.changes}  # all at once
            for name, interval in new.items():
                known[name] = _inside(interval, declared[name])
                if name in fixed:
                    known[name] = _both(known[name], (fixed[name], fixed[name]))
        else:
            names = written_in((step,))
            alone -= names
            known |= {name: declared[name] for name in names}
        for name in written_in((step,)) & alone:
            found[name] = _both(found[name], known[name]) if name in found else known[name]
    return {name: interval for name, interval in found.items() if name in alone}


def _value(change: Change, caps: Mapping[str, str]) -> Expr:
    """What a variable takes, before it is kept in its range."""
    if change.beyond or change.variable not in caps:
        return change.value
    return binary("min", change.value, binary("max", Var(name=change.variable), Var(name=caps[change.variable])))


def _read_in(block: Block, caps: Mapping[str, str]) -> set[str]:
    """What the steps of a block read, caps among them."""
    found: set[str] = set()
    for step in steps_in(block):
        found.update(*map(reads, expressions_in(step)))
        if isinstance(step, Assign):
            found.update(*(reads(_value(change, caps)) for change in step.changes))
    return found


def _inside(interval: Interval, around: Interval) -> Interval:
    low, high = around
    return min(max(interval[0], low), high), min(max(interval[1], low), high)


def _both(one: Interval, other: Interval) -> Interval:
    return min(one[0], other[0]), max(one[1], other[1])
