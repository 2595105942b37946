"""Other numbers: damage, modifiers, a shield, luck that may be tested so often and no more."""

from __future__ import annotations

import pytest

from gamebook.model.book import Book
from tests.support.fight_process import LOSS, WIN, Outcome, Place, decided, luck_or_not, plain, read, throws, worth
from tests.support.naive_fights import lucky
from tests.support.naive_process import best_value

SHIELD = """use fighting-fantasy

=== 1
~ fight "Spearman" SKILL 9 STAMINA 6
    with shield = 2
    with shield-first = {first}
-> victory
"""


@pytest.mark.parametrize("first", [0, 1])
def test_a_shield_before_or_after_the_decision_about_luck(first: int) -> None:
    win, lose = decided(-1)
    shields = {1: 2 / 6, 0: 4 / 6}

    def moves(state: Place) -> list[Outcome]:
        what, h, o, luck, guard = state

        def struck(points: int, left: int) -> Place:
            return WIN if o <= points else ("round", h, o - points, left, None)

        def hurt(points: int, left: int) -> Outcome:
            held = shields if guard is None else {guard: 1.0}
            wounds = [(chance, points - less) for less, chance in held.items()]
            return [(chance, LOSS if h <= wound else ("round", h - wound, o, left, None)) for chance, wound in wounds]

        if what == "round":
            known = shields if first else {None: 1.0}
            lost = [(lose * chance, ("lost", h, o, luck, less)) for less, chance in known.items()]
            return [[(win, ("won", h, o, luck, None)), *lost]]
        if what == "won":
            return luck_or_not(won=True, luck=luck, after=struck)
        options = [hurt(2, luck)]
        if luck:
            tests = ((float(lucky(luck)), 1), (1 - float(lucky(luck)), 3))
            options.append([(q * chance, to) for q, points in tests for chance, to in hurt(points, luck - 1)])
        return options

    found = worth(read(SHIELD.format(first=first)), SKILL=8, STAMINA=7, LUCK=8)
    assert found == pytest.approx(best_value(("round", 7, 6, 8, None), moves), rel=1e-11)


def test_a_shield_of_less_than_nothing_is_none() -> None:
    """A sum such as `with shield = armour - 3` may come to that; it is no mistake in the rule system."""
    hero = {"SKILL": 8, "STAMINA": 7, "LUCK": 8}
    none, less = (SHIELD.format(first=0).replace("shield = 2", f"shield = {n}") for n in (0, -1))
    assert worth(read(less), **hero) == worth(read(none), **hero)


def test_other_damage(book: Book) -> None:
    """
    use fighting-fantasy

    === 1
    ~ fight "Giant" SKILL 8 STAMINA 14
        with damage = 3
        with harm = 4
        with luck = 0
    -> victory
    """
    assert worth(book, SKILL=9, STAMINA=15, LUCK=9) == pytest.approx(plain(1, 15, 14, damage=3, harm=4), rel=1e-12)


def test_modifiers_in_the_first_round_only(book: Book) -> None:
    """
    use fighting-fantasy

    === 1
    ~ fight "Ambusher" SKILL 9 STAMINA 8
        with attack = -3 for 1 round
        with foe-attack = 1 for 1 round
        with luck = 0
    -> victory
    """
    win, lose, draw = throws(-4)
    exactly = win * plain(0, 9, 6) + lose * plain(0, 7, 8) + draw * plain(0, 9, 8)
    assert worth(book, SKILL=9, STAMINA=9, LUCK=9) == pytest.approx(exactly, rel=1e-12)


LIMITED = """use fighting-fantasy

=== 1
~ fight "Hag" SKILL 10 STAMINA 9
    with luck = {most}
-> victory
"""


@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_luck_at_most_so_often(most: int) -> None:
    win, lose = decided(-1)

    def moves(state: Place) -> list[Outcome]:
        what, h, o, luck, left = state
        if what == "round":
            return [[(win, ("won", h, o, luck, left)), (lose, ("lost", h, o, luck, left))]]

        def after(points: int, luck_left: int) -> Place:
            mine, theirs = (h, o - points) if what == "won" else (h - points, o)
            over = WIN if theirs <= 0 else LOSS if mine <= 0 else None
            return ("round", mine, theirs, luck_left, left - (luck - luck_left)) if over is None else over

        return luck_or_not(won=what == "won", luck=luck, after=after, may=left > 0)

    found = worth(read(LIMITED.format(most=most)), SKILL=9, STAMINA=9, LUCK=11)
    assert found == pytest.approx(best_value(("round", 9, 9, 11, most), moves), rel=1e-11)
    if most == 0:
        assert found == pytest.approx(plain(-1, 9, 9), rel=1e-12)
