"""Strategies that a book declares."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamebook.diagnostics import Severity
from gamebook.reading import read_text
from tests.resolve.reading import book, findings, meaning, spell

TEXT = """
    book "Test"
    use fighting-fantasy
    strategy cautious(t = 6)
        at press: strike
        at parry: test your luck if LUCK >= t and foe STAMINA < 6 else take it
        at 1 "Knock"
        otherwise random
    === 1
    * Knock
        ~ fight "Rat" SKILL 5 STAMINA 4
        ~ victory
    * Wait
        ~ defeat
"""


def test_a_strategy_is_advice_at_decisions() -> None:
    (found,) = book(TEXT).strategies
    assert found.parameters == (("t", 6),)
    assert found.otherwise == "random"
    assert [(each.where, [(label, spell(when)) for label, when in each.choices]) for each in found.rules] == [
        ("press", [("strike", "1")]),
        ("parry", [("test your luck", "((LUCK >= parameter t) and (foe 1 STAMINA < 6))"), ("take it", "1")]),
        ("1", [("Knock", "1")]),
    ]


def test_a_stat_that_a_strategy_looks_at_is_a_variable() -> None:
    plain = {each.name for each in book(TEXT).variables}
    asked = {
        each.name for each in book(TEXT.replace("at press: strike", "at press: strike if foe SKILL > 3")).variables
    }
    assert asked - plain == {"foe 1 SKILL"}


def test_a_rivals_decision_is_not_the_readers() -> None:
    text = TEXT.replace("* Wait\n", '* Wait\n        ~ rival chooses "his move"\n            * Knock\n')
    (found,) = findings(text.replace("at 1 ", 'at "his move" '))
    assert found[0] == "GB110"
    assert found[2] == "remove the rule: a rival always plays optimally"


def test_decisions_that_are_never_reached_are_not_misspelt() -> None:
    """That nobody comes to them is a finding where they stand."""
    text = """
        book "Test"
        sheet
            number gold = 0 in 0..3
        strategy bold
            at 1: Knock if gold > 1 else Pay {gold} else Wait
            at door: Open else Break
            at 1: "Nock"
            otherwise first
        === 1
        * Wait -> defeat
        * Run -> victory
        ~ gold +1
        * Knock -> victory
        * Pay {gold} -> defeat
        ~ choose "door"
            * Open -> victory
            * Break -> defeat
    """.replace("Pay {gold} else", '"Pay " else')
    assert sorted(findings(text)) == [
        ("GB110", "Nock", "did you mean Knock?"),
        (
            "GB202",
            "gold +1",
            "every way to it turns or ends before; if it belongs to the choice “Run”, put four blanks before it",
        ),
    ]


def test_decisions_and_options_must_exist() -> None:
    text = TEXT.replace("at press", "at pres").replace('"Knock"', '"Nock"')
    assert [each for each in findings(text) if each[0] == "GB110"] == [
        ("GB110", "pres", "did you mean press?"),
        ("GB110", "Nock", "did you mean Knock?"),
    ]


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("Camp", "did you mean Camp and rest?"),
        ("buy amber", "did you mean Buy amber, 5 shells?"),
        ("Buy", "did you mean Buy amber, 5 shells or Buy ambergris?"),
        ("Buy ambe", "did you mean Buy ambergris?"),
        ("Cam", ""),
        ("Sell", ""),
    ],
)
def test_options_that_begin_with_the_words_are_meant(words: str, meant: str) -> None:
    """Whole words, and not those of many options."""
    labels = ["Camp and rest", "Buy amber, 5 shells", "Buy ambergris", *(f"Sell the old {n}" for n in range(4))]
    menu = "".join(f"* {label} -> victory\n" for label in labels)
    text = f'book "T"\nstrategy plan\n    at 1: "{words}"\n    otherwise first\n=== 1\n{menu}'
    assert [each for each in findings(text) if each[0] == "GB110"] == [("GB110", words, meant)]


def test_an_option_that_the_settings_of_all_fights_close_is_one_of_the_decision() -> None:
    text = """
        book "Test"
        use fighting-fantasy
        strategy lucky
            at press: test your luck if LUCK > 6 else strike
            at press: "test yuor luck"
            otherwise first
        === 1
        ~ fight "Wolf" SKILL 5 STAMINA 4
            with luck = 0
        -> victory
    """
    assert findings(text) == [("GB110", "test yuor luck", "did you mean test your luck?")]
    (read,) = book(text.replace('            at press: "test yuor luck"\n', "")).strategies
    assert [label for each in read.rules for label, _ in each.choices] == ["test your luck", "strike"]


def test_a_parameter_has_a_name_of_its_own() -> None:
    text = TEXT.replace("    === 1\n", "    sheet\n        number t = 0 in 0..5\n    === 1\n    ~ t +1\n", 1)
    (found,) = [each for each in findings(text) if each[0] == "GB107"]
    assert found[2] == "give the parameter another name"


SHARED = """
system duels

sheet
    stat life = 3

when life <= 0 -> defeat

strategy careful(t = 2)
    at duel: stay if life >= t else go
    otherwise best
"""
OWN = """
book "Test"
use duels
sheet
    number t = 1 in 1..9
    number luck = 3 in 0..9
{own}
=== 1
~ choose "duel"
    * stay
        ~ t +1
    * go
        ~ luck -1
~ victory
"""


def test_a_shared_strategy_does_not_mind_what_is_on_the_sheet(tmp_path: Path) -> None:
    """Its parameter t is not the book's number t; and a book may play a strategy of that name in its own way."""
    (tmp_path / "duels.gbk").write_text(SHARED, "utf-8")
    resolved = read_text(str(tmp_path / "book.gbk"), OWN.format(own="")).resolved
    assert not [each for each in resolved.findings if each.severity is Severity.ERROR]
    assert resolved.book is not None
    (found,) = resolved.book.strategies
    assert [spell(when) for _, when in found.rules[0].choices] == ["(life >= parameter t)", "1"]
    mine = "strategy careful\n    at duel: go\n    otherwise best\n"
    resolved = read_text(str(tmp_path / "book.gbk"), OWN.format(own=mine)).resolved
    assert resolved.book is not None
    (found,) = resolved.book.strategies
    assert (found.parameters, [label for label, _ in found.rules[0].choices]) == ((), ["go"])


def test_two_strategies_of_one_name() -> None:
    text = TEXT.replace("    === 1\n", "    strategy cautious\n        otherwise best\n    === 1\n", 1)
    (found,) = findings(text)
    assert found[2] == "give one of them another name"


def test_actions_that_are_offered_nowhere() -> None:
    """Where no chapter has a menu, `anytime` is declared and yet no decision; the finding says why."""
    text = """
        book "Test"
        sheet
            item apple = 1
            number breath = 1 in 0..2
        anytime
            * Eat [if apple]
                ~ lose apple
                ~ breath +1
        strategy hungry
            at anytime: Eat if breath < 2
            otherwise first
        === 1
        {}
        -> victory
    """
    (found,) = (each for each in meaning(text.format("You rest.")).findings if each.code == "GB110")
    assert found.message == "no chapter has choices, and only there the actions of anytime are offered"
    assert found.hint == "write a choice in a chapter, or remove this line"
    assert "GB110" not in [each.code for each in meaning(text.format("* Go on -> victory")).findings]


def test_an_option_with_a_value_in_its_words_is_named_as_it_is_written() -> None:
    """Or without the value, as such an option was named before."""
    text = """
        book "Test"
        sheet
            number gold = 1d3 in 0..9
        strategy rich
            at 1: {}
            otherwise first
        === 1
        * Wait -> defeat
        * Pay {{gold}} now -> victory
    """
    for words in ("Pay {gold} now", '"Pay  now"'):
        (found,) = book(text.format(words)).strategies
        assert [label for label, _ in found.rules[0].choices] == ["Pay  now"]
    (misspelt,) = findings(text.format("Bay {gold} now"))
    assert misspelt[:2] == ("GB110", "Bay {gold} now")


def test_the_hint_to_an_option_of_a_rule_has_its_value() -> None:
    text = """
        book "Test"
        sheet
            number gold = 9 in 0..9
        rule buy(price)
            ~ may "Buy it for {price}"
                ~ pay price gold
        strategy rich
            at 1: Bye it for {price}
            otherwise first
        === 1
        ~ do buy(3)
        -> victory
    """
    (found,) = (each for each in findings(text) if each[0] == "GB110")
    assert found == ("GB110", "Bye it for {price}", "did you mean Buy it for {price}?")
