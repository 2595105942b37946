"""How a fight ends: by escape, by its rounds, at the first wound, or lost and not the end."""

from __future__ import annotations

from textwrap import dedent

import pytest

import gamebook
from gamebook.model.book import Book
from tests.support.fight_process import LOSS, WIN, Outcome, Place, decided, exchange, throws, worth
from tests.support.naive_process import best_value


def test_escape_at_a_price(book: Book) -> None:
    """
    use fighting-fantasy

    === 1
    ~ fight "Hydra" SKILL 9 STAMINA 8
        with luck = 0
        escape from round 3 -> 2
            ~ STAMINA -2
    -> victory

    === 2
    ~ roll 1d6
        1-2 -> victory
        3-6 -> defeat
    """

    def moves(state: Place) -> list[Outcome]:
        h, o, number = state
        fight = exchange(-1, (h, o, min(number + 1, 3)))
        return [fight, [(1.0, LOSS if h <= 2 else 1 / 3)]] if number == 3 else [fight]

    assert worth(book, SKILL=8, STAMINA=9, LUCK=9) == pytest.approx(best_value((9, 8, 1), moves), rel=1e-11)


def test_a_fight_that_stops_and_one_that_must_be_quick(book: Book) -> None:
    """
    use fighting-fantasy

    === 1
    ~ fight "Sentry" SKILL 8 STAMINA 6
        with luck = 0
        after 5 rounds -> 2
        won
            ~ if round <= 4
                -> victory
            -> 2

    === 2 The watch is roused
    ~ roll 1d6
        1 -> victory
        2-6 -> defeat
    """
    win, lose, draw = throws(1)

    def moves(state: Place) -> list[Outcome]:
        h, o, done = state
        if done == 5:
            return [[(1.0, 1 / 6)]]
        fallen = WIN if done + 1 <= 4 else 1 / 6
        hit = fallen if o <= 2 else (h, o - 2, done + 1)
        return [[(win, hit), (lose, LOSS if h <= 2 else (h - 2, o, done + 1)), (draw, (h, o, done + 1))]]

    assert worth(book, SKILL=9, STAMINA=7, LUCK=9) == pytest.approx(best_value((7, 6, 0), moves), rel=1e-12)


def test_the_first_wound_and_a_fight_lost(book: Book) -> None:
    """
    use fighting-fantasy

    === 1
    ~ fight "Viper" SKILL 7 STAMINA 6
        with luck = 0
        wounded
            ~ roll 1d6
                1 -> defeat "Poison"
                2-6
        lost -> 2
    -> victory

    === 2
    ~ roll 1d6
        1-3 -> victory
        4-6 -> defeat "For good"
    """
    win, lose = decided(1)

    def moves(state: Place) -> list[Outcome]:
        h, o, hurt = state
        later: Place = 0.5 if h <= 2 else (h - 2, o, 1)
        wound = [(lose, later)] if hurt else [(lose / 6, LOSS), (lose * 5 / 6, later)]
        return [[(win, WIN if o <= 2 else (h, o - 2, hurt)), *wound]]

    assert worth(book, SKILL=8, STAMINA=6, LUCK=9) == pytest.approx(best_value((6, 6, 0), moves), rel=1e-12)


@pytest.mark.parametrize("loss", ["store gold in chest", "gold -1", "set gold = 0", "pay 1 gold"])
def test_a_wound_by_a_trigger(loss: str) -> None:
    """However the trigger takes the gold that is left: who escapes and sounds the alarm is wounded, and wins."""
    text = f"""
        sheet
            number gold = 1 in 0..2
            codeword ALARM
        combat fight
            foe life
            wounds gold
            won when foe life <= 0
            round
                ~ foe life -1
        first when ALARM
            ~ {loss}
        === 1
        ~ fight
            foe "Thief" life 1
            wounded -> victory
            escape -> 2
                ~ note ALARM
        -> defeat
        === 2
        -> defeat
    """
    assert gamebook.solve(text=dedent(text)).value == 1
