"""Books that are well written and far too large: a finding at the place, and no work."""

from __future__ import annotations

from math import comb

import pytest

from gamebook.codes import names, rules, syntax
from gamebook.diagnostics import Severity
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


LARGE = """\
book "Test"
    aim score
    use fighting-fantasy

param p = 1000000000

table t columns 0..1 rows 0..1
    1 2
    3 4

sheet
    number gold = 2 in 0..60
    item rope x 5 = 1
{sheet}
{header}
=== 1
You have {{gold}}, {{rope}}, {{t(0, 0)}}, {{p}}.
{text}

=== 2
~ victory score 2
"""
VALUE = "gold * p * p"


def errors_of(*, sheet: str = "", header: str = "", text: str = "-> 2") -> list[tuple[str, str]]:
    """Code and text of each error of a book in which something may be too large."""
    source = LARGE.format(sheet=sheet and f"    {sheet}", header=header, text=text)
    errors = [each for each in meaning(source).findings if each.severity is Severity.ERROR]
    return [(each.code, source[each.span.start : each.span.end]) for each in errors]


@pytest.mark.parametrize(
    "text",
    [
        "~ if {} > 0\n    ~ gold +1\n-> 2",
        "~ if gold > 2 and not {} = 0\n    ~ gold +1\n-> 2",
        "~ if 3 / ({} mod 7 + 1) = gold\n    ~ gold +1\n-> 2",
        "~ gold +{}\n-> 2",
        "~ gold -{}\n-> 2",
        "~ set gold = min({}, 5)\n-> 2",
        "~ gain {} rope\n-> 2",
        "~ lose {} rope\n-> 2",
        "~ score +{}\n-> 2",
        "~ score -{}\n-> 2",
        "~ roll 1d6 + {} as d\nIt is {{d}}.\n-> 2",
        "~ roll {}d6 as d\nIt is {{d}}.\n-> 2",
        "~ compare 1d6 + {} with 1d6\n    higher -> 2\n-> 2",
        "~ compare 1d6 with {}\n    higher -> 2\n-> 2",
        "~ test gold on 1d6 + {}\n    pass -> 2\n-> 2",
        "~ test gold +{} on 1d6\n    pass -> 2\n-> 2",
        "~ random\n    {}: -> 2\n    1: -> 1",
        "~ repeat {} times\n    ~ gold +1\n-> 2",
        "~ choose bet in 5..{}\n~ gold -bet\n-> 2",
        "~ choose bet in {}..9\n~ gold -bet\n-> 2",
        "You see {{{}}}.\n-> 2",
        "* Go on [if {} > gold] -> 2\n* No -> 2",
        "* Go on {{{}}} times -> 2\n* No -> 2",
        "* Pay\n    ~ pay {} gold\n    -> 2\n* No -> 2",
        "~ if t({}, 1) = 2\n    ~ gold +1\n-> 2",
        "~ if t(1, 7 - {}) = 2\n    ~ gold +1\n-> 2",
        '~ victory "Rich" score {}',
        "* No -> 2\n* Yes -> {}",
        '~ fight "A" SKILL {} STAMINA 6\n-> 2',
        '~ fight "A" SKILL 6 STAMINA 6\n    with attack = {}\n-> 2',
        '~ fight "A" SKILL 6 STAMINA 6\n    with damage = {} for 2 rounds\n-> 2',
    ],
)
def test_values_beyond_what_kernels_hold(text: str) -> None:
    """64-bit integers wrap round, which would be a wrong chance without a word; constants would crash."""
    assert errors_of(text=text.format(f"({VALUE})")) == [(rules.TOO_LARGE, VALUE)]
    assert errors_of(text=text.format("(0 - gold * p * p)")) == [(rules.TOO_LARGE, VALUE)]
    found = errors_of(text=text.format("(p * p * p)"))
    settled = found == [] and text.startswith(("~ if", "* Go on ["))  # it is worked out when the book is read
    assert settled or found == [(rules.TOO_LARGE, "p * p")]


@pytest.mark.parametrize(
    ("sheet", "header", "text", "at"),
    [
        ("", f"let much = {VALUE}", "{much} of {much + gold}.\n-> 2", VALUE),
        ("", f"when {VALUE} > 0 -> 2", "-> 2", VALUE),
        (f"while {VALUE} > 0: gold +1", "", "-> 2", VALUE),
        (f"while rope: gold +{VALUE}", "", "~ if gold > 5\n    -> 2\n-> 2", VALUE),
        ("while rope: gold +1000000 * p", "", "~ if gold > 5\n    -> 2\n-> 2", "while rope: gold +1000000 * p"),
        ("", f"anytime\n    * Look [if {VALUE} > 0]\n        ~ gold +1", "* Go -> 2", VALUE),
        ("", f"strategy rich\n    at 1: Go if {VALUE} > 0\n    otherwise best", "* Go -> 2\n* No -> 2", VALUE),
        (
            "",
            "strategy rich(q = 1000000000)\n    at 1: Go if gold * q * q > 0\n    otherwise best",
            "* Go -> 2\n* No -> 2",
            "gold * q * q",
        ),
        ("", "strategy rich(q = p * p)\n    at 1: Go if gold > q\n    otherwise best", "* Go -> 2\n* No -> 2", "p * p"),
        ("", "rule more(n)\n    ~ gold +n * p", "~ do more(gold * p)\n~ do more(gold * 1000000)\n-> 2", "n * p"),
        ("", f"hero\n    ~ gold +{VALUE}", "-> 2", VALUE),
        ("", f"each chapter\n    ~ gold +{VALUE}", "-> 2", VALUE),
        (f"number worth = {VALUE} in 0..60", "", "{worth}\n-> 2", VALUE),
        ("number worth = 5 in 0..p * p * p", "", "{worth}\n-> 2", "p * p"),
        ("number worth = 5 in p * p * p..9", "", "{worth}\n-> 2", "p * p"),
        (f"stat FEAR = {VALUE}", "", "{FEAR}\n-> 2", VALUE),
        ("item meal x p * p", "", "{meal}\n~ gain meal\n-> 2", "p * p"),
        ("limit pack p * p: rope", "", "-> 2", "p * p"),
        ("", "param q = p * p", "{q}\n-> 2", "p * p"),
        ("", "account hits of 6 in 0..p * p", "-> 2", "p * p"),
        ("", "", '~ fight "A" SKILL 1000000 * p STAMINA 6\n-> 2', None),
    ],
)
def test_values_of_the_header_beyond_what_kernels_hold(sheet: str, header: str, text: str, at: str | None) -> None:
    found = errors_of(sheet=sheet, header=header, text=text)
    assert [code for code, _ in found] == [rules.TOO_LARGE]
    assert at is None or found == [(rules.TOO_LARGE, at)]  # else it stands in the rule system


def test_weights_beyond_what_kernels_hold_together() -> None:
    text = "~ random\n    600000 * p: -> 2\n    gold * 10000 * p: -> 1"
    assert errors_of(text=text) == [(rules.TOO_LARGE, text)]


def test_a_parameter_that_makes_a_value_too_large() -> None:
    text = """
        param p = 2
        sheet
            number gold = 1d6
        === 1
        ~ if gold * p * p > 9
            -> victory
        -> defeat
    """
    assert [each.code for each in meaning(text).findings] == []
    assert [each.code for each in meaning(text, p=10**9 - 1).findings] == [rules.TOO_LARGE]


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
