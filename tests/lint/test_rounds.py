"""Rounds that cost nothing, and those that do cost something."""

from __future__ import annotations

import pytest

from gamebook.lint import rounds
from tests.support.check import Checked, check_text

SHEET = """sheet
    stat STAMINA = 2d6+12
    number gold = 5 in 0..12
    number hour = 0 in 0..9
    codeword SWEPT

when STAMINA <= 0 -> defeat

"""
INN = """=== 1
~ STAMINA -3
-> 2

=== 2
* Rest
    ~ STAMINA +1
    -> 2
* Hire a guide [if hour < 9]
    ~ pay 4 gold
    -> 3
* Go on -> 3

=== 3
~ STAMINA -13
-> 4

=== 4
~ victory
"""
SWEEP = INN.replace("* Rest\n    ~ STAMINA +1", "* Sweep\n    ~ gold +1")
GAMBLE = """    ~ roll 1d2
        1
            ~ gold +1
        2
            ~ gold -1
"""


def _told(text: str) -> list[str]:
    """The first words of what is told of free rounds, and that nothing else tells of the same."""
    checked: Checked = check_text(SHEET + text)
    return [each.message for each in checked.findings if each.code in ("GB411", "GB405")]


def test_healing_without_end() -> None:
    (message,) = _told(INN)
    assert message.endswith("at no cost, until STAMINA is at the top of its range")


def test_earning_without_end_is_told_once_with_the_round() -> None:
    checked = check_text(SHEET + SWEEP)
    (told,) = [each for each in checked.findings if each.code in ("GB411", "GB405")]
    assert told.code == "GB411"
    assert "until gold is at the top" in told.message
    assert told.route == ('2: choose "Sweep"',)


@pytest.mark.parametrize(
    "text",
    [
        INN.replace("    ~ STAMINA +1", "    ~ pay 1 gold\n    ~ STAMINA +1"),
        INN.replace("    ~ STAMINA +1", "    ~ hour +1\n    ~ STAMINA +1"),
        SWEEP.replace("* Sweep", "* Sweep [if not SWEPT]\n    ~ note SWEPT"),
        SWEEP.replace(
            "    ~ gold +1\n", "    ~ roll 1d2\n        1\n            ~ gold +1\n        2\n            ~ gold -1\n"
        ),
    ],
    ids=["paid", "takes time", "once", "a game of chance"],
)
def test_what_costs_something_is_no_free_round(text: str) -> None:
    assert "at no cost" not in " ".join(_told(text))


def test_a_number_that_takes_long_to_fill_can_be_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three hundred rounds are as free as nine, even if they are not followed to the end from any state looked at."""
    monkeypatch.setattr(rounds, "ROUNDS", 300 // rounds.STATES)
    text = SWEEP.replace("~ STAMINA -3", "~ gold -3").replace("~ STAMINA -13", "~ gold -1")
    long = "sheet\n    number gold = 5 in 0..300\n\n" + text.replace(" [if hour < 9]", "")
    found = [each.message for each in check_text(long).findings if each.code == "GB411"]
    assert len(found) == 1
    assert found[0].endswith("until gold is at the top of its range")


@pytest.mark.slow
def test_an_option_that_is_seldom_open_is_looked_at() -> None:
    """The fence buys the pearl again and again; of two thousand states at the market few have it."""
    text = """sheet
    number gold = 0 in 0..40
    number day = 0 in 0..2000
    item   pearl

=== 1
* Wait [if day < 2000]
    ~ day +1
    -> 1
* Dive [if day = 1000 and not pearl]
    ~ gain pearl
    -> 1
* Sell the pearl [if pearl and day < 1003]
    ~ gold +9
    -> 1
* Buy a ship
    ~ pay 30 gold
    -> victory
* Go home -> defeat
"""
    (told,) = [each for each in check_text(text).findings if each.code == "GB411"]
    assert told.route == ('1: choose "Sell the pearl"',)
