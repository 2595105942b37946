"""What was copied along with a book is one finding, and mostly it can be taken away."""

from __future__ import annotations

import pytest

from gamebook.codes import syntax
from gamebook.fixes import fixes
from gamebook.project import Project

BOOK = """book "The Well"
    author "Sam"

=== 1 The yard
You see a well.   // deep

* Climb down -> 2
* Go home -> 2

=== 2
> Nobody is here.
~ victory
"""
LINES = BOOK.splitlines()
MAP = "\n\n```\n+--+\n|  |\n+--+\n```"


def _numbered(form: str, *, blank: bool = True) -> str:
    numbers = enumerate(LINES, start=1)
    return "".join(form.format(number, line).rstrip(" ") + "\n" for number, line in numbers if line or blank)


COPIED = {
    "mail": "".join(f"> {line}\n" for line in LINES),
    "mail, short blank lines": "".join(f"> {line}".rstrip() + "\n" for line in LINES),
    "comparison": "".join(f"+{line}\n" for line in LINES),
    "numbers": _numbered("{:3} {}"),
    "numbers at the left": _numbered("{:<3} {}"),
    "numbers and a colon": _numbered("{}: {}"),
    "numbers and a tab": _numbered("{:6}\t{}"),
    "numbers and a bar": _numbered("{:3} | {}"),
    "source of a web page": BOOK.replace('"', "&quot;").replace(">", "&gt;"),
    "indent": "".join(f"    {line}".rstrip() + "\n" for line in LINES),
    "indent of a tab": "".join(f"\t{line}".rstrip() + "\n" for line in LINES),
    "block of code": f"```gamebook\n{BOOK}```\n",
    "block of code without its end": f"```\n{BOOK}",
    "twice": BOOK + BOOK,
}


@pytest.mark.parametrize("text", COPIED.values(), ids=COPIED)
def test_a_copied_book_is_one_finding_and_its_fix_brings_the_book_back(text: str) -> None:
    project = Project.of(text)
    (found,) = (each for each in project.check("quick").findings if each.code != syntax.TAB_INDENT)
    assert found.code == syntax.COPIED
    (fixed,) = fixes(project)
    assert fixed.after.rstrip() == BOOK.rstrip()
    assert not project.check("quick").findings


def test_what_a_comparison_says_before_the_lines_goes_too() -> None:
    head = "diff --git a/well.gbk b/well.gbk\n--- /dev/null\n+++ b/well.gbk\n@@ -0,0 +1,12 @@\n"
    (fixed,) = fixes(Project.of(head + COPIED["comparison"] * 4))
    assert fixed.after.lstrip().startswith(BOOK)


@pytest.mark.parametrize("form", ["{:3} {}", "{:6}\t{}", "{:3} | {}", "{}: {}", "{:3}  {}"])
def test_a_table_keeps_its_bars(form: str) -> None:
    lines = [*LINES[:5], "", "| Ale | 1 gold |", ": a note", ". . .", *LINES[5:]]
    text = "".join(form.format(number, line) + "\n" for number, line in enumerate(lines, start=1))
    (fixed,) = fixes(Project.of(text))
    assert [line.rstrip() for line in fixed.after.splitlines()] == lines


def test_all_signs_of_a_web_page_are_replaced_also_in_comments() -> None:
    book = BOOK.replace("Nobody is here", "It’s Ann's café & inn: &c; &x;").replace("deep", "deep -> 2, > 3 yards")
    signs = {"&": "&amp;", '"': "&quot;", ">": "&gt;", "'": "&#x27;", "’": "&#8217;", "é": "&eacute;"}
    text = "".join(signs.get(each, each) for each in book).replace("&amp;x;", "&x;")
    (fixed,) = fixes(Project.of(text))
    assert fixed.after == book


OTHERS = {
    "letter": (f"Here it is:\n\n```\n{BOOK}```\nHave fun!\n", "what is outside them is not read"),
    "front matter": (f"---\ntitle: The Well\ntags:\n  - wells\n---\n{BOOK}", "front matter"),
    "a map in it": (f"```\n{BOOK.replace('deep', 'deep' + MAP)}```\n", "a mark of Markdown"),
    "a map in it, without its end": (f"```\n{BOOK.replace('deep', 'deep' + MAP)}", "a mark of Markdown"),
    "another book": (BOOK + BOOK.replace("home", "away"), "begins a second time"),
    "another comment": (BOOK + BOOK.replace("deep", "not deep, see 3"), "begins a second time"),
    "a comment between": (f"{BOOK}// The newer one:\n{BOOK}", "begins a second time"),
}


@pytest.mark.parametrize(("text", "words"), OTHERS.values(), ids=OTHERS)
def test_what_is_not_sure_has_no_fix(text: str, words: str) -> None:
    (found,) = Project.of(text).check("quick").findings
    assert (found.code, found.fix) == (syntax.COPIED, ())
    assert words in found.message


def test_front_matter_has_the_title() -> None:
    text = '---\ntitle: "The Well"\nauthor: Sam\n---\n=== 1\n~ victory\n'
    (found,) = Project.of(text).check("quick").findings
    assert found.hint == 'write in its place: book "The Well", and under it, with four blanks: author "Sam"'


@pytest.mark.parametrize(
    "text",
    [
        '=== 1\n> "I am old."\n> "I am tired."\n> "I am here."\n-> 12\n',
        "    === 1\n~ victory\n    === 2\n~ victory\n    -> 3\n",
        '=== 1\n```\nbook "The Well"\n```\n* Read it -> 12\n',
        'book "A"\n=== 1\nbook "A"\n* Read it -> 12\n=== 2\n-> 12\n',
    ],
    ids=["quotations", "some lines", "in a chapter", "a line of prose"],
)
def test_other_books_are_read_as_they_are(text: str) -> None:
    findings = Project.of(text).check("quick").findings
    assert findings
    assert syntax.COPIED not in {each.code for each in findings}


def test_two_marks_before_every_rule_are_one_finding() -> None:
    text = "sheet\n    item rope\n=== 1\n~~ gain rope\n~~if rope\n    ~~~ lose rope\n-> 2\n=== 2\n~~ victory\n"
    project = Project.of(text)
    (found,) = project.check("quick").findings
    hint = "write: ~ gain rope; gamebook check --fix does so in all 4 places"
    assert (found.code, found.hint, len(found.related)) == (syntax.UNKNOWN_RULE, hint, 3)
    (fixed,) = fixes(project)
    assert fixed.after == text.replace("~~~", "~").replace("~~ ", "~ ").replace("~~", "~ ")


def test_words_that_are_struck_out_are_no_rules_with_two_marks() -> None:
    text = "sheet\n    item rope\n=== 1\n~~ gain rope\n~~lose rope~~\n~~~~\n-> 2\n=== 2\n~ victory\n"
    project = Project.of(text)
    found = [(each.hint, len(each.related)) for each in project.check("quick").findings if each.code == "GB020"]
    assert found == [("write: ~ gain rope", 0), ("write: \\~~lose rope~~", 1)]
    (fixed,) = fixes(project)
    assert fixed.after == text.replace("~~ gain", "~ gain")
