"""Misspelt words of the language: what is said names the word, and the one that was meant."""

from __future__ import annotations

import pytest

from gamebook.diagnostics import Severity
from gamebook.reading import read_text
from gamebook.syntax.misspelt import language_words

BOOK = """\
book "T"
    use fighting-fantasy
sheet
    number gold = 3 in 0..9
    item lamp x 4
    one-of visitor: none, merchant
=== 1
* Wait -> 2
=== 2
{}
~ victory
"""
WORDS = {
    "* Go [if visted 2] -> 2\n* No": ("visted", "visited"),
    "* Go [if not vistied 2] -> 2\n* No": ("vistied", "visited"),
    "* Go [if frist time] -> 2\n* No": ("frist", "first"),
    "* Go [if first tme] -> 2\n* No": ("tme", "time"),
    "* Go [if initail LUCK > 3] -> 2\n* No": ("initail", "initial"),
    "* Go [if cuont of lamp] -> 2\n* No": ("cuont", "count"),
    "* Go [if gold adn lamp] -> 2\n* No": ("adn", "and"),
    "* Go -> 2 secrt": ("secrt", "secret"),
    "* Go [if not tickd] -> 2\n* No": ("tickd", "ticked"),
    "* Go -> defaet": ("defaet", "defeat"),
    "~ repeat untl gold = 3\n    ~ gold +1": ("untl", "until"),
    "~ repeat 3 tiems\n    ~ gold +1": ("tiems", "times"),
    "~ tick a bx": ("bx", "box"),
    "~ roll 1d6 sa d\n    1-6 -> 2": ("sa", "as"),
    "~ compare 1d6 wiht 3\n    higher -> 2\n    lower -> 2": ("wiht", "with"),
    "~ rival choses\n    * A -> 2": ("choses", "chooses"),
    "~ choose 2 fo\n    * A\n    * B": ("fo", "of"),
    "~ STAMINA +4 beyond intial": ("intial", "initial"),
    "~ STAMINA -1d6 by residaul": ("residaul", "residual"),
    "~ gain 2 lamp all or non": ("non", "none"),
    "~ lose al lamp": ("al", "all"),
    "~ set gold = cuont of lamp": ("cuont", "count"),
    "~ roll keep higest 2 of 3d6\n    2-12 -> 2": ("higest", "highest"),
    '~ fight "A" SKILL 3 STAMINA 3 tehn "B" SKILL 3 STAMINA 3': ("tehn", "then"),
    '~ fight "A" SKILL 3 STAMINA 3\n    escape frm round 3 -> 2': ("frm", "from"),
    '~ fight "A" SKILL 3 STAMINA 3\n    after 3 ronds -> 2': ("ronds", "rounds"),
    '~ fight "A" SKILL 3 STAMINA 3\n    each rnd\n        ~ gold +1': ("rnd", "round"),
}


@pytest.mark.parametrize("lines", WORDS)
def test_the_word_that_was_meant(lines: str) -> None:
    text = BOOK.format(lines)
    (found,) = (each for each in read_text("test.gbk", text).earlier if each.severity is Severity.ERROR)
    word, meant = WORDS[lines]
    assert text[found.span.start : found.span.end] == word
    assert found.hint == f"did you mean {meant}?"
    mended = read_text("test.gbk", BOOK.format(lines.replace(word, meant))).earlier
    assert not any(each.severity is Severity.ERROR for each in mended)


@pytest.mark.parametrize("lines", ["* Go [if visitor 2] -> 2\n* No", "* Go [if unvisited 2] -> 2\n* No"])
def test_a_name_of_the_book_and_the_opposite_are_no_slips(lines: str) -> None:
    (found, *_) = read_text("test.gbk", BOOK.format(lines)).earlier
    assert not (found.hint or "").startswith("did you mean")


@pytest.mark.parametrize("bracket", ["fi gold", "konws 40%"])
def test_brackets_at_the_end_of_a_choice(bracket: str) -> None:
    found = read_text("test.gbk", BOOK.format(f"* Go [{bracket}] -> 2\n* No")).earlier
    meant = {"fi": "if", "konws": "knows"}
    word, _, rest = bracket.partition(" ")
    assert f"did you mean [{meant[word]} {rest}]?" in [each.hint for each in found]


def test_words_of_the_language() -> None:
    assert {"visited", "ticked", "first", "time", "count", "of", "initial", "keep", "highest"} <= language_words()
