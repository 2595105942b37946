"""The same book without one thing: an item that is never had, an option that is never open, a chapter that kills.

Each is a book of its own, which can be solved like any other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec import structs

from gamebook.graph.fighting import asked_in_fights
from gamebook.model.arithmetic import binary, const, negate, truth
from gamebook.model.blocks import rewritten, steps_in
from gamebook.model.book import HERO_BLOCK, Book, Ending, Variable
from gamebook.model.expression import Const, Expr, Var
from gamebook.model.fold import both, either
from gamebook.model.own_endings import own_ending
from gamebook.model.step import (
    Assign,
    Block,
    Change,
    Choose,
    End,
    Option,
    Roll,
    Scope,
    Step,
    fixed_words,
)

ANYWHERE = "anywhere"
"""The place of what a trigger brings."""


def without_thing(book: Book, name: str, value: int | None = None) -> Book:
    """The book in which nothing brings an item, a codeword or a number: it begins with `least` and never rises.

    Args:
        book: the book.
        name: the variable.
        value: of a one-of, the value that it never takes; None for all others.
    """

    def changed(change: Change) -> Change | None:
        if change.variable != name:
            return change
        if value is not None:
            return None if change.value == Const(value=value) else change
        return structs.replace(change, value=binary("min", change.value, Var(name=name)))

    def rule(step: Step) -> Step | None:
        if not isinstance(step, Assign):
            return step
        changes = tuple(filter(None, map(changed, step.changes)))
        return structs.replace(step, changes=changes) if changes else None

    def nothing(variable: Variable) -> Variable:
        if variable.name != name or value is not None:
            return variable
        return structs.replace(variable, start=least(variable))

    without = rewritten(book, rule)
    return structs.replace(without, variables=tuple(map(nothing, without.variables)))


def least(variable: Variable) -> int:
    """What one has of something that one has not: 0, or the value nearest to 0 that it may have."""
    return min(max(0, variable.low), variable.high)


def without_option(book: Book, label: str) -> Book:
    """The book in which an option of fights, or one that is offered everywhere, is open only where no other is.

    Args:
        book: the book.
        label: the words of the option.
    """
    fights = asked_in_fights(book)

    def meant(option: Option, step: Choose) -> bool:
        return fixed_words(option.label).strip() == label and is_habit(option, step, fights)

    def closed(option: Option, step: Choose) -> Option:
        if not meant(option, step):
            return option
        others = either(truth(each.condition) for each in step.options if not meant(each, step))
        return structs.replace(option, condition=both([option.condition, negate(others)]))

    def rule(step: Step) -> Step:
        if not isinstance(step, Choose) or step.owner != "reader":
            return step
        return structs.replace(step, options=tuple(closed(each, step) for each in step.options))

    return rewritten(book, rule)


def is_habit(option: Option, step: Choose, fights: Collection[str]) -> bool:
    """Whether an option is one of the rules: one of several in fights, or offered everywhere.

    Args:
        option: the option.
        step: the decision.
        fights: the addresses of all decisions in fights.
    """
    return option.again or (step.address in fights and len(step.options) > 1)


def without_chapter(book: Book, name: str) -> Book:
    """The book in which it is a defeat to come to a chapter."""
    lost = _defeat(book)
    end = End(ending=lost.name, address=f"{name}#1")
    chapters = (structs.replace(each, body=(end,)) if each.name == name else each for each in book.chapters)
    return _lost_by(structs.replace(book, chapters=tuple(chapters)), lost)


def without_fights(book: Book) -> Book:
    """The book in which it is a defeat to begin a fight."""
    lost = _defeat(book)

    def rule(step: Step) -> Step:
        if isinstance(step, Scope) and step.what == "fight":
            return End(ending=lost.name, address=step.address)
        return step

    return _lost_by(rewritten(book, rule), lost)


def without_test(book: Book, name: str) -> Book:
    """The book in which it is a defeat to take a test of this name."""
    lost = _defeat(book)

    def rule(step: Step) -> Step:
        if isinstance(step, Roll) and step.what == "test" and step.label == name:
            return End(ending=lost.name, address=step.address)
        return step

    return _lost_by(rewritten(book, rule), lost)


def brought_in(book: Book, name: str, value: int | None) -> tuple[str, ...]:
    """The chapters in which something brings a thing; `hero` if play begins with it, `anywhere` if a trigger can."""
    found = [chapter.name for chapter in book.chapters if any(_brings(chapter.body, name, value))]
    begins = value is None and next(each.start for each in book.variables if each.name == name) > 0
    if begins or any(_brings(book.hero, name, value)):
        found.insert(0, HERO_BLOCK)
    if any(any(_brings(watch.body, name, value)) for watch in book.watches):
        found.append(ANYWHERE)
    return tuple(found)


def _brings(block: Block, name: str, value: int | None) -> Iterator[bool]:
    for step in steps_in(block):
        if isinstance(step, Assign) and step.why not in ("lose", "pay"):
            for change in step.changes:
                if change.variable == name:
                    yield change.value == Const(value=value) if value is not None else _may_raise(change.value, name)


def _may_raise(value: Expr, name: str) -> bool:
    """Whether it is no plain loss: not 0, and not less than it was by a constant."""
    if isinstance(value, Const):
        return value.value > 0
    return value != binary("-", Var(name=name), const(1))


def _defeat(book: Book) -> Ending:
    """The ending of plays that come to what they must not come to."""
    return own_ending(book, "without", "defeat")


def _lost_by(book: Book, defeat: Ending) -> Book:
    return structs.replace(book, endings=(*book.endings, defeat), expectations=())
