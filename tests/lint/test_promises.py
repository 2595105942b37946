"""What a book promises is judged, or it is said that nobody has judged it."""

from __future__ import annotations

import pytest

from gamebook import verbs
from tests.support.check import check_text

THIRD = """\
book "One of three"
    expect {promise}
{more}
=== 1
~ roll 1d3
    1 -> victory
    2-3 -> defeat
"""


@pytest.mark.parametrize(
    ("promise", "wins", "says"),
    [
        ("win 0%..33.33%", "33.333%", "0% to 33.33%"),
        ("win 33.34%..50%", "33.33%", "33.34% to 50.00%"),
        ("win 0%..10%", "33.33%", "0% to 10.00%"),
    ],
)
def test_a_broken_promise_shows_by_how_much(promise: str, wins: str, says: str) -> None:
    (broken,) = check_text(THIRD.format(promise=promise, more="")).findings
    assert broken.message == f"best play wins with a chance of {wins}, but `expect` says {says}"


@pytest.mark.parametrize(
    ("promise", "more", "turn", "codes"),
    [
        ("win 90%..99%", "", "victory", ["GB406", "GB410"]),
        ("reader random wins 90%..99%", "", "victory", ["GB406", "GB410"]),
        ("win 0%..100%", "", "victory", ["GB406"]),
        ("win 90%..99%", "    draft\n", "9", ["GB406", "GB412"]),
    ],
)
def test_a_promise_that_there_was_no_time_to_look_at_was_not_checked(
    promise: str, more: str, turn: str, codes: list[str]
) -> None:
    text = THIRD.format(promise=promise, more=more).replace("victory", turn)
    assert sorted({each.code for each in verbs.check(text=text, timeout=0).findings} - {"GB133"}) == codes
