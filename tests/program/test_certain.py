"""Play that ends when it is certain what it is worth is worth as much as before, and less is remembered."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from msgspec import structs

from gamebook.model.book import Book
from gamebook.program.certain import certain
from gamebook.program.code import Decide, Stop
from gamebook.program.compile import Target, compiled, lowered, reduced
from gamebook.program.liveness import liveness
from gamebook.solver import exact
from gamebook.solver.seeking import Seeking
from gamebook.solver.solution import ending_worth
from tests.support.random_books import books
from tests.support.skipping import explored


@pytest.mark.slow
@settings(
    phases=[Phase.generate],
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(books())
def test_the_book_is_worth_as_much(book: Book) -> None:
    book = structs.replace(book, aim="win")
    value = exact.solve(explored(book, 3_000), exact.win_worth(book))
    assert isinstance(value, exact.Solution)
    whole = lowered(book)
    worth = ending_worth(book, whole)
    work = Seeking(reduced(certain(whole, worth), Target(numbers=False, chapters=False)), worth)
    work.play(5_000)
    assert Fraction(work.low) <= value.value <= Fraction(work.high)


def test_what_only_chooses_between_victories_is_forgotten(book: Book) -> None:
    """
    sheet
        number gold = 0 in 0..9

    === 1
    * Dig
        ~ gold +1
        -> 1
    * Go home -> 2
    * Swim
        ~ roll 1d6
            1-5
                ~ defeat "The sea"
            6 -> 2

    === 2
    ~ if gold >= 5
        -> victory "Home, and rich"
    -> victory "Home"
    """
    whole = compiled(book, None, Target(numbers=False))
    ended = certain(whole, ending_worth(book, whole))
    menu = next(number for number, node in enumerate(whole.nodes) if isinstance(node, Decide))
    assert liveness(whole).live[menu] != 0
    assert liveness(ended).live[menu] == 0


def test_going_round_is_not_an_end(book: Book) -> None:
    """
    === 1
    * Round -> 2
    * Round again -> 2

    === 2
    -> 1
    """
    whole = lowered(book)
    ended = certain(whole, ending_worth(book, whole))
    assert not isinstance(ended.nodes[ended.entry], Stop)
    assert [node for node in ended.nodes if isinstance(node, Decide)] == [
        node for node in whole.nodes if isinstance(node, Decide)
    ]


def test_a_closed_option_leads_nowhere(book: Book) -> None:
    """
    === 1
    * On [if 1 = 2]
        ~ defeat
    * Home -> victory
    """
    whole = lowered(book)
    ended = certain(whole, ending_worth(book, whole))
    assert not any(isinstance(node, Decide) for node in ended.nodes)
