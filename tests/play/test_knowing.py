"""Who knows an option with `[knows 40%]` when the computer plays: by hand, and against the solver."""

from __future__ import annotations

from random import Random

import pytest

import gamebook
from gamebook.analysis.by_chance import with_draws, with_ways_past
from gamebook.model.book import Book
from gamebook.play.knowing import Knowing, page
from gamebook.play.moment import Chance, Decision, Ended, Turned
from gamebook.play.session import Session
from gamebook.solver.solving import solve

PLAYS = 4_000
NEAR = 4 * (1 / 4 / PLAYS) ** 0.5
"""Four standard errors at least."""


def begun(text: str) -> tuple[Session, Decision, Knowing]:
    book = with_ways_past(gamebook.Project.of(text).edition().book)
    session = Session(book, 1)
    assert isinstance(session.moment, Decision)
    return session, session.moment, Knowing(book, Random(1))


def shares(moment: Decision, knowing: Knowing) -> dict[tuple[int, ...], float]:
    """How often each set of options is open to a reader who arrives."""
    found = dict[tuple[int, ...], float]()
    for _ in range(PLAYS):
        knowing.turn()
        options = tuple(knowing.open_to(moment))
        found[options] = found.get(options, 0.0) + 1 / PLAYS
    return found


ENDS = "\n=== 2\n-> defeat\n\n=== 3\n-> defeat\n\n=== 16\n-> victory\n"


def test_two_readers_in_five_know_it() -> None:
    _, moment, knowing = begun(f"=== 1\n* You know it [knows 40%] -> 16 secret\n* Wait -> 2\n* Leave -> 3\n{ENDS}")
    assert shares(moment, knowing) == pytest.approx({(0, 1, 2): 0.4, (1, 2): 0.6}, abs=NEAR)


def test_options_with_the_same_percentage_are_known_to_the_same_readers() -> None:
    """Others are drawn by themselves: 0.4 · 0.5 for all three."""
    text = f"=== 1\n* A [knows 40%] -> 16\n* B [knows 40%] -> 2\n* C [knows 50%] -> 2\n* D -> 3\n{ENDS}"
    _, moment, knowing = begun(text)
    wanted = {(0, 1, 2, 3): 0.2, (0, 1, 3): 0.2, (2, 3): 0.3, (3,): 0.3}
    assert shares(moment, knowing) == pytest.approx(wanted, abs=NEAR)


def test_an_answer() -> None:
    _, moment, knowing = begun(f'=== 1\n~ ask "Key?" [knows 30%]\n    3 -> 16\n    4 -> 2\n    else -> 3\n{ENDS}')
    assert shares(moment, knowing) == pytest.approx({(0, 1, 2): 0.3, (2,): 0.7}, abs=NEAR)


def test_who_knows_nothing_that_is_open_goes_past_the_menu() -> None:
    session, moment, knowing = begun(f"=== 1\n* You know it [knows 40%] -> 16\n\nYou wait.\n-> 2\n{ENDS}")
    assert shares(moment, knowing) == pytest.approx({(0,): 0.4, (1,): 0.6}, abs=NEAR)
    assert [each.label for each in page(moment, 0).options] == ["You know it"]
    assert page(moment, 1) == moment
    session.choose(1)
    assert isinstance(session.moment, Ended)
    assert session.chapter == "2"


def test_what_a_reader_knows_stays_after_an_action() -> None:
    sheet = "sheet\n    number n = 0 in 0..99\n\nanytime\n    * Count\n        ~ n +1\n\n"
    session, moment, knowing = begun(f"{sheet}=== 1\n* You know it [knows 40%] -> 16\n* Wait -> 2\n{ENDS}")
    known = knowing.open_to(moment)
    for _ in range(50):
        assert isinstance(session.moment, Decision)
        assert knowing.open_to(session.moment) == known
        knowing.take(session.moment, 2)
        session.choose(2)
    assert isinstance(session.moment, Decision)
    knowing.take(session.moment, 1)
    assert shares(session.moment, knowing) == pytest.approx({(0, 1, 2): 0.4, (1, 2): 0.6}, abs=NEAR)


TWO = """
sheet
    number n = 0 in 0..2
    item rope

anytime
    * Count [if n < 2]
        ~ n +1
    * Knot [if rope and n < 2] [knows 20%]
        ~ n +1

=== 1
* Rope
    ~ gain rope
    -> 2
* Way [knows 30%] -> 16
* On -> 2

=== 2
* Door [knows 40%] -> 16
* Climb [if rope] [knows 70%] -> 16
* Shout [if n = 2] -> 3

You go on.
-> 4

=== 3
-> defeat

=== 4
* Window [knows 25%] -> 16
* Back [if n = 1] -> 1
~ roll 1d2
    1 -> 16
    2 -> defeat

=== 16
-> victory
"""


def won(book: Book, seed: int) -> bool:
    """One play of a reader who picks by chance."""
    lots, session = Random(f"{seed} lots"), Session(book, seed)
    knowing = Knowing(book, lots)
    while not isinstance(session.moment, Ended):
        if isinstance(session.moment, Chance):
            session.roll()
        else:
            assert isinstance(session.moment, Decision)
            number = lots.choice(knowing.open_to(session.moment))
            knowing.take(session.moment, number)
            session.choose(number)
        if any(isinstance(event, Turned) for event in session.heard()):
            knowing.turn()
    return session.chapter == "16"


@pytest.mark.slow
def test_the_random_reader_wins_as_often_as_in_the_book_with_draws() -> None:
    book = gamebook.Project.of(TWO).edition().book
    passing, solved = with_ways_past(book), solve(with_draws(book), uniform=True)
    share = sum(won(passing, seed) for seed in range(PLAYS)) / PLAYS
    assert share == pytest.approx(float(solved.uniform.values.middle[solved.space.root]), abs=NEAR)
