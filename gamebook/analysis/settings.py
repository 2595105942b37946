"""A book in which one can ask what other numbers would be worth: on arrival at a chapter its numbers can be set.

A setting is a decision that is nobody's; its options are the values that numbers of the chapter may have. The first
option changes nothing; the others are open only where somebody asks. A chapter's numbers are set again at each arrival
and forgotten with the chapter, so that all variants share the states before and after it.

Where no variable can stand for a number, such as the sides of dice, the setting decides between two forms of the whole
chapter.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, structs

from gamebook.model.arithmetic import FALSE, TRUE, binary, const, reads
from gamebook.model.blocks import with_blocks
from gamebook.model.book import Book, Chapter, Variable
from gamebook.model.expression import Var
from gamebook.model.step import Assign, Block, Change, Choose, If, Option, Random, Step, Weighted, own_address
from gamebook.resolve.numbers import Number
from gamebook.resolve.varied import Varying

FORM = "form of the chapter"
"""The variable that says which form of a chapter is played; 0: the chapter that is written."""
ASKED = "somebody asks"
"""The variable that is 1 where somebody asks what changes are worth: no name on a page has a blank."""
DRAW = "draw "
ROW = "row of "
"""What the addresses of points begin with that stand before a random step, and at the beginning of its rows."""


class Form(Struct, frozen=True):
    """A chapter in which one number has another value."""

    number: Number
    value: int
    body: Block


class Setting(Struct, frozen=True):
    """The decision at which the numbers of a chapter are set."""

    address: str
    chapter: str
    options: tuple[tuple[Number, int], ...]
    """What the options after the first one change."""


def settings_of(varying: Sequence[Varying], forms: Sequence[Form]) -> tuple[Setting, ...]:
    """The settings for some numbers, each of a chapter; those that have forms come last."""
    found = []
    numbers = [*(each.number for each in varying), *(each.number for each in forms)]
    for chapter in dict.fromkeys(each.place for each in numbers):
        options = [(each.number, value) for each in varying if each.number.place == chapter for value in each.values]
        options += [(each.number, each.value) for each in forms if each.number.place == chapter]
        found.append(Setting(own_address(f"numbers of {chapter}"), chapter, tuple(options)))
    return tuple(found)


def with_settings(book: Book, varying: Sequence[Varying], forms: Sequence[Form], settings: Sequence[Setting]) -> Book:
    """The book with its settings as decisions, and with points at draws whose weights are set.

    Args:
        book: the book, in which the numbers are variables.
        varying: the numbers.
        forms: other forms of chapters; all that they need is in the book.
        settings: from `settings_of`.
    """
    choices = {each.chapter: _choice(each, varying, forms) for each in settings}
    weights = frozenset(each.variable for each in varying if each.number.kind == "weight")

    def body(chapter: Chapter) -> Block:
        found = _pointed(chapter.body, weights)
        here = [each for each in forms if each.number.place == chapter.name]
        for number, each in reversed([*enumerate(here, start=1)]):
            this = binary("=", Var(name=FORM), const(number))
            found = (If(condition=this, then=each.body, otherwise=found, own=True, address=own_address(FORM)),)
        return (choices[chapter.name], *found)

    chapters = tuple(structs.replace(each, body=body(each)) if each.name in choices else each for each in book.chapters)
    variables = (
        *book.variables,
        Variable(name=ASKED, kind="hidden", low=0, high=1, start=1),
        Variable(name=FORM, kind="hidden", low=0, high=len(forms)),
    )
    return structs.replace(book, chapters=chapters, variables=variables)


def _choice(setting: Setting, varying: Sequence[Varying], forms: Sequence[Form]) -> Choose:
    here = [each for each in varying if each.number.place == setting.chapter]
    known = [(each.number, each.value) for each in forms if each.number.place == setting.chapter]
    options = []
    for count, changed in enumerate((None, *setting.options)):
        form = known.index(changed) + 1 if changed in known else 0
        changes = [Change(variable=ASKED, value=FALSE), Change(variable=FORM, value=const(form))]
        for each in here:
            value = changed[1] if changed is not None and changed[0] == each.number else each.number.value
            changes.append(Change(variable=each.variable, value=const(value)))
        address = f"{setting.address} {count}"
        body = (Assign(changes=tuple(changes), address=address, why="hidden"),)
        condition = Var(name=ASKED) if changed is not None else TRUE
        options.append(Option(label=(str(count),), condition=condition, body=body, address=address))
    return Choose(name=setting.address, what="hero", options=tuple(options), address=setting.address)


def _point(address: str) -> Choose:
    """A decision with one option: a place at which there are states."""
    option = Option(label=("",), condition=TRUE, address=f"{address} on")
    return Choose(name=address, what="hero", options=(option,), address=address)


def _pointed(block: Block, weights: frozenset[str]) -> Block:
    """The block with a point before each draw that has one of these weights, and one in each row of it."""

    def each(step: Step) -> Block:
        new = with_blocks(step, lambda inner: _pointed(inner, weights))
        if not isinstance(new, Random) or not any(reads(row.weight) & weights for row in new.rows):
            return (new,)
        rows = tuple(_marked(row, f"{ROW}{number} {new.address}") for number, row in enumerate(new.rows))
        return (_point(f"{DRAW}{new.address}"), structs.replace(new, rows=rows))

    return tuple(found for step in block for found in each(step))


def _marked(row: Weighted, address: str) -> Weighted:
    return structs.replace(row, body=(_point(address), *row.body))
