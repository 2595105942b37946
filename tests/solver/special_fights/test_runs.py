"""Two rounds running: the rule of *Crypt of the Sorcerer*, for the foe and for the reader."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gamebook.model.book import Book
from tests.support.fight_process import LOSS, WIN, Outcome, Place, decided, exchange, luck_or_not, read, throws, worth
from tests.support.naive_process import best_value
from tests.support.slowly import then_slowly

HERO = {"SKILL": 12, "STAMINA": 24, "LUCK": 12}
CRYPT = """use fighting-fantasy

=== 1
~ fight "Razaak" SKILL 12 STAMINA 20
    {luck}
    local run = 0 in 0..2
    on round-won
        ~ set run = 0
    {drawn}
    on round-lost
        ~ run +1
        ~ if run = 2
            -> defeat "At once"
-> victory
"""
BREAKS = "on round-drawn\n        ~ set run = 0"
NO_LUCK = "with luck = 0"


def test_two_lost_rounds_running_kill() -> None:
    """Ten wins, never two losses running: before each win at most one loss, so each has chance 1/2 + 1/2 · 1/2."""
    assert Fraction(59049, 1048576) == Fraction(3, 4) ** 10
    found = worth(read(CRYPT.format(luck=NO_LUCK, drawn="")), **HERO)
    assert found == pytest.approx(59049 / 1048576, rel=1e-12)


def test_where_a_draw_breaks_the_run() -> None:
    def moves(state: Place) -> list[Outcome]:
        return [exchange(0, state, won=(0,), lost=(1,), drawn=(0,), harm=99 if state[2] else 2)]

    found = worth(read(CRYPT.format(luck=NO_LUCK, drawn=BREAKS)), **HERO)
    assert found == pytest.approx(best_value((24, 20, 0), moves), rel=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("breaks", then_slowly([False, True], 1))
def test_with_luck_at_its_best(breaks: bool) -> None:
    win, lose, draw = throws(0)

    def moves(state: Place) -> list[Outcome]:
        what, h, o, luck, run = state
        if what == "round":
            fallen: Place = LOSS if run else ("lost", h, o, luck, 1)
            again = ("round", h, o, luck, 0 if breaks else run)
            return [[(win, ("won", h, o, luck, 0)), (lose, fallen), (draw, again)]]

        def after(points: int, left: int) -> Place:
            if what == "won":
                return WIN if o <= points else ("round", h, o - points, left, 0)
            return LOSS if h <= points else ("round", h - points, o, left, 1)

        return luck_or_not(won=what == "won", luck=luck, after=after)

    found = worth(read(CRYPT.format(luck="", drawn=BREAKS if breaks else "")), **HERO)
    assert found == pytest.approx(best_value(("round", 24, 20, 12, 0), moves), rel=1e-11)


def test_two_won_rounds_running_end_it(book: Book) -> None:
    """
    use fighting-fantasy

    === 1
    ~ fight "Golem" SKILL 10 STAMINA 20
        with luck = 0
        local run = 0 in 0..2
        on round-lost
            ~ set run = 0
        on round-won
            ~ run +1
            ~ if run = 2
                -> victory
    -> victory
    """
    win, lose = decided(-1)

    def moves(state: Place) -> list[Outcome]:
        h, o, run = state
        return [[(win, WIN if run or o <= 2 else (h, o - 2, 1)), (lose, LOSS if h <= 2 else (h - 2, o, 0))]]

    assert worth(book, SKILL=9, STAMINA=12, LUCK=9) == pytest.approx(best_value((12, 20, 0), moves), rel=1e-12)
