"""Which places share an account: every roll of 2 earns a point, and an account of two alike rows gives 1, 2, 1, 2, …

Three rolls on an account of their own earn one point, and three more on another one earn another; six on one account
earn three.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

import gamebook
from gamebook.codes import rules
from gamebook.diagnostics import Severity
from gamebook.project import Project
from gamebook.solver.solving import solve
from gamebook.srr import without_luck

ROLL = """~ roll 1d2{how}
        1
            Nothing.
        2
            ~ score +1
"""
RULE = """
rule listen
    {roll}
=== 1
~ repeat 3 times
    ~ do listen
-> 2

=== 2
~ repeat 3 times
    ~ do listen
-> victory
"""
EACH_CHAPTER = """
sheet
    number day = 0 in 0..6

each chapter
    {roll}
=== 1
~ day +1
~ if day >= 3
    -> 2
-> 1

=== 2
~ day +1
~ if day >= 6
    -> victory
-> 2
"""
ANYTIME = """
sheet
    number day = 0 in 0..6
    number before = 0 in 0..6

anytime
    * Listen [if day = before]
        {inner_roll}        ~ day +1

=== 1
* On [if day = before + 1]
    ~ set before = day
    ~ if day = 3
        -> 2
    -> 1

=== 2
* On [if day = before + 1]
    ~ set before = day
    ~ if day = 6
        -> victory
    -> 2
"""
FIGHT = """
test aim
    succeed 1d2 <= 1
    hit | miss

combat fight
    foe  life
    won when foe life <= 0
    round
        ~ {what}{how}
            {hit}
                ~ foe life -1
            {miss}
                ~ score +1

=== 1
~ fight "A" life 2 then "B" life 2{around}
-> victory
"""


def points(body: str) -> float:
    """What is earned in a book in which nothing is left to chance."""
    book = without_luck(gamebook.Project.of(f'book "Accounts"\n    aim score\n{body}').edition().book).book
    return solve(book).best.value


@pytest.mark.parametrize(
    ("how", "earned"), [(" by residual", 2), (" by residual account ears", 3)], ids=["own", "named"]
)
@pytest.mark.parametrize("lines", [RULE, EACH_CHAPTER, ANYTIME], ids=["rule", "each chapter", "anytime"])
def test_what_is_written_once_for_several_places(lines: str, how: str, earned: int) -> None:
    roll = ROLL.format(how=how)
    assert points(lines.format(roll=roll, inner_roll=roll.replace("\n", "\n    ").rstrip(" "))) == pytest.approx(earned)


@pytest.mark.parametrize(
    ("what", "how", "around", "earned"),
    [
        ("roll 1d2", " by residual", "", 2),
        ("roll 1d2", "", " by residual", 2),
        ("roll 1d2", " by residual account blows scope fight", "", 3),
        ("roll 1d2", "", " by residual account blows", 3),
        ("test aim", " by residual", "", 3),
    ],
)
def test_foes_share_an_account_if_it_has_a_name_or_is_that_of_a_test(
    what: str, how: str, around: str, earned: int
) -> None:
    """Each foe is beaten by two rolls of 1: against each 1, 2, 1; on one account 1, 2, 1, then 2, 1, 2, 1."""
    hit, miss = ("hit", "miss") if what == "test aim" else ("1", "2")
    assert points(FIGHT.format(what=what, how=how, around=around, hit=hit, miss=miss)) == pytest.approx(earned)


@pytest.mark.parametrize(("second", "earned"), [("1d2", 3), ("1d2 + 1", 2)])
def test_an_account_named_around_is_kept_apart_for_each_kind_of_dice(second: str, earned: int) -> None:
    """Three rolls and three more: of the same dice on one account, of others on another."""
    low = "1" if second == "1d2" else "2"
    high = "2" if second == "1d2" else "3"
    rolls = f"""
=== 1
~ resolve by residual account rolls
~ repeat 3 times
    {ROLL.format(how="")}~ repeat 3 times
    ~ roll {second}
        {low}
            Nothing.
        {high}
            ~ score +1
-> victory
"""
    assert points(rolls) == pytest.approx(earned)


CERTAIN = {
    "+1d1": 1,
    "+ count of 1..2 in 1d2": 1,
    "+ count of 1..2 in 2d2": 2,
    "+ 2 * 1d1 + (coins)d2": 2,
    "+ (1d2 + coins <= 2)": 1,
    "+ 2 - count of 1 in (coins)d6": 2,
}
"""Amounts that can only come out in one way, without coins."""


@pytest.mark.parametrize(("due", "after"), [(-1, 0), (1, 1)])
@pytest.mark.parametrize("how", ["ledger", "expected", "expected nearest"])
@pytest.mark.parametrize("amount", CERTAIN)
def test_an_amount_that_is_certain_comes_and_leaves_the_account_alone(
    amount: str, how: str, due: int, after: int
) -> None:
    """A half is due, or was had too early; then one half more comes, and makes one, or nothing."""
    body = f"""
account A of 2 = {due} in -8..8

sheet
    number n = 0 in 0..9
    number coins = 0 in 0..9

=== 1
~ n {amount} by {how} account A
~ n + count of 1 in 1d2 by {how} account A
~ score +n
-> victory
"""
    assert points(body) == CERTAIN[amount] + after


@pytest.mark.parametrize(("skill", "earned"), [(1, 0), (2, 1)])
def test_a_row_that_is_certain_comes_in_full_by_expected(skill: int, earned: int) -> None:
    """The account begins a whole time behind. With skill 1 the row is one of two, and adds a half to that."""
    body = f"""
account A of 2 = -2 in -8..8

sheet
    number n = 0 in 0..9
    number skill = {skill} in 1..2

=== 1
~ roll 1d2 - skill by expected account A
    -1..0
        ~ n +1
    1
        Nothing.
~ score +n
-> victory
"""
    assert points(body) == earned


@pytest.mark.parametrize(("torches", "chance"), [(0, Fraction(0)), (1, Fraction(5, 6)), (2, Fraction(1))])
def test_without_dice_nothing_comes_whatever_is_due(torches: int, chance: Fraction) -> None:
    """Three sixths are due: 5 with one die, 7 with two. Without a die there is no event."""
    text = f"""book "Torches"

account hits of 6 = 3 in -12..12

sheet
    number torches = {torches} in 0..3
    number hits = 0 in 0..9

=== 1
~ hits + count of 5..6 in (torches)d6 by ledger account hits
~ if hits
    -> victory
-> defeat
"""
    found = gamebook.solve(text=text, exact=True).exactly
    assert found is not None and found.best == chance


@pytest.mark.parametrize(
    ("mode", "line"),
    [
        ("ledger", "~ roll 1d100 as x"),  # the account of the last outcome could be of 50 digits
        ("expected", "~ gold +keep highest 1 of 9d10 * gold * 100000000"),  # a thousand million ways for the dice
    ],
)
def test_numbers_that_are_too_large_with_their_chances(mode: str, line: str) -> None:
    text = f"resolve by {mode}\nsheet\n    number gold = 5 in 0..999999\n\n=== 1\n{line}\n"
    text += f"~ if {'x' if 'x' in line else 'gold'} > 50\n    -> victory\n-> defeat\n"
    edition = Project.of(text).edition()
    errors = [each for each in edition.earlier if each.severity is Severity.ERROR]
    found = [(each.code, text[each.span.start : each.span.end].removeprefix("~ ")) for each in errors]
    assert found == [(rules.TOO_LARGE, line.removeprefix("~ "))]
