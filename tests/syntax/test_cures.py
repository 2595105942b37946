"""What a hint says to write can be written: the finding is gone then, and no other has come."""

from __future__ import annotations

import pytest

from gamebook.project import Project

HEAD = """book "B"
    use fighting-fantasy

sheet
    number gold = 2 in 0..9
    item rope = 1, meal x 3 = 2
    codeword RAVEN

=== 1
"""
TAIL = """
=== 2
~ victory

=== 3
~ gold -1
~ note RAVEN
* Eat [if meal and rope and RAVEN and gold > 1] -> 2
* No -> defeat
"""
AS_FAR = "give it the same indent as “lucky” above it, and take as many blanks away before what is under it"
ONE_BY_CHANCE = (
    "write which one: ~ lose rope; if dice say which, write “~ random”, and under it, with four blanks, a row “1:” for "
    "each thing, with “~ lose rope” under it"
)
EACH_ROUND = "write “each round”, under it, with four blanks more, “~ if foe STAMINA < 3”"
UNDER_IT = "and under it, with four blanks before them"
LINES = {
    "* On (-> 2)\n* Off -> 3": ("write: * On -> 2", "* On -> 2\n* Off -> 3"),
    "* On (north) [-> 2].\n* Off -> 3": ("write: * On (north) -> 2", "* On (north) -> 2\n* Off -> 3"),
    "Night.\n\n* * *\n\nDay.\n* Up -> 2\n* Off -> 3": (
        "for a line between two scenes, write: \\* * *",
        "Night.\n\n\\* * *\n\nDay.\n* Up -> 2\n* Off -> 3",
    ),
    '"Rat" SKILL 7 STAMINA 6\n-> 3': (
        'write: ~ fight "Rat" SKILL 7 STAMINA 6',
        '~ fight "Rat" SKILL 7 STAMINA 6\n-> 3',
    ),
    "Fight the Rat SKILL 7 STAMINA 6\n-> 3": (
        'write: ~ fight "Rat" SKILL 7 STAMINA 6',
        '~ fight "Rat" SKILL 7 STAMINA 6\n-> 3',
    ),
    "~ if rope\n    ~ gold +1\n~ endif\n-> 3": ("delete this line", "~ if rope\n    ~ gold +1\n-> 3"),
    "* Go [if 2 meals] -> 3\n* No -> 3": (
        "write: * Go [if meal >= 2] -> 3",
        "* Go [if meal >= 2] -> 3\n* No -> 3",
    ),
    "* Go [if rope == true] -> 3\n* No -> 3": ("write: * Go [if rope] -> 3", "* Go [if rope] -> 3\n* No -> 3"),
    "* Go [if rope und not meal] -> 3\n* No -> 3": (
        "write: * Go [if rope and not meal] -> 3",
        "* Go [if rope and not meal] -> 3\n* No -> 3",
    ),
    "* Go [if non rope] -> 3\n* No -> 3": ("write: * Go [if not rope] -> 3", "* Go [if not rope] -> 3\n* No -> 3"),
    "* Go [if rope ou RAVEN] -> 3\n* No -> 3": (
        "write: * Go [if rope or RAVEN] -> 3",
        "* Go [if rope or RAVEN] -> 3\n* No -> 3",
    ),
    "~ gain gold 5\n-> 3": ("write: ~ gold +5", "~ gold +5\n-> 3"),
    "~ if rope: gold +1\n-> 3": (
        "write “~ if rope”, and “~ gold +1” on the next line, with four blanks more before it",
        "~ if rope\n    ~ gold +1\n-> 3",
    ),
    "* Pay\n    ~ pay 2 gold -> 3\n* No -> 3": (
        "write “~ pay 2 gold” and “-> 3” on lines of their own",
        "* Pay\n    ~ pay 2 gold\n    -> 3\n* No -> 3",
    ),
    "~ test luck\n    * Lucky -> 2\n    unlucky -> 3": (
        "write: lucky -> 2",
        "~ test luck\n    lucky -> 2\n    unlucky -> 3",
    ),
    '~ fight "Rat" SKILL 5 STAMINA 4\n    death -> 3\n-> 2': (
        "write: lost -> 3",
        '~ fight "Rat" SKILL 5 STAMINA 4\n    lost -> 3\n-> 2',
    ),
    '~ fight "Rat" SKILL 5 STAMINA 4\n    with damage +1\n-> 3': (
        "write: with damage = 3",
        '~ fight "Rat" SKILL 5 STAMINA 4\n    with damage = 3\n-> 3',
    ),
    '~ fight "Rat" SKILL 5 STAMINA 4\n    with SKILL -2 for 3 rounds\n-> 3': (
        "write: with attack = -2 for 3 rounds",
        '~ fight "Rat" SKILL 5 STAMINA 4\n    with attack = -2 for 3 rounds\n-> 3',
    ),
    '~ fight "Rat" SKILL 5 STAMINA 4\n    with SKILL = -2\n-> 3': (
        "write: with attack = -2",
        '~ fight "Rat" SKILL 5 STAMINA 4\n    with attack = -2\n-> 3',
    ),
    '~ fight "Rat" SKILL 5 STAMINA 4\n    when foe STAMINA < 3 -> 3\n-> 2': (
        f"{EACH_ROUND}, and under that “-> 3”",
        '~ fight "Rat" SKILL 5 STAMINA 4\n    each round\n        ~ if foe STAMINA < 3\n            -> 3\n-> 2',
    ),
    '~ fight "Rat" SKILL 5 STAMINA 4\n    until foe STAMINA < 3\n        -> 3\n-> 2': (
        f"{EACH_ROUND}, and put four blanks more before what is under it",
        '~ fight "Rat" SKILL 5 STAMINA 4\n    each round\n        ~ if foe STAMINA < 3\n            -> 3\n-> 2',
    ),
    '~ fight "Rat" SKILL 5 STAMINA 4\n~ escape -> 3\n-> 2': (
        "put it under its fight, with four blanks before it: escape -> 3",
        '~ fight "Rat" SKILL 5 STAMINA 4\n    escape -> 3\n-> 2',
    ),
    '~ fight "Rat" SKILL 5 STAMINA 4\n    ~ escape -> 3\n-> 2': (
        "write: escape -> 3",
        '~ fight "Rat" SKILL 5 STAMINA 4\n    escape -> 3\n-> 2',
    ),
    '~ fight "Rat" SKILL 5 STAMINA 4 and then "Bat" SKILL 5 STAMINA 3\n-> 3': (
        'write: ~ fight "Rat" SKILL 5 STAMINA 4 then "Bat" SKILL 5 STAMINA 3',
        '~ fight "Rat" SKILL 5 STAMINA 4 then "Bat" SKILL 5 STAMINA 3\n-> 3',
    ),
    '~ fight "Rat" SKILL 5 STAMINA 4 together "Bat" SKILL 5 STAMINA 3\n-> 3': (
        'write: ~ fight "Rat" SKILL 5 STAMINA 4 and "Bat" SKILL 5 STAMINA 3',
        '~ fight "Rat" SKILL 5 STAMINA 4 and "Bat" SKILL 5 STAMINA 3\n-> 3',
    ),
    "~ take 2 of\n    * A\n        ~ gold +1\n    * B\n        ~ gain meal\n-> 3": (
        "write: ~ choose 2 of",
        "~ choose 2 of\n    * A\n        ~ gold +1\n    * B\n        ~ gain meal\n-> 3",
    ),
    "~ gain meal and 3 gold\n-> 3": (
        "write “~ gain meal” and “~ gold +3” on lines of their own",
        "~ gain meal\n~ gold +3\n-> 3",
    ),
    "~ add codeword RAVEN\n-> 3": ("write: ~ note RAVEN", "~ note RAVEN\n-> 3"),
    "~ tick RAVEN\n-> 3": ("write: ~ note RAVEN", "~ note RAVEN\n-> 3"),
    "~ write down RAVEN\n-> 3": ("write: ~ note RAVEN", "~ note RAVEN\n-> 3"),
    "~ skill test\n    pass -> 2\n    fail -> 3": (
        "write: ~ test skill",
        "~ test skill\n    pass -> 2\n    fail -> 3",
    ),
    "~ roll 2d6 <= SKILL\n    pass -> 2\n    fail -> 3": (
        f"write “~ test SKILL on 2d6”, {UNDER_IT}, rows such as “pass -> 2” and “fail -> 3”",
        "~ test SKILL on 2d6\n    pass -> 2\n    fail -> 3",
    ),
    "~ roll 2d6 > SKILL\n    higher -> 2\n    equal -> 3\n    lower -> 3": (
        f"write “~ compare 2d6 with SKILL”, {UNDER_IT}, the rows “higher”, “equal” and “lower”",
        "~ compare 2d6 with SKILL\n    higher -> 2\n    equal -> 3\n    lower -> 3",
    ),
    "~ roll 1d6 > 3 -> 2\n-> 3": (
        f"write “~ roll 1d6”, {UNDER_IT}, the rows “4 or more” and “3 or less”",
        "~ roll 1d6\n    4 or more -> 2\n    3 or less\n-> 3",
    ),
    "~ if rope\n    You climb down. -> 2\n-> 3": (
        "put “-> 2” on a line of its own, below; for a choice, write: * You climb down. -> 2",
        "~ if rope\n    You climb down.\n    -> 2\n-> 3",
    ),
    "~ lose random item\n-> 3": (
        ONE_BY_CHANCE,
        "~ random\n    1:\n        ~ lose rope\n    1:\n        ~ lose meal\n-> 3",
    ),
    "* Go -> 3\n* Stay -> The End": ('write: * Stay -> ending "The End"', '* Go -> 3\n* Stay -> ending "The End"'),
    "*page_break\n-> 3": ("a whole file of ChoiceScript is read by: gamebook import", "-> 3"),
    "*comment a note\n-> 3": (
        "write: // a note; a whole file of ChoiceScript is read by: gamebook import",
        "// a note\n-> 3",
    ),
    "~ test luck\n    lucky\n        -> 2\n        unlucky\n            -> 3": (
        f"if that is a row, {AS_FAR}",
        "~ test luck\n    lucky\n        -> 2\n    unlucky\n        -> 3",
    ),
    "~ test luck\n    lucky\n        -> 2\n        unlucky -> 3": (
        AS_FAR,
        "~ test luck\n    lucky\n        -> 2\n    unlucky -> 3",
    ),
}


@pytest.mark.parametrize("lines", LINES)
def test_a_hint_can_be_followed(lines: str) -> None:
    hint, followed = LINES[lines]
    told = Project.of(HEAD + lines + TAIL).check("quick").findings
    assert [each.hint for each in told] == [hint]
    assert not Project.of(HEAD + followed + TAIL).check("quick").findings


ROWS_OF_ANOTHER_RULE = {
    "higher": "~ compare 2d6 with …",
    "lower": "~ compare 2d6 with …",
    ">= SKILL": "~ compare 2d6 with SKILL",
    "<= SKILL": "~ test SKILL on 2d6",
    "> SKILL": "~ test SKILL on 2d6",
    "SKILL or less": "~ test SKILL on 2d6",
    "pass": "~ test … on 2d6",
}


@pytest.mark.parametrize("row", ROWS_OF_ANOTHER_RULE)
def test_a_row_of_a_comparison_or_a_test_under_a_roll_names_that_rule(row: str) -> None:
    found = Project.of(f"{HEAD}~ roll 2d6\n    {row} -> 2\n-> 3{TAIL}").check("quick").findings
    hints = [each.hint or "" for each in found if each.code == "GB027"]
    assert [hint.partition("” in place of “~ roll 2d6”")[0] for hint in hints] == [
        f"write “{ROWS_OF_ANOTHER_RULE[row]}"
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('ally "Bran" SKILL 8 STAMINA 8', "put the ally's numbers on the sheet"),
        ('with friend "Bran" SKILL 8 STAMINA 8', "put the friend's numbers on the sheet"),
        ("xyzzy", "foe, together, busy, with"),
        ("with LUCK -2", "a fight has no setting LUCK; its settings are damage"),
    ],
)
def test_what_stands_under_a_fight_is_named(line: str, told: str) -> None:
    found = Project.of(f'{HEAD}~ fight "Rat" SKILL 5 STAMINA 4\n    {line}\n-> 3{TAIL}').check("quick").findings
    assert [told in (each.hint or "") for each in found] == [True]


def test_a_rule_with_a_part_of_the_name_is_named_first() -> None:
    (found,) = (
        Project.of(f"{HEAD}~ do oil\n-> 3{TAIL}".replace("=== 1", "rule oil-lamp\n    ~ gold -1\n\n=== 1"))
        .check("quick")
        .findings
    )
    assert found.hint == "did you mean oil-lamp? If not, declare it before the first chapter: rule oil"


@pytest.mark.parametrize(
    "line", ["use fighting-fantasy.gbk", 'use "fighting-fantasy.gbk"', "uses systems/fighting-fantasy.gbk"]
)
def test_a_rule_system_is_named_without_the_end_of_its_file(line: str) -> None:
    book = (HEAD + "~ STAMINA -1\n-> 3" + TAIL).replace("use fighting-fantasy", line)
    (found,) = Project.of(book).check("quick").findings
    assert found.hint == "write: use fighting-fantasy"


def test_a_name_of_two_words_becomes_one_everywhere() -> None:
    book = HEAD + "* Up -> the mill\n* Off -> 3\n\n=== the mill\n~ victory\n" + TAIL
    (found,) = Project.of(book).check("quick").findings
    assert found.hint == "a name is one word: write * Up -> the-mill, and === the-mill in place of === the mill"
    assert not Project.of(book.replace("the mill", "the-mill")).check("quick").findings


def test_the_end_of_a_block_or_of_the_book() -> None:
    (found,) = Project.of(HEAD + "~ if rope\n    ~ gold +1\n~ end\n-> 3" + TAIL).check("quick").findings
    assert (found.hint or "").endswith("; if only the block above it ends here, delete this line")


IN_THE_HEADER = {
    '    start "The beach"\n': ("did you mean 1 (The beach)?", "    start 1\n"),
    "    start chapter 1\n": ("write: start 1", "    start 1\n"),
    'hero "Sam": SKILL = 9\n': ('write: hero "Sam": SKILL 9', 'hero "Sam": SKILL 9\n'),
    'hero "Sam" SKILL 9\n': ('write: hero "Sam": SKILL 9', 'hero "Sam": SKILL 9\n'),
    'strategy a\n    at chapter 1: "Up"\n    otherwise best\n': (
        'write: at 1: "Up"',
        'strategy a\n    at 1: "Up"\n    otherwise best\n',
    ),
}


@pytest.mark.parametrize("lines", IN_THE_HEADER)
def test_a_hint_for_the_header_can_be_followed(lines: str) -> None:
    hint, followed = IN_THE_HEADER[lines]
    book = 'book "B"\n    use fighting-fantasy\n{}\n=== 1 The beach\n* Up -> victory\n* Down -> defeat\n'
    (found,) = Project.of(book.replace("{}", lines)).check("quick").findings
    assert found.hint == hint
    assert not Project.of(book.replace("{}", followed)).check("quick").findings


def test_the_signs_of_a_web_page_are_quotation_marks() -> None:
    text = 'book "The Well"\n    author &quot;Sam&quot;\n\n=== 1\n~ victory\n'
    (found,) = Project.of(text).check("quick").findings
    assert found.hint == 'write: author "Sam"'


def test_a_chapter_is_named_without_a_word_before_its_number() -> None:
    (found,) = Project.of(HEAD + "* Go -> chapter-3\n* Up -> 3\n" + TAIL).check("quick").findings
    assert found.hint == "write: * Go -> 3"


@pytest.mark.parametrize("line", ["*Set off* and go.", "*Return to me*, she says.", "*bug* is a word."])
def test_emphasis_is_no_rule_of_another_program(line: str) -> None:
    assert not Project.of(f"=== 1\n{line}\n~ victory\n").check("quick").findings
