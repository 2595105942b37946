"""Words of any origin as prose."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gamebook.interop.escape import label, line, prose
from gamebook.interop.importing import import_book
from gamebook.project import Project
from tests.support.pages import codes


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("*set gold 3", "\\*set gold 3"),
        ("<<set $gold to 3>>", "\\<<set $gold to 3>>"),
        ("(set: $gold to 3)", "\\(set: $gold to 3)"),
        ("VAR gold = 3", "VAR gold \\= 3"),
        ("(if you like)", "(if you like)"),
        (":: 2 The hall", "\\:: 2 The hall"),
    ],
)
def test_a_rule_of_another_program_stays_prose(words: str, written: str) -> None:
    assert prose([words]) == written
    assert codes(f"=== 1\n{written}\n") == []


@pytest.mark.parametrize(
    ("words", "written"), [("The hall ===", "The hall = = ="), ("a == b", "a == b"), ("==", "= =")]
)
def test_a_title_that_ends_like_a_head(words: str, written: str) -> None:
    assert line(words) == written
    assert codes(f"=== 1 {written}\n~ victory\n") == []


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("* Wait *", "\\* Wait *"),
        ("** Wait", "\\** Wait"),
        ("*Wait* here", "*Wait* here"),
        ("**Wait** here", "**Wait** here"),
        ("2 * 3 [now]", "2 * 3 \\[now]"),
        ("<<if $rope>>Climb<</if>>", "\\<<if $rope>>Climb<</if>>"),
        ("(if: $rope)[Climb]", "\\(if: $rope)\\[Climb]"),
    ],
)
def test_marks_in_the_words_of_a_choice(words: str, written: str) -> None:
    assert label((words,)) == written
    book = f"=== 1\n* {written} -> 2\n\n=== 2\n~ victory\n"
    assert codes(book) == []
    (option,) = (each.label for each in Project.of(book).book.chapters[0].body[0].options)  # type: ignore[union-attr]
    assert "".join(map(str, option)) == words


def test_words_in_quotation_marks_stay_as_they_are(tmp_path: Path) -> None:
    title = 'My "Story" // \\ x =='
    path = tmp_path / "g.json"
    nodes = [{"id": "a", "title": "A // b =="}, {"id": "b"}]
    path.write_text(json.dumps({"graph": {"title": title}, "nodes": nodes, "links": [{"source": "a", "target": "b"}]}))
    text = import_book(path, "json").text
    book = Project.of(text).book
    assert book.title == title
    assert 'book "My \\"Story\\" \\// \\\\ x =="' in text
    assert "=== a A / / b = =" in text  # the title of a chapter stands in no quotation marks
