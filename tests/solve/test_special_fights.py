"""The special rules of real books, each in a small book against a process written down by hand.

The processes know nothing of the language: they are the rules of a fight in a few lines of Python, over states
("round", …), ("won", …), ("lost", …), solved by `tests/support/naive_process.py`. Where luck may be tested, best use of
it is part of the answer.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from gamebook.model.book import Book
from gamebook.resolve.load import load_around
from gamebook.resolve.resolve import resolve
from gamebook.solve.solution import solve
from gamebook.source import Source
from tests.support.naive_fights import lucky, round_chances
from tests.support.naive_process import best_value

WIN, LOSS = 1.0, 0.0
Place = Any
"""A state of a process, or what is won there."""
Outcome = list[tuple[float, Place]]


def throws(edge: int) -> tuple[float, float, float]:
    """Chances to win, lose and draw a round."""
    win, lose, draw = round_chances(edge)
    return float(win), float(lose), float(draw)


def worth(book: Book, **hero: int) -> float:
    """What best play wins, after a look at the bracket's width."""
    best = solve(book, hero).best
    assert best.high - best.low < 1e-11
    return best.value


def read(text: str) -> Book:
    """The book that a page means."""
    resolved = resolve(load_around(Source("test.gbk", text)).pages)
    assert resolved.book is not None
    return resolved.book


def gamble(luck: int, good: Place, bad: Place) -> Outcome:
    q = float(lucky(luck))
    return [(q, good), (1 - q, bad)]


# ---- runs of rounds ----------------------------------------------------------------------------------------


CRYPT_WITHOUT = Fraction(3, 4) ** 10
"""Ten wins, never two losses running: before each win at most one loss, so each has chance 1/2 + 1/2 · 1/2."""


def test_two_lost_rounds_running_kill(book: Book) -> None:
    """
    use fighting-fantasy

    === 1
    ~ fight "Razaak" SKILL 12 STAMINA 20
        with luck = 0
        local run = 0 in 0..2
        on round-won
            ~ set run = 0
        on round-lost
            ~ run +1
            ~ if run = 2
                -> defeat "At once"
    -> victory
    """
    assert Fraction(59049, 1048576) == CRYPT_WITHOUT
    assert worth(book, SKILL=12, STAMINA=24, LUCK=12) == pytest.approx(float(CRYPT_WITHOUT), rel=1e-12)


def test_two_lost_rounds_running_kill_and_a_draw_breaks_the_run(book: Book) -> None:
    """
    use fighting-fantasy

    === 1
    ~ fight "Razaak" SKILL 12 STAMINA 20
        with luck = 0
        local run = 0 in 0..2
        on round-won
            ~ set run = 0
        on round-drawn
            ~ set run = 0
        on round-lost
            ~ run +1
            ~ if run = 2
                -> defeat "At once"
    -> victory
    """
    win, lose, draw = throws(0)

    def moves(state: Place) -> list[Outcome]:
        h, o, run = state
        fallen: Place = LOSS if run or h <= 2 else (h - 2, o, 1)
        return [[(win, WIN if o <= 2 else (h, o - 2, 0)), (lose, fallen), (draw, (h, o, 0))]]

    assert worth(book, SKILL=12, STAMINA=24, LUCK=12) == pytest.approx(best_value((24, 20, 0), moves), rel=1e-12)


def crypt(breaks: bool) -> float:
    """The same with luck at its best."""
    win, lose, draw = throws(0)

    def moves(state: Place) -> list[Outcome]:
        what, h, o, luck, run = state

        def struck(points: int, left: int) -> Place:
            return WIN if o <= points else ("round", h, o - points, left, 0)

        def hurt(points: int, left: int) -> Place:
            return LOSS if h <= points else ("round", h - points, o, left, 1)

        if what == "round":
            fallen: Place = LOSS if run else ("lost", h, o, luck, 1)
            return [
                [(win, ("won", h, o, luck, 0)), (lose, fallen), (draw, ("round", h, o, luck, 0 if breaks else run))]
            ]
        outcome, good, bad = (struck, 4, 1) if what == "won" else (hurt, 1, 3)
        options = [[(1.0, outcome(2, luck))]]
        if luck:
            options.append(gamble(luck, outcome(good, luck - 1), outcome(bad, luck - 1)))
        return options

    return best_value(("round", 24, 20, 12, 0), moves)


def test_the_crypt_with_luck(book: Book) -> None:
    """
    use fighting-fantasy

    === 1
    ~ fight "Razaak" SKILL 12 STAMINA 20
        local run = 0 in 0..2
        on round-won
            ~ set run = 0
        on round-lost
            ~ run +1
            ~ if run = 2
                -> defeat "At once"
    -> victory
    """
    assert worth(book, SKILL=12, STAMINA=24, LUCK=12) == pytest.approx(crypt(breaks=False), rel=1e-11)


def test_the_crypt_with_luck_where_a_draw_breaks_the_run(book: Book) -> None:
    """
    use fighting-fantasy

    === 1
    ~ fight "Razaak" SKILL 12 STAMINA 20
        local run = 0 in 0..2
        on round-won
            ~ set run = 0
        on round-drawn
            ~ set run = 0
        on round-lost
            ~ run +1
            ~ if run = 2
                -> defeat "At once"
    -> victory
    """
    assert worth(book, SKILL=12, STAMINA=24, LUCK=12) == pytest.approx(crypt(breaks=True), rel=1e-11)


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
    win, lose, _ = throws(-1)
    w, f = win / (win + lose), lose / (win + lose)

    def moves(state: Place) -> list[Outcome]:
        h, o, run = state
        return [
            [(w, WIN if run or o <= 2 else (h, o - 2, 1)), (f, LOSS if h <= 2 else (h - 2, o, 0))],
        ]

    assert worth(book, SKILL=9, STAMINA=12, LUCK=9) == pytest.approx(best_value((12, 20, 0), moves), rel=1e-12)


# ---- rounds in which something else happens --------------------------------------------------------------


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
    win, lose, draw = throws(1)

    def moves(state: Place) -> list[Outcome]:
        outcome: Outcome = []
        for chance, h in ((1 / 6, state[0] - 1), (5 / 6, state[0])):
            if h <= 0:
                outcome.append((chance, LOSS))
                continue
            o = state[1]
            outcome.append((chance * win, WIN if o <= 2 else (h, o - 2)))
            outcome.append((chance * lose, LOSS if h <= 2 else (h - 2, o)))
            outcome.append((chance * draw, (h, o)))
        return [outcome]

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
    win, lose, draw = throws(-1)
    helps = throws(-3)[0]

    def moves(state: Place) -> list[Outcome]:
        outcome: Outcome = []
        h = state[0]
        for chance, o in ((helps, state[1] - 2), (1 - helps, state[1])):
            if o <= 0:
                outcome.append((chance, WIN))
                continue
            outcome.append((chance * win, WIN if o <= 2 else (h, o - 2)))
            outcome.append((chance * lose, LOSS if h <= 2 else (h - 2, o)))
            outcome.append((chance * draw, (h, o)))
        return [outcome]

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
        h, o, skill = state
        win, lose, draw = throws(skill - 8)
        return [
            [
                (win, WIN if o <= 2 else (h, o - 2, skill)),
                (lose, LOSS if h <= 2 else (h - 2, o, skill - 1)),
                (draw, (h, o, skill)),
            ]
        ]

    assert worth(book, SKILL=10, STAMINA=12, LUCK=9) == pytest.approx(best_value((12, 8, 10), moves), rel=1e-12)


@pytest.mark.parametrize("hero", [(9, 6), (7, 9)])
def test_a_foe_that_heals(book: Book, hero: tuple[int, int]) -> None:
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
    skill, stamina = hero
    win, lose, draw = throws(skill - 8)

    def moves(state: Place) -> list[Outcome]:
        h, o = state
        more = min(o + 1, 6)
        return [
            [(win, WIN if o <= 2 else (h, o - 2)), (lose, LOSS if h <= 2 else (h - 2, more)), (draw, (h, more))],
        ]

    assert worth(book, SKILL=skill, STAMINA=stamina, LUCK=9) == pytest.approx(
        best_value((stamina, 6), moves), rel=1e-11
    )


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
    win, lose, _ = throws(-1)
    w, f = win / (win + lose), lose / (win + lose)

    def moves(state: Place) -> list[Outcome]:
        h, o = state
        return [[(w, WIN if o <= 2 else (min(h + 1, 7), o - 2)), (f, LOSS if h <= 2 else (h - 2, o))]]

    assert worth(book, SKILL=8, STAMINA=7, LUCK=9) == pytest.approx(best_value((7, 9), moves), rel=1e-12)


# ---- other numbers ---------------------------------------------------------------------------------------


SHIELD = """use fighting-fantasy

=== 1
~ fight "Spearman" SKILL 9 STAMINA 6
    with shield = 2
    with shield-first = {first}
-> victory
"""


@pytest.mark.parametrize("first", [0, 1])
def test_a_shield_before_or_after_the_decision_about_luck(first: int) -> None:
    win, lose, _ = throws(-1)
    w, f = win / (win + lose), lose / (win + lose)
    held = 2 / 6
    shields = {1: held, 0: 1 - held}

    def moves(state: Place) -> list[Outcome]:
        what, h, o, luck, guard = state

        def struck(points: int, left: int) -> Place:
            return WIN if o <= points else ("round", h, o - points, left, None)

        def hurt(points: int, left: int) -> Outcome:
            def with_guard(points: int) -> Place:
                return LOSS if h <= points else ("round", h - points, o, left, None)

            if guard is not None:
                return [(1.0, with_guard(points - guard))]
            return [(chance, with_guard(points - less)) for less, chance in shields.items()]

        if what == "round":
            lost = [(f, ("lost", h, o, luck, None))]
            if first:
                lost = [(f * chance, ("lost", h, o, luck, less)) for less, chance in shields.items()]
            return [[(w, ("won", h, o, luck, None)), *lost]]
        if what == "won":
            options: list[Outcome] = [[(1.0, struck(2, luck))]]
            return [*options, gamble(luck, struck(4, luck - 1), struck(1, luck - 1))] if luck else options
        options = [hurt(2, luck)]
        if luck:
            q = float(lucky(luck))
            good = [(q * chance, later) for chance, later in hurt(1, luck - 1)]
            bad = [((1 - q) * chance, later) for chance, later in hurt(3, luck - 1)]
            options.append(good + bad)
        return options

    found = worth(read(SHIELD.format(first=first)), SKILL=8, STAMINA=7, LUCK=8)
    assert found == pytest.approx(best_value(("round", 7, 6, 8, None), moves), rel=1e-11)


def plain(edge: int, stamina: int, foe: int, *, damage: int = 2, harm: int = 2) -> float:
    """A fight without luck."""
    win, lose, _ = throws(edge)
    w, f = win / (win + lose), lose / (win + lose)

    def moves(state: Place) -> list[Outcome]:
        h, o = state
        return [[(w, WIN if o <= damage else (h, o - damage)), (f, LOSS if h <= harm else (h - harm, o))]]

    return best_value((stamina, foe), moves)


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
    later = plain(0, 9, 8)
    exactly = win * plain(0, 9, 6) + lose * plain(0, 7, 8) + draw * later
    assert worth(book, SKILL=9, STAMINA=9, LUCK=9) == pytest.approx(exactly, rel=1e-12)


LIMITED = """use fighting-fantasy

=== 1
~ fight "Hag" SKILL 10 STAMINA 9
    with luck = {most}
-> victory
"""


@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_luck_at_most_so_often(most: int) -> None:
    win, lose, _ = throws(-1)
    w, f = win / (win + lose), lose / (win + lose)

    def moves(state: Place) -> list[Outcome]:
        what, h, o, luck, left = state
        if what == "round":
            return [[(w, ("won", h, o, luck, left)), (f, ("lost", h, o, luck, left))]]

        def after(points: int, spent: int) -> Place:
            mine, theirs = (h, o - points) if what == "won" else (h - points, o)
            over = WIN if theirs <= 0 else LOSS if mine <= 0 else None
            return ("round", mine, theirs, luck - spent, left - spent) if over is None else over

        options: list[Outcome] = [[(1.0, after(2, 0))]]
        if luck and left:
            options.append(gamble(luck, after(4 if what == "won" else 1, 1), after(1 if what == "won" else 3, 1)))
        return options

    found = worth(read(LIMITED.format(most=most)), SKILL=9, STAMINA=9, LUCK=11)
    assert found == pytest.approx(best_value(("round", 9, 9, 11, most), moves), rel=1e-11)
    if most == 0:
        assert found == pytest.approx(plain(-1, 9, 9), rel=1e-12)


# ---- who fights ------------------------------------------------------------------------------------------


def test_rolled_stamina(book: Book) -> None:
    """
    use fighting-fantasy

    === 1
    ~ fight "Slime" SKILL 8 STAMINA 2d6 + 1
        with luck = 0
    -> victory
    """
    exactly = sum((6 - abs(7 - total)) / 36 * plain(1, 9, total + 1) for total in range(2, 13))
    assert worth(book, SKILL=9, STAMINA=9, LUCK=9) == pytest.approx(exactly, rel=1e-12)


def test_foes_one_after_another(book: Book) -> None:
    """
    use fighting-fantasy

    === 1
    ~ fight "First goblin" SKILL 9 STAMINA 5 then "Second goblin" SKILL 8 STAMINA 7
        with luck = 0
    -> victory
    """

    def moves(state: Place) -> list[Outcome]:
        who, h, o = state
        win, lose, draw = throws(0 if who == 1 else 1)
        fallen = (2, h, 7) if who == 1 else WIN
        return [
            [(win, fallen if o <= 2 else (who, h, o - 2)), (lose, LOSS if h <= 2 else (who, h - 2, o)), (draw, state)]
        ]

    assert worth(book, SKILL=9, STAMINA=12, LUCK=9) == pytest.approx(best_value((1, 12, 5), moves), rel=1e-12)


def test_two_foes_together(book: Book) -> None:
    """
    use fighting-fantasy

    === 1
    ~ fight "Hound" SKILL 8 STAMINA 5 and "Lame hound" SKILL 6 STAMINA 7
        with luck = 0
    -> victory
    """
    edges = (1, 3)

    def moves(state: Place) -> list[Outcome]:
        h, foes = state[0], state[1:]

        def then_the_other(other: int, mine: int, now: tuple[int, int], chance: float) -> Outcome:
            if mine <= 0:
                return [(chance, LOSS)]
            if max(now) <= 0:
                return [(chance, WIN)]
            if now[other] <= 0:
                return [(chance, (mine, *now))]
            lose = throws(edges[other])[1]
            hit: Place = LOSS if mine <= 2 else (mine - 2, *now)
            return [(chance * lose, hit), (chance * (1 - lose), (mine, *now))]

        options = []
        for target in (0, 1):
            if foes[target] > 0:
                win, lose, draw = throws(edges[target])
                struck = tuple(max(o - 2, 0) if i == target else o for i, o in enumerate(foes))
                other = 1 - target
                options.append(
                    then_the_other(other, h, struck, win)
                    + then_the_other(other, h - 2, foes, lose)
                    + then_the_other(other, h, foes, draw)
                )
        return options

    assert worth(book, SKILL=9, STAMINA=13, LUCK=9) == pytest.approx(best_value((13, 5, 7), moves), rel=1e-11)


# ---- how it ends -----------------------------------------------------------------------------------------


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
    win, lose, draw = throws(-1)

    def moves(state: Place) -> list[Outcome]:
        h, o, number = state
        now = min(number + 1, 3)
        fight = [
            (win, WIN if o <= 2 else (h, o - 2, now)),
            (lose, LOSS if h <= 2 else (h - 2, o, now)),
            (draw, (h, o, now)),
        ]
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
        return [
            [
                (win, fallen if o <= 2 else (h, o - 2, done + 1)),
                (lose, LOSS if h <= 2 else (h - 2, o, done + 1)),
                (draw, (h, o, done + 1)),
            ]
        ]

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
    win, lose, _ = throws(1)
    w, f = win / (win + lose), lose / (win + lose)

    def moves(state: Place) -> list[Outcome]:
        h, o, hurt = state
        later: Place = 0.5 if h <= 2 else (h - 2, o, 1)
        wound = [(f, later)] if hurt else [(f / 6, LOSS), (f * 5 / 6, later)]
        return [[(w, WIN if o <= 2 else (h, o - 2, hurt)), *wound]]

    assert worth(book, SKILL=8, STAMINA=6, LUCK=9) == pytest.approx(best_value((6, 6, 0), moves), rel=1e-12)


# ---- potions ---------------------------------------------------------------------------------------------


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
    win, lose, _ = throws(0)
    w, f = win / (win + lose), lose / (win + lose)

    def moves(state: Place) -> list[Outcome]:
        what, h, o, luck, potion = state
        if what == "round":
            return [[(w, ("won", h, o, luck, potion)), (f, ("lost", h, o, luck, potion))]]

        def after(points: int, left: int) -> Place:
            if what == "won":
                return WIN if o <= points else ("round", h, o - points, left, potion)
            if h > points:
                return ("round", h - points, o, left, potion)
            return ("round", 5, o, left, 0) if potion else LOSS

        options: list[Outcome] = [[(1.0, after(2, luck))]]
        if luck:
            good, bad = (4, 1) if what == "won" else (1, 3)
            options.append(gamble(luck, after(good, luck - 1), after(bad, luck - 1)))
        return options

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
    win, lose, draw = throws(-1)

    def moves(state: Place) -> list[Outcome]:
        h, o, potion = state
        fight = [
            (win, WIN if o <= 2 else (h, o - 2, potion)),
            (lose, LOSS if h <= 2 else (h - 2, o, potion)),
            (draw, (h, o, potion)),
        ]
        return [fight, [(1.0, (min(h + 4, 9), o, 0))]] if potion else [fight]

    assert worth(book, SKILL=8, STAMINA=9, LUCK=9) == pytest.approx(best_value((9, 8, 1), moves), rel=1e-11)
