"""Menus that are read otherwise than they were meant."""

from __future__ import annotations

import pytest

from gamebook.reading import read_text

FIGHT = '~ fight "Orc" SKILL 6 STAMINA 5'
MENUS = {"GB063", "GB064", "GB065", "GB068", "GB069"}


def _found(lines: str, language: str = "en") -> list[tuple[str, str, str]]:
    """(code, the words at fault, hint) of the findings about menus in chapter 1."""
    text = f'book "T"\n    language "{language}"\n    use fighting-fantasy\n'
    text += f"sheet\n    item sword\n    number gold = 9 in 0..9\n=== 1\n{lines}\n"
    text += "=== 2\n~ victory\n=== 3\n~ defeat\n"
    found = read_text("test.gbk", text).earlier
    return [(each.code, text[each.span.start : each.span.end], each.hint or "") for each in found if each.code in MENUS]


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ("* Take it\n~ gain sword\n* Leave it\n-> 2", "gain sword"),
        ("* Take it [if gold]\n~ gain sword\n~ gold -1\n* Leave it\n-> 2", "gain sword"),
        ("* Take it // the sword\n~ gain sword\n* Leave it\n-> 2", "gain sword"),
        ("~ if gold\n    * Take it\n    ~ gain sword\n    * Leave it\n-> 2", "gain sword"),
        ("* Take it\n    ~ gain sword\n* Leave it\n-> 2", None),
        ("* Take it\n\n~ gold -1\n* Leave it\n-> 2", None),  # meant for everybody
        ("* Take it\n~ gold -1\nYou have to choose.\n* Leave it\n-> 2", None),
        ("* Take it [if gold] -> 3\n~ gold -1\n* Leave it\n-> 2", "gold -1"),  # who can take it does not pay
        ("* Wait\n* Take it -> 3\n~ gold -1\n* Leave it\n-> 2", "gold -1"),
        ("* Take it [if gold] -> 3\n\n~ gold -1\n* Leave it\n-> 2", None),  # who cannot take it goes on
        ("* Wait -> 2\n* Take it [if gold] -> 3\n~ gold -1\n* Leave it\n-> 2", None),  # GB202 says it
        ("* Take it [if gold]\n    ~ gain sword\n    -> 3\n~ gold -1\n* Leave it\n-> 2", None),
        ("* Take it\n~ gain sword\n-> 2", None),
        ("* Take it\n~ gain sword\n-> 2\n* Leave it -> 3", None),  # GB060 says it
    ],
)
def test_a_rule_between_two_choices(lines: str, fault: str | None) -> None:
    assert [each[:2] for each in _found(lines)] == ([("GB063", fault)] if fault else [])


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ("* Take it [if gold] -> 3\nOr else:\n* Leave it -> 2\n* Wait -> 3", "Or else:"),
        ("* Take it [if gold] -> 3\n\nOr else:\n  you go.\n\n* Leave it -> 2", "Or else:"),
        ("* Take it [if gold]\n    ~ gold -1\n    -> 3\nOr else:\n* Leave it -> 2", "Or else:"),
        ("* Take it [if gold] -> 3\n* Steal it [if sword] -> 3\nOr else:\n* Leave it -> 2", "Or else:"),
        ("~ if gold\n    * Take it [if gold > 2] -> 3\n    Or else:\n    * Leave it -> 2\n-> 2", "Or else:"),
        ("* Take it [if gold] -> 3\n    Or else:\n* Leave it -> 2", None),
        ("* Take it [if gold]\nYou have to choose.\n* Leave it -> 2", None),  # who has taken it chooses, too
        ("* Ask\n* Take it [if gold] -> 3\nYou have to choose.\n* Leave it -> 2", None),
        ("* Take it -> 3\n* Buy it [if gold] -> 3\nOr else:\n* Leave it -> 2", None),  # GB202 says it
        ("* Take it [if gold] -> 3\nToo dear.\n-> 2", None),
        ("* Take it [if gold] -> 3\nToo dear.\n~ gold +1\n* Leave it -> 2", None),  # meant for who could not
    ],
)
def test_prose_between_two_choices(lines: str, fault: str | None) -> None:
    assert [each[:2] for each in _found(lines)] == ([("GB068", fault)] if fault else [])


def test_who_wants_a_forced_turn_is_told_how_to_write_it() -> None:
    """For a choice with a turn only; a block would have to move, too."""
    ((_, _, hint),) = _found("* Take it [if gold > 3] -> 3\nOr else:\n* Leave it -> 2")
    assert "“~ if gold > 3”, and under it, with four blanks, “-> 3”" in hint
    ((_, _, hint),) = _found("* Take it [if gold > 3] -> 3\n* Take all [if gold > 8] -> 2\nOr else:\n* Leave it -> 2")
    assert hint.endswith("if you want it so, write // noqa: GB068")


@pytest.mark.parametrize(
    ("lines", "hint"),
    [
        (f"{FIGHT}\n* You win -> 2\n* You lose -> 3", "write -> 2 there, without a star; for who loses"),
        (f"{FIGHT}\n* You win -> 2\n* You lose -> 3", "under the fight, with four blanks: lost -> 3"),
        (f"{FIGHT}\n* If you win the fight, -> 2\n* If you lose: -> 3", "lost -> 3"),
        (f"{FIGHT}\nIt falls.\n\n* Victory! -> 2\n* Defeated -> 3", "lost -> 3"),
        (f"{FIGHT}\n* You are killed -> 3\n* Go on -> 2", "lost -> 3"),
        (f"{FIGHT}\n    lost -> 3\n* You win -> 2", "write -> 2 there, without a star"),
        (
            f"{FIGHT}\n* If you win, take it\n    ~ gain sword\n    -> 2\n* If you lose -> 3",
            "what is under “If you win, take it”",
        ),
        (f"{FIGHT}\n* You win -> 2\n    ~ gain sword\n* You lose -> 3", "without the blanks before it, and then -> 2"),
        (f"{FIGHT}\n* You win\n* You lose -> 3\n-> 2", "after the fight: leave out “You win”; for who loses"),
    ],
)
def test_the_end_of_a_fight_as_a_choice(lines: str, hint: str) -> None:
    ((code, _, told),) = _found(lines)
    assert code == "GB064"
    assert hint in told
    assert ("lost ->" in told) == ("    lost ->" not in lines)


@pytest.mark.parametrize("lines", ["* You win -> 2\n* Search the body -> 3", "* You win -> 2\n* You lose\n-> 3"])
def test_who_loses_turns_nowhere_where_no_choice_says_so(lines: str) -> None:
    ((code, _, hint),) = _found(f"{FIGHT}\n{lines}")
    assert code == "GB064"
    assert hint.endswith("for who loses the book has ended, unless a row “lost” stands under the fight")


def test_what_is_under_the_end_of_a_fight_goes_along() -> None:
    """Both blocks lead on, so no turn of one's own is put in their place."""
    lines = f"{FIGHT}\n* You win\n    ~ gain sword\n    -> 2\n* You lose\n    ~ gold -2\n    -> 3"
    ((_, words, hint),) = _found(lines)
    assert words == "You win"
    assert hint == (
        "who wins goes on after the fight: write what is under “You win” there, without the blanks before it; for who "
        "loses the book has ended, unless you write under the fight, with four blanks: lost, and under it, with eight, "
        "what is under “You lose”"
    )
    meant = f"{FIGHT}\n    lost\n        ~ gold -2\n        -> 3\n~ gain sword\n-> 2"
    assert _found(meant) == []


@pytest.mark.parametrize(
    "lines",
    [
        f"{FIGHT}\n* If you win their trust -> 2\n* Go -> 3",
        f"{FIGHT}\n* You win, or so it seems -> 2\n* Go -> 3",
        f"{FIGHT}\n* Search the body -> 2\n* Win their trust -> 3",
        f"{FIGHT}\n* You win [if sword] -> 2\n* Go -> 3",
        f"{FIGHT}\n~ gold +1\n* You win -> 2\n* Go -> 3",
        "* You win -> 2\n* You lose -> 3",
    ],
)
def test_other_choices(lines: str) -> None:
    assert _found(lines) == []


@pytest.mark.parametrize(
    ("lines", "rule", "rows"),
    [
        ("~ test luck\n* If you are lucky -> 2\n* If you are unlucky -> 3", "test luck", "lucky -> 2 and unlucky -> 3"),
        ("~ test luck\nYou jump.\n\n* Lucky -> 2\n* Not lucky -> 3", "test luck", "lucky -> 2 and unlucky -> 3"),
        ("~ test luck\n* If the test is successful, -> 2\n* Otherwise -> 3", "test luck", "lucky -> 2"),
        ("~ test skill -1\n* Success -> 2\n* You fail. -> defeat", "test skill -1", "pass -> 2 and fail -> defeat"),
        ("~ test luck\n* You succeed\n* You fail -> 3\n-> 2", "test luck", "unlucky -> 3"),
        ("~ roll 1d6 as d\n* If you roll 1-3 -> 2\n* If you roll 4-6 -> 3", "roll 1d6", "1-3 -> 2 and 4-6 -> 3"),
        ("~ roll 2d6 as d\n{d}!\n* 2–7 -> 2\n* 8+ -> 3", "roll 2d6", "2-7 -> 2 and 8 or more -> 3"),
        (
            "~ roll 1d6\n* If you roll 1 -> 2\n* If you roll 6 -> 3\n* Otherwise -> 2",
            "roll 1d6",
            "1 -> 2, 6 -> 3 and 2-5 -> 2",
        ),
        ("~ roll 2d6\n* If you get 7 -> 2\n* Otherwise, go -> 3", "roll 2d6", "7 -> 2, 2-6 -> 3 and 8-12 -> 3"),
        (
            "~ roll 1d6 + gold\n* 9 or more -> 2\n* Less than 9 -> 3",
            "roll 1d6 + gold",
            "9 or more -> 2 and 8 or less -> 3",
        ),
        ("~ roll 2d6\n* More than 9 -> 2\n* At most 9 -> 3", "roll 2d6", "10 or more -> 2 and 9 or less -> 3"),
        ("~ roll 1d6 + gold\n* If you get 9 -> 2\n* Otherwise -> 3", "roll 1d6 + gold", "9 -> 2"),
        ("~ roll 2d6\n* On a 12 -> 2\n* 11 or less -> 3", "roll 2d6", "12 -> 2 and 11 or less -> 3"),
    ],
)
def test_the_result_of_dice_as_a_choice(lines: str, rule: str, rows: str) -> None:
    ((code, _, hint),) = _found(lines)
    assert code == "GB064"
    assert hint == (
        f"write “~ {rule}”, and in place of such choices put under it, with four blanks before each row: {rows}"
    )


def test_results_of_dice_that_lead_nowhere() -> None:
    ((code, _, hint),) = _found("~ test luck\n* Lucky\n* Unlucky\n-> 2")
    assert code == "GB064"
    assert hint.endswith("before each row: lucky -> …")


def test_what_is_under_the_result_of_dice_goes_along() -> None:
    ((_, words, hint),) = _found("~ test luck\n* Lucky\n    ~ gold +1\n    -> 2\n* Unlucky -> 3")
    assert words == "Lucky"
    assert hint.endswith("each row: lucky and unlucky -> 3; what is under a choice goes under its row")


@pytest.mark.parametrize(
    "lines",
    [
        "~ test luck\n* Go on -> 2\n* Lucky Jim's -> 3",
        "~ test luck\n* Lucky -> 2\n* Go on -> 3",  # a horse, perhaps
        "~ test luck\n* Pass the gate -> 2\n* Fail him -> 3",
        "~ test luck\n* If you are lucky [if gold] -> 2\n* Go -> 3",
        "~ test luck\n    unlucky -> 3\n* You are lucky -> 2",
        "~ test luck\n~ gold +1\n* Lucky -> 2\n* Unlucky -> 3",
        "~ roll 1d6 as d\n* If you roll 1-3 [if d < 4] -> 2\n* If you roll 4-6 [if d > 3] -> 3",
        "~ roll 1d6 as d\n* 1-3\n    ~ if d < 4\n        -> 2\n    -> 3\n* 4-6 -> 3",  # a bet
        "~ roll 1d6 as d\n* 1-3\n* 4-6\n~ set gold = d\n-> 2",
        "~ roll 1d6 as d\n* 7 -> 2\n* Otherwise -> 3",  # the number of a room, perhaps
        "~ roll 1d6 as d\n* Door 1 -> 2\n* Door 2 -> 3",
        "~ roll 1d6 as d\n* Roll again -> 2\n* Pay 3 -> 3",
    ],
)
def test_choices_that_are_no_results_of_dice(lines: str) -> None:
    assert _found(lines) == []


def test_the_result_of_a_test_in_the_language_of_the_book() -> None:
    lines = "~ test luck\n* Si vous êtes chanceux -> 2\n* Si vous êtes malchanceux -> 3"
    assert _found(lines) == []
    ((_, _, hint),) = _found(lines, language="fr")
    assert hint.endswith("lucky -> 2 and unlucky -> 3")


@pytest.mark.parametrize(
    ("menu", "twice"),
    [
        ("* Go -> 2\n* Go -> 2", True),
        ("* Go -> 2\n* Stay -> 3\n* Go -> 2", True),
        ("* Go [if sword]\n    ~ gold -1\n    -> 2\n* Go [if sword]\n    ~ gold -1\n    -> 2\n* Stay -> 3", True),
        ("* Go [if sword] -> 2\n* Go -> 2", False),
        ("* Go -> 2\n* Go -> 3", False),
        ("* Go\n    ~ gold -1\n    -> 2\n* Go -> 2", False),
        ("~ choose 1 of\n    * Gold\n        ~ gold +1\n    * Gold\n        ~ gold +1\n-> 2", False),
    ],
)
def test_a_choice_that_is_there_twice(menu: str, twice: bool) -> None:
    assert [each[:2] for each in _found(menu)] == ([("GB065", "Go")] if twice else [])


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ('~ choose "way"\n    * A\n        ~ gold -1\n* B\n        ~ gold -2\n-> 2', "B"),
        ('~ choose "way"\n    * A\n    * B\n* C\n        ~ gold -2\n-> 2', "C"),
        ("* A\n    * A1\n        -> 2\n* A2 [if gold]\n        Words.\n        -> 2\n* B -> 3", "A2"),
        ("~ if sword\n    * A\n        -> 2\n* B\n        -> 2\n* C -> 3", "B"),
        ("* A\n    * A1\n        -> 2\n* B\n    -> 2\n* C -> 3", None),
        ('~ choose "way"\n        * A\n                ~ gold -1\n* B\n        ~ gold -2\n-> 2', None),
        ("* A\n    -> 2\n* B\n        -> 2\n* C -> 3", None),  # no other menu
    ],
)
def test_a_choice_left_of_its_menu(lines: str, fault: str | None) -> None:
    assert [each[:2] for each in _found(lines)] == ([("GB069", fault)] if fault else [])
