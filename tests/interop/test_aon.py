"""The XML of Project Aon: sections, signs that are elements, fights, picks of a random number."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import gamebook
from gamebook.interop.importing import Imported, import_book
from tests.support.imports import edges
from tests.support.samples import AON

LATIN = """
nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute
micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig
Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash
Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute
ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc
uuml yacute thorn yuml
"""
"""The signs of Latin-1 from U+00A0 to U+00FF, in this order, as the DTD names them."""
OTHERS = {
    "apos": "'", "ampersand": "&", "percent": "%", "plus": "+", "blankline": "_______",
    "lsquot": "\u2018", "rsquot": "\u2019", "ldquot": "\u201c", "rdquot": "\u201d",
    "minus": "\u2212", "endash": "\u2013", "emdash": "\u2014", "ellips": "\u2026", "lellips": "\u2026",
    "frac13": "\u2153", "frac23": "\u2154", "frac15": "\u2155", "frac25": "\u2156", "frac35": "\u2157",
    "frac45": "\u2158", "frac16": "\u2159", "frac56": "\u215a", "frac17": "\u2150", "frac18": "\u215b",
    "frac38": "\u215c", "frac58": "\u215d", "frac78": "\u215e", "frac19": "\u2151", "frac110": "\u2152",
    "frac116": "1/16",
}  # fmt: skip
"""The other ones, with what the stylesheets of Project Aon print."""
SIGNS = {name: chr(0xA0 + place) for place, name in enumerate(LATIN.split())} | OTHERS


def imported(folder: Path, *sections: str) -> Imported:
    """A book of these sections, numbered from 1."""
    numbered = "".join(
        f'<section class="numbered" id="sect{number}"><data>{each}</data></section>'
        for number, each in enumerate(sections, start=1)
    )
    path = folder / "book.xml"
    path.write_text(f"<gamebook><meta><title>T</title></meta>{numbered}</gamebook>", "utf-8")
    return import_book(path)


def chapter(text: str, number: int) -> str:
    """What stands in a chapter of an imported book."""
    return text.split(f"=== {number}\n")[1].split("\n===", maxsplit=1)[0].strip()


def test_project_aon(tmp_path: Path) -> None:
    (tmp_path / "book.xml").write_text(AON.replace("ISO-8859-1", "UTF-8"), "utf-8")
    book = import_book(tmp_path / "book.xml")
    assert edges(book.draft) == {("1", "2"), ("2", "3"), ("2", "1")}
    assert book.census.of("dice") == (2, 1)  # the fight, and the pick; “If you win” is a comment
    assert '~ fight "Wolf" COMBAT-SKILL 12 ENDURANCE 10' in book.text
    weights = [line.strip() for line in book.text.split("\n") if line.strip() in ("7:", "3:")]
    assert weights == ["7:", "3:"]
    found = gamebook.check(text=book.text, level="quick").findings
    assert not [each for each in found if each.severity.value == "error"]


@pytest.mark.parametrize("name", SIGNS)
def test_each_sign_of_the_dtd(tmp_path: Path, name: str) -> None:
    book = imported(tmp_path, f"<p>One<ch.{name}/>two</p>")
    assert chapter(book.text, 1).startswith(f"One{' ' if name == 'nbsp' else SIGNS[name]}two\n")


def test_other_elements_that_stand_for_letters(tmp_path: Path) -> None:
    book = imported(tmp_path, "<p>A<ch.thinspace/>b<ch.new/>c. <quote>Don<ch.apos/>t!</quote> he\n  says.<br/>Why?</p>")
    assert chapter(book.text, 1).startswith("A b<ch.new/>c. “Don't!” he says.\nWhy?\n")


def test_what_stands_on_lines_of_its_own(tmp_path: Path) -> None:
    lists = """<p>You see</p><ul><li>one rope</li>
        <li><p>two coins</p></li></ul><poetry><line>Dark is</line><line>the night</line></poetry>
        <table><tr><td>1</td><td>a <em>b</em></td></tr><tr><td>2</td><td/></tr></table>
        <dl><dt>Rope</dt><dd>ten feet</dd></dl><blockquote><p>So</p><p>it is.</p></blockquote>"""
    text = """You see\n
- one rope\n- two coins\n
Dark is\nthe night\n
| 1 | a b |\n| 2 | |\n
Rope\n- ten feet\n
So\n
it is.\n"""
    assert chapter(imported(tmp_path, lists).text, 1).startswith(text)


@pytest.mark.parametrize(
    ("low", "high"),
    [
        ("If the number you have picked is 0<ch.endash/>5", "If it is 6<ch.endash/>9"),
        ("If the number you have picked is 0 to 5", "If the number is 6-9"),
    ],
)
def test_a_pick_of_a_random_number(tmp_path: Path, low: str, high: str) -> None:
    turns = (
        f'<choice idref="sect{to}">{words}, <link-text>turn to {to}</link-text>.</choice>'
        for to, words in ((2, low), (3, high))
    )
    book = imported(tmp_path, "".join(turns), "<p>Won.</p>", "<p>Lost.</p>")
    assert book.census.of("dice") == (1, 0)
    solution = gamebook.solve(text=book.text.replace('~ ending "2"', "~ victory"), exact=True)
    assert solution.exactly is not None
    assert solution.exactly.best == Fraction(6, 10)  # six of the ten numbers


def test_a_pick_with_a_single_number(tmp_path: Path) -> None:
    low = '<choice idref="sect2">If the number is 0–8, turn to 2.</choice>'
    high = '<choice idref="sect1">If it is 9, turn to 1.</choice>'
    book = imported(tmp_path, f"{low}{high}", "<p>So.</p>")
    assert book.census.of("dice") == (1, 0)
    assert "9:\n        If the number is 0–8\n" in book.text


def test_a_pick_beside_a_choice_is_told(tmp_path: Path) -> None:
    words = {
        "If the number you have picked is 0–4": "decided by dice, no free choice: ",
        "If it is 5–9": "decided by dice, no free choice: ",
        "If you have the Discipline of Tracking": "only ",
        "If you do not": "only ",
        "If you wish to run": "",
    }
    book = imported(tmp_path, "".join(f'<choice idref="sect1">{each}, turn to 1.</choice>' for each in words))
    said = "".join(
        f"* {each} -> 1\n" + (f"    // TODO import: {told}{each}\n" if told else "") for each, told in words.items()
    )
    assert chapter(book.text, 1) == said.strip()


def test_the_end_of_the_reader(tmp_path: Path) -> None:
    leave = '<choice idref="sect1">Go back, turn to 1.</choice>'
    end = "<p>You fall.</p><deadend>Your life ends here.</deadend>"
    book = imported(tmp_path, leave, end, end + leave)
    assert chapter(book.text, 2) == "You fall.\n\nYour life ends here.\n~ defeat"
    kept = "// TODO import: the book may end here: Your life ends here."
    assert chapter(book.text, 3) == f"You fall.\n\nYour life ends here.\n{kept}\n* Go back -> 1"
    won = import_book(tmp_path / "book.xml", victories=["2"])
    assert '~ victory "2"' in won.text


def _foe(*numbers: str) -> str:
    return f"<combat><enemy>Wolf</enemy>{''.join(numbers)}</combat>"


SKILL = '<enemy-attribute class="combatskill">13</enemy-attribute>'
LIFE = '<enemy-attribute class="endurance">10</enemy-attribute>'


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ((SKILL, LIFE), '~ fight "Wolf" COMBAT-SKILL 13 ENDURANCE 10'),
        ((LIFE, SKILL), '~ fight "Wolf" COMBAT-SKILL 13 ENDURANCE 10'),
        (
            ("<enemy-attribute>13</enemy-attribute>", "<enemy-attribute>10</enemy-attribute>"),
            '~ fight "Wolf" COMBAT-SKILL 13 ENDURANCE 10',
        ),
        (
            (SKILL.replace("combat", "closecombat"), LIFE),
            "// TODO import: Wolf: closecombatskill 13, endurance 10",
        ),
        ((SKILL, LIFE.replace("10", "40 (20)")), "// TODO import: Wolf: combatskill 13, endurance 40 (20)"),
        ((SKILL, SKILL, LIFE), "// TODO import: Wolf: combatskill 13, combatskill 13, endurance 10"),
    ],
)
def test_the_numbers_of_a_foe(tmp_path: Path, numbers: tuple[str, ...], said: str) -> None:
    assert chapter(imported(tmp_path, _foe(*numbers)).text, 1).startswith(said)


def test_blocks_within_blocks(tmp_path: Path) -> None:
    choice = '<choice idref="sect1">Wait, turn to 1.</choice>'
    inside = f"<p>It bites.</p>{_foe(SKILL, LIFE)}<illustration><meta><creator>Me</creator></meta></illustration>"
    book = imported(tmp_path, f"<blockquote>{inside}{choice}</blockquote>")
    assert chapter(book.text, 1) == 'It bites.\n~ fight "Wolf" COMBAT-SKILL 13 ENDURANCE 10\n* Wait -> 1'


def test_a_puzzle_leads_to_its_answers(tmp_path: Path) -> None:
    puzzles = '<puzzle idref="sect2">If you know it, turn there.</puzzle><puzzle idrefs="sect1 sect2">Or this</puzzle>'
    book = imported(tmp_path, puzzles, "<p>Yes.</p><puzzle>If you know more, think.</puzzle>")
    assert edges(book.draft) == {("1", "2"), ("1", "1")}
    assert book.text.count("// TODO import: only who knows the answer") == 3
    assert "Yes.\n\nIf you know more, think.\n" in book.text
