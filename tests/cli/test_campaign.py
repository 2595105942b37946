"""`gamebook campaign`: what is printed, and what happens at limits."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamebook.resources import resource_folder

FOLDER: Path = resource_folder("books") / "campaign"
BOOKS = (str(FOLDER / "the-pass.gbk"), str(FOLDER / "the-valley.gbk"))
HERO = ("--hero", "SKILL=8,STAMINA=16,LUCK=8")


def test_json_has_bounds_for_every_start(gamebook: Callable[..., Any]) -> None:
    told = json.loads(gamebook("campaign", *BOOKS, *HERO, "--json").out)
    assert told["complete"] and told["picks"] is None
    first, second = told["stages"]
    assert first["starts"][0]["value"] == told["best"]
    assert len(second["starts"]) > 10
    assert all(0 <= each["value"]["low"] <= each["value"]["high"] <= 1 for each in second["starts"])


@pytest.mark.slow
def test_a_limit_leaves_bounds_that_hold(gamebook: Callable[..., Any]) -> None:
    true = json.loads(gamebook("campaign", *BOOKS, *HERO, "--json").out)["best"]
    assert "Some of these sheets may never occur." in gamebook("campaign", *BOOKS, *HERO, "--limit-states", "50").out
    found = gamebook("campaign", *BOOKS, *HERO, "--json", "--limit-states", "50")
    assert found.code == 3
    assert found.err.endswith("gamebook: a limit was reached before the answer\n"), (
        "of the whole campaign nothing is known"
    )
    told = json.loads(found.out)
    assert not told["complete"]
    assert told["best"]["low"] <= true["low"] <= true["high"] <= told["best"]["high"]


ONE = """book "One"

sheet
    stat life = 1d3 + 2 in 0..9
    number gold = 3 in 0..9
    item rope x 3 = 1
    one-of weapon: none, sword, axe

=== 1
* Fight
    ~ life -1d2
    ~ gain axe
    -> victory
* Trade
    ~ gold -2
    ~ gain sword
    -> victory
"""
TWO = """book "Two"
    carry life, gold, rope, weapon

sheet
    stat life = 2 in 0..4
    number gold = 4 in 2..5
    item rope
    one-of weapon: none, sword, axe

=== 1
~ life +3
~ roll 1d6 as d
~ if d <= life + 2 * axe - gold / 4
    -> victory
-> defeat
"""


@pytest.fixture
def duel() -> tuple[str, str]:
    """Best play fights: life 3, 4 or 5 becomes 1 to 4, cut to 4, then 4 at least with 3 more, no more than it was.

    With the axe the die may show life + 2 at most: 5 for those who began with 3, 6 for the others. (5/6 + 1 + 1)/3.
    """
    Path("one.gbk").write_text(ONE, "utf-8")
    Path("two.gbk").write_text(TWO, "utf-8")
    return "one.gbk", "two.gbk"


@pytest.mark.slow
@pytest.mark.parametrize("limit", [(), ("--timeout", "0"), ("--limit-memory", "1")])
def test_an_answer_that_is_known_is_complete(
    gamebook: Callable[..., Any], duel: tuple[str, str], limit: tuple[str, ...]
) -> None:
    """All was listed when the time was over: there is nothing that is not known."""
    found = gamebook("campaign", *duel, "--json", *limit)
    told = json.loads(found.out)
    assert told["best"]["low"] <= 17 / 18 <= told["best"]["high"] < told["best"]["low"] + 1e-12
    assert (found.code, told["complete"]) == (0, True)
    assert "true value" not in found.err


def test_a_one_of_has_the_name_of_its_value(gamebook: Callable[..., Any], duel: tuple[str, str]) -> None:
    shown = gamebook("campaign", *duel)
    assert " life 4, initial life 4, gold 2, weapon sword" in shown.out
    assert " life 4, initial life 4, gold 3, weapon axe" in shown.out
    told = json.loads(gamebook("campaign", *duel, "--json").out)
    assert {start["sheet"]["weapon"] for start in told["stages"][1]["starts"]} == {"sword", "axe"}
    rows = [*csv.reader(gamebook("campaign", *duel, "--format", "csv").out.splitlines())]
    assert any("weapon axe" in row[-1] for row in rows if row)
    assert ["All begin with", "rope 1"] in rows  # with it the sheets of the table are complete


def test_csv_has_the_answer(gamebook: Callable[..., Any]) -> None:
    best = json.loads(gamebook("campaign", *BOOKS, *HERO, "--json").out)["best"]
    title, answer, *_ = csv.reader(gamebook("campaign", *BOOKS, *HERO, "--format", "csv").out.splitlines())
    assert title == ["Campaign"]
    assert answer[0] == "Best play"
    assert [float(each) for each in answer[2:]] == [best["low"], best["high"]]


def test_a_draft_says_why_its_bounds_are_wide(gamebook: Callable[..., Any]) -> None:
    """Half of all readers win the first book, which leads on to nothing but victory; the others may yet."""
    sheet = "sheet\n    number gold = 1 in 0..9\n"
    one = f'book "One"\n    draft\n{sheet}=== 1\n~ roll 1d2\n    1 -> victory\n    2 -> 17\n'
    Path("one.gbk").write_text(one, "utf-8")
    Path("two.gbk").write_text(f'book "Two"\n    carry gold\n{sheet}=== 1\n-> victory\n', "utf-8")
    shown = gamebook("campaign", "one.gbk", "two.gbk").out
    assert "Best play wins all with chance between 50.000% and 100%" in shown
    assert "not finished: One" in shown
    assert "the lower bound counts what is not written yet as lost, the upper one as all books won" in shown


def test_a_draft_in_which_no_victory_is_written(gamebook: Callable[..., Any]) -> None:
    """All readers may win it yet, so nothing says that nobody can."""
    sheet = "sheet\n    number gold = 1 in 0..9\n"
    Path("one.gbk").write_text(f'book "One"\n    draft\n{sheet}=== 1\n-> 17\n', "utf-8")
    Path("two.gbk").write_text(f'book "Two"\n    carry gold\n{sheet}=== 1\n-> victory\n', "utf-8")
    found = gamebook("campaign", "one.gbk", "two.gbk")
    assert "Nobody begins this book yet: a book before it is not finished, and has no victory so far." in found.out
    assert found.err == "gamebook: one.gbk: chapter 17 is not written yet\n"


def test_books_of_one_title_are_named_by_their_files(gamebook: Callable[..., Any]) -> None:
    sheet = "sheet\n    number gold = 1 in 0..9\n"
    Path("one.gbk").write_text(f'book "Saga"\n{sheet}=== 1\n-> victory\n', "utf-8")
    Path("two.gbk").write_text(f'book "Saga"\n    draft\n    carry gold\n{sheet}=== 1\n-> 17\n', "utf-8")
    Path("three.gbk").write_text(f'book "Other"\n    carry gold\n{sheet}=== 1\n-> victory\n', "utf-8")
    shown = gamebook("campaign", "one.gbk", "two.gbk", "three.gbk").out
    for told in ("\n1 Saga (one.gbk): ", "\n2 Saga (two.gbk): ", "\n3 Other: ", "not finished: Saga (two.gbk)\n"):
        assert told in shown
    again = gamebook("campaign", "three.gbk", "one.gbk", "one.gbk")
    assert "Saga (book 2) does not say what it carries over" in again.err


def test_values_that_the_next_book_has_no_room_for(gamebook: Callable[..., Any]) -> None:
    sheet = "sheet\n    number gold = 3 in -9..{}\n    number food = 4 in 2..5\n"
    one = sheet.format(24).replace("2..5", "0..9") + "=== 1\n* Work\n    ~ gold +{}\n    ~ food -3\n-> victory\n"
    two = 'book "Two"\n    carry gold, food\n' + sheet.format(12) + "=== 1\n-> victory\n"
    Path("two.gbk").write_text(two, "utf-8")
    Path("one.gbk").write_text(f'book "One"\n{one.format(20)}', "utf-8")
    shown = gamebook("campaign", "one.gbk", "two.gbk").out
    assert "The book before ends with 23 gold. This book has room for -9 to 12: a higher value becomes 12." in shown
    assert "The book before ends with 1 food. This book has room for 2 to 5: a lower value becomes 2." in shown
    Path("one.gbk").write_text(f'book "One"\n{one.format(9).replace("food -3", "food -1")}', "utf-8")
    assert "becomes" not in gamebook("campaign", "one.gbk", "two.gbk").out  # its range is wider, and not used


def test_a_book_that_nobody_begins(gamebook: Callable[..., Any]) -> None:
    sheet = "sheet\n    number gold = 1 in 0..9\n"
    Path("one.gbk").write_text(f'book "One"\n{sheet}=== 1\n-> defeat\n', "utf-8")
    Path("two.gbk").write_text(f'book "Two"\n    carry gold\n{sheet}=== 1\n-> victory\n', "utf-8")
    found = gamebook("campaign", "one.gbk", "two.gbk")
    assert found.code == 0
    assert "wins all with chance 0% (never)" in found.out
    assert "Nobody begins this book: a book before it cannot be won." in found.out


def test_one_book_is_no_campaign(gamebook: Callable[..., Any]) -> None:
    found = gamebook("campaign", BOOKS[0])
    assert found.code == 2
    assert "at least two books" in found.err


def test_what_is_certain_is_told_as_certain(gamebook: Callable[..., Any]) -> None:
    hurt = 'book "One"\nsheet\n    stat life = 1d2 + 2\n=== 1\n~ life -1\n-> victory\n'
    sheet = 'book "Two"\n    carry life\nsheet\n    stat life = 1d2 + 2\n'
    healed = sheet + "=== 1\n~ restore life\n~ if life = {}\n    -> victory\n-> defeat\n"
    Path("one.gbk").write_text(hurt, "utf-8")
    Path("half.gbk").write_text(healed.format(3), "utf-8")
    shown = gamebook("campaign", "one.gbk", "half.gbk").out
    # Who began with 3 is healed to 3, and who began with 4 to 4.
    assert "Best play wins all with chance 50.000%" in shown
    starts = [" ".join(line.split()) for line in shown.splitlines() if "initial" in line]
    assert starts == ["100% life 2, initial life 3", "0% life 3, initial life 4"]
    Path("never.gbk").write_text(healed.format(2), "utf-8")
    assert "Best play wins all with chance 0% (never)" in gamebook("campaign", "one.gbk", "never.gbk").out


@pytest.mark.slow
def test_kinds_of_hero_are_listed(gamebook: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The toll is 1d1000, so a reader wins with (might + gold)/1000, on average (350.5 + 10.5)/1000."""
    monkeypatch.setattr("gamebook.analysis.starts.MOST_LISTED", 100)
    sheet = "sheet\n    stat might = 1d12 + 344 in 1..600\n    number gold = 0 in 0..20\n"
    Path("one.gbk").write_text(f'book "One"\n{sheet}=== 1\n~ gold +1d20\n-> victory\n', "utf-8")
    toll = "=== 1\n~ roll 1d1000 as toll\n~ if toll <= might + gold\n    -> victory\n-> defeat\n"
    Path("two.gbk").write_text(f'book "Two"\n    carry might, gold\n{sheet}{toll}', "utf-8")
    shown = gamebook("campaign", "one.gbk", "two.gbk").out
    assert "Best play wins all with chance 36.100%" in shown
    assert "each was solved by itself" in shown
    rows = [" ".join(line.split()) for line in shown.splitlines() if "might" in line]
    assert len(rows) == 10
    assert (rows[0], rows[-1]) == ("36.650% might 356", "35.550% might 345")
    assert "… and 2 more kinds of hero" in shown
    told = json.loads(gamebook("campaign", "one.gbk", "two.gbk", "--json").out)
    assert len(told["kinds"]) == 12


@pytest.mark.slow
def test_too_many_kinds_of_hero_have_bounds(gamebook: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 12 heroes, all as usual, the three with the least might are solved: 3/12 * 346/1000, and up to 9/12 more."""
    monkeypatch.setattr("gamebook.analysis.starts.MOST_LISTED", 10)
    monkeypatch.setattr("gamebook.analysis.campaign.MOST_KINDS", 3)
    sheet = "sheet\n    stat might = 1d12 + 344 in 1..600\n"
    Path("one.gbk").write_text(f'book "One"\n{sheet}=== 1\n-> victory\n', "utf-8")
    toll = "=== 1\n~ roll 1d1000 as toll\n~ if toll <= might\n    -> victory\n-> defeat\n"
    Path("two.gbk").write_text(f'book "Two"\n    carry might\n{sheet}{toll}', "utf-8")
    found = gamebook("campaign", "one.gbk", "two.gbk", "--json")
    told = json.loads(found.out)
    assert (found.code, told["complete"], len(told["kinds"])) == (3, False, 3)
    assert (told["best"]["low"], told["best"]["high"]) == pytest.approx((0.0865, 0.8365), abs=1e-12)
    assert told["reason"] in found.err
    assert "the dice make 12 kinds of hero, more than 3" in told["reason"]
    out = gamebook("campaign", "one.gbk", "two.gbk").out
    assert "Only 3 kinds were solved; the dice make another hero with chance 75.000%." in out


def test_too_many_sheets_are_bounded_by_the_first_book(
    gamebook: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is rolled for the hero, and 20 purses are too many; the first book alone is won in 1 of 4."""
    monkeypatch.setattr("gamebook.analysis.starts.MOST_LISTED", 10)
    sheet = "sheet\n    number gold = 0 in 0..20\n"
    won = "=== 1\n~ gold +1d20\n~ roll 1d4\n    1 -> victory\n    2-4 -> defeat\n"
    Path("one.gbk").write_text(f'book "One"\n{sheet}{won}', "utf-8")
    toll = "=== 1\n~ roll 1d1000 as toll\n~ if toll <= gold\n    -> victory\n-> defeat\n"
    Path("two.gbk").write_text(f'book "Two"\n    carry gold\n{sheet}{toll}', "utf-8")
    found = gamebook("campaign", "one.gbk", "two.gbk", "--json")
    told = json.loads(found.out)
    assert (found.code, told["complete"], told["stages"]) == (3, False, [])
    assert (told["best"]["low"], told["best"]["high"]) == pytest.approx((0.0, 0.25), abs=1e-12)
    assert told["reason"].startswith("One can be won with 20 different sheets, more than 10")


def test_what_the_answer_does_not_need_may_be_unknown(gamebook: Callable[..., Any]) -> None:
    """Whoever wins at once, twice, never needs the sheets with more than 0; the limit comes before they are known."""
    start = "sheet\n    number n = 0 in 0..9\n\n=== 1\n* Win -> victory\n* On -> 2\n\n=== 2\n"
    more = "~ n +1d9\n* a -> 3\n* b\n    ~ n +1\n    -> 3\n\n=== 3\n~ n +1d9\n~ if n = 5\n    -> victory\n-> defeat\n"
    Path("one.gbk").write_text(f'book "L"\n\n{start}{more}', "utf-8")
    Path("two.gbk").write_text(f'book "L2"\n    carry n\n\n{start}{more}', "utf-8")
    found = gamebook("campaign", "one.gbk", "two.gbk", "--limit-states", "8")
    assert found.code == 0
    assert "Best play wins all with chance 100% (always)" in found.out
    assert "Two numbers are bounds: a limit was reached before more was known of this sheet." in found.out
    assert "limit" not in found.err
