"""Whom the rules of a manuscript are for: a proposal is true, or says that it is not for everybody."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gamebook.interop.importing import import_book

NOTE = "  // not for everybody: see the text"
LOSS, LUCK, FOG = "~ STAMINA -2", "~ LUCK +1", "~ note FOG"
DICE = "decided by dice, no free choice: "


def chapter(folder: Path, text: str) -> str:
    """The first chapter of a book that says something, and turns to chapter 3."""
    others = "".join(f"\n{number}\n\nOn you go. Turn to 2.\n" for number in range(2, 13))
    (folder / "a.txt").write_text(f"1\n\n{text}\n{others}", "utf-8")
    return import_book(folder / "a.txt").text.partition("=== 1\n")[2].partition("\n=== 2\n")[0]


def proposed(text: str) -> list[str]:
    """The rules proposed for a chapter; those under a choice stand behind its chapter: `12: ~ note FOG`."""
    found, target = [], ""
    for line in text.splitlines():
        choice = re.match(r"\* .* -> (\d+)$", line)
        target = f"{choice[1]}: " if choice else target
        rule = re.match(r"( *)// TODO import: (~ .*)", line)
        if rule:
            found.append(f"{target if rule[1] else ''}{rule[2]}")
    return found


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (
            "Roll one die:\n\n1-2: turn to 2.\n\n3-6: lose 2 STAMINA points and turn to 3.",
            ["~ roll 1d6 as d", f"3: {LOSS}"],
        ),
        ("If you help him, note the codeword FOG and turn to 12. If not, turn to 3.", [f"12: {FOG}"]),
        ("If you have the lantern, turn to 3. If not, lose 2 STAMINA points and turn to 4.", [f"4: {LOSS}"]),
        ("You may drink it (gain 1 LUCK point and turn to 3) or leave (turn to 4).", [f"3: {LUCK}"]),
        ("Do you drink it? If so, add 1 to your LUCK and turn to 3. Otherwise turn to 4.", [f"3: {LUCK}"]),
        (
            "Test your Luck: if you are lucky, turn to 3; if not, lose 2 STAMINA points and turn to 4.",
            ["~ test luck", f"4: {LOSS}"],
        ),
        ("If you go, lose 2 STAMINA points, or 1 with boots, and turn to 3. If not, turn to 4.", [f"3: {LOSS}"]),
        ("Go on: if you are hit, lose 2 STAMINA points, and turn to 3.\n\nGo back: turn to 4.", [f"3: {LOSS}{NOTE}"]),
    ],
)
def test_a_rule_of_a_choice_stands_under_it(tmp_path: Path, text: str, rules: list[str]) -> None:
    assert proposed(chapter(tmp_path, text)) == rules


@pytest.mark.parametrize(
    "text",
    [
        "1-2: nothing happens.\n\n3-6: lose 2 STAMINA points.",
        "1-2: nothing happens\n3-6: lose 2 STAMINA points",
        "1-2 Nothing happens\n3-6 Lose 2 STAMINA points",
        "Roll one die.\n1-2 A bat bites you. Lose 2 STAMINA points.\n3-6 Nothing happens.",
        "1 A bat bites you. Lose 2 STAMINA points.\n2 Nothing happens.",
        "1-2: nothing happens; 3-6: lose 2 STAMINA points.",
        "| 1-2 | Nothing |\n| 3-6 | Lose 2 STAMINA points |",
        "2-6\n\nLose 2 STAMINA points.",
        "On a 5 or 6 the rock hits you. Lose 2 STAMINA points.",
        "If the number rolled is 1 or 2, you slip. You lose 2 STAMINA points.",
        "If you are unlucky:\n\nIt hits you. Lose 2 STAMINA points.",
        "If you are unlucky, it hits you. Lose 2 STAMINA points.",
        "If you have the lantern, turn to 4. Otherwise you fall. Lose 2 STAMINA points.",
        "If your SKILL is 9 or more, lose 2 STAMINA points.",
        "You may climb. Lose 2 STAMINA points.",
        "You lose 2 STAMINA points unless you wear the cloak.",
        "Lose 2 STAMINA points if you fail.",
        "Lose 2 STAMINA points. If you have the shield, lose only 1 instead.",
        "Lose 2 STAMINA points and turn to 5 or 6.",
        "Failure: lose 2 STAMINA points.",
        "* Climb. Lose 2 STAMINA points.\n\n* Wait.",
        "1. Lose 2 STAMINA points.\n\n2. Rest.",
        "The first time you come here, lose 2 STAMINA points.",
        "Climb? Lose 2 STAMINA points.",
        "1 - You lose 2 STAMINA points.\n2 - You rest.",
        "a) You rest.\nb) You lose 2 STAMINA points.",
        "On success, rest; on failure, lose 2 STAMINA points.",
        "Roll a die. 6 means you lose 2 STAMINA points.",
        "For those with a lantern: lose 2 STAMINA points.",
        "You have the codeword FOG: lose 2 STAMINA points.",
    ],
)
def test_a_rule_that_is_not_for_everybody_says_so(tmp_path: Path, text: str) -> None:
    assert f"{LOSS}{NOTE}" in proposed(chapter(tmp_path, f"{text} \n\nTurn to 3."))


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("If you wish, test your luck.", "~ test luck"),
        ("If you are quick, roll one die.", "~ roll 1d6 as d"),
        ("If you wish to fight:\n\nWOLF SKILL 7 STAMINA 8\n\n", '~ fight "Wolf" SKILL 7 STAMINA 8'),
        ("Will you test your luck (turn to 4) or fight (turn to 5)?", "~ test luck"),
        ("Fight on: test your luck and turn to 4.", "~ test luck"),
        ("Before you test your luck, eat.", "~ test luck"),
        ("You do not have to fight the WOLF (SKILL 7, STAMINA 8).", '~ fight "Wolf" SKILL 7 STAMINA 8'),
        ("Erase the codeword FOG if you have it.", "~ erase FOG"),
        ("Wenn du ihm hilfst, notiere das Codewort FOG.", FOG),
    ],
)
def test_dice_and_codewords_are_not_for_everybody_either(tmp_path: Path, text: str, rule: str) -> None:
    assert proposed(chapter(tmp_path, f"{text} \n\nTurn to 3.")) == [f"{rule}{NOTE}"]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("You have not eaten, so lose 2 STAMINA points.", LOSS),
        ("You cannot see: lose 2 STAMINA points.", LOSS),
        ("You fall and lose 2 STAMINA points.", LOSS),
        ("The wolf bites, and you lose 2 STAMINA points.", LOSS),
        ("The blow is so hard that you lose 2 STAMINA points.", LOSS),
        ("The blow causes you to lose 2 STAMINA points.", LOSS),
        ("You have to lose 2 STAMINA points.", LOSS),
        ("Each of you must lose 2 STAMINA points.", LOSS),
        ("The cold bites: lose 2 STAMINA points.", LOSS),
        ("Lose 2 STAMINA points and, if you are still alive, turn to 4.", LOSS),
        ("If you are hit: fall.\n\nLose 2 STAMINA points.", LOSS),
        ("Reduce your SKILL by 2 for the rest of your adventure.", "~ SKILL -2"),
        ("Roll two dice, and if it is 8 or less turn to 4; if it is more, turn to 5.", "~ roll 2d6 as d"),
        ("Test your luck. If you are lucky, turn to 4. If you are unlucky, turn to 5.", "~ test luck"),
        ("You must fight:\n\nWOLF SKILL 7 STAMINA 8\n\nIf you win, turn to 4.", '~ fight "Wolf" SKILL 7 STAMINA 8'),
        ("Note the codeword “FOG”.", FOG),
    ],
)
def test_a_rule_for_everybody_has_no_note(tmp_path: Path, text: str, rule: str) -> None:
    assert proposed(chapter(tmp_path, f"{text} \n\nTurn to 3.")) == [rule]


@pytest.mark.parametrize(
    "text",
    [
        # somebody else's
        "Subtract 2 from the STAMINA of the wolf.",
        "Subtract 2 from the wolf's STAMINA.",
        "Lose 2 points from your opponent’s STAMINA.",
        "Deduct 2 points from its STAMINA.",
        "Deduct 2 STAMINA points from the wolf.",
        "Restore 4 STAMINA points to your companion.",
        "The wolf loses 2 STAMINA points.",
        "The wolves lose 2 STAMINA points.",
        "The wolves fall and lose 2 STAMINA points.",
        "Your companion must lose 2 STAMINA points.",
        "Those without a shield lose 2 STAMINA points.",
        "The sailors roll two dice.",
        # forbidden
        "You may not test your luck.",
        "You may not, in this fight, test your luck.",
        "There is no need to test your luck.",
        "You cannot test your luck or lose 2 STAMINA points here.",
        "Do not note the codeword FOG.",
        "Notiere das Codewort FOG nicht.",
        "You need not roll a die here.",
        "You are too tired to test your luck.",
        "N'essayez pas de tenter votre chance.",
        "Ignore the rule that you lose 2 STAMINA points.",
        # a wish, or what is only said
        "To gain 2 LUCK points, pray.",
        "You want to gain 2 LUCK points.",
        "“You lose 2 LUCK points,” he laughs.",
        # what comes again, or goes again
        "Deduct 2 points from your STAMINA for each day without food.",
        "Lose 1 STAMINA point twice.",
        "Roll one die for each guard.",
        "Every time you are hit you lose 3 STAMINA points.",
        "Reduce your SKILL by 2 for this fight only.",
        "During this combat, reduce your SKILL by 1.",
        "Add 2 to your Attack Strength.",
        "Add 2 to your SKILL roll.",
        # other numbers, and other words
        "Lose 2 STAMINA or 1 LUCK point.",
        "Lower the rope by 3 metres.",
        "You climb out, losing 1 LUCK point.",
        "You may break the door at a cost of 2 STAMINA points.",
    ],
)
def test_what_is_no_rule_for_the_reader_is_not_proposed_and_is_named(tmp_path: Path, text: str) -> None:
    found = chapter(tmp_path, f"{text} \n\nTurn to 3.")
    assert proposed(found) == []
    assert f"// TODO import: not understood, please read: {text}\n" in found


def test_a_change_that_is_asked_for_is_no_rule(tmp_path: Path) -> None:
    assert proposed(chapter(tmp_path, "If you lose 2 STAMINA points, turn to 3. Otherwise turn to 4.")) == []
    assert proposed(chapter(tmp_path, "You must test your courage. Turn to 3.")) == []


def test_what_proposals_with_a_note_need_is_named_too(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("1\n\nIf you wish, test your luck. Turn to 2.\n\n2\n\nThe end.\n", "utf-8")
    assert "// write into the header: use fighting-fantasy\n" in import_book(tmp_path / "a.txt").text


def test_an_ending_that_is_modelled_is_understood(tmp_path: Path) -> None:
    text = chapter(
        tmp_path,
        "Test your luck:\n\nIf you are lucky: your adventure ends here, in victory: You have 3 cups.\n\n"
        "2-6: your adventure ends here, in defeat: Cold.",
    )
    assert "not understood" not in text
    told = "// TODO import: decided by dice, no free choice: If you are lucky"
    assert f'* If you are lucky\n    {told}\n    ~ victory "You have 3 cups"' in text


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (
            "1-2: You find a gem. Turn to 2.\n3-6: You find nothing. Turn to 3.",
            "~ roll 1d6\n//     1-2 -> 2\n//     3-6 -> 3",
        ),
        ("1-2 You find a gem. Turn to 2.\n3-6 Nothing. Turn to 3.", "~ roll 1d6\n//     1-2 -> 2\n//     3-6 -> 3"),
        ("* 1–3 Lose 2 STAMINA points and turn to 2.\n* 4–6 Run and turn to 3.", f"{DICE}1–3 Lose 2 STAMINA points"),
        ("1: A bat. Turn to 2.\n2-6: A cat. Turn to 3.", "~ roll 1d6\n//     1 -> 2\n//     2-6 -> 3"),
        ("1-2: An elf. If you want to talk, turn to 2.\n3-6: Turn to 3.", "only 1-2: If you want to talk"),
        ("| 1-2 | A bat. Turn to 2. |\n| 3-6 | A cat. Turn to 3. |", "~ roll 1d6\n//     1-2 -> 2\n//     3-6 -> 3"),
    ],
)
def test_a_turn_in_a_row_of_a_roll_is_no_free_choice(tmp_path: Path, rows: str, told: str) -> None:
    text = chapter(tmp_path, f"Roll one die.\n{rows}")
    assert told in text
    assert len(re.findall(r"(?m)^\* ", text)) == len(re.findall(r"no free choice|only 1-2", text)) == 2


@pytest.mark.parametrize(
    "text",
    [
        "1: Go left. Turn to 2.\n2: Go right. Turn to 3.",
        "2-3 Stunden später bist du da. Willst du rasten, weiter bei 2. Willst du gehen, weiter bei 3.",
        "Roll one die.\n1-2: A bat bites.\n3-6: Nothing happens.\nTurn to 2.",
    ],
)
def test_numbers_that_are_no_row_leave_the_reader_free(tmp_path: Path, text: str) -> None:
    assert "no free choice" not in chapter(tmp_path, text)
