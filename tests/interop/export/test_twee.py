"""What a story in Twee looks like; that it means the same is shown by round trips."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gamebook import verbs
from gamebook.interop.export.ink import ink
from gamebook.interop.export.twee import twee
from gamebook.interop.importing import import_book
from gamebook.model.book import Book
from gamebook.project import Project

BOOK = """book "Odd"
    start start

sheet
    number gold = 3 in 0..9
    one-of weapon: none, sword

=== start A [title]
Some $money, <tags>, a == mark and **bold** words. You hold {weapon}.
* Pay {gold} "coins" -> 2
* Take the sword [if gold > 1] -> 2
    ~ gain sword
* Look -> 2
    A wall.

=== 2
~ rival chooses "his move"
    * Give -> victory
    * Take -> defeat
"""


@pytest.fixture(scope="module")
def passages() -> dict[str, str]:
    parts = "".join(twee(Project.of(BOOK).book)).split(":: ")[1:]
    return {part.partition("\n")[0].partition(" [")[0]: part.partition("\n")[2].strip() for part in parts}


def test_begins_before_a_chapter_that_is_called_start(passages: dict[str, str]) -> None:
    assert json.loads(passages["StoryData"])["start"] == "start-of-all"
    assert passages["start-of-all"] == '<<goto "start">>'


def test_words_are_words(passages: dict[str, str]) -> None:
    title, words = passages["start"].splitlines()[:2]
    assert title == "''A &#91;title&#93;''<br>"
    assert words == (
        "Some &#36;money, &#60;tags&#62;, a &#61;&#61; mark and ''bold'' words. "
        "You hold <<= ['none', 'sword'][$weapon]>>.<br>"
    )


def test_words_of_an_ending_with_values_are_those_of_its_passage() -> None:
    text = 'sheet\n    number gold = 5 in 0..9\n=== 1\n~ victory "*Rich*, with {gold}"\n'
    story = "".join(twee(Project.of(text).book))
    assert story.endswith(" [ending victory nobr]\n//Rich//, with <<= $gold>>\n")
    assert "<<set $gold to 5>>" in story


def test_links(passages: dict[str, str]) -> None:
    assert passages["start"].splitlines()[2:] == [
        '<<link "Pay <<= $gold>> &quot;coins&quot;" "2">><</link>><br>',
        "<<if $gold gt 1>><<link [[Take the sword|2]]>><<set $weapon to 1>><</link>><br><</if>>",
        "[[Look|start by choice 1]]<br>",
    ]
    assert passages["start by choice 1"] == "A wall.<br>\n[[Go on|2]]"


def test_a_rival_goes_by_lot(passages: dict[str, str]) -> None:
    assert passages["2"].splitlines() == [
        "<<set $lot to random(1, 2)>>",
        "<<if $lot lte 1>>",
        "Give<br>",
        "[[Go on|The end: victory]]",
        "<<else>>",
        "Take<br>",
        "[[Go on|The end: defeat]]",
        "<</if>>",
    ]
    assert passages["The end: victory"] == "victory"


def test_words_of_its_own_are_in_the_language_of_the_book() -> None:
    text = "".join(twee(Project.of('book "Kurz"\n    language de\n\n=== 1\nHallo.\n-> 2\n\n=== 2\n-> victory\n').book))
    assert "[[Weiter|2]]" in text


SIGNS = """book "Signs"

sheet
    number gold = 3 in 0..9

=== 1 The 'x'
A /\\* c */ d /% e %/ f. '**g**' **'h'** /*i*/ it's.
* Rock & roll < \\\\ /* c */ __x__ == http://x.y -> 2
* *Bold* for {gold} "coins" -> 2

=== 2
-> victory
"""


def test_signs_beside_marks_and_in_choices_come_back(tmp_path: Path) -> None:
    story = "".join(twee(Project.of(SIGNS).book))
    assert "/*" not in story
    assert "/%" not in story
    (tmp_path / "a.twee").write_text(story, "utf-8")
    lines = import_book(tmp_path / "a.twee").text.splitlines()
    assert "**The 'x'**" in lines
    assert "A /* c */ d /% e %/ f. '**g**' **'h'** /*i*/ it's." in lines
    assert "* Rock & roll < \\\\ /* c */ __x__ == http://x.y -> 2" in lines
    assert '* *Bold* for {gold} "coins" -> 2' in lines


COLONS = """book "::Colons"

=== 1
:: and goes :*my* way, *so:* on.
* :*My* way -> 2

=== 2
-> victory "::The end"
"""


def test_colons_begin_no_passage_and_no_address(tmp_path: Path) -> None:
    story = "".join(twee(Project.of(COLONS).book))
    (tmp_path / "a.twee").write_text(story, "utf-8")
    text = import_book(tmp_path / "a.twee").text
    assert 'book "::Colons"' in text
    lines = text.splitlines()
    first = lines.index("\\:: and goes :*my* way, *so:* on.")
    assert "* :*My* way -> 2" in lines[first:]
    assert "::The end" in text
    assert [line for line in story.splitlines() if line.startswith("::") and not line.startswith(":: ")] == []


def test_what_is_ink_by_its_name_is_never_twee(tmp_path: Path) -> None:
    story = "".join(ink(Project.of(COLONS).book))
    assert "\n:: and goes" in story
    for name in ("a.ink", "a.txt"):
        (tmp_path / name).write_text(story, "utf-8")
        assert import_book(tmp_path / name).draft.format == "ink"


@pytest.mark.parametrize("form", [twee, ink])
def test_a_backslash_before_a_bracket_comes_back(form: Callable[[Book], Iterator[str]], tmp_path: Path) -> None:
    choice = r"* On \\\[if x] and \[if] you dare"
    story = "".join(form(Project.of(f"=== 1\n{choice} -> victory\n").book))
    (tmp_path / "a.txt").write_text(story, "utf-8")
    text = import_book(tmp_path / "a.txt").text
    assert choice in text
    assert not Project.of(text).mistakes.findings


VALUES = """book "Values"

sheet
    one-of weapon: none, sword

table price columns 0..1 rows 0..0
    3 4

=== 1
* Strike "hard" with {weapon} for {price(weapon, 0)} -> victory
"""


def test_no_double_quotes_in_what_the_words_of_a_link_show() -> None:
    """SugarCube does not change `&quot;` back in `<<= …>>`."""
    story = "".join(twee(Project.of(VALUES).book))
    shown = "<<= ['none', 'sword'][$weapon]>> for <<= setup.look('price', $weapon, 0)>>"
    assert f'<<link "Strike &quot;hard&quot; with {shown}" "The end: victory">><</link>>' in story


ALIKE = """book "Alike"
    start StoryInit

sheet
    number gold = 7 in 0..9

=== StoryInit
* Ask -> Helpers
* Ask (again) -> StoryInit-chapter
* Shout -> victory "\\"Halt!\\""
* Stay -> defeat "Halt!"

=== Helpers
~ if gold mod 4 = 3
    -> PassageReady
-> defeat "Halt!"

=== PassageReady
-> victory "\\"Halt!\\""

=== StoryInit-chapter
-> defeat "[Halt!]"
"""


def test_endings_with_the_same_words_say_what_is_written() -> None:
    """The names of the passages, which readers do not see, tell them apart."""
    text = '=== 1\n* Up -> victory "Home"\n* Down -> defeat "Home"\n'
    told = "".join(twee(Project.of(text).book))
    assert ":: The end: Home (victory) [ending victory nobr]\nHome\n" in told
    assert ":: The end: Home (defeat) [ending defeat nobr]\nHome\n" in told


def test_no_two_passages_of_one_name() -> None:
    parts = "".join(twee(Project.of(ALIKE).book)).split(":: ")[1:]
    heads = [part.partition("\n")[0] for part in parts]
    assert heads == [
        "StoryTitle",
        "StoryData",
        "StoryInit",
        "StoryCaption [nobr]",
        "start [nobr]",
        "StoryInit-chapter-chapter [chapter nobr]",
        "Helpers [chapter nobr]",
        "PassageReady-chapter [chapter nobr]",
        "StoryInit-chapter [chapter nobr]",
        "The end: Halt! [ending victory nobr]",
        "The end: Halt! (2) [ending defeat nobr]",
        "The end: Halt! (3) [ending defeat nobr]",
        "Helper functions [script]",
    ]


def test_passages_of_one_name_keep_their_chances(tmp_path: Path) -> None:
    """Two of the four choices win. What needs a helper does not come back."""
    book = Project.of(ALIKE.replace("gold mod 4 = 3", "gold = 7")).book
    (tmp_path / "a.twee").write_text("".join(twee(book)), "utf-8")
    back = Project.of(import_book(tmp_path / "a.twee", victories=["The end: Halt!"]).text)
    assert verbs.solve(back.book, policy="uniform").value == 0.5


@pytest.mark.parametrize(("form", "words"), [(twee, "\nHow many steps?<br>\n[[3|"), (ink, "\nHow many steps?\n+ ")])
def test_a_question_stands_above_its_answers(form: Callable[[Book], Iterator[str]], words: str) -> None:
    text = 'book "B"\n=== 1\n~ ask "How many steps?"\n    3 -> victory\n    else -> defeat\n'
    assert words in "".join(form(Project.of(text).book))


def test_the_sidebar_has_the_names_of_print() -> None:
    text = 'book "B"\n    use fighting-fantasy\n=== 1\n~ SKILL -1\n~ victory'
    told = "".join(twee(Project.of(text).book, {"SKILL": "HABILETÉ"}))
    assert "HABILETÉ: <<= $SKILL>>" in told
    assert "SKILL: " not in told
