"""Random expressions with large constants: there is a finding, or a book is worth what Python says.

Python's integers do not wrap round; those of the kernels do (`arithmetic.LARGEST`).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gamebook
from gamebook.codes import rules
from gamebook.model.arithmetic import HELD, ends, within
from gamebook.program.code import Do, Earn, asked
from gamebook.program.compile import compiled
from tests.resolve.reading import meaning

HEAD = "aim {aim}\nparam p = 999999999\n\nsheet\n    number n = 1d4\n    number m = 0 in 0..999999\n\n"
NUMBERS = ("1", "2", "7", "1000", "31622777", "1000000", "1000000000")
NAMES: Mapping[str, int] = {"p": 999_999_999}

leaves = st.sampled_from((*NUMBERS, "n", "n", "n", "p"))
divisors = st.sampled_from(NUMBERS)
values = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from("+-***"), inner),
        st.builds("({} {} {})".format, inner, st.sampled_from(("/", "mod")), divisors),
        st.builds("{}({}, {})".format, st.sampled_from(("min", "max")), inner, inner),
    ),
    max_leaves=6,
)


def python(value: str, n: int) -> int:
    """What Python makes of a value of the language."""
    written = value.replace("/", "//").replace("mod", "%")
    return int(eval(written, {"min": min, "max": max}, {**NAMES, "n": n}))


def books(value: str) -> dict[str, Fraction]:
    """Texts of books in which a value stands in several places, and what best play is worth."""
    shown = [python(value, n) for n in range(1, 5)]
    middle = python(value, 2)
    said = f"0 - {-middle}" if middle < 0 else str(middle)
    end = "    -> victory\n-> defeat\n"
    won = HEAD.format(aim="win")
    found = {f"{HEAD.format(aim='score')}=== 1\n~ score +({value})\n-> victory\n": Fraction(sum(shown), 4)}
    if abs(middle) <= 10**9:  # a larger number cannot be written
        found[f"{won}=== 1\n~ if {value} > {said}\n{end}"] = Fraction(sum(x > middle for x in shown), 4)
    weights = [Fraction(max(x, 0), max(x, 0) + 1000) for x in shown]
    found[f"{won}=== 1\n~ random\n    {value}: -> victory\n    1000: -> defeat\n"] = sum(weights, Fraction()) / 4
    kept = [min(max(x, 0), 999_999) for x in shown]
    found[f"{won}=== 1\n~ m +({value})\n~ if m > 999\n{end}"] = Fraction(sum(x > 999 for x in kept), 4)
    sure = [Fraction(sum(die <= x for die in range(1, 7)), 6) for x in shown]
    test = f"{won}=== 1\n~ test m +{value} on 1d6\n    pass -> victory\n    fail -> defeat\n"
    found[test] = sum(sure, Fraction()) / 4
    return found


def check(text: str, worth: Fraction) -> bool:
    """Whether a book is small enough; then it must be worth so much, and all that the kernels work out must fit."""
    found = meaning(text)
    codes = {each.code for each in found.findings}
    if rules.TOO_LARGE in codes:
        return False
    assert found.book is not None, codes
    program = compiled(found.book)
    ranges = {cell.name: (cell.low, cell.high) for cell in program.cells}
    cells = {name: ends(rows) for name, (_, _, rows) in program.tables.items()}
    for node in program.nodes:
        sets = [expr for _, expr in node.sets] if isinstance(node, Do) else []
        earned = [node.amount] if isinstance(node, Earn) else []
        assert all(within(expr, ranges, cells, HELD // 10) for expr in (*asked(node), *sets, *earned)), text
    assert gamebook.solve(text=text).value == pytest.approx(float(worth), rel=1e-12, abs=1e-9), text
    return True


@pytest.mark.slow
@given(values)
def test_large_values(value: str) -> None:
    for text, worth in books(value).items():
        check(text, worth)


@pytest.mark.parametrize(
    "value",
    [
        "(n * 1000 * 1000 * 31622777)",
        "(n * 1000000000 * 249999)",
        "(0 - n * 250000 * 1000000000)",
        "(n * 250000 * 1000000000 - 2 * 250000 * 1000000000)",
        "(n * p * 1000 / 1000000 mod 7)",
    ],
)
def test_values_that_are_just_small_enough(value: str) -> None:
    for text, worth in books(value).items():
        assert check(text, worth), text


@pytest.mark.parametrize("value", ["(n * 1000000000 * 250001)", "(n * p * p / 1000000000)", "(0 - n * p * p)"])
def test_values_that_are_not(value: str) -> None:
    for text, worth in books(value).items():
        assert not check(text, worth), text
