"""The example route of a finding leads to the very line that it is about."""

from __future__ import annotations

from inspect import cleandoc

import pytest

from gamebook.analysis.witness import Witness
from gamebook.errors import OutOfTime
from tests.support.check import check_text

MINER = """
    book "Miner"

    sheet
        stat   HEALTH = 3
        number credits = 0 in 0..9
        item   axe x 2
        limit  pack 1: axe

    when HEALTH <= 0 -> defeat

    combat fight
        foe    HEALTH
        won when foe HEALTH <= 0
        round
            ~ roll 1d2
                1
                    ~ foe HEALTH -2
                2
                    ~ HEALTH -2

    === 1
    ~ fight "Miner" HEALTH 4
        ROW
            ~ set HEALTH = 2
            LINE
            -> 2
    ~ credits +3
    -> 2

    === 2
    * On [if credits < 9] -> victory
    * Home -> defeat
"""


def _route(book: str, code: str) -> tuple[str, ...]:
    (found,) = (each for each in check_text(cleandoc(book)).findings if each.code == code)
    return found.route


@pytest.mark.parametrize(
    ("row", "rolls"), [("lost", ("2", "2")), ("after 2 rounds", ("1", "2")), ("escape from round 2", ("1",))]
)
def test_a_loss_in_a_row_of_a_fight(row: str, rolls: tuple[str, ...]) -> None:
    *route, sheet = _route(MINER.replace("ROW", row).replace("LINE", "~ credits -2"), "GB403")
    assert route == [f"1: roll 1d2: {roll}" for roll in rolls]
    assert sheet.endswith("credits 0")


def test_a_gain_without_room_in_a_row_of_a_fight() -> None:
    book = MINER.replace("ROW", "lost").replace("LINE", "~ gain axe\n            ~ gain axe")
    assert _route(book, "GB404") == ("1: roll 1d2: 2", "1: roll 1d2: 2", "1: you have HEALTH 2, credits 0, axe x 1")


def test_a_division_by_zero_in_a_row_of_a_fight() -> None:
    book = MINER.replace("ROW", "lost").replace("LINE", "~ set credits = 8 / credits")
    assert _route(book, "GB325")[:2] == ("1: roll 1d2: 2", "1: roll 1d2: 2")


def test_a_finding_without_time_for_its_route_is_told_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: object) -> None:
        raise OutOfTime

    monkeypatch.setattr(Witness, "route_before", late)
    assert _route(MINER.replace("ROW", "lost").replace("LINE", "~ credits -2"), "GB403") == ()


def test_a_reader_is_stuck_after_dice() -> None:
    book = """
        book "Stuck"

        sheet
            number gold = 0 in 0..6

        === 1
        ~ roll 1d2
            1
                ~ gold +6
            2
        * Pay [if gold = 6] -> victory
    """
    assert _route(book, "GB205") == ("1: roll 1d2: 2", "1: you have gold 0")


def test_a_roll_that_may_be_too_much() -> None:
    """Who has 3 gems has room for 2 of 1d3; who has none has room for all."""
    book = """
        book "Gems"

        sheet
            number time = 0 in 0..3
            number gems = 0 in 0..5

        when time >= 3 -> defeat

        === 1
        * Search -> 2
        * Go [if gems = 5] -> victory

        === 2
        ~ time +1
        ~ gems +1d3
        -> 1
    """
    search = '1: choose "Search" -> 2'
    assert _route(book, "GB405") == (search, "2: roll: gems +3 -> 1", search, "2: you have time 2, gems 3")


ANEW = """
    book "Anew"

    sheet
        number gold = 1d2 in 0..9

    HERO
    === 1
    ~ LINE
    * Pay -> 2
    * Stay -> defeat

    === 2
    ~ gold -2
    * Go [if gold < 1] -> victory
"""


@pytest.mark.parametrize(
    ("hero", "line", "rolls"),
    [
        ("hero\n        ~ set gold = 1d2", "gold +1", ("the hero: roll: gold 1", "the hero: roll: gold 1 -> 1")),
        ("", "set gold = 1d2", ("the hero: roll: gold 1 -> 1", "1: roll: gold stays 1")),
    ],
)
def test_dice_that_give_what_was_there_are_named(hero: str, line: str, rolls: tuple[str, ...]) -> None:
    book = ANEW.replace("HERO", hero).replace("LINE", line).replace("gold -2", "gold -3")
    assert _route(book, "GB403")[: len(rolls)] == rolls
