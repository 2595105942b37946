"""The random reader of a book whose secrets not every reader knows."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from inspect import cleandoc
from pathlib import Path

import pytest
from msgspec.structs import replace

import gamebook
from gamebook.analysis.by_chance import by_chance, visits_by_chance, with_draws, with_ways_past
from gamebook.analysis.chapters import chapters, strayed
from gamebook.analysis.costs import DecisionCosts, OptionCost, costs
from gamebook.analysis.difficulty import difficulty
from gamebook.analysis.exactly import Exactly, exactly
from gamebook.analysis.length import lengths
from gamebook.analysis.reach import Reach
from gamebook.analysis.readers import readers
from gamebook.analysis.study import Study
from gamebook.limits import Limits
from gamebook.model.book import Book
from gamebook.model.reader import reader
from gamebook.model.step import Choose
from gamebook.reading import read_text
from gamebook.render.text import text
from gamebook.report.solution import sections
from gamebook.solver.solution import Search, Solved
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
    assert [each.gain for each in line.changes] == pytest.approx([-0.3, 0.1])


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


FEW_HAVE_IT = """
    sheet
        item a

    === 1
    * Win -> victory
    * Secret [knows 10%]
        ~ gain a
        -> 3
    * Other -> 3

    === 3
    * X
        ~ if a
            -> victory
        -> defeat "X"
    * Y -> defeat "Y"
"""
"""Best play wins at once. At random, 1/10 · 1/3 come to chapter 3 with the item, and 1/10 · 1/3 + 9/10 · 1/2 without:
2/60 and 29/60. So two in 31 have it there."""


def option(found: tuple[DecisionCosts, ...], label: str) -> OptionCost:
    (one,) = (each for decision in found for each in decision.options if each.label == label)
    return one


def test_who_strays_knows_secrets_as_often_as_the_book_says() -> None:
    """With the item Y throws a victory away, without it nothing: it costs 2/31, and is else as good as any."""
    solved = solve(model(FEW_HAVE_IT))
    found = option(costs(solved), "Y")
    assert (found.open, found.best, found.cost) == (0.0, pytest.approx(29 / 31), pytest.approx(2 / 31))
    assert strayed(solved, solved.best, chapters(solved, solved.best)) == {"3": pytest.approx(2 / 31)}


def test_who_does_not_know_an_option_has_what_it_asks_for() -> None:
    """Half of the random readers come to chapter 2 with the key; whether they know the door makes no difference."""
    solved = solve(
        model("""
            sheet
                item key

            === 1
            * Win -> victory
            * Take it
                ~ gain key
                -> 2
            * Leave it -> 2

            === 2
            * Door [if key] [knows 0%] -> victory
            * Stay -> defeat
            """)
    )
    found = costs(solved)
    assert (option(found, "Stay").best, option(found, "Stay").cost) == (pytest.approx(1 / 2), pytest.approx(1 / 2))
    assert (option(found, "Door").best, option(found, "Door").cost) == (1.0, 0.0)


AROUND = """
    sheet
        item a
        number n = 0 in 0..2

    anytime
        * Rest [if n < 2]
            ~ n +1

    === 1
    * Win -> victory
    * Secret [knows 50%]
        ~ gain a
        -> 2
    * On -> 2

    === 2
    ~ random
        1:
            * Riddle [knows 30%] -> 3
        1:
    * Back [if n < 2] -> 1
    * Further [knows 60%] -> 3
    -> 4

    === 3
    * Last [if a] -> 4
    * Up -> victory

    === 4
    * Down -> defeat
    * Up -> victory
"""


def test_the_random_reader_comes_to_each_chapter_as_often_as_in_the_book_with_draws() -> None:
    """Who knows a secret still knows it after a rest, and who knows none at a menu goes on past it."""
    book = model(AROUND)
    solved, drawn = solve(book), solve(with_draws(book))
    visits = visits_by_chance(solved)
    assert visits is not None
    for chapter in book.chapters:
        states = solved.arrival(solved.best, chapter.name).states
        assert visits[states].sum() == pytest.approx(drawn.visits_to(drawn.uniform, chapter.name), rel=1e-12)


def test_a_state_that_only_those_come_to_who_do_not_know_is_none_of_the_book() -> None:
    """At random 1/2 answer, and as many do not know, go on, and note what no other reader can have in chapter 3."""
    solved = solve(
        model("""
            sheet
                codeword LATE

            === 1
            * Answer [knows 50%] -> 3
            ~ note LATE
            -> 3

            === 3
            * Go [if LATE] -> victory
            * Stay -> defeat
            """)
    )
    visits = visits_by_chance(solved)
    assert visits is not None
    assert visits[solved.arrival(solved.best, "3").states].tolist() == pytest.approx([1 / 2])


def test_a_book_without_secrets_is_not_listed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr("gamebook.analysis.by_chance.explore", never)
    solved = solve(model(FEW_HAVE_IT.replace(" [knows 10%]", "")))
    assert visits_by_chance(solved) is solved.uniform.visits
    assert option(costs(solved), "Y").cost == pytest.approx(1 / 2)  # one of two who come here has it


def in_arrays(book: Book) -> Solved:
    return solve(book, listed=1, classes=True)


def limited(book: Book) -> Solved:
    return replace(solve(book), search=Search(limits=Limits(states=1)))


def unfinished(book: Book) -> Solved:
    return solve(book, limits=Limits(states=3))


@pytest.mark.parametrize("how", [in_arrays, limited, unfinished])
def test_where_there_are_too_many_states_for_draws_who_strays_knows_all(how: Callable[[Book], Solved]) -> None:
    solved = how(model(FEW_HAVE_IT))
    assert visits_by_chance(solved) is None
    found = costs(solved)
    if how is not unfinished:
        assert option(found, "Y").cost == pytest.approx(1 / 2)  # one of two who come here has the item
    told = text([*sections(Study(solved), choices=True)]).plain
    # Where nobody knows what the random reader wins, there is no table of choices.
    note = "That reader knows every option here, also with [knows]: there are too many states."
    assert ("Choices under best play" in told, note in told) == (how is in_arrays, how is in_arrays)
