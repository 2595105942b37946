"""What a merge leaves in a file, and comments of other languages."""

from __future__ import annotations

import pytest

from gamebook.edits import edited
from gamebook.source import Source
from gamebook.syntax.clean import clean
from gamebook.syntax.format import format_source
from gamebook.syntax.parse import parse

HEAD = 'book "T"\n\nsheet\n    number gold = 6 in 0..9\n\n=== 1\nYou pay.\n'
CONFLICT = "<<<<<<< HEAD\n~ gold -1\n=======\n~ gold -2\n>>>>>>> main\n"
LETTERS = 50_000


def _told(text: str) -> list[tuple[str, str]]:
    """(code, the words at fault) of the findings of a file."""
    return [(each.code, text[each.span.start : each.span.end]) for each in parse(Source("x", text)).findings]


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}{CONFLICT}-> 1\n",
        f"{HEAD}{CONFLICT}-> 1\n".replace("\n", "\r\n"),
        f"{HEAD}~ test luck\n    lucky\n        -> 1\n    unlucky\n{CONFLICT.replace('~', '        ~')}        -> 1\n",
        CONFLICT.replace("~ gold -1", 'book "A"').replace("~ gold -2", 'book "B"') + "\n=== 1\n~ victory\n",
        f"{HEAD}~ victory\n\n{CONFLICT.replace('~ gold', '=== 2').replace('main', '8a0f (A title)')}~ victory\n",
        HEAD + CONFLICT.replace("=======", "||||||| base\n~ gold -3\n======="),
    ],
)
def test_two_versions_of_lines_are_one_finding(text: str) -> None:
    assert _told(text) == [("GB057", "<<<<<<< HEAD")]


def test_of_two_versions_the_first_one_is_read() -> None:
    cleaned = clean(Source("x", HEAD + CONFLICT))
    assert len(cleaned.text) == len(HEAD + CONFLICT)
    assert cleaned.text.removeprefix(HEAD).split() == ["~", "gold", "-1"]
    (found,) = cleaned.findings
    assert [(HEAD + CONFLICT)[each.span.start : each.span.end] for each in found.related] == ["======="]


def test_each_merge_is_a_finding() -> None:
    assert [code for code, _ in _told(HEAD + CONFLICT + "On.\n" + CONFLICT)] == ["GB057", "GB057"]


@pytest.mark.parametrize(
    "lines",
    [
        "The cave\n=======\nIt is dark.",
        "<<<<<<< You look left.",
        "A <<<<<<< B\n=======\n>>>>>>> C",
        ">>>>>>> main",
        "\\<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> main",
        "It says: /* no comment */ here.",
        "/* It never ends.",
        "/* He winks */ and goes.",
        "\\/* He winks. */",
        "4 /* 5 */",
        "<3 <!",
        "// /* a comment of ours",
        "    /**\\\n   /*oo*\\\n* Go -> 1\n     \\*|*/",
        "/*---*\\\n|     |\n\\*---*/",
        "/**\n| a frame\n **/",
        "/*oo\n|  |\n oo|*/",
        "/** **/",
        "/** o **\\\n */",
        "/* oo *\\\n\\* oo */",
    ],
)
def test_other_lines(lines: str) -> None:
    assert _told(f"{HEAD}{lines}\n-> 1\n") == []


@pytest.mark.parametrize(
    ("lines", "mended"),
    [
        ("/* too dear? */", "// too dear?"),
        ("<!-- too dear? -->", "// too dear?"),
        ("/* too dear? */ // a note", "// too dear? // a note"),
        ("/*too dear?\n~ gold -2\n*/", "// too dear?\n// ~ gold -2"),
        ("/*\n~ gold -2\n\n*/", "// ~ gold -2"),
        ("* Go\n    /* too dear?\n    ~ gold -2 */\n    -> 1", "* Go\n    // too dear?\n    // ~ gold -2\n    -> 1"),
        ("<!--\n~ gold -2\n\n=== 2\n-->", "// ~ gold -2\n//\n// === 2"),
        ("/** too dear? */", "// too dear?"),
        ("/**\n * too dear?\n *\n *  ~ gold -2\n */", "// too dear?\n//\n// ~ gold -2"),
        ("* Go\n    /* too\n     * dear? */\n    -> 1", "* Go\n    // too\n    // dear?\n    -> 1"),
    ],
)
def test_comments_of_other_languages(lines: str, mended: str) -> None:
    for newline in ("\n", "\r\n"):
        text, after = (f"{HEAD}{each}\n-> 1\n".replace("\n", newline) for each in (lines, mended))
        (found,) = parse(Source("x", text)).findings
        assert found.code == "GB058"
        assert edited(text, found.fix) == after
        assert _told(after) == []


@pytest.mark.parametrize("line", ["=== 2", "* Go -> 1", "    * Go -> 1"])
@pytest.mark.parametrize("first", ["/* old", "/** old"])
def test_what_has_a_chapter_or_a_choice_in_it_may_be_a_picture(line: str, first: str) -> None:
    (found,) = parse(Source("x", f"{HEAD}{first}\n{line}\n*/\n-> 1\n")).findings
    assert (found.code, found.fix) == ("GB058", ())
    assert found.hint == (
        "write two slashes and a blank before each of these lines; if it is no comment, write a backslash before /*"
    )


def test_what_is_in_them_stays_as_it_is_in_the_usual_layout() -> None:
    text = f"{HEAD}/* too  dear?\n  ~ gold  -2 */\n{CONFLICT}->1\n"
    assert format_source(Source("x", text))[0] == text.replace("->1", "-> 1")


def test_comments_in_the_header() -> None:
    assert _told(f"/* A draft.\nbook and sheet */\n{HEAD}-> 1\n") == [("GB058", "/*")]


@pytest.mark.parametrize("line", ["<<<<<<< \n", "/*\n", "<!-- */\n", "=======\n", "||||||| \n"])
def test_many_such_lines_are_read_in_no_time(line: str) -> None:
    text = line * (LETTERS // len(line))
    clean(Source("x", f"<<<<<<< \n{text}*/ x\n"))
