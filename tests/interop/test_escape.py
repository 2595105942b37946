"""Words of any origin as prose."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gamebook.interop.escape import line, prose
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
