"""Small books in which the order of things matters: chances worked out by hand, from playing and from solving.

Each is a difference that a second interpreter, written from the documentation alone, once found in random books.
"""

from __future__ import annotations

from fractions import Fraction
from inspect import cleandoc

import pytest

import gamebook
from gamebook.play.explore import Graph, explore
from gamebook.play.step import Machine
from gamebook.reading import read_text
from gamebook.solver import exact

DUEL = """
        sheet
            number life = 1 in 0..9

        when life <= 0 -> defeat

        combat fight
            foe life
            wounds life
            won when foe life <= 0
            round
                ~ roll 1d2
                    1
                        ~ foe life -1
                    2
                        ~ life -1
"""

BEST = {
    # The potion's trigger is looked at first and sets off the other one; then it is that one's own turn.
    "a trigger that an earlier trigger makes true": (
        Fraction(1),
        """
        sheet
            item   rope = 1
            number found = 0 in 0..9

        first when not rope
            ~ gain rope
        when rope
            ~ found +1

        === 1
        ~ lose rope
        ~ if found = 2
            -> victory
        -> defeat
        """,
    ),
    # One of two in the first fight; who wakes up has one of two again in the second.
    "a fight in the block of a lost one can be lost": (
        Fraction(3, 4),
        DUEL
        + """
        === 1
        ~ fight "Guard" life 1
            lost
                ~ set life = 1
                ~ fight "Jailer" life 1
                -> 2
        -> 2

        === 2
        ~ victory
        """,
    ),
    # The second fight has a row of its own, and there a third begins: 1 - 1/8.
    "a third fight, where the second is lost": (
        Fraction(7, 8),
        DUEL
        + """
        === 1
        ~ fight "Guard" life 1
            lost
                ~ set life = 1
                ~ fight "Jailer" life 1
                    lost
                        ~ set life = 1
                        ~ fight "Dog" life 1
                        -> victory
        -> victory
        """,
    ),
    # Only the second fight has a row, and the third is in its block: the row of the first stands there.
    "a fight in the block of a lost one, inside another fight": (
        Fraction(7, 8),
        DUEL
        + """
        === 1
        ~ fight "Guard" life 1
            each round
                ~ fight "Jailer" life 1
                    lost
                        ~ set life = 1
                        ~ fight "Dog" life 1
                        -> victory
                -> victory
            lost
                ~ roll 1d2
                    1 -> victory
                    2 -> defeat
        """,
    ),
    # The loss is a wound in both fights: first the inner row is played, then the outer one.
    "a wound in a fight inside another one": (
        Fraction(1),
        DUEL
        + """
        sheet
            number seen = 0 in 0..99

        === 1
        ~ set life = 9
        ~ fight "Guard" life 1
            wounded
                ~ seen +10
            each round
                ~ fight "Dog" life 1
                    wounded
                        ~ set seen = seen * 2 + 1
                    each round
                        ~ life -1
                        ~ life -1
                        -> 2

        === 2
        ~ if seen = 11
            -> victory
        -> defeat
        """,
    ),
    # The book's trigger comes after the system's, and after the row in its place.
    "a row comes where the trigger would have come": (
        Fraction(1, 2),
        DUEL
        + """
        sheet
            item potion = 1

        when life <= 0 and potion
            ~ lose potion
            ~ set life = 1

        === 1
        ~ fight "Rat" life 1
            lost -> defeat
        -> victory
        """,
    ),
    "a row comes after a trigger that comes first": (
        Fraction(3, 4),
        DUEL
        + """
        sheet
            item potion = 1

        first when life <= 0 and potion
            ~ lose potion
            ~ set life = 1

        === 1
        ~ fight "Rat" life 1
            lost -> defeat
        -> victory
        """,
    ),
    # All come back at once: there is never a rope without the meal.
    "things come back at once": (
        Fraction(1),
        """
        sheet
            item  rope = 1, meal x 2 = 1
            limit pack 2: rope, meal

        when rope and not meal -> defeat

        === 1
        ~ store pack in chest
        ~ return pack from chest
        ~ if rope and meal = 1
            -> victory
        -> defeat
        """,
    ),
    # What comes first takes its place: a meal is there, the rope comes back, and one meal of two stays in the chest.
    "things come back in their order": (
        Fraction(1),
        """
        sheet
            item  rope = 1, meal x 3 = 2
            limit pack 3: rope, meal

        === 1
        ~ store pack in chest
        ~ gain meal
        ~ return pack from chest
        ~ if not (rope and meal = 2)
            -> defeat
        ~ lose all pack
        ~ return pack from chest
        ~ if meal = 1 and not rope
            -> victory
        -> defeat
        """,
    ),
    # 1/2, then 1/2 · 1/2, and then both boxes are ticked.
    "boxes asked for before the chapter that has them": (
        Fraction(3, 4),
        """
        === 1
        -> (100 + (not (ticked 2 > 1)))

        === 2
        ~ tick one of 2
        -> 1

        === 100
        -> defeat

        === 101
        ~ roll 1d2
            1 -> victory
            2 -> 2
        """,
    ),
    # The first hit takes three; a hit in the second round takes one or two, and then time is over.
    "dice that another number replaces for a round": (
        Fraction(1, 2),
        """
        combat fight
            foe life
            won when foe life <= 0
            option damage = 1
            round
                ~ roll 1d2
                    1
                        ~ foe life -damage
                    2

        === 1
        ~ fight "Bear" life 3
            with damage = 1d2
            with damage = 3 for 1 round
            after 2 rounds -> defeat
        -> victory
        """,
    ),
    # A reader with one coin cannot pay the price of two, which is in the rule.
    "a price in a rule": (
        Fraction(1, 2),
        """
        sheet
            number gold = 1d2 in 0..2

        rule buy(price)
            ~ pay price gold

        === 1
        * Buy the pass -> victory
            ~ do buy(2)
        * Turn back -> defeat
        """,
    ),
}
UNIFORM = {
    # Half of those who roll a 1 know the answer, and half of these give it.
    "readers who do not know, before the book begins": (
        Fraction(7, 8),
        """
        sheet
            item axe

        hero
            ~ roll 1d2
                1
                    ~ ask "How many?" [knows 50%]
                        4
                            ~ gain axe
                        else
                2

        === 1
        ~ if axe
            -> defeat
        -> victory
        """,
    ),
    # Who knows the door ends there, with or without waiting; who does not know it goes on.
    "readers who do not know, and may also wait": (
        Fraction(1, 2),
        """
        anytime
            * Wait

        === 1
        * The hidden door [knows 50%] -> 2
        ~ victory

        === 2
        ~ defeat
        """,
    ),
    # The same where the door is open to some of those who know.
    "readers who do not know, where those who know may find it shut": (
        Fraction(3, 4),
        """
        sheet
            number luck = 1d2 in 1..2

        anytime
            * Wait

        === 1
        * The hidden door [if luck = 1] [knows 50%] -> 2
        ~ victory

        === 2
        ~ defeat
        """,
    ),
}


@pytest.mark.parametrize("name", BEST)
def test_best_play(name: str) -> None:
    chance, text = BEST[name]
    book = read_text("small.gbk", cleandoc(text)).resolved.book
    assert book is not None
    graph = explore(Machine(book))
    assert isinstance(graph, Graph)
    played = exact.solve(graph, exact.win_worth(book))
    assert isinstance(played, exact.Solution)
    assert played.value == chance
    solved = gamebook.solve(book)
    assert solved.difficulty.best.low <= chance <= solved.difficulty.best.high
    assert solved.difficulty.best.high - solved.difficulty.best.low < 1e-12


@pytest.mark.parametrize("name", UNIFORM)
def test_the_random_reader(name: str) -> None:
    chance, text = UNIFORM[name]
    found = gamebook.solve(text=cleandoc(text)).difficulty.uniform
    assert found is not None
    assert found.low <= chance <= found.high
    assert found.high - found.low < 1e-12
