"""Books that are well written and far too large: a finding at the place, and no work."""

from __future__ import annotations

from math import comb

import pytest

from gamebook.codes import names, rules, syntax
from gamebook.dice.pmf import dice, multisets
from tests.resolve.reading import codes, findings, meaning

HEAD = """
    book "Test"
    sheet
        number gold = 2 in 0..60
        number total = 0 in 0..200000
    === 1
    You have {gold} of {total}.
"""


def large(text: str) -> list[str]:
    """The texts that are too large, in a book with nothing else amiss."""
    found = findings(HEAD + text + "\n    ~ victory")
    assert {code for code, _, _ in found} <= {rules.TOO_LARGE}
    return [at for _, at, _ in found]


@pytest.mark.parametrize(
    "dice",
    [
        "keep lowest 50 of 100d1000",
        "keep highest 3 of (gold)d1000",
        "keep highest 2 of 9d100 exploding up to 9",
        "100d1000 + 100d1000",
        "100d1000",
    ],
)
def test_a_roll_that_would_take_long(dice: str) -> None:
    assert large(f"    ~ roll {dice} as n\n    It is {{n}}.") == [dice]


@pytest.mark.parametrize(
    "dice", ["keep lowest 1 of 2d1000", "keep highest 3 of 10d10", "10d1000", "100d100", "9d1000 + 1d6"]
)
def test_a_roll_that_does_not(dice: str) -> None:
    assert large(f"    ~ roll {dice} as n\n    It is {{n}}.") == []


def test_what_is_added_may_be_too_random() -> None:
    assert large("    ~ total +100d1000") == ["total +100d1000"]
    assert large("    ~ total +10d1000") == []


def test_dice_against_dice() -> None:
    text = "    ~ compare {0} with {0}\n        higher\n            ~ gold +1"
    assert large(text.format("100d1000")) == ["100d1000"]
    assert large(text.format("2d1000")) == []


@pytest.mark.parametrize("dice", ["100d100", "20d6", "100d6", "2d1000", "(gold)d1000"])
def test_a_pool_that_lies_in_too_many_ways(dice: str) -> None:
    text = f"    ~ roll {dice} as pool\n    ~ if count of 6 in pool\n        ~ gold +1"
    assert large(text) == [dice]


def test_a_pool_of_ten_dice() -> None:
    assert large("    ~ roll 10d6 as pool\n    ~ if count of 6 in pool\n        ~ gold +1") == []


def test_as_many_as_there_are() -> None:
    """Who may choose a thousand million of two things takes both."""
    text = "    ~ choose {} of\n        * A\n            ~ gold +1\n        * B\n            ~ gold +2\n    ~ victory"
    assert meaning(HEAD + text.format(10**9)).book == meaning(HEAD + text.format(2)).book


def test_values_that_double_each_other() -> None:
    lets = "\n".join(f"    let l{i} = l{i - 1} + l{i - 1}" for i in range(1, 60))
    found = findings(
        f'    book "Test"\n    sheet\n        number gold = 2 in 0..6\n    let l0 = gold\n{lets}\n'
        "    === 1\n    ~ if l59 > 3\n        ~ gold +1\n    ~ victory"
    )
    assert [(code, at) for code, at, _ in found] == [(rules.TOO_LARGE, "let l10 = l9 + l9")]  # 2^10 - 1 operations


@pytest.mark.slow
def test_values_in_a_long_chain() -> None:
    lets = "\n".join(f"    let l{i} = l{i - 1} + 1" for i in range(1, 1000))
    found = findings(
        f'    book "Test"\n    sheet\n        number gold = 2 in 0..6\n    let l0 = gold\n{lets}\n'
        "    === 1\n    ~ if l999 > 3\n        ~ gold +1\n    ~ victory"
    )
    assert [(code, at) for code, at, _ in found] == [(rules.TOO_LARGE, "let l30 = l29 + 1")]


def test_a_param_beyond_all_numbers() -> None:
    text = '    book "Test"\n    param p = 100000\n    param q = p * p\n    === 1\n    {q}\n    ~ victory'
    assert [(code, at) for code, at, _ in findings(text)] == [(rules.TOO_LARGE, "param q = p * p")]


@pytest.mark.slow
def test_hundreds_of_misspelt_chapters() -> None:
    chapters = "\n".join(f"    === {i}\n    -> x{i}" for i in range(1, 800))
    found = codes(f'    book "Test"\n{chapters}')
    assert found.count(names.UNKNOWN_CHAPTER) == 799


@pytest.mark.slow
def test_a_thousand_numbers_without_bounds() -> None:
    """Each number gets one finding, and the pages are read once for all numbers."""
    numbers = "\n".join(f"        number n{i} = 0" for i in range(1000))
    changes = "\n".join(f"    ~ n{i} +1" for i in range(1000))
    found = codes(f'    book "Test"\n    sheet\n{numbers}\n    === 1\n{changes}\n    ~ victory')
    assert found.count(rules.UNBOUNDED) == 1000


@pytest.mark.slow
@pytest.mark.parametrize("closing", ["", "}" * 100_000])
def test_very_many_braces(closing: str) -> None:
    """A line gets one finding for all braces that are not closed, and one for the empty pair inside."""
    found = codes(f'    book "Test"\n    === 1\n    {"{" * 100_000}{closing}\n    {{\n    ~ victory')
    assert found == [syntax.BAD_BRACES] * (3 if closing else 2)


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (2, 6), (3, 4), (10, 6)])
def test_sums_of_dice(count: int, sides: int) -> None:
    """By inclusion and exclusion (de Moivre): the sum over k of (-1)^k C(n, k) C(s - 6k - 1, n - 1)."""
    ways = {
        total: sum(
            (-1) ** k * comb(count, k) * comb(total - sides * k - 1, count - 1)
            for k in range((total - count) // sides + 1)
        )
        for total in range(count, count * sides + 1)
    }
    assert dict(dice(count, sides).items()) == ways


def test_a_die_of_very_many_sides_on_the_table() -> None:
    assert multisets(1, 1000)[0] == ((*([0] * 999), 1), 1)
    assert sum(ways for _, ways in multisets(3, 7)) == 7**3


@pytest.mark.parametrize(
    "lines",
    [
        "sheet\n    number n = 1000000 in 0..1000000\n",
        "sheet\n    stat n = 2000000 in 0..2000000\n",
        "sheet\n    stat n = 1000000 + 1d6 in 0..2000000\n",
        "sheet\n    stat n = 2000000\n",
        "sheet\n    item n x 1000000000 = 5\n",
        "account n of 6 = 2000000 in 0..2000000\n",
    ],
)
def test_who_starts_in_a_range_that_is_too_large_starts_inside_it(lines: str) -> None:
    assert [each for each in codes(f"{lines}=== 1\n~ victory\n") if each != names.NEVER_USED] == [rules.TOO_LARGE]


def test_a_start_outside_a_range_is_told_with_the_range_that_is_written() -> None:
    found = meaning("sheet\n    number n = 3000000 in 0..2000000\n=== 1\n~ victory\n").findings
    told = [each.message for each in found if each.code == rules.BAD_START]
    assert told == ["n starts outside its range 0..2000000"]
