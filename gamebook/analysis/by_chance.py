"""What readers know of a book's secrets, where the book says that not every reader knows an option.

Only best play knows every option. All other readers play a book in which chance decides who knows it.
"""

from __future__ import annotations

import time
from typing import TypeAlias

import numpy as np
from msgspec import structs

from gamebook.dice.percent import HUNDRED_PERCENT
from gamebook.kernels.arrays import Floats
from gamebook.limits import MOST_FOLLOWED
from gamebook.model.arithmetic import FALSE, negate
from gamebook.model.blocks import steps_in, with_blocks, with_bodies
from gamebook.model.book import Book
from gamebook.model.fold import both, either
from gamebook.model.step import GO_ON, Block, Choose, Option, Step
from gamebook.program.code import Decide, Enter, NodeId, Program
from gamebook.program.compile import compiled
from gamebook.solver.manner import uniform_play
from gamebook.solver.solution import Played, Solved, play
from gamebook.solver.solving import solve
from gamebook.solver.space import Space, explore

Place: TypeAlias = tuple[str, str]
"""Where play can be: a chapter and the address of a decision in it, or no address where the chapter begins."""


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


def visits_by_chance(solved: Solved) -> Floats | None:
    """float64[n]: how often a reader who picks by chance comes to each state of a book.

    If the book says how many readers know of an option, only the states in which a chapter begins or the reader decides
    have such a number; all others have 0. The numbers come from a listing of the book with the draws of who knows.
    Where only those come who do not know, the book itself has no state. None: there are too many states for that, or
    the book's own are not all listed, or stand for others.
    """
    book = with_draws(solved.book)
    if book is solved.book:
        return solved.uniform.visits
    if not solved.space.whole or solved.space.program.least:
        return None
    drawn = _drawn(book, solved)
    return None if drawn is None else _brought_back(drawn, solved.space)


def _drawn(book: Book, solved: Solved) -> Solved | None:
    """The random reader of a book with draws; None: a limit came first.

    A state keeps all that a state of the book itself has at the same place, for those who do not know, too.
    """
    limits, began = solved.search.limits, time.monotonic()
    program, own = compiled(book, solved.hero), _places(solved.space)
    names = {cell.name for cell in program.cells}
    live = {place: set[str]().union(*map(solved.space.live_at, nodes)) for place, nodes in own.items()}
    points = {node: _place(program, node) for node in program.points()}
    found = explore(
        program,
        looked_at={node: live[place] & names for node, place in points.items() if place in live},
        limits=limits.at_most(MOST_FOLLOWED),
    )
    if not found.complete:
        return None
    played = play(book, found, uniform_play(found), limits.deadline(began))
    return Solved(book, found, solved.hero, played, played) if played.values.settled else None


def _brought_back(drawn: Solved, space: Space) -> Floats:
    """float64[n]: how often play of a book with draws comes to each state of the book itself."""
    found, own = np.zeros(space.size), _places(space)
    cells = {cell.name: cell for cell in space.program.cells}
    for place, nodes in _places(drawn.space).items():
        for node in nodes if place in own else ():
            states = drawn.point_states[node]
            states = states[drawn.best.visits[states] > 0.0]
            columns = drawn.columns(node, states)
            here = np.ones(len(states), np.bool_)
            for name, values in columns.items():  # what the book itself never comes to has no state there
                if name in cells:
                    here &= (cells[name].low <= values) & (values <= cells[name].high)
            states = states[here]
            columns = {name: values[here] for name, values in columns.items()}
            # Lowering may have written a place out several times.
            same = np.stack([space.find_all(each, columns, len(states)) for each in own[place]])
            often = drawn.best.visits[states] / np.maximum(1, (same >= 0).sum(axis=0))
            for each in same:
                np.add.at(found, each[each >= 0], often[each >= 0])
    return found


def _places(space: Space) -> dict[Place, list[NodeId]]:
    """The points of a listing at which a chapter begins, or the reader decides."""
    found: dict[Place, list[NodeId]] = {}
    for node in space.code.point_node.tolist():
        place = _place(space.program, node)
        if place is not None:
            found.setdefault(place, []).append(node)
    return found


def _place(program: Program, number: NodeId) -> Place | None:
    """The chapter that begins at a point, or the chapter and the address of the reader's decision there."""
    node = program.nodes[number]
    match node:
        case Decide(owner="reader"):
            return program.places[number], node.address
        case Enter() if node.chapter is not None:
            return node.chapter, ""
    return None
