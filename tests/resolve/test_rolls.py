"""Rolls, random branches, comparisons and tests."""

import pytest

from gamebook.diagnostics import Severity
from gamebook.model.blocks import steps_in
from gamebook.model.step import Roll, Scope
from gamebook.reading import read_text
from tests.resolve.reading import book, codes, core, findings, meaning

HEAD = """
    book "Test"
    sheet
        stat   LUCK = 9
        number gold = 2 in 0..6
    test luck
        succeed 2d6 <= LUCK
        then    LUCK -1
        lucky | unlucky
    === 1
"""


def rules(text: str) -> list[str]:
    return core(HEAD + text)


def test_a_roll_has_rows() -> None:
    text = """
    ~ roll 1d6 + 1
        2-4 -> 1
        5-7
            ~ victory
    """
    assert rules(text) == ["roll (1d6 + 1)", "  2..4 2-4", "    -> 1", "  5..7 5-7", "    end victory"]


def test_a_named_roll_is_known_in_its_rows_and_after() -> None:
    text = """
    ~ roll 1d6 as d
        1-6
            ~ gold -d
    ~ gold +d
    ~ victory
    """
    assert rules(text) == ["roll 1d6 as d", "  1..6 1-6", "    gold := (gold - d)", "gold := (gold + d)", "end victory"]
    assert [(each.low, each.high) for each in book(HEAD + text).variables if each.name == "d"] == [(1, 6)]


def test_a_name_given_in_a_row_is_not_known_after_it() -> None:
    text = "    ~ if gold\n        ~ roll 1d6 as d\n    ~ gold +d\n    ~ victory"
    assert ("GB102", "d") in [(code, at) for code, at, _ in findings(HEAD + text)]


@pytest.mark.parametrize(
    ("rows", "code", "at", "hint"),
    [
        ("1-2 4-6", "GB302", "1d6", "add a row: 3"),
        ("1-3 3-6", "GB303", "3-6 -> 1", "write each total in one row only"),
        ("1-6 7", "GB304", "7 -> 1", ""),
        ("0-6", "GB304", "0-6 -> 1", "write 1-6"),
        ("0-1 3-5", "GB302", "1d6", "add a row: 2, 6"),
        ("0-2 3-5", "GB302", "1d6", "write: ~ roll 1d6 - 1"),
        ("0-2 3-6", "GB304", "0-2 -> 1", "write 1-2"),
    ],
)
def test_rows_cover_every_total_once(rows: str, code: str, at: str, hint: str) -> None:
    text = HEAD + "    ~ roll 1d6\n" + "".join(f"        {row} -> 1\n" for row in rows.split())
    assert (code, at, hint) in findings(text)


GUNS = """
    book "Guns"
    sheet
        number hull = 3 in 0..3
    when hull <= 0 -> defeat
    combat battle
        foe hull
        won when foe hull <= 0
        option aim = 0
        round
            ~ roll 1d6 + aim
                {}
                    ~ hull -1
                {}
                    ~ foe hull -1
    === 1
    ~ fight battle "Sloop" hull 2
    ~ fight battle "Cutter" hull 2
        with aim = -1
    -> victory
"""


@pytest.mark.parametrize(
    ("rows", "code", "hint"),
    [
        ("0-3 4-6", "", ""),
        ("0-3 4-7", "GB304", "write 4-6"),
        ("1-3 4-6", "GB302", "add a row: 0"),
        ("0-3 4-5", "GB302", "add a row: 6"),
    ],
)
def test_rows_of_a_combat_are_judged_by_all_its_fights(rows: str, code: str, hint: str) -> None:
    found = findings(GUNS.format(*rows.split()))
    assert [(each, words) for each, _, words in found] == ([(code, hint)] if code else [])


EXAM = """
    book "Exam"
    sheet
        number magic = 1d6 + 4
    rule exam(ability, hard)
        ~ compare 2d6 + hard with ability
            higher -> defeat
            lower -> victory
            equal -> victory
    === 1
    * Sit the exam
        ~ do exam(1, magic)
    * Go home -> victory
"""


def test_a_comparison_with_swapped_values() -> None:
    (found,) = meaning(EXAM).findings
    assert (found.code, len(found.related)) == ("GB304", 1)
    assert found.message == "lower or equal can never come up: the first value is always higher"
    assert codes(EXAM + "    * Sit another\n        ~ do exam(magic, 1)\n") == []


def test_a_row_of_a_comparison_that_never_comes_up_keeps_its_links() -> None:
    text = "    ~ compare 2d6 with 1\n        higher -> 1\n        lower -> 1\n"
    assert rules(text) == ["compare (2d6 - 1)", "  1..11 higher", "    -> 1", "  -1..-1 lower", "    -> 1"]


def test_a_test_that_always_passes() -> None:
    text = HEAD + "    ~ test luck +12\n        lucky -> 1\n        unlucky -> 1\n"
    assert ("GB304", "unlucky -> 1", "correct what is tested") in findings(text)


def test_what_a_parameter_decides_may_come_up() -> None:
    text = HEAD.replace("sheet", "param most = 1\n    sheet", 1)
    assert "GB304" not in codes(text + "    ~ compare 2d6 with most\n        higher -> 1\n        lower -> 1\n")


def test_a_pool_is_counted_by_its_faces() -> None:
    text = "    ~ roll 10d6 as pool\n    ~ gold +count of 6 in pool\n    ~ victory"
    assert rules(text) == ["pool pool 10d6 most 10", "gold := (gold + pool.6)", "end victory"]


def test_dice_by_a_variable_know_their_most() -> None:
    assert rules("    ~ roll (gold)d6 as pool\n    ~ victory")[0] == "pool pool goldd6 most 6"


def test_a_comparison_is_one_difference() -> None:
    text = """
    ~ compare 1d20 with 10
        higher -> 1
        lower
            ~ victory
    ~ defeat
    """
    assert rules(text) == [
        "compare (1d20 - 10)",
        "  1..10 higher",
        "    -> 1",
        "  0..0 equal",
        "  -9..-1 lower",
        "    end victory",
        "end defeat",
    ]


def test_a_test_rolls_then_costs_then_turns() -> None:
    text = """
    ~ test luck -2
        lucky -> 1
        unlucky
            ~ victory
    """
    assert rules(text) == [
        "test (2d6 <= (LUCK + -2))",
        "  then",
        "    LUCK := (LUCK - 1)",
        "  1..1 lucky",
        "    -> 1",
        "  0..0 unlucky",
        "    end victory",
    ]


def test_anything_can_be_tested_on_dice() -> None:
    assert rules("    ~ test gold on 1d6\n        fail\n            ~ defeat\n    ~ victory") == [
        "test (1d6 <= gold)",
        "  1..1 pass",
        "  0..0 fail",
        "    end defeat",
        "end victory",
    ]


def test_a_test_with_other_dice_keeps_its_price_and_outcomes() -> None:
    text = "    ~ test luck on 3d6\n        lucky -> 1\n    ~ victory\n"
    assert rules(text) == [
        "test (3d6 <= LUCK)",
        "  then",
        "    LUCK := (LUCK - 1)",
        "  1..1 lucky",
        "    -> 1",
        "  0..0 unlucky",
        "end victory",
    ]


def test_a_test_that_makes_itself_is_found() -> None:
    head = HEAD.replace("then    LUCK -1", "then\n            ~ test luck\n                unlucky")
    assert "GB116" in codes(head + "    ~ test luck\n        lucky\n    ~ victory\n")


def test_random_branches_weigh() -> None:
    text = "    ~ random\n        3: -> 1\n        gold:\n            ~ victory\n"
    assert rules(text) == ["random", "  3:", "    -> 1", "  gold:", "    end victory"]


def test_unknown_tests_and_outcomes_offer_the_nearest() -> None:
    found = findings(HEAD + "    ~ test lukc\n    ~ test luck\n        luky -> 1\n    ~ victory")
    assert ("GB103", "lukc", "did you mean luck?") in found
    assert ("GB105", "luky", "did you mean lucky?") in found


def test_other_words_for_how_a_test_ends() -> None:
    found = findings(HEAD + "    ~ test luck\n        success -> 1\n        failure -> 1\n    ~ victory")
    assert ("GB105", "success", "did you mean lucky?") in found
    assert ("GB105", "failure", "did you mean unlucky?") in found


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        ("roll (gold * 50)d6 as n", "GB307"),
        ("roll keep highest 4 of 3d6 as n", "GB308"),
        ("set gold = gold / 0", "GB305"),
        ("roll 1d6 as n by residual nearest", "GB323"),
    ],
)
def test_dice_and_sums_that_make_no_sense(rule: str, code: str) -> None:
    assert code in codes(HEAD + f"    ~ {rule}\n    ~ victory")


def test_conditions_do_not_roll() -> None:
    assert "GB311" in codes(HEAD + "    ~ if 1d6 > 3\n        ~ victory\n    ~ defeat")


@pytest.mark.parametrize("line", ["param x = 1d6", "item lamp x 1d6"])
def test_a_number_that_is_the_same_for_every_reader_is_not_rolled(line: str) -> None:
    """There is no rule in the header that could roll it first, and one finding says all."""
    found = read_text("x.gbk", f"sheet\n    {line}\n\n=== 1\n-> victory\n").earlier
    assert [each.hint for each in found if each.severity is Severity.ERROR] == [
        "write a number; what dice decide is a stat or a number of the sheet: number x = 1d6"
    ]


def test_a_new_name_must_be_new() -> None:
    assert "GB107" in codes(HEAD + "    ~ roll 1d6 as gold\n    ~ victory")


def test_in_a_combat_the_dice_are_told_as_they_are_in_this_fight() -> None:
    text = """
    book "T"
    use fighting-fantasy
    === 1
    ~ fight "Rat" SKILL 5 STAMINA 2
        with foe-attack = -2
    ~ victory
    """
    (scope, _) = book(text).chapters[0].body
    assert isinstance(scope, Scope)
    assert [each.label for each in steps_in(scope.body) if isinstance(each, Roll) and each.what == "compare"] == [
        "2d6 + SKILL with 2d6 + foe SKILL - 2"
    ]


def test_a_row_without_a_last_total_goes_as_far_as_the_dice() -> None:
    text = """
    ~ roll 1d6 + gold
        3 or less -> 1
        4-5
        6 or more
            ~ victory
    """
    rows = ["  1..3 3 or less", "    -> 1", "  4..5 4-5", "  6..12 6 or more", "    end victory"]
    assert rules(text) == ["roll (1d6 + gold)", *rows]


@pytest.mark.parametrize("rows", ["3 or less/4 or more", "0-3/4 or more", "3 or less/4-6"])
def test_an_open_row_of_a_combat_goes_as_far_as_the_dice_of_each_fight(rows: str) -> None:
    assert findings(GUNS.format(*rows.split("/"))) == []


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ("5 or less/7 or more", [("GB302", "2d6", "add a row: 6")]),
        ("7 or less/7 or more", [("GB303", "7 or more -> 1", "write each total in one row only")]),
        ("12 or less/13 or more", [("GB304", "13 or more -> 1", "")]),
        ("1 or less/2 or more", [("GB304", "1 or less -> 1", "")]),
        ("2-5/6 or more", []),
    ],
)
def test_open_rows_cover_every_total_once(rows: str, found: list[tuple[str, str, str]]) -> None:
    text = HEAD + "    ~ roll 2d6\n" + "".join(f"        {row} -> 1\n" for row in rows.split("/"))
    assert [each for each in findings(text) if each[0] != "GB115"] == found
