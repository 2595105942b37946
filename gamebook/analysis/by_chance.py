"""What readers know of a book's secrets, where the book says that not every reader knows an option.

Only best play knows every option. All other readers play a book in which chance decides who knows it.
"""

from __future__ import annotations

from msgspec import structs

from gamebook.dice.percent import HUNDRED_PERCENT
from gamebook.model.arithmetic import FALSE, negate
from gamebook.model.blocks import steps_in, with_blocks, with_bodies
from gamebook.model.book import Book
from gamebook.model.step import GO_ON, Block, Choose, Option, Step
from gamebook.resolve.fold import both, either
from gamebook.solver.solution import Played, Solved
from gamebook.solver.solving import solve


def has_shares(book: Book) -> bool:
    """Whether the book says of some option how many readers know of it."""
    steps = (step for block in book.blocks for step in steps_in(block))
    return any(option.known < HUNDRED_PERCENT for step in steps if isinstance(step, Choose) for option in step.options)


def with_draws(book: Book) -> Book:
    """The book in which chance decides, before each option that not every reader knows, whether the reader knows it."""
    if not has_shares(book):
        return book
    from gamebook.strategy.apply import informed  # noqa: PLC0415 - few books have shares

    return informed(book)


def with_ways_past(book: Book) -> Book:
    """The book in which a reader may go on past a menu where nothing is open but what not every reader knows.

    Whatever can happen to some reader can happen in it: to best play, which knows all, and to others. Chances in it are
    nobody's. If there is no such menu, it is the book itself.
    """
    if not has_shares(book):
        return book
    chapters = (structs.replace(each, body=_past(each.body)) for each in book.chapters)
    watches = with_bodies(book.watches, _past)
    found = structs.replace(book, hero=_past(book.hero), watches=watches, chapters=tuple(chapters))
    return book if found == book else found


def _past(block: Block) -> Block:
    return tuple(_with_way_past(with_blocks(step, _past)) for step in block)


def _with_way_past(step: Step) -> Step:
    """The step; of a decision of the reader's with one option more, to go on, if its open ones may all be unknown."""
    if not isinstance(step, Choose) or step.owner != "reader":
        return step
    some = either(each.condition for each in step.options if each.known < HUNDRED_PERCENT)
    # Who may go on beside an action does so wherever nothing but actions is open.
    beside = any(each.goes_on for each in step.options)
    sure = (each for each in step.options if each.known == HUNDRED_PERCENT and not each.goes_on)
    held = either(each.condition for each in sure if not (each.again and beside))
    condition = both([some, negate(held)])
    if condition == FALSE:
        return step
    past = Option(label=(GO_ON,), condition=condition, goes_on=True, address=step.address)
    return structs.replace(step, options=(*step.options, past))


def by_chance(solved: Solved) -> tuple[Solved, Played]:
    """The play of a reader who picks by chance, and the states it is about.

    These are the book's own states, unless the book says how many readers know of an option: then the draw of who
    knows is put into the book, which is solved within the same limits. Where its states are then not complete, the play
    says nothing.
    """
    book = with_draws(solved.book)
    if book is solved.book:
        return solved, solved.uniform
    drawn = solve(
        book,
        solved.hero,
        limits=solved.search.limits,
        listed=solved.search.listed,
        chapters=False,
        classes=True,
        uniform=True,
        plays=True,
        news=False,
    )
    return drawn, drawn.uniform if drawn.space.complete else drawn.best
