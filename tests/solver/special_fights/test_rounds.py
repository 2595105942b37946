"""Rounds in which something else happens: hazards, allies, drains, healing."""

from __future__ import annotations

import pytest

from gamebook.model.book import Book
from tests.support.fight_process import LOSS, WIN, Outcome, Place, decided, exchange, throws, worth
from tests.support.naive_process import best_value


def test_a_hazard_each_round(book: Book) -> None:
    """
    use fighting-fantasy

    === 1
    ~ fight "Fire sprite" SKILL 8 STAMINA 8
        with luck = 0
        each round
            ~ roll 1d6
                1
                    ~ STAMINA -1
                2-6
    -> victory
    """

    def moves(state: Place) -> list[Outcome]:
        h, o = state
        burnt = exchange(1, (h - 1, o), chance=1 / 6) if h > 1 else [(1 / 6, LOSS)]
        return [burnt + exchange(1, (h, o), chance=5 / 6)]

    assert worth(book, SKILL=9, STAMINA=9, LUCK=9) == pytest.approx(best_value((9, 8), moves), rel=1e-12)


def test_an_ally_strikes_too(book: Book) -> None:
    """
    use fighting-fantasy

    === 1
    ~ fight "Ogre" SKILL 10 STAMINA 10
        with luck = 0
        each round
            ~ compare 2d6 + 7 with 2d6 + foe SKILL
                higher
                    ~ foe STAMINA -2
    -> victory
    """
    helps = throws(-3)[0]

    def moves(state: Place) -> list[Outcome]:
        h, o = state
        helped = exchange(-1, (h, o - 2), chance=helps) if o > 2 else [(helps, WIN)]
        return [helped + exchange(-1, (h, o), chance=1 - helps)]

    assert worth(book, SKILL=9, STAMINA=11, LUCK=9) == pytest.approx(best_value((11, 10), moves), rel=1e-12)


def test_a_foe_that_drains_skill(book: Book) -> None:
    """
    use fighting-fantasy

    === 1
    ~ fight "Wight" SKILL 8 STAMINA 8
        with luck = 0
        on wound
            ~ SKILL -1
    -> victory
    """

    def moves(state: Place) -> list[Outcome]:
        skill = state[2]
        return [exchange(skill - 8, state, lost=(skill - 1,))]

    assert worth(book, SKILL=10, STAMINA=12, LUCK=9) == pytest.approx(best_value((12, 8, 10), moves), rel=1e-12)


@pytest.mark.parametrize(("skill", "stamina"), [(9, 6), (7, 9)])
def test_a_foe_that_heals(book: Book, skill: int, stamina: int) -> None:
    """
    use fighting-fantasy

    === 1
    ~ fight "Troll" SKILL 8 STAMINA 6
        with luck = 0
        on round-lost
            ~ foe STAMINA +1
        on round-drawn
            ~ foe STAMINA +1
    -> victory
    """
    win, lose, draw = throws(skill - 8)

    def moves(state: Place) -> list[Outcome]:
        h, o = state
        more = min(o + 1, 6)
        fallen = LOSS if h <= 2 else (h - 2, more)
        return [[(win, WIN if o <= 2 else (h, o - 2)), (lose, fallen), (draw, (h, more))]]

    found = worth(book, SKILL=skill, STAMINA=stamina, LUCK=9)
    assert found == pytest.approx(best_value((stamina, 6), moves), rel=1e-11)


def test_a_hero_who_heals(book: Book) -> None:
    """
    use fighting-fantasy

    === 1
    ~ fight "Imp" SKILL 9 STAMINA 9
        with luck = 0
        on round-won
            ~ STAMINA +1
    -> victory
    """
    win, lose = decided(-1)

    def moves(state: Place) -> list[Outcome]:
        h, o = state
        return [[(win, WIN if o <= 2 else (min(h + 1, 7), o - 2)), (lose, LOSS if h <= 2 else (h - 2, o))]]

    assert worth(book, SKILL=8, STAMINA=7, LUCK=9) == pytest.approx(best_value((7, 9), moves), rel=1e-12)
