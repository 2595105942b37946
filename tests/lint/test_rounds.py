"""Rounds that cost nothing, and those that do cost something."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamebook.limits import Limits
from gamebook.lint import rounds
from gamebook.lint.facts import Facts
from gamebook.lint.options import CheckOptions
from gamebook.lint.sheets import sheets_beyond
from gamebook.project import Project
from gamebook.solver.solving import solve
from tests.support.check import SECONDS, Checked, check_text

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


FAR = """* Wait [if mile < 150]
    ~ mile +1
    -> 1
* Go on [if mile >= 100] -> 5

=== 5
~ STAMINA -3
-> 2
"""
"""A long way: the inn is behind all states that are listed, but plays come there."""
HARD = FAR.replace(
    "    ~ mile +1", "    ~ roll 1d2\n        1\n            ~ mile +1\n        2\n            ~ set mile = 0"
)
"""A hundred tosses in a row must be won: no play by chance does it, but that it can happen is seen from the book."""
TOO_FAR = HARD.replace("150", "5000").replace("100", "4000")
FEW = Limits(states=40)
PAID = SWEEP.replace("    ~ gold +1", "    ~ STAMINA -1\n    ~ gold +1")


def _far(text: str, way: str = FAR, seconds: float = SECONDS) -> tuple[list[tuple[str, ...]], list[str]]:
    """The routes of free rounds that are found in a book at the end of a long way, and what is open about them."""
    sheet = SHEET.replace("sheet\n", "sheet\n    number mile = 0 in 0..5000\n", 1)
    checked = check_text(sheet + text.replace("~ STAMINA -3\n-> 2\n", way, 1), FEW, seconds)
    limit = [each for told in checked.findings if told.code == "GB406" for each in told.related]
    found = [each.route for each in checked.findings if each.code == "GB411"]
    return found, [each.message for each in limit if each.message.startswith(rounds.FREE)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "choice"),
    [(INN, "Rest"), (SWEEP, "Sweep"), (SWEEP.replace("* Sweep", "* Sweep [knows 40%]"), "Sweep")],
    ids=["healing", "earning", "for those who know"],
)
def test_a_round_beyond_the_listed_states_is_found_where_plays_come_to_it(text: str, choice: str) -> None:
    ((way, *taken),), open_ = _far(text)
    assert way.startswith("gamebook simulate ")
    assert "--replay" in way
    assert taken == [f'2: choose "{choice}"']
    assert open_ == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        PAID,
        SWEEP.replace("* Sweep", "* Sweep [if not SWEPT]\n    ~ note SWEPT"),
        SWEEP.replace("    ~ gold +1\n", GAMBLE),
    ],
    ids=["paid", "once", "a game of chance"],
)
def test_no_round_is_free_beyond_the_listed_states_where_plays_found_none(text: str) -> None:
    assert _far(text) == ([], [])


@pytest.mark.slow
def test_a_round_is_found_where_only_a_way_is_known() -> None:
    ((hero, *_, last, taken),), open_ = _far(SWEEP, HARD, seconds=2.0)
    assert hero.startswith("hero: ")
    assert last.startswith("2: you have mile 100,")
    assert taken == '2: choose "Sweep"'
    assert open_ == []


@pytest.mark.slow
def test_what_nothing_comes_to_stays_open() -> None:
    assert _far(SWEEP, TOO_FAR) == ([], [f"{rounds.FREE}: chapter 2"])


@pytest.mark.slow
def test_what_there_is_no_room_to_look_at_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamebook.analysis.beyond.MOST", 0)
    assert _far(PAID) == ([], [f"{rounds.FREE}: chapter 2"])


def _first_choices(facts: Facts) -> Iterator[tuple[str, str]]:
    """With which choices, and where, rounds begin that are found."""
    wanted = rounds._wanted(facts)
    menus = [node for _, node in rounds._menus(facts, wanted)]
    sheets = {} if facts.whole else sheets_beyond(facts, menus, inf)
    for node in menus:
        yield from (each.stops[0] for each in rounds._rounds(facts, node, wanted, sheets.get(node, ()), inf))


CHAPTERS = 4
EFFECTS = ("gold +1", "gold -1", "STAMINA +1", "STAMINA -1", "hour +1", "pay 1 gold", "note SWEPT", "gold +1d3 - 2", "")
CONDITIONS = ("", "", " [if gold > 1]", " [if STAMINA < 3]", " [if not SWEPT]", " [if hour < 2]", " [knows 40%]")


@st.composite
def markets(draw: st.DrawFn) -> str:
    """A book of menus between which readers go round, and gain and lose."""
    sheet = "sheet\n    stat STAMINA = 1d2 in 0..3\n    number gold = 1 in 0..3\n    number hour = 0 in 0..2\n"
    lines = [f"{sheet}    codeword SWEPT\n\nwhen STAMINA <= 0 -> defeat\n"]
    for number in range(1, CHAPTERS + 1):
        lines.append(f"=== {number}")
        for option in range(draw(st.integers(1, 3))):
            lines.append(f"* Choice {option}{draw(st.sampled_from(CONDITIONS))}")
            effects = draw(st.lists(st.sampled_from(EFFECTS), max_size=2))
            lines += [f"    ~ {each}" for each in effects if each]
            lines.append(f"    -> {draw(st.integers(1, CHAPTERS))}")
        lines.append("* Pay\n    ~ pay 3 gold\n    -> victory\n* End -> defeat\n")
    return "\n".join(lines)


@pytest.mark.slow
@settings(deadline=None, max_examples=settings().max_examples // 2)
@given(markets())
def test_rounds_that_are_found_under_a_limit_are_those_of_the_whole_book(text: str) -> None:
    """Those of the whole book are looked for from each of its states."""
    edition = Project.of(text).edition()
    book, where = edition.book, edition.resolved.sourcemap
    with patch.object(rounds, "STATES", 1_000):
        whole = {*_first_choices(Facts(book, where, solve(book)))}
    for limit in (1, 10, 40):
        few = solve(book, limits=Limits(states=limit))
        facts = Facts(book, where, few, options=CheckOptions(seconds=0.05))
        assert whole.issuperset(_first_choices(facts))


MARSH = """sheet
    stat   STAMINA = 9
    number gold    = 1d10 in 0..10
    number dust    = 1d10 in 0..10

when STAMINA <= 0 -> defeat

=== 1
* Sleep
    ~ STAMINA +4
    -> 1
* To the marsh -> 2

=== 2
* On -> 3
* Back -> 1

=== 3
~ STAMINA -2
* Back -> 1
* Buy the crown [if gold > 5 and dust < gold] -> victory
* Beg -> defeat
"""


@pytest.mark.slow
@pytest.mark.parametrize("states", [120, 250, 1_000_000])
def test_readers_who_lack_what_a_round_gives_are_looked_at_whoever_is_listed(states: int) -> None:
    """Who comes to chapter 1 first has all STAMINA there is: 100 such sheets are listed before any other."""
    found = Project.of(MARSH).check("full", limit_states=states).findings
    assert [each.span.start for each in found if each.code == "GB411"] == [MARSH.index("* Sleep")]


def test_a_round_without_a_choice_is_none() -> None:
    text = (
        "sheet\n    number gold = 2 in 0..9\n    item rope\n\n=== 1\n~ repeat until gold >= 5\n    ~ gold +1\n"
        "    * Buy a rope [if rope]\n        ~ pay 1 gold\n-> victory\n"
    )
    assert "GB411" not in check_text(text).codes
