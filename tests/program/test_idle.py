"""Without steps that make no difference a book is worth the same, and less is remembered."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from msgspec import structs

from gamebook.model.book import Book
from gamebook.program.code import Decide, Program
from gamebook.program.compile import Target, compiled, lowered, reduced
from gamebook.program.fold import fold
from gamebook.program.idle import without_idle
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
    few = reduced(without_idle(fold(whole)), Target(numbers=False, chapters=False))
    work = Seeking(few, ending_worth(book, whole))
    work.play(5_000)
    assert Fraction(work.low) <= value.value <= Fraction(work.high)


def remembered(program: Program, observed: tuple[str, ...] = ()) -> set[str]:
    """The variables that matter where the reader decides first."""
    menu = next(number for number, node in enumerate(program.nodes) if isinstance(node, Decide))
    live = liveness(program, observed).live[menu]
    return {cell.name for number, cell in enumerate(program.cells) if live >> number & 1}


MEDICINE = """
sheet
    item medicine
    item lamp

=== 1
* Take the medicine
    ~ gain medicine
    -> 1
* Take the lamp
    ~ gain lamp
    -> 1
* On
    ~ if medicine
        ~ lose medicine
    ~ if lamp
        -> victory
    ~ defeat
"""


@pytest.mark.parametrize(("observed", "expected"), [((), {"lamp"}), (("medicine",), {"lamp", "medicine"})])
def test_what_is_only_lost_is_forgotten(book: Book, observed: tuple[str, ...], expected: set[str]) -> None:
    whole = compiled(book)
    assert remembered(whole, observed) == {"lamp", "medicine"}
    assert remembered(without_idle(whole, observed), observed) == expected


test_what_is_only_lost_is_forgotten.__doc__ = MEDICINE
