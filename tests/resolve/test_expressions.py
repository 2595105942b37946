"""Values and conditions: what a name stands for, and how random a value may be."""

from __future__ import annotations

import pytest

import gamebook
from gamebook.codes import names, rules
from tests.resolve.reading import findings, meaning

HOARD = """
    book "Test"
    sheet
        number gold = 0 in 0..90000
    table hoard columns 1..2 rows 1..2
        0, 90000
        5, 20000
    === 1
    You have {gold}.
"""
"""A table of few values, far apart."""


def messages(text: str) -> list[tuple[str, str]]:
    return [(each.code, each.message) for each in meaning(text).findings]


def test_dice_that_lie_on_the_table_cannot_change() -> None:
    text = (
        HOARD + "    ~ roll 3d6 as pool\n    ~ pool +1\n    ~ if count of 6 in pool\n        ~ gold +1\n    ~ victory"
    )
    assert (names.WRONG_KIND, "pool is a name of this place, not something to change") in messages(text)


@pytest.mark.parametrize(
    "value", ["hoard(1d2, 1)", "-hoard(1d2, 1)", "hoard(1d2, 1d2)", "hoard(1d2, 1) + 100d6", "100d6 - hoard(1d2, 2)"]
)
def test_a_table_has_as_many_outcomes_as_the_dice_that_choose_from_it(value: str) -> None:
    """Two dice, or four cells, however far apart the numbers in them are."""
    assert findings(f"{HOARD}    ~ roll {value} as found\n    ~ if found > 7\n        ~ gold +1\n    ~ victory") == []


def test_what_is_rolled_in_a_table_of_few_values_far_apart() -> None:
    text = HOARD + "    ~ roll hoard(1d2, 1d2) + 1d2 as found\n    ~ gold +found\n    ~ if gold >= 20002\n"
    text += "        ~ victory\n    ~ defeat"
    book = "\n".join(line[4:] for line in text.splitlines())
    # One cell of the four is 90000. Another is 20000, with a 2 on the other die.
    assert gamebook.solve(text=book).value == pytest.approx(1 / 4 + 1 / 8, abs=1e-12)


def test_dice_against_a_large_number_are_not_too_random() -> None:
    """2 outcomes, whatever they are compared with; only dice against dice multiply."""
    far = HOARD.replace("90000\n        5", "9000000\n        5")
    assert (
        findings(far + "    ~ compare hoard(1d2, 1) with gold\n        higher\n            ~ gold +1\n    ~ victory")
        == []
    )


def test_dice_against_dice_multiply() -> None:
    one, other = "100d1000", "100d1000 + 1d6"
    text = HOARD + f"    ~ compare {one} with {other}\n        higher\n            ~ gold +1\n    ~ victory"
    totals = 100_000 - 100 + 1
    assert (rules.TOO_LARGE, f"these dice have {totals * (totals + 5)} combinations together") in messages(text)


@pytest.mark.parametrize(
    ("line", "at"),
    [
        ("param p = initial b + 1", "b"),
        ("param p = count of rope + 1", "rope"),
        ("param p = axe + 1", "axe"),
        ("sheet\n    stat p = initial b", "b"),
        ("sheet\n    number p = initial b + 1 in 0..9", "b"),
    ],
)
def test_what_is_not_on_the_sheet_yet(line: str, at: str) -> None:
    text = (
        f"{line}\n\nsheet\n    stat b = 1d6\n    item rope = 1\n    one-of weapon: fist, axe\n\n"
        "=== 1\n{p}, {b}, {rope}, {weapon}.\n~ victory\n"
    )
    found = meaning(text).findings
    assert [(each.code, text[each.span.start : each.span.end]) for each in found] == [(names.OUT_OF_PLACE, at)]


STARTS = """
    book "Test"
    param n = 2
    sheet
        stat  s = 1d6
        item  rope
        limit bag 5: rope, meal
        let   half = s / 2
        {above}
        {below}
    === 1
    * Go [if g > 1]
        ~ gain rope
        ~ victory
"""


@pytest.mark.parametrize("start", ["1d2", "1d1 + 1", "s / 3", "half", "rope + 1"])
@pytest.mark.parametrize(
    ("value", "at"), [("s + meal", "meal"), ("count of meal", "meal"), ("count of bag", "bag"), ("2 * meal", "meal")]
)
def test_an_item_that_is_rolled_or_worked_out_is_not_read_above_its_line(start: str, value: str, at: str) -> None:
    number, item = f"number g = {value}", f"item meal x 3 = {start}"
    too_early = (names.OUT_OF_PLACE, at, "define it further up")
    assert findings(STARTS.format(above=number, below=item))[:1] == [too_early]
    assert names.OUT_OF_PLACE not in [code for code, _, _ in findings(STARTS.format(above=item, below=number))]


@pytest.mark.parametrize("start", ["2", "n", "n + 1", "min(n, 3)"])
def test_an_item_that_begins_with_a_fixed_number_may_be_read_anywhere(start: str) -> None:
    text = STARTS.format(above="number g = 2 * meal", below=f"item meal x 3 = {start}")
    assert names.OUT_OF_PLACE not in [code for code, _, _ in findings(text)]


def test_an_item_does_not_begin_with_itself() -> None:
    text = STARTS.format(above="number g = 2", below="item meal x 3 = meal + 1")
    assert (names.OUT_OF_PLACE, "meal", "define it further up") in findings(text)


@pytest.mark.parametrize("step", ["It costs {hoard(1, gold)}.", "~ gold +hoard(1, 1)"])
def test_a_table_is_used_in_prose_and_in_rules(step: str) -> None:
    unused = (names.NEVER_USED, "nothing ever uses the table hoard")
    assert unused in messages(f"{HOARD}    ~ victory\n")
    assert unused not in messages(f"{HOARD}    {step}\n    ~ victory\n")


def test_a_let_with_dice_that_is_read_is_one_finding_at_its_line() -> None:
    book = """
        book "Test"
        let toll = 1d6
        let more = toll + 1
        sheet
            number gold = 2 in 0..9
        === 1
        ~ gold -toll
        It is {more}.
        * Pay [if gold > toll] -> victory
        * Wait [if 1d6 > gold] -> victory
        * Go -> defeat
        """
    told = [each for each in meaning(book).findings if each.code == rules.NO_DICE_HERE]
    assert [(each.message, len(each.related)) for each in told] == [
        ("toll is dice, which are rolled anew each time: it cannot be printed or asked for", 1),
        ("dice are not allowed here", 0),
    ]
