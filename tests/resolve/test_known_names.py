"""What is said of a line that cannot be read, where the names of the book say what was meant."""

from __future__ import annotations

import pytest

from gamebook.diagnostics import Severity
from gamebook.reading import read_text

BOOK = """\
book "T"
    use fighting-fantasy
sheet
    item lantern, rope x 4, silver-key
    number gold = 3 in 0..9
    codeword RAVEN
    one-of way: none, ridge, gully
rule rest
    ~ STAMINA +2
rule walk(hours)
    ~ gold -hours
rule buy(thing, price)
    ~ pay price gold
    ~ gain thing
=== 1
{}
~ victory
=== ridge-top The top of the ridge
~ victory
"""
RULES = {
    "~ set RAVEN": "~ note RAVEN",
    "~ set lantern": "~ gain lantern",
    "~ remove RAVEN": "~ erase RAVEN",
    "~ forget lantern": "~ lose lantern",
    "~ rest": "~ do rest",
    "~ rest 3": "~ do rest",
    "~ walk 2": "~ do walk(2)",
    "~ walk gold + 1": "~ do walk(gold + 1)",
    "~ buy rope, 3": "~ do buy(rope, 3)",
    "~ buy rope 3": "~ do buy(rope, 3)",
    "~ lantern": "~ gain lantern, or: ~ lose lantern",
    "~ lantern lost": "~ gain lantern, or: ~ lose lantern",
    "~ lantern = 1": "~ gain lantern",
    "~ lantern = no": "~ lose lantern",
    "~ rope 2": "~ gain 2 rope",
    "~ rope = 2": "~ set rope = 2",
    "~ RAVEN": "~ note RAVEN, or: ~ erase RAVEN",
    "~ RAVEN = 0": "~ erase RAVEN",
    "~ way ridge": "~ set way = ridge",
    "~ way = ridge": "~ set way = ridge",
    "~ ridge": "~ gain ridge",
    "~ gold = 2": "~ set gold = 2",
    "~ heal 4": "~ STAMINA +4",
    "~ hurt 1d6": "~ STAMINA -1d6",
    "~ add 2 to gold": "~ gold +2",
    "~ spend 2 gold": "~ gold -2",
    "~ gold is 3": "~ set gold = 3",
    "~ set gold + 3": "~ gold +3",
    "~ STAMINA full": "~ restore STAMINA",
    "~ STAMINA = initial": "~ restore STAMINA",
    "~ reset LUCK": "~ restore LUCK",
    "~ reset LUCK to its initial value": "~ restore LUCK",
    "~ reset gold": "~ set gold = 3",
    "~ do walk 2": "~ do walk(2)",
    "~ do walk gold + 1": "~ do walk(gold + 1)",
    "~ do walk with 2": "~ do walk(2)",
    "~ do walk: 2": "~ do walk(2)",
    "~ do buy rope, 3": "~ do buy(rope, 3)",
    "~ do buy rope 3": "~ do buy(rope, 3)",
    "~ do rest 3": "~ do rest",
    "~ do rest()": "~ do rest",
    "~ you die.": "~ defeat",
    "~ won": "~ victory",
    "~ game over": '~ ending "The end", or ~ victory, or ~ defeat',
    "~ goto chapter 1": "-> 1",
    "-> ridge top": "-> ridge-top",
    "-> the top of the ridge": "-> ridge-top",
    "* Climb up -> Ridge top": "* Climb up -> ridge-top",
}
"""A line, and the one that was meant."""
OTHERS = {
    "~ buy": "write “~ do buy(…)”, and in the parentheses values for thing and price",
    "~ walk": "write “~ do walk(…)”, and in the parentheses a value for hours",
    "~ do buy 3": "write “~ do buy(…)”, and in the parentheses values for thing and price",
    "~ restore gold": "only a stat keeps its initial value; write: ~ set gold = 3",
    "~ resst": "did you mean “~ do rest”?",
    "~ glod 2": "did you mean “~ gold -2”?",
    "~ gold": "write + or - and an amount: ~ gold -2",
    "~ luck\n    lucky -> 1\n    unlucky -> 1": "did you mean “~ test luck”?",
    "~ raven": "did you mean “~ note RAVEN”?",
    "~ note codeword": "write which one: ~ note RAVEN",
    "~ lose everything": "write a line for each: ~ lose all lantern",
    "~ restore all": "write a line for each: ~ restore SKILL",
    "~ if lucky\n    ~ gold -1": (
        "only a test tells: write “~ test luck”, and under it, with four blanks, “lucky -> 2” and “unlucky -> 3”"
    ),
    "~ if visited top\n    ~ gold -1\n-> ridge-top": "did you mean ridge-top (The top of the ridge)?",
    "~ if alive\n    ~ gold -1": "declare it in the sheet",
    "~ if gold = 3 or less\n    ~ gold -1": "for “5 or less” write: <= 5",
    "~ if RAVEN = noted\n    ~ gold -1": "to check that a codeword is noted, write its name alone: [if RAVEN]",
    "~ roll dice\n    1-6 -> 1": "write how many: 1d6 or 2d6",
    "~ gain silver key": "write: ~ gain silver-key",
    '~ fight the "Orc" SKILL 6 STAMINA 5': "remove this word",
    "~ test STAMINA -2\n    pass -> 1\n    fail -> 1": "write which dice to use: ~ test STAMINA -2 on 2d6",
    "~ roll 1d6 as d\n~ d 3": "write + or - and an amount: ~ d -2",
    "~ hunger 2": "rules begin with gain, lose, test, roll, fight, if …, or with the name of a number: ~ gold +1",
    "-> the far side": "write it like this: -> 12",
}


def _errors(lines: str) -> list[tuple[str, str | None]]:
    found = read_text("test.gbk", BOOK.format(lines)).earlier
    return [(each.message, each.hint) for each in found if each.severity is Severity.ERROR]


@pytest.mark.parametrize("line", RULES)
def test_the_line_that_was_meant(line: str) -> None:
    ((_, hint),) = _errors(line)
    assert hint == f"write: {RULES[line]}"
    for mended in RULES[line].replace(", or: ", ", or ").split(", or "):
        assert _errors(mended) == []


@pytest.mark.parametrize(
    ("holds", "until"),
    [
        ("lantern", "not lantern"),
        ("not lantern", "lantern"),
        ("gold > 2", "gold <= 2"),
        ("(gold > 2)", "gold <= 2"),
        ("gold > 2 and lantern", "not (gold > 2 and lantern)"),
        ("not (gold > 2)", "not (not (gold > 2))"),
        ("you have lantern", "not lantern"),
        ("visited 1:", "not visited 1"),
    ],
)
@pytest.mark.parametrize("loop", ["while", "repeat while"])
def test_what_is_repeated_while_something_holds(loop: str, holds: str, until: str) -> None:
    ((_, hint),) = _errors(f"~ {loop} {holds}\n    ~ gold -1")
    assert hint == f"write: ~ repeat until {until}"
    assert _errors(f"~ repeat until {until}\n    ~ gold -1") == []


@pytest.mark.parametrize("dice", ["2 dice", "two dice", "2D6"])
def test_dice_in_words(dice: str) -> None:
    ((_, hint),) = _errors(f"~ roll {dice}\n    2-12 -> 1")
    assert hint == "write: ~ roll 2d6"
    ((_, hint),) = _errors(f"~ roll {dice}")
    assert hint == "write: ~ roll 2d6, and rows under it; or give the result a name: ~ roll 2d6 as d"
    assert _errors("~ roll 2d6\n    2-12 -> 1") == _errors("~ roll 2d6 as d") == []


@pytest.mark.parametrize("lines", OTHERS)
def test_what_no_name_can_tell(lines: str) -> None:
    ((_, hint),) = _errors(lines)
    assert hint == OTHERS[lines]


CHOICES = {
    "visited The top of the ridge": "visited ridge-top",
    "not visited the top of the ridge and lantern": "not visited ridge-top and lantern",
    "silver key": "silver-key",
    "you have the silver key": "silver-key",
}


@pytest.mark.parametrize("condition", CHOICES)
def test_names_of_several_words(condition: str) -> None:
    assert [hint for _, hint in _errors(f"* Go [if {condition}] -> 1")] == [
        f"write: * Go [if {CHOICES[condition]}] -> 1"
    ]
    assert _errors(f"* Go [if {CHOICES[condition]}] -> 1\n* No") == []


def test_the_outcomes_of_a_test_are_those_of_its_rows() -> None:
    text = (
        'book "T"\ntest nerve\n    succeed 1d6 > 2\n=== 1\n~ test nerve\n    {} -> 2\n    {} -> 2\n=== 2\n~ victory\n'
    )
    hints = [read_text("test.gbk", text.format(*rows)).earlier[0].hint for rows in (("pass", "fail"), ("pass", "pass"))]
    assert hints == [
        "add a line with its outcomes, first the one of success: “pass | fail”",
        "add a line such as “lucky | unlucky”",
    ]


def test_foes_in_number() -> None:
    ((_, hint),) = _errors('~ fight two "Orc" SKILL 6 STAMINA 5')
    told = "write each foe, with “then” or “and” between two: "
    assert hint == told + '~ fight "Orc 1" SKILL 6 STAMINA 5 then "Orc 2" SKILL 6 STAMINA 5'
    assert _errors(hint.removeprefix(told)) == []


def test_half_of_a_number() -> None:
    hints = [hint for _, hint in _errors("~ lose half STAMINA")]
    assert hints[-1] == "write: ~ STAMINA -(STAMINA / 2)"
    assert _errors("~ STAMINA -(STAMINA / 2)") == []


def test_a_one_of_is_no_item() -> None:
    assert _errors("~ gain 1 way")[0][0] == "way is a one-of, not an item"


def test_the_place_is_the_word() -> None:
    text = BOOK.format("~ heal 4 // with herbs")
    (found,) = [each for each in read_text("test.gbk", text).earlier if each.severity is Severity.ERROR]
    assert (found.code, text[found.span.start : found.span.end]) == ("GB020", "heal")
    assert found.message == "“heal” is no rule, and nothing on the sheet is called so"


def test_a_word_of_the_language_in_the_wrong_form() -> None:
    text = 'book "T"\n    expect reader random win 5%..6%\n=== 1\n~ victory\n'
    (found,) = read_text("test.gbk", text).earlier
    assert (found.message, found.hint) == ("“win” cannot be read here, and nothing is called so", "did you mean wins?")
