"""Potions in a fight: at death's door, and when the reader likes."""

from __future__ import annotations

import pytest

from gamebook.model.book import Book
from tests.support.fight_process import LOSS, WIN, Outcome, Place, decided, exchange, luck_or_not, worth
from tests.support.naive_process import best_value


def test_a_potion_that_is_drunk_at_deaths_door(book: Book) -> None:
    """
    use fighting-fantasy

    sheet
        item potion = 1

    first when STAMINA <= 0 and potion
        ~ lose potion
        ~ set STAMINA = 5

    === 1
    ~ fight "Black knight" SKILL 9 STAMINA 10
    -> victory
    """
    win, lose = decided(0)

    def moves(state: Place) -> list[Outcome]:
        what, h, o, luck, potion = state
        if what == "round":
            return [[(win, ("won", h, o, luck, potion)), (lose, ("lost", h, o, luck, potion))]]

        def after(points: int, left: int) -> Place:
            if what == "won":
                return WIN if o <= points else ("round", h, o - points, left, potion)
            if h > points:
                return ("round", h - points, o, left, potion)
            return ("round", 5, o, left, 0) if potion else LOSS

        return luck_or_not(won=what == "won", luck=luck, after=after)

    found = worth(book, SKILL=9, STAMINA=7, LUCK=8)
    assert found == pytest.approx(best_value(("round", 7, 10, 8, 1), moves), rel=1e-11)


def test_a_potion_when_the_reader_likes(book: Book) -> None:
    """
    use fighting-fantasy

    sheet
        item potion = 1

    anytime in fights
        * Drink [if potion]
            ~ lose potion
            ~ STAMINA +4

    === 1
    ~ fight "Harpy" SKILL 9 STAMINA 8
        with luck = 0
    -> victory
    """

    def moves(state: Place) -> list[Outcome]:
        h, o, potion = state
        fight = exchange(-1, state)
        return [fight, [(1.0, (min(h + 4, 9), o, 0))]] if potion else [fight]

    assert worth(book, SKILL=8, STAMINA=9, LUCK=9) == pytest.approx(best_value((9, 8, 1), moves), rel=1e-11)
