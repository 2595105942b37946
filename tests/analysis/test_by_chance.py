"""The random reader of a book whose secrets not every reader knows."""

from __future__ import annotations

import time
from fractions import Fraction
from inspect import cleandoc
from pathlib import Path

import pytest
from msgspec.structs import replace

import gamebook
from gamebook.analysis.by_chance import by_chance, with_ways_past
from gamebook.analysis.difficulty import difficulty
from gamebook.analysis.exactly import Exactly, exactly
from gamebook.analysis.length import lengths
from gamebook.analysis.reach import Reach
from gamebook.analysis.readers import readers
from gamebook.limits import Limits
from gamebook.model.book import Book
from gamebook.model.reader import reader
from gamebook.model.step import Choose
from gamebook.reading import read_text
from gamebook.solver.solution import Search
from gamebook.solver.solving import solve

HATCH = """
    === 1
    * Left -> 2
    * Hatch [knows 50%] -> victory
    * Right -> defeat

    === 2
    ~ random
        1: -> victory
        1: -> defeat
"""
BY_CHANCE = 3 / 8
"""Who knows the hatch wins 1/3 · (1/2 + 1 + 0), who does not 1/2 · (1/2 + 0)."""


def model(text: str) -> Book:
    book = read_text(Path("hatch.gbk"), cleandoc(text)).resolved.book
    assert book is not None
    return book


@pytest.fixture(scope="module")
def hatch() -> Book:
    return model(HATCH)


@pytest.mark.parametrize("listed", [None, 1])
def test_the_random_reader_is_solved_as_best_play_is(hatch: Book, listed: int | None) -> None:
    solved = solve(hatch, listed=listed)
    drawn, played = by_chance(solved)
    assert drawn.search.listed == solved.search.listed == listed
    assert played.value == pytest.approx(BY_CHANCE)
    found = difficulty(solved)
    assert found.complete
    assert found.uniform is not None
    assert found.uniform.middle == pytest.approx(BY_CHANCE)


def test_limits_hold_for_the_random_reader_too(hatch: Book) -> None:
    """Best play is known; of the random reader no more than the limits allow."""
    found = difficulty(replace(solve(hatch), search=Search(limits=Limits(states=1))))
    assert found.best.low == found.best.high == 1.0
    assert not found.complete
    assert found.uniform is None


def test_time_that_passes_between_two_questions_is_not_counted(hatch: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """The random reader is solved at the first question about him, which may come long after the answer."""
    solved, clock = solve(hatch, limits=Limits(seconds=60)), time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: clock() + 3600)
    assert by_chance(solved)[1].value == pytest.approx(BY_CHANCE)


RIDDLE = """
    === 1
    * Riddle [knows 40%] -> 3 secret
    -> 2

    === 2
    ~ random
        1: -> victory
        1: -> defeat

    === 3
    ~ random
        1: -> victory
        9: -> defeat
"""
"""Who knows the riddle must answer it and wins 1/10; the others go on and win 1/2: 0.4 · 1/10 + 0.6 · 1/2 = 34/100.

Nobody has a choice, so that is what every reader wins.
"""


def test_all_readers_go_on_where_they_know_no_option() -> None:
    book = model(RIDDLE)
    assert difficulty(solve(book)).best.middle == pytest.approx(1 / 10)
    assert by_chance(solve(book))[1].value == pytest.approx(0.34)
    found = exactly(book)
    assert isinstance(found, Exactly)
    assert (found.best, found.uniform) == (Fraction(1, 10), Fraction(34, 100))
    asked = [reader(each) for each in ("best", "lookahead(2)", "careless(20%)", "soft(5)", "first-timer", "random")]
    assert [row.value.middle for row in readers(book, asked=asked)] == pytest.approx([0.34] * len(asked))
    for row in lengths(book).rows:
        assert (row.value.middle, row.endless) == (pytest.approx(0.34), 0.0)
        assert row.visits == {"1": 1.0, "2": pytest.approx(0.6), "3": pytest.approx(0.4)}


def test_a_number_behind_what_some_do_not_know_matters() -> None:
    """One more way to win in chapter 2 brings 0.6 · (2/3 - 1/2), one less takes 0.6 · 1/2."""
    found = gamebook.sensitivity(text=f'book "Riddle"\n{cleandoc(RIDDLE)}', reader="random")
    assert found.value.middle == pytest.approx(0.34)
    (line,) = (line for line in found.lines if line.number.address == "2 row 1")
    assert [each.effect for each in line.changes] == pytest.approx([-0.3, 0.1])


MENU = """
    sheet
        item lamp
        number food = 1 in 0..1

    anytime
        * Eat [if food > 0]
            ~ food -1

    === 1
    * Light it
        ~ gain lamp
        -> 2
    * Go on -> 2

    === 2
    * Say the word [knows WORD%] -> victory
    * Read [if lamp] -> victory
    -> 3

    === 3
    ~ ending "Lost"
"""


@pytest.mark.parametrize(("known", "loses"), [(100, False), (40, True), (0, True)])
def test_what_may_happen_to_any_reader(known: int, loses: bool) -> None:
    """Who has the lamp always has a choice, and so has everybody who has food; to eat is not to go on."""
    book = model(MENU.replace("[knows WORD%]", f"[knows {known}%]" if known < 100 else ""))
    anyone = with_ways_past(book)
    assert (anyone is book) == (known == 100)
    reach = Reach(solve(anyone))
    node = reach.solved.space.program.chapters["3"]
    assert reach.is_come_to(node) == loses
    (menu,) = (step for step in anyone.chapters[1].body if isinstance(step, Choose))
    (decide,) = (
        n for n, each in enumerate(reach.solved.space.program.nodes) if getattr(each, "address", 0) == menu.address
    )
    with_lamp = [reach.values(int(state)) for state in reach.states_at(decide)]
    opened = reach.open_options(decide)
    if loses:
        assert [bool(each["lamp"]) for each in with_lamp] == (~opened[:, -1]).tolist()
