"""Fewer points: the same values, chances of endings and decisions."""

from __future__ import annotations

import pytest
from hypothesis import given
from msgspec import structs

from gamebook.model.book import Book
from gamebook.program.code import Program
from gamebook.program.compile import compiled
from gamebook.program.encode import encode
from gamebook.program.liveness import liveness
from gamebook.program.merge import without_heads
from gamebook.solver import exact
from gamebook.solver.arrays import Arrays, arrange
from gamebook.solver.fields import modes, solve_field
from gamebook.solver.listing import Listing
from gamebook.solver.solution import Solved, ending_worth
from gamebook.solver.solving import solve
from tests.solver.test_engine import agrees, many
from tests.support.random_books import books
from tests.support.skipping import explored

CIRCLE = """
    sheet
        number gold = 0 in 0..30

    === 1
    ~ roll 1d6 as step
    ~ if step = 1
        -> 3
    ~ gold +step
    ~ if gold >= 20
        -> victory
    ~ choose "call"
        * Stay -> 2
        * On -> 1

    === 2
    * Rest -> 3
    * Run -> 1

    === 3
    ~ set gold = 0
    ~ roll 1d6
        1-2 -> defeat
        3-6 -> 1
"""


def test_chapters_that_only_lead_on_are_passed_over(book: Book) -> None:
    whole, few = solve(book), solve(book, chapters=False)
    # Left are both decisions with 2..19 pieces each, 3, and 1 as 3 leads to it and as play begins.
    assert few.space.count == 18 + 18 + 1 + 1 + 1
    assert whole.space.count == few.space.count + 18 + 18  # 2, and 1 as decisions lead there
    assert few.best.value == pytest.approx(whole.best.value, abs=1e-13)
    assert few.best.endings == pytest.approx(whole.best.endings, abs=1e-12)


test_chapters_that_only_lead_on_are_passed_over.__doc__ = CIRCLE


def test_nothing_is_told_of_chapters(book: Book) -> None:
    few = solve(book, chapters=False)
    with pytest.raises(ValueError, match="decisions only"):
        few.arrival(few.best, "1")
    with pytest.raises(ValueError, match="decisions only"):
        few.ends(few.best)


test_nothing_is_told_of_chapters.__doc__ = CIRCLE


def test_a_round_that_begins_with_a_decision_is_one_state(book: Book) -> None:
    """
    sheet
        number gold = 2 in 0..9

    === 1
    ~ repeat until gold = 0 or gold = 9
        ~ choose "round"
            * Play
                ~ roll 1d3
                    1
                        ~ gold -1
                    2
                    3
                        ~ gold +1
            * Pay
                ~ gold -1
    -> 2

    === 2
    ~ repeat until gold != 1
        ~ gold +0
    ~ if gold = 9
        -> victory
    -> defeat
    """
    solved, program = solve(book), compiled(book)
    whole, few = (_arranged(each) for each in (program, without_heads(program)))
    # The head of the first loop with 0..9 pieces is left out; that of the second, where nobody decides, is not.
    assert whole.states - few.states == 10
    field = solve_field(few, modes(few), ending_worth(book, program))
    # Who only plays comes to 9 before 0 from 2 pieces with chance 2/9: a fair game.
    assert field.bounds(few.roots)[0] == pytest.approx([2 / 9], abs=1e-12)
    assert solved.best.value == pytest.approx(2 / 9, abs=1e-12)
    dice = solve_field(few, modes(few, uniform=True), ending_worth(book, program))
    assert dice.bounds(few.roots)[0] == pytest.approx([solved.uniform.value], abs=1e-12)


def _arranged(program: Program) -> Arrays:
    code = encode(program, liveness(program))
    return arrange(program, Listing.begin(code), [(program.entry, code.start)])


def _same_at_decisions(few: Solved, whole: Solved) -> bool:
    """Every state of a decision is worth the same; of fewer points less may have to be remembered."""
    for ours, theirs in zip(few.decisions(), whole.decisions(), strict=True):
        one, other = few.decision(few.best, ours), whole.decision(whole.best, theirs)
        assert one.address == other.address
        names = sorted(one.columns)
        assert set(names) <= set(other.columns)
        worth = {}
        for row, value in enumerate(other.value):
            worth.setdefault(tuple(int(other.columns[name][row]) for name in names), []).append(float(value))
        for row, value in enumerate(one.value):
            known = worth[tuple(int(one.columns[name][row]) for name in names)]
            assert known == pytest.approx([float(value)] * len(known), abs=1e-11)
    return True


@pytest.mark.slow
@many
@given(books())
def test_values_are_those_of_all_states_and_the_interpreters(book: Book) -> None:
    book = structs.replace(book, aim="win")
    few, whole = solve(book, chapters=False), solve(book)
    assert few.space.size <= whole.space.size
    assert few.best.low <= whole.best.high
    assert whole.best.low <= few.best.high
    assert _same_at_decisions(few, whole)
    victories = {ending.name for ending in book.endings if ending.kind == "victory"}
    won = sum(chance for name, chance in few.best.endings.items() if name in victories)
    assert won == pytest.approx(few.best.value, abs=1e-9)
    graph = explored(book, 1000)
    expected = exact.solve(graph, exact.win_worth(book))
    assert isinstance(expected, exact.Solution)
    agrees(few.best, expected.value)
    uniform = exact.solve(exact.uniform(graph), exact.win_worth(book))
    assert isinstance(uniform, exact.Solution)
    agrees(few.uniform, uniform.value)


def test_a_condition_on_the_way_to_a_chapter_is_passed_over_too(book: Book) -> None:
    """
    sheet
        number gold = 1d6 in 0..6

    === 1
    * Go
        ~ if gold >= 4
            -> 2
        -> 3
    * Wait -> 1

    === 2
    ~ roll 1d6
        1-5 -> victory
        6 -> defeat

    === 3
    ~ roll 1d6
        1 -> victory
        2-6 -> defeat
    """
    whole, few = solve(book), solve(book, chapters=False)
    assert few.best.value == pytest.approx(1 / 2 * 5 / 6 + 1 / 2 * 1 / 6, abs=1e-13)
    # Six purses at the decision, and the start. In the whole book also at 1 as `Wait` leads there; and 2 and 3.
    assert few.space.count < whole.space.count
    assert few.space.count == 6 + 1
