"""What a strategy asks for means at a decision what it means there: rolls, visits, the foe, numbers of a fight."""

from __future__ import annotations

import inspect
from fractions import Fraction
from pathlib import Path
from textwrap import indent

import pytest

from gamebook.strategy.apply import apply
from gamebook.strategy.policy import policy
from tests.resolve import reading
from tests.strategy.test_apply import win

CALL = """
~ choose "call"
    * Win
        ~ if k > 2
            ~ set win = 1
    * Lose
"""
IN_A_BLOCK = """
book "Test"
sheet
    number win = 0 in 0..1
    number go = 0 in 0..1
{header}
strategy bold
    at call: Win if k > 2 else Lose
    at 1: Go on
    otherwise best
=== 1
{chapter}
~ if win and go = go
    -> victory
-> defeat
"""


def won(text: str, **overrides: int) -> list[Fraction]:
    """What each strategy of a book wins."""
    written = reading.book(text, **overrides)
    return [win(apply(written, policy(each))) for each in written.strategies]


@pytest.mark.parametrize("roll", ["~ roll 1d4 as k", "~ roll 1d4 as pool k"])
@pytest.mark.parametrize(
    ("header", "chapter"),
    [
        ("", None),
        ("rule try", "~ do try"),
        ("when go", "~ go +1"),
        ("hero", ""),
        ("each chapter", ""),
    ],
)
def test_a_roll_above_the_decision(roll: str, header: str, chapter: str | None) -> None:
    steps = roll + CALL
    block = f"{header}\n{indent(steps, '    ')}" if header else ""
    text = IN_A_BLOCK.format(header=block, chapter=steps if chapter is None else chapter).replace(
        "    at 1: Go on\n", ""
    )
    assert won(text) == [Fraction(1, 2)]


def test_a_roll_of_the_same_name_at_several_decisions() -> None:
    text = """
        book "Test"
        sheet
            number win = 0 in 0..2
        rule try
            ~ roll 1d2 as k
            ~ choose "call"
                * Yes
                    ~ win +k - 1
                * No
                    ~ win +2 - k
        strategy bold
            at call: Yes if k = 2 else No
            otherwise best
        === 1
        ~ roll 1d4 as k
        ~ do try
        ~ choose "call"
            * Yes
                ~ win +(k = 2)
            * No
                ~ win +(k != 2)
        ~ if win = 2
            -> victory
        -> defeat
    """
    assert won(text) == [1]


VISITED = """
    book "Test"
    let been = visited 1
    sheet
        number fame = 0 in 0..9
        while visited 1: fame +1
    strategy bold
        at {where}: Search if {asked} else Rest
        otherwise best
    === 1
    ~ choose "call"
        * Rest -> 2
        * Search [if not visited 1] -> 3
    === 2
    ~ choose "call"
        * Rest -> defeat
        * Search [if visited 1] -> victory
    === 3
    -> victory
"""


@pytest.mark.parametrize(
    ("where", "asked", "value"),
    [
        ("1", "not visited 1", 1),
        ("call", "not visited 1", 1),
        ("1", "first time", 1),
        ("call", "first time", 1),
        ("call", "visited 1", 1),
        ("call", "not been", 1),
        ("call", "fame = 0", 1),
        ("call", "fame = 1", 1),
        ("2", "visited 2", 0),
    ],
)
def test_visits_are_those_before_this_one(where: str, asked: str, value: int) -> None:
    """As in the condition of an option there; `call` searches in chapter 1, or else in chapter 2."""
    assert won(VISITED.format(where=where, asked=asked).replace("otherwise best", "otherwise first")) == [value]


def test_first_time_needs_a_chapter() -> None:
    text = """
        book "Test"
        sheet
            number win = 0 in 0..1
        hero
            ~ choose "call"
                * No
                * Yes
                    ~ set win = 1
        strategy bold
            at call: Yes if first time
            otherwise first
        === 1
        ~ if win
            -> victory
        -> defeat
    """
    (found,) = reading.findings(text)
    assert found[:2] == ("GB122", "first time")


TWO_FOES = """
    book "Two foes"
    sheet
        number life = 1 in 0..1
    when life <= 0 -> defeat
    combat fight
        foe size
        won when foe size <= 0
        round
            ~ set foe size = 0
        others
            ~ if foe size > 8
                ~ life -1
    strategy careful
        at escape: {}
        at target: First else Second
        at call: {}
        otherwise first
    === 1
    ~ fight
        foe "First" size 1
        foe "Second" size 3
        together
        escape -> victory
        each round
            ~ choose "call"
                * Shout -> defeat
                * Creep
    -> defeat
"""


def test_the_foe_of_a_round_is_the_first_who_stands() -> None:
    """When the first has fallen, the second is the foe at the start of a round, and in the lines under the fight."""
    assert won(TWO_FOES.format("Escape if foe size > 2 else Fight on", "Creep")) == [1]
    assert won(TWO_FOES.format("Escape if foe size < 1 else Fight on", "Creep")) == [0]
    assert won(TWO_FOES.format("Escape if foe size > 2 else Fight on", "Shout if foe size = 0 else Creep")) == [1]
    assert won(TWO_FOES.format("Escape if foe size > 2 else Fight on", "Shout if foe size = 3 else Creep")) == [0]


def test_a_number_of_the_fight_at_hand() -> None:
    """Also if fights before it have one of the same name with another range."""
    text = """
        book "Two fights"
        combat fight
            foe life
            option most = 1
            won when foe life <= 0
            local run = 0 in 0..most
            round
                ~ choose "call"
                    * Jump
                        ~ if run = 2
                            -> victory
                        -> defeat
                    * Hit
                        ~ foe life -1
                ~ run +1
        strategy careful
            at call: Jump if run = 2 else Hit
            otherwise first
        === 1
        ~ fight "Rat" life 3
        ~ fight "Cat" life 5
            with most = 2
        -> defeat
    """
    assert won(text) == [1]


def test_a_rule_of_a_system_counts_where_it_can_ask(tmp_path: Path) -> None:
    """Who wrote it does not know the decisions of the book."""
    (tmp_path / "duels.gbk").write_text(
        inspect.cleandoc(
            """
            system duels

            strategy careful
                at call: Win if k > 2
                otherwise first
            """
        )
        + "\n",
        "utf-8",
    )
    text = """
        book "Test"
            use duels
        === 1
        ~ roll 1d4 as k
        ~ choose "call"
            * Lose -> 2
            * Win -> 2
        === 2
        ~ choose "call"
            * Lose -> defeat
            * Win -> victory
    """
    read = reading.read_text(str(tmp_path / "book.gbk"), inspect.cleandoc(text) + "\n").resolved
    assert [each.code for each in read.findings if each.code != "GB115"] == []
    assert read.book is not None
    assert win(apply(read.book, policy(read.book.strategies[0]))) == 0
