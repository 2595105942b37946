"""Strategies that a book declares."""

from tests.resolve.reading import book, findings, spell

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
        ("parry", [("test your luck", "((LUCK >= t) and (foe 1 STAMINA < 6))"), ("take it", "1")]),
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
    assert found[2] == "leave the rule out: a rival plays his best"


def test_decisions_and_options_must_exist() -> None:
    text = TEXT.replace("at press", "at pres").replace('"Knock"', '"Nock"')
    assert [each for each in findings(text) if each[0] == "GB110"] == [
        ("GB110", "at pres: strike", "did you mean press?"),
        ("GB110", 'at 1 "Nock"', "did you mean Knock?"),
    ]
