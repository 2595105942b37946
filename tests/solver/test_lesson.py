"""A player who has practised: plays on the whole book as practice promised, and the same each time."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from gamebook.errors import LimitReached, OutOfTime, UsageError
from gamebook.job import Job
from gamebook.model.book import Book
from gamebook.program.compile import Target, compiled
from gamebook.project import Project
from gamebook.solver import practice
from gamebook.solver.lesson import lesson, wants_practice
from gamebook.solver.practice import Practice
from gamebook.solver.sample import Player, Sample
from gamebook.solver.solution import ending_worth
from gamebook.solver.solving import solve
from gamebook.verbs import simulate
from tests.support.slowly import then_slowly
from tests.support.small_games import DOORS, LADDER

STRANGERS = Path("tests/data/strangers")
ALMOST_SURE = 0.999999


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice, "ROUND", 200_000)


def player(book: Book, plays: int, rounds: int = 1, seed: int = 1) -> Player:
    found = Player(book, policy=lesson(book, rounds=rounds, seed=seed), seed=seed)
    found.play(plays)
    return found


def test_a_practised_player_wins_as_best_play_does(book: Book) -> None:
    won = player(book, 20_000).sample(ALMOST_SURE).win
    assert won.low <= 6 / 7 <= won.high
    assert won.high - won.low < 0.03


test_a_practised_player_wins_as_best_play_does.__doc__ = LADDER


def test_a_rival_has_practised_too(book: Book) -> None:
    found = player(book, 20_000).sample(ALMOST_SURE)
    assert found.rivals
    assert found.practised
    assert found.win.low <= 1 / 6 <= found.win.high


test_a_rival_has_practised_too.__doc__ = DOORS


def test_values_that_are_one_in_practice_are_kept_apart_on_the_sheet(book: Book) -> None:
    """
    sheet
        number gold = 1d6 + 4 in 0..20

    === 1
    * The rich man's gate
        ~ if gold >= 8
            -> victory
        ~ defeat
    * The poor man's gate
        ~ if gold < 8
            -> victory
        ~ defeat

    By hand: practice sees two values of gold, 0 and 8; who has 5 or 10 must take them for one of these.
    """
    work = player(book, 2_000)
    assert work.sample().win.value == 1.0
    seen = {step.sheet["gold"] for number in range(1, 60) for step in work.again(number)}
    assert seen >= set(range(5, 11))


@pytest.mark.slow
@pytest.mark.parametrize("name", then_slowly(["silver-maze", "corvid-adrift"], 1))
def test_plays_of_the_whole_book_win_as_often_as_those_of_practice(name: str) -> None:
    """Practice plays a program with fewer values by a kernel of its own; both intervals hold the same chance."""
    book = Project(STRANGERS / f"{name}.gbk").book
    program = compiled(book, None, Target(numbers=False))
    promised = Practice(program, ending_worth(book, program), 3)
    promised.practise(lambda _share: None)
    assert promised.result is not None
    one = promised.result.win
    other = player(book, 10_000, seed=3).sample(0.99999).win
    assert one.low - 0.01 <= other.high
    assert other.low <= one.high + 0.01


@pytest.mark.slow
def test_the_same_seed_and_rounds_teach_the_same_and_each_play_can_be_played_again() -> None:
    book = Project("books/starter.gbk").book
    one, same, more = player(book, 500), player(book, 500), player(book, 500, rounds=2)
    assert one.sample().counts == same.sample().counts
    assert one.words == "good play after 1 round of practice"
    assert more.words == "good play after 2 rounds of practice"
    first = next(count.first for count in one.sample().options.values() if count.first and count.first > 1)
    assert one.again(first) == same.again(first)
    ends = [same.again(number)[-1].ending for number in range(1, 501)]
    assert {name: ends.count(name) for name in one.sample().counts} == dict(one.sample().counts)


@pytest.mark.slow
def test_it_wins_no_more_than_best_play_and_not_much_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice, "ROUND", 2_000_000)
    book = Project("books/tutorial.gbk").book
    found, best = player(book, 20_000).sample(ALMOST_SURE).win, solve(book).best
    assert found.low <= best.high
    assert found.value >= best.low - 0.03


def test_points_are_not_practised(book: Book) -> None:
    """
    book "Coins"
        aim score

    === 1
    ~ score +1
    ~ victory
    """
    with pytest.raises(UsageError, match="aim score"):
        lesson(book)


def test_who_has_no_time_learns_nothing(book: Book) -> None:
    """
    === 1
    * Out -> victory
    """
    with pytest.raises(OutOfTime):
        lesson(book, until=0.0)
    job = Job()
    job.finish()
    with job, pytest.raises(OutOfTime):
        lesson(book)


@pytest.mark.slow
def test_later_rounds_leave_time_for_plays(book: Book) -> None:
    """
    === 1
    * Out -> victory
    * Down
        ~ defeat
    """
    until = time.monotonic() + 2.0
    learned = lesson(book, rounds=1_000, until=until)
    assert time.monotonic() < until
    assert "after 1000 " not in learned.words


def test_a_strategy_of_the_book_may_have_the_name(book: Book) -> None:
    """
    strategy practised
        otherwise first

    === 1
    * Out -> victory
    """
    assert not wants_practice(book, "practised")
    assert wants_practice(Project("books/starter.gbk").book, " practised")
    assert not wants_practice(Project("books/starter.gbk").book, "uniform")


def test_the_verb_practises_too() -> None:
    found = simulate("books/starter.gbk", 500, "practised")
    assert isinstance(found, Sample)
    assert found.counts == player(Project("books/starter.gbk").book, 500).sample().counts


def test_numbers_with_too_many_values_are_no_matter_for_practice(book: Book) -> None:
    """
    book "No end"
        use fighting-fantasy

    === 1
    ~ fight "Giant" SKILL 9 STAMINA 1000000000
    -> victory
    """
    with pytest.raises(LimitReached, match="foe 1 STAMINA can be anything from 0 to 1000000000"):
        lesson(book)
