"""Lines as other notations write them: what is said about each, and that the line of the hint can be read."""

from __future__ import annotations

import pytest

from tests.support.pages import codes, read

STEPS = {
    "~ if rope\n    -> 2\n~ else:\n    -> 3": ("GB036", ":", "~ if rope\n    -> 2\n~ else\n    -> 3"),
    "~ if rope\n    -> 2\n~ else if lamp:\n    -> 3": ("GB036", ":", "~ if rope\n    -> 2\n~ else if lamp\n    -> 3"),
    "~ roll 1d6\n    1-2:\n        -> 2\n    3-6 -> 3": (
        "GB036",
        ":",
        "~ roll 1d6\n    1-2\n        -> 2\n    3-6 -> 3",
    ),
    "~ roll 1d6\n    1,2,3 -> 2\n    4-6 -> 3": ("GB027", "1,2,3 -> 2", "~ roll 1d6\n    1-3 -> 2\n    4-6 -> 3"),
    "~ roll 1d6\n    1-4 -> 2\n    5 or 6 -> 3": ("GB027", "5 or 6 -> 3", "~ roll 1d6\n    1-4 -> 2\n    5-6 -> 3"),
    "~ roll 2d6\n    2-4 -> 3\n    5, 6-12 -> 6": ("GB027", "5, 6-12 -> 6", "~ roll 2d6\n    2-4 -> 3\n    5-12 -> 6"),
    "~ gold +2//two coins": ("GB036", "/", "~ gold +2 //two coins"),
    "* Go [if not tick 9] -> 2": ("GB040", "9", "* Go [if not ticked 9] -> 2"),
    "~ if first visit\n    -> 2": ("GB036", "visit", "~ if first time\n    -> 2"),
    '* Run [if rope and "Lame wolf" STAMINA > 0] -> 2': (
        "GB040",
        '"',
        '* Run [if rope and foe "Lame wolf" STAMINA > 0] -> 2',
    ),
    '~ choose 2 of "press"\n    * A -> 2\n    * B -> 3\n    * C -> 4': (
        "GB036",
        '"',
        '~ choose "press" 2 of\n    * A -> 2\n    * B -> 3\n    * C -> 4',
    ),
    "~ tick one box of 3": ("GB036", "one", "~ tick one of 3"),
    '~ fight "Orc" SKILL 7\n    foe "Troll" SKILL: 9': ("GB040", ":", '~ fight "Orc" SKILL 7\n    foe "Troll" SKILL 9'),
    '~ fight "Orc" SKILL 7\n    foe "Troll" SKILL 1W6': (
        "GB040",
        "6",
        '~ fight "Orc" SKILL 7\n    foe "Troll" SKILL 1d6',
    ),
    "* Read [knows 12,5%] -> 2": ("GB040", "12,5%", "* Read [knows 12.5%] -> 2"),
    '~ fight "Orc" SKILL 1O': ("GB040", "1O", '~ fight "Orc" SKILL 10'),
    "~ STAMINA -2l": ("GB040", "2l", "~ STAMINA -21"),
    "~ buy(bread, 2)": ("GB020", "buy", "~ do buy(bread, 2)"),
    "~ goto 2": ("GB020", "~ goto 2", "-> 2"),
    "~ turn to 2.": ("GB020", "~ turn to 2.", "-> 2"),
    "~ -> 2": ("GB020", "~ -> 2", "-> 2"),
    "~ turn 2": ("GB020", "~ turn 2", "-> 2"),
    "~ random\n    -> 2\n    2: -> 3": ("GB027", "-> 2", "~ random\n    1: -> 2\n    2: -> 3"),
    "~ random\n    black\n        -> 2\n    2: -> 3": (
        "GB027",
        "black",
        "~ random\n    black:\n        -> 2\n    2: -> 3",
    ),
    "~ random\n    red + 1 -> 2\n    2: -> 3": ("GB027", "red + 1 -> 2", "~ random\n    red + 1: -> 2\n    2: -> 3"),
    "~ random\n    50%: -> 2\n    50: -> 3": ("GB027", "50%: -> 2", "~ random\n    50: -> 2\n    50: -> 3"),
    "~ random\n    50% -> 2\n    50: -> 3": ("GB027", "50% -> 2", "~ random\n    50: -> 2\n    50: -> 3"),
    "~ choose lift\n    * Go up -> 2": ("GB021", "lift", '~ choose "lift"\n    * Go up -> 2'),
    "~ choose your weapon:\n    * A bow -> 2": ("GB021", "your", '~ choose "your weapon"\n    * A bow -> 2'),
    "~ may drink it\n    ~ gold -1": ("GB021", "drink", '~ may "drink it"\n    ~ gold -1'),
    "~ choose one\n    * A bow -> 2": ("GB036", "~ choose one", "~ choose 1 of\n    * A bow -> 2"),
    "~ choose 1\n    * A bow -> 2": ("GB036", "1", "~ choose 1 of\n    * A bow -> 2"),
    "~ unless lamp\n    -> 2": ("GB020", "unless", "~ if not lamp\n    -> 2"),
    "~ unless lamp and gold > 2:\n    -> 2": ("GB020", "unless", "~ if not (lamp and gold > 2)\n    -> 2"),
    "~ fight\n    foe The orc SKILL 6 STAMINA 5": ("GB021", "The", '~ fight\n    foe "The orc" SKILL 6 STAMINA 5'),
    "~ while gold > 2\n    ~ gold -1": ("GB020", "while", "~ repeat until gold <= 2\n    ~ gold -1"),
}
"""What is written → the code, the place, and the same with the line of the hint."""
SEVERAL = {
    "~ chance 40%": ("~ random", "    40: -> 2", "    60: -> 3"),
    "~ gain rope, lamp": ("~ gain rope", "~ gain lamp"),
    "~ lose 2 meal and lamp": ("~ lose 2 meal", "~ lose lamp"),
    "~ test luck -> 8 else 9": ("~ test luck", "    lucky -> 8", "    unlucky -> 9"),
    "~ test skill: pass -> 8, fail -> 9": ("~ test skill", "    pass -> 8", "    fail -> 9"),
    "~ test luck lucky -> 8 unlucky -> 9": ("~ test luck", "    lucky -> 8", "    unlucky -> 9"),
    "~ test skill -2 pass -> 8 fail -> 9": ("~ test skill -2", "    pass -> 8", "    fail -> 9"),
    "~ roll 2d6 2-7 -> 8 8-12 -> 9": ("~ roll 2d6", "    2-7 -> 8", "    8-12 -> 9"),
    "~ gold +2, STAMINA -1": ("~ gold +2", "~ STAMINA -1"),
    "~ if lamp -> 8": ("~ if lamp", "    -> 8"),
    "~ if lamp then -> 8 else -> 9": ("~ if lamp", "    -> 8", "~ else", "    -> 9"),
    "~ if you have the lamp: -> 8": ("~ if lamp", "    -> 8"),
    "~ gain rope, then turn to 2.": ("~ gain rope", "-> 2"),
    "~ gold -2 -> 8": ("~ gold -2", "-> 8"),
    '~ fight "Orc" SKILL 6 then turn to 2': ('~ fight "Orc" SKILL 6', "-> 2"),
    "~ roll 1d6 1-3 -> 8": ("~ roll 1d6", "    1-3 -> 8", "    4-6 -> 2"),
    "~ roll 2d6 9-12 -> 8": ("~ roll 2d6", "    9-12 -> 8", "    2-8 -> 2"),
    "~ roll 1d6: 1-2 -> 8, 3-5 -> 9, 6 -> 10": ("~ roll 1d6", "    1-2 -> 8", "    3-5 -> 9", "    6 -> 10"),
    "~ test skill pass -> 8": ("~ test skill", "    pass -> 8", "    fail -> 2"),
    "~ roll 1d6 -> 8": ("~ roll 1d6", "    1-3 -> 8", "    4-6 -> 2"),
}
"""A line → the lines that its hint asks for."""
HEADER = {
    'book "X"\n    author A. Writer': ("GB021", "A", 'write: author "A. Writer"'),
    'book "X"\n    author Anna Writer': ("GB021", "Anna", 'write: author "Anna Writer"'),
    'book "X"\n    title "Y"': ("GB012", 'title "Y"', 'write it after “book”: book "Y"'),
    "include chapters/castle.gbk": ("GB021", "chapters", 'write: include "chapters/castle.gbk"'),
    'book "X"\n    front introduction.md': ("GB021", "introduction", 'write: front "introduction.md"'),
    "sheet:\n    item rope": ("GB036", ":", "write: sheet"),
    "sheet\n    gold = 5 in 0..20": ("GB012", "gold = 5 in 0..20", "write: number gold = 5 in 0..20"),
    "sheet\n    gold 0..20 = 5": ("GB012", "gold 0..20 = 5", "write: number gold = 5 in 0..20"),
    "sheet\n    number gold = 5 in 0..1,000": ("GB036", "1,000", "write: 1000"),
    "rule draw\n    ~ random\n        black\n            ~ gold -1\n        2: -> 2": (
        "GB027",
        "black",
        "write: black:",
    ),
    "sheet\n    number gold = 1O in 0..20": ("GB040", "1O", "write: 10"),
}


@pytest.mark.parametrize("text", STEPS)
def test_one_line_is_enough(text: str) -> None:
    code, place, mended = STEPS[text]
    page = f"=== 1\n{text}\n"
    (found,) = read(page).findings
    assert (found.code, page[found.span.start : found.span.end]) == (code, place)
    assert found.hint is not None
    assert found.hint.startswith("write: ")
    assert found.hint[7:] in mended
    assert codes(f"=== 1\n{mended}\n") == []


@pytest.mark.parametrize("line", SEVERAL)
def test_more_than_one_line_is_needed(line: str) -> None:
    (found,) = read(f"=== 1\n{line}\n").findings
    assert all(f"“{each.strip()}”" in (found.hint or "") for each in SEVERAL[line])
    assert codes("=== 1\n{}\n".format("\n".join(SEVERAL[line]))) == []


def test_a_loop_whose_comparison_cannot_be_read_is_a_finding_all_the_same() -> None:
    assert codes("=== 1\n~ while gold ! 3\n-> 2\n") == ["GB020"]


@pytest.mark.parametrize("line", ["~ else -> 3", "~ else: -> 3", "~ else then -> 3"])
def test_an_else_on_one_line(line: str) -> None:
    (found,) = read(f"=== 1\n~ if lamp\n    -> 2\n{line}\n").findings
    assert found.hint == "write “~ else”, and “-> 3” on the next line, with four blanks more before it"
    assert codes(f"=== 1\n{line}\n") == ["GB030"]


@pytest.mark.parametrize(
    ("line", "condition", "rule"),
    [
        ("~ gain rope if not RAVEN", "~ if not RAVEN", "~ gain rope"),
        ("~ STAMINA -2 unless rope", "~ if not rope", "~ STAMINA -2"),
        ("~ lose 2 STAMINA points if you don't have the rope", "~ if not rope", "~ STAMINA -2"),
        ("~ gain rope if gold > 2", "~ if gold > 2", "~ gain rope"),
        ("~ gain rope [if gold >= 2]", "~ if gold >= 2", "~ gain rope"),
        ("-> 3 if rope", "~ if rope", "-> 3"),
        ("-> 3 [if you have the rope]", "~ if rope", "-> 3"),
    ],
)
def test_a_condition_behind_its_rule(line: str, condition: str, rule: str) -> None:
    (found,) = read(f"=== 1\n{line}\n-> 2\n").findings
    assert found.hint == f"write “{condition}”, and “{rule}” on the next line, with four blanks more before it"
    assert codes(f"=== 1\n{condition}\n    {rule}\n-> 2\n") == []


@pytest.mark.parametrize("line", ["~ fight an Orc", "~ Fight the Orc."])
def test_a_fight_without_the_stats_of_its_foe(line: str) -> None:
    (found,) = read(f"=== 1\n{line}\n-> 2\n").findings
    assert (found.code, found.hint) == ("GB032", 'write it like this: ~ fight "Orc" SKILL 7 STAMINA 6')


def test_totals_with_a_gap_need_rows_of_their_own() -> None:
    (found,) = read("=== 1\n~ roll 1d6\n    1, 3, 4 -> 2\n    2 -> 3\n    5-6 -> 4\n").findings
    assert found.hint == "write a row for each of 1, 3-4, one under the other"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("~ pay 2,5 gold", "numbers are whole, such as 2"),
        ("~ tick 9", "write: ~ tick a box; or if this chapter has 9 boxes: ~ tick one of 9"),
        (
            "~ roll 1d2\n    1:\n        -> 2\n    2 -> 3",
            "write: 1; if it is a weight, write “~ random” in place of “~ roll 1d2”",
        ),
        (
            '~ fight "Orc" SKILL 6 -> 2\n    with damage = 3',
            'write “~ fight "Orc" SKILL 6”, and “-> 2” on a line of its own behind what is under it',
        ),
        (
            '~ fight "Orc" SKILL 6 and "Elf" SKILL 7\n    busy while gold > 1',
            'write which foe is busy: busy "…" while gold > 1',
        ),
    ],
)
def test_more_is_to_do_than_one_line_says(text: str, hint: str) -> None:
    (found,) = read(f"=== 1\n{text}\n").findings
    assert found.hint == hint


@pytest.mark.parametrize("text", HEADER)
def test_in_the_header(text: str) -> None:
    code, place, hint = HEADER[text]
    found = next(each for each in read(f"{text}\n").findings if each.code == code)
    assert text[found.span.start : found.span.end] == place
    assert found.hint == hint


def test_an_answer_in_words_is_one_mistake() -> None:
    """The `else` under it is right, though no row with a number is left above it."""
    page = '=== 1\n~ ask "How many?"\n    nine -> 2\n    else -> 3\n'
    (found,) = read(page).findings
    assert (found.code, page[found.span.start : found.span.end]) == ("GB027", "nine -> 2")
    assert "digits" in found.message
    assert codes(page.replace("nine", "9")) == []
    assert codes("=== 1\n~ roll 2d6\n    low -> 2\n    else -> 3\n") == ["GB027", "GB027"]  # no row of a roll
