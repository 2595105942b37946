"""What is left out of a book so that less changes."""

from __future__ import annotations

import pytest

from gamebook.analysis.given_hero import for_hero
from gamebook.limits import Limits
from gamebook.model.book import Book
from gamebook.program.code import Decide
from gamebook.program.compile import Target, lowered, reduced
from gamebook.program.narrow import narrowed
from gamebook.project import Project
from gamebook.solver.excerpt import take
from gamebook.solver.practice import Practice
from gamebook.solver.solution import ending_worth
from gamebook.solver.steady import Steady
from gamebook.solver.watch import Watch


def test_what_alone_changes_something_is_left_out(book: Book) -> None:
    """
    sheet
        number gold = 3 in 0..9
        number skill = 9 in 0..9

    === 1
    * Pay
        ~ gold -1
        -> 2
    * Work
        ~ gold +1
        -> 1
    * Squeeze through
        ~ skill -1
        -> 2
    * Walk -> 2

    === 2
    * On -> victory
    * Back -> 1
    """
    program = lowered(book)
    point, menu = next(
        (number, node)
        for number, node in enumerate(program.nodes)
        if isinstance(node, Decide) and program.places[number] == "1"
    )
    pay, work, squeeze, walk = ((menu.address, option.address) for option in menu.options)
    look = Steady(program)
    # Gold changes anyway, so work may stay; walking changes nothing.
    assert {number: leaf.options for number, leaf in look.kept({pay: 1.0}).items()} == {point: {-1, 0, 1, 3}}
    assert {number: leaf.options for number, leaf in look.kept({walk: 1.0}).items()} == {point: {-1, 3}}
    assert look.kept({pay: 0.5, squeeze: 0.5}) == {}
    assert {number: leaf.options for number, leaf in look.kept({work: 1.0}).items()} == {point: {-1, 0, 1, 3}}


@pytest.mark.slow
def test_best_play_of_a_large_book_is_kept() -> None:
    """All of its 193,824,969 states in arrays take minutes, and best play wins 0.9230482563 ± 2e-13 there, too."""
    book, hero = for_hero(Project("tests/data/strangers/salt-vault.gbk").book, "average")
    program = lowered(book, hero)
    worth = ending_worth(book, program)
    practice = Practice(reduced(program, Target(numbers=False)), worth)
    practice.practise(lambda _share: None)
    assert practice.result is not None
    kept = Steady(program).kept(practice.result.taken)
    smaller = reduced(narrowed(program, kept), Target(numbers=False))
    part = take(book, smaller, worth, limits=Limits(states=10**7), watch=Watch())
    assert part is not None
    assert part.best.low[part.space.root] == pytest.approx(0.9230482563, abs=1e-9)
