"""The best chance to win one fight, against chances worked out by hand and against whole books."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import assume, given

from gamebook.analysis.fight_costs import COUNTED, fight_costs
from gamebook.analysis.fights import fights_in
from gamebook.analysis.one_fight import OneFight
from gamebook.limits import NO_LIMITS, Limits
from gamebook.model.book import Book
from gamebook.program.lower import lower
from gamebook.program.possible import possible
from gamebook.project import Project
from gamebook.solver.solving import solve
from tests.support.random_books import books

RULES = """\
sheet
    number life = 1 in 0..4
when life <= 0 -> {dead}

combat fight
    foe life
    won when foe life <= 0
    round
        ~ roll 1d10
            1..9
                ~ life -1
            10
                ~ foe life -1

{chapters}
=== 8
~ ending "You are home"

=== 9
~ defeat "You fall"
"""


def most_won(chapters: str, dead: str = "defeat", limits: Limits = NO_LIMITS) -> list[float | None]:
    """The best chances of all fights of a book."""
    book = Project.of(RULES.format(dead=dead, chapters=chapters)).book
    return [_alone(book, limits).most_won(fight) for fight in fights_in(book)]


def _alone(book: Book, limits: Limits = NO_LIMITS) -> OneFight:
    program = lower(book)
    may_be = possible(program)
    assert may_be is not None
    return OneFight(book, program, may_be, limits)


def first(blows: int, wounds: int) -> float:
    """The chance of so many blows, one in ten each, before so many wounds: a negative binomial distribution."""
    blow = Fraction(1, 10)
    return float(sum(comb(blows - 1 + k, k) * blow**blows * (1 - blow) ** k for k in range(wounds)))


REST = "=== 1\n* Rest\n    ~ life +2\n    -> 2\n* Go -> 2\n\n=== 2\n"


@pytest.mark.parametrize("dead", ["defeat", "9"])
def test_the_best_sheet_counts(dead: str) -> None:
    """Who rests has three lives. A chapter that tells a defeat is a defeat."""
    (found,) = most_won(f'{REST}~ fight "Rat" life 6\n-> victory\n', dead)
    assert found == pytest.approx(first(6, 3), rel=1e-9)


def test_a_second_fight_begins_with_what_may_be_left() -> None:
    found = most_won(f'{REST}~ fight "Rat" life 2\n~ fight "Cat" life 5\n-> victory\n')
    assert found == pytest.approx([first(2, 3), first(5, 3)], rel=1e-9)


def test_foes_in_turn_are_one_fight() -> None:
    found = most_won(f'{REST}~ fight "Rat" life 2 then "Cat" life 3\n-> victory\n')
    assert found == pytest.approx([first(5, 3)], rel=1e-9)


def test_more_may_be_worse() -> None:
    """The reader who comes with the higher curse wins less often, and the other counts."""
    curse = "* Touch it\n    ~ life +3\n    -> 2\n* Go -> 2\n\n=== 2\n"
    fight = '~ fight "Rat" life 2\n    each round\n        ~ if life > 1\n            ~ set life = 0\n-> victory\n'
    (found,) = most_won(f"=== 1\n{curse}{fight}")
    assert found == pytest.approx(first(2, 1), rel=1e-9)


@pytest.mark.parametrize("way_out", ["escape -> 8", "lost -> 8", "after 1 rounds -> 8"])
def test_who_comes_out_alive_has_not_lost(way_out: str) -> None:
    (found,) = most_won(f'{REST}~ fight "Rat" life 4\n    {way_out}\n-> victory\n')
    assert found is not None
    assert found > first(4, 3)


def test_a_row_lost_that_tells_a_defeat_is_one() -> None:
    (found,) = most_won(f'{REST}~ fight "Rat" life 4\n    lost -> 9\n-> victory\n')
    assert found == pytest.approx(first(4, 3), rel=1e-9)


def test_a_fight_to_which_nobody_comes_is_not_known() -> None:
    assert most_won('=== 1\n-> 8\n\n=== 2\n~ fight "Rat" life 4\n-> victory\n') == [None]


def test_a_fight_with_too_many_sheets_is_not_known() -> None:
    chapters = f'{REST}~ fight "Rat" life 6\n-> victory\n'
    assert most_won(chapters, limits=Limits(states=10)) == [None]
    assert most_won(chapters, limits=Limits(states=100)) == pytest.approx([first(6, 3)], rel=1e-9)


@pytest.mark.slow
@given(books())
def test_no_way_of_playing_a_book_wins_more(book: Book) -> None:
    solved = solve(book, counted=COUNTED)
    assume(solved.space.complete)
    alone = _alone(solved.book)
    most = {fight.address: alone.most_won(fight) for fight in fights_in(solved.book)}
    endings = len(solved.space.program.endings)
    ending = (each for each in (solved.best, solved.uniform) if each.visits[:endings].sum() > 1 - 1e-9)
    for played in ending:  # of plays that never end the number of fights has no meaning
        for cost in fight_costs(solved, played):
            bound = most[cost.address]
            assert bound is None or cost.won + cost.left <= bound + 1e-9
