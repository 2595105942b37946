"""Triggers that never run because another one runs first: the hint that is given is the cure."""

from __future__ import annotations

import pytest

from tests.support.check import check_text

BOOK = """
book "The owl"
    use fighting-fantasy

sheet
    codeword OWL
    number   clock = 3 in 0..3

when clock <= 0 -> defeat "Late"
when STAMINA <= {least} and OWL -> 2

=== 1
~ note OWL
* Wait
    ~ clock -1
    -> 1
* Fall
    ~ STAMINA -2d6
    ~ STAMINA -2d6
    ~ victory

=== 2
~ erase OWL
~ STAMINA +4
~ victory "saved"
"""


def _unreached(text: str) -> list[tuple[str, str | None]]:
    return [(each.message, each.hint) for each in check_text(text).findings if each.code == "GB204"]


def test_the_hint_is_the_cure() -> None:
    book = BOOK.format(least=0)
    ((message, hint),) = _unreached(book)
    assert message == "chapter 2 is never reached: “when STAMINA <= 0” of the rule system runs first"
    assert hint == "write “first when STAMINA <= 0 and OWL”: it then comes before the others"
    assert _unreached(book.replace("when STAMINA", "first when STAMINA")) == []


@pytest.mark.parametrize("least", [1, 4])
def test_a_trigger_that_can_run_before_the_other_is_no_finding(least: int) -> None:
    # who falls from 12 or more to `least` still lives
    assert _unreached(BOOK.format(least=least)) == []
