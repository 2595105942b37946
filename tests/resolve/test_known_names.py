"""What is said of a line that cannot be read, where the names of the book say what was meant."""

from __future__ import annotations

import pytest

from gamebook.diagnostics import Severity
from gamebook.reading import read_text

BOOK = """\
book "T"
    use fighting-fantasy
sheet
    item lantern, rope x 4
    number gold = 3 in 0..9
    codeword RAVEN
    one-of way: none, ridge, gully
rule rest
    ~ STAMINA +2
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
    "~ rest": "~ do rest",
    "~ rest 3": "~ do rest",
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
    "~ buy": "write: ~ do buy(thing, price)",
    "~ resst": "did you mean “~ do rest”?",
    "~ glod 2": "did you mean “~ gold -2”?",
    "~ gold": "write + or - and an amount: ~ gold -2",
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


@pytest.mark.parametrize("lines", OTHERS)
def test_what_no_name_can_tell(lines: str) -> None:
    ((_, hint),) = _errors(lines)
    assert hint == OTHERS[lines]


def test_the_place_is_the_word() -> None:
    text = BOOK.format("~ heal 4 // with herbs")
    (found,) = [each for each in read_text("test.gbk", text).earlier if each.severity is Severity.ERROR]
    assert (found.code, text[found.span.start : found.span.end]) == ("GB020", "heal")
    assert found.message == "“heal” is no rule, and nothing on the sheet is called so"
