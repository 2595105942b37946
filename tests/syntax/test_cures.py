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
