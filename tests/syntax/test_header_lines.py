"""Lines before the first chapter that the language does not know, and what to write instead of them."""

from __future__ import annotations

import pytest

from tests.support.pages import read

BEHIND = 'book "B"\n\n=== 1 The yard\n~ victory\n'
NOTE = "story belongs in a chapter: move it below “=== 1 The yard”; before a note of your own write two slashes"
IN_A_BOOK = {
    "Once upon a time there was a mouse.": NOTE,
    "Well": NOTE,
    "# The Well": "the book has its title: delete this line, or write: // The Well",
    "title: The Well": "the book has its title: delete this line, or write: // The Well",
    "---": "delete it: only a chapter shows such a line",
    "; a note": "write: // a note",
    "const toll = 2": "write: param toll = 2",
    "toll = 2": "if it never changes, write: param toll = 2; if play changes it, write under “sheet”, with four "
    "blanks: number toll = 2 in 0..99",
    '~ when gold = 0 -> defeat "x"': 'write: when gold = 0 -> defeat "x"',
    "~ use fighting-fantasy": "write: use fighting-fantasy",
    "~ item rope": "write under “sheet”, with four blanks and without ~: item rope",
    "Chapter 2: The door": "write: === 2 The door",
    "2. The door": "write: === 2 The door",
    "* Go -> 2": "move it below the line === that begins its chapter",
}


@pytest.mark.parametrize("line", IN_A_BOOK)
def test_a_line_that_the_header_does_not_know(line: str) -> None:
    (found,) = read(f"{line}\n{BEHIND}").findings
    assert (found.code, found.hint) == ("GB012", IN_A_BOOK[line])


@pytest.mark.parametrize("line", [line for line, hint in IN_A_BOOK.items() if hint.startswith("write: ")])
def test_its_hint_can_be_read(line: str) -> None:
    """If it is the head of a chapter, the lines of the header after it belong before it."""
    written = IN_A_BOOK[line].removeprefix("write: ")
    page = f"{BEHIND}{written}\n-> 1\n" if written.startswith("===") else f"{written}\n{BEHIND}"
    assert not read(page).findings


def test_a_heading_is_the_title_of_a_book_without_one() -> None:
    (found,) = read("# The Well\n\n=== 1\n~ victory\n").findings
    assert found.hint == 'write: book "The Well"'


def test_the_first_words_of_a_page_are_its_title() -> None:
    (found,) = read('The Well\n    author "Sam"\n\n=== 1\n~ victory\n').findings
    assert found.hint == 'write: book "The Well"'
