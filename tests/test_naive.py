"""The naive interpreter, which was written from the docs alone, and the solver agree.

On the page's examples, whose chances were worked out by hand, and on random books with every construct.
"""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from textwrap import dedent

import pytest

import gamebook
from tests.docs.examples import Example, examples
from tests.support.naive.book import Book
from tests.support.naive.compare import compare, naive_chances
from tests.support.naive.compare_strategies import compare_strategies, worth
from tests.support.naive.random_modes import MODES
from tests.support.naive.random_strategies import CONSTRUCTS as OF_STRATEGIES
from tests.support.naive.random_strategies import random_strategies
from tests.support.naive.random_text import CONSTRUCTS, MORE, random_book
from tests.support.naive.solver import listed
from tests.support.naive.strategies import follows

EXAMPLES = examples()
WORKED = [
    each
    for each in EXAMPLES
    if each.kind == "book"
    and each.promises.keys() & {"win", "score"}
    and not re.search("use lone-wolf", each.text)  # its heroes are too many
]


@pytest.mark.parametrize("example", WORKED, ids=lambda each: f"line-{each.line}")
def test_what_the_page_says_follows_from_the_page(example: Example, tmp_path: Path) -> None:
    for each in EXAMPLES:
        if each.kind == "file":
            (tmp_path / each.promises["file"]).write_text(each.text, encoding="utf-8")
    path = tmp_path / "example.gbk"
    path.write_text(example.text, encoding="utf-8")
    hero = {name: int(value) for name, value in re.findall(r"(\w+)=(\d+)", example.promises.get("hero", ""))}
    best, _ = naive_chances(path, hero, 10_000)
    assert best == Fraction(example.promises.get("win") or example.promises["score"])


POLICIES = [each for each in EXAMPLES if "policy" in each.promises]


@pytest.mark.parametrize("example", POLICIES, ids=lambda each: f"line-{each.line}")
def test_what_the_page_says_of_strategies(example: Example, tmp_path: Path) -> None:
    for each in EXAMPLES:
        if each.kind == "file":
            (tmp_path / each.promises["file"]).write_text(each.text, encoding="utf-8")
    path = tmp_path / "example.gbk"
    path.write_text(example.text, encoding="utf-8")
    for policy, chance in re.findall(r"([\w-]+(?:\([^)]*\))?) ([\d/]+)", example.promises["policy"]):
        book = Book(path, {})
        assert worth(book.aim, listed(follows(book, policy), 10_000))[0] == Fraction(chance), policy


def test_loops_of_tiny_chances(tmp_path: Path) -> None:
    """1 way of 10^9 to win and 3 to lose, then again: 1/4, and who may stay for ever does not lose by it."""
    path = tmp_path / "book.gbk"
    path.write_text(
        'book "Patience"\n=== 1\n* Wait -> 2\n* Stay -> 1\n=== 2\n'
        "~ random\n    1: -> victory\n    3: -> defeat\n    999999996: -> 1\n",
        encoding="utf-8",
    )
    assert naive_chances(path, {}) == (Fraction(1, 4), Fraction(1, 4))


def test_a_foe_whose_stat_is_below_0(tmp_path: Path) -> None:
    """Of 1d2 against 1d3 - 1, one pair of six is lower, two are equal and come again: 1 of 4."""
    path = tmp_path / "book.gbk"
    path.write_text(
        "sheet\n    number gold = 0 in 0..3\ncombat fight\n    foe life, rage\n    won when foe life <= 0\n    round\n"
        "        ~ compare 1d2 + gold with 1d3 + foe rage\n            lower -> victory\n            higher -> defeat\n"
        '=== 1\n~ fight\n    foe "A" life 2 rage -1\n-> defeat\n',
        encoding="utf-8",
    )
    assert naive_chances(path, {}) == (Fraction(1, 4), Fraction(1, 4))


def test_a_pick_of_which_nothing_is_known_is_passed_over(tmp_path: Path) -> None:
    """At the first pick 60% know nothing; of the others, half win. Whoever has not won may know the second pick."""
    path = tmp_path / "book.gbk"
    path.write_text(
        "=== 1\n~ choose 2 of\n    * Right [knows 40%]\n    * Wrong [knows 40%]\n        -> victory\n-> defeat\n",
        encoding="utf-8",
    )
    second = Fraction(6, 10) * Fraction(4, 10) / 2 + Fraction(2, 10) * Fraction(4, 10)
    assert naive_chances(path, {}) == (1, Fraction(2, 10) + second)


def test_the_rival_may_stay_for_ever(tmp_path: Path) -> None:
    """Play that never ends is not won; the reader who chooses at random goes to the rival half the time."""
    path = tmp_path / "book.gbk"
    path.write_text(
        'book "Siege"\n=== 1\n* Storm\n    ~ roll 1d6\n        1-2 -> victory\n        3-6 -> defeat\n* Wait -> 2\n'
        "=== 2\n~ rival chooses\n    * Sit -> 2\n    * Yield -> victory\n",
        encoding="utf-8",
    )
    assert naive_chances(path, {}) == (Fraction(1, 3), Fraction(1, 6))


FOUND = {
    "nothing to choose": (
        """
        sheet
            number gold = 1d2 - 1 in 0..2
        === 1
        ~ choose bet in 1..gold
        ~ gold +bet
        ~ if gold = 0
            -> victory
        -> defeat
        """,
        Fraction(1, 2),  # who has no gold cannot bet any
    ),
    "no weight above 0": (
        """
        sheet
            number white = 0 in 0..1
        === 1
        ~ random
            white: -> defeat
            0: -> defeat
        -> victory
        """,
        Fraction(1),
    ),
    "a trigger names what makes no difference": (
        """
        param hard = 1
        sheet
            number gold = 0 in 0..9
        when hard or gold > 3 -> defeat
        === 1
        ~ roll 1d3
            1
                ~ gold +1
            2-3
        -> victory
        """,
        Fraction(2, 3),
    ),
    "a price of nothing beside another": (
        """
        param toll = 0
        sheet
            number gold = 1d4 - 1 in 0..3
        === 1
        * Pay
            ~ pay toll gold
            ~ pay 2 gold
            -> victory
        -> defeat
        """,
        Fraction(1, 2),
    ),
    "nothing can be paid by who is in debt": (
        """
        sheet
            number gold = 0 in -5..5
            number toll = 1d2 - 1 in 0..1
        === 1
        ~ gold -3
        * Pay
            ~ pay toll gold
            -> victory
        -> defeat
        """,
        Fraction(1, 2),
    ),
    "a menu in a fight, shut for good": (
        """
        combat fight
            foe life
            won when foe life <= 0
            option way = 0
            round
                ~ choose
                    * Out [if way]
                        -> defeat
                ~ foe life -1
        === 1
        ~ fight "Rat" life 1
        -> victory
        """,
        Fraction(1),
    ),
    "a trigger names an initial value that makes no difference": (
        """
        sheet
            stat life = 3
        when 2 < 3 or initial life = 2 -> defeat
        === 1
        ~ initial life -1
        -> victory
        """,
        Fraction(0),
    ),
    "a trigger of visits wakes at the first, whoever else asks": (
        """
        sheet
            number gold = 0 in 0..9
        when visited 2
            ~ gold +1
        === 1
        -> 2
        === 2
        ~ if visited 2
            ~ if gold = 1
                -> victory
            -> defeat
        -> 1
        """,
        Fraction(1),
    ),
    "a let and a bonus ask for visits as words in their place do": (
        """
        sheet
            number gold = 1 in 0..9
            while visited 2: gold +1
        let seen = visited 2
        when gold = 2
            ~ gold +3
        === 1
        -> 2
        === 2
        ~ if seen
            ~ if visited 2 and gold = 5
                -> victory
            -> defeat
        ~ if gold != 4
            -> defeat
        -> 2
        """,
        Fraction(1),  # the trigger, which is in no chapter, sees the bonus at once: 1 + 3 without it, 5 with it
    ),
    "each foe is the one who fights, where foes come one after another": (
        """
        sheet
            number life = 9 in 0..9
        combat fight
            foe strength
            wounds life
            won when foe strength <= 0
            round
                ~ life -1
        === 1
        ~ fight "Rat" strength 2 then "Wolf" strength 1
            wounded
                ~ each foe
                    ~ foe strength -1
            after 2 rounds -> victory
        -> defeat
        """,
        Fraction(1),
    ),
    "a price takes what there is, and no more, from a number that may be below 0": (
        """
        sheet
            number gold = 1 in -3..4
            number debt = -2 in -3..4
        === 1
        ~ pay 2 gold
        ~ pay 1d2 debt
        ~ if gold = 0 and debt = -2
            ~ gold +3
            * Buy a rope
                ~ pay 2 gold
                -> 2
        -> defeat
        === 2
        * Buy more than there is for the money
            ~ pay 2 gold
            -> defeat
        * Look into the purse
            ~ if gold = 1
                -> victory
            -> defeat
        """,
        Fraction(1),
    ),
    "a line that writes the number, even to what it is, lets the price close nothing": (
        """
        sheet
            number gold = 1 in 0..4
        === 1
        * Buy
            ~ set gold = gold
            ~ pay 2 gold
            -> victory
        """,
        Fraction(1),
    ),
    "another answer goes on below where no row is for it": (
        """
        === 1
        ~ ask "How many?" [knows 40%]
            4-6 -> defeat
        ~ roll 1d4
            1-3 -> victory
            4 -> defeat
        """,
        Fraction(3, 4),
    ),
    "every effect that lowers the stat is a wound": (
        """
        sheet
            number gold = 0 in 0..2
            stat life = 3
        combat fight
            foe life
            wounds life
            won when foe life <= 0
            round
                ~ roll 1d3
                    1
                        ~ swap gold life
                    2
                        ~ pay 1 life
                    3
                        ~ foe life -1
        === 1
        ~ fight "Rat" life 1
            wounded -> victory
        -> defeat
        """,
        Fraction(2, 3),
    ),
    "the first wound: what a trigger heals is no loss, and its block ends before the row is looked at": (
        """
        sheet
            stat life = 6
            number potion = 1 in 0..1
        first when life <= 0 and potion
            ~ life +4
            ~ potion -1
        when life <= 0 -> defeat
        combat fight
            foe life
            wounds life
            won when foe life <= 0
            round
                ~ life -6
        === 1
        ~ fight "Bee" life 1
            wounded -> 2
        -> victory
        === 2
        ~ if potion
            -> victory
        -> defeat
        """,
        Fraction(0),
    ),
    "the first wound: a loss that is made good in two steps is none": (
        """
        sheet
            stat life = 3 in 0..4
        first when life = 1
            ~ life +1
            ~ life +1
        combat fight
            foe life
            wounds life
            won when foe life <= 0
            round
                ~ life -2
                ~ foe life -1
        === 1
        ~ fight "Bee" life 1
            wounded -> defeat
        -> victory
        """,
        Fraction(1),
    ),
    "the first wound: the first loss is one, although a loss in its trigger is made good": (
        """
        sheet
            stat life = 6
            number gold = 0 in 0..1
        first when life = 2
            ~ life +1
            ~ both life -1, gold +1
        first when gold
            ~ life +1
        combat fight
            foe life
            wounds life
            won when foe life <= 0
            round
                ~ life -4
                ~ foe life -1
        === 1
        ~ fight "Bee" life 1
            wounded
                ~ if life = 3
                    -> victory
        -> defeat
        """,
        Fraction(1),
    ),
    "the first wound: a heal in the block of `lost` is none": (
        """
        sheet
            stat life = 6
        when life <= 0 -> defeat
        combat fight
            foe life
            wounds life
            won when foe life <= 0
            round
                ~ life -6
        === 1
        ~ fight "Bee" life 1
            wounded -> defeat
            lost
                ~ life +4
                -> victory
        -> defeat
        """,
        Fraction(1),
    ),
    "the first wound: by a trigger that swaps": (
        """
        sheet
            stat life = 3
            number gold = 0 in 0..3
        when gold = 1
            ~ swap life gold
        combat fight
            foe life
            wounds life
            won when foe life <= 0
            round
                ~ gold +1
                ~ foe life -1
        === 1
        ~ fight "Bee" life 1
            wounded -> victory
        -> defeat
        """,
        Fraction(1),
    ),
    "a foe that is beaten as it appears": (
        """
        sheet
            stat life = 3
        when life <= 0 -> defeat
        combat fight
            foe life
            won when foe life <= 0
            round
                ~ roll 1d2
                    1
                        ~ foe life -1
                    2
                        ~ life -1
            others
                ~ roll 1d2
                    1
                    2
                        ~ life -1
        === 1
        ~ fight "Ant" life 1d2 - 1
            won -> victory
        -> defeat
        """,
        Fraction(15, 16),  # 1, or 7/8
    ),
    "a foe that is beaten as it appears, and the next one": (
        """
        sheet
            stat life = 3
        when life <= 0 -> defeat
        combat fight
            foe life
            won when foe life <= 0
            round
                ~ roll 1d2
                    1
                        ~ foe life -1
                    2
                        ~ life -1
            others
                ~ roll 1d2
                    1
                    2
                        ~ life -1
        === 1
        ~ fight "Ant" life 0 then "Bee" life 1 then "Cat" life 0
            won -> victory
        -> defeat
        """,
        Fraction(7, 8),  # only Bee fights
    ),
    "foes who fight together and are perhaps all beaten as they appear": (
        """
        sheet
            stat life = 3
        when life <= 0 -> defeat
        combat fight
            foe life
            won when foe life <= 0
            round
                ~ roll 1d2
                    1
                        ~ foe life -1
                    2
                        ~ life -1
            others
                ~ roll 1d2
                    1
                    2
                        ~ life -1
        === 1
        ~ fight "Ant" life 1d2 - 1 and "Bee" life 1d2 - 1
            won -> victory
        -> defeat
        """,
        Fraction(419, 512),  # by quarters: 1, 7/8, 7/8, 67/128
    ),
    "a foe that appears when what the combat counts is already enough": (
        """
        sheet
            number round-count = 0 in 0..9
        combat fight
            foe life
            won when hits >= 2
            local hits = 0 in 0..9
            round
                ~ round-count +1
                ~ hits +1
        === 1
        ~ fight "Ant" life 1 then "Bee" life 1
        ~ if round-count = 2
            -> victory
        -> defeat
        """,
        Fraction(1),
    ),
    "of several foes one falls, and the rest of its part of the round is forgotten": (
        """
        sheet
            number gold = 1 in 0..9
        combat fight
            foe life
            won when foe life <= 0
            round
                ~ foe life -1
                ~ gold -1
            others
                ~ roll 1d2
                    1 -> defeat
                    2
        === 1
        ~ fight "Rat" life 1 and "Wolf" life 1
        ~ if gold = 1
            -> victory
        -> defeat
        """,
        Fraction(1, 2),  # only while the second foe still stands does it act
    ),
    "what follows a menu of which not everybody knows": (
        """
        === 1
        * You know the answer [knows 50%] -> 2
        -> 2
        === 2
        ~ roll 1d2
            1 -> victory
            2 -> defeat
        """,
        Fraction(1, 2),
    ),
    "a test with other dice keeps its comparison, price and outcomes": (
        """
        sheet
            number fear = 3 in 0..9
        test nerve
            succeed 1d6 >= fear
            then    fear -1
            calm | shaken
        === 1
        ~ test nerve on 1d4
            calm
                ~ if fear = 2
                    -> victory
        -> defeat
        """,
        Fraction(1, 2),  # 3 or 4 of four
    ),
    "a missing chapter is entered like an empty one, and a begun one is left at its end": (
        """
            draft
        sheet
            number gold = 1d6 in 0..9
        when visited 18 and gold > 3 -> victory
        each chapter
            ~ gold -1
        === 1
        * Off -> 18
        * Down -> 20
        === 20
        ~ if gold > 4
            -> defeat
        """,
        Fraction(1, 3),  # gold 6 and 5 are 5 and 4 when 18 is entered
    ),
    "a choice leads where a table says": (
        """
        table way columns 0..1 rows 1..1
            2 2
        sheet
            number fame = 1d2 - 1 in 0..1
        === 1
        * Go -> (way(fame, 1))
        -> 3
        === 2
        -> victory
        === 3
        -> defeat
        """,
        Fraction(1),
    ),
}


@pytest.mark.parametrize(("text", "chance"), FOUND.values(), ids=FOUND)
def test_what_the_comparison_found(text: str, chance: Fraction, tmp_path: Path) -> None:
    path = tmp_path / "book.gbk"
    path.write_text(f'book "Found"\n{dedent(text)}', encoding="utf-8")
    best, uniform = naive_chances(path, {})
    assert best == chance
    solution = gamebook.solve(path, exact=True)
    assert solution.exactly is not None
    assert solution.exactly.best == chance
    told = solution.difficulty.uniform
    assert told is not None
    assert told.low <= uniform <= told.high


WITHOUT_LUCK = {
    "a test has its entries in one order, whatever its rows": (
        """
        account due of 2 = 1 in -6..6
        sheet
            number nerve = 1
        === 1
        ~ test nerve on 1d2 by residual account due
            fail -> defeat
            pass -> victory
        """,
        Fraction(1),
    ),
    "a comparison has three entries, also where a row is missing": (
        """
        account due of 3 = 2 in -9..9
        === 1
        ~ compare 1d3 with 1d3 by ledger account due
            lower -> defeat
        -> victory
        """,
        Fraction(1),  # all is due to `higher`
    ),
    "what is due to a column before it comes first": (
        """
        account due of 6 = 0, 5 in -12..12
        === 1
        ~ random by ledger account due
            2: -> victory
            1: -> defeat
            3:
        -> defeat
        """,
        Fraction(1, 3),
    ),
    "a chapter begins with what the account holds at the start": (
        """
        account due of 2 = 1 in -6..6
        === 1
        ~ random by residual account due scope chapter
            1:
            2: -> defeat
        -> 2
        === 2
        ~ random by residual account due scope chapter
            1: -> victory
            2: -> defeat
        """,
        Fraction(1),
    ),
    "rounds against foes who fight together have one account, those against foes in turn one each": (
        """
        sheet
            number gold = 0 in 0..9
        combat fight
            foe life
            won when foe life <= 0
            round
                ~ foe life -1
            others
                ~ gold +0
        rule count
            ~ roll 1d2 by residual
                1
                2
                    ~ gold +1
        === 1
        ~ fight "Ant" life 1 and "Bee" life 1
            each round
                ~ do count
        ~ fight "Ant" life 1 then "Bee" life 1
            each round
                ~ do count
        ~ if gold = 1
            -> victory
        -> defeat
        """,
        Fraction(1),
    ),
    "a setting is for all dice, and by ledger only a gain, a repeat and a roll with a name go by each total": (
        """
        resolve by ledger
        sheet
            number gold = 0 in 0..9
            item meal x 9
        === 1
        ~ gold +1d3
        ~ gain 1d3 meal
        ~ if gold = 2 and meal = 3
            -> victory
        -> defeat
        """,
        Fraction(1, 3),
    ),
    "a mean is not taken where a row asks for what it has just changed": (
        """
        sheet
            number gold = 0 in 0..9
            number fame = 0 in 0..9
        === 1
        ~ roll 1d2 by expected
            1
                ~ gold +2
                ~ fame +gold
            2
        ~ if fame = 2
            -> victory
        -> defeat
        """,
        Fraction(1, 2),
    ),
    "places with different dice share a hidden die": (
        """
        === 1
        ~ roll 1d2 by systematic account due
            1
            2 -> defeat
        ~ roll 1d4 by systematic account due
            1-2 -> defeat
            3-4 -> victory
        """,
        Fraction(1, 2),
    ),
    "a trigger that never wakes, and a result without dice": (
        """
        param hard = 0
        sheet
            number fame = 1 in 0..1
        when hard -> (2 + fame)
        === 1
        ~ roll 1d2 by ledger
            1 -> victory
            2 -> defeat
        === 2
        -> defeat
        === 3
        -> defeat
        """,
        Fraction(1, 2),
    ),
    "dice cannot show more than they have": (
        """
        sheet
            number dice = 2 in 1..2
        === 1
        ~ repeat 2 times
            ~ roll (dice)d2 as total by ledger
            ~ if dice = 1 and total > 2
                -> victory
            ~ set dice = 1
        -> defeat
        """,
        Fraction(0),
    ),
    "a row with weight 0 never happens, whatever is due": (
        """
        sheet
            number white = 1 in 0..1
        === 1
        ~ repeat 2 times
            ~ random by ledger
                white:
                    ~ if not white
                        -> victory
                1:
                1:
            ~ set white = 0
        -> defeat
        """,
        Fraction(0),
    ),
    "what can never come up does not, whatever is due": (
        """
        account due of 1 = 1 in -3..3
        === 1
        ~ compare 1d2 with 1d2 + 1 by residual account due
            higher -> defeat
            equal -> victory
            lower -> victory
        """,
        Fraction(1),
    ),
    "dice cannot show more than they have, however much is due by residual": (
        """
        account due of 4 = 0, 0, -4 in -12..12
        sheet
            number dice = 1 in 1..2
        === 1
        ~ roll (dice)d2 as total by residual account due
        ~ if total = 1
            -> victory
        -> defeat
        """,
        Fraction(1),
    ),
    "where the row without an entry has no chance, the last that has one takes its place": (
        """
        sheet
            number gold = 0 in 0..1
        === 1
        ~ repeat 2 times
            ~ random by ledger
                1:
                    ~ gold +0
                1:
                    ~ if gold
                        -> victory
                (2 - gold * 2):
                    ~ gold +0
            ~ set gold = 1
        -> defeat
        """,
        Fraction(7, 16),  # 1/4 of A at first, then B for sure; 3/4 of B or C, and then B 1/4
    ),
    "by deadline, too, what has no chance does not happen, also if all is due to it": (
        """
        account due of 2 = -4, -4 in -16..16
        === 1
        ~ compare 1d2 with 1d2 + 1 by residual deadline account due
            higher -> defeat
            equal -> victory
            lower -> victory
        ~ compare 1d2 + 1 with 1d2 by residual deadline account due
            higher -> victory
            equal -> victory
            lower -> defeat
        """,
        Fraction(1),
    ),
    "a comparison has three entries, also where a row can never come up": (
        """
        account due of 4 = -2, 2
        === 1
        ~ compare 1d2 + 2 with 1d2 by residual account due
            lower -> defeat
        ~ compare 1d2 with 1d2 by residual account due
            higher -> defeat
            equal -> victory
        -> defeat
        """,
        Fraction(1),
    ),
    "where some outcome adds, a mean loss of 1/2 takes one": (
        """
        sheet
            number gold = 5 in 0..9
        === 1
        ~ gold -(1d4 - 2) by expected
        ~ if gold = 4
            -> victory
        -> defeat
        """,
        Fraction(1),
    ),
    "an amount by the printed chances alone": (
        """
        account due of 2 = -1 in -9..9
        sheet
            number gold = 0 in 0..9
        === 1
        ~ gold +1d2 by ledger alone account due
        ~ if gold = 2
            -> victory
        -> defeat
        """,
        Fraction(1, 2),
    ),
    "an amount that is taken away has an entry for each number after the sign, and points have, too": (
        """
            aim score
        sheet
            number gold = 5 in 0..9
        === 1
        ~ repeat 1 times
            ~ gold -1d2 by residual
            ~ score -1d2 by residual
        ~ score +gold
        -> victory
        """,
        Fraction(3),
    ),
    "where some outcome adds points, a mean loss of 1/2 takes one": (
        """
            aim score
        === 1
        ~ score -(1d4 - 2) by expected
        -> victory
        """,
        Fraction(-1),
    ),
    "a number and the test of it have each an account of the name": (
        """
        sheet
            number life = 2 in 0..9
        === 1
        ~ resolve by systematic account trials
        ~ life +1d2
        ~ test life on 1d6
            pass -> victory
            fail -> defeat
        """,
        Fraction(7, 12),
    ),
    "what the header says of an account is for each thing in a block that has one of this name": (
        """
        account trials of 2 = 2 in -6..6
        sheet
            number life = 2 in 0..9
        === 1
        ~ resolve by ledger account trials
        ~ life +1d2
        ~ roll 1d2
            1
                ~ life +1
            2
                ~ life +2
        ~ if life = 5
            -> victory
        -> defeat
        """,
        Fraction(1, 2),
    ),
    "a number called points has an account of its own, beside points": (
        """
            aim score
        sheet
            number points = 0 in 0..9
        === 1
        ~ resolve by residual account trials
        ~ repeat 1 times
            ~ points +1d2
            ~ score +1d2
        ~ score +points
        -> victory
        """,
        Fraction(2),
    ),
    "an option is one place, whether it is taken first or second": (
        """
        sheet
            number gold = 0 in 0..9
        === 1
        ~ repeat 2 times
            ~ choose 2 of
                * Dig
                    ~ gold +1d2 by residual
                * Rest
        ~ if gold = 2
            -> victory
        -> defeat
        """,
        Fraction(0),
    ),
    "an option of an option is one place, too": (
        """
        sheet
            number gold = 0 in 0..9
        === 1
        ~ repeat 2 times
            ~ choose 2 of
                * Look
                    ~ choose 2 of
                        * Dig
                            ~ gold +1d2 by residual
                        * Rest
                * Rest
        ~ if gold = 2
            -> victory
        -> defeat
        """,
        Fraction(0),
    ),
    "an account that is kept for a chapter is then as it was at the start, also where the hero used it": (
        """
        account due of 1 = -1 in -9..9
        sheet
            number gold = 0 in 0..9
            number life = 1 in 0..9
        hero
            ~ life +1d2 by ledger account due scope chapter
        === 1
        ~ gold +1d4 by ledger account due scope chapter
        ~ if gold < 3
            -> victory
        -> defeat
        """,
        Fraction(1),
    ),
    "all amounts that share an account have one entry, whatever they change": (
        """
        sheet
            number gold = 0 in 0..9
            number life = 1 in 0..9
        === 1
        ~ life +1d2 by expected account due
        ~ roll 1d2 by expected account due
            1
                ~ gold +1
            2
                ~ gold +2
        ~ if gold = 2
            -> victory
        -> defeat
        """,
        Fraction(1),
    ),
    "a row may change a number by what it holds itself, and has a mean": (
        """
        sheet
            number gold = 1 in 0..9
        === 1
        ~ roll 1d2 by expected
            1
                ~ gold +gold * 2
            2
        ~ if gold = 2
            -> victory
        -> defeat
        """,
        Fraction(1),
    ),
    "what is gained by the mean, with room for it or without": (
        """
        sheet
            item meal x 3
            item rope x 9
            number gold = 0 in 0..9
            limit pack 4: meal, rope
        === 1
        ~ gold +1
        ~ resolve by expected
        ~ gain 1d3 meal
        ~ gain 1d4 - 1 rope all or none
        ~ gain 1d6 rope all or none
        ~ if meal = 2 and rope = 1
            -> victory
        -> defeat
        """,
        Fraction(1),
    ),
    "a setting is also for what is gained and for what is lost at random": (
        """
        sheet
            item meal x 9
            item rope x 1
            limit pack 9: meal, rope
        === 1
        ~ resolve by residual
        ~ repeat 1 times
            ~ gain rope
            ~ gain 1d3 meal
            ~ lose random pack
        ~ if meal = 0
            -> victory
        -> defeat
        """,
        Fraction(1),
    ),
}


@pytest.mark.parametrize(("text", "chance"), WITHOUT_LUCK.values(), ids=WITHOUT_LUCK)
def test_what_the_comparison_without_luck_found(text: str, chance: Fraction, tmp_path: Path) -> None:
    test_what_the_comparison_found(text, chance, tmp_path)


@pytest.mark.slow
def test_random_books_show_every_construct() -> None:
    written = set[str]()
    for seed in range(1000):
        written |= random_book(seed).used
    assert written == CONSTRUCTS


FOUND = (6784, 7371, 8363, 8794, 8824, 9531, 9610, 9640, 9859, 10470, 11043, 11293, 11440, 11748, 11879)
"""Random books about which the two once differed: `tests/test_small_books.py` has what was found, book by book."""


@pytest.mark.parametrize(("life", "chance"), [(1, Fraction(1)), (7, Fraction(1, 2))])
def test_a_hero_may_have_what_the_dice_cannot_show(life: int, chance: Fraction, tmp_path: Path) -> None:
    """The dice give a life of 4 to 7; what is said of the initial life holds for 1 as well."""
    path = tmp_path / "book.gbk"
    path.write_text(
        'book "Found"\nsheet\n    stat life = 1d4 + 3\n=== 1\n~ compare 3 with initial life\n    higher -> victory\n'
        "    equal -> 2\n    lower -> 2\n=== 2\n~ roll 1d2\n    1 -> victory\n    2 -> defeat\n",
        encoding="utf-8",
    )
    hero = {"life": life}
    assert naive_chances(path, hero)[0] == chance
    found = gamebook.solve(path, hero=hero, exact=True)
    assert found.exactly is not None
    assert found.exactly.best == chance
    assert found.difficulty.best.low <= chance <= found.difficulty.best.high


@pytest.mark.slow  # the small books beside it are quick
def test_random_books_that_were_once_wrong() -> None:
    tally = compare(FOUND)
    assert not tally.differ
    assert tally.compared == len(FOUND)


@pytest.mark.slow
def test_random_books() -> None:
    tally = compare(range(12))
    assert tally.differ == []
    assert tally.too_large <= 5
    assert tally.decided >= 3
    assert tally.choices_matter >= 1


@pytest.mark.slow
def test_random_books_in_which_rows_of_fights_change_foes() -> None:
    tally = compare(range(500_000, 500_016), more=True)
    assert tally.differ == []
    assert tally.compared >= 5
    assert MORE & tally.used.keys()


@pytest.mark.slow
def test_random_books_show_every_mode() -> None:
    written = set[str]()
    for seed in range(400):
        written |= random_book(seed, modes=True).used
    assert written - CONSTRUCTS == MODES


@pytest.mark.slow
def test_random_books_without_luck() -> None:
    tally = compare(range(20), modes=True)
    assert tally.differ == []
    assert tally.compared >= 10


@pytest.mark.slow
def test_many_of_them() -> None:
    tally = compare(range(500_016, 500_080), more=True)
    assert tally.differ == []
    assert tally.compared >= 17
    assert tally.used.keys() >= MORE


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(12, 40), range(30_000, 30_030)])
def test_many_random_books(seeds: range) -> None:
    tally = compare(seeds)
    assert tally.differ == []
    assert tally.too_large <= 15
    assert tally.decided >= 6


@pytest.mark.slow
def test_random_strategies_show_every_construct(tmp_path: Path) -> None:
    written = set[str]()
    for seed in range(300):
        strategic = random_strategies(seed, tmp_path)
        written |= strategic.written.used if strategic is not None else set()
    assert written >= OF_STRATEGIES


@pytest.mark.slow
def test_random_strategies() -> None:
    tally = compare_strategies(range(16))
    assert tally.differ == []
    assert tally.compared >= 40
    assert tally.decided >= 10
    assert tally.choices_matter >= 3
