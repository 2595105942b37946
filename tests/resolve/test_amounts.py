"""Amounts that are probably none."""

from __future__ import annotations

import pytest

from gamebook.reading import read_text

BOOK = """sheet
    number gold = 5 in 0..9
    item rope, lamp
    item meal x 5 = 2
    codeword RAVEN
param price = 2

rule buy(thing, cost)
    ~ pay cost gold
    ~ gain cost thing

=== 1
{rule}
-> victory
"""


@pytest.mark.parametrize(
    ("rule", "fault", "lines"),
    [
        ("~ gain rope lamp", "rope", "~ gain rope\n~ gain lamp"),
        ("~ lose rope lamp", "rope", "~ lose rope\n~ lose lamp"),
        ("~ gain RAVEN lamp", "RAVEN", "~ note RAVEN\n~ gain lamp"),
        ("~ lose RAVEN lamp", "RAVEN", "~ erase RAVEN\n~ lose lamp"),
        ("~ gain meal lamp", "meal", "~ gain meal\n~ gain lamp"),
        ("~ gain gold lamp", "gold", "~ gold +1\n~ gain lamp"),
        ("~ lose gold lamp", "gold", "~ gold -1\n~ lose lamp"),
        ("~ pay gold rope", "gold", "~ pay 1 gold\n~ pay 1 rope"),
        ("~ pay rope gold", "rope", "~ pay 1 rope\n~ pay 1 gold"),
        ("~ gain gold meal", "", ""),
        ("~ pay price gold", "", ""),
        ("~ gain price lamp", "", ""),  # a param of 2 may be 1 in another variant of the book
        ("~ gain 1 lamp", "", ""),
        ("~ gain lamp", "", ""),
        ("~ roll 1d2 as some\n~ gain some lamp", "", ""),
        ("~ do buy(meal, 2)", "", ""),
        ("~ do buy(meal, price)", "", ""),
    ],
)
def test_a_thing_as_an_amount(rule: str, fault: str, lines: str) -> None:
    text = BOOK.format(rule=rule)
    found = [each for each in read_text("test.gbk", text).earlier if each.code == "GB136"]
    assert [text[each.span.start : each.span.end] for each in found] == ([fault] if fault else [])
    assert [each.text for one in found for each in one.suggestions] == ([lines] if fault else [])


@pytest.mark.parametrize(
    ("rule", "lines"),
    [
        ("~ gain rope gold", "~ gain rope\n~ gold +1"),
        ("~ gain meal gold", "~ gain meal\n~ gold +1"),
        ("~ lose meal gold", "~ lose meal\n~ gold -1"),
        ("~ gain rope RAVEN", "~ gain rope\n~ note RAVEN"),
        ("~ gain price gold", "~ gold +price"),
    ],
)
def test_a_thing_as_an_amount_of_what_is_no_item(rule: str, lines: str) -> None:
    """Only a number is sure to be meant as an amount."""
    found = [each for each in read_text("test.gbk", BOOK.format(rule=rule)).earlier if each.code == "GB108"]
    assert [each.text for one in found for each in one.suggestions] == [lines]
    assert [bool(each.fix) for each in found] == ["price" in rule]


@pytest.mark.parametrize(
    ("rule", "meant"),
    [
        ("~ lose 2 rope", ["~ lose rope"]),
        ("~ lose 6 meal", ["~ lose 5 meal"]),
        ("~ lose 1d6 + 5 meal", ["~ lose 5 meal"]),
        ("~ lose 1 rope", []),
        ("~ lose 5 meal", []),
        ("~ lose 1d6 meal", []),
        ("~ lose price rope", []),  # a param of 2 may be 1 in another variant of the book
        ("~ lose all meal", []),
    ],
)
def test_a_loss_of_more_than_there_can_be(rule: str, meant: list[str]) -> None:
    found = [each for each in read_text("test.gbk", BOOK.format(rule=rule)).earlier if each.code == "GB403"]
    assert [each.text for one in found for each in one.suggestions] == meant
