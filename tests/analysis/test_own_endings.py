"""No words of an author's endings mean anything to the program: a book is worth the same with any others."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gamebook.analysis.campaign import campaign
from gamebook.analysis.endings import endings
from gamebook.analysis.exactly import Exactly, exactly
from gamebook.analysis.heroes import heroes
from gamebook.analysis.picks import OTHER, only_hero
from gamebook.analysis.until import end_states
from gamebook.analysis.without import without_chapter
from gamebook.graph.until import cut_at
from gamebook.limits import NO_LIMITS
from gamebook.model.arithmetic import TRUE
from gamebook.model.book import Book
from gamebook.model.own_endings import own_ending
from gamebook.project import Project
from gamebook.solver.sample import sample
from gamebook.solver.simulate import chain, simulate
from gamebook.solver.solution import Solved
from gamebook.solver.solving import solve

COIN = """
=== 1
~ roll 1d8
    1-4 -> victory "{0}"
    5 -> defeat "{0}"
    6
        * Locked [if 1 = 2] -> 1
    7-8 -> 2

=== 2
-> 2
"""
HERO = """
hero
    ~ gold +1d2

sheet
    number gold = 0 in 0..9

=== 1
~ if gold = 2
    -> victory "{0}"
-> defeat "{0}"
"""
WORDS = ["soft lock", "endless", "not written yet", "reached 1", " without", "another hero", "the book is won"]


def book(text: str, words: str) -> Book:
    return Project.of(text.format(words)).book


def worth(solved: Solved) -> float:
    return float(solved.best.values.low[solved.space.root])


@pytest.mark.parametrize("words", WORDS)
def test_words_of_an_ending_do_not_change_what_a_book_is_worth(words: str) -> None:
    read = book(COIN, words)
    solved = solve(read)
    assert worth(solved) == pytest.approx(0.5)
    exact = exactly(read)
    assert isinstance(exact, Exactly) and (exact.best, exact.uniform) == (Fraction(1, 2), Fraction(1, 2))
    rows = [(row.kind, row.best) for row in endings(solved)]
    assert rows == [("victory", 0.5), ("defeat", 0.125), ("defeat", 0.125), ("endless", pytest.approx(0.25))]
    assert len({row.ending for row in endings(solved)}) == 4
    played = simulate(chain(solved.best), 4000).endings
    assert sum(share.value for share in played.values()) == pytest.approx(1.0)
    assert max(share.value for share in played.values()) == pytest.approx(0.5, abs=0.08)


def test_plays_are_counted_for_the_ending_they_come_to() -> None:
    found = sample(book(COIN.replace("7-8 -> 2", '7-8 -> defeat "Off"'), "soft lock"), {}, plays=2000)
    assert found.win.value == pytest.approx(0.5, abs=0.08)
    assert found.counts["soft lock (victory)"] > 3 * found.counts["soft lock"] > 0


def test_coming_to_a_chapter_is_none_of_the_endings() -> None:
    text = '=== 1\n~ roll 1d4\n    1 -> 2\n    2-4 -> ending "reached 2"\n\n=== 2\n-> victory\n'
    solved = solve(cut_at(Project.of(text).book, ["2"]))
    assert [(each.chance, each.reached) for each in end_states(solved, ("2",))] == [(0.75, False), (0.25, True)]
    assert worth(solved) == pytest.approx(0.25)


def test_a_book_without_a_chapter_is_lost_there_and_won_elsewhere() -> None:
    text = '=== 1\n~ roll 1d4\n    1 -> 2\n    2-4 -> victory "without"\n\n=== 2\n-> victory\n'
    lost = solve(without_chapter(Project.of(text).book, "2"))
    assert worth(lost) == pytest.approx(0.75)


@pytest.mark.parametrize("words", ["the hero is made", "another hero"])
def test_heroes_are_worth_what_they_are(words: str) -> None:
    read = book(HERO, words)
    table = heroes(solve(read))
    assert [(hero.chance, hero.value) for hero in getattr(table, "heroes", ())] == [(0.5, 0.0), (0.5, 1.0)]
    made = solve(only_hero(read, TRUE))
    assert worth(made) == pytest.approx(1.0)


@pytest.mark.parametrize("end", ["the book is won", "the book is won, and all that follow", "not begun"])
def test_a_campaign_is_won_by_victories_only(end: str) -> None:
    first = Project.of(f'book "One"\n\n{HERO.format(end)}').book
    last = Project.of(f'book "Two"\n    carry gold\n{HERO.format(end)}'.replace("hero\n    ~ gold +1d2\n", "")).book
    assert campaign([first, last], limits=NO_LIMITS).best.middle == pytest.approx(0.5)


def test_an_ending_of_the_programs_own_has_a_name_that_is_free() -> None:
    read = book(HERO, OTHER)
    assert {each.name for each in read.endings} == {"another hero (victory)", "another hero (defeat)"}
    assert own_ending(read, "another hero (defeat)", "defeat").name == "another hero (defeat) 2"
    assert own_ending(read, "endless", "defeat").name == "endless 2"
