"""Bounds from above, of books in which much is forgotten."""

from __future__ import annotations

import time
from fractions import Fraction
from math import inf

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec import structs

from gamebook.errors import OutOfTime
from gamebook.model.arithmetic import reads
from gamebook.model.book import Book
from gamebook.program.code import asked
from gamebook.program.compile import Target, lowered, reduced
from gamebook.program.forget import forgotten, sources
from gamebook.program.possible import possible
from gamebook.solver import exact
from gamebook.solver.above import Above
from gamebook.solver.backward import evaluate
from gamebook.solver.good_play import GoodPlay
from gamebook.solver.manner import best_play
from gamebook.solver.solution import ending_worth
from gamebook.solver.solving import solve
from gamebook.solver.space import explore
from gamebook.solver.watch import Watch
from tests.support.random_books import books
from tests.support.skipping import explored

LIMIT = 2_000
MOST_STEPS = 10


def above(book: Book) -> Above:
    program = lowered(book)
    return Above(program, ending_worth(book, program))


@pytest.mark.slow
@settings(max_examples=10, phases=[Phase.generate], deadline=None, suppress_health_check=list(HealthCheck))
@given(books())
def test_no_book_is_worth_more(book: Book) -> None:
    book = structs.replace(book, aim="win")
    expected = exact.solve(explored(book, limit=LIMIT), exact.win_worth(book))
    assert isinstance(expected, exact.Solution)
    search, before, steps = above(book), 1.0, 0
    while steps < MOST_STEPS and search.step(lambda _share: None):
        steps += 1
        assert expected.value <= Fraction(search.high)
        assert search.high <= before
        before = search.high


@pytest.mark.slow
@settings(phases=[Phase.generate], deadline=None, suppress_health_check=list(HealthCheck))
@given(books(), st.integers(0, 2**12 - 1))
def test_no_book_is_worth_more_whatever_is_remembered(book: Book, some: int) -> None:
    book = structs.replace(book, aim="win")
    expected = exact.solve(explored(book, limit=LIMIT), exact.win_worth(book))
    assert isinstance(expected, exact.Solution)
    program = lowered(book)
    names = (cell.name for number, cell in enumerate(program.cells) if some >> number % 12 & 1)
    kept = frozenset[int]().union(*map(sources(program).__getitem__, names))
    for space in (explore(forgotten(program, kept, each)) for each in (None, possible(program))):
        values = evaluate(space, best_play(space), ending_worth(book, program))
        assert expected.value <= Fraction(float(values.high[space.root]))


@pytest.mark.slow
def test_what_no_memory_helps_with_is_known_at_once(book: Book) -> None:
    """
    sheet
        number gold = 0 in 0..30000

    === 1
    * Work
        ~ gold +1
        -> 1
    * Bribe him [if gold > 29000] -> 2
    * Fight him -> 3

    === 2
    ~ roll 1d6
        1-2 -> victory
        3-6 -> defeat

    === 3
    ~ roll 2d6
        2-11 -> defeat
        12 -> victory
    """
    search = above(book)
    search.step(lambda _share: None)
    assert search.high == pytest.approx(1 / 3)
    # Who looks for good play tells it, too.
    program, watch = lowered(book), Watch()
    worth = ending_worth(book, program)
    good = GoodPlay(program, lambda: reduced(program, Target(numbers=False)), worth)
    for seconds in (1.0, 4.0, 16.0):  # on a busy machine, more
        if watch.low == 0.0:
            good.seek(watch, lambda: inf, time.monotonic() + seconds)
    assert watch.high == pytest.approx(1 / 3)
    assert watch.low == pytest.approx(1 / 36)


def test_what_helps_is_remembered_with_all_that_it_comes_from(book: Book) -> None:
    """
    sheet
        number gold = 0 in 0..1000
        number key  = 0 in 0..6
        number die  = 0 in 0..6

    === 1
    ~ set die = 1d6
    ~ set key = die
    * Work
        ~ gold +1
        -> 2
    * Go on -> 2

    === 2
    * Open [if key > 4 and gold < 5] -> victory
    * Wait -> defeat
    """
    search = above(book)
    search.step(lambda _share: None)
    assert search.high == 1.0
    while search.step(lambda _share: None):
        pass
    assert search.high == pytest.approx(1 / 3)


@settings(max_examples=min(20, settings().max_examples), deadline=None, suppress_health_check=list(HealthCheck))
@given(books())
def test_where_nothing_is_forgotten_nothing_changes(book: Book) -> None:
    program = lowered(book)
    assert forgotten(program, frozenset(range(len(program.cells)))) == program
    assert not any(reads(expr) for node in forgotten(program, ()).nodes for expr in asked(node))


def test_a_rival_is_not_believed_where_what_he_knows_is_forgotten(book: Book) -> None:
    """
    sheet
        number gold = 1d2 in 0..2

    === 1
    ~ rival chooses "guard"
        * Let him pass [if gold > 1] -> victory
        * Stop him -> defeat
    """
    search = above(book)
    search.step(lambda _share: None)
    assert search.high == 1.0
    assert solve(book).best.high == 0.0


@pytest.mark.slow
def test_a_play_that_goes_round_for_ever_tells_what_is_missing(book: Book) -> None:
    """
    sheet
        item key, sword

    === 1
    ~ if key
        -> victory
    * Search -> 2
    * Give up -> defeat

    === 2
    ~ if sword
        ~ gain key
    -> 1
    """
    search = above(book)  # there is no sword: nobody wins, and where that is forgotten, searching never ends
    while search.step(lambda _share: None):
        pass
    assert search.high == 0.0
    assert solve(book).best.high == 0.0


@pytest.mark.slow
def test_fewer_states_are_tried_first(book: Book) -> None:
    """
    sheet
        number purse = 0 in 0..200
        number day   = 0 in 0..9
        number bread = 0 in 0..9

    === 1
    ~ day +1
    ~ if day > 3
        -> defeat
    * Trade
        ~ roll 2d6 as d
        ~ purse +d
        -> 1
    * Bake [if purse > 30]
        ~ bread +1
        -> 1
    * Pay the fare [if purse > 90] -> victory
    * Show the bread [if bread > 3] -> victory
    """
    search, steps = above(book), 0  # at most 36 in three days; that the days end is enough to know
    while search.high > 0.0 and search.step(lambda _share: None):
        steps += 1
    assert search.high == 0.0
    assert search._known is not None
    assert search._known[0].size < 1_000


def test_where_all_is_too_much_what_made_nothing_lower_is_let_go(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    sheet
        number junk = 1d100 in 0..100
        number die  = 1d6 in 0..6

    === 1
    * Open [if die > 4 and junk >= 0] -> victory
    * Give up -> defeat
    """
    search = above(book)
    come_from = sources(lowered(book))
    junk, die = come_from["junk"], come_from["die"]
    reasons = iter([[junk], [die]])
    monkeypatch.setattr("gamebook.solver.above.missing", lambda *_: next(reasons, []))
    monkeypatch.setattr("gamebook.solver.above.MOST", 1_000)  # junk takes 304 states, both together 1,304
    bounds = [search.high for _ in iter(lambda: search.step(lambda _share: None), False)]
    assert bounds == pytest.approx([1.0, 1.0, 1.0, 1 / 3])


def test_a_search_that_was_broken_off_goes_on(book: Book) -> None:
    """
    sheet
        number die = 1d6 in 0..6

    === 1
    * Open [if die > 4] -> victory
    * Give up -> defeat
    """

    def stop(_share: float) -> None:
        raise OutOfTime

    search = above(book)
    for _ in range(3):
        with pytest.raises(OutOfTime):
            search.step(stop)
    while search.step(lambda _share: None):
        pass
    assert search.high == pytest.approx(1 / 3)
