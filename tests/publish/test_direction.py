"""Books in languages that are written from right to left, and the rules in English that stand in them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import docx
import pytest
from docx.oxml.ns import qn

from gamebook.project import Project
from gamebook.publish.direction import language_runs_left, parted, runs_left
from gamebook.publish.document import Run
from gamebook.publish.formats import writer_of
from gamebook.publish.make import make
from gamebook.publish.publication import Publication
from gamebook.publish.typeset import preset_of, source

HEBREW = """\
book "טחנת המלח"
    language "he"

sheet
    item מפתח

=== 1
אתה עומד מול **הטחנה**.

| סחורה | מחיר |
|---|---|
| מלח | 3 |

* פנימה [if מפתח] -> 2
* הביתה
    ~ gain מפתח
    -> 2

=== 2
~ gain מפתח
~ victory
"""
ENGLISH = '=== 1\nOne **door**.\n\n| a | b |\n|---|---|\n| c | 3 |\n\n~ victory "Home"\n'


def published(text: str, form: str) -> bytes:
    edition = Project.of(text).edition()
    return writer_of(form).write(Publication(edition, make(edition), Path(), options=frozenset({"titles"})))


@pytest.mark.parametrize(
    ("text", "left"), [("מלח", True), ("“12: مرحبا a", True), ("Salt, מלח", False), ("12 –", None), ("", None)]
)
def test_the_first_letter_with_a_direction_decides(text: str, left: bool | None) -> None:
    assert [runs_left(text, otherwise=each) for each in (False, True)] == (
        [False, True] if left is None else [left] * 2
    )


@pytest.mark.parametrize(("language", "left"), [("he", True), ("AR-eg", True), ("en", False), ("", False)])
def test_languages(language: str, left: bool) -> None:
    assert language_runs_left(language) == left


def test_signs_belong_to_the_letters_on_both_sides_or_run_as_the_paragraph_does() -> None:
    runs = (Run("אב, גד (if a = 3): ", bold=True), Run("2."))
    assert [(run.text, run.bold, left) for run, left in parted(runs, left=True)] == [
        ("אב, גד (", True, True),
        ("if a", True, False),
        (" = 3): ", True, True),
        ("2.", False, True),
    ]
    assert [(run.text, left) for run, left in parted((Run("to אב, or"),), left=False)] == [
        ("to ", False),
        ("אב", True),
        (", or", False),
    ]


def test_a_docx_says_which_paragraphs_and_letters_run_from_right_to_left() -> None:
    found = docx.Document(BytesIO(published(HEBREW, "docx")))
    by_text = {each.text: each for each in found.paragraphs}
    bidi = {
        text: each._p.pPr is not None and each._p.pPr.find(qn("w:bidi")) is not None for text, each in by_text.items()
    }
    assert bidi["טחנת המלח"]
    assert bidi["אתה עומד מול הטחנה."]
    assert not bidi["The rules"]
    prose = by_text["אתה עומד מול הטחנה."]
    looks = {run.text: {each.tag for each in run._r.get_or_add_rPr()} for run in prose.runs}
    assert looks["הטחנה"] == {qn("w:b"), qn("w:bCs"), qn("w:rtl")}
    choice = next(each for text, each in by_text.items() if text.startswith("פנימה"))
    (words,) = (run for run in choice.runs if run.text == "you have the")
    assert words._r.get_or_add_rPr().find(qn("w:rtl")) is None
    (table,) = found.tables
    assert table._tbl.tblPr.find(qn("w:bidiVisual")) is not None
    assert found.sections[0]._sectPr.find(qn("w:bidi")) is not None


def test_an_rtf_says_which_paragraphs_and_letters_run_from_right_to_left() -> None:
    found = published(HEBREW, "rtf").decode()
    lines = found.splitlines()
    assert "\\rtldoc" in found
    prose = next(line for line in lines if "\\b\\rtlch\\ab" in line and line.startswith("{\\pard\\qj"))
    assert "\\rtlpar" in prose
    assert all("\\rtlrow" in line and "\\rtlpar" in line for line in lines if line.startswith("\\trowd"))
    (rules,) = (line for line in lines if "The rules" in line)
    assert "\\rtl" not in rules


def test_in_print_a_paragraph_runs_as_its_letters_do() -> None:
    """The rules are in English, and indented at the left; a choice in Hebrew runs as the book does."""
    document = make(Project.of(HEBREW).edition())
    found = source(document, preset_of("a5"), {}, frozenset())
    assert "#let way-of-book = rtl" in found
    assert '#minor(0, way: ltr, [#"Before you begin"])' in found
    assert '#rule(0, way: ltr, [#"Write the "#"מפתח"' in found
    assert '#choice(0, true, true, [#"פנימה"#" (only if "' in found
    assert '#prose[#"אתה עומד מול "' in found
    english = source(make(Project.of(ENGLISH).edition()), preset_of("a5"), {}, frozenset())
    assert "way:" not in english.partition("#set document")[2]


def test_a_last_rule_goes_on_in_a_paragraph_only_if_both_run_one_way() -> None:
    book = "=== 1\nשלום עולם.\n-> 2\n=== 2\nPeace.\n-> 3\n=== 3\n~ victory"
    found = source(make(Project.of(book).edition()), preset_of("a5"), {}, frozenset()).splitlines()
    assert '#kept-prose(false, way: rtl, [#"שלום עולם."])' in found
    assert '#rule(0, [#"Turn to "#turn("2")#"."])' in found
    assert '#prose[#"Peace."#linebreak()#"Turn to "#turn("3")#"."]' in found


@pytest.mark.parametrize("form", ["docx", "rtf"])
def test_other_books_say_nothing_of_directions(form: str) -> None:
    data = published(ENGLISH, form)
    if form == "docx":
        found = docx.Document(BytesIO(data))
        assert not [
            each for each in found.element.iter() if each.tag in (qn("w:bidi"), qn("w:rtl"), qn("w:bidiVisual"))
        ]
    else:
        assert b"rtl" not in data.replace(b"{\\rtf1", b"")
